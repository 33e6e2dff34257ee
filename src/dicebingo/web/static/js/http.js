/** Sends all the page's requests to the server, and retries them when the connection is lost. */

import { patience, setNetwork, underWay } from "./network.js";
import { isAbort, Refused } from "./refused.js";

/** @typedef {import("./api-types.js").Job} Job */
/** @typedef {import("./refused.js").Asking} Asking */

/** What a server supports: boards of up to `cells` cells, exact ranks, simulated games of many players (`crowds`). */
export const ABLE = { cells: 25, ranks: true, crowds: true };

/** The path of the API, resolved relative to the page. */
const API = new URL(`${document.documentElement.dataset.root ?? "."}/api/`, location.href).pathname;
const BUSY = [429, 502, 503, 504];
const MOST_TRIES = 20;
const MOST_GARBLED = 4; // retries after replies that are not JSON, such as the login page of a network
const SAFE = 700; // milliseconds within which the server never starts a job: it starts one after about a second

if (!navigator.onLine) setNetwork("lost");
addEventListener("offline", () => setNetwork("lost"));
addEventListener("online", () => setNetwork("fine"));

/**
 * Ask the server a question and wait for its answer; aborting `signal` cancels the computation.
 *
 * @param {string} name
 * @param {object} question
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
export function answer(name, question, { signal, onprogress, quietly = false }) {
  const body = JSON.stringify(quietly ? { ...question, wait: 0 } : question);
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  return finish(() => post(name, options, quietly ? 0 : SAFE, signal), { signal, onprogress });
}

/**
 * Get a fixed answer, such as the gallery.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function fixed(name) {
  return (await request(name, {})).body;
}

/**
 * Get a document.
 *
 * @param {string} path
 * @param {[string, string | number][]} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export async function file(path, query, signal) {
  return (await request(address(path, query).slice(API.length), { signal, long: true }, { read: blob })).body;
}

/**
 * Ask a question that can be cancelled. Closing the connection stops the computation. However, once the server may have
 * started a job, the page must wait for the id of the job in order to stop it.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} wait  Milliseconds after which the server may have started a job.
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
function post(path, options, wait, signal) {
  return new Promise((resolve, reject) => {
    const line = new AbortController();
    let sent = 0;
    const onsend = () => (sent = performance.now());
    const asking = request(path, { ...options, signal: line.signal }, { signal, onsend });
    const giveUp = () => {
      reject(signal?.reason);
      if (performance.now() - sent < wait) line.abort();
      else void asking.then(drop).catch(() => {});
    };
    signal?.addEventListener("abort", giveUp);
    asking.then(resolve, reject).finally(() => signal?.removeEventListener("abort", giveUp));
  });
}

/** Cancel the job, if any, that an abandoned request has started. @param {Reply} reply */
function drop({ status, body }) {
  if (status === 202) cancel(body.job);
}

/** @param {string} job */
function cancel(job) {
  void fetch(API + jobPath(job), { method: "DELETE" }).catch(() => {});
}

/** @param {string} job */
function jobPath(job) {
  return `jobs/${encodeURIComponent(job)}`;
}

/**
 * Send a request about a live class.
 *
 * @param {string} path
 * @param {object | null} body  Null for a GET request.
 * @param {{signal?: AbortSignal, once?: boolean}} [how]  `once`: treat a lost connection as an error.
 * @returns {Promise<any>}
 */
export async function send(path, body, how = {}) {
  const headers = { "Content-Type": "application/json" };
  const options = body === null ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return (await request(path, { ...options, ...how })).body;
}

/** @typedef {{status: number, body: any}} Reply */

const json = (/** @type {Response} */ response) => response.json();
const blob = (/** @type {Response} */ response) => response.blob();

/**
 * Send a request, and retry until the server answers. Retry if the connection is lost, even in the middle of a reply,
 * or if the server is busy, but not if the error code is `full`.
 *
 * @param {string} path
 * @param {RequestInit & {long?: boolean, once?: boolean}} options
 * @param {object} [how]
 * @param {AbortSignal | null} [how.signal]  Aborting it stops the retries.
 * @param {() => void} [how.onsend]
 * @param {(response: Response) => Promise<any>} [how.read]
 * @returns {Promise<Reply>}
 */
async function request(path, { long = false, once = false, ...options }, how = {}) {
  const { signal = options.signal, onsend, read = json } = how;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    onsend?.();
    const done = underWay(long);
    try {
      const response = await fetch(API + path, options);
      if (response.ok) {
        const body = await read(response);
        setNetwork("fine");
        return { status: response.status, body };
      }
      const { error, code, values } = await reason(response);
      const busy = BUSY.includes(response.status) && attempt < MOST_TRIES && code !== "full";
      setNetwork(busy ? "busy" : "fine");
      if (!busy) throw new Refused(error, response.status, code, values);
    } catch (error) {
      if (isAbort(error) || error instanceof Refused) throw error;
      setNetwork("lost");
      if (once) throw error;
      if (error instanceof SyntaxError && attempt >= MOST_GARBLED) throw new Refused("", 502);
    } finally {
      done();
    }
    await patience(attempt, signal);
  }
}

/** @param {Response} response */
async function reason(response) {
  try {
    const { error, code, values } = await response.json();
    return { error: String(error), code: String(code ?? ""), values };
  } catch {
    return { error: "", code: "" };
  }
}

/**
 * Follow a question until it is answered. For a long question, the server starts a job. If a restarted server has lost
 * the job, the question is sent again.
 *
 * @param {() => Promise<Reply>} start
 * @param {Asking} asking
 * @param {boolean} [again]
 * @returns {Promise<any>}
 */
async function finish(start, { signal, onprogress }, again = true) {
  const { status, body } = await start();
  if (status !== 202) return body;
  /** @type {Job} */
  let job = body;
  const path = jobPath(job.job);
  try {
    while (job.status === "queued" || job.status === "running") {
      if (job.progress) onprogress?.(job.progress);
      job = (await request(`${path}?wait=10`, { signal, long: true })).body;
    }
  } catch (error) {
    if (isAbort(error)) cancel(job.job);
    if (again && error instanceof Refused && error.status === 404) return finish(start, { signal, onprogress }, false);
    throw error;
  }
  if (job.status !== "done") throw new Refused(job.error ?? "", 422, job.code, job.values);
  return job.result;
}

/**
 * The URL of a download.
 *
 * @param {string} path
 * @param {[string, string | number][]} query
 */
export function address(path, query) {
  const params = new URLSearchParams();
  for (const [name, value] of query) params.append(name, String(value));
  return `${API}${path}?${params}`;
}

/**
 * The URL of an event stream.
 *
 * @param {string} path
 */
export function streamAddress(path) {
  return API + path;
}
