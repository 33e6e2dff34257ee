/**
 * Small drawings of a shape and its lines: straight lines are strokes, and other lines are shown as highlighted cells.
 */

import { svg } from "../svg.js";
import { places, sizeOf } from "./layout.js";

/**
 * @param {number[]} line
 * @param {number} columns
 */
export function isStraight(line, columns) {
  const points = line.map((place) => [Math.floor(place / columns), place % columns]);
  /** @type {((point: number[]) => number)[]} */
  const forms = [(p) => p[0], (p) => p[1], (p) => p[0] - p[1], (p) => p[0] + p[1]];
  return forms.some((form) => new Set(points.map(form)).size === 1);
}

/**
 * @param {string[]} shape
 * @param {number[][]} lines
 * @param {{lit?: boolean}} [how]  `lit`: show straight lines as highlighted cells, too.
 */
export function picture(shape, lines, { lit = false } = {}) {
  const { rows, columns } = sizeOf(shape);
  const drawn = lit ? [] : lines.filter((line) => isStraight(line, columns));
  const bright = new Set(lines.filter((line) => !drawn.includes(line)).flat());
  const free = places(shape, "F");
  const box = svg("svg", {
    class: "mini",
    viewBox: `-0.5 -0.5 ${columns * 10 + 1} ${rows * 10 + 1}`,
    "aria-hidden": "true",
  });
  for (const place of places(shape, "#F")) {
    const look = bright.has(place) ? " lit" : free.includes(place) ? " free" : "";
    box.append(
      svg("rect", {
        class: `mini-cell${look}`,
        x: (place % columns) * 10 + 0.6,
        y: Math.floor(place / columns) * 10 + 0.6,
        width: 8.8,
        height: 8.8,
        rx: 1.6,
      }),
    );
  }
  for (const line of drawn) {
    const points = line.map((place) => `${(place % columns) * 10 + 5},${Math.floor(place / columns) * 10 + 5}`);
    box.append(svg("polyline", { class: "mini-line", points: points.join(" ") }));
  }
  return box;
}
