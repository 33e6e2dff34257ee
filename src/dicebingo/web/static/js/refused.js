/** Failures of a question. */

/** @typedef {import("./api-types.js").Progress} Progress */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onprogress]
 * @property {boolean} [quietly]  It may be rejected as too large, without an error status that browsers log.
 */

/** A rejection with its one-line message. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code]  A word for it, about a class.
   */
  constructor(message, status, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
