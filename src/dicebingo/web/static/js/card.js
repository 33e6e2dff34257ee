/**
 * Cards of tokens. If the rules require all cells to be marked, one on each roll, it does not matter where the numbers
 * are. A board is then called a card, and is described by the number of tokens on each value. The page shows a card as
 * one pile per value. In a `Position`, each token is a cell.
 */

import { copy, emptyPosition, ownCells } from "./position.js";
import { svg } from "./svg.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

const COLUMNS = 6; // the maximum number of piles that fit side by side on a phone
const TALLEST = 12; // a larger pile is shown as a number

/**
 * The layout of a board on the screen: the row and column of each cell or, on a card, of each pile.
 *
 * @param {Pick<Rules, "card" | "rows" | "columns" | "grid" | "values">} rules
 */
export function shapeOf({ card, rows, columns, grid, values }) {
  if (!card) return { rows, columns, places: grid };
  const wide = Math.min(COLUMNS, values.length);
  const places = values.map((_, i) => [Math.floor(i / wide), i % wide]);
  return { rows: Math.ceil(values.length / wide), columns: wide, places };
}

/**
 * The cells of the tokens on a value: `open` lists the unmarked ones, `gone` the marked ones.
 *
 * @param {number} value
 * @param {Pick<Position, "values" | "marked">} position
 */
export function pileOf(value, { values, marked }) {
  const cells = values.flatMap((own, cell) => (own === value ? [cell] : []));
  return { open: cells.filter((cell) => !marked[cell]), gone: cells.filter((cell) => marked[cell]) };
}

/**
 * The cells of the tokens that have not been placed yet.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function inHand({ values, marked }, rules) {
  return ownCells(rules).filter((cell) => values[cell] === null && !marked[cell]);
}

/**
 * Put one more token on a value; return null if no token is left to place.
 *
 * @param {Position} position
 * @param {number} value
 * @param {Rules} rules
 */
export function addToken(position, value, rules) {
  return changed(position, inHand(position, rules)[0], value);
}

/**
 * Take one token off a value; return null if the value has none.
 *
 * @param {Position} position
 * @param {number} value
 */
export function takeToken(position, value) {
  const { open, gone } = pileOf(value, position);
  return changed(position, [...gone, ...open].at(-1), null);
}

/**
 * Mark one token on a value. If all tokens on the value are already marked, remove their marks.
 *
 * @param {Position} position
 * @param {number} value
 */
export function markToken(position, value) {
  const { open, gone } = pileOf(value, position);
  const next = copy(position);
  if (open.length) next.marked[open[0]] = true;
  else for (const cell of gone) next.marked[cell] = false;
  return open.length || gone.length ? next : null;
}

/**
 * @param {Position} position
 * @param {number | undefined} cell
 * @param {number | null} value
 */
function changed(position, cell, value) {
  if (cell === undefined) return null;
  const next = copy(position);
  next.values[cell] = value;
  next.marked[cell] = false;
  return next;
}

/**
 * A card to start with: each value gets tokens in proportion to its probability, by D'Hondt's method.
 *
 * @param {Rules} rules
 */
export function proportional(rules) {
  const position = emptyPosition(rules);
  const counts = rules.values.map(() => 0);
  const claim = (/** @type {number} */ i) => rules.weights[i] / (counts[i] + 1);
  for (const _ of ownCells(rules)) {
    const most = counts.reduce((best, _count, i) => (claim(i) > claim(best) ? i : best), 0);
    counts[most] += 1;
  }
  const tokens = rules.values.flatMap((value, i) => Array.from({ length: counts[i] }, () => value));
  for (const [i, cell] of ownCells(rules).entries()) position.values[cell] = tokens[i];
  return position;
}

/**
 * Draw the tokens of a pile in rows from the bottom: unmarked tokens as discs, marked tokens as rings.
 *
 * @param {number} open
 * @param {number} gone
 */
export function discs(open, gone) {
  const total = open + gone;
  const box = svg("svg", { class: "discs", viewBox: "0 0 60 36", "aria-hidden": "true" });
  if (total > TALLEST) {
    box.append(svg("circle", { class: open ? "disc" : "disc gone", cx: 13, cy: 18, r: 8 }));
    box.append(svg("text", { x: 25, y: 25 }, gone ? `${open}/${total}` : `×${total}`));
    return box;
  }
  const wide = total <= 6 ? 3 : 4;
  const step = total <= 3 ? 18 : total <= 6 ? 16.5 : total <= 8 ? 14 : 11.5;
  for (let i = 0; i < total; i += 1) {
    const row = Math.floor(i / wide);
    const length = Math.min(wide, total - row * wide);
    const x = 30 + ((i % wide) - (length - 1) / 2) * step;
    const rows = Math.ceil(total / wide);
    const y = 18 + ((rows - 1) / 2 - row) * step;
    box.append(svg("circle", { class: i < open ? "disc" : "disc gone", cx: x, cy: y, r: 0.43 * step }));
  }
  return box;
}
