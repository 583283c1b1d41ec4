// The bar at the top: the fight, back and forth, what opens a sheet.

import { redo, undo } from "./actions.js";
import { byId, h, icon, redraw } from "./dom.js";
import { openFights, openHelp, openSettings, openShare } from "./sheets.js";
import { get, set } from "./store.js";

export function drawTop() {
  const { view, edit, busy } = get();
  const button = (name, label, key, action, more = {}) => h("button", { type: "button", class: "tool", "data-key": `top-${name}`, title: key ? `${label} (${key})` : label, "aria-label": label, onclick: action, ...more }, icon(name), h("span", {}, label));
  redraw(byId("top"),
    h("a", { class: "brand", href: "/", onclick: (event) => { event.preventDefault(); openFights(); }, "aria-label": "Foemind: fights" }, h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }), h("b", {}, "Foemind")),
    view && h("div", { class: "title" }, h("h1", {}, view.title), view.objective && h("p", { class: "small" }, view.objective)),
    h("nav", { "aria-label": "Tools" },
      view && [button("undo", "Undo", "U", undo, { disabled: busy || !view.undo }), button("redo", "Redo", "Y", redo, { disabled: busy || !view.redo }),
        button("edit", "Set right", "E", () => set({ edit: !edit }), { "aria-pressed": String(edit) }), button("share", "Share", "S", openShare)],
      button("fights", "Fights", "F", openFights), button("gear", "Settings", "", openSettings), button("help", "Keys", "?", openHelp)));
}
