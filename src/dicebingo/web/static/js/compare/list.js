/** A pasted list of boards: one per line, with an optional name in front. */

import { isReady, readPosition, spell, writePosition } from "../position.js";
import { cleanName } from "./names.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./entrants.js").Board} Board */

export const FEWEST = 3;
export const MOST = 60;

/**
 * @param {string} text  Lines such as "C: 7 7 7 / 6 6 6 / 6 7 6"; links have semicolons instead of new lines.
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
    const why = problem ?? wrong(isReady(position, rules), marked);
    if (why) problems.push(`Line ${i + 1}: ${why}`);
    else boards.push({ name: cleanName(name), position });
  }
  return { boards, problems };
}

/**
 * @param {boolean} ready
 * @param {boolean} marked
 */
function wrong(ready, marked) {
  if (!ready) return "it has a cell that no roll can mark.";
  return marked ? "boards in a list must have no marks." : null;
}

/**
 * The list as the page shows it.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export function spellList(boards, rules) {
  return boards.map(({ name, position }) => `${name && `${name}: `}${spell(position, rules)}`).join("\n");
}

/**
 * The list as it is written in a link.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export function writeList(boards, rules) {
  return boards.map(({ name, position }) => `${name && `${name}:`}${writePosition(position, rules)}`).join(";");
}
