// Dialogs: fights to begin or go on with, sharing, settings, the keys.

import { begin, open, setOptions } from "./actions.js";
import { call } from "./api.js";
import { byId, h, plural, redraw, toast } from "./dom.js";
import { takeFile } from "./files.js";
import { KEYS, shortcuts } from "./keys.js";
import { get } from "./store.js";
import { THEMES, theme } from "./theme.js";

export function openSheet(title, ...content) {
  const sheet = byId("sheet");
  redraw(sheet, h("header", {}, h("h2", { id: "sheet-title" }, title), h("button", { type: "button", class: "round", "aria-label": "Close", onclick: () => sheet.close() }, "×")), h("div", { class: "sheet-body", tabindex: "0" }, content));
  if (!sheet.open) sheet.showModal();
}

const close = () => byId("sheet").close();

// -- fights ----------------------------------------------------------------------------------------------------------------
const PASTED = "foemind-pasted";

export async function openFights() {
  openSheet("Fights", await fightsContent());
}

/** The same as a page of its own, where no table is open. */
export async function drawHome() {
  redraw(byId("home"), h("div", { class: "home-inner" }, h("h1", {}, "Which fight?"), h("p", { class: "lead" }, "Foemind plays the monsters. Go on where you stopped, take a fight of the library, or bring your own file."), await fightsContent()));
}

async function fightsContent() {
  const { tables } = await call("GET", "/tables");
  const { about } = get();
  return h("div", { class: "fights" },
    tables.length > 0 && h("section", {}, h("h2", {}, "Go on"), h("ul", { class: "tiles" }, tables.slice(0, 12).map(saved))),
    h("section", {}, h("h2", {}, "A file of your own"), bring()),
    ["folder", "library"].map((source) => {
      const fights = about.fights.filter((fight) => fight.source === source);
      return fights.length > 0 && h("section", {}, h("h2", {}, source === "folder" ? "In this folder" : "Library"), h("ul", { class: "tiles" }, fights.map(offered)));
    }));
}

function saved(table) {
  const when = new Date(table.changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h("li", { class: "tile" }, h("button", { type: "button", onclick: () => { close(); open(table.id); } }, h("b", {}, table.title), h("small", {}, `${plural(table.lines, "line")}, ${when}`)),
    h("button", { type: "button", class: "round", "aria-label": `Put ${table.title} away`, title: "Put away", onclick: async () => { await call("DELETE", `/tables/${table.id}`); toast(`${table.title} was put away; its files are kept in the data folder.`); byId("sheet").open ? openFights() : drawHome(); } }, "×"));
}

const offered = (fight) => h("li", { class: "tile" }, h("button", { type: "button", onclick: () => { close(); begin(fight.source === "folder" ? { file: fight.name } : { library: fight.name }); } }, h("b", {}, fight.title), h("small", {}, fight.text)));

function bring() {
  const area = h("textarea", { rows: 5, spellcheck: "false", "aria-label": "Text of an encounter file, of a saved table, or a link", placeholder: "Paste an encounter file, a saved table or a link here, or drop a file anywhere on the page. Maps too: Universal VTT (.dd2vtt, .uvtt, .df2vtt) and Tiled (.tmj, .tmx).", value: localStorage.getItem(PASTED) || "", oninput: (event) => localStorage.setItem(PASTED, event.target.value) });
  const file = h("input", { type: "file", class: "unseen", id: "file", accept: ".toml,.json,.txt,.dd2vtt,.uvtt,.df2vtt,.tmj,.tmx", onchange: (event) => event.target.files[0] && takeFile(event.target.files[0]) });
  const start = async () => {
    const text = area.value.trim();
    if (!text) return area.focus();
    close();
    const fight = text.startsWith("{") || !text.includes("=") || /^https?:\/\/\S+$/.test(text) ? { text } : { toml: text, name: "pasted" };
    if (await begin(fight)) localStorage.removeItem(PASTED);
  };
  return h("div", { class: "bring" }, area, h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: start }, "Begin"), h("label", { class: "button", for: "file" }, "Open a file …"), file));
}

// -- sharing -----------------------------------------------------------------------------------------------------------------
export async function openShare() {
  const { view } = get();
  if (!view) return;
  let text;
  try {
    text = await call("GET", `/tables/${view.id}/text`);
  } catch (error) {
    return toast(error.message);
  }
  const link = `${location.origin}/#t=${text.link}`;
  const field = h("textarea", { rows: 4, readonly: true, "aria-label": "Link to this position", onclick: (event) => event.target.select() }, link);
  const copy = async () => {
    await navigator.clipboard.writeText(link).catch(() => field.select());
    toast("Copied.");
  };
  openSheet("Share", h("p", {}, "The whole fight is in the link, behind the #: map, everybody, and each line so far. Nothing of it is sent anywhere; whoever opens it with their own Foemind gets a copy."),
    field, h("p", { class: "small" }, `${link.length.toLocaleString()} characters`),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: copy }, "Copy the link"), h("button", { type: "button", onclick: () => download(text.text, view.title) }, "Save as a file")),
    h("p", { class: "small" }, "At a terminal: ", h("code", {}, `foemind run ${view.file}`)));
}

function download(text, title) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.foemind.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// -- settings and keys ---------------------------------------------------------------------------------------------------------
const ROLLS = { nothing: "Ask for every die", small: "Roll supply, burning and falls", enemies: "Roll all dice of the enemies", all: "Roll everything" };

export function openSettings() {
  const { view, about } = get();
  const choice = (label, value, options, put) => h("label", { class: "setting" }, h("span", {}, label), h("select", { onchange: (event) => put(event.target.value) }, options.map(([name, text]) => h("option", { value: name, selected: name === value }, text))));
  openSheet("Settings",
    choice("Look", theme(), THEMES, theme),
    view && choice("Dice", view.roll, about.rolls.map((name) => [name, ROLLS[name]]), (roll) => setOptions({ roll })),
    view && choice("Who advises", about.agents.includes(view.agent) ? view.agent : about.agents[0], about.agents.map((name) => [name, name]), (agent) => setOptions({ agent })),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: shortcuts(), onchange: (event) => shortcuts(event.target.checked) }), "Single keys are shortcuts"),
    h("p", { class: "small" }, `Foemind ${about.version}. Tables are saved after every line.`));
}

export function openHelp() {
  openSheet("Keys", h("table", { class: "keys" }, h("tbody", {}, KEYS.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys.split(" ").map((key) => h("kbd", {}, key))), h("td", {}, what))))),
    h("h3", {}, "A line"), h("p", {}, "Who, where to, what, on whom, and what was rolled; unique beginnings of names will do."),
    h("table", { class: "keys" }, h("tbody", {}, LINES.map(([line, what]) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, line)), h("td", {}, what))))));
}

const LINES = [["ren c4, strike gnasher 7 9", "walk, then attempt Strike; the dice show 7 and 9"], ["ren strike gnasher 14", "one number is the total"], ["ren strike gnasher hit for 7", "only the result, and what was lost"],
  ["ren c4,", "a comma leaves the turn open; end ends it"], ["go ren", "Foemind plays for somebody who is absent"], ["vigor ren 7, state ren weak 2, move ren c4, door f7 open", "set right, one to a line"]];
