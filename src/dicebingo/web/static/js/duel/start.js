/** Reads the position in a link, and chooses a default position. */

import { cost, openCells } from "../cost.js";
import { wordsOf } from "../language.js";
import { readBoard, readWord, unreadable } from "../link.js";
import { completeLines, copy, matches, readPosition, ways } from "../position.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Start
 * @property {Position[]} boards
 * @property {number} roll
 * @property {"win" | "score"} objective
 * @property {"solo" | "duel"} continuation
 * @property {string} said  A note about the defaults used for parts missing from the link.
 */

const w = wordsOf("duel");

/** The positions in section 6 of the paper. */
export const PAPER = {
  mixed: { a: "7,4,6/9,7,8/6,9,5", b: "6,9,*2/*3,5,5/8,*10,6", roll: "6" },
  trap: { a: "7,x,6/9,11,8/4,6,3", b: "7,x,x/8,9,10/11,3,5", roll: "6" },
};
export const FEW = 10; // the number of open cells in the middle of a game

/**
 * @param {URLSearchParams} params
 * @param {Rules} rules
 * @returns {Start}
 */
export function readStart(params, rules) {
  const named = readBoard(params, params.has("a") ? "a" : "board", rules, { what: w.board("A") });
  const other = readBoard(params, "b", rules, { what: w.board("B") });
  const [first, second] = [named ?? other, other ?? named];
  const boards = first && second ? [first, copy(second)] : firstBoards(rules);
  const alone = Boolean(named) !== Boolean(other);
  const marked = first?.marked.some((mark, cell) => mark && !rules.free.includes(cell));
  return {
    boards,
    roll: readRoll(params, boards, rules),
    objective: readWord(params, "objective", /** @type {const} */ (["win", "score"]), w.goal),
    continuation: readWord(params, "then", /** @type {const} */ (["solo", "duel"]), w.afterwards),
    said: alone ? (marked ? w.sameMarks : w.sameBoard) : "",
  };
}

/**
 * @param {URLSearchParams} params
 * @param {Position[]} boards
 * @param {Rules} rules
 */
function readRoll(params, boards, rules) {
  const text = params.get("roll");
  if (text !== null) {
    const roll = Number(text);
    if (rules.values.includes(roll)) return roll;
    unreadable(w.theRoll, w.neverShown(text.slice(0, 20)));
  }
  // Prefer a roll that gives both players many choices and does not end the game; among such rolls, prefer likely ones.
  const most = (/** @type {number} */ value) =>
    boards.reduce(
      (product, board) => {
        const cells = matches(board, value);
        return product * (ends(board, cells, rules) ? 0.01 : 1 + Math.min(3, cells.length));
      },
      ways(value, rules),
    );
  return rules.values.reduce((best, value) => (most(value) > most(best) ? value : best));
}

/**
 * Whether marking one of these cells completes a line.
 *
 * @param {Position} board
 * @param {number[]} cells
 * @param {Rules} rules
 */
function ends({ marked }, cells, rules) {
  return cells.some((cell) => completeLines(marked.with(cell, true), rules).length > 0);
}

/** @param {Rules} rules */
function firstBoards(rules) {
  const paper = rules.layout === "3x3" && rules.dice === "2d6";
  const texts = paper ? [PAPER.mixed.a, PAPER.mixed.b] : [likely(rules, 0), likely(rules, 1)];
  const boards = texts.map((text) => readPosition(text, rules).position);
  return cost("nash", rules, boards).possible ? boards : boards.map((board) => middleOf(board, rules));
}

/**
 * Mark cells without completing a line until only `FEW` are open, as in the middle of a game.
 *
 * @param {Position} board
 * @param {Rules} rules
 */
export function middleOf(board, rules) {
  const next = copy(board);
  const step = rules.grid.length - 2;
  for (let i = 0; i < rules.grid.length && openCells(rules, next) > FEW; i += 1) {
    const cell = (i * step) % rules.grid.length;
    const before = next.marked[cell];
    next.marked[cell] = true;
    if (completeLines(next.marked, rules).length) next.marked[cell] = before;
  }
  return next;
}

/**
 * A board of likely values, a little different for each player.
 *
 * @param {Rules} rules
 * @param {number} shift
 */
function likely(rules, shift) {
  const sorted = [...rules.values].sort((a, b) => ways(b, rules) - ways(a, rules));
  return rules.grid
    .map((_, cell) =>
      rules.free.includes(cell) ? "F" : sorted[(cell * (2 + shift) + shift) % Math.min(5 - shift, sorted.length)],
    )
    .join(" ");
}
