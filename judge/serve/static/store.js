// What the page knows, in one place. `set` changes it and redraws what listens.

const state = {
  about: null, // what the server offers
  view: null, // the table, as the server says it is
  plans: [], // suggestions for this version of the table, the first is the agent's pick
  at: 0, // which of them is shown
  advice: null, // what came with them: who could act, notes, answers to a question
  left: 0, // clearly different plans beyond these
  thinking: false,
  tab: "suggest", // or "hand"
  edit: false, // whether dragging sets right instead of walking
  picked: null, // slot of the combatant that is chosen by hand
  acts: null, // what it can do
  act: null, // the action that waits for whom or where
  extra: 0,
  opened: null, // slot whose row of the roster is open
  ghost: null, // {slot, square}: where a token is about to be put
  fault: null, // the last refusal
  busy: false,
};
const listeners = [];
let waiting = false;

export const get = () => state;

export function set(patch) {
  Object.assign(state, patch);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    for (const listener of listeners) listener(state);
  });
}

export const listen = (listener) => listeners.push(listener);

export const someone = (slot) => state.view?.combatants.find((c) => c.slot === slot);
export const named = (name) => state.view?.combatants.find((c) => c.name.toLowerCase() === name.toLowerCase());
/** Whether the square option of a question is meant: its squares by name. */
export const between = () => state.view && state.view.need.kind === "turn" && !state.view.pending;
export const isMonster = () => state.view?.need.side === "enemies";
export const shownPlan = () => (state.tab === "suggest" && between() ? state.plans[state.at] : undefined);
