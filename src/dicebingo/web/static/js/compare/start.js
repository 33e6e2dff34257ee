/** The boards of a link, and the default boards. */

import { ask } from "../api.js";
import { readBoard } from "../link.js";
import { fromValues, readPosition } from "../position.js";
import { cleanName } from "./names.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./entrants.js").Board} Board */

/** The default boards: section 4 of the paper, where the slower board wins, or two of Knuth's cards. */
const STARTS = /** @type {Record<string, string[]>} */ ({
  classic: ["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"],
  knuth: ["1 2 / 3 4", "2 4 / 5 6"],
});

/** The parameters of the boards in a link. */
export const KEYS = ["a", "b", "c", "d"];

/**
 * @param {URLSearchParams} params
 * @param {Rules} rules
 * @returns {Board[]}
 */
export function readBoards(params, rules) {
  const names = (params.get("names") ?? "").split(",").map(cleanName);
  const keys = KEYS.some((key) => params.has(key)) ? KEYS : ["board"];
  return keys.flatMap((key, i) => {
    const position = readBoard(params, key, rules, { what: `Board ${key.length > 1 ? "A" : key.toUpperCase()}` });
    return position ? [{ name: names[i] ?? "", position }] : [];
  });
}

/**
 * At least two boards.
 *
 * @param {Board[]} boards
 * @param {Rules} rules
 */
export async function complete(boards, rules) {
  const starts = (STARTS[rules.name] ?? []).map((text) => readPosition(text, rules));
  const found = [...boards];
  const isNew = (/** @type {import("../types.js").Position} */ position) =>
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
