/**
 * Follows a live class: fetches the state once, applies events to it, and resumes an interrupted stream.
 * A sleeping page receives no events, so it refetches the state when it wakes up, and also after 20 s without events.
 */

import { send, streamAddress } from "../http.js";
import { Refused } from "../refused.js";
import { patience, setNetwork } from "../network.js";
import { fold, KINDS } from "./fold.js";

/** @typedef {import("./types.js").ClassState} ClassState */

const QUIET = 20_000; // milliseconds without an event after which the connection is checked

export class Live {
  /**
   * @param {string} code
   * @param {string} key
   * @param {(state: ClassState) => void} onchange
   * @param {(error: Refused) => void} onend  Called when the class or this key no longer exists.
   */
  constructor(code, key, onchange, onend) {
    this.code = code;
    this.key = key;
    this.viewer = "";
    this.onchange = onchange;
    this.onend = onend;
    /** @type {ClassState | null} */
    this.state = null;
    /** @type {EventSource | null} */
    this.source = null;
    this.heard = 0;
    this.failures = 0; // failed attempts since the stream was last open
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

  /**
   * The query parameter that identifies this viewer: the id of the viewer's cookie. Without a cookie, the parameter is
   * the viewer's key, which may then appear in the logs of proxies.
   *
   * @returns {[string, string]}
   */
  get who() {
    return this.viewer ? ["viewer", this.viewer] : ["key", this.key];
  }

  /** Return the URL of one of this class's resources. @param {string} what */
  path(what) {
    const sign = what.includes("?") ? "&" : "?";
    const [name, value] = this.who;
    return `class/${encodeURIComponent(this.code)}${what}${sign}${name}=${encodeURIComponent(value)}`;
  }

  async start() {
    try {
      const { viewer } = await send(`class/${encodeURIComponent(this.code)}/enter`, { key: this.key });
      this.viewer = viewer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.end(error);
    }
    await this.refresh();
    return this.connect();
  }

  /** Fetch the state of the class; concurrent callers share one request. @returns {Promise<void>} */
  refresh() {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** @returns {Promise<void>} */
  async ask() {
    try {
      do {
        /** @type {ClassState} */
        const next = await send(this.path(""), null);
        if (this.closed) return undefined;
        const behind = this.state !== null && next.event > this.state.event && this.heard + QUIET < performance.now();
        this.heard = performance.now();
        if (!this.state || next.event >= this.state.event) this.set(next);
        else continue; // an event arrived meanwhile, so fetch again
        if (behind) this.connect(); // the stream looks open but has missed events
        return undefined;
      } while (!this.closed);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== "key" || !this.viewer) return this.end(error);
      this.viewer = ""; // the browser may have refused the cookie
      return this.ask();
    }
    return undefined;
  }

  /**
   * Fetch another resource of the class; return null if the server rejects the request.
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

  /** Connect at once and fetch missed events. */
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
    source.onopen = () => {
      this.failures = 0;
      setNetwork("fine");
    };
    source.onerror = () => {
      if (this.source !== source || this.closed) return;
      setNetwork("lost");
      // Browsers would reconnect at a fixed rate. To spare a busy server, wait longer before each attempt instead.
      source.close();
      this.source = null;
      void this.resume();
    };
    for (const kind of KINDS)
      source.addEventListener(kind, (event) => {
        if (this.source === source) this.hear(kind, /** @type {MessageEvent} */ (event));
      });
  }

  async resume() {
    await patience(this.failures);
    this.failures += 1;
    await this.refresh(); // if the stream was rejected, this request returns the reason
    if (!this.source) this.connect();
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
