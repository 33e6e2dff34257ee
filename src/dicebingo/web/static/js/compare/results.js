/** Converts exact and simulated results of games to a common format, and describes them in sentences. */

import { apart, bounds, chance, count, rolls as asRolls } from "../format.js";
import { compare, signOf, subtract, ZERO } from "../fractions.js";
import { listed, wordsOf } from "../language.js";

/** @typedef {import("../api-types.js").Estimate} Estimate */
/** @typedef {import("../api-types.js").Match} Match */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Simulation} Simulation */
/** @typedef {NonNullable<import("../api-types.js").MatchQuestion["tie_break"]>} TieBreak */

/**
 * @typedef {object} Ending
 * @property {number[]} winners
 * @property {Amount} probability
 * @property {string} note  The source of the number, if it is not exact.
 *
 * @typedef {object} Result
 * @property {Ending[]} outcomes  The possible outcomes.
 * @property {Amount[]} shares
 * @property {Amount[]} rolls  The expected number of rolls of each board when it plays alone.
 * @property {Amount | null} length
 * @property {Match["verdict"]} verdict
 * @property {Match["distribution"]} [distribution]
 * @property {number} games  The number of simulated games; 0 for an exact result.
 * @property {TieBreak} tieBreak
 */

const w = wordsOf("compare");
const SURE = 3; // a simulated margin is conclusive if it exceeds this many standard errors
const NEAR = 1e-9; // the tolerance for rounding errors of inexact numbers

/**
 * @param {Match} match
 * @param {TieBreak} tieBreak
 * @returns {Result}
 */
export function fromMatch(match, tieBreak) {
  const outcomes = match.outcomes
    .filter(({ probability }) => signOf(probability) > 0)
    .map((outcome) => ({ ...outcome, note: "" }));
  const { shares, expected_rolls: rolls, expected_length: length, verdict, distribution } = match;
  return { outcomes, shares, rolls, length, verdict, distribution, games: 0, tieBreak };
}

/**
 * @param {Simulation} found
 * @param {TieBreak} tieBreak
 * @returns {Result}
 */
export function fromGames(found, tieBreak) {
  const { games } = found;
  const rounded = (/** @type {number} */ decimal) => ({ exact: null, decimal });
  const about = (/** @type {Estimate} */ { estimate }) => rounded(estimate);
  const range = (/** @type {Estimate} */ { low, high }) => bounds(rounded(low), rounded(high));
  const outcomes = found.outcomes
    .filter(({ probability }) => probability.estimate > 0)
    .map(({ winners, probability }) => ({
      winners,
      probability: about(probability),
      note: w.simulated(count(games), range(probability)),
    }));
  return {
    outcomes,
    shares: found.shares.map(about),
    rolls: found.expected_rolls,
    length: about(found.expected_length),
    verdict: null,
    games,
    tieBreak,
  };
}

/**
 * How often these boards, and no others, finish first.
 *
 * @param {Result} result
 * @param {...number} winners
 * @returns {Ending}
 */
export function ending({ outcomes, games }, ...winners) {
  const found = outcomes.find((outcome) => String(outcome.winners) === String(winners));
  if (found) return found;
  return games
    ? { winners, probability: { ...ZERO, exact: null }, note: w.neverSimulated(count(games)) }
    : { winners, probability: ZERO, note: "" };
}

/**
 * The margin of the first of two boards: 0 if they are even, or if the simulated games are inconclusive.
 *
 * @param {Result} result
 */
export function margin(result) {
  const [first, second] = [ending(result, 0).probability, ending(result, 1).probability];
  const difference = subtract(first, second).decimal;
  if (!result.games) return difference;
  const error = Math.sqrt((first.decimal + second.decimal - difference ** 2) / result.games);
  return Math.abs(difference) > SURE * error ? difference : 0;
}

