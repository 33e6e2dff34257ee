/** The texts on and around boards, and the names of cells and lines. A text with variable parts is a function. */

import { many } from "../../language.js";

const DOWN = ["top", "middle", "bottom"];
const ACROSS = ["left", "middle", "right"];

export const WORDS = {
  free: "free",
  empty: "empty",
  marked: "marked",
  complete: "marked, on a complete line",
  markable: "you can mark this",
  ways: (/** @type {number} */ ways, /** @type {number} */ total) => `${ways} of ${total} ways`,
  tokens: (/** @type {number} */ tokens) => many(tokens, { one: "1 token", other: `${tokens} tokens` }),
  numbers: "Numbers",
  valueFor: (/** @type {string} */ cell, /** @type {string} */ of) => `Number for ${cell}${of}`,
  clear: "clear",
  clearCell: "Clear this cell",
  clearBoard: "Clear board",
  stillEmpty: "This cell is still empty.",
  twoDice: "Two dice",
  theDice: (/** @type {string} */ dice) => `The dice (${dice})`,
  skips: (/** @type {string} */ who, /** @type {number} */ value) => `${who} never show ${value}.`,
  never: (
    /** @type {string} */ who,
    /** @type {number} */ value,
    /** @type {number} */ low,
    /** @type {number} */ high,
  ) => `${who} never show ${value}, only ${low} to ${high}.`,
  centre: "centre",
  cell: (/** @type {number} */ row, /** @type {number} */ column) => `${DOWN[row]} ${ACROSS[column]}`,
  rowOfThree: (/** @type {number} */ row) => `${DOWN[row]} row`,
  columnOfThree: (/** @type {number} */ column) => `${ACROSS[column]} column`,
  row: (/** @type {number} */ row) => `row ${row + 1}`,
  column: (/** @type {number} */ column) => `column ${column + 1}`,
  diagonal: "diagonal from top left",
  otherDiagonal: "diagonal from top right",
  cells: (/** @type {string} */ cells) => `cells ${cells}`,
  /** With an article: "an 8". */
  aNumber: (/** @type {number} */ value) => `${/^(8|11$|18$)/.test(String(value)) ? "an" : "a"} ${value}`,
  rolls: (/** @type {number} */ n, /** @type {string} */ shown) => many(n, { one: "1 roll", other: `${shown} rolls` }),
  between: (/** @type {string} */ low, /** @type {string} */ high) => `${low} and ${high}`,
  lessThan: (/** @type {string} */ amount) => `less than ${amount}`,
  place: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row + 1}, column ${column + 1}`,
};
