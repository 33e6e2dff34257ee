/**
 * How games of some boards end: exactly where that is possible, else by playing many of them. Both have the same shape,
 * so that whoever shows them need not care.
 */

import { ask, Refused } from "../api.js";
import { cost } from "../cost.js";
import { bounds, count } from "../format.js";
import { signOf, subtract } from "../fractions.js";
import { writePosition } from "../position.js";

/** @typedef {import("../api-types.js").Match} Match */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Simulation} Simulation */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {NonNullable<import("../api-types.js").MatchQuestion["tie_break"]>} TieBreak */

/**
 * @typedef {object} Ending
 * @property {number[]} winners
 * @property {Amount} probability
 * @property {string} note  Where the number comes from, if it is not exact.
 *
 * @typedef {object} Result
 * @property {Ending[]} outcomes  Those that happen.
 * @property {Amount[]} shares
 * @property {Amount[]} rolls  Of each board alone.
 * @property {Amount | null} length
 * @property {Match["verdict"]} verdict
 * @property {Match["distribution"]} [distribution]
 * @property {number} games  That were played; none if it is exact.
 * @property {TieBreak} tieBreak
 *
 * @typedef {object} Contest
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {TieBreak} tieBreak
 */

export const GAMES = 10_000;
const SURE = 3; // standard errors

/** @param {Contest} contest */
function body({ rules, boards, tieBreak }) {
  return { ...rules.spec, boards: boards.map((board) => writePosition(board, rules)), tie_break: tieBreak };
}

/** @param {Contest} contest  Whether it can be said exactly (perhaps), by playing, or not at all. */
export function way({ rules, boards, tieBreak }) {
  const exact = cost(tieBreak === "random" ? "match-random" : "match", rules, boards);
  const simulated = cost("simulate", rules, boards);
  return { exact, simulated, reason: exact.possible || simulated.possible ? "" : simulated.reason };
}

/**
 * @param {Contest} contest
 * @param {import("../api.js").Asking & {upto?: number}} [asking]
 * @returns {Promise<Result | null>}  Nothing if these boards are too large for both.
 */
export async function askResult(contest, { upto, ...asking } = {}) {
  const { exact, simulated } = way(contest);
  if (exact.possible) {
    try {
      const question = upto ? { ...body(contest), upto } : body(contest);
      return fromMatch(await ask("match", question, { ...asking, quietly: exact.instead !== null }), contest);
    } catch (error) {
      if (!(error instanceof Refused) || exact.instead === null) throw error;
    }
  }
  return simulated.possible ? askGames(contest, GAMES, 1, asking) : null;
}

/**
 * Play many games.
 *
 * @param {Contest} contest
 * @param {number} games
 * @param {number} seed
 * @param {import("../api.js").Asking} [asking]
 * @returns {Promise<Result>}
 */
export async function askGames(contest, games, seed, asking) {
  return fromGames(await ask("simulate", { ...body(contest), games, seed }, asking), contest);
}

/**
 * Bounds over all ways to break ties, for two boards.
 *
 * @param {Contest} contest
 * @param {AbortSignal} signal
 */
export async function askRange(contest, signal) {
  return (await ask("match", { ...body(contest), range: true }, { signal })).range ?? null;
}

/**
 * How many rolls each board needs alone, for boards that are too large for more.
 *
 * @param {Contest} contest
 * @param {AbortSignal} signal
 */
export async function askAlone(contest, signal) {
  const { rules } = contest;
  const asked = body(contest).boards.map((board) => ask("solve", { ...rules.spec, board, exact: false }, { signal }));
  return (await Promise.all(asked)).map(({ expected_rolls: expected }) => expected);
}

/**
 * @param {Match} match
 * @param {Contest} contest
 * @returns {Result}
 */
function fromMatch(match, { tieBreak }) {
  const outcomes = match.outcomes
    .filter(({ probability }) => signOf(probability) > 0)
    .map((outcome) => ({ ...outcome, note: "" }));
  const { shares, expected_rolls: rolls, expected_length: length, verdict, distribution } = match;
  return { outcomes, shares, rolls, length, verdict, distribution, games: 0, tieBreak };
}

/**
 * @param {Simulation} found
 * @param {Contest} contest
 * @returns {Result}
 */
function fromGames(found, { tieBreak }) {
  const { games } = found;
  const rounded = (/** @type {number} */ decimal) => ({ exact: null, decimal });
  const about = (/** @type {import("../api-types.js").Estimate} */ { estimate }) => rounded(estimate);
  const outcomes = found.outcomes
    .filter(({ probability }) => probability.estimate > 0)
    .map(({ winners, probability }) => ({
      winners,
      probability: about(probability),
      note:
        `In ${count(games)} played games; really between ${bounds(rounded(probability.low), rounded(probability.high))}, ` +
        "most likely.",
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
    ? { winners, probability: { ...NEVER, exact: null }, note: `It did not happen in ${count(games)} played games.` }
    : { winners, probability: NEVER, note: "" };
}

/**
 * By how much the first of two boards wins more often than the second: 0 if they are even, or if the games that were
 * played cannot tell.
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
