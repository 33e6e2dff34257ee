/** A game as plain data: the turns so far, written into a link as `7.3.5_2.-.-_6.?`. */

import { completeLines, copy, matches } from "../position.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Turn
 * @property {number} roll
 * @property {number[]} mine  The cells that the player marked.
 * @property {number[]} theirs  The cells that the computer marked.
 *
 * @typedef {object} Game
 * @property {Turn[]} turns
 * @property {number | null} pending  A roll that the player has not marked yet.
 */

/** @type {Game} */
export const NEW_GAME = { turns: [], pending: null };

/** @param {number[]} cells */
const write = (cells) => cells.join("+") || "-";

/** @param {string} [text] */
const read = (text = "-") => (text === "-" ? [] : text.split("+").map(Number));

/** @param {Game} game */
export function writeGame({ turns, pending }) {
  const parts = turns.map(
    ({ roll, mine, theirs }) => `${roll}.${write(mine)}${theirs.length ? `.${write(theirs)}` : ""}`,
  );
  if (pending !== null) parts.push(`${pending}.?`);
  return parts.join("_");
}

/**
 * Parse a game; null if the text is invalid or breaks the rules.
 *
 * @param {string} text
 * @param {Position} mine
 * @param {Position | null} theirs
 * @param {Rules} rules
 * @returns {Game | null}
 */
export function readGame(text, mine, theirs, rules) {
  /** @type {Game} */
  const game = { turns: [], pending: null };
  let own = mine;
  let other = theirs;
  for (const part of text.split("_").filter(Boolean)) {
    if (!/^\d+\.(\?|(-|\d+(\+\d+)*)(\.(-|\d+(\+\d+)*))?)$/.test(part)) return null;
    const [first, marks, replies] = part.split(".");
    const roll = Number(first);
    if (game.pending !== null || !rules.values.includes(roll) || winner(own, other, rules) !== "nobody") return null;
    if (marks === "?") {
      game.pending = roll;
      continue;
    }
    const turn = { roll, mine: read(marks), theirs: read(replies) };
    if (!allowed(own, turn.mine, roll, rules)) return null;
    if (turn.theirs.length && !(other && allowed(other, turn.theirs, roll, rules))) return null;
    own = marked(own, turn.mine);
    other = other && marked(other, turn.theirs);
    game.turns.push(turn);
  }
  return game;
}

/**
 * @param {Position} position
 * @param {number[]} cells
 * @param {number} roll
 * @param {Rules} rules
 */
function allowed(position, cells, roll, rules) {
  const ways = options(position, roll, rules).map(write);
  return ways.length ? ways.includes(write(cells)) : cells.length === 0;
}

/**
 * @param {Position} position
 * @param {number[]} cells
 */
export function marked(position, cells) {
  const next = copy(position);
  for (const cell of cells) next.marked[cell] = true;
  return next;
}

/**
 * A player's board after some turns.
 *
 * @param {Position} start
 * @param {Turn[]} turns
 * @param {"mine" | "theirs"} whose
 */
export function after(start, turns, whose) {
  return marked(
    start,
    turns.flatMap((turn) => turn[whose]),
  );
}

/**
 * The marks that a roll allows: one of several cells, or all matching cells at once.
 *
 * @param {Position} position
 * @param {number} roll
 * @param {Rules} rules
 * @returns {number[][]}
 */
export function options(position, roll, rules) {
  const cells = matches(position, roll);
  if (rules.marking === "all") return cells.length ? [cells] : [];
  return cells.map((cell) => [cell]);
}

/**
 * The winner: none yet, the player, the computer, or both.
 *
 * @param {Position} mine
 * @param {Position | null} theirs
 * @param {Rules} rules
 * @returns {"nobody" | "you" | "computer" | "both"}
 */
export function winner(mine, theirs, rules) {
  const you = completeLines(mine.marked, rules).length > 0;
  const computer = theirs !== null && completeLines(theirs.marked, rules).length > 0;
  if (you) return computer ? "both" : "you";
  return computer ? "computer" : "nobody";
}

/**
 * The board on which the next game starts: `start`, without its marks if they complete a line; null if no game can
 * start with this board.
 *
 * @param {Position} start
 * @param {Rules} rules
 * @returns {Position | null}
 */
export function playable(start, rules) {
  if (!completeLines(start.marked, rules).length) return start;
  const marks = start.values.map((value, cell) => value === null && start.marked[cell]);
  return completeLines(marks, rules).length ? null : { values: start.values, marked: marks };
}
