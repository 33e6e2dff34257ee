/**
 * Requests the results of games, for all boards together and in pairs: exact results if possible, and otherwise
 * simulated ones.
 */

import { ask, isRejection } from "../api.js";
import { cost } from "../cost.js";
import { writePosition } from "../position.js";
import { fromGames, fromMatch, margin } from "./results.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./results.js").TieBreak} TieBreak */

/**
 * @typedef {object} Contest
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {TieBreak} tieBreak
 *
 * @typedef {object} Pair
 * @property {number} first
 * @property {number} second
 * @property {Result} result  The result of the match, in which the first board is player 0.
 * @property {number} margin  The margin of the first board.
 */

const GAMES = 10_000;
const AT_ONCE = 2; // a server accepts only a few long questions from each visitor

/** @param {Contest} contest */
function body({ rules, boards, tieBreak }) {
  return { ...rules.spec, boards: boards.map((board) => writePosition(board, rules)), tie_break: tieBreak };
}

/** Whether the result can be exact, must be simulated, or cannot be computed. @param {Contest} contest */
export function way({ rules, boards, tieBreak }) {
  const exact = cost(tieBreak === "random" ? "match-random" : "match", rules, boards);
  const simulated = cost("simulate", rules, boards);
  return { exact, simulated, reason: exact.possible || simulated.possible ? "" : simulated.reason };
}

/**
 * @param {Contest} contest
 * @param {import("../api.js").Asking & {upto?: number}} [asking]
 * @returns {Promise<Result | null>}  Null if the boards are too large even to simulate.
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
  return simulated.possible ? fromGames(await askGames(contest, GAMES, 1, asking), contest.tieBreak) : null;
}

/**
 * Simulate many games.
 *
 * @param {Contest} contest
 * @param {number} games
 * @param {number} seed
 * @param {import("../api.js").Asking} [asking]
 */
export function askGames(contest, games, seed, asking) {
  return ask("simulate", { ...body(contest), games, seed }, asking);
}

/**
 * Compute bounds, over all tie-breaks, on the result of a match between two boards.
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

/**
 * Request the results of all pairs, a few at a time.
 *
 * @param {Contest} contest
 * @param {(pair: Pair, done: number, total: number) => void} onpair
 * @param {AbortSignal} signal
 * @returns {Promise<Pair[] | null>}  Null if the boards are too large.
 */
export async function askPairs(contest, onpair, signal) {
  const { boards } = contest;
  const todo = boards.flatMap((_, first) =>
    boards.slice(first + 1).map((_board, i) => /** @type {[number, number]} */ ([first, first + 1 + i])),
  );
  const total = todo.length;
  /** @type {Pair[]} */
  const pairs = [];
  let possible = true;
  const work = async () => {
    for (let next = todo.shift(); next && possible; next = todo.shift()) {
      const [first, second] = next;
      const result = await askResult({ ...contest, boards: [boards[first], boards[second]] }, { signal });
      signal.throwIfAborted();
      if (!result) {
        possible = false;
        return;
      }
      const pair = { first, second, result, margin: margin(result) };
      pairs.push(pair);
      onpair(pair, pairs.length, total);
    }
  };
  await Promise.all(Array.from({ length: way(contest).exact.possible ? AT_ONCE : 1 }, work));
  return possible ? pairs : null;
}

/**
 * The result of a pair from the point of view of board `from`.
 *
 * @param {Pair[]} pairs
 * @param {number} from
 * @param {number} to
 */
export function seen(pairs, from, to) {
  const pair = pairs.find(
    ({ first, second }) => (first === from && second === to) || (first === to && second === from),
  );
  if (!pair) return null;
  const ahead = pair.first === from;
  return { pair, me: ahead ? 0 : 1, margin: ahead ? pair.margin : -pair.margin };
}

/**
 * Find the longest ring. If several rings are longest, choose the one whose smallest margin is largest. The search
 * tries all orders, so `boards` must be small.
 *
 * @param {Pair[]} pairs
 * @param {number} boards
 * @returns {number[] | null}  The boards of the ring, beginning with the lowest number: each beats the next, and the
 *   last beats the first.
 */
export function findRing(pairs, boards) {
  /** @type {{ring: number[], weakest: number} | null} */
  let best = null;
  const beats = (/** @type {number} */ from, /** @type {number} */ to) => seen(pairs, from, to)?.margin ?? 0;
  const follow = (/** @type {number[]} */ path, /** @type {number} */ weakest) => {
    const last = path[path.length - 1];
    const closing = Math.min(weakest, beats(last, path[0]));
    const longer = path.length - (best?.ring.length ?? 0);
    if (path.length > 2 && closing > 0 && (longer > 0 || (longer === 0 && closing > (best?.weakest ?? 0))))
      best = { ring: [...path], weakest: closing };
    for (let next = path[0] + 1; next < boards; next += 1) {
      const by = beats(last, next);
      if (by > 0 && !path.includes(next)) follow([...path, next], Math.min(weakest, by));
    }
  };
  for (let start = 0; start < boards; start += 1) follow([start], Infinity);
  return /** @type {{ring: number[]} | null} */ (best)?.ring ?? null;
}
