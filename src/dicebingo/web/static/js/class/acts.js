/**
 * What is done in a class: one act after the other, each with an id of its own, sent until there is an answer. Sent
 * twice is done once.
 */

import { Refused, send } from "../api.js";
import { patience } from "../network.js";

/** @typedef {import("./stream.js").Live} Live */

/** An id that nobody else has. Over plain HTTP there is no randomUUID. */
export function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Acts {
  /** @param {Live} live */
  constructor(live) {
    this.live = live;
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
    this.waiting = 0;
  }

  /**
   * @param {string} what
   * @param {Record<string, any>} [details]
   * @param {{roll?: number}} [how]  The index of the roll for which alone this is meant.
   * @returns {Promise<any>}
   */
  do(what, details = {}, { roll } = {}) {
    const body = { key: this.live.key, request: requestId(), do: what, ...details };
    this.waiting += 1;
    const done = this.last.catch(() => {}).then(() => this.send(body, roll));
    this.last = done.finally(() => (this.waiting -= 1));
    return this.last;
  }

  /**
   * @param {object} body
   * @param {number | undefined} roll
   */
  async send(body, roll) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(`class/${encodeURIComponent(this.live.code)}/act`, body, { once: true });
      } catch (error) {
        if (error instanceof Refused || this.live.closed) throw error;
      }
      await patience(attempt);
      if (roll === undefined) continue;
      await this.live.refresh();
      const { state } = this.live;
      if (!state?.open || state.rolls.length !== roll + 1) throw new Refused("", 409, "late");
    }
  }
}
