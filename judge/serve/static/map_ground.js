// The ground and what stands on it.

import { turnThing } from "./actions.js";
import { squareName, svg } from "./dom.js";
import { MARGIN, SIZE } from "./map.js";

const X = (x) => MARGIN + x * SIZE;
const rect = ([x, y], props, inset = 0) => svg("rect", { x: X(x) + inset, y: X(y) + inset, width: SIZE - 2 * inset, height: SIZE - 2 * inset, ...props });

/** One outline around squares of a kind: only edges that no other of them shares. */
function outline(squares) {
  const have = new Set(squares.map(([x, y]) => `${x},${y}`));
  const edges = [];
  for (const [x, y] of squares) {
    const [l, t, r, b] = [X(x), X(y), X(x + 1), X(y + 1)];
    if (!have.has(`${x},${y - 1}`)) edges.push(`M${l} ${t}H${r}`);
    if (!have.has(`${x},${y + 1}`)) edges.push(`M${l} ${b}H${r}`);
    if (!have.has(`${x - 1},${y}`)) edges.push(`M${l} ${t}V${b}`);
    if (!have.has(`${x + 1},${y}`)) edges.push(`M${r} ${t}V${b}`);
  }
  return edges.join("");
}

const area = (squares) => squares.map(([x, y]) => `M${X(x)} ${X(y)}h${SIZE}v${SIZE}h${-SIZE}z`).join("");

function patterns() {
  const pattern = (id, size, ...inside) => svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...inside);
  return svg("defs", {},
    pattern("dots", 10, svg("circle", { cx: 3, cy: 3, r: 1.3, class: "ink-difficult" }), svg("circle", { cx: 8, cy: 8, r: 1, class: "ink-difficult" })),
    pattern("hatch", 9, svg("path", { d: "M-2 11 11 -2M-2 2 2 -2M7 11 11 7", class: "ink-hazard" })),
    pattern("stone", 20, svg("path", { d: "M0 .5H20M0 10.5H20M5.5 0V10M15.5 10V20", class: "ink-wall" })),
    pattern("area", 8, svg("path", { d: "M-2 10 10 -2M-2 2 2 -2M6 10 10 6", class: "ink-area" })),
    svg("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 4.2, markerHeight: 4.2, orient: "auto-start-reverse" }, svg("path", { d: "M1 1 9 5 1 9z", class: "arrow" })),
    svg("radialGradient", { id: "glow" }, svg("stop", { offset: "0", class: "glow-in" }), svg("stop", { offset: "1", class: "glow-out" })));
}

function frame(width, height) {
  const lines = [];
  for (let x = 1; x < width; x++) lines.push(`M${X(x)} ${X(0)}V${X(height)}`);
  for (let y = 1; y < height; y++) lines.push(`M${X(0)} ${X(y)}H${X(width)}`);
  const letters = Array.from({ length: width }, (_, x) => svg("text", { x: X(x) + SIZE / 2, y: MARGIN - 7, class: "ruler" }, squareName([x, 0]).slice(0, -1)));
  const numbers = Array.from({ length: height }, (_, y) => svg("text", { x: MARGIN - 9, y: X(y) + SIZE / 2 + 4, class: "ruler" }, String(y + 1)));
  return [svg("rect", { x: X(0), y: X(0), width: width * SIZE, height: height * SIZE, class: "floor" }), svg("path", { d: lines.join(""), class: "grid" }), svg("g", { "aria-hidden": "true" }, letters, numbers)];
}

const GROUND = {
  wall: (squares) => [svg("path", { d: area(squares), class: "wall" }), svg("path", { d: area(squares), fill: "url(#stone)" }), svg("path", { d: outline(squares), class: "wall-edge" })],
  pit: (squares) => [svg("path", { d: area(squares), class: "pit" }), svg("path", { d: outline(squares), class: "pit-edge" })],
  hazard: (squares) => [svg("path", { d: area(squares), class: "hazard" }), svg("path", { d: area(squares), fill: "url(#hatch)" })],
  "low obstacle": (squares) => squares.map((square) => svg("g", {}, rect(square, { class: "low", rx: 5 }, 4), rect(square, { class: "low-top", rx: 4 }, 9))),
  "difficult ground": (squares) => [svg("path", { d: area(squares), class: "difficult" }), svg("path", { d: area(squares), fill: "url(#dots)" })],
  exit: (squares) => squares.map(([x, y]) => svg("path", { d: `M${X(x) + 12} ${X(y) + 10}l10 10-10 10M${X(x) + 20} ${X(y) + 10}l10 10-10 10`, class: "exit" })),
  darkness: (squares) => [svg("path", { d: area(squares), class: "dark" })],
  goal: (squares) => [svg("path", { d: area(squares), class: "goal" }), svg("path", { d: outline(squares), class: "goal-edge" })],
};

