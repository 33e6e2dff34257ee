/** The compared boards: their names, boards from a link or a pasted list, and the default boards. */

import { ask } from "../api.js";
import { wordsOf } from "../language.js";
import { readBoard } from "../link.js";
import { fromValues, isReady, readPosition, spell, writePosition } from "../position.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {{name: string, position: Position}} Board  A board and its name, which may be empty. */

/**
 * @typedef {object} Entrant
 * @property {string} name
 * @property {string} badge
 * @property {number} player  The number that determines the board's colour.
 * @property {Position} position
 */

const w = wordsOf("compare");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONGEST = 24;
const SHORT = 2;

export const FEWEST = 3; // the minimum number of boards in a list
export const MOST = 60;

/**
 * The default boards for some named rules. The classic boards are the pair from section 4 of the paper, in which the
 * slower board wins more often. The boards for Knuth's rules are two of the four boards in his paper.
 */
const STARTS = /** @type {Record<string, string[]>} */ ({
  classic: ["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"],
  knuth: ["1 2 / 3 4", "2 4 / 5 6"],
});

/** The parameters of a link that contain the boards. */
export const KEYS = ["a", "b", "c", "d"];

/**
 * Return the name without any characters that links and lists cannot contain.
 *
 * @param {string} text
 */
export function cleanName(text) {
  return text
    .replace(/[\s,;:]+/g, " ")
    .trim()
    .slice(0, LONGEST)
    .trim();
}

/**
 * Boards without a name get the first unused letters; duplicate names get a number.
 *
 * @param {string[]} given  The names; an empty string for a board without a name.
 * @returns {string[]}
 */
export function namesOf(given) {
  const taken = new Set(given);
  const free = (function* () {
    for (let round = 1; ; round += 1)
      for (const letter of LETTERS) if (!taken.has(letter)) yield round > 1 ? `${letter}${round}` : letter;
  })();
  /** @type {string[]} */
  const names = [];
  for (const name of given) {
    let unique = name || String(free.next().value);
    for (let i = 2; names.includes(unique); i += 1) unique = `${name} ${i}`;
    names.push(unique);
  }
  return names;
}

/**
 * A different badge of one or two letters for each name: "A" for "Knuth's A", "N" for "Nine sevens", or else a number.
 *
 * @param {string[]} names
 * @returns {string[]}
 */
export function badges(names) {
  /** @type {string[]} */
  const short = [];
  for (const [i, name] of names.entries()) {
    const last = name.split(" ").at(-1) ?? "";
    const ways = [name, last, name.charAt(0).toUpperCase(), String(i + 1)];
    const others = names.filter((_, j) => j > i);
    short.push(
      ways.find((text) => text.length <= SHORT && !short.includes(text) && !others.includes(text)) ?? String(i + 1),
    );
  }
  return short;
}

/**
 * @param {Board[]} boards
 * @returns {Entrant[]}
 */
export function entrantsOf(boards) {
  const names = namesOf(boards.map(({ name }) => name));
  const short = badges(names);
  return boards.map(({ position }, i) => ({ name: names[i], badge: short[i], player: i % KEYS.length, position }));
}

/**
 * The name of a board, with the word "Board" before a short name: "Board C", "The best board".
 *
 * @param {string} name
 */
export function boardName(name) {
  return name.length <= SHORT ? w.board(name) : name;
}

/**
 * @param {URLSearchParams} params
 * @param {Rules} rules
 * @returns {Board[]}
 */
export function readBoards(params, rules) {
  const names = (params.get("names") ?? "").split(",").map(cleanName);
  const keys = KEYS.some((key) => params.has(key)) ? KEYS : ["board"];
  return keys.flatMap((key, i) => {
    const position = readBoard(params, key, rules, { what: w.board(key.length > 1 ? "A" : key.toUpperCase()) });
    return position ? [{ name: names[i] ?? "", position }] : [];
  });
}

/**
 * Add boards until there are at least two.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export async function complete(boards, rules) {
  const starts = (STARTS[rules.name] ?? []).map((text) => readPosition(text, rules));
  const found = [...boards];
  const isNew = (/** @type {Position} */ position) =>
    found.every((other) => String(other.position.values) !== String(position.values));
  for (const { position, problem } of starts)
    if (found.length < 2 && !problem && isNew(position)) found.push({ name: "", position });
  while (found.length < 2) found.push({ name: "", position: await random(1 + found.length, rules) });
  return found;
}

/**
 * @param {number} seed
 * @param {Rules} rules
 */
export async function random(seed, rules) {
  return fromValues((await ask("random", { ...rules.spec, seed })).board, rules);
}

/**
 * @param {string} text  Lines such as "C: 7 7 7 / 6 6 6 / 6 7 6"; links have semicolons instead of newlines.
 * @param {Rules} rules
 * @returns {{boards: Board[], problems: string[]}}
 */
export function readList(text, rules) {
  /** @type {Board[]} */
  const boards = [];
  /** @type {string[]} */
  const problems = [];
  for (const [i, line] of text.split(/[\n;]/).entries()) {
    if (!line.trim() || line.trim().startsWith("#")) continue;
    const [, name = "", written] = /^(?:([^:]*):)?(.*)$/.exec(line) ?? [];
    const { position, problem } = readPosition(written, rules);
    const marked = position.marked.some((mark, cell) => mark && !rules.free.includes(cell));
    const why = problem ?? (isReady(position, rules) ? (marked ? w.list.marked : null) : w.list.impossible);
    if (why) problems.push(w.list.line(i + 1, why));
    else boards.push({ name: cleanName(name), position });
  }
  return { boards, problems };
}

/**
 * The list of boards, as shown on the page.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export function spellList(boards, rules) {
  return boards.map(({ name, position }) => `${name && `${name}: `}${spell(position, rules)}`).join("\n");
}

/**
 * The list of boards, as written in a link.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export function writeList(boards, rules) {
  return boards.map(({ name, position }) => `${name && `${name}:`}${writePosition(position, rules)}`).join(";");
}
