// Talking to the server: JSON both ways, refusals as one sentence.

export class Refusal extends Error {
  constructor(sentence, status, more = []) {
    super(sentence);
    this.status = status;
    this.more = more;
  }
}

/** JSON of an answer; `body` is sent as JSON, a file as it is. */
export async function call(method, path, body) {
  const file = body instanceof Blob;
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": file ? "application/octet-stream" : "application/json" },
      body: body === undefined || file ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The server does not answer. Start it again with foemind serve; nothing that was saved is lost.", 0);
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(data?.error || "The server gave no answer that can be read.", answer.status, data?.more);
  return data;
}
