/** Sentences about results: pure functions of exact numbers. */

import { apart, bounds, chance, count, rolls as asRolls } from "../format.js";
import { compare } from "../fractions.js";
import { listed } from "./names.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./endings.js").Result} Result */

const NEAR = 1e-9; // the rounding error of inexact numbers
const MORAL = "Being fast on average is not the same as being first.";

/** @param {number} games  The number of simulated games; 0 for an exact verdict, which gets no addition. */
export const asFar = (games) => (games ? `, as far as ${count(games)} games can tell` : "");

/**
 * Which of two boards is ahead.
 *
 * @param {Pick<Result, "verdict" | "games">} result
 * @param {number} by  The sign of the margin of the first.
 * @param {string[]} names
 */
export function sayWho({ verdict, games }, by, names) {
  if (verdict?.kind === "depends") return "It depends on which equally good cells they mark.";
  if (verdict?.kind === "undecided") return "The two boards are too close to decide.";
  if (by === 0) return games ? "Too close to call." : "The two boards are even.";
  const [winner, loser] = by > 0 ? [0, 1] : [1, 0];
  const beats = `${names[winner]} beats ${names[loser]}`;
  return verdict?.kind === "surely beats"
    ? `${beats}, no matter which equally good cells they mark.`
    : `${beats}${asFar(games)}.`;
}

/**
 * Whether the board that wins more often is also the faster one alone.
 *
 * @param {Amount} winner  The expected rolls of the winner alone.
 * @param {Amount} loser
 * @param {string[]} names  The names of both boards.
 */
export function sayAlone(winner, loser, names) {
  const known = winner.exact !== null && loser.exact !== null;
  const by = !known && Math.abs(winner.decimal - loser.decimal) < NEAR ? 0 : compare(winner, loser);
  if (by < 0) return `${names[0]} is also the faster board alone.`;
  if (by === 0 && !known) return "Alone, the two boards are about equally fast.";
  if (by === 0) return `Alone, the two boards are equally fast: ${asRolls(winner)} rolls. ${MORAL}`;
  const shown = apart(loser, winner);
  const both = shown ? `: ${shown[0]} rolls against ${shown[1]}` : ", by less than 0.000001 rolls";
  return `Yet ${names[1]} is the faster board alone${both}. ${MORAL}`;
}

/**
 * Which of three or more boards gets the largest share.
 *
 * @param {Pick<Result, "shares" | "games">} result
 * @param {string[]} names
 */
export function sayShare({ shares, games }, names) {
  const most = shares.reduce((top, share) => (compare(share, top) > 0 ? share : top));
  const best = names.filter((_, player) => compare(shares[player], most) === 0);
  const where = games ? `In ${count(games)} games with all the boards` : "With all the boards in one game";
  if (best.length === names.length) return `${where}, each wins equally often.`;
  if (best.length > 1) return `${where}, ${listed(best)} win most often, and equally often.`;
  return `${where}, ${best[0]} wins most often.`;
}

/** @param {number} games  That were played; none if it is exact. */
export function sayNoTie(games) {
  return games ? `This never happened in ${count(games)} simulated games.` : "This never happens with these boards.";
}

/**
 * The effect of tie-breaks on the winner.
 *
 * @param {Result["verdict"]} verdict
 */
export function sayTieBreak(verdict) {
  if (verdict?.kind === "surely beats") return "Here that choice does not change who is ahead.";
  if (verdict?.kind === "depends") return "Here it matters: some tie-breaks put one board ahead, some the other.";
  return verdict && !verdict.decided ? "We do not know whether that choice matters here." : "";
}

/**
 * The bounds of a share over all tie-breaks.
 *
 * @param {{low: Amount, high: Amount}} range
 */
export function sayRange({ low, high }) {
  return compare(low, high) === 0 ? chance(low) : `between ${bounds(low, high)}`;
}
