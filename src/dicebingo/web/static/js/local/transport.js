/** The transport of the static site: stored answers, and Python in a web worker of this browser. */

import { Refused } from "../refused.js";
import { INTEGRITY } from "./build.js";
import { Computer } from "./computer.js";

/** @typedef {import("../refused.js").Asking} Asking */

/** The abilities of a browser without a server: it has no large tables. */
export const ABLE = { cells: 16, ranks: false, crowds: false };

/** Relative to this module. */
const ROOT = new URL("../../", import.meta.url);
const STORED = "stored.json";

/** @type {Promise<{fixed: Record<string, any>, answers: Record<string, any>}>} Answers stored with the site. */
const stored = fetch(new URL(STORED, ROOT), { integrity: INTEGRITY[STORED] }).then((response) => response.json());

const computer = new Computer(ROOT);

/**
 * @param {string} name
 * @param {object} question
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
export async function answer(name, question, { signal, onprogress }) {
  const text = JSON.stringify(question);
  const { answers } = await stored;
  signal?.throwIfAborted();
  if (Object.hasOwn(answers, `${name} ${text}`)) return answers[`${name} ${text}`];
  const { content } = await computed(name, text, { signal, onprogress });
  return JSON.parse(String(content));
}

/** @param {string} name */
export async function fixed(name) {
  return (await stored).fixed[name];
}

/**
 * @param {string} path
 * @param {[string, string | number][]} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export async function file(path, query, signal) {
  const pairs = query.map(([key, value]) => [key, String(value)]);
  const { content, type } = await computed(path, JSON.stringify(pairs), { signal });
  return new Blob([/** @type {any} */ (content)], { type });
}

/**
 * @param {string} name
 * @param {string} text
 * @param {Asking} asking
 */
async function computed(name, text, asking) {
  const reply = await computer.ask(name, text, asking);
  if (reply.status === 200) return reply;
  throw new Refused(String(JSON.parse(String(reply.content)).error), reply.status);
}
