/** The errors with which a question can end. */

/** @typedef {import("./api-types.js").Progress} Progress */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onprogress]
 * @property {boolean} [quietly]  Whether a rejection as too large should come without an error status, which browsers
   would log.
 */

/** @typedef {Record<string, number | string>} Values  The values that the code of a rejection names. */

/** A rejection with the server's one-line message, in English; a page shows it with `failure` in words.js. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code]  The server's code of the reason, or "said": the message is in the page's language.
   * @param {Values} [values]
   */
  constructor(message, status, code = "", values = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.values = values;
  }
}

/**
 * Whether the server understood a question and rejects it, for example as too large; asking again is pointless.
 *
 * @param {unknown} error
 * @returns {error is Refused}
 */
export function isRejection(error) {
  return error instanceof Refused && error.status === 422;
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
