/** The options for asking a question, and the error for a question that the server rejects. */

/** @typedef {import("./api-types.js").Progress} Progress */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onprogress]
 * @property {boolean} [quietly]  Whether the server should avoid an error status when it rejects a question as too
 *   large, because browsers log error statuses.
 */

/** @typedef {Record<string, number | string>} Values  The values to insert into the message for a code. */

/** A rejection with the server's one-line message in English; `failure` returns a message in the page's language. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code]  The server's code for the reason, or "said" if the message is already in the page's
   *   language.
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
 * Whether the server understood a question but rejected it, for example because it was too large. Asking it again is
 * pointless.
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
