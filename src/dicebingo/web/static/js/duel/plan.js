/** Puts both players' plans for a roll, and the outcome of the duel, into words. */

import { cellName, chance } from "../format.js";
import { wordsOf } from "../language.js";
import { matches } from "../position.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../nash.js").Advised} Plan */
/** @typedef {import("../nash.js").Side} Side */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Moment  A roll in a position.
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {number} roll
 */

const w = wordsOf("duel");
const SMALL = 12; // frequencies with a larger denominator are rounded
export const MANY = 3; // a list names at most this many cells

/**
 * The cells that a choice marks. If a roll marks all matching cells, `action` is the first of them.
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
  if (cells.length > 1) return w.every(moment.roll);
  return cells.length ? cellName(cells[0], moment.rules) : w.nothing;
}

/**
 * @param {Nash} nash
 * @param {Plan} plan
 */
export function headline({ actions }, { mixed }) {
  if (actions.every((own) => own.length === 1)) return w.noChoice;
  if (mixed) return w.chance;
  return actions.some((own) => own.length === 1) ? w.oneChoice : w.stable;
}

/**
 * Instructions for a player: "marks **top right** 3 times in 5, **bottom left** 2 times in 5."
 *
 * @param {Moment} moment
 * @param {number} player
 * @param {Side} side
 * @param {number} choices  The number of choices that the player has.
 */
export function instruction(moment, player, { mixture, mixed, best }, choices) {
  const name = (/** @type {string} */ action) => choiceName(moment, player, action);
  if (best[0] === "none") return w.instruction.none(moment.roll);
  if (mixed)
    return w.instruction.mixed(best.map((action) => ({ cell: name(action), often: howOften(mixture[action]) })));
  if (best.length > MANY && best.length === choices) return w.instruction.any(moment.roll, choices);
  return best.length > 1 ? w.instruction.several(best.map(name)) : w.instruction.one(name(best[0]));
}

/**
 * A frequency in words: "3 times in 5", "about 53 times in 100".
 *
 * @param {import("../api-types.js").Number} share
 */
export function howOften({ exact, decimal }) {
  const [over, under] = (exact ?? "").split("/").map(Number);
  if (under && under <= SMALL) return w.times(over, under);
  const hundred = Math.round(100 * decimal);
  return hundred > 0 && hundred < 100 ? w.about(hundred, 100) : chance(decimal);
}
