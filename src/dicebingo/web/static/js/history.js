/**
 * The undo history of each room, kept across reloads. A state is the part of the URL's fragment after the question
 * mark, so every change that a room writes into the URL can be undone: a number, a mark, other rules, another opponent.
 */

import { keep, kept, onKept } from "./store.js";

/**
 * @typedef {object} Timeline
 * @property {string[]} states  The states, oldest first.
 * @property {number} now  The index of the current state; -1 if there is none.
 */

const MOST_STATES = 300;
const MOST_LETTERS = 60_000;

/** @type {Map<string, Timeline>} */
const timelines = new Map();

// If another window of this browser changes a stored history, read it again.
onKept((name) => {
  if (name.startsWith("history.")) timelines.delete(name.slice("history.".length));
});

/**
 * @param {string} room
 * @returns {Timeline}
 */
function timeline(room) {
  let found = timelines.get(room);
  if (!found) {
    found = checked(kept(`history.${room}`));
    timelines.set(room, found);
  }
  return found;
}

/**
 * @param {any} read  The stored history, perhaps written by another window.
 * @returns {Timeline}
 */
function checked(read) {
  const states = Array.isArray(read?.states) ? read.states.filter((/** @type {any} */ s) => typeof s === "string") : [];
  const now = Number.isInteger(read?.now) ? Math.min(Math.max(read.now, 0), states.length - 1) : states.length - 1;
  return { states, now };
}

/**
 * Record the current state of a room, unless it has not changed.
 *
 * @param {string} room
 * @param {string} state
 * @param {boolean} step  Whether to add the state after the current one; otherwise, it replaces the current one.
 * @returns {boolean}  Whether the room had an earlier, different state.
 */
export function record(room, state, step) {
  const line = timeline(room);
  if (line.states[line.now] === state) return false;
  const changes = line.now >= 0;
  if (step || line.now < 0) {
    line.states.splice(line.now + 1, Infinity, state);
    line.now += 1;
  } else line.states[line.now] = state;
  let letters = line.states.reduce((sum, text) => sum + text.length, 0);
  while (line.now > 0 && (line.states.length > MOST_STATES || letters > MOST_LETTERS)) {
    letters -= line.states.shift()?.length ?? 0;
    line.now -= 1;
  }
  keep(`history.${room}`, line);
  return changes;
}

/**
 * @param {string} room
 * @returns {string | null}
 */
export function present(room) {
  const line = timeline(room);
  return line.states[line.now] ?? null;
}

/**
 * Go one step back or forward; return null at either end.
 *
 * @param {string} room
 * @param {"undo" | "redo"} way
 * @returns {string | null}
 */
export function travel(room, way) {
  const line = timeline(room);
  const next = line.states[line.now + (way === "undo" ? -1 : 1)];
  if (next === undefined) return null;
  line.now += way === "undo" ? -1 : 1;
  keep(`history.${room}`, line);
  return next;
}

/** @param {string} room */
export function ways(room) {
  const { states, now } = timeline(room);
  return { undo: now > 0, redo: now + 1 < states.length };
}

/**
 * Find the most recent state that meets a condition, for example a state with certain rules or a certain opponent.
 *
 * @param {string} room
 * @param {(params: URLSearchParams) => boolean} like
 * @returns {URLSearchParams | null}
 */
export function lastLike(room, like) {
  const { states, now } = timeline(room);
  for (const state of [...states.slice(0, now + 1).reverse(), ...states.slice(now + 1)]) {
    const params = new URLSearchParams(state);
    if (like(params)) return params;
  }
  return null;
}
