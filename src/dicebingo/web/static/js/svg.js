/** Makes SVG elements, and small drawings that many views use. */

import { append, assign } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, import("./dom.js").Property>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, properties);
  append(element, children);
  return element;
}

const STROKE = { fill: "none", stroke: "currentColor", "stroke-width": 9, "stroke-linecap": "round" };

/** The players' marks: a cross, a ring, a triangle, a square. */
const MARKS = [
  "M18 20 C40 42 62 62 84 80 M82 18 C62 40 40 62 17 84",
  "M50 12 A38 38 0 1 1 49 12",
  "M50 14 L88 82 L12 82 Z",
  "M16 16 H84 V84 H16 Z",
];

/**
 * The mark of a player, drawn over a tile.
 *
 * @param {number} player
 */
export function mark(player) {
  return svg(
    "svg",
    { class: "mark", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("path", { d: MARKS[player], "stroke-linejoin": "round", ...STROKE }),
  );
}

const ICONS = {
  share: "M12 15V3m0 0L7 8m5-5 5 5M5 13v7h14v-7",
  spark: "M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3",
  up: "M12 20V5m0 0-6 6m6-6 6 6",
  down: "M12 4v13m0 0-6-6m6 6 6-6M5 21h14",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01",
  bulb: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.500-1 2H9c0-.5-.3-1.300-1-2z",
  clear: "M4 20h16M7 16l9-11 5 5-8 8H9z",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l13 8-13 8z",
};

/**
 * A small line drawing for a button.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name], "stroke-linejoin": "round", ...STROKE, "stroke-width": 2.2 }),
  );
}

/**
 * Draw the probability of a value: one dot for each way to roll the value, or a bar if there are too many ways.
 *
 * @param {number} ways
 * @param {number} most
 */
export function pips(ways, most) {
  const box = svg("svg", { class: "pips", viewBox: "0 0 60 9", "aria-hidden": "true" });
  if (most <= 6) {
    for (let i = 0; i < ways; i += 1)
      box.append(svg("circle", { cx: 30 + (i - (ways - 1) / 2) * 10, cy: 4.5, r: 3.6, fill: "currentColor" }));
  } else {
    const width = Math.max(2, (56 * ways) / most);
    box.append(svg("rect", { x: 30 - width / 2, y: 2, width, height: 5, rx: 2.5, fill: "currentColor" }));
  }
  return box;
}
