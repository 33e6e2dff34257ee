/**
 * The URL contains the whole state: `#/design?rules=4x4&board=8,8,9/…`. A room writes every change of its state into
 * the URL, and reads it back when a link is opened, the page is reloaded, or the user goes back.
 */

import { record } from "./history.js";

/**
 * Return a state as text. Commas, slashes, stars and colons are not escaped, because a link is easier to read that way.
 *
 * @param {URLSearchParams} params
 */
export function writeState(params) {
  return params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%2A", "*").replaceAll("%3A", ":");
}

/**
 * @param {string} room
 * @param {URLSearchParams} params
 */
export function writeHash(room, params) {
  const query = writeState(params);
  return `#/${room === "home" ? "" : room}${query && `?${query}`}`;
}

/** @typedef {(room: string, params: URLSearchParams, changed: boolean) => void} Listener */

/** @type {Listener[]} */
const listeners = [];

/** @param {Listener} listener  Called whenever the URL is written. */
export function onAddress(listener) {
  listeners.push(listener);
}

let shown = "";

/**
 * The fragment that the page last read or wrote. If the URL has a different one, another link has been opened since.
 */
let known = "";

/** Set the current room. @param {string} room */
export function enter(room) {
  shown = room;
  known = location.hash;
}

/**
 * Write a state into the URL, unless another link has been opened since the URL was last read or written.
 *
 * @param {string} room
 * @param {URLSearchParams} params
 * @returns {boolean}  Whether the state was written.
 */
export function write(room, params) {
  if (location.hash !== known) return false;
  history.replaceState(null, "", writeHash(room, params));
  known = location.hash;
  return true;
}

let restoring = 0;

/**
 * Run a function whose changes to the URL are not new undo steps, for example to show an earlier state.
 *
 * @param {() => void | Promise<void>} load
 */
export async function withoutSteps(load) {
  restoring += 1;
  try {
    await load();
  } finally {
    restoring -= 1;
  }
}

/**
 * Write the state of the current room into the URL. Unless `step` is false, this is a step that can be undone. Calls
 * from rooms that are no longer shown have no effect.
 *
 * @param {string} room  The key of the room, such as "design" or "story/ring".
 * @param {URLSearchParams} params
 * @param {{step?: boolean}} [how]
 */
export function remember(room, params, { step = true } = {}) {
  if (room !== shown || !write(room, params)) return;
  const changed = record(room, writeState(params), step && restoring === 0);
  for (const listener of listeners) listener(room, params, changed);
}
