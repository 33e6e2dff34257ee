/** A game in parts, in numbers that add up as printed, and in sentences. */

import { chance, size } from "../format.js";
import { addUp, compare, hundredths, ONE, signOf, subtract, ZERO } from "../fractions.js";

/** @typedef {import("../api-types.js").Number} Amount */

/**
 * @typedef {object} Account  The parts of a game: average + choices + dice = rolls + left.
 * @property {number} rolls
 * @property {Amount} mean
 * @property {Amount} left  The expected remaining rolls when the opponent finished.
 * @property {Amount} loss
 * @property {Amount} luck  The cost of the dice.
 *
 * @typedef {object} Printed  The same in hundredths.
 * @property {number} mean
 * @property {number} loss
 * @property {number} luck
 * @property {number} left
 */

/**
 * @param {number} count
 * @param {{mean: Amount, left: Amount, loss: Amount}} known
 * @returns {Account}
 */
export function account(count, { mean, left, loss }) {
  const without = subtract({ exact: String(count), decimal: count }, subtract(mean, left));
  return { rolls: count, mean, left, loss, luck: subtract(without, loss) };
}

/**
 * The average is rounded to nearest, as everywhere on the page, and the other parts are rounded so that the sum is
   right.
 *
 * @param {Account} account
 * @returns {Printed}
 */
export function printed({ rolls, mean, left, loss, luck }) {
  const average = hundredths(mean);
  const [lost, dice, less] = addUp([loss, luck, subtract(ZERO, left)], 100 * rolls - average);
  return { mean: average, loss: lost, luck: dice, left: less === 0 ? 0 : -less };
}

/** @param {Account} account */
export function compared(account) {
  const by = compare({ exact: String(account.rolls), decimal: account.rolls }, account.mean);
  if (by === 0) return "exactly the average";
  return `${size(100 * account.rolls - printed(account).mean)} ${by < 0 ? "fewer" : "more"} than average`;
}

/** @param {Account} account */
export function sayLuck(account) {
  const sign = signOf(account.luck);
  if (sign === 0) return "Your luck was exactly average.";
  const rolls = `${size(printed(account).luck)} rolls`;
  return sign < 0 ? `You were lucky: the dice saved you ${rolls}.` : `You were unlucky: the dice cost you ${rolls}.`;
}

/**
 * @param {number} choices
 * @param {number} perfect
 * @param {Account} account
 */
export function sayChoices(choices, perfect, account) {
  if (choices === 0) return "You had no choices in this game.";
  if (perfect === choices)
    return choices === 1 ? "You had one choice, and it was perfect." : `All your ${choices} choices were perfect!`;
  const rolls = `${size(printed(account).loss)} rolls`;
  if (choices === 1) return `You had one choice, and it cost ${rolls} on average.`;
  if (perfect === 0) return `None of your ${choices} choices was perfect. Together they cost ${rolls} on average.`;
  const good = `${perfect} of your ${choices} choices ${perfect === 1 ? "was" : "were"} perfect`;
  return `${good}. The ${choices - perfect === 1 ? "other" : "others"} cost ${rolls} on average.`;
}

/** @param {Amount | undefined} cdf  The share of perfect games that take no longer; unknown for very long games. */
export function sayLonger(cdf) {
  if (!cdf) return "";
  const later = subtract(ONE, cdf);
  if (signOf(later) === 0) return "No perfect game takes longer than yours.";
  return `${chance(later)} of all perfect games take longer than yours.`;
}
