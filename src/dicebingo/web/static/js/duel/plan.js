/** The plan of both players after a roll, in words, and the outcome of the duel. */

import { cellName } from "../format.js";
import { howOften } from "../nash.js";
import { matches } from "../position.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../nash.js").Advised} Plan */
/** @typedef {import("../nash.js").Side} Side */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Moment  One roll at one position.
 * @property {Rules} rules
 * @property {Position[]} boards
 * @property {number} roll
 */

export const MANY = 3; // names in a list

/**
 * The cells that a choice marks. If a roll marks all matching cells, the first cell stands for the choice.
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
  if (actions.every((own) => own.length === 1)) return "Neither player has a choice.";
  if (mixed) return "Let chance decide.";
  return actions.some((own) => own.length === 1)
    ? "Only one player has a choice."
    : "Neither player gains by choosing differently.";
}

/**
 * What a player should do: "marks top right 3 times in 5, bottom left twice in 5."
 *
 * @param {Moment} moment
 * @param {number} player
 * @param {Side} side
 * @param {number} choices  The number of choices.
 * @returns {{text: string, strong?: boolean}[]}
 */
export function instruction(moment, player, { mixture, mixed, best }, choices) {
  const plain = (/** @type {string} */ text) => ({ text });
  const strong = (/** @type {string} */ text) => ({ text, strong: true });
  const name = (/** @type {string} */ action) => strong(choiceName(moment, player, action));
  if (best[0] === "none") return [plain(`has no open ${moment.roll} to mark.`)];
  if (mixed)
    return [
      plain("marks "),
      ...best.flatMap((action, i) => [plain(i ? ", " : ""), name(action), plain(` ${howOften(mixture[action])}`)]),
      plain("."),
    ];
  if (best.length > MANY && best.length === choices)
    return [plain("marks "), strong(`any ${moment.roll}`), plain(`: all ${choices} are equally good.`)];
  const names = best.flatMap((action, i) => [plain(i ? " or " : ""), name(action)]);
  return [plain("marks "), ...names, plain(best.length > 1 ? ": they are equally good." : ".")];
}
