/** Parses, formats and checks boards, even unfinished ones. In the page's notation, `-` is an empty cell. */

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
 * A board without marks, made from the values that the server sent.
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
 * Parse a board; if the text is not a board, return a one-line error.
 *
 * @param {string} text
 * @param {Rules} rules
 * @returns {{position: Position, problem: string | null}}
 */
export function readPosition(text, rules) {
  const position = emptyPosition(rules);
  if (rules.card && /\d\s*[x×]\s*\d/i.test(text)) return readCounts(text, rules);
  const tokens = text.split(/[\s,/;]+/).filter(Boolean);
  // Free cells may be written as F or omitted.
  const cells = tokens.length === rules.grid.length ? rules.grid.map((_, cell) => cell) : ownCells(rules);
  if (tokens.length !== cells.length) {
    return {
      position,
      problem: words.reading.cells(ownCells(rules).length, tokens.length),
    };
  }
  for (const [i, token] of tokens.entries()) {
    const cell = cells[i];
    const number = /^(\*?)(\d{1,4})$/.exec(token);
    if (number) {
      position.values[cell] = Number(number[2]);
      position.marked[cell] ||= number[1] === "*";
    } else if (/^[xX✕]$/.test(token)) position.marked[cell] = true;
    else if (!/^[-_F]$/.test(token)) return { position, problem: words.reading.notNumber(token.slice(0, 20)) };
    if (rules.free.includes(cell)) position.values[cell] = null;
  }
  // The page cannot show a token on a value that the dice cannot roll.
  const wrong = rules.card && problems(position, rules).find((flag, cell) => flag && position.values[cell] !== null);
  return wrong ? { position: emptyPosition(rules), problem: wrong } : { position, problem: null };
}

/**
 * Parse a card that is written as counts: `4 5x2 7x3`.
 *
 * @param {string} text
 * @param {Rules} rules
 * @returns {{position: Position, problem: string | null}}
 */
function readCounts(text, rules) {
  const position = emptyPosition(rules);
  const cells = ownCells(rules);
  let placed = 0;
  for (const part of text
    .replace(/\s*[x×]\s*/gi, "x")
    .split(/[\s,/;]+/)
    .filter(Boolean)) {
    const found = /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(part);
    if (!found) return { position, problem: words.reading.notCount(part.slice(0, 20)) };
    const [value, tokens] = [Number(found[1]), Number(found[2] ?? 1)];
    if (!rules.values.includes(value)) return { position, problem: impossible(value, rules) };
    for (const cell of cells.slice(placed, placed + tokens)) position.values[cell] = value;
    placed += tokens;
  }
  if (placed === cells.length) return { position, problem: null };
  const problem = words.reading.tokens(cells.length, placed);
  return { position: emptyPosition(rules), problem };
}

/** @param {Rules} rules */
export function ownCells(rules) {
  return rules.grid.map((_, cell) => cell).filter((cell) => !rules.free.includes(cell));
}

/**
 * Return a board in the notation of links and requests.
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
 * Return a board in readable form, and a card as counts.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function spell(position, rules) {
  const { values, marked } = position;
  if (rules.card && isReady(position, rules) && marked.every((mark, cell) => !mark || rules.free.includes(cell))) {
    const counts = rules.values.map((value) => [value, values.filter((own) => own === value).length]);
    return counts.flatMap(([value, count]) => (count ? [count > 1 ? `${value}x${count}` : value] : [])).join(" ");
  }
  return writePosition(position, rules).replaceAll(",", " ").replaceAll("/", " / ");
}

/**
 * For each cell, a message if it is empty or has an impossible value, and otherwise null.
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
 * Whether the board can be played: the dice can roll all its values, and no unmarked cell is empty.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
export function isReady(position, rules) {
  return problems(position, rules).every((problem) => problem === null);
}

/**
 * The complete lines, if any.
 *
 * @param {boolean[]} marked
 * @param {Rules} rules
 */
export function completeLines(marked, rules) {
  return rules.lines.filter((line) => line.cells.every((cell) => marked[cell])).map((line) => line.cells);
}

/** @param {Position} position */
export function openValues({ values, marked }) {
  return values.filter((_, cell) => !marked[cell]);
}

/** Whether two open cells have the same number. @param {Position} position */
export function isRepeated(position) {
  const open = openValues(position);
  return new Set(open).size < open.length;
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
