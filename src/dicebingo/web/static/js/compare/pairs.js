/** Every board against every other, and the rings among them. */

import { margin } from "./endings.js";
import { askResult, way } from "./result.js";

/** @typedef {import("./result.js").Contest} Contest */
/** @typedef {import("./endings.js").Result} Result */

/**
 * @typedef {object} Pair
 * @property {number} first
 * @property {number} second
 * @property {Result} result  The first board of the pair is its player 0.
 * @property {number} margin  The margin of the first board.
 */

const AT_ONCE = 2; // a server accepts few long questions from one visitor

/**
 * Ask for all pairs, a few at a time.
 *
 * @param {Contest} contest
 * @param {(pair: Pair, done: number, total: number) => void} onpair
 * @param {AbortSignal} signal
 * @returns {Promise<Pair[] | null>}  Null if these boards are too large.
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
 * A pair seen from one of its boards.
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
 * The longest ring or, of several, the one with the strongest weakest link. It tries all orders, so boards must be few.
 *
 * @param {Pair[]} pairs
 * @param {number} boards
 * @returns {number[] | null}  Each board beats the next, and the last beats the first. The ring begins with the lowest
   number.
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
