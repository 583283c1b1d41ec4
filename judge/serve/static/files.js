// Files from outside: an encounter, a saved table, a map.

import { begin } from "./actions.js";
import { byId, toast } from "./dom.js";
import { openImport } from "./import.js";

const MOST = 1_000_000; // bytes of a text
const MAP = /\.(dd2vtt|uvtt|df2vtt|tmj|tmx)$/i;

export async function takeFile(file) {
  if (MAP.test(file.name)) return openImport(file);
  if (file.size > MOST) return toast(`${file.name} is larger than 1 MB; it is no encounter and no saved table.`);
  const text = await file.text();
  if (byId("sheet").open) byId("sheet").close();
  if (file.name.endsWith(".toml")) begin({ toml: text, name: file.name });
  else if (file.name.endsWith(".json") && !text.includes("foemind-page/")) openImport(file); // a map may end so too
  else begin({ text });
}

/** Files dropped anywhere on the page. */
export function listenDrops() {
  document.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files[0]) takeFile(event.dataTransfer.files[0]);
  });
}