export function drawGround(board) {
  return [patterns(), ...frame(board.width, board.height), ...board.ground.map(({ kind, squares }) => svg("g", { class: `ground-${kind.split(" ")[0]}` }, GROUND[kind](squares))),
    svg("path", { d: `M${X(0)} ${X(0)}H${X(board.width)}V${X(board.height)}H${X(0)}z`, class: "frame" })];
}

// -- things ----------------------------------------------------------------------------------------------------------------
function door([x, y], state, walls) {
  const across = walls.has(`${x - 1},${y}`) || walls.has(`${x + 1},${y}`);
  const [cx, cy] = [X(x) + SIZE / 2, X(y) + SIZE / 2];
  const turn = across ? "" : `rotate(90 ${cx} ${cy})`;
  const frame = [svg("rect", { x: cx - 20, y: cy - 5, width: 5, height: 10, class: "post" }), svg("rect", { x: cx + 15, y: cy - 5, width: 5, height: 10, class: "post" })];
  if (state === "broken") return svg("path", { d: `M${cx - 12} ${cy + 6}l6-9 5 6 6-9 7 10`, class: "rubble" });
  if (state === "off") return svg("g", { transform: turn }, frame, svg("path", { d: `M${cx - 15} ${cy}l6 -17`, class: "leaf" }));
  return svg("g", { transform: turn }, frame, svg("rect", { x: cx - 15, y: cy - 4, width: 30, height: 8, class: "leaf-shut" }), state === "locked" && svg("circle", { cx, cy, r: 3.4, class: "lock" }));
}

const glyph = ([x, y], d, name, broken) => svg("g", { transform: `translate(${X(x)} ${X(y)})` }, svg("path", { d: broken ? "M8 28l7-9 6 6 6-10 6 13z" : d, class: broken ? "rubble" : name }));

const THING = {
  lever: (thing, square) => glyph(square, "M9 30H31M20 29 27 12M27 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "lever", thing.state === "broken"),
  object: (thing, square) => glyph(square, "M7 9h26v23H7zM7 9l26 23M33 9 7 32", "object", thing.state === "broken"),
  light: (thing, square) => svg("g", {}, thing.state === "on" && svg("circle", { cx: X(square[0]) + SIZE / 2, cy: X(square[1]) + SIZE / 2, r: 1.6 * SIZE, fill: "url(#glow)" }),
    glyph(square, "M20 8c5 6 7 9 7 13a7 7 0 0 1-14 0c0-4 2-7 7-13z", thing.state === "on" ? "flame" : "flame-out", thing.state === "broken")),
  hazard: (thing, square) => glyph(square, "M20 8 33 31H7zM20 16v7m0 3.6v.6", thing.state === "on" ? "danger" : "danger-off", thing.state === "broken"),
  item: (thing, square) => glyph(square, "M20 11l8 9-8 9-8-9z", "item", false),
};

/** Where a door or light can be turned, it is a button: for the mouse it is the map's square, for the keyboard and a screen reader this. */
function button(thing) {
  if (!thing.turn) return {};
  const name = squareName(thing.squares[0]);
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    turnThing(thing);
  };
  return { tabindex: "0", role: "button", "data-key": `thing-${name}`, "aria-label": `${thing.name}, ${thing.text}, ${name}: ${thing.turn.text}`, onkeydown: press,
    onmousedown: (event) => event.preventDefault() }; // a click leaves the focus where it was: Enter then goes on meaning what it meant
}

export function drawThings(board, combatants) {
  const walls = new Set((board.ground.find(({ kind }) => kind === "wall")?.squares || []).map(String));
  return board.things.map((thing) => {
    const drawn = thing.code === "effect" ? effect(thing, combatants)
      : thing.squares.map((square) => (thing.code === "door" ? door(square, thing.state, walls) : THING[thing.code](thing, square)));
    return svg("g", { class: `thing-${thing.code}${thing.turn ? " turns" : ""}`, ...button(thing) }, svg("title", {}, `${thing.name}: ${thing.text}${thing.turn ? `. Click: ${thing.turn.text}` : ""}`), thing.turn && thing.squares.map((square) => rect(square, { class: "touch", rx: 6 }, 1)), drawn);
  });
}

function effect(thing, combatants) {
  const foe = combatants.find(({ slot }) => slot === thing.owner)?.side === "enemies";
  const kind = thing.state.replace(" ", "-");
  return [svg("path", { d: area(thing.squares), class: `effect effect-${kind} ${foe ? "of-foe" : "of-friend"}` }), svg("path", { d: outline(thing.squares), class: `effect-edge ${foe ? "of-foe" : "of-friend"}` })];
}
