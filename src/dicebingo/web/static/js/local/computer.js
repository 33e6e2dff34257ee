/**
 * Runs Python in a web worker. Questions are queued, and cancelling a running question ends the worker. If Python
 * crashes, waiting questions fail, and the next question starts a new worker.
 */

import { Refused } from "../refused.js";
import { frame } from "../words.js";
import { load, loaded } from "./loading.js";
import { startWorker } from "./parts.js";

/** @typedef {import("../refused.js").Asking} Asking */
/** @typedef {{status: number, content: string | Uint8Array, type: string}} Reply */
/**
 * @typedef {object} Waiting
 * @property {{name: string, text: string}} message
 * @property {Asking} asking
 * @property {(reply: Reply) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** Milliseconds that a cancelled question may still run. Most finish sooner, and starting a new worker takes longer. */
const GRACE = 400;

export class Computer {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Waiting[]} */
    this.line = [];
    /** @type {Waiting | null} */
    this.now = null;
    this.broken = false;
    this.ready = load().then(() => this.start());
  }

  /**
   * @param {string} name
   * @param {string} text
   * @param {Asking} asking
   * @returns {Promise<Reply>}
   */
  ask(name, text, asking) {
    return new Promise((resolve, reject) => {
      /** @type {Waiting} */
      const one = { message: { name, text }, asking, resolve, reject };
      asking.signal?.addEventListener("abort", () => this.giveUp(one));
      this.line.push(one);
      if (this.broken) this.start();
      else this.next();
    });
  }

  start() {
    const worker = startWorker();
    worker.addEventListener("message", ({ data }) => this.hear(worker, data));
    worker.addEventListener("error", (event) => this.fail(new Error(event.message)));
    this.worker = worker;
    this.broken = false;
    this.next();
  }

  next() {
    if (!this.worker || this.now) return;
    this.now = this.line.shift() ?? null;
    if (this.now) this.worker.postMessage(this.now.message);
  }

  /**
   * @param {Worker} worker
   * @param {{ready?: boolean, progress?: string, failed?: string} & Reply} data
   */
  hear(worker, { ready, progress, failed, ...reply }) {
    if (ready) return loaded();
    if (worker !== this.worker || !this.now) return;
    if (failed) return this.fail(new Error(failed));
    if (progress) return this.now.asking.onprogress?.(JSON.parse(progress));
    const { resolve } = this.now;
    this.now = null;
    resolve(reply);
    this.next();
  }

  /** @param {Waiting} one */
  giveUp(one) {
    one.reject(one.asking.signal?.reason);
    this.line = this.line.filter((other) => other !== one);
    if (this.now !== one) return;
    setTimeout(() => {
      if (this.now !== one) return;
      this.worker?.terminate();
      this.worker = this.now = null;
      this.start();
    }, GRACE);
  }

  /** @param {Error} error */
  fail(error) {
    const waiting = [this.now, ...this.line];
    this.worker?.terminate();
    this.worker = this.now = null;
    this.line = [];
    this.broken = true;
    for (const one of waiting) one?.reject(new Refused(frame.python(error.message), 500, "said"));
    throw error;
  }
}
