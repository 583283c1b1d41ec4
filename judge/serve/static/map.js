// The map: layers of one SVG, from the ground up. Squares are SIZE units wide; the margin holds letters and numbers.

import { clickSquare } from "./actions.js";
import { byId, h, icon, redraw, squareName, squareOf, svg } from "./dom.js";
import { drawGround, drawThings } from "./map_ground.js";
import { drawPlan } from "./map_plan.js";
import { drawTokens, ghostLayer } from "./map_tokens.js";
import { get, shownPlan } from "./store.js";

export const SIZE = 40;
export const MARGIN = 20;
export const ZOOMS = [1, 1.4, 1.9, 2.6];

let board = "";
let zoom = 0;
const layers = {};
let root;
let scroller;

export function squareAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
  const { width, height } = get().view.board;
  const square = [Math.floor((point.x - MARGIN) / SIZE), Math.floor((point.y - MARGIN) / SIZE)];
  return square[0] >= 0 && square[1] >= 0 && square[0] < width && square[1] < height ? square : null;
}

function build(width, height) {
  root = svg("svg", { class: "board", viewBox: `0 0 ${width * SIZE + MARGIN + 6} ${height * SIZE + MARGIN + 6}`, role: "group", "aria-label": `Map, ${width} by ${height} squares` });
  for (const name of ["under-map", "ground", "things", "reach", "plan", "tokens", "ghost"]) root.append((layers[name] = svg("g", { class: name })));
  root.addEventListener("click", (event) => {
    const square = event.target.closest(".token") ? null : squareAt(event);
    if (square) clickSquare(square, event.altKey);
  });
  scroller = h("div", { class: "scroller" }, root);
  redraw(byId("map"), scroller, h("div", { class: "under" }, h("div", { class: "legend", id: "legend" }), controls()));
  size();
}

function controls() {
  const button = (name, label, change) => h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick: () => { zoom = change(zoom); size(); } }, icon(name));
  return h("div", { class: "zoom" }, button("plus", "Larger map", (z) => Math.min(z + 1, ZOOMS.length - 1)), button("minus", "Smaller map", (z) => Math.max(z - 1, 0)), button("fit", "Whole map", () => 0));
}

function size() {
  scroller.dataset.zoom = zoom;
}

export function drawMap() {
  const { view } = get();
  if (!view) return;
  const { width, height } = view.board;
  const now = JSON.stringify([view.id, view.board]);
  if (!root || root.dataset.of !== `${view.id} ${width} ${height}`) {
    build(width, height);
    root.dataset.of = `${view.id} ${width} ${height}`;
    board = "";
  }
  if (board !== now) {
    board = now;
    layers["under-map"].replaceChildren(...(view.picture ? [svg("image", { href: `/api/tables/${view.id}/picture`, x: MARGIN, y: MARGIN, width: width * SIZE, height: height * SIZE, preserveAspectRatio: "none" })] : []));
    root.classList.toggle("pictured", view.picture);
    layers.ground.replaceChildren(...drawGround(view.board));
    redraw(layers.things, drawThings(view.board, view.combatants));
    redraw(byId("legend"), legend(view.board));
  }
  layers.reach.replaceChildren(...drawReach());
  layers.plan.replaceChildren(...drawPlan(shownPlan()));
  drawTokens(layers.tokens);
  layers.ghost.replaceChildren(...ghostLayer());
}

/** Squares that can be clicked now: where it can walk, where an area can lie, what a question offers. */
function drawReach() {
  const { view, acts, act, tab, picked } = get();
  const box = ([x, y], kind) => svg("rect", { x: MARGIN + x * SIZE + 2, y: MARGIN + y * SIZE + 2, width: SIZE - 4, height: SIZE - 4, rx: 6, class: `reach-${kind}` });
  if (view.need.kind === "choice" && !view.need.squares) return [];
  if (view.need.kind === "choice") return view.need.options.map(squareOf).filter(Boolean).map((square) => box(square, "ask"));
  if (act) return act.squares.map((square) => box(square, "ask"));
  if (tab !== "hand" || picked === null || !acts) return [];
  return acts.reach.map(({ square, extra }) => box(square, extra === null ? "walk" : extra ? "far" : "move"));
}

const WORDS = { wall: "wall", pit: "pit", hazard: "hazard", "low obstacle": "low obstacle", "difficult ground": "difficult", exit: "exit", darkness: "dark", goal: "objective" };

function legend(board) {
  const list = board.ground.map(({ kind }) => h("li", {}, h("span", { class: `key key-${kind.split(" ")[0]}` }), WORDS[kind] || kind));
  const things = board.things.map(({ name, text, squares }) => h("li", { class: "thing" }, `${name}: ${text}${squares.length === 1 ? `, ${squareName(squares[0])}` : ""}`));
  return h("ul", { "aria-label": "What is on the map" }, list, things);
}
