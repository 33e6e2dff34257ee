/** One roll of a duel: which of its equilibria to follow, and what they say in words. */

import { chance } from "./format.js";

/** @typedef {import("./api-types.js").Number} Amount */
/** @typedef {import("./api-types.js").Equilibrium} Equilibrium */
/** @typedef {import("./api-types.js").Nash} Nash */
/** @typedef {Record<string, Amount>} Mixture  How often each cell is marked; "none" is to mark nothing. */

const SMALL = 12; // the largest denominator that people say

/** @param {number | null} action */
export function nameOf(action) {
  return action === null ? "none" : String(action);
}

/** @param {Mixture} mixture  The cells that are marked at all, the likeliest first. */
export function support(mixture) {
  const used = Object.keys(mixture).filter((action) => mixture[action].decimal > 0);
  return used.sort((a, b) => mixture[b].decimal - mixture[a].decimal);
}

/** @param {Mixture} mixture */
export function isPure(mixture) {
  return support(mixture).length === 1;
}

/**
 * The equilibria that are best for the first player: all of those in which that player needs no chance, or else one.
 *
 * @param {Nash} nash
 * @returns {Equilibrium[]}
 */
export function recommended({ equilibria }) {
  const most = Math.max(...equilibria.map(({ payoffs }) => payoffs.first.decimal));
  const top = equilibria.filter(({ payoffs }) => payoffs.first.decimal === most);
  const pure = top.filter(({ first }) => isPure(first));
  return pure.length ? pure : top.slice(0, 1);
}

/**
 * How often, for people: "3 times in 5", "about 53 times in 100".
 *
 * @param {Amount} share
 */
export function howOften({ exact, decimal }) {
  const times = (/** @type {number} */ over, /** @type {number} */ under) =>
    over === 1 ? `once in ${under}` : `${over} times in ${under}`;
  const [over, under] = (exact ?? "").split("/").map(Number);
  if (under && under <= SMALL) return times(over, under);
  const hundred = Math.round(100 * decimal);
  return hundred > 0 && hundred < 100 ? `about ${times(hundred, 100)}` : chance(decimal);
}
