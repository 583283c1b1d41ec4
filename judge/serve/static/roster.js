// Everybody in the fight, with vigor, states and points to set right.

import { edit, pick, suggest } from "./actions.js";
import { byId, h, redraw } from "./dom.js";
import { between, get, set } from "./store.js";

let drawn = []; // what the roster shows: it is left alone while nothing of that changes, and with it an open list

export function drawRoster() {
  const { view, opened } = get();
  if (!view || (drawn[0] === view && drawn[1] === opened)) return;
  drawn = [view, opened];
  redraw(byId("roster"), ["companions", "enemies"].map((side) => {
    const all = view.combatants.filter((c) => c.side === side);
    return all.length > 0 && h("section", { class: side }, h("h2", {}, side === "enemies" ? "Enemies" : "Companions", h("span", { class: "count" }, standing(all))), h("ul", {}, all.map(row)));
  }));
}

const standing = (all) => `${all.filter((c) => c.status === "standing").length} of ${all.length}`;

function row(c) {
  const { opened, view } = get();
  const open = opened === c.slot;
  const notes = [c.condition, c.ties].filter(Boolean).join(", ");
  return h("li", { class: ["member", c.acted ? "acted" : "", c.status !== "standing" ? "out" : "", view.turn_of === c.slot ? "on-turn" : "", open ? "open" : ""].join(" ") },
    h("button", { type: "button", class: "member-head", "data-key": `row-${c.slot}`, "aria-expanded": String(open), "aria-label": `${c.name}, ${c.text}`, onclick: () => set({ opened: open ? null : c.slot }) },
      h("span", { class: `coin ${c.side}` }, c.letter),
      h("span", { class: "member-name" }, c.name, notes && h("small", {}, notes)),
      h("span", { class: "vigor-text" }, h("b", {}, String(c.vigor)), `/${c.max_vigor}`),
      meter(c)),
    c.states.length > 0 && h("div", { class: "chips" }, c.states.map((s) => h("span", { class: "chip" }, s.name, h("b", {}, String(s.potency))))),
    open && details(c));
}

function meter(c) {
  const share = Math.max(0, Math.min(1, c.vigor / c.max_vigor));
  const fill = h("span", { class: c.condition === "bloodied" ? "low" : "" });
  fill.style.width = `${Math.round(100 * share)}%`;
  return h("span", { class: "meter", "aria-hidden": "true" }, fill);
}

function details(c) {
  const { view, about } = get();
  const set_ = (what, value, told) => edit(`${what} ${c.key} ${value}`, told);
  const gone = c.status === "dead" || c.status === "gone";
  if (gone) return h("p", { class: "small details" }, `${c.name} is ${c.status}; only undo brings it back.`);
  const turn = view.turn_of === c.slot;
  return h("div", { class: "details" },
    numberRow(c, "vigor", "Vigor", c.vigor, [-5, -1, 1, 5], (n) => set_("vigor", n, `${c.name}: vigor ${n}.`)),
    numberRow(c, "focus", "Focus", c.focus, [-1, 1], (n) => set_("focus", Math.max(0, n), `${c.name}: focus ${n}.`)),
    turn && numberRow(c, "points", "Action points", c.points, [-1, 1], (n) => set_("points", Math.max(0, n), `${c.name}: ${n} action points.`)),
    h("div", { class: "states" }, c.states.map((s) => potencyRow(c, s, set_)), stateAdder(c, about.states, view.combatants)),
    h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": `acted-${c.slot}`, checked: c.acted, disabled: turn, onchange: (event) => set_("acted", event.target.checked ? "yes" : "no", `${c.name}: ${event.target.checked ? "has acted" : "can act"}.`) }), "Has acted this round"),
    h("div", { class: "buttons wrap" },
      between() && c.ready && h("button", { type: "button", "data-key": `hand-${c.slot}`, onclick: () => pick(c.slot) }, "Its turn"),
      between() && c.ready && c.side === "enemies" && h("button", { type: "button", "data-key": `suggest-${c.slot}`, onclick: () => { set({ tab: "suggest" }); suggest(c.slot); } }, "Suggest"),
      h("button", { type: "button", class: "danger", "data-key": `kill-${c.slot}`, onclick: () => set_("kill", "", `${c.name} is dead.`) }, "Dies"),
      h("button", { type: "button", class: "quiet", "data-key": `gone-${c.slot}`, onclick: () => set_("remove", "", `${c.name} has left.`) }, "Leaves")));
}

function numberRow(c, what, label, value, steps, put) {
  const key = `${what}-${c.slot}`;
  const input = h("input", { type: "number", "data-key": key, value: String(value), "aria-label": `${label} of ${c.name}`, onchange: (event) => event.target.value !== "" && put(Math.round(Number(event.target.value))) });
  const step = (n) => h("button", { type: "button", class: "step", "data-key": `${key}${n}`, "aria-label": `${label} ${n > 0 ? "plus" : "minus"} ${Math.abs(n)}`, onclick: () => put(Math.min(what === "vigor" ? c.max_vigor : 99, value + n)) }, n > 0 ? `+${n}` : `−${-n}`);
  return h("div", { class: "number-row" }, h("span", {}, label), h("div", { class: "steps-row" }, steps.filter((n) => n < 0).map(step), input, steps.filter((n) => n > 0).map(step)));
}

const needsTaunter = (name) => name === "taunted";
const taunter = (c, all) => all.find((o) => o.side !== c.side && o.status === "standing");

function potencyRow(c, { name, potency }, put) {
  const { view } = get();
  const line = (n) => put("state", `${name} ${n}${n && needsTaunter(name) ? ` ${taunter(c, view.combatants)?.key || ""}` : ""}`, n ? `${c.name}: ${name} ${n}.` : `${c.name}: ${name} ended.`);
  const button = (label, n, what) => h("button", { type: "button", class: "step", "data-key": `${name}-${c.slot}-${label}`, "aria-label": `${name} ${what}`, onclick: () => line(n) }, label);
  return h("div", { class: "state-row" }, h("span", {}, name), h("b", {}, String(potency)), button("−", potency - 1, "less"), button("+", potency + 1, "more"), button("×", 0, "ends"));
}

function stateAdder(c, states, all) {
  const have = new Set(c.states.map((s) => s.name));
  const choose = (event) => {
    const name = event.target.value;
    const by = needsTaunter(name) ? ` ${taunter(c, all)?.key || ""}` : "";
    if (name) edit(`state ${c.key} ${name} 1${by}`, `${c.name}: ${name} 1.`);
  };
  return h("select", { "data-key": `state-${c.slot}`, "aria-label": `Add a state to ${c.name}`, onchange: choose }, h("option", { value: "" }, "Add a state …"), states.filter((name) => !have.has(name)).map((name) => h("option", { value: name }, name)));
}

export const firstRow = () => byId("roster").querySelector(".member-head")?.focus();
