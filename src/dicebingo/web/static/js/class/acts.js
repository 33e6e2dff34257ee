/**
 * Sends the teacher's or a pupil's actions one after another, each with its own id, and resends an action until the
 * server answers. The server processes an id only once, so after a reload a pupil's page can safely resend its pending
 * actions.
 */

import { say } from "../dom.js";
import { send } from "../http.js";
import { Refused } from "../refused.js";
import { patience } from "../network.js";
import { keep, kept } from "../store.js";
import { explain } from "./language.js";

/** @typedef {import("./stream.js").Live} Live */

/** A unique id. Browsers do not offer `randomUUID` over plain HTTP. */
export function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {object} Waiting  An action that the server has not answered yet.
 * @property {{key: string, request: string, do: string}} body
 * @property {string | null} roll  The only roll for which the action is valid; null if it is valid for any roll.
 */

export class Acts {
  /**
   * @param {Live} live
   * @param {{kept?: boolean}} [how]  Whether actions survive a reload.
   */
  constructor(live, how = {}) {
    this.live = live;
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
    /** @type {Waiting[]} */
    this.waiting = [];
    this.place = how.kept ? `acts.${live.code}` : "";
    /** @type {Waiting[]} */
    const left = (this.place && kept(this.place)) || [];
    for (const one of left) if (one.body.key === live.key && this.isOpen(one)) this.add(one).catch(() => {});
    this.note();
  }

  note() {
    if (this.place) keep(this.place, this.waiting.length ? this.waiting : null);
  }

  /** The id of the open roll, unique across rounds. @returns {string} */
  roll() {
    const { state } = this.live;
    return state?.open ? `${state.round}.${state.rolls.length}` : "";
  }

  /** @param {Waiting} one */
  isOpen({ roll }) {
    return roll === null || roll === this.roll();
  }

  /**
   * @param {string} what
   * @param {Record<string, any>} [details]
   * @param {{onRoll?: boolean}} [how]  Whether the action is valid only for the open roll.
   * @returns {Promise<any>}
   */
  do(what, details = {}, { onRoll = false } = {}) {
    const body = { key: this.live.key, request: requestId(), do: what, ...details };
    return this.add({ body, roll: onRoll ? this.roll() : null });
  }

  /**
   * Perform an action. If the server rejects it, show why and return null.
   *
   * @param {string} what
   * @param {Record<string, any>} [details]
   * @returns {Promise<any>}
   */
  async attempt(what, details) {
    try {
      return await this.do(what, details);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(explain(error));
      return null;
    }
  }

  /**
   * @param {Waiting} one
   * @returns {Promise<any>}
   */
  add(one) {
    this.waiting.push(one);
    this.note();
    const done = this.last.catch(() => {}).then(() => this.send(one));
    this.last = done.finally(() => {
      this.waiting = this.waiting.filter((other) => other !== one);
      this.note();
    });
    return this.last;
  }

  /** @param {Waiting} one */
  async send(one) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(`class/${encodeURIComponent(this.live.code)}/act`, one.body, { once: true });
      } catch (error) {
        if (error instanceof Refused || this.live.closed) throw error;
      }
      await patience(attempt);
      if (one.roll === null) continue;
      await this.live.refresh();
      if (!this.isOpen(one)) throw new Refused("", 409, "late");
    }
  }
}
