/** What the Play tab says. */

import { cellName, decimal, plural } from "../format.js";
import { options, winner } from "./game.js";

/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

export const ABOUT = /** @type {Record<string, string>} */ ({
  none: "How few rolls do you need?",
  solo: "It always marks the cell that makes its own board fastest, and does not look at yours.",
  duel: "It sees both boards and plays the duel's equilibrium: in the long run nobody can do better against it.",
});

/**
 * @typedef {object} Moment
 * @property {import("./game.js").Game} game
 * @property {Rules} rules
 * @property {Position} mine
 * @property {Position | null} theirs
 * @property {boolean} byHand  The dice are real ones.
 * @property {number | null} looking  A turn that is looked at again.
 * @property {number} [last]  The roll that has just been dealt with.
 */

/** @param {Moment} moment */
export function whatNow({ game: { turns, pending }, rules, mine, theirs, byHand, looking, last }) {
  if (looking !== null) return `Roll ${looking + 1} again: the board before it, and what each choice would have cost.`;
  const rolls = plural(turns.length, "roll");
  const ends = {
    nobody: "",
    you: theirs ? `You win after ${rolls}!` : `Bingo after ${rolls}!`,
    computer: `The computer wins after ${rolls}.`,
    both: `Both have a bingo after ${rolls}: a tie.`,
  };
  const end = ends[winner(mine, theirs, rules)];
  if (end) return end;
  if (pending !== null) return whichCell(pending, mine, rules);
  if (last !== undefined && turns.at(-1)?.mine.length === 0)
    return `${last} is on none of your open cells. Roll again.`;
  if (turns.length) return "Roll again.";
  return byHand ? "Roll your dice and tap what they show." : "Ready? Roll the dice.";
}

/**
 * @param {number} roll
 * @param {Position} mine
 * @param {Rules} rules
 */
function whichCell(roll, mine, rules) {
  const can = options(mine, roll, rules);
  if (can.length === 0) return `${roll}: no cell matches.`;
  if (rules.marking === "all") return `${roll}! Tap to mark all cells with it.`;
  return can.length === 1
    ? `${roll}! Mark it: ${cellName(can[0][0], rules)}.`
    : `${roll}! Which of the ${can.length} cells do you mark?`;
}

/**
 * @param {import("../api-types.js").Number} loss
 * @returns {{text: string, best: boolean}}
 */
export function hintOn(loss) {
  return loss.decimal ? { text: `+${decimal(loss, 2)}`, best: false } : { text: "best", best: true };
}

/**
 * @param {Candidate[]} candidates
 * @param {Rules} rules
 */
export function hintTable(candidates, rules) {
  return {
    caption: "Each choice, and what it costs",
    columns: ["mark", "rolls left", "cost"],
    rows: candidates.map(({ cells, expected_rolls: left, loss }) => [
      cells.map((cell) => cellName(cell, rules)).join(", "),
      left,
      loss.decimal ? loss : "best",
    ]),
    digits: 3,
  };
}
