// Dark, light, or as the system has it.

import { toast } from "./dom.js";

const KEY = "foemind-theme";
export const THEMES = [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]];

/** The theme; with an argument it is set. */
export function theme(name) {
  if (name) localStorage.setItem(KEY, name);
  const now = localStorage.getItem(KEY) || "system";
  document.documentElement.dataset.theme = now;
  return now;
}

export function nextTheme() {
  const names = THEMES.map(([name]) => name);
  const name = names[(names.indexOf(theme()) + 1) % names.length];
  theme(name);
  toast(THEMES.find(([other]) => other === name)[1]);
}
