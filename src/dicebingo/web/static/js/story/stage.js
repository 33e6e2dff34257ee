/** The position in the fifth chapter, with functions for its equilibrium and the outcome of each pair of choices. */

import { ask } from "../api.js";
import { mean, ONE, ZERO } from "../fractions.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../api-types.js").Number} Amount */

export const YOURS = "7,4,6/9,7,8/6,9,5";
export const ITS = "6,9,*2/*3,5,5/8,*10,6";
export const ROLL = 6;

/** @param {AbortSignal} signal */
export function askStage(signal) {
  const question = { boards: [YOURS, ITS], roll: ROLL, objective: /** @type {const} */ ("win") };
  return ask("nash", { ...question, continuation: "solo" }, { signal });
}

/** The choices of both players, as cells. @param {Nash} stage */
export function actionsOf({ actions }) {
  return actions.map((own) => own.map(Number));
}

/**
 * @param {Nash} stage
 * @param {number} yours  The index of your choice.
 */
export function replyTo({ best_replies: best, actions }, yours) {
  return actions[1].indexOf(best.second[yours][0]);
}

/**
 * The outcome if both players choose at random with the given probabilities.
 *
 * @param {Nash} stage
 * @param {Amount[]} yours  How often you make each choice.
 * @param {Amount[]} its  How often the computer makes each choice.
 */
export function expected({ payoffs }, yours, its) {
  const of = (/** @type {"first" | "second" | "tie"} */ who) =>
    mean(
      payoffs.map((row) =>
        mean(
          row.map((entry) => entry[who]),
          its,
        ),
      ),
      yours,
    );
  return { win: of("first"), lose: of("second"), tie: of("tie"), note: "" };
}

/**
 * How often each player makes each choice in the equilibrium, in the order of the choices.
 *
 * @param {Nash} stage
 */
export function mixtures({ equilibria: [mix], actions }) {
  return /** @type {const} */ (["first", "second"]).map((who, player) =>
    actions[player].map((action) => mix[who][String(action)] ?? ZERO),
  );
}

/**
 * @param {number} index
 * @param {number} length
 * @returns {Amount[]}
 */
export function always(index, length) {
  return Array.from({ length }, (_, i) => (i === index ? ONE : ZERO));
}
