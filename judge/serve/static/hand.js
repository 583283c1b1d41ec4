// A turn by hand: who, where to, what, on whom. Every click is a line that could be typed.

import { chooseAct, doAct, endTurn, letPlay, pick } from "./actions.js";
import { h, plural } from "./dom.js";
import { get, set, someone } from "./store.js";

export function handPanel() {
  const { view, picked, acts } = get();
  if (picked === null) return h("div", { class: "asked" }, h("p", { class: "ask" }, "Who acts?"), chooser(view));
  const c = someone(picked);
  return h("div", { class: "asked" },
    h("div", { class: "card-head" }, h("span", { class: `coin ${c.side}` }, c.letter), h("div", {}, h("h3", {}, c.name), h("p", { class: "small" }, acts ? `${plural(acts.points, "action point")}, ${plural(acts.move_points, "movement point")}` : "…"))),
    acts && [steps(), actList(acts), h("div", { class: "buttons do" },
      view.turn_of === picked && h("button", { type: "button", class: "primary", "data-key": "end", onclick: endTurn }, "End the turn", h("kbd", {}, "X")),
      h("button", { type: "button", "data-key": "let-play", onclick: letPlay }, "Play for them"),
      view.turn_of === null && h("button", { type: "button", class: "quiet", "data-key": "nobody", onclick: () => set({ picked: null, acts: null, act: null }) }, "Somebody else"))]);
}

function chooser(view) {
  const ready = view.combatants.filter((c) => c.ready);
  return h("div", { class: "choosers" }, ready.map((c) => h("button", { type: "button", "data-key": `who-${c.slot}`, class: "chooser", onclick: () => pick(c.slot) }, h("span", { class: `coin ${c.side}` }, c.letter), h("span", {}, c.name, h("small", {}, `vigor ${c.vigor}/${c.max_vigor}`)))));
}

function steps() {
  const { act, acts } = get();
  const hint = act ? (act.targets.length ? `${act.name}: on whom?` : `${act.name}: click a square.`) : acts.reach.length ? "Click a square to walk there, or choose a deed." : "Choose a deed.";
  return h("p", { class: "ask", role: "status" }, hint);
}

const TITLES = { deed: "Deeds", maneuver: "Maneuvers", action: "Actions" };

function actList(acts) {
  const { act } = get();
  if (act) return targetList(act);
  return Object.entries(TITLES).map(([kind, title]) => {
    const all = acts.acts.filter((one) => one.kind === kind);
    const able = all.filter((one) => !one.why);
    const unable = all.filter((one) => one.why);
    if (!all.length) return null;
    return h("section", { class: "acts" }, h("h3", {}, title),
      able.length > 0 && h("div", { class: "buttons wrap" }, able.map((one) => h("button", { type: "button", "data-key": `act-${one.line}`, onclick: () => chooseAct(one) }, one.name, one.targets.length > 0 && h("small", {}, ` ${one.targets.length}`)))),
      unable.length > 0 && h("details", { class: "notes" }, h("summary", {}, able.length ? `Not now (${unable.length})` : `None now (${unable.length})`), h("ul", {}, unable.map((one) => h("li", {}, h("b", {}, one.name), `: ${one.why}`)))));
  });
}

function targetList(act) {
  const { extra } = get();
  const stepper = act.extra > 0 && h("div", { class: "stepper", role: "group", "aria-label": "Extra points" }, h("span", {}, "Extra points"),
    Array.from({ length: act.extra + 1 }, (_, n) => h("button", { type: "button", "data-key": `extra-${n}`, "aria-pressed": String(n === extra), onclick: () => set({ extra: n }) }, String(n))));
  return [stepper,
    h("div", { class: "choosers" }, act.targets.map((slot) => someone(slot)).map((c) => h("button", { type: "button", class: "chooser", "data-key": `target-${c.slot}`, onclick: () => doAct(act, c.phrase) }, h("span", { class: `coin ${c.side}` }, c.letter), h("span", {}, c.name, h("small", {}, `vigor ${c.vigor}/${c.max_vigor}`))))),
    h("div", { class: "buttons" }, act.alone && h("button", { type: "button", class: "primary", "data-key": "alone", onclick: () => doAct(act, "") }, "Do it"), h("button", { type: "button", class: "quiet", "data-key": "not-that", onclick: () => set({ act: null, extra: 0 }) }, "Something else"))];
}
