/** Results of games in one form for exact and simulated answers: pure functions. */

import { bounds, count } from "../format.js";
import { signOf, subtract } from "../fractions.js";

/** @typedef {import("../api-types.js").Estimate} Estimate */
/** @typedef {import("../api-types.js").Match} Match */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Simulation} Simulation */
/** @typedef {NonNullable<import("../api-types.js").MatchQuestion["tie_break"]>} TieBreak */

/**
 * @typedef {object} Ending
 * @property {number[]} winners
 * @property {Amount} probability
 * @property {string} note  The source of the number, if it is not exact.
 *
 * @typedef {object} Result
 * @property {Ending[]} outcomes  The outcomes that can happen.
 * @property {Amount[]} shares
 * @property {Amount[]} rolls  The expected rolls of each board alone.
 * @property {Amount | null} length
 * @property {Match["verdict"]} verdict
 * @property {Match["distribution"]} [distribution]
 * @property {number} games  The number of simulated games; 0 for an exact result.
 * @property {TieBreak} tieBreak
 */

const SURE = 3; // standard errors

/**
 * @param {Match} match
 * @param {TieBreak} tieBreak
 * @returns {Result}
 */
export function fromMatch(match, tieBreak) {
  const outcomes = match.outcomes
    .filter(({ probability }) => signOf(probability) > 0)
    .map((outcome) => ({ ...outcome, note: "" }));
  const { shares, expected_rolls: rolls, expected_length: length, verdict, distribution } = match;
  return { outcomes, shares, rolls, length, verdict, distribution, games: 0, tieBreak };
}

/**
 * @param {Simulation} found
 * @param {TieBreak} tieBreak
 * @returns {Result}
 */
export function fromGames(found, tieBreak) {
  const { games } = found;
  const rounded = (/** @type {number} */ decimal) => ({ exact: null, decimal });
  const about = (/** @type {Estimate} */ { estimate }) => rounded(estimate);
  const range = (/** @type {Estimate} */ { low, high }) => bounds(rounded(low), rounded(high));
  const outcomes = found.outcomes
    .filter(({ probability }) => probability.estimate > 0)
    .map(({ winners, probability }) => ({
      winners,
      probability: about(probability),
      note: `Simulated in ${count(games)} games: between ${range(probability)}, with 95% confidence.`,
    }));
  return {
    outcomes,
    shares: found.shares.map(about),
    rolls: found.expected_rolls,
    length: about(found.expected_length),
    verdict: null,
    games,
    tieBreak,
  };
}

const NEVER = { exact: "0", decimal: 0 };

/**
 * How often exactly these boards are first.
 *
 * @param {Result} result
 * @param {...number} winners
 * @returns {Ending}
 */
export function ending({ outcomes, games }, ...winners) {
  const found = outcomes.find((outcome) => String(outcome.winners) === String(winners));
  if (found) return found;
  return games
    ? { winners, probability: { ...NEVER, exact: null }, note: `It never happened in ${count(games)} simulated games.` }
    : { winners, probability: NEVER, note: "" };
}

/**
 * The margin of the first of two boards: 0 if they are even, or if the simulated games do not decide.
 *
 * @param {Result} result
 */
export function margin(result) {
  const [first, second] = [ending(result, 0).probability, ending(result, 1).probability];
  const difference = subtract(first, second).decimal;
  if (!result.games) return difference;
  const error = Math.sqrt((first.decimal + second.decimal - difference ** 2) / result.games);
  return Math.abs(difference) > SURE * error ? difference : 0;
}
