/**
 * The base class of all rooms: it loads states, changes rules and cancels requests. The state of a room is in the URL.
 * A room that failed needs no repair: *Try again* reopens it from this state. Rooms do not catch errors: the frame
 * (`main.js`) shows failures and ignores cancelled requests.
 */

import { lastLike } from "./history.js";
import { underRules, writeSpec } from "./rules.js";

/** @typedef {import("./types.js").RulesSpec} RulesSpec */

/** @template S  The state that a link contains. */
export class Room {
  /** @param {string} name  The name in the URL, such as "design". */
  constructor(name) {
    this.name = name;
    this.work = new AbortController();
    /** @type {URLSearchParams | null}  The state that is being loaded, or that could not be loaded. */
    this.wanted = null;
  }

  /** @returns {HTMLElement} */
  get element() {
    throw new Error("a room must define `element`");
  }

  /**
   * @param {URLSearchParams} _params
   * @returns {Promise<S>}
   */
  async read(_params) {
    throw new Error("a room must define `read`");
  }

  /** Show a state. @param {S} _state */
  take(_state) {}

  /** The parameters with which this room starts under rules that have not been used here before. */
  fresh() {
    return new URLSearchParams();
  }

  /** Show the state in a link, unless a later link replaces it first. @param {URLSearchParams} params */
  async load(params) {
    this.wanted = params;
    const state = await this.read(params);
    if (this.wanted !== params) return;
    this.wanted = null;
    this.take(state);
  }

  /** Restore the last state under these rules. @param {RulesSpec} spec */
  async setRules(spec) {
    const params = lastLike(this.name, underRules(spec)) ?? this.fresh();
    writeSpec(spec, params);
    await this.load(params);
  }

  /** Cancel all requests, and renew the signal for later requests. */
  stop() {
    this.work.abort();
    this.work = new AbortController();
    return this.work.signal;
  }

  close() {
    this.wanted = null;
    this.stop();
  }
}
