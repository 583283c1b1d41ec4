// Where the page begins.

import { begin, open, refresh } from "./actions.js";
import { call } from "./api.js";
import { byId, toast } from "./dom.js";
import { listenDrops } from "./files.js";
import { listenKeys } from "./keys.js";
import { drawLog } from "./log.js";
import { drawMap } from "./map.js";
import { drawRoster } from "./roster.js";
import { drawHome } from "./sheets.js";
import { get, listen, set } from "./store.js";
import { theme } from "./theme.js";
import { drawTop } from "./top.js";
import { drawTurn } from "./turn.js";

function draw() {
  const { view, edit } = get();
  byId("table").hidden = !view;
  byId("home").hidden = Boolean(view);
  document.body.classList.toggle("editing", edit);
  drawTop();
  drawMap();
  drawRoster();
  drawTurn();
  drawLog();
}

/** The table that the address names: by its id, or whole, behind #t=. */
async function fromAddress() {
  const hash = location.hash.slice(1);
  if (hash === get().view?.id) return true;
  if (hash.startsWith("t=")) return begin({ text: hash.slice(2) });
  if (/^[a-z2-7]{10}$/.test(hash)) return open(hash);
  return false;
}

async function start() {
  theme();
  listen(draw);
  listenKeys();
  listenDrops();
  set({ about: await call("GET", "/about") });
  const named = location.hash.length > 1;
  if (!named && get().about.opened) location.hash = get().about.opened;
  if (!(await fromAddress())) {
    await drawHome();
    if (get().fault) toast(get().fault.text);
  }
  addEventListener("hashchange", fromAddress);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh().catch(() => {}));
}

start().catch((error) => {
  byId("offline").textContent = error.message;
  byId("offline").hidden = false;
});
