/** Everything that is asked of the server. No other module fetches. */

/** @typedef {import("./api-types.js").Answers} Answers */
/** @typedef {import("./api-types.js").Job} Job */
/** @typedef {import("./api-types.js").Progress} Progress */
/** @typedef {import("./api-types.js").Questions} Questions */

/** A refusal, with the one line that says what was expected and what came. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onprogress]
 */

/** @type {Map<string, any>} The last answers, oldest first: going back and forth asks once. */
const answers = new Map();
const KEPT = 200;

/**
 * Ask the server to compute something, however long it takes; aborting cancels the computation.
 *
 * @template {keyof Questions} K
 * @param {K} name
 * @param {Questions[K]} question
 * @param {Asking} [asking]
 * @returns {Promise<Answers[K]>}
 */
export async function ask(name, question, { signal, onprogress } = {}) {
  const text = JSON.stringify(question);
  const key = `${name} ${text}`;
  if (answers.has(key)) return answers.get(key);
  const response = await request(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
    signal,
  });
  const result =
    response.status === 202 ? await finish(await response.json(), { signal, onprogress }) : await response.json();
  answers.set(key, result);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value ?? "");
  return result;
}

/**
 * Get what the server answers without a question.
 *
 * @template {"gallery" | "rules" | "version"} K
 * @param {K} name
 * @returns {Promise<Answers[K]>}
 */
export async function get(name) {
  return (await request(`/api/${name}`, {})).json();
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function getText(path) {
  const response = await request(`/api/${path}`, {});
  return response.text();
}

/**
 * @param {string} address
 * @param {RequestInit} options
 */
async function request(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refused("The server does not answer. Is dicebingo serve still running?", 0);
  }
  if (response.ok) return response;
  throw new Refused(await reason(response), response.status);
}

/** @param {Response} response */
async function reason(response) {
  try {
    return String((await response.json()).error);
  } catch {
    return `The server answered with status ${response.status}.`;
  }
}

/**
 * Follow a job to its end.
 *
 * @param {Job} job
 * @param {Asking} asking
 */
async function finish(job, { signal, onprogress }) {
  const address = `/api/jobs/${encodeURIComponent(job.job)}`;
  try {
    while (job.status === "queued" || job.status === "running") {
      if (job.progress) onprogress?.(job.progress);
      job = await (await request(`${address}?wait=10`, { signal })).json();
    }
  } catch (error) {
    if (isAbort(error)) void fetch(address, { method: "DELETE" });
    throw error;
  }
  if (job.status !== "done") throw new Refused(job.error ?? `The computation was ${job.status}.`, 422);
  return job.result;
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * The address of something to download.
 *
 * @param {string} path
 * @param {[string, string | number][]} query
 */
export function address(path, query) {
  const params = new URLSearchParams();
  for (const [name, value] of query) params.append(name, String(value));
  return `/api/${path}?${params}`;
}
