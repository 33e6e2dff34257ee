/** The strings that all rooms share. Modules that import this module run only after the strings have loaded. */

import { language, loadWords, wordsOf } from "./language.js";
import { insist, underWay } from "./network.js";

const home = language !== "en" && document.getElementById("home"); // pages are sent in English
await insist(() => loadWords("frame", "board", ...(home ? /** @type {const} */ (["home"]) : [])));

/** The strings for the frame. */
export const frame = wordsOf("frame");

/** The strings on and around a board. */
export const words = wordsOf("board");

/**
 * The reason why a question was rejected, in the page's language. If the page has no message for the reason, the result
 * is made from the HTTP status and the server's message, which is in English.
 *
 * @param {import("./refused.js").Refused} error
 */
export async function failure({ message, status, code, values }) {
  if (code === "said") return message;
  const given = Object.entries(values).map(([name, value]) => [name, value.toLocaleString(language)]);
  const reasons = code ? await loadReasons() : {};
  if (Object.hasOwn(reasons, code)) return reasons[code](Object.fromEntries(given));
  const general = frame.failures[status] ?? frame.status(status);
  return message ? frame.detail(general, message) : general;
}

/**
 * @returns {Promise<Record<string, (given: Record<string, string>) => string>>}  The messages by reason code; empty
 *   if they cannot be loaded because the connection is lost.
 */
async function loadReasons() {
  const done = underWay(false);
  try {
    await loadWords("refusals");
    return wordsOf("refusals");
  } catch {
    return {};
  } finally {
    done();
  }
}
