/**
 * Following a class: the state is asked for once, events change it, and a stream that broke off goes on where it was.
 * A page that sleeps hears nothing, so it asks when it wakes up; and whoever has heard nothing for long asks as well.
 */

import { send, streamAddress } from "../http.js";
import { Refused } from "../refused.js";
import { setNetwork } from "../network.js";
import { fold, KINDS } from "./fold.js";

/** @typedef {import("./types.js").ClassState} ClassState */

const QUIET = 20_000; // milliseconds after which silence is checked
const RETRY = 1000;

export class Live {
  /**
   * @param {string} code
   * @param {string} key
   * @param {(state: ClassState) => void} onchange
   * @param {(error: Refused) => void} onend  The class, or this key, is no more.
   */
  constructor(code, key, onchange, onend) {
    this.code = code;
    this.key = key;
    this.onchange = onchange;
    this.onend = onend;
    /** @type {ClassState | null} */
    this.state = null;
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = 0;
    this.closed = false;
    /** @type {Promise<void> | null} */
    this.asking = null;
    this.wake = () => {
      if (!document.hidden) this.reconnect();
    };
    for (const event of ["visibilitychange", "pageshow", "online"]) addEventListener(event, this.wake);
    this.watch = setInterval(() => {
      if (performance.now() - this.heard > QUIET && !document.hidden) void this.refresh();
    }, QUIET / 4);
  }

  /** The address of something about this class. @param {string} what */
  path(what) {
    const sign = what.includes("?") ? "&" : "?";
    return `class/${encodeURIComponent(this.code)}${what}${sign}key=${encodeURIComponent(this.key)}`;
  }

  async start() {
    await this.refresh();
    this.connect();
  }

  /** Ask how the class stands; who asks meanwhile waits for the same answer. @returns {Promise<void>} */
  refresh() {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  async ask() {
    try {
      do {
        /** @type {ClassState} */
        const next = await send(this.path(""), null);
        if (this.closed) return;
        const behind = this.state !== null && next.event > this.state.event && this.heard + QUIET < performance.now();
        this.heard = performance.now();
        if (!this.state || next.event >= this.state.event) this.set(next);
        else continue; // something has happened meanwhile
        if (behind) this.connect(); // the stream is dead without knowing it
        return;
      } while (!this.closed);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.end(error);
    }
  }

  /**
   * Ask for something else about the class; nothing if it is not there (any more).
   *
   * @param {string} what
   * @returns {Promise<any>}
   */
  async look(what) {
    try {
      return await send(this.path(what), null);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  /** @param {ClassState} state */
  set(state) {
    this.state = state;
    this.onchange(state);
  }

  /** Connect at once, and see what was missed. */
  reconnect() {
    if (this.closed || !this.state) return;
    this.connect();
    void this.refresh();
  }

  connect() {
    if (this.closed || !this.state) return;
    this.source?.close();
    const source = new EventSource(streamAddress(this.path(`/events?after=${this.state.event}`)));
    this.source = source;
    source.onopen = () => setNetwork("fine");
    source.onerror = () => {
      if (this.source !== source || this.closed) return;
      setNetwork("lost");
      // The browser tries again by itself, unless it was refused: then the state says why.
      if (source.readyState !== EventSource.CLOSED) return;
      this.source = null;
      setTimeout(() => void this.refresh().then(() => this.source ?? this.connect()), RETRY);
    };
    for (const kind of KINDS)
      source.addEventListener(kind, (event) => {
        if (this.source === source) this.hear(kind, /** @type {MessageEvent} */ (event));
      });
  }

  /**
   * @param {string} kind
   * @param {MessageEvent} event
   */
  hear(kind, event) {
    this.heard = performance.now();
    const number = Number(event.lastEventId);
    if (kind === "ended") return this.end(new Refused("", 410, "ended"));
    if (!this.state || number <= this.state.event) return undefined;
    const next = structuredClone(this.state);
    const known = fold(next, kind, JSON.parse(event.data));
    next.event = number;
    if (known) this.set(next);
    else {
      this.state.event = number;
      void this.refresh();
    }
    return undefined;
  }

  /** @param {Refused} error */
  end(error) {
    if (this.closed) return;
    this.close();
    this.onend(error);
  }

  close() {
    this.closed = true;
    this.source?.close();
    clearInterval(this.watch);
    for (const event of ["visibilitychange", "pageshow", "online"]) removeEventListener(event, this.wake);
  }
}
