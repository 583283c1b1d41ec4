// Everything that the page can do to a table. Each sends a line, as it could be typed, and shows what the server answers.

import { call } from "./api.js";
import { byId, same, squareName, toast, voice } from "./dom.js";
import { between, get, isMonster, set, someone } from "./store.js";

const at = (rest = "") => `/tables/${get().view.id}${rest}`;

/** Show a table. Whatever waited for another position is dropped. */
function show(view, told = true) {
  const { tab, view: before } = get();
  const turn = view.need.kind === "turn" && !view.pending;
  const goesOn = before?.id === view.id && (!turn || (view.turn_of !== null && before.turn_of === view.turn_of));
  const picked = turn ? view.turn_of : null;
  const usual = view.need.side === "companions" ? "hand" : "suggest";
  set({ view, plans: [], at: 0, advice: null, left: 0, acts: null, act: null, extra: 0, picked, ghost: null, fault: null, tab: goesOn ? tab : usual });
  document.title = `${view.title} · Foemind`;
  byId("offline").hidden = true;
  if (told && view.told.length) voice(view.told.join(" "));
  if (picked !== null && get().tab === "hand") pick(picked);
  if ((turn && get().tab === "suggest") || (view.need.kind === "choice" && view.need.side === "enemies")) suggest();
}

let last = Promise.resolve();

/**
 * Run a request after those before it; a refusal is shown and nothing is lost. Whether it went through. One that was meant for an earlier version,
 * such as the second click of two, is left out.
 */
function attempt(work, version = null) {
  const now = last.then(() => run(work, version));
  last = now.catch(() => {});
  return now;
}

async function run(work, version) {
  if (version !== null && version !== get().view?.version) return false;
  set({ busy: true, fault: null });
  try {
    await work();
    return true;
  } catch (error) {
    if (error.status === undefined) throw error;
    if (error.status === 409) await refresh();
    if (error.status === 0) {
      byId("offline").textContent = error.message;
      byId("offline").hidden = false;
    }
    set({ fault: { text: error.message, more: error.more } });
    return false;
  } finally {
    set({ busy: false });
  }
}

export async function refresh() {
  if (!get().view) return;
  const view = await call("GET", at());
  if (view.version !== get().view.version) show(view, false);
}

export const open = (id) => attempt(async () => {
  show(await call("GET", `/tables/${id}`), false);
  location.hash = id;
});

export const begin = (fight, path = "/tables") => attempt(async () => {
  const view = await call("POST", path, fight);
  show(view, false);
  location.hash = view.id;
});

const send = async (line) => show(await call("POST", at("/line"), { line, version: get().view.version }));
/** Say a line, an answer or an edit, to the table as it is shown. */
export const say = (line) => attempt(() => send(line), get().view.version);
export const undo = () => attempt(async () => get().view?.undo && show(await call("POST", at("/undo"), { version: get().view.version })));
export const redo = () => attempt(async () => get().view?.redo && show(await call("POST", at("/redo"), { version: get().view.version })));
export const setOptions = (options) => attempt(async () => show(await call("POST", at("/options"), { ...options, version: get().view.version })));

/** Set right by the Judge's word, with a way back. told: what to say then, or a function of that. */
export async function edit(line, told) {
  if (get().view.pending) return set({ fault: { text: "A question waits: answer it, or take the line back, and then set right.", more: [] } });
  if (await say(line)) toast(typeof told === "function" ? told() : told, "Undo", undo);
}

/** A door is opened or closed, a light is lit or put out. */
export async function turnThing(thing) {
  const now = () => get().view.board.things.find((one) => one.name === thing.name && same(one.squares[0], thing.squares[0]));
  await edit(thing.turn.line, () => `${thing.name}, ${squareName(thing.squares[0])}: now ${now().text.split(",")[0]}.`);
}

// -- suggestions ---------------------------------------------------------------------------------------------------------
/** Ask for plans: for who goes best next, for one combatant, or others than those given (`exclude`, their marks). */
export async function suggest(who = null, exclude = []) {
  const { view } = get();
  set({ thinking: true });
  try {
    const advice = await call("POST", `/tables/${view.id}/suggest`, { who, exclude, top: exclude.length ? 1 : 3, version: view.version });
    if (get().view.version !== view.version) return;
    const { plans: before, advice: first } = get();
    const plans = [...before, ...advice.plans];
    set({ plans, at: before.length, left: advice.left, advice: first && who !== null ? { ...advice, movers: first.movers } : advice });
    if (plans.length) voice(`Suggested: ${someone(plans[get().at].who).name}. ${plans[get().at].sentences.join(" ")}`);
  } catch (error) {
    if (error.status === undefined) throw error;
    if (get().view.version === view.version) set({ fault: { text: error.message, more: [] }, left: 0 });
  } finally {
    set({ thinking: false });
  }
}

