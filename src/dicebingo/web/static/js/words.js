/** The texts on and around a board: English, unless the page uses another language. */

export const DOWN = ["top", "middle", "bottom"];
export const ACROSS = ["left", "middle", "right"];

export const ENGLISH = {
  free: "free",
  empty: "empty",
  marked: "marked",
  complete: "marked, on a complete line",
  markable: "you can mark this",
  ways: (/** @type {number} */ ways, /** @type {number} */ total) => `${ways} of ${total} ways`,
  tokens: (/** @type {number} */ tokens) => (tokens === 1 ? "1 token" : `${tokens} tokens`),
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
  lessThan: (/** @type {string} */ amount) => `less than ${amount}`,
  place: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row + 1}, column ${column + 1}`,
};

/** @typedef {typeof ENGLISH} BoardWords */

/** @type {BoardWords} */
export let words = ENGLISH;

/** The language of numbers: "6.31" or "6,31". */
export let locale = "en";

/**
 * @param {string} language  "en", "de".
 * @param {BoardWords} next
 */
export function speak(language, next) {
  locale = language;
  words = next;
}
