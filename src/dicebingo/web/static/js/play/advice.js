/**
 * The cells to mark for speed and, against an opponent, for winning. The page explains the difference if no cell is
 * best for both aims.
 */

import { ask, isRejection } from "../api.js";
import { cost } from "../cost.js";
import { wordsOf } from "../language.js";
import { writePosition } from "../position.js";
import { computerMarks } from "./computer.js";
import { bestReply, equilibrium } from "./winning.js";

/** @typedef {import("./computer.js").Moment} Moment */
/** @typedef {import("./winning.js").Advice} Advice */
/** @typedef {import("./winning.js").Winning} Winning */

const w = wordsOf("play");

/**
 * @param {Moment} moment
 * @param {AbortSignal} signal
 * @returns {Promise<Advice>}
 */
export async function findAdvice(moment, signal) {
  const [fast, winning] = await Promise.all([
    findFast(moment, signal),
    moment.vs === "none" ? { win: null, reason: "" } : findWinning(moment, signal),
  ]);
  return { fast, ...winning };
}

/**
 * The expected rolls left after each choice.
 *
 * @param {Moment} moment
 * @param {AbortSignal} signal
 */
export async function findFast({ rules, mine, roll }, signal) {
  return (await ask("advise", { ...rules.spec, board: writePosition(mine, rules), roll }, { signal })).candidates;
}

/**
 * Find the marks that give the best chance of winning, computed as in *Duel*: both players mark at the same time, then
 * play as fast as they can.
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
    if (!isRejection(error) || known.instead === null) throw error;
    return { win: null, reason: w.tooManyTogether };
  }
}
