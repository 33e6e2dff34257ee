/** What may become of a question other than an answer. */

/** @typedef {import("./api-types.js").Progress} Progress */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onprogress]
 * @property {boolean} [quietly]  It may be refused as too large: then not by an error that browsers report.
 */

/** A refusal, with the one line that says what was expected and what came. */
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
