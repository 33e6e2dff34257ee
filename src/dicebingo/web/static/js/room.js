/**
 * What all rooms share: loading a state, other rules, and cancelling. The state of a room is in its address, so a room
 * that failed needs no repair: *Try again* opens it from its address. The rooms catch neither failures nor cancelled
 * requests: both reach the frame (`main.js`), which shows the first and ignores the second.
 */

import { lastLike } from "./history.js";
import { underRules, writeSpec } from "./rules.js";

/** @typedef {import("./types.js").RulesSpec} RulesSpec */

/** @template S  The state that a link names. */
export class Room {
  /** @param {string} name  As in the address: "design". */
  constructor(name) {
    this.name = name;
    this.work = new AbortController();
    /** @type {URLSearchParams | null}  The state that is being loaded, or that could not be. */
    this.wanted = null;
  }

  /** @returns {HTMLElement} */
  get element() {
    throw new Error("each room has an element");
  }

  /**
   * @param {URLSearchParams} _params
   * @returns {Promise<S>}
   */
  async read(_params) {
    throw new Error("each room reads its state");
  }

  /** @param {S} _state  Show it. */
  take(_state) {}

  /** Parameters for rules under which the room was never used. */
  fresh() {
    return new URLSearchParams();
  }

  /** @param {URLSearchParams} params  Show the state that a link names, unless a later link overtakes it. */
  async load(params) {
    this.wanted = params;
    const state = await this.read(params);
    if (this.wanted !== params) return;
    this.wanted = null;
    this.take(state);
  }

  /** @param {RulesSpec} spec  Restore the last state under these rules. */
  async setRules(spec) {
    const params = lastLike(this.name, underRules(spec)) ?? this.fresh();
    writeSpec(spec, params);
    await this.load(params);
  }

  /** Cancel all requests; the new signal lasts until the next call. */
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
