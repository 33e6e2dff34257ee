/** Extracts the fastest cells and the best cells for winning from the server's answers. */

import { compare, mean, ONE, signOf, ZERO } from "../fractions.js";
import { advised, always, nameOf } from "../nash.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Nash} Nash */

/**
 * @typedef {object} Choice  A cell, the probability of choosing it, and the outcome after marking it.
 * @property {number} cell
 * @property {Amount} share
 * @property {Amount} win
 * @property {Amount} lose
 * @property {Amount} tie
 *
 * @typedef {object} Winning
 * @property {Choice[]} choices
 * @property {number[]} best  The best cells: several if they are equally good, or if the player mixes.
 * @property {boolean} mixed  Whether to choose at random.
 *
 * @typedef {object} Advice
 * @property {Candidate[]} fast
 * @property {Winning | null} win
 * @property {string} reason  The reason why there is no advice on winning.
 */

/**
 * The best choices against an opponent who also plays to win, as in *Duel*.
 *
 * @param {Nash} nash
 * @returns {Winning}
 */
export function equilibrium(nash) {
  const [{ mixture, mixed, best }, second] = advised(nash).sides;
  const choices = choicesAgainst(nash, second.mixture);
  return {
    choices: choices.map((choice) => ({ ...choice, share: mixture[choice.cell] ?? ZERO })),
    best: best.map(Number),
    mixed,
  };
}

/**
 * The best choices against an opponent whose mark is known.
 *
 * @param {Nash} nash
 * @param {number | null} reply
 * @returns {Winning}
 */
export function bestReply(nash, reply) {
  const choices = choicesAgainst(nash, always(reply));
  const most = choices.reduce((top, { win }) => (compare(win, top) > 0 ? win : top), ZERO);
  const best = choices.filter(({ win }) => compare(win, most) === 0).map(({ cell }) => cell);
  return {
    choices: choices.map((choice) => ({ ...choice, share: choice.cell === best[0] ? ONE : ZERO })),
    best,
    mixed: false,
  };
}

/**
 * @param {Nash} nash
 * @param {Record<string, Amount>} mixture  The opponent's choices and their probabilities.
 * @returns {Omit<Choice, "share">[]}
 */
function choicesAgainst({ actions: [rows, columns], payoffs }, mixture) {
  const weights = columns.map((action) => mixture[nameOf(action)] ?? ZERO);
  return rows.map((cell, i) => {
    const share = (/** @type {"first" | "second" | "tie"} */ end) => {
      const ends = payoffs[i].map((entry) => entry[end]);
      return mean(ends, weights);
    };
    return { cell: cell ?? -1, win: share("first"), lose: share("second"), tie: share("tie") };
  });
}

/** The fastest cells. @param {Advice} advice */
export function fastest({ fast }) {
  return fast.filter(({ loss }) => signOf(loss) === 0).flatMap(({ cells }) => cells);
}

/** Whether no cell is best for both aims. @param {Advice} advice */
export function differ(advice) {
  const quick = fastest(advice);
  return advice.win !== null && !advice.win.best.some((cell) => quick.includes(cell));
}
