/** What both players should do after a roll, in words, and how the duel ends then. */

import { el } from "../dom.js";
import { cellName } from "../format.js";
import { mean } from "../fractions.js";
import { howOften, isPure, nameOf, recommended, support } from "../nash.js";
import { matches } from "../position.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../nash.js").Mixture} Mixture */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Moment  One roll at one position.
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {number} roll
 *
 * @typedef {object} Side  What one player does.
 * @property {Mixture} mixture
 * @property {string[]} best  Equally good cells, or those to choose from by chance, the likeliest first.
 * @property {boolean} mixed
 *
 * @typedef {object} Plan
 * @property {Side[]} sides
 * @property {boolean} mixed  Whether somebody needs chance.
 * @property {{first: Amount, second: Amount, tie: Amount}} outcome
 */

const SIDES = /** @type {const} */ (["first", "second"]);
export const MANY = 3; // names in a list

/**
 * The same plan as the hint *to win* in Play.
 *
 * @param {Nash} nash
 * @returns {Plan}
 */
export function planOf(nash) {
  const plans = recommended(nash);
  const sides = SIDES.map((who) => {
    const mixture = plans[0][who];
    const mixed = !isPure(mixture);
    const equal = mixed ? [plans[0]] : plans.filter((plan) => isPure(plan[who]));
    return { mixture, mixed, best: [...new Set(equal.flatMap((plan) => support(plan[who])))] };
  });
  const [rows, columns] = nash.actions.map((actions, i) => actions.map((action) => sides[i].mixture[nameOf(action)]));
  const share = (/** @type {"first" | "second" | "tie"} */ end) =>
    mean(
      nash.payoffs.map((row) =>
        mean(
          row.map((entry) => entry[end]),
          columns,
        ),
      ),
      rows,
    );
  const outcome = { first: share("first"), second: share("second"), tie: share("tie") };
  return { sides, mixed: sides.some(({ mixed }) => mixed), outcome };
}

/**
 * The cells that a choice marks; where a roll marks all cells that show it, the first of them stands for the choice.
 *
 * @param {Moment} moment
 * @param {number} player
 * @param {string} action
 */
export function cellsOf({ rules, boards, roll }, player, action) {
  if (action === "none") return [];
  return rules.marking === "all" ? matches(boards[player], roll) : [Number(action)];
}

/**
 * @param {Moment} moment
 * @param {number} player
 * @param {string} action
 */
export function choiceName(moment, player, action) {
  const cells = cellsOf(moment, player, action);
  if (cells.length > 1) return `every ${moment.roll}`;
  return cells.length ? cellName(cells[0], moment.rules) : "nothing";
}

/**
 * @param {Nash} nash
 * @param {Plan} plan
 */
export function headline({ actions }, { mixed }) {
  if (actions.every((own) => own.length === 1)) return "Nobody has a choice.";
  if (mixed) return "Let chance decide.";
  return actions.some((own) => own.length === 1) ? "Only one has a choice." : "Neither gains by another choice.";
}

/**
 * What a player should do: "Mark top right 3 times in 5, bottom left twice in 5."
 *
 * @param {Moment} moment
 * @param {number} player
 * @param {Side} side
 * @param {number} choices  How many there are.
 */
export function instruction(moment, player, { mixture, mixed, best }, choices) {
  const strong = (/** @type {string} */ action) => el("strong", {}, choiceName(moment, player, action));
  if (best[0] === "none") return [`has no open ${moment.roll} to mark.`];
  if (mixed)
    return [
      "marks ",
      ...best.flatMap((action, i) => [i ? ", " : "", strong(action), ` ${howOften(mixture[action])}`]),
      ".",
    ];
  if (best.length > MANY && best.length === choices)
    return ["marks ", el("strong", {}, `any ${moment.roll}`), `: all ${choices} are equally good.`];
  const names = best.flatMap((action, i) => [i ? " or " : "", strong(action)]);
  return ["marks ", ...names, best.length > 1 ? ": equally good." : "."];
}
