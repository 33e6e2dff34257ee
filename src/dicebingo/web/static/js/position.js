/** Boards while they are written: reading, writing, checking. In our notation, `-` is an empty cell. */

import { words } from "./words.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @param {Rules} rules
 * @returns {Position}
 */
export function emptyPosition(rules) {
  return { values: rules.grid.map(() => null), marked: rules.grid.map((_, cell) => rules.free.includes(cell)) };
}

/**
 * A board without marks, from values as the server answers them.
 *
 * @param {import("./api-types.js").RandomBoard["board"]} values
 * @param {Rules} rules
 * @returns {Position}
 */
export function fromValues(values, rules) {
  return { ...emptyPosition(rules), values: values.map((value) => (typeof value === "number" ? value : null)) };
}

/** @param {Position} position */
export function copy(position) {
  return { values: [...position.values], marked: [...position.marked] };
}

/**
 * Parse a board; for a bad text, return a one-line error.
 *
 * @param {string} text
 * @param {Rules} rules
 * @returns {{position: Position, problem: string | null}}
 */
export function readPosition(text, rules) {
  const position = emptyPosition(rules);
  const tokens = text.split(/[\s,/;]+/).filter(Boolean);
  // Free cells may be written as F or omitted.
  const cells = tokens.length === rules.grid.length ? rules.grid.map((_, cell) => cell) : ownCells(rules);
  if (tokens.length !== cells.length) {
    return {
      position,
      problem: `This board has ${ownCells(rules).length} cells to fill, but the text has ${tokens.length}.`,
    };
  }
  for (const [i, token] of tokens.entries()) {
    const cell = cells[i];
    const number = /^(\*?)(\d{1,4})$/.exec(token);
    if (number) {
      position.values[cell] = Number(number[2]);
      position.marked[cell] ||= number[1] === "*";
    } else if (/^[xX✕]$/.test(token)) position.marked[cell] = true;
    else if (!/^[-_F]$/.test(token)) return { position, problem: `“${token.slice(0, 20)}” is not a number.` };
    if (rules.free.includes(cell)) position.values[cell] = null;
  }
  return { position, problem: null };
}

/** @param {Rules} rules */
export function ownCells(rules) {
  return rules.grid.map((_, cell) => cell).filter((cell) => !rules.free.includes(cell));
}

/**
 * Write a board, as links and requests have it.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function writePosition({ values, marked }, rules) {
  let text = "";
  for (const [cell, value] of values.entries()) {
    if (cell) text += rules.grid[cell][0] === rules.grid[cell - 1][0] ? "," : "/";
    if (rules.free.includes(cell)) text += "F";
    else if (value === null) text += marked[cell] ? "x" : "-";
    else text += marked[cell] ? `*${value}` : value;
  }
  return text;
}

/**
 * Write a board as people read it.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function spell(position, rules) {
  return writePosition(position, rules).replaceAll(",", " ").replaceAll("/", " / ");
}

/**
 * A message for each bad cell; null for good ones.
 *
 * @param {Position} position
 * @param {Rules} rules
 * @returns {(string | null)[]}
 */
export function problems({ values, marked }, rules) {
  return values.map((value, cell) => {
    if (rules.free.includes(cell) || rules.values.includes(value ?? NaN)) return null;
    if (value === null) return marked[cell] ? null : words.stillEmpty;
    return impossible(value, rules);
  });
}

/**
 * @param {number} value
 * @param {Rules} rules
 */
function impossible(value, rules) {
  const low = rules.values[0];
  const high = rules.values[rules.values.length - 1];
  const who = rules.dice === "2d6" ? words.twoDice : words.theDice(rules.dice);
  if (value >= low && value <= high) return words.skips(who, value);
  return words.never(who, value, low, high);
}

/**
 * Whether the board can be asked about.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function isReady(position, rules) {
  return problems(position, rules).every((problem) => problem === null);
}

/**
 * Whether a line is complete, and which ones.
 *
 * @param {boolean[]} marked
 * @param {Rules} rules
 */
export function completeLines(marked, rules) {
  return rules.lines.filter((line) => line.cells.every((cell) => marked[cell])).map((line) => line.cells);
}

/**
 * The unmarked cells that a roll matches.
 *
 * @param {Position} position
 * @param {number} roll
 */
export function matches({ values, marked }, roll) {
  return values.flatMap((value, cell) => (value === roll && !marked[cell] ? [cell] : []));
}

/**
 * @param {number} value
 * @param {Rules} rules
 */
export function ways(value, rules) {
  const index = rules.values.indexOf(value);
  return index < 0 ? 0 : rules.weights[index];
}
