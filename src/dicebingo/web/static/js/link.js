/** Parses the parts of a link, and reports unreadable parts. */

import { isRejection } from "./api.js";
import { notice } from "./notice.js";
import { isReady, readPosition } from "./position.js";
import { describe, specOf } from "./rules.js";
import { failure, words } from "./words.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @param {string} what  The name of this part in the notice, such as "The board".
 * @param {string} why
 */
export function unreadable(what, why) {
  notice(words.link.unreadable(what, why));
}

/**
 * The rules of a link; the classic rules if the link has no rules or unknown ones.
 *
 * @param {URLSearchParams} params
 * @returns {Promise<Rules>}
 */
export async function readRules(params) {
  try {
    return await describe(specOf(params));
  } catch (error) {
    if (!isRejection(error)) throw error;
    unreadable(words.link.rules, words.link.classic(await failure(error)));
    return describe({});
  }
}

/**
 * A board from a link; null if the link has no board that fits these rules.
 *
 * @param {URLSearchParams} params
 * @param {string} key
 * @param {Rules} rules
 * @param {{what?: string, ready?: boolean}} [how]  If `ready`, the board must be playable (see `isReady`).
 * @returns {Position | null}
 */
export function readBoard(params, key, rules, { what = words.link.board, ready = false } = {}) {
  const text = params.get(key);
  if (text === null) return null;
  const { position, problem } = readPosition(text, rules);
  const why = problem ?? (ready && !isReady(position, rules) ? words.link.notReady : null);
  if (why === null) return position;
  unreadable(what, why);
  return null;
}

/**
 * A whole number in a link.
 *
 * @template {number | null} T
 * @param {URLSearchParams} params
 * @param {string} key
 * @param {{what: string, least?: number, most: number, otherwise: T}} setting
 * @returns {number | T}
 */
export function readNumber(params, key, { what, least = 1, most, otherwise }) {
  const text = params.get(key);
  if (text === null) return otherwise;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  unreadable(what, words.link.notWhole(least, most));
  return otherwise;
}

/**
 * A parameter of a link that must be one of some known words. If it is missing or unknown, the first known word is
 * used.
 *
 * @template {string} V
 * @param {URLSearchParams} params
 * @param {string} key
 * @param {readonly V[]} known
 * @param {string} what  The name of this part in the notice, such as "The opponent".
 * @returns {V}
 */
export function readWord(params, key, known, what) {
  const text = params.get(key);
  const found = known.find((word) => word === text);
  if (text !== null && found === undefined) unreadable(what, words.link.notWord(text.slice(0, 20), known.join(", ")));
  return found ?? known[0];
}
