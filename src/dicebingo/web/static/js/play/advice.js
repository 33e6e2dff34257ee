/** What to mark: to be fast, and against an opponent to win. The two differ at times, and the page shows where. */

import { ask, Refused } from "../api.js";
import { cost } from "../cost.js";
import { mean } from "../fractions.js";
import { isPure, nameOf, recommended, support } from "../nash.js";
import { writePosition } from "../position.js";
import { computerMarks } from "./computer.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("./computer.js").Moment} Moment */

/**
 * @typedef {object} Choice  A cell, how often to choose it, and how the game ends then.
 * @property {number} cell
 * @property {Amount} share
 * @property {Amount} win
 * @property {Amount} lose
 * @property {Amount} tie
 *
 * @typedef {object} Winning
 * @property {Choice[]} choices
 * @property {number[]} best  The good cells: equally good ones, or those to choose from by chance.
 * @property {boolean} mixed  Whether chance must decide.
 *
 * @typedef {object} Advice
 * @property {Candidate[]} fast
 * @property {Winning | null} win
 * @property {string} reason  Why nothing is known about winning, against an opponent.
 */

const ONE = { exact: "1", decimal: 1 };
const NONE = { exact: "0", decimal: 0 };

/**
 * @param {Moment} moment
 * @param {AbortSignal} signal
 * @returns {Promise<Advice>}
 */
export async function findAdvice(moment, signal) {
  const { rules, mine, roll, vs } = moment;
  const question = { ...rules.spec, board: writePosition(mine, rules), roll };
  const [{ candidates }, winning] = await Promise.all([
    ask("advise", question, { signal }),
    vs === "none" ? { win: null, reason: "" } : findWinning(moment, signal),
  ]);
  return { fast: candidates, ...winning };
}

/**
 * The question of the Duel room: both mark at the same time, and go on as fast as they can.
 *
 * @param {Moment} moment
 * @param {AbortSignal} signal
 * @returns {Promise<{win: Winning | null, reason: string}>}
 */
async function findWinning(moment, signal) {
  const { rules, mine, theirs, roll, vs } = moment;
  if (!theirs) return { win: null, reason: "" };
  const known = cost("nash", rules, [mine, theirs]);
  if (!known.possible) return { win: null, reason: known.reason };
  const boards = [mine, theirs].map((board) => writePosition(board, rules));
  const asking = { signal, quietly: known.instead !== null };
  try {
    const [nash, reply] = await Promise.all([
      ask("nash", { ...rules.spec, boards, roll, objective: "win", continuation: "solo" }, asking),
      vs === "solo" ? computerMarks(moment, signal) : null,
    ]);
    return { win: reply ? bestReply(nash, reply.cells[0] ?? null) : equilibrium(nash), reason: "" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { win: null, reason: "These boards have too many positions together to say how to win." };
  }
}

/**
 * Against somebody who chooses as well, as the Duel room advises.
 *
 * @param {Nash} nash
 * @returns {Winning}
 */
function equilibrium(nash) {
  const plans = recommended(nash);
  const [{ first, second }] = plans;
  const best = [...new Set(plans.flatMap((plan) => support(plan.first)))].map(Number);
  const choices = choicesAgainst(nash, second).map((choice) => ({ ...choice, share: first[choice.cell] ?? NONE }));
  return { choices, best, mixed: !isPure(first) };
}

/**
 * Against somebody whose mark is known.
 *
 * @param {Nash} nash
 * @param {number | null} reply
 * @returns {Winning}
 */
function bestReply(nash, reply) {
  const choices = choicesAgainst(nash, { [nameOf(reply)]: ONE });
  const most = Math.max(...choices.map(({ win }) => win.decimal));
  const best = choices.filter(({ win }) => win.decimal === most).map(({ cell }) => cell);
  return {
    choices: choices.map((choice) => ({ ...choice, share: choice.cell === best[0] ? ONE : NONE })),
    best,
    mixed: false,
  };
}

/**
 * @param {Nash} nash
 * @param {Record<string, Amount>} mixture  What the opponent marks, and how often.
 * @returns {Omit<Choice, "share">[]}
 */
function choicesAgainst({ actions: [rows, columns], payoffs }, mixture) {
  const weights = columns.map((action) => mixture[nameOf(action)] ?? NONE);
  return rows.map((cell, i) => ({
    cell: cell ?? -1,
    win: mean(
      payoffs[i].map(({ first }) => first),
      weights,
    ),
    lose: mean(
      payoffs[i].map(({ second }) => second),
      weights,
    ),
    tie: mean(
      payoffs[i].map(({ tie }) => tie),
      weights,
    ),
  }));
}

/** @param {Advice} advice  The cells that are fastest. */
export function fastest({ fast }) {
  return fast.filter(({ loss }) => loss.decimal === 0).flatMap(({ cells }) => cells);
}

/** @param {Advice} advice  Whether no cell is good for both aims. */
export function differ(advice) {
  const quick = fastest(advice);
  return advice.win !== null && !advice.win.best.some((cell) => quick.includes(cell));
}
