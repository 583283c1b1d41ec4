// A map from another program: looked at, cropped, corrected square by square, and given a party and monsters.

import { begin } from "./actions.js";
import { call } from "./api.js";
import { byId, h, squareName, svg, toast, voice } from "./dom.js";
import { openSheet } from "./sheets.js";
import { get } from "./store.js";

const BOARD = 32;
let map; // as it is now
let part; // {crop, squares, dark}: what is asked of it
let brush = "wall";
let cursor = [0, 0];
let names = { title: "", party: "", monsters: "" };

export async function openImport(file) {
  try {
    map = await call("POST", `/maps?name=${encodeURIComponent(file.name.slice(-100))}`, file);
  } catch (error) {
    return toast(error.message);
  }
  part = { crop: null, squares: {}, dark: map.dark };
  names = { title: "", party: "", monsters: "" };
  cursor = [0, 0];
  if (!map.fits) await change({ crop: map.rest });
  else draw();
}

/** Ask for the map with another part or other squares. */
async function change(patch) {
  const before = part;
  part = { ...part, ...patch };
  try {
    map = { ...(await call("POST", `/maps/${map.id}/part`, part)), id: map.id };
  } catch (error) {
    part = before;
    toast(error.message);
  }
  draw();
}

const setSquare = (square) => change({ squares: { ...part.squares, [squareName(square)]: brush } });

function draw() {
  byId("sheet").classList.add("wide");
  openSheet(`A map: ${map.name}`, h("div", { class: map.picture ? "import pictured" : "import" }, h("div", {}, board(), caption()), form()));
  byId("sheet").addEventListener("close", () => byId("sheet").classList.remove("wide"), { once: true });
}

function board() {
  const signs = (x, y) => map.signs[map.rows[y][x]].split(" ")[0];
  const squares = map.rows.flatMap((row, y) => [...row].map((_, x) => svg("rect", { x, y, width: 1, height: 1, class: `square sign-${signs(x, y)}` }, svg("title", {}, about([x, y])))));
  const doors = map.doors.map(({ x, y, state }) => svg("rect", { x: x + 0.12, y: y + 0.38, width: 0.76, height: 0.24, rx: 0.06, class: "door", opacity: state === "open" ? 0.5 : 1 }));
  const node = svg("svg", { viewBox: `-0.2 -0.2 ${map.width + 0.4} ${map.height + 0.4}`, tabindex: "0", role: "application", "data-key": "squares", "aria-label": "Squares of the map. Arrows move, Enter sets the square." },
    map.picture && svg("image", { href: `/api/maps/${map.id}/picture`, x: -map.left, y: -map.top, width: map.whole[0], height: map.whole[1], preserveAspectRatio: "none" }), squares, doors,
    svg("rect", { x: cursor[0], y: cursor[1], width: 1, height: 1, class: "cursor" }));
  node.addEventListener("click", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());
    cursor = [Math.floor(point.x), Math.floor(point.y)];
    if (map.rows[cursor[1]]?.[cursor[0]]) setSquare(cursor);
  });
  node.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      cursor = [Math.max(0, Math.min(map.width - 1, cursor[0] + step[0])), Math.max(0, Math.min(map.height - 1, cursor[1] + step[1]))];
      node.lastChild.setAttribute("x", cursor[0]);
      node.lastChild.setAttribute("y", cursor[1]);
      voice(about(cursor));
    } else if (event.key === "Enter") setSquare(cursor);
    else return;
    event.preventDefault();
  });
  return node;
}

/** `c4: wall, because …`. */
function about([x, y]) {
  const door = map.doors.find((one) => one.x === x && one.y === y);
  const rule = map.rules[map.why[y][x]];
  return `${squareName([x, y])}: ${door ? `${door.state} door` : map.signs[map.rows[y][x]]}${rule ? `, because ${rule}` : ""}`;
}

function caption() {
  const cut = map.whole[0] !== map.width || map.whole[1] !== map.height;
  return h("div", {}, h("p", { class: "small" }, `${map.format}, ${map.width} by ${map.height} squares${cut ? ` of ${map.whole[0]} by ${map.whole[1]}` : ""}. Click a square to make it a ${brush}; point at one to read why it is blocked.`),
    map.notes.length > 0 && h("ul", { class: "notes" }, map.notes.map((note) => h("li", {}, note))));
}

function form() {
  const { callings, creatures } = get().about;
  const field = (key, label, hint) => h("label", { class: "field" }, label, h("input", { "data-key": key, value: names[key], placeholder: hint, autocomplete: "off", oninput: (event) => { names[key] = event.target.value; } }));
  const add = (key, all) => h("details", { class: "notes" }, h("summary", {}, "Choose"), h("div", { class: "names" }, all.map((name) => h("button", { type: "button", onclick: () => { names[key] = names[key] ? `${names[key]}, ${name}` : name; byId("sheet").querySelector(`[data-key=${key}]`).value = names[key]; } }, name.replace(/_/g, " ")))));
  const start = async (event) => {
    event.preventDefault();
    const ready = await begin({ ...part, ...names, title: names.title || null, picture: map.picture }, `/maps/${map.id}/table`);
    if (ready) byId("sheet").close();
    else toast(get().fault.text);
  };
  return h("form", { onsubmit: start },
    h("label", { class: "field" }, "A click makes", h("select", { "data-key": "brush", onchange: (event) => { brush = event.target.value; draw(); } }, map.words.map((word) => h("option", { value: word, selected: word === brush }, word)))),
    crop(),
    h("label", { class: "check" }, h("input", { type: "checkbox", "data-key": "dark", checked: part.dark, onchange: (event) => change({ dark: event.target.checked }) }), "Unlit squares are dark"),
    field("title", "Title", map.name), field("party", "Party: callings, with a level", "vanguard:2, archer"), add("party", callings), field("monsters", "Monsters", "gravel_ogre, 3 gnaw_rat"), add("monsters", creatures),
    h("button", { type: "submit", class: "primary", "data-key": "begin-map" }, "Begin the fight"));
}

/** Which rectangle becomes the board. */
function crop() {
  const [x, y, wide, high] = part.crop || [0, 0, map.whole[0], map.whole[1]];
  if (map.whole[0] <= 4 || map.whole[1] <= 4) return null;
  const put = () => {
    const numbers = [...byId("sheet").querySelectorAll("[data-crop]")].map((input) => Number(input.value));
    change({ crop: numbers, squares: {} });
  };
  const one = (label, value, most) => h("label", { class: "small" }, label, h("input", { type: "number", "data-crop": label, "data-key": `crop-${label}`, min: label === "wide" || label === "high" ? 1 : 0, max: most, value: String(value), onchange: put }));
  return h("fieldset", {}, h("legend", {}, `Part of the map, at most ${BOARD} by ${BOARD}`), h("div", { class: "four" }, one("left", x, map.whole[0] - 1), one("top", y, map.whole[1] - 1), one("wide", wide, BOARD), one("high", high, BOARD)));
}
