// Keys of the whole page. Single letters can be switched off in the settings.

import { another, choosePlan, endTurn, goOn, redo, showTab, undo } from "./actions.js";
import { tapDie } from "./asked.js";
import { byId } from "./dom.js";
import { firstRow } from "./roster.js";
import { openFights, openHelp, openShare } from "./sheets.js";
import { between, get, set } from "./store.js";
import { nextTheme } from "./theme.js";

const OFF = "foemind-no-shortcuts";

export const KEYS = [["Enter", "play the suggested turn; the usual answer to a question"], ["N", "another suggestion"], ["1 … 9", "that suggestion; what a die shows, 0 is 10"], ["H", "by hand, and back"], ["X", "end the turn"],
  ["U Y", "undo, redo (also Ctrl+Z, Ctrl+Shift+Z)"], ["/", "to the line"], ["M", "to the map: Tab goes from token to token, Shift+Tab back to doors and lamps"], ["← ↑ ↓ →", "move the token that has the focus; Enter puts it there, Alt+Enter by the Judge's word, Esc leaves it"],
  ["R", "to the roster"], ["L", "to the log"], ["E", "set right: dragging never walks"], ["S", "share and save"], ["F", "fights"], ["D", "dark, light, as the system"], ["?", "these keys"], ["Esc", "close, or leave a choice"]];

/** Whether single letters are shortcuts; with an argument it is set. */
export function shortcuts(on) {
  if (on !== undefined) on ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1");
  return !localStorage.getItem(OFF);
}

const DO = {
  n: another, u: undo, y: redo, e: () => set({ edit: !get().edit }), s: openShare, f: openFights, d: nextTheme, "?": openHelp, "/": () => byId("line")?.focus(),
  m: () => document.querySelector(".token")?.focus(), r: firstRow, l: () => byId("log-list")?.focus(), x: endTurn,
  h: () => between() && showTab(get().tab === "hand" ? "suggest" : "hand"),
};

export function listenKeys() {
  document.addEventListener("keydown", (event) => {
    if (byId("sheet").open) return;
    const typing = event.target.matches("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      return event.shiftKey ? redo() : undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (typing) event.target.blur();
      return set({ act: null, ghost: null, fault: null });
    }
    if (typing || !get().view) return;
    if (event.key === "Enter" && !event.target.closest("button, a, summary")) return goOn();
    if (!shortcuts()) return;
    if (/^[0-9]$/.test(event.key)) return get().view.need.kind === "dice" ? tapDie(Number(event.key) || 10) : choosePlan(Number(event.key) - 1);
    const action = DO[event.key.toLowerCase()];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  document.addEventListener("mousedown", keepFocus);
}

/** A click on a button leaves the focus where it was, else the next Enter would press it again instead of going on; what is being typed is sent as ever. */
function keepFocus(event) {
  const typing = document.activeElement.matches("input:not(#line), textarea, select");
  if (!typing && !byId("sheet").open && event.target.closest("button")) event.preventDefault();
}
