/** The questions about the compared boards; their answers are shown as they arrive. */

import { pause } from "../dom.js";
import { askPairs } from "./pairs.js";
import { askResult, way } from "./result.js";

/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./result.js").Contest} Contest */
/** @typedef {import("./ring.js").Entrant} Entrant */

const UPTO = 40; // rolls of the curves
const REST = 300; // milliseconds without a change before many games are played

/**
 * Compare all pairs if there are three or more boards, and then all boards together.
 *
 * @param {ReturnType<typeof import("./view.js").compareView>} view
 * @param {Contest} contest
 * @param {Entrant[]} entrants
 * @param {{signal: AbortSignal, onprogress: (progress: import("../api-types.js").Progress) => void}} asking
 */
export async function work({ headline, round, tell }, contest, entrants, asking) {
  round.element.hidden = entrants.length < 3;
  if (!way(contest).exact.possible) await pause(REST, asking.signal);
  if (entrants.length > 2) {
    /** @type {Pair[]} */
    const known = [];
    round.begin(entrants, known);
    const note = (/** @type {Pair} */ pair, /** @type {number} */ done, /** @type {number} */ total) => {
      known.push(pair);
      round.begin(entrants, known);
      asking.onprogress({ done, total, stage: "every pair", best: null });
    };
    const pairs = await askPairs(contest, note, asking.signal);
    if (pairs) tell(round.set(contest.rules, entrants, pairs));
    for (const element of [round.element, headline]) element.classList.remove("busy");
  }
  // Who wins is known at once on cards, but not when.
  return askResult(contest, contest.rules.card ? asking : { upto: UPTO, ...asking });
}
