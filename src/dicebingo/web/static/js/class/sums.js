/** Splits a pupil's number of rolls into average + cost - luck, rounded so that the printed numbers add up. */

import { apart, chance, fromHundredths, percent, signed, size } from "../format.js";
import { addUp, compare, hundredths, signOf, subtract, ZERO } from "../fractions.js";

/** @typedef {import("./types.js").Revealed} Revealed */

/**
 * The average, cost and luck of a pupil's game in hundredths of a roll. The average is rounded to the nearest
 * hundredth. If the game has ended, average + cost - luck is exactly its length.
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
 * Sentences about a pupil's luck, the cost of the pupil's choices and, after a finished game, how they add up.
 *
 * @param {import("../words/en/class.js").Words["reveal"]} words
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
 * The first `most` pupils of a sorted list. Tied pupils stay together: if only some of them would be among the first,
 * `tied` lists all of them and `shown` lists none of them.
 *
 * @param {Revealed[]} sorted
 * @param {number} most
 * @param {"luck" | "loss"} what
 */
export function top(sorted, most, what) {
  if (sorted.length <= most) return { shown: sorted, tied: [] };
  const alike = (/** @type {Revealed} */ one) => !compare(one[what] ?? ZERO, sorted[most][what] ?? ZERO);
  const shown = sorted.slice(0, most);
  if (!alike(shown[most - 1])) return { shown, tied: [] };
  return { shown: shown.filter((one) => !alike(one)), tied: sorted.filter(alike) };
}

/**
 * The boards that beat the most others, the clearest and the closest duel, and the duels that the slower board wins.
 *
 * @param {NonNullable<import("./types.js").Reveal["pairs"]>} pairs
 * @param {Pick<Revealed, "expected_rolls">[]} players
 */
export function highlights({ wins, beats }, players) {
  const lead = (/** @type {[number, number]} */ [i, j]) => wins[i][j] - wins[j][i];
  const pair = (/** @type {number} */ i, /** @type {number} */ j) => /** @type {[number, number]} */ ([i, j]);
  const won = beats.flatMap((row, i) => row.flatMap((sign, j) => (sign > 0 ? [pair(i, j)] : [])));
  won.sort((a, b) => lead(b) - lead(a));
  const mean = (/** @type {number} */ i) => players[i].expected_rolls ?? ZERO;
  const counts = beats.map((row, i) => ({ i, count: row.filter((sign) => sign > 0).length }));
  const [first] = [...counts].sort((a, b) => b.count - a.count);
  return {
    best: counts.filter(({ count }) => count === first?.count && count > 0).map(({ i }) => i),
    beaten: first?.count ?? 0,
    clearest: won[0],
    closest: won.at(-1),
    upsets: won.filter(([i, j]) => compare(mean(i), mean(j)) > 0),
  };
}

/**
 * A sentence about the winner and the loser of a duel, with enough decimals to show the difference.
 *
 * @param {import("../words/en/class.js").Words["reveal"]} words
 * @param {[string, string]} names  The winner and the loser.
 * @param {[number, number]} wins  How often each of the two wins.
 */
export function sayDuel(words, [winner, loser], [won, lost]) {
  const write = (/** @type {number} */ share, /** @type {number} */ digits) =>
    digits === 1 ? chance(share) : percent(share, digits);
  const shown = apart(won, lost, write, 1);
  return shown ? words.duel(winner, loser, ...shown) : words.closeDuel(winner, loser, chance(won));
}

/**
 * Whether boards can be ordered so that no board is beaten by a later one, that is, whether there is no ring.
 *
 * @param {number[][]} beats  The sign of each pair's margin, by row and column.
 */
export function isOrdered(beats) {
  const left = new Set(beats.keys());
  for (;;) {
    const unbeaten = [...left].filter((one) => ![...left].some((other) => beats[other][one] > 0));
    if (!unbeaten.length) return left.size === 0;
    for (const one of unbeaten) left.delete(one);
  }
}

const ALMOST_ALL = 0.98;
const MOST_ROLLS = 30;

/**
 * The range of rolls that the chart of bingos shows, as indices: it covers every roll with a bingo and, up to
 * `MOST_ROLLS`, the rolls by which almost all bingos are predicted.
 *
 * @param {number[]} counts  The number of bingos on each roll.
 * @param {number[]} theory  The expected share of the class that gets a bingo on each roll.
 */
export function rollsShown(counts, theory) {
  let sum = 0;
  let end = counts.length;
  for (const [i, share] of theory.entries()) {
    if (sum < ALMOST_ALL) end = Math.max(end, i + 1);
    sum += share;
  }
  const first = counts.findIndex((count) => count > 0);
  const latest = counts.findLastIndex((count) => count > 0);
  const possible = theory.findIndex((share) => share > 0);
  const begin = Math.min(possible < 0 ? 0 : possible, first < 0 ? MOST_ROLLS : first);
  return { begin: Math.max(0, begin - 1), end: Math.max(Math.min(end, MOST_ROLLS), latest + 1) };
}

/**
 * Pupils sorted by the cost of their choices. Pupils who never had a choice are omitted; at equal cost, pupils with
 * more choices come first.
 *
 * @param {Revealed[]} players
 */
export function byCost(players) {
  return players
    .filter(({ choices }) => choices)
    .sort((a, b) => compare(a.loss ?? ZERO, b.loss ?? ZERO) || (b.choices ?? 0) - (a.choices ?? 0));
}

/** Whether every choice was perfect. @param {Pick<Revealed, "loss">} player */
export function isPerfect({ loss }) {
  return loss !== null && signOf(loss) === 0;
}
