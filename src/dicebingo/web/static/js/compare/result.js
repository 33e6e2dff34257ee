/**
 * Results of games: exact if possible, otherwise simulated. Both have the same form,
 * so that the views need not distinguish them.
 */

import { ask, isRejection } from "../api.js";
import { cost } from "../cost.js";
import { writePosition } from "../position.js";
import { fromGames, fromMatch } from "./endings.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./endings.js").Result} Result */
/** @typedef {import("./endings.js").TieBreak} TieBreak */

/**
 * @typedef {object} Contest
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {TieBreak} tieBreak
 */

export const GAMES = 10_000;

/** @param {Contest} contest */
function body({ rules, boards, tieBreak }) {
  return { ...rules.spec, boards: boards.map((board) => writePosition(board, rules)), tie_break: tieBreak };
}

/** @param {Contest} contest  Whether the result can be exact (perhaps), simulated, or neither. */
export function way({ rules, boards, tieBreak }) {
  const exact = cost(tieBreak === "random" ? "match-random" : "match", rules, boards);
  const simulated = cost("simulate", rules, boards);
  return { exact, simulated, reason: exact.possible || simulated.possible ? "" : simulated.reason };
}

/**
 * @param {Contest} contest
 * @param {import("../api.js").Asking & {upto?: number}} [asking]
 * @returns {Promise<Result | null>}  Null if these boards are too large for both.
 */
export async function askResult(contest, { upto, ...asking } = {}) {
  const { exact, simulated } = way(contest);
  if (exact.possible) {
    try {
      const question = upto ? { ...body(contest), upto } : body(contest);
      return fromMatch(await ask("match", question, { ...asking, quietly: exact.instead !== null }), contest.tieBreak);
    } catch (error) {
      if (!isRejection(error) || exact.instead === null) throw error;
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
  return fromGames(await ask("simulate", { ...body(contest), games, seed }, asking), contest.tieBreak);
}

/**
 * Bounds over all tie-breaks, for two boards.
 *
 * @param {Contest} contest
 * @param {AbortSignal} signal
 */
export async function askRange(contest, signal) {
  return (await ask("match", { ...body(contest), range: true }, { signal })).range ?? null;
}

/**
 * The expected rolls of each board alone, for boards that are too large to compare.
 *
 * @param {Contest} contest
 * @param {AbortSignal} signal
 */
export async function askAlone(contest, signal) {
  const { rules } = contest;
  const asked = body(contest).boards.map((board) => ask("solve", { ...rules.spec, board, exact: false }, { signal }));
  return (await Promise.all(asked)).map(({ expected_rolls: expected }) => expected);
}
