// Tokens: drawn once each and moved; dragged with a pointer, moved with the arrow keys.

import { drop, pick } from "./actions.js";
import { squareName, svg, voice } from "./dom.js";
import { MARGIN, SIZE, squareAt } from "./map.js";
import { between, get, set, someone } from "./store.js";

const known = new Map();
let drag = null;

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function drawTokens(layer) {
  const { view } = get();
  const shown = view.combatants.filter((c) => c.status === "standing" || c.status === "defeated");
  for (const [slot, node] of known) {
    if (!shown.some((c) => c.slot === slot) || node.dataset.of !== view.id) {
      node.remove();
      known.delete(slot);
    }
  }
  for (const c of shown) {
    let node = known.get(c.slot);
    if (!node) {
      node = make(c.slot);
      node.dataset.of = view.id;
      known.set(c.slot, node);
      layer.append(node);
    }
    update(node, c);
  }
}

function make(slot) {
  const node = svg("g", { tabindex: "0", role: "button", "data-slot": slot });
  node.addEventListener("pointerdown", (event) => press(event, slot));
  node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // else a drag scrolls the page
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", () => { drag = null; set({ ghost: null }); });
  node.addEventListener("keydown", (event) => key(event, slot));
  return node;
}

function update(node, c) {
  const { view, picked, act, opened, tab } = get();
  const aimed = act?.targets.includes(c.slot) || (view.need.kind === "choice" && view.need.options.includes(c.name));
  const marks = { turn: view.turn_of === c.slot, picked: tab === "hand" && picked === c.slot, aimed, acted: c.acted, down: c.condition === "dying" || c.status === "defeated", hurt: c.condition === "bloodied", ready: c.ready, opened: opened === c.slot };
  node.setAttribute("class", `token ${c.side} ${Object.keys(marks).filter((name) => marks[name]).join(" ")}`);
  node.setAttribute("aria-label", `${c.name}, ${c.side}, ${c.text}${marks.turn ? ", its turn" : ""}${aimed ? ", can be chosen" : ""}`);
  node.style.transform = `translate(${MARGIN + c.x * SIZE}px, ${MARGIN + c.y * SIZE}px)`;
  const look = JSON.stringify([c.letter, c.size, c.vigor, c.max_vigor, c.states.length, marks]);
  if (node.look === look) return;
  node.look = look;
  node.replaceChildren(...face(c, marks));
}

function face(c, marks) {
  const wide = c.size * SIZE;
  const middle = wide / 2;
  const r = middle - 4.5;
  const share = Math.max(0, Math.min(1, c.vigor / c.max_vigor));
  const round = 2 * Math.PI * r;
  return [
    svg("rect", { x: 0, y: 0, width: wide, height: wide, class: "touch" }),
    svg("circle", { cx: middle, cy: middle, r: r + 3.5, class: "halo" }),
    svg("circle", { cx: middle, cy: middle, r, class: "body" }),
    svg("circle", { cx: middle, cy: middle, r, class: "lost" }),
    svg("circle", { cx: middle, cy: middle, r, class: "vigor", "stroke-dasharray": `${share * round} ${round}`, transform: `rotate(-90 ${middle} ${middle})` }),
    svg("text", { x: middle, y: middle + (c.size > 1 ? 9 : 5.5), class: c.size > 1 ? "letter large" : "letter" }, c.letter),
    marks.down && svg("path", { d: `M${middle - 9} ${middle - 9}l18 18m0-18-18 18`, class: "cross" }),
    c.states.length > 0 && svg("g", { class: "badge", transform: `translate(${wide - 8} 8)` }, svg("circle", { r: 6.5 }), svg("text", { y: 3.4 }, String(c.states.length))),
    marks.acted && svg("g", { class: "done", transform: `translate(8 ${wide - 8})` }, svg("circle", { r: 6.5 }), svg("path", { d: "m-3 0 2 2.4L3-2.4" })),
  ].filter(Boolean);
}

// -- pointer ---------------------------------------------------------------------------------------------------------------
function press(event, slot) {
  if (event.button) return;
  const c = someone(slot);
  const at = squareAt(event) || [c.x, c.y];
  drag = { slot, x: event.clientX, y: event.clientY, moved: false, held: [at[0] - c.x, at[1] - c.y] };
  event.currentTarget.setPointerCapture(event.pointerId);
}

function move(event) {
  if (!drag) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
  drag.moved = true;
  const square = squareAt(event);
  const target = square && [Math.max(0, square[0] - drag.held[0]), Math.max(0, square[1] - drag.held[1])];
  const { ghost } = get();
  if (!target) set({ ghost: null });
  else if (!ghost || ghost.square[0] !== target[0] || ghost.square[1] !== target[1]) set({ ghost: { slot: drag.slot, square: target } });
}

function release(event) {
  if (!drag) return;
  const { slot, moved } = drag;
  const { ghost } = get();
  drag = null;
  if (!moved) pick(slot);
  else if (ghost) drop(slot, ghost.square, event.altKey);
}

/** Whether a token is what is being chosen now: who acts by hand, or on whom. */
function isChoice(c) {
  const { view, act, tab, picked } = get();
  if (act) return act.targets.includes(c.slot);
  if (view.need.kind === "choice") return view.need.options.includes(c.name);
  return between() && tab === "hand" && picked !== c.slot && (c.ready || view.turn_of === c.slot);
}

// -- keyboard ----------------------------------------------------------------------------------------------------------------
function key(event, slot) {
  const c = someone(slot);
  const { ghost, view } = get();
  const here = ghost?.slot === slot ? ghost.square : null;
  if (MOVES[event.key]) {
    const [dx, dy] = MOVES[event.key];
    const from = here || [c.x, c.y];
    const square = [Math.max(0, Math.min(view.board.width - c.size, from[0] + dx)), Math.max(0, Math.min(view.board.height - c.size, from[1] + dy))];
    set({ ghost: { slot, square } });
    const other = view.combatants.find((o) => o.slot !== slot && o.x === square[0] && o.y === square[1]);
    voice(`${squareName(square)}${other ? `, ${other.name}` : ""}. Enter puts ${c.name} there.`);
  } else if (event.key === "Enter" || event.key === " ") {
    if (here) drop(slot, here, event.altKey);
    else if (event.key === " " || isChoice(c)) pick(slot);
    else return; // Enter then means what it means anywhere: play the suggestion, roll the dice
  } else if (event.key === "Escape" && here) set({ ghost: null });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Where a token is about to be put. */
export function ghostLayer() {
  const { ghost } = get();
  const c = ghost && someone(ghost.slot);
  if (!c) return [];
  const [x, y] = ghost.square;
  const wide = c.size * SIZE;
  return [svg("g", { class: `ghost-token ${c.side}`, transform: `translate(${MARGIN + x * SIZE} ${MARGIN + y * SIZE})` },
    svg("rect", { x: 1, y: 1, width: wide - 2, height: wide - 2, rx: 7 }), svg("text", { x: wide / 2, y: wide / 2 + 6, class: "letter" }, c.letter))];
}
