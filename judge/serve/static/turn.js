// The right column: what the table waits for, and all ways to answer it.

import { goOn, say, showTab, undo } from "./actions.js";
import { byId, h, redraw } from "./dom.js";
import { choicePanel, dicePanel } from "./asked.js";
import { handPanel } from "./hand.js";
import { between, get } from "./store.js";
import { planPanel } from "./plan.js";

const drafts = "foemind-line-";
export const draft = {
  read: () => sessionStorage.getItem(drafts + get().view.id) || "",
  write: (text) => sessionStorage.setItem(drafts + get().view.id, text),
};

export function drawTurn() {
  const { view, fault } = get();
  if (!view) return;
  redraw(byId("turn"), heading(view), fault && faultBox(fault), body(view), lineForm(view));
}

function heading(view) {
  const side = view.need.side;
  const who = view.need.kind === "over" ? "The fight is over" : side === "enemies" ? "The enemies" : side === "companions" ? "The companions" : "The coin";
  return h("header", { class: `now ${side || "none"}` }, h("span", { class: "round-no" }, view.round_no ? `Round ${view.round_no}` : "Before the fight"), h("h2", {}, who), between() && tabs());
}

function tabs() {
  const { tab } = get();
  const one = (name, label) => h("button", { type: "button", role: "tab", "data-key": `tab-${name}`, "aria-selected": String(tab === name), onclick: () => showTab(name) }, label);
  return h("div", { class: "tabs", role: "tablist", "aria-label": "How the turn is made" }, one("suggest", "Suggestion"), one("hand", "By hand"));
}

function faultBox({ text, more }) {
  return h("div", { class: "fault", role: "alert" }, h("p", {}, text), more?.length > 0 && h("ul", {}, more.map((line) => h("li", {}, line))));
}

function body(view) {
  if (view.need.kind === "over") return h("div", { class: "scroll" }, h("p", { class: "ask" }, view.need.text), h("p", {}, "Undo takes the last line back; Fights begins another."));
  if (view.pending || !between()) return h("div", { class: "scroll" }, soFar(view), view.need.kind === "dice" ? dicePanel(view) : choicePanel(view));
  return h("div", { class: "scroll", role: "tabpanel", "aria-label": get().tab === "hand" ? "By hand" : "Suggestion" }, get().tab === "hand" ? handPanel() : planPanel());
}

/** What the line that waits has led to so far. */
function soFar(view) {
  if (!view.pending || view.pending.line === "begin") return null;
  return h("div", { class: "so-far" }, h("p", {}, view.pending.told.join(" ")),
    h("button", { type: "button", class: "quiet", "data-key": "take-back", onclick: undo }, "Take the line back"));
}

/** What a line could say here. */
function hint({ kind, dice, named }) {
  if (kind === "turn") return "ren c4, strike gnasher 7 9";
  if (kind === "choice") return "your answer";
  if (dice[1] === 2) return "companions or enemies";
  const shown = Array.from({ length: dice[0] }, (_, n) => 1 + ((6 + 2 * n) % dice[1])).join(" ");
  return named ? `${shown}, a total, or hit` : shown;
}

function lineForm(view) {
  if (view.need.kind === "over") return null;
  const input = h("input", { id: "line", "data-key": "line", "data-draft": true, name: "line", autocomplete: "off", spellcheck: "false", maxlength: 2000, placeholder: hint(view.need), value: draft.read(), "aria-label": `A line. ${view.need.text}`, oninput: (event) => draft.write(event.target.value) });
  const send = async (event) => {
    event.preventDefault();
    const line = byId("line").value.trim();
    if (!line) return goOn();
    draft.write("");
    if (!(await say(line))) {
      draft.write(line);
      drawTurn();
    }
  };
  return h("form", { class: "line", onsubmit: send }, h("label", { class: "small", for: "line" }, "Or in a line"), input, h("button", { type: "submit", "data-key": "send" }, "Do it"));
}
