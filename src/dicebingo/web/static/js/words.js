/** The texts that all rooms share. Modules that import this one are evaluated when the texts have been loaded. */

import { language, loadWords, wordsOf } from "./language.js";
import { insist } from "./network.js";

const home = language !== "en" && document.getElementById("home"); // pages are sent in English
await insist(() => loadWords("frame", "board", ...(home ? /** @type {const} */ (["home"]) : [])));

/** The texts of the frame. */
export const frame = wordsOf("frame");

/** The texts on and around a board. */
export const words = wordsOf("board");

/**
 * Why a question was rejected, in the page's language: the server's own message is in English.
 *
 * @param {import("./refused.js").Refused} error
 */
export function failure({ message, status, code }) {
  const shown = language === "en" || code === "said";
  return (shown && message) || (frame.failures[status] ?? frame.status(status));
}
