/**
 * Chooses sentences about a board, based on exact numbers. Every claim about other boards states which boards it
 * covers.
 */

import { apart, cellName, count, percent, withArticle } from "../format.js";
import { compare, ONE, signOf, subtract, ZERO } from "../fractions.js";
import { listed, wordsOf } from "../language.js";

/** @typedef {import("../api-types.js").DeadlinePlay} Deadline */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").RollProbability} RollProbability */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

const NAMED = 3; // the maximum number of cells to list by name
const HALF = { exact: "1/2", decimal: 0.5 };

/**
 * The reason why the deadline does not change which cells to mark; an empty string if it does.
 *
 * @param {Pick<Deadline, "in_time" | "gain" | "rolls">} found
 * @param {boolean} marked  Whether the board has marks already.
 */
export function sayInTime({ in_time: inTime, gain, rolls }, marked) {
  if (signOf(inTime) === 0) return w.impossible(rolls, marked);
  return signOf(gain) === 0 ? w.speedIsBest : "";
}

/**
 * The cells to mark for the deadline, compared with fastest play.
 *
 * @param {{cells: number[], fastest: number[]}} mark  Fastest play marks one of `fastest` at random.
 * @param {Rules} rules
 */
export function sayMark({ cells, fastest }, rules) {
  const other = nameCells(
    fastest.filter((cell) => !cells.includes(cell)),
    rules,
  );
  const both = fastest.filter((cell) => cells.includes(cell));
  return both.length ? w.markRather(nameCells(both, rules), other) : w.markAlthough(nameCells(cells, rules), other);
}

/**
 * Cells that are equally good: "top left or centre".
 *
 * @param {number[]} cells
 * @param {Rules} rules
 * @param {(n: number) => string} [many]  Returns the text for more than three cells, given their number.
 */
export function nameCells(cells, rules, many = w.oneOf) {
  if (cells.length > NAMED) return many(cells.length);
  return listed(
    cells.map((cell) => cellName(cell, rules)),
    "or",
  );
}

/**
 * Describe a position in which playing for the deadline differs from playing for speed.
 *
 * @param {import("../api-types.js").Difference} later
 * @param {Rules} rules
 */
export function sayLater(later, rules) {
  return w.later(later.rolls_left, withArticle(later.roll), sayMark(later, rules));
}

/**
 * A comparison of a board with all boards under the classic rules.
 *
 * @param {number} percentile  The percentage of boards that are worse, accurate to a tenth.
 * @param {boolean} best  Whether it is certain that no board is faster.
 * @returns {[string, string]}  Praise, and a sentence that compares the board with all others.
 */
export function sayPercentile(percentile, best) {
  if (best) return [w.found, w.noneFaster];
  const shown = (/** @type {number} */ number) => percent(number / 100);
  if (percentile < 0.1) return [praise(percentile), w.ofAll(w.under(shown(0.1)))];
  return [praise(percentile), w.ofAll(percentile > 99.9 ? shown(99.9) : w.about(shown(percentile)))];
}

/** @param {number} percentile */
function praise(percentile) {
  if (percentile > 99.9) return w.praise.top;
  if (percentile > 95) return w.praise.great;
  if (percentile > 75) return w.praise.good;
  return percentile > 40 ? w.praise.fair : w.praise.poor;
}

/**
 * The rank of a board among all boards under its rules.
 *
 * @param {{better: number, equal: number, worse: number, total: number}} ranked  The equal boards include the board
 *   itself.
 */
export function sayRank({ better, equal, worse, total }) {
  if (total === 1) return w.onlyBoard;
  if (equal === total) return w.allEqual(count(total));
  const parts = [
    w.faster(better, count(better)),
    ...(equal > 1 ? [w.equal(equal - 1, count(equal - 1))] : []),
    w.slower(worse, count(worse)),
  ];
  return w.rank(count(total), listed(parts, "and"));
}

/**
 * The number of rolls that most games take: from one standard deviation below the mean to one above, or a wider range
 * if this one covers at most half of all games. `over` states the roll by which at least half of the games are over.
 *
 * @param {RollProbability[]} distribution  The probabilities by roll, beginning with roll 0.
 * @param {number} mean
 * @param {number} deviation
 * @returns {{most: string, over: string}}
 */
export function sayLengths(distribution, mean, deviation) {
  const half = distribution.find(({ cdf }) => compare(cdf, HALF) >= 0)?.roll;
  const over = half === undefined ? "" : w.half(half);
  const by = (/** @type {number} */ roll) => distribution[roll]?.cdf ?? ZERO;
  let low = Math.max(1, Math.round(mean - deviation));
  let high = Math.max(low, Math.round(mean + deviation));
  const share = () => subtract(by(high), by(low - 1));
  while (high < distribution.length && compare(share(), HALF) <= 0) [low, high] = [Math.max(1, low - 1), high + 1];
  if (high >= distribution.length) return { most: "", over };
  return { most: (compare(share(), ONE) === 0 ? w.all : w.most)(low, high), over };
}

/**
 * Two numbers of rolls, before and after a change, with enough digits to tell them apart.
 *
 * @param {Amount} before
 * @param {Amount} after
 */
export function sayFromTo(before, after) {
  const shown = apart(before, after);
  return shown ? w.fromTo(shown[0], shown[1]) : w.tiny;
}
