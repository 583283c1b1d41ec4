// The card of a suggested turn, and its alternatives.

import { another, choosePlan, playPlan, showTab, suggest } from "./actions.js";
import { h, icon, kept, percent } from "./dom.js";
import { get, isMonster, someone } from "./store.js";

export function planPanel() {
  const { plans, at, thinking, advice } = get();
  const plan = plans[at];
  if (!plan) {
    if (thinking) return h("div", { class: "thinking", role: "status" }, h("span", { class: "spinner" }), "Thinking …");
    return h("div", { class: "asked" }, h("p", {}, "No suggestion yet."), h("button", { type: "button", "data-key": "ask", onclick: () => suggest() }, "Ask for one"));
  }
  return [card(plan, advice),
    h("div", { class: "buttons do" },
      h("button", { type: "button", class: "primary", "data-key": "play", onclick: playPlan }, isMonster() ? "Play it" : "Play it for them", h("kbd", {}, "↵")),
      h("button", { type: "button", "data-key": "another", onclick: another }, thinking ? "Thinking …" : "Another", h("kbd", {}, "N")),
      h("button", { type: "button", class: "quiet", "data-key": "by-hand", onclick: () => showTab("hand") }, "By hand", icon("next"))),
    alternatives()];
}

const PURPOSE = { strike: "strikes", finish: "finishes somebody", hinder: "hinders", help: "helps its side", heal: "heals", objective: "goes for the objective", defend: "defends", withdraw: "withdraws", approach: "comes closer", wait: "waits" };

function card(plan, advice) {
  const who = someone(plan.who);
  return h("article", { class: `card ${who.side}`, "aria-label": `${who.name}'s turn` },
    h("div", { class: "card-head" }, h("span", { class: `coin ${who.side}` }, who.letter),
      h("div", { class: "card-name" }, h("h3", {}, who.name), h("p", { class: "small" }, `${PURPOSE[plan.purpose]}${plan.own ? `, ${advice.agent}'s own choice` : ""}`)),
      h("p", { class: "chance", title: "Win chance of its side, before and after the turn" }, h("small", {}, "to win"), h("b", {}, percent(plan.win_after)), h("small", {}, `from ${percent(plan.win_before)}`))),
    h("p", { class: "gist-line" }, gist(plan)),
    h("p", { class: "reason" }, sentence(plan.reason)),
    plan.odds.length > 0 && oddsList(plan.odds),
    results(plan),
    h("ol", { class: "steps", "aria-label": "Step by step" }, plan.sentences.map((text) => h("li", {}, kept(brief(text))))),
    plan.read_aloud && h("blockquote", {}, plan.read_aloud),
    h("details", { class: "notes" }, h("summary", {}, "Risk, and what this rests on"), h("p", {}, riskText(plan)), [...advice.notes, ...advice.why_not.map((why) => `Not possible: ${why}.`)].map((note) => h("p", {}, note))));
}

/** A step without its odds, which stand in the table below. */
const brief = (text) => text.replace(/: (?:under |over )?\d+ % fail.*$/, ".");
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");

function riskText(plan) {
  const drops = plan.targets.filter((t) => t.foe && t.drops >= 0.005).map((t) => `${someone(t.who).name} drops in ${percent(t.drops)}`);
  const own = `It loses ${Math.max(0, plan.risk_loses).toFixed(1)} vigor until its next turn${plan.risk_drops > 0 ? ` and drops in ${percent(plan.risk_drops)}` : ""}.`;
  return `${drops.length ? `${drops.join(", ")}. ` : ""}${own}`;
}

/** What to do on each result of the main roll. */
function results(plan) {
  const rows = [["fail", "Fail", plan.on_fail], ["conflict", "Conflict", plan.on_conflict], ["triumph", "Triumph", plan.on_triumph]].filter(([, , text]) => text);
  return rows.length > 0 && h("dl", { class: "results" }, rows.map(([kind, label, text]) => [h("dt", { class: kind }, label), h("dd", {}, kept(text))]));
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

function alternatives() {
  const { plans, at, advice } = get();
  const row = (key, shown, slot, text, more, props) => h("li", {}, h("button", { type: "button", "data-key": key, ...props }, h("kbd", {}, shown), h("span", { class: `coin small ${someone(slot).side}` }, someone(slot).letter), h("span", { class: "gist" }, text), h("span", { class: "small" }, more)));
  const asked = new Set(plans.map((plan) => plan.who));
  const rows = plans.map((plan, n) => row(`plan-${n}`, n < 9 ? String(n + 1) : "", plan.who, gist(plan), percent(plan.win_after), { class: "alternative", "aria-pressed": String(n === at), onclick: () => choosePlan(n) }));
  const movers = advice.movers.filter(({ who }) => !asked.has(who)).map((mover) => row(`mover-${mover.who}`, "?", mover.who, `${someone(mover.who).name}'s turn`, percent(mover.win_after), { class: "alternative unasked", title: mover.reason, onclick: () => suggest(mover.who) }));
  return rows.length + movers.length > 1 && h("section", { class: "alternatives" }, h("h3", {}, "Alternatives"), h("ol", {}, rows, movers));
}

/** A plan in a few words: who, what, on whom. */
function gist(plan) {
  const who = someone(plan.who).name;
  const deeds = [...new Set(plan.odds.map((roll) => roll.title))];
  const end = plan.way.length ? `; ends on ${plan.mark.split("|")[2]}` : "";
  return deeds.length ? `${deeds.join(", ")} on ${[...new Set(plan.odds.map((roll) => roll.on))].join(", ")}${end}` : `${who} ${PURPOSE[plan.purpose]}${end}`;
}
