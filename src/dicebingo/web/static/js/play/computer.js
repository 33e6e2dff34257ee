/**
 * Chooses the computer's marks. If the computer cannot play to win as requested, it plays for speed, and the page shows
 * a note.
 */

import { ask, isRejection } from "../api.js";
import { wordsOf } from "../language.js";
import { writePosition } from "../position.js";
import { options } from "./game.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {"none" | "solo" | "duel"} Opponent  No opponent, a fast computer or a clever computer. */

const w = wordsOf("play");

/**
 * @typedef {object} Moment  A roll, and both boards before the roll is marked.
 * @property {Rules} rules
 * @property {Position} mine
 * @property {Position | null} theirs
 * @property {number} roll
 * @property {Opponent} vs
 * @property {number} seed
 * @property {number} turn
 */

/**
 * The cells that the computer marks, and a note if the computer could not play as the user wanted.
 *
 * @param {Moment} moment
 * @param {AbortSignal} signal
 * @returns {Promise<{cells: number[], note: string}>}
 */
export async function computerMarks({ rules, mine, theirs, roll, vs, seed, turn }, signal) {
  if (!theirs || vs === "none") return { cells: [], note: "" };
  const ways = options(theirs, roll, rules);
  if (ways.length < 2 || rules.card) return { cells: ways[0] ?? [], note: "" }; // a card offers no choice
  const question = {
    ...rules.spec,
    board: writePosition(theirs, rules),
    opponent: writePosition(mine, rules),
    roll,
    seed,
    turn,
  };
  /** @type {("solo" | "duel")[]} */
  const strategies = vs === "duel" ? ["duel", "solo"] : ["solo"];
  let note = "";
  for (const strategy of strategies) {
    try {
      return { cells: (await ask("play", { ...question, strategy }, { signal })).cells, note };
    } catch (error) {
      if (!isRejection(error)) throw error;
      note = w.playedForSpeed;
    }
  }
  return { cells: ways[0], note: w.playedFirst };
}
