/** A pupil's game in parts: rolls = average + cost - luck, in numbers that add up as printed. */

import { fromHundredths, signed, size } from "../format.js";
import { addUp, compare, hundredths, signOf, subtract, ZERO } from "../fractions.js";

/** @typedef {import("./types.js").Revealed} Revealed */

/**
 * In hundredths. The average is rounded to nearest, as on every other screen. A game that has not ended has no sum.
 *
 * @param {Pick<Revealed, "finish" | "expected_rolls" | "loss" | "luck">} player
 */
export function printed({ finish, expected_rolls: expected, loss, luck }) {
  const [mean, lost, lucky] = [expected ?? ZERO, loss ?? ZERO, luck ?? ZERO];
  const average = hundredths(mean);
  if (!finish || !expected) return { average, cost: hundredths(lost), luck: hundredths(lucky) };
  const [cost, dice] = addUp([lost, subtract(ZERO, lucky)], 100 * finish - average);
  return { average, cost, luck: -dice || 0 };
}

/**
 * A pupil's luck, the cost of the choices, and the sum for a finished game.
 *
 * @param {import("./words/en.js").Words["reveal"]} words
 * @param {Pick<Revealed, "finish" | "expected_rolls" | "loss" | "luck">} player
 */
export function sayGame(words, player) {
  const { average, cost, luck } = printed(player);
  const ended = player.finish && player.expected_rolls;
  const parts = /** @type {const} */ ([average, cost, Math.abs(luck)]).map(fromHundredths);
  return {
    luck: words.myLuck(signed(luck, player.luck ?? ZERO)),
    cost: isPerfect(player) ? words.noCost : words.myCost(size(cost)),
    sum: ended ? words.sum(player.finish ?? 0, parts[0], parts[1], parts[2], luck < 0) : "",
  };
}

/**
 * The top of a list, and the number of further entries that equal its last one.
 *
 * @template T
 * @param {T[]} sorted
 * @param {number} most
 * @param {(player: T) => import("./types.js").Amount} value
 */
export function top(sorted, most, value) {
  const shown = sorted.slice(0, most);
  const last = shown.at(-1);
  const more = last === undefined ? 0 : sorted.slice(most).filter((one) => !compare(value(one), value(last))).length;
  return { shown, more };
}

/**
 * Whether boards can be ordered so that no board is beaten by a later one, that is, whether there is no ring.
 *
 * @param {number[][]} beats  Signs, by row and column.
 */
export function isOrdered(beats) {
  const left = new Set(beats.keys());
  for (;;) {
    const unbeaten = [...left].filter((one) => ![...left].some((other) => beats[other][one] > 0));
    if (!unbeaten.length) return left.size === 0;
    for (const one of unbeaten) left.delete(one);
  }
}

/** @param {Pick<Revealed, "loss">} player  Whether every choice was perfect. */
export function isPerfect({ loss }) {
  return loss !== null && signOf(loss) === 0;
}
