// Making elements, and redrawing a part of the page without losing the focus in it.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** Replace what stands in `root`; the element with the same data-key keeps the focus and the selection. */
export function redraw(root, ...children) {
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  const key = held?.dataset?.key;
  const range = held && "selectionStart" in held ? [held.selectionStart, held.selectionEnd] : null;
  const typed = held?.matches("input:not([type=checkbox]):not([type=file]), textarea") && !("draft" in held.dataset) ? held.value : null; // not yet sent: it stays
  const top = root.scrollTop;
  root.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  root.scrollTop = top;
  if (!key) return;
  const again = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typed !== null) again.value = typed;
  if (range && range[0] !== null && again.setSelectionRange) {
    try { again.setSelectionRange(...range); } catch { /* a number field has no selection */ }
  }
}

export const byId = (id) => document.getElementById(id);

/** Have a screen reader say something. */
export function voice(text) {
  byId("voice").textContent = text;
}

let hiding = 0;
/** A short notice at the bottom, with an action that can be taken, such as Undo. */
export function toast(text, label, action) {
  const node = byId("toast");
  node.replaceChildren(text, ...(label ? [h("button", { type: "button", class: "link", onclick: () => { node.classList.remove("shown"); action(); } }, label)] : []));
  node.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => node.classList.remove("shown"), 6000);
}

/** Name of a square: a1 is the top left, aa follows z. */
export function squareName([x, y]) {
  return (x < 26 ? String.fromCharCode(97 + x) : String.fromCharCode(96 + Math.floor(x / 26)) + String.fromCharCode(97 + (x % 26))) + (y + 1);
}

/** [x, y] of a square's name, or null. */
export function squareOf(name) {
  const found = /^([a-z]{1,2})([0-9]{1,2})$/.exec(name);
  if (!found) return null;
  const letters = found[1];
  const x = letters.charCodeAt(letters.length - 1) - 97 + (letters.length === 2 ? 26 * (letters.charCodeAt(0) - 96) : 0);
  return [x, Number(found[2]) - 1];
}

export const percent = (p) => (p > 0 && p < 0.005 ? "<1 %" : p < 1 && p >= 0.995 ? ">99 %" : `${Math.round(100 * p)} %`);
/** A sentence in which numbers and their signs stay on one line. */
export const kept = (text) => text.replace(/(\d) (%)/g, "$1\u00a0$2");
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
export const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3", redo: "m15 7 5 5-5 5m5-5H10a5 5 0 0 0 0 10h3", share: "M12 15V3m-4 4 4-4 4 4M5 13v7h14v-7",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 2v3m0 14v3M4.9 4.9 7 7m10 10 2.1 2.1M2 12h3m14 0h3M4.9 19.1 7 17M17 7l2.1-2.1", help: "M9 9a3 3 0 1 1 4 3c-.8.4-1 1-1 2m0 3.5v.1M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20Z",
  edit: "m4 20 1-5L16 4l4 4L9 19l-5 1Z", fights: "M4 5h16M4 12h16M4 19h16", plus: "M12 5v14M5 12h14", minus: "M5 12h14", fit: "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5", check: "m5 13 4 4L19 7", next: "m9 6 6 6-6 6",
};
export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
