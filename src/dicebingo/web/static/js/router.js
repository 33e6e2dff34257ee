/**
 * The address says everything: `#/design?rules=4x4&board=8,8,9/…`. A view that changes its state writes it there, and
 * a link, a reload or the back button reads it from there.
 */

/** @typedef {{name: string, params: URLSearchParams}} Route */

export const VIEWS = ["design", "play", "compare", "duel"];

/**
 * @param {string} hash
 * @returns {Route}
 */
export function readHash(hash) {
  const [, path = "", query = ""] = /^#\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { name: VIEWS.includes(path) ? path : "design", params: new URLSearchParams(query) };
}

/**
 * Commas, slashes and stars are allowed in a fragment, and a link that people can read is worth keeping.
 *
 * @param {string} name
 * @param {URLSearchParams} params
 */
export function writeHash(name, params) {
  const query = params
    .toString()
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("%2A", "*")
    .replaceAll("%3A", ":");
  return `#/${name}${query && `?${query}`}`;
}

/** @type {((name: string, params: URLSearchParams) => void)[]} */
const listeners = [];

/** @param {(name: string, params: URLSearchParams) => void} listener  Called whenever the address changes. */
export function onAddress(listener) {
  listeners.push(listener);
}

/**
 * Write the state of the view that is shown into the address, without leaving a step in the history.
 *
 * @param {string} name
 * @param {URLSearchParams} params
 */
export function remember(name, params) {
  history.replaceState(null, "", writeHash(name, params));
  for (const listener of listeners) listener(name, params);
}
