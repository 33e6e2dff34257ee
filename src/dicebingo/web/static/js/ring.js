/** Draws a ring: its boards in a circle, with an arrow from each board to the one it beats, and how often it wins. */

import { BoardView } from "./board.js";
import { el } from "./dom.js";
import { svg } from "./svg.js";

/** @typedef {import("./compare/boards.js").Entrant} Entrant */
/** @typedef {import("./types.js").Rules} Rules */

const RADIUS = 35; // the drawing is 100 units wide
const TURN = 2 * Math.PI;

/** The width of each board's drawing, by the number of boards in the ring. */
const WIDTHS = [0, 0, 0, 27, 24, 20, 18, 16, 14.5];

/**
 * @param {number} angle
 * @param {number} radius
 * @returns {[number, number]}
 */
function point(angle, radius) {
  return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)];
}

/** The height of the drawing; with three boards, the bottom of the circle stays empty. @param {number} length */
function height(length) {
  return length === 3 ? 88 : 100;
}

/**
 * @param {Rules} rules
 * @param {Entrant[]} ring
 * @param {import("./dom.js").Child[][]} odds  How often each board beats the next, as a label for the arrow between
 *   them.
 */
export function ringPicture(rules, ring, odds) {
  const { length } = ring;
  const width = WIDTHS[length];
  const start = length === 4 ? -TURN * 0.375 : -TURN / 4; // put four boards in the corners
  const angle = (/** @type {number} */ i) => start + (i * TURN) / length;
  const gap = Math.asin(Math.min(0.95, (0.62 * width + 1) / RADIUS));
  const place = (/** @type {HTMLElement} */ element, /** @type {[number, number]} */ [x, y]) => {
    element.style.left = `${x}%`;
    element.style.top = `${(100 * y) / height(length)}%`;
    return element;
  };
  const arrows = svg("svg", { viewBox: `0 0 100 ${height(length)}`, "aria-hidden": "true" });
  const nodes = ring.map(({ name, badge, player, position }, i) => {
    const view = new BoardView({ label: name, player, size: "tiny" });
    view.update(rules, position);
    arrows.append(...arrow(angle(i) + gap, angle(i + 1) - gap, player));
    const sign = el("span", { class: `badge player-${player}`, "aria-hidden": "true" }, badge);
    const node = el("div", { class: "ring-node" }, view.element, sign);
    putOutside(sign, angle(i));
    node.style.width = `${width}%`;
    return place(node, point(angle(i), RADIUS));
  });
  const numbers = odds.map((parts, i) => {
    const label = el("div", { class: `ring-number player-${ring[i].player}` }, ...parts);
    return place(label, point(angle(i + 0.5), RADIUS * (length < 4 ? 0.52 : 0.62)));
  });
  const picture = el("div", { class: "ring-picture" }, arrows, ...nodes, ...numbers);
  picture.style.aspectRatio = `100 / ${height(length)}`;
  return picture;
}

/**
 * Put a badge next to its board, on the outside of the ring, away from the arrows.
 *
 * @param {HTMLElement} sign
 * @param {number} angle
 */
function putOutside(sign, angle) {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const edge = Math.max(Math.abs(x), Math.abs(y));
  sign.style.left = `calc(50% + ${x / edge} * (50% + 0.5rem))`;
  sign.style.top = `calc(50% + ${y / edge} * (50% + 0.5rem))`;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} player
 */
function arrow(from, to, player) {
  const head = 3.6;
  const back = to - head / RADIUS;
  const [x1, y1] = point(from, RADIUS);
  const [x2, y2] = point(back, RADIUS);
  const corners = [point(to, RADIUS), point(back, RADIUS + head * 0.6), point(back, RADIUS - head * 0.6)];
  const text = (/** @type {number[]} */ at) => at.map((value) => value.toFixed(2)).join(" ");
  return [
    svg("path", {
      class: `ring-arc player-${player}`,
      d: `M${text([x1, y1])} A${RADIUS} ${RADIUS} 0 0 1 ${text([x2, y2])}`,
    }),
    svg("path", { class: `ring-head player-${player}`, d: `M${corners.map(text).join("L")}Z` }),
  ];
}
