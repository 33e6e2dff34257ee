/** Splits the length of a game into parts, rounded so that the printed numbers add up. */

import { chance, size } from "../format.js";
import { addUp, compare, hundredths, ONE, signOf, subtract, ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("play");

/**
 * @typedef {object} Account  The length of a game as a sum: mean + loss + luck = rolls + left.
 * @property {number} rolls
 * @property {Amount} mean
 * @property {Amount} left  The expected rolls that were left when the opponent finished.
 * @property {Amount} loss  The cost of the choices.
 * @property {Amount} luck  The cost of the dice.
 *
 * @typedef {object} Printed  The same numbers, rounded, in hundredths of a roll.
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
 * Round the average to the nearest hundredth, as everywhere on the page, and the other terms so that the sum is right.
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
  if (by === 0) return w.exactlyAverage;
  const amount = size(100 * account.rolls - printed(account).mean);
  return by < 0 ? w.fewer(amount) : w.more(amount);
}

/** @param {Account} account */
export function sayLuck(account) {
  const sign = signOf(account.luck);
  if (sign === 0) return w.averageLuck;
  const amount = size(printed(account).luck);
  return sign < 0 ? w.lucky(amount) : w.unlucky(amount);
}

/**
 * @param {number} choices
 * @param {number} perfect
 * @param {Account} account
 */
export function sayChoices(choices, perfect, account) {
  if (choices === 0) return w.noChoices;
  if (perfect === choices) return w.allPerfect(choices);
  const amount = size(printed(account).loss);
  if (choices === 1) return w.oneChoice(amount);
  return perfect === 0 ? w.nonePerfect(choices, amount) : w.somePerfect(perfect, choices, amount);
}

/**
 * @param {Amount | undefined} cdf  The share of perfect games that take no longer than this game; unknown for very
 *   long games.
 */
export function sayLonger(cdf) {
  if (!cdf) return "";
  const later = subtract(ONE, cdf);
  return signOf(later) === 0 ? w.noneLonger : w.longer(chance(later));
}
