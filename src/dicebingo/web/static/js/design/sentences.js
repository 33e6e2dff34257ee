/** Sentences about a board: pure functions of exact numbers. Each claim about other boards names them. */

import { apart, cellName, count, decimal, plural, withArticle } from "../format.js";
import { compare, ONE, signOf, subtract, ZERO } from "../fractions.js";

/** @typedef {import("../api-types.js").DeadlinePlay} Deadline */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").RollProbability} RollProbability */
/** @typedef {import("../types.js").Rules} Rules */

const NAMED = 3; // cells in a list
const HALF = { exact: "1/2", decimal: 0.5 };

/**
 * The reason why a deadline leaves no choice, or an empty text if there is a choice.
 *
 * @param {Pick<Deadline, "in_time" | "gain" | "rolls">} found
 * @param {boolean} marked  Whether the board has marks already.
 */
export function sayInTime({ in_time: inTime, gain, rolls }, marked) {
  const within = `within ${plural(rolls, "roll")}`;
  if (signOf(inTime) === 0) return `This board cannot complete a line ${within}${marked ? " from here" : ""}.`;
  return signOf(gain) === 0 ? "Playing for speed is also best for this deadline." : "";
}

/**
 * What to mark for the deadline, compared with fastest play.
 *
 * @param {{cells: number[], fastest: number[]}} mark  Fastest play takes one of its cells at random.
 * @param {Rules} rules
 */
export function sayMark({ cells, fastest }, rules) {
  const other = fastest.filter((cell) => !cells.includes(cell));
  const both = fastest.filter((cell) => cells.includes(cell));
  return both.length
    ? `mark ${nameSome(both, rules)} rather than ${nameSome(other, rules)}, although they are equally fast`
    : `mark ${nameSome(cells, rules)}, although ${nameSome(other, rules)} is faster`;
}

/**
 * @param {number[]} cells
 * @param {Rules} rules
 */
function nameSome(cells, rules) {
  return cells.length > NAMED
    ? `one of ${cells.length} cells`
    : cells.map((cell) => cellName(cell, rules)).join(" or ");
}

/**
 * A case in which play against the deadline differs from fastest play.
 *
 * @param {import("../api-types.js").Difference} later
 * @param {Rules} rules
 */
export function sayLater(later, rules) {
  const left = later.rolls_left === 1 ? "on the last roll" : `with ${plural(later.rolls_left, "roll")} left`;
  const here = `In this position, ${left}, if you roll ${withArticle(later.roll)}, ${sayMark(later, rules)}.`;
  return `The first marks are the same. ${here}`;
}

/**
 * How good a board is among all boards of the classic rules.
 *
 * @param {number} percentile  The percentage of boards that are worse, accurate to a tenth.
 * @param {boolean} best  Whether no board is faster, exactly.
 * @returns {[string, string]}  Praise, and the number.
 */
export function sayPercentile(percentile, best) {
  const boards = "boards under these rules";
  if (best) return ["The best there is!", `No board is faster under these rules.`];
  if (percentile < 0.1) return [praise(percentile), `Better than under ${decimal(0.1, 1)}% of all ${boards}.`];
  const share = percentile > 99.9 ? `${decimal(99.9, 1)}%` : `about ${decimal(percentile, 1)}%`;
  return [praise(percentile), `Better than ${share} of all ${boards}.`];
}

/** @param {number} percentile */
function praise(percentile) {
  if (percentile > 99.9) return "Wow! Hardly any board is better.";
  if (percentile > 95) return "A very good board!";
  if (percentile > 75) return "A good board.";
  if (percentile > 40) return "Not bad.";
  return "You can do better.";
}

/**
 * The rank of a board among all boards under its rules.
 *
 * @param {{better: number, equal: number, worse: number, total: number}} ranked  The equal boards include the board
   itself.
 */
export function sayRank({ better, equal, worse, total }) {
  const are = (/** @type {number} */ number, /** @type {string} */ how) =>
    `${number === 0 ? "none" : count(number)} ${number < 2 ? "is" : "are"} ${how}`;
  if (total === 1) return "It is the only board under these rules.";
  if (equal === total) return `All ${count(total)} boards under these rules are equally fast.`;
  const parts = [are(better, "faster"), ...(equal > 1 ? [are(equal - 1, "equally fast")] : []), are(worse, "slower")];
  return `Of all ${count(total)} boards under these rules, ${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}.`;
}

/**
 * The number of rolls that most games take: from one standard deviation below the mean to one above, or a wider range
 * if that covers at most half of all games. Also the roll by which half of the games are over.
 *
 * @param {RollProbability[]} distribution  From 0 rolls on.
 * @param {number} mean
 * @param {number} deviation
 * @returns {{most: string, over: string}}
 */
export function sayLengths(distribution, mean, deviation) {
  const half = distribution.find(({ cdf }) => compare(cdf, HALF) >= 0)?.roll;
  const over = half === undefined ? "" : `at least half of all games are over by roll ${half}`;
  const by = (/** @type {number} */ roll) => distribution[roll]?.cdf ?? ZERO;
  let low = Math.max(1, Math.round(mean - deviation));
  let high = Math.max(low, Math.round(mean + deviation));
  const share = () => subtract(by(high), by(low - 1));
  while (high < distribution.length && compare(share(), HALF) <= 0) [low, high] = [Math.max(1, low - 1), high + 1];
  if (high >= distribution.length) return { most: "", over };
  const some = low === high ? plural(low, "roll") : `${low} to ${high} rolls`;
  return { most: `${compare(share(), ONE) === 0 ? "All" : "Most"} games take ${some}`, over };
}

/**
 * Two numbers of rolls, before and after a change, with enough digits to tell them apart.
 *
 * @param {Amount} before
 * @param {Amount} after
 */
export function sayFromTo(before, after) {
  const shown = apart(before, after);
  return shown ? `from ${shown[0]} to ${shown[1]} rolls` : "by less than 0.000001 rolls";
}
