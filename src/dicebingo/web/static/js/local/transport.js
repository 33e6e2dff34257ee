/** The transport of the static site: answers come from stored files or from Python in a web worker of this browser. */

import { Refused } from "../refused.js";
import { Computer } from "./computer.js";
import { has, part } from "./parts.js";

/** @typedef {import("../refused.js").Asking} Asking */

/** What the page supports without a server (see `http.js`). Browsers have too little memory for large tables. */
export const ABLE = { cells: 16, ranks: false, crowds: false };

/** @type {Map<string, Promise<Record<string, any>>>}  Answers that were stored when the site was built. */
const files = new Map();

/**
 * @param {string} name  The name of a question; "fixed" for the gallery, the rules and the version.
 * @returns {Promise<Record<string, any>>}
 */
function stored(name) {
  const path = `stored/${name}.json`;
  const load = async () => (has(path) ? (await part(path)).json() : {});
  const answers = files.get(name) ?? load();
  files.set(name, answers);
  return answers;
}

const computer = new Computer();

/**
 * @param {string} name
 * @param {object} question
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
export async function answer(name, question, { signal, onprogress }) {
  const text = JSON.stringify(question);
  const answers = await stored(name);
  signal?.throwIfAborted();
  if (Object.hasOwn(answers, text)) return answers[text];
  const { content } = await computed(name, text, { signal, onprogress });
  return JSON.parse(String(content));
}

/** @param {string} name */
export async function fixed(name) {
  return (await stored("fixed"))[name];
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
  const { error, code, values } = JSON.parse(String(reply.content));
  throw new Refused(String(error), reply.status, code, values);
}