/** The next alternative: one that is there already, else another plan for the same one, else the turn of the next one who could act. */
export function another() {
  const { plans, at: now, advice, left, thinking } = get();
  if (thinking || !plans.length) return;
  const who = plans[plans.length - 1].who;
  const mover = advice.movers.find((one) => !plans.some((plan) => plan.who === one.who));
  if (now + 1 < plans.length) set({ at: now + 1 });
  else if (left) suggest(who, plans.filter((plan) => plan.who === who).map((plan) => plan.mark));
  else if (mover) suggest(mover.who);
  else set({ at: 0 });
}

export function choosePlan(index) {
  if (index < get().plans.length) set({ at: index, tab: "suggest" });
}

export function playPlan() {
  const plan = get().plans[get().at];
  if (plan && between()) say(plan.line);
}

export function showTab(tab) {
  set({ tab, act: null });
  if (tab === "suggest" && !get().plans.length && between()) suggest();
  if (tab === "hand" && get().picked === null && get().view.turn_of !== null) pick(get().view.turn_of);
}

// -- by hand -------------------------------------------------------------------------------------------------------------
/** Choose who acts, or on whom, by a click on a token. */
export async function pick(slot) {
  const { view, act, acts } = get();
  const chosen = someone(slot);
  if (act && act.targets.includes(slot)) return doAct(act, chosen.phrase);
  if (view.need.kind === "choice" && view.need.options.includes(chosen.name)) return say(chosen.phrase);
  if (!between() || !(chosen.ready || view.turn_of === slot)) return set({ opened: slot });
  set({ picked: slot, tab: "hand", act: null, extra: 0, opened: get().opened === null ? null : slot });
  if (acts?.who === slot) return;
  set({ acts: null });
  const found = await actsOf(slot);
  if (found && get().picked === slot && get().view.version === view.version) set({ acts: found });
}

/** What somebody can do, after all that was asked for before; null when it cannot be told. */
async function actsOf(slot) {
  let found = null;
  await attempt(async () => { found = await call("GET", at(`/acts?who=${slot}`)); }, get().view.version);
  return found;
}

async function reachOf(slot) {
  const { view, acts } = get();
  if (!between() || !(someone(slot).ready || view.turn_of === slot)) return null;
  if (acts?.who === slot) return acts;
  return actsOf(slot);
}

/** Begin an action: at once where it needs nobody, else it waits for whom or where. */
export function chooseAct(act) {
  if (act.alone && !act.targets.length && !act.squares.length) doAct(act, "");
  else set({ act: get().act === act ? null : act });
}

export function doAct(act, on) {
  const extra = get().extra ? ` extra ${Math.min(get().extra, act.extra)}` : "";
  say(`${get().acts.phrase} ${act.line} ${on}${act.extra ? extra : ""},`.replace(/ +/g, " ").replace(" ,", ","));
}

/** A click on a square: it answers a question, lays an area, is walked to, or turns the door or light on it. byWord: that in any case. */
export function clickSquare(square, byWord) {
  const { view, act, acts, picked } = get();
  const name = squareName(square);
  const thing = view.board.things.find(({ turn, squares }) => turn && squares.some((one) => same(one, square)));
  if (thing && (byWord || get().edit)) return turnThing(thing);
  if (view.need.squares && view.need.options.includes(name)) return say(name);
  if (act && act.squares.some(([x, y]) => x === square[0] && y === square[1])) return doAct(act, name);
  if (picked !== null && acts?.reach.some(({ square: [x, y] }) => x === square[0] && y === square[1])) return say(`${acts.phrase} ${name},`);
  if (thing) return turnThing(thing);
}

/** A token was put somewhere: a walk where it may act and reaches the square, else the Judge's word. */
export async function drop(slot, square, byWord) {
  const c = someone(slot);
  set({ ghost: null });
  if (!c || (c.x === square[0] && c.y === square[1])) return;
  const name = squareName(square);
  const acts = byWord || get().edit ? null : await reachOf(slot);
  if (acts?.reach.some(({ square: [x, y] }) => x === square[0] && y === square[1])) await say(`${acts.phrase} ${name},`);
  else await edit(`move ${c.key} ${name}`, `${c.name} set on ${name}.`);
}

export const endTurn = () => attempt(async () => between() && get().view.turn_of !== null && (await send("end")));
export const letPlay = () => get().picked !== null && say(get().view.turn_of === null ? `go ${someone(get().picked).phrase}` : "go");

/** Enter with nothing typed: what goes without saying here. */
export function goOn() {
  const { view, tab } = get();
  if (!view) return;
  if (view.need.kind === "dice" || (view.need.kind === "choice" && view.need.default)) say("");
  else if (between() && tab === "suggest" && isMonster()) playPlan();
}
