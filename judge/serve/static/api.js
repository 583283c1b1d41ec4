// Talking to the server: JSON both ways, refusals as one sentence.

export class Refusal extends Error {
  constructor(sentence, status, more = []) {
    super(sentence);
    this.status = status;
    this.more = more;
  }
}

export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The server does not answer. Start it again with foemind serve; nothing that was saved is lost.", 0);
  }
  if (answer.status === 204) return null;
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(data?.error || "The server gave no answer that can be read.", answer.status, data?.more);
  return data;
}
