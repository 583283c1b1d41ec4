// What has happened, line by line. New lines are appended, so that a screen reader says only them.

import { byId, h, redraw } from "./dom.js";
import { get } from "./store.js";

let shown = [];

export function drawLog() {
  const { view } = get();
  if (!view) return;
  const keys = view.log.map((entry) => `${view.id} ${entry.number} ${entry.line} ${entry.told.join(" ")}`);
  const list = byId("log-list");
  const grows = list && shown.length > 0 && shown.every((key, n) => key === keys[n]);
  if (grows) {
    list.append(...view.log.slice(shown.length).map(entry));
  } else {
    redraw(byId("log"), h("h2", {}, "Log"), h("ol", { id: "log-list", role: "log", "aria-label": "Log", tabindex: "0" }, view.log.map(entry)),
      view.log.length === 0 && h("p", { class: "small empty" }, view.prose || "Nothing has happened yet."));
  }
  if (keys.length !== shown.length) byId("log-list").scrollTop = byId("log-list").scrollHeight;
  shown = keys;
}

function entry({ number, round_no, line, told }) {
  return h("li", { "data-round": round_no }, h("span", { class: "number" }, String(number)), h("div", {}, h("code", {}, line === "go" || !line || line.startsWith("follow ") ? "suggested turn" : line), told.map((text) => h("p", {}, text))));
}

