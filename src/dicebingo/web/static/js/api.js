/** Sends the page's questions over any transport, and caches the answers. */

import { underWay } from "./network.js";
import { answer, file, fixed } from "./transport.js";

export { isAbort, isRejection, Refused } from "./refused.js";

/** @typedef {import("./api-types.js").Answers} Answers */
/** @typedef {import("./api-types.js").Questions} Questions */
/** @typedef {import("./refused.js").Asking} Asking */

/** @type {Map<string, any>} The recent answers, oldest first, so that returning to a board needs no new request. */
const answers = new Map();
const KEPT = 200;

/**
 * @typedef {object} Pending  A pending question, shared by all callers that ask it.
 * @property {Promise<any>} answered
 * @property {AbortController} line
 * @property {Set<Asking>} askers
 */

/** @type {Map<string, Pending>} */
const pending = new Map();

/**
 * Ask a question and wait for its answer. Identical questions share one request. Aborting `asking.signal` cancels the
 * computation unless other callers are still waiting for the same answer.
 *
 * @template {keyof Questions} K
 * @param {K} name
 * @param {Questions[K]} question
 * @param {Asking} [asking]
 * @returns {Promise<Answers[K]>}
 */
export async function ask(name, question, asking = {}) {
  const key = `${name} ${JSON.stringify(question)}`;
  if (answers.has(key)) return answers.get(key);
  asking.signal?.throwIfAborted();
  const one = pending.get(key) ?? start(key, name, question, asking.quietly);
  one.askers.add(asking);
  const leave = () => {
    one.askers.delete(asking);
    if (!one.askers.size) one.line.abort(asking.signal?.reason);
  };
  const left = new Promise((_, reject) =>
    asking.signal?.addEventListener("abort", () => {
      leave();
      reject(asking.signal?.reason);
    }),
  );
  const result = await Promise.race([one.answered, left]);
  asking.signal?.throwIfAborted(); // a newer question may have replaced this one while the answer was being read
  return result;
}

/**
 * @param {string} key
 * @param {string} name
 * @param {object} question
 * @param {boolean} [quietly]
 * @returns {Pending}
 */
function start(key, name, question, quietly) {
  const line = new AbortController();
  /** @type {Set<Asking>} */
  const askers = new Set();
  const onprogress = (/** @type {import("./api-types.js").Progress} */ progress) =>
    askers.forEach((asking) => asking.onprogress?.(progress));
  const answered = during(answer(name, question, { signal: line.signal, onprogress, quietly })).then((result) => {
    answers.set(key, result);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? "");
    return result;
  });
  const one = { answered, line, askers };
  const forget = () => pending.get(key) === one && pending.delete(key);
  line.signal.addEventListener("abort", forget);
  answered.then(forget, forget);
  pending.set(key, one);
  return one;
}

/** @type {Map<string, Promise<any>>} */
const got = new Map();

/**
 * Get the server's gallery, rules or version. The answer is fetched once; only a failed request is repeated.
 *
 * @template {"gallery" | "rules" | "version"} K
 * @param {K} name
 * @returns {Promise<Answers[K]>}
 */
export function get(name) {
  const answered = got.get(name) ?? during(fixed(name));
  got.set(name, answered);
  answered.catch(() => got.delete(name));
  return answered;
}

/**
 * Get a document: an image, a printable sheet or a table.
 *
 * @param {string} path
 * @param {[string, string | number][]} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export function getFile(path, query, signal) {
  return during(file(path, query, signal));
}

/**
 * Mark the page as waiting until the answer has been read or the request has failed.
 *
 * @template T
 * @param {Promise<T>} answered
 * @returns {Promise<T>}
 */
function during(answered) {
  return answered.finally(underWay(true));
}
