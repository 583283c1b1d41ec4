// The card of a suggested turn.

import { another, choosePlan, playPlan, showTab, suggest } from "./actions.js";
import { h, icon, kept, percent } from "./dom.js";
import { get, isMonster, someone } from "./store.js";

export function planPanel() {
  const { plans, at, thinking, others } = get();
  const plan = plans[at];
  if (!plan) {
    if (thinking) return h("div", { class: "thinking", role: "status" }, h("span", { class: "spinner" }), "Thinking …");
    return h("div", { class: "asked" }, h("p", {}, "No suggestion yet."), h("button", { type: "button", "data-key": "ask", onclick: () => suggest() }, "Ask for one"));
  }
  const who = someone(plan.who);
  return [
    h("article", { class: `card ${who.side}` },
      h("div", { class: "card-head" }, h("span", { class: `coin ${who.side}` }, who.letter), h("div", {}, h("h3", {}, who.name), h("p", { class: "small" }, `suggested by ${plan.agent}`))),
      h("ol", { class: "steps" }, plan.sentences.map((text) => h("li", {}, kept(text)))),
      plan.odds.length > 0 && oddsList(plan.odds),
      plan.notes.length > 0 && h("details", { class: "notes" }, h("summary", {}, "What this rests on"), plan.notes.map((note) => h("p", {}, note)))),
    h("div", { class: "buttons do" },
      h("button", { type: "button", class: "primary", "data-key": "play", onclick: playPlan }, isMonster() ? "Play it" : "Play it for them", h("kbd", {}, "↵")),
      h("button", { type: "button", "data-key": "another", disabled: thinking || plans.length + others.length < 2, onclick: another }, thinking ? "Thinking …" : "Another", h("kbd", {}, "N")),
      h("button", { type: "button", class: "quiet", "data-key": "by-hand", onclick: () => showTab("hand") }, "By hand", icon("next"))),
    alternatives(plans, at, others),
  ];
}

/** Exact odds of each roll as a bar: fail, conflict, triumph. */
function oddsList(odds) {
  return h("table", { class: "odds" }, h("caption", { class: "unseen" }, "Odds of each roll"),
    h("thead", {}, h("tr", {}, ["Roll", "Fail", "Conflict", "Triumph", "Damage"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, odds.flatMap((roll) => [
      h("tr", {}, h("th", { scope: "row" }, `${roll.title} on ${roll.on}`), [roll.fail, roll.conflict, roll.triumph].map((p) => h("td", {}, percent(p))), h("td", {}, roll.expected_damage ? roll.expected_damage.toFixed(1) : "–")),
      h("tr", { class: "bar-row", "aria-hidden": "true" }, h("td", { colspan: 5 }, bar(roll))),
      roll.reasons.length > 0 && h("tr", { class: "why-row" }, h("td", { colspan: 5 }, roll.reasons.join("; "))),
    ])));
}

function bar(roll) {
  const part = (name, share) => {
    const node = h("span", { class: name });
    node.style.flexGrow = String(Math.max(share, 0.001));
    return node;
  };
  return h("div", { class: "bar" }, part("fail", roll.fail), part("conflict", roll.conflict), part("triumph", roll.triumph));
}

function alternatives(plans, at, others) {
  const asked = new Set(plans.map((plan) => plan.who));
  const rows = plans.map((plan, index) => h("li", {}, h("button", { type: "button", "data-key": `plan-${index}`, class: "alternative", "aria-pressed": String(index === at), onclick: () => choosePlan(index) },
    h("kbd", {}, String(index + 1)), h("span", { class: `coin small ${someone(plan.who).side}` }, someone(plan.who).letter), h("span", {}, gist(plan)))));
  const more = others.filter((slot) => !asked.has(slot)).map((slot) => h("li", {}, h("button", { type: "button", "data-key": `other-${slot}`, class: "alternative unasked", onclick: () => suggest(slot) },
    h("kbd", {}, "?"), h("span", { class: `coin small ${someone(slot).side}` }, someone(slot).letter), h("span", {}, `${someone(slot).name}: ask for its turn`))));
  return rows.length + more.length > 1 && h("section", { class: "alternatives" }, h("h3", {}, "Alternatives"), h("ol", {}, rows, more));
}

/** A plan in a few words: who, what, on whom. */
function gist(plan) {
  const who = someone(plan.who).name;
  const roll = plan.odds[0];
  return roll ? `${who}: ${roll.title} on ${roll.on}` : `${who}: ${plan.sentences[0]?.replace(`${who} `, "") || "ends its turn"}`;
}
