// Questions in the middle of a line: dice, and choices.

import { say } from "./actions.js";
import { h, percent } from "./dom.js";
import { get, named, set } from "./store.js";

let faces = []; // dice tapped so far
let facesOf = "";

/** Dice: tapped one by one, said as a result, or rolled by the server. */
export function dicePanel(view) {
  const [n, sides] = view.need.dice;
  const asked = `${view.id} ${view.version}`;
  if (facesOf !== asked) [faces, facesOf] = [[], asked];
  if (sides === 2) {
    return h("div", { class: "asked" }, h("p", { class: "ask" }, view.need.text), h("div", { class: "buttons" }, answer("companions", "Companions"), answer("enemies", "Enemies"), answer("", "Toss it for me", "primary")));
  }
  const pad = Array.from({ length: sides }, (_, i) => h("button", { type: "button", class: "die", "data-key": `die-${i + 1}`, onclick: () => tapDie(i + 1) }, String(i + 1)));
  const shown = Array.from({ length: n }, (_, i) => h("span", { class: faces[i] ? "slot full" : "slot" }, faces[i] ? String(faces[i]) : "·"));
  return h("div", { class: "asked" }, h("p", { class: "ask" }, view.need.text),
    h("div", { class: "slots", "aria-label": `${faces.length} of ${n} dice entered` }, shown, faces.length > 0 && h("button", { type: "button", class: "quiet", "data-key": "unroll", onclick: () => { faces = faces.slice(0, -1); set({}); } }, "Back")),
    h("div", { class: "pad", role: "group", "aria-label": "What the dice show" }, pad),
    h("div", { class: "buttons" }, answer("", "Roll for me", "primary"), view.need.named && [answer("miss", "Fail"), answer("hit", "Conflict"), answer("triumph", "Triumph")]));
}

/** One more die is said by what it shows, with a tap or a key; the last one sends all. A face that it has not is left out. */
export function tapDie(face) {
  const { view } = get();
  const [n, sides] = view.need.dice || [0, 0];
  if (face > sides || sides === 2 || faces.length === n) return;
  faces = [...faces, face];
  if (faces.length < n) return set({});
  say(faces.join(" ")).then((taken) => {
    if (taken) return;
    faces = [];
    set({});
  });
}

/** A choice among words, squares or combatants; what goes without saying stands first. */
export function choicePanel(view) {
  const { options, default: usual } = view.need;
  const words = [...options].sort((a, b) => (b === usual) - (a === usual)).filter((word) => word !== "…");
  return h("div", { class: "asked" }, h("p", { class: "ask" }, view.need.text),
    h("div", { class: "buttons wrap" }, words.map((word) => answer(word === usual ? "" : named(word)?.phrase || word, sentence(word), word === usual ? "primary" : ""))),
    advised(),
    usual && h("p", { class: "small" }, `Enter: ${usual}`));
}

/** What each answer is worth, where the monsters are asked. */
function advised() {
  const answers = get().advice?.answers || [];
  return answers.length > 1 && h("table", { class: "keys answers" }, h("caption", {}, "What it is worth"), h("tbody", {}, answers.map((one) => h("tr", {}, h("th", { scope: "row" }, one.text, one.odds && h("small", {}, one.odds)), h("td", {}, `${percent(one.win_after)} to win`)))));
}

const sentence = (word) => (/^d\d+$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)); // a die stays a d6
const answer = (line, label, kind = "") => h("button", { type: "button", class: kind, "data-key": `answer-${label}`, disabled: get().busy, onclick: () => say(line) }, label);
