/** A chart of the rolls on which pupils had a bingo: bars show the class, and a line shows what theory predicts. */

import { el } from "../dom.js";
import { decimal } from "../format.js";
import { svg } from "../svg.js";
import { w } from "./language.js";
import { rollsShown } from "./sums.js";

const BOTTOM = 44;
const TOP = 40;

/**
 * @param {number[]} counts  The number of bingos on each roll.
 * @param {number[]} theory  The expected share of the class that gets a bingo on each roll.
 * @param {number} players
 * @param {number | null} own
 */
export function finishChart(counts, theory, players, own) {
  const narrow = innerWidth < 700; // a smaller chart keeps its text readable on a phone
  const [width, height] = narrow ? [560, 420] : [1000, 460];
  const { begin, end } = rollsShown(counts, theory);
  const slot = width / Math.max(1, end - begin);
  const expected = (/** @type {number} */ i) => (theory[i] ?? 0) * players;
  const shown = Array.from({ length: end - begin }, (_, i) => i + begin);
  const top = Math.max(1, ...shown.map((i) => Math.max(counts[i] ?? 0, expected(i))));
  const x = (/** @type {number} */ i) => (i - begin + 0.5) * slot;
  const y = (/** @type {number} */ n) => height - BOTTOM - (n / top) * (height - BOTTOM - TOP);
  const label = shown.map((i) => w.reveal.finishLabel(i + 1, counts[i] ?? 0, decimal(expected(i), 1))).join("; ");
  const box = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  box.append(svg("line", { class: "axis", x1: 0, x2: width, y1: y(0), y2: y(0) }));
  const every = Math.ceil(48 / slot);
  for (const i of shown) {
    const count = counts[i] ?? 0;
    const mine = own === i + 1;
    if (count)
      box.append(
        svg("rect", {
          class: mine ? "bar own" : "bar",
          x: x(i) - slot * 0.38,
          width: slot * 0.76,
          y: y(count),
          height: y(0) - y(count),
          rx: Math.min(8, slot * 0.15),
        }),
        svg("text", { class: "count", x: x(i), y: y(count) - 10, "text-anchor": "middle" }, count),
      );
    if ((i - begin) % every === 0)
      box.append(svg("text", { x: x(i), y: height - 10, "text-anchor": "middle" }, String(i + 1)));
  }
  const points = shown.map((i) => `${x(i).toFixed(1)},${y(expected(i)).toFixed(1)}`).join(" ");
  box.append(svg("polyline", { class: "theory", points }));
  for (const i of shown) box.append(svg("circle", { class: "theory-dot", cx: x(i), cy: y(expected(i)), r: 7 }));
  const without = players - counts.reduce((total, count) => total + count, 0);
  return el(
    "figure",
    { class: "chart finish-chart" },
    box,
    el(
      "figcaption",
      {},
      el("span", { class: "key-class" }, w.reveal.class),
      own !== null && el("span", { class: "key-own" }, w.reveal.you),
      el("span", { class: "key-theory" }, w.reveal.theory),
      without > 0 && el("span", { class: "soft" }, w.reveal.unfinished(without)),
    ),
  );
}
