/**
 * Numbers and cells in words. One format per kind of number: `rolls` (6.31), `chance` (53.1%), `change` (−1.24),
 * `count` (12,345). `js/number.js` shows one that can be tapped for its exact fraction.
 */

import { ACROSS, DOWN, locale, words } from "./words.js";

/** @typedef {import("./api-types.js").Number} Amount */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @param {Amount | number} amount
 * @param {number} [digits]
 */
export function decimal(amount, digits = 3) {
  const number = typeof amount === "number" ? amount : amount.decimal;
  return number.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * @param {Amount | number} amount
 * @param {number} [digits]
 */
function percent(amount, digits = 1) {
  const number = typeof amount === "number" ? amount : amount.decimal;
  return `${decimal(number * 100, digits)}%`;
}

/**
 * A number of rolls: "6.31".
 *
 * @param {Amount | number} amount
 */
export function rolls(amount) {
  return decimal(amount, 2);
}

/**
 * A probability: "53.1%"; what is neither impossible nor certain never looks so.
 *
 * @param {Amount | number} amount
 */
export function chance(amount) {
  const share = typeof amount === "number" ? amount : amount.decimal;
  if (share > 0 && share < 0.0005) return "<0.1%";
  if (share < 1 && share >= 0.9995) return ">99.9%";
  return percent(share);
}

/**
 * An interval of probabilities, rounded outwards: "52.1% and 54.2%".
 *
 * @param {{low: number, high: number}} found
 */
export function interval({ low, high }) {
  return `${percent(Math.floor(low * 1000) / 1000)} and ${percent(Math.ceil(high * 1000) / 1000)}`;
}

/**
 * A difference: "−1.24", "+0.30"; "±0.00" is one too small to show.
 *
 * @param {Amount | number} amount
 */
export function change(amount) {
  const number = typeof amount === "number" ? amount : amount.decimal;
  const text = decimal(Math.abs(number), 2);
  if (text === "0.00") return number === 0 ? "0.00" : "±0.00";
  return `${number < 0 ? "−" : "+"}${text}`;
}

/** @param {number} number */
export function count(number) {
  return number.toLocaleString(locale);
}

/**
 * "1 roll", "2 rolls".
 *
 * @param {number} number
 * @param {string} one
 */
export function plural(number, one) {
  return `${count(number)} ${one}${number === 1 ? "" : "s"}`;
}

/**
 * A cell in words: "top left" on a 3x3 board, "row 2, column 4" elsewhere.
 *
 * @param {number} cell
 * @param {Rules} rules
 */
export function cellName(cell, rules) {
  const [row, column] = rules.grid[cell];
  if (rules.rows !== 3 || rules.columns !== 3) return words.place(row, column);
  return row === 1 && column === 1 ? words.centre : words.cell(row, column);
}

/**
 * A line in words: "top row", "left column", "diagonal from the top left", or its cells.
 *
 * @param {number[]} cells
 * @param {Rules} rules
 */
export function lineName(cells, rules) {
  const points = cells.map((cell) => rules.grid[cell]);
  const same = (/** @type {0 | 1} */ axis) => points.every((point) => point[axis] === points[0][axis]);
  const three = rules.rows === 3 && rules.columns === 3;
  if (same(0)) return three ? `${DOWN[points[0][0]]} row` : `row ${points[0][0] + 1}`;
  if (same(1)) return three ? `${ACROSS[points[0][1]]} column` : `column ${points[0][1] + 1}`;
  if (points.every(([row, column]) => row === column)) return "diagonal from top left";
  if (points.every(([row, column]) => row + column === rules.columns - 1)) return "diagonal from top right";
  return `cells ${cells.join(", ")}`;
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The letters of the players. */
export const LETTERS = ["A", "B", "C", "D"];
