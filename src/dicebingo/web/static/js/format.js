/**
 * Formats numbers, cells and lines as text. Each kind of number has its own format: `rolls` (6.31), `chance` (53.1%),
 * `change` (−1.24), `cost` (0.30, or less than 0.01), `count` (12,345). For a number that shows its exact fraction when
 * tapped, use `js/number.js`.
 */

import { compare, roundDown, signOf } from "./fractions.js";
import { language } from "./language.js";
import { words } from "./words.js";

export { count } from "./language.js";

/** @typedef {import("./api-types.js").Number} Amount */
/** @typedef {import("./types.js").Rules} Rules */

const MOST_DIGITS = 6;

/**
 * A rounded number in the language of the page; a number that rounds to zero has no sign.
 *
 * @param {Amount | number} amount
 * @param {number} [digits]
 */
export function decimal(amount, digits = 3) {
  const number = typeof amount === "number" ? amount : amount.decimal;
  const shown = Number(number.toFixed(digits)) || 0;
  return shown.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Compare two numbers, using the exact value of the first if it is known.
 *
 * @param {Amount | number} amount
 * @param {number} other
 */
function against(amount, other) {
  if (typeof amount === "number") return Math.sign(amount - other);
  return compare(amount, { exact: String(other), decimal: other });
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
 * A cost or gain in rolls, such as "1.24"; a positive number is never written as zero.
 *
 * @param {Amount} amount
 */
export function cost(amount) {
  return signOf(amount) > 0 && amount.decimal < 0.005 ? size(0) : rolls(amount);
}

/**
 * Two numbers, with as many decimals as are needed to tell them apart; null if six are not enough.
 *
 * @template {Amount | number} Kind
 * @param {Kind} a
 * @param {Kind} b
 * @param {(amount: Kind, digits: number) => string} [write]
 * @param {number} [digits]
 * @returns {[string, string] | null}
 */
export function apart(a, b, write = decimal, digits = 2) {
  for (let more = digits; more <= MOST_DIGITS; more += 1) {
    const [one, other] = [write(a, more), write(b, more)];
    if (one !== other) return [one, other];
  }
  return null;
}

/**
 * A share with the given number of decimals: "53.14%".
 *
 * @param {Amount | number} amount
 * @param {number} [digits]
 */
export function percent(amount, digits = 1) {
  const share = typeof amount === "number" ? amount : amount.decimal;
  const shown = Number((100 * share).toFixed(digits)) || 0;
  return (shown / 100).toLocaleString(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * A probability: "53.1%". Only impossible and certain events are written as 0% and 100%.
 *
 * @param {Amount | number} amount
 */
export function chance(amount) {
  const share = typeof amount === "number" ? amount : amount.decimal;
  if (share < 0.0005 && against(amount, 0) > 0) return `<${percent(0.001)}`;
  if (share >= 0.9995 && against(amount, 1) < 0) return `>${percent(0.999)}`;
  return percent(share);
}

/**
 * Bounds of a probability, rounded outwards: "52.9% and 53.2%" for a number between them.
 *
 * @param {Amount} low
 * @param {Amount} high
 */
export function bounds(low, high) {
  const down = Math.max(0, roundDown(low, 1000).down);
  const { down: below, rest } = roundDown(high, 1000);
  const up = Math.min(1000, rest ? below + 1 : below);
  return words.between(percent(down / 1000), percent(up / 1000));
}

/**
 * A difference: "−1.24", "+0.30"; "±0.00" if it is too small to show.
 *
 * @param {Amount | number} amount
 */
export function change(amount) {
  const number = typeof amount === "number" ? amount : amount.decimal;
  const text = decimal(Math.abs(number), 2);
  if (Math.abs(number) < 0.005) return against(amount, 0) === 0 ? text : `±${text}`;
  return `${number < 0 ? "−" : "+"}${text}`;
}

/**
 * A number given in hundredths: "1.24".
 *
 * @param {number} number
 */
export function fromHundredths(number) {
  return decimal(number / 100, 2);
}

/**
 * A term of a sum, printed with its sign: "+0.30", "0.00" for zero, "±0.00" for less than a hundredth.
 *
 * @param {number} shown  In hundredths.
 * @param {Amount} amount  The exact number, before it was rounded to `shown`.
 */
export function signed(shown, amount) {
  return shown ? change(shown / 100) : change({ ...amount, decimal: 0 });
}

/**
 * The absolute value of a non-zero term of a sum: "0.30", "less than 0.01".
 *
 * @param {number} shown  In hundredths.
 */
export function size(shown) {
  return shown ? fromHundredths(Math.abs(shown)) : words.lessThan(fromHundredths(1));
}

/**
 * A cell in words: "top left" on a 3x3 board, "row 2, column 4" on other boards.
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
 * A line in words: "top row", "left column", "diagonal from top left", or its cells.
 *
 * @param {number[]} cells
 * @param {Rules} rules
 */
export function lineName(cells, rules) {
  const points = cells.map((cell) => rules.grid[cell]);
  const same = (/** @type {0 | 1} */ axis) => points.every((point) => point[axis] === points[0][axis]);
  const three = rules.rows === 3 && rules.columns === 3;
  const [row, column] = points[0];
  if (same(0)) return three ? words.rowOfThree(row) : words.row(row);
  if (same(1)) return three ? words.columnOfThree(column) : words.column(column);
  if (points.every(([row, column]) => row === column)) return words.diagonal;
  if (points.every(([row, column]) => row + column === rules.columns - 1)) return words.otherDiagonal;
  return words.cells(cells.join(", "));
}

/**
 * A number with its article: "a 6", "an 8", "an 11", "an 80".
 *
 * @param {number} value
 */
export function withArticle(value) {
  return words.aNumber(value);
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The players' letters. */
export const LETTERS = ["A", "B", "C", "D"];
