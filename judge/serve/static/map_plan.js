// A suggested turn on the map: the way, where it ends, whom it is aimed at, where its areas lie.

import { svg } from "./dom.js";
import { MARGIN, SIZE } from "./map.js";
import { someone } from "./store.js";

const middle = (v, size = 1) => MARGIN + v * SIZE + (size * SIZE) / 2;

export function drawPlan(plan) {
  const who = plan && someone(plan.who);
  if (!who) return [];
  const end = plan.way.length ? plan.way[plan.way.length - 1] : [who.x, who.y];
  const centre = ([x, y]) => [middle(x, who.size), middle(y, who.size)];
  const out = plan.areas.map((squares) => svg("path", { d: squares.map(([x, y]) => `M${MARGIN + x * SIZE} ${MARGIN + y * SIZE}h${SIZE}v${SIZE}h${-SIZE}z`).join(""), class: "plan-area", fill: "url(#area)" }));
  if (plan.way.length) {
    const points = [[who.x, who.y], ...plan.way].map(centre);
    out.push(svg("path", { d: `M${points.map((p) => p.join(" ")).join("L")}`, class: "plan-way-under" }), svg("path", { d: `M${points.map((p) => p.join(" ")).join("L")}`, class: "plan-way", "marker-end": "url(#arrow)" }));
    out.push(svg("circle", { cx: centre(end)[0], cy: centre(end)[1], r: (who.size * SIZE) / 2 - 4, class: "plan-end" }));
  }
  for (const { who: slot, foe } of plan.targets) {
    const target = someone(slot);
    if (!target || slot === plan.who) continue;
    const from = centre(end);
    const to = [middle(target.x, target.size), middle(target.y, target.size)];
    const r = (target.size * SIZE) / 2 + 1;
    out.push(svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: foe ? "plan-aim" : "plan-aim friendly" }));
    out.push(svg("circle", { cx: to[0], cy: to[1], r, class: "plan-target" }), svg("path", { d: `M${to[0] - r - 5} ${to[1]}h9m${2 * r - 8} 0h9M${to[0]} ${to[1] - r - 5}v9m0 ${2 * r - 8}v9`, class: "plan-cross" }));
  }
  return out;
}