/**
 * Two standard deviations of a count, rounded up; chance seldom shifts the count by more. The result is 0 only if the
 * count is certain.
 *
 * @param {number} games
 * @param {number} share
 */
export function usual(games, share) {
  return Math.ceil(2 * Math.sqrt(games * share * (1 - share)));
}

/**
 * How often two or more boards finish first together.
 *
 * @param {Result} result
 */
export function tied(result) {
  const all = result.outcomes.filter(({ winners }) => winners.length > 1);
  return all.length === 1
    ? all[0].probability
    : { exact: null, decimal: all.reduce((sum, { probability }) => sum + probability.decimal, 0) };
}

/**
 * @param {number[]} winners
 * @param {string[]} names
 */
export function outcomeName(winners, names) {
  const who = winners.map((player) => names[player]);
  return who.length === 1 ? w.wins(who[0]) : w.tieOf(listed(who, "and"));
}

/** @param {number} games  The number of simulated games; 0 for an exact result, which needs no remark. */
export const asFar = (games) => (games ? w.asFar(count(games)) : "");

/**
 * A sentence about which of two boards is ahead.
 *
 * @param {Pick<Result, "verdict" | "games">} result
 * @param {number} by  The sign of the first board's margin.
 * @param {string[]} names
 */
export function sayWho({ verdict, games }, by, names) {
  if (verdict?.kind === "depends") return w.who.depends;
  if (verdict?.kind === "undecided") return w.who.undecided;
  if (by === 0) return games ? w.who.close : w.who.even;
  const [winner, loser] = by > 0 ? names : [names[1], names[0]];
  return verdict?.kind === "surely beats" ? w.who.surely(winner, loser) : `${w.beats(winner, loser)}${asFar(games)}.`;
}

/**
 * A sentence about whether the board that wins more often is also faster when it plays alone.
 *
 * @param {Amount} winner  The expected number of rolls when the winner plays alone.
 * @param {Amount} loser  The same for the loser.
 * @param {string[]} names  The names of both boards.
 */
export function sayAlone(winner, loser, names) {
  const known = winner.exact !== null && loser.exact !== null;
  const by = !known && Math.abs(winner.decimal - loser.decimal) < NEAR ? 0 : compare(winner, loser);
  if (by < 0) return w.alone.faster(names[0]);
  if (by === 0) return known ? w.alone.equal(asRolls(winner)) : w.alone.about;
  const shown = apart(loser, winner);
  return shown ? w.alone.slower(names[1], ...shown) : w.alone.barely(names[1]);
}

/**
 * A sentence about which of three or more boards gets the largest share.
 *
 * @param {Pick<Result, "shares" | "games">} result
 * @param {string[]} names
 */
export function sayShare({ shares, games }, names) {
  const most = shares.reduce((top, share) => (compare(share, top) > 0 ? share : top));
  const best = names.filter((_, player) => compare(shares[player], most) === 0);
  const where = games ? w.share.games(count(games)) : w.share.all;
  if (best.length === names.length) return w.share.each(where);
  return best.length > 1 ? w.share.several(where, listed(best, "and")) : w.share.one(where, best[0]);
}

/** A sentence about a result without ties. @param {number} games  The number of simulated games, or 0 if exact. */
export function sayNoTie(games) {
  return games ? w.ties.notSeen(count(games)) : w.ties.never;
}

/**
 * A sentence about the effect of tie-breaks on the winner.
 *
 * @param {Result["verdict"]} verdict
 */
export function sayTieBreak(verdict) {
  if (verdict?.kind === "surely beats") return w.ties.same;
  if (verdict?.kind === "depends") return w.ties.matters;
  return verdict && !verdict.decided ? w.ties.unknown : "";
}

/**
 * A board's probability of winning, from its smallest to its largest value over all tie-breaks.
 *
 * @param {{low: Amount, high: Amount}} range
 */
export function sayRange({ low, high }) {
  return compare(low, high) === 0 ? chance(low) : w.between(bounds(low, high));
}
