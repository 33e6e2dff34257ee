/** Parsing the parts of a link, with a message for unreadable ones. */

import { isRejection } from "./api.js";
import { notice } from "./notice.js";
import { isReady, readPosition } from "./position.js";
import { describe, specOf } from "./rules.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @param {string} what  "The board", "The rules".
 * @param {string} why
 */
export function unreadable(what, why) {
  notice(`${what} in this link could not be read: ${why}`);
}

/**
 * The rules of a link; the classic rules if it names none or unknown ones.
 *
 * @param {URLSearchParams} params
 * @returns {Promise<Rules>}
 */
export async function readRules(params) {
  try {
    return await describe(specOf(params));
  } catch (error) {
    if (!isRejection(error)) throw error;
    unreadable("The rules", `${error.message}. You see the classic game instead.`);
    return describe({});
  }
}

/**
 * A board from a link; null if the link has no board that fits these rules.
 *
 * @param {URLSearchParams} params
 * @param {string} key
 * @param {Rules} rules
 * @param {{what?: string, ready?: boolean}} [how]  Whether it must be complete and possible.
 * @returns {Position | null}
 */
export function readBoard(params, key, rules, { what = "The board", ready = false } = {}) {
  const text = params.get(key);
  if (text === null) return null;
  const { position, problem } = readPosition(text, rules);
  const why = problem ?? (ready && !isReady(position, rules) ? "it has cells that no roll can mark." : null);
  if (why === null) return position;
  unreadable(what, why);
  return null;
}

/**
 * One of several words; by default the first.
 *
 * @template {string} V
 * @param {URLSearchParams} params
 * @param {string} key
 * @param {readonly V[]} words
 * @param {string} what  "The opponent".
 * @returns {V}
 */
export function readWord(params, key, words, what) {
  const text = params.get(key);
  const found = words.find((word) => word === text);
  if (text !== null && found === undefined)
    unreadable(what, `“${text.slice(0, 20)}” is not one of ${words.join(", ")}.`);
  return found ?? words[0];
}
