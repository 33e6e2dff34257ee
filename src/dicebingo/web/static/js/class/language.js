/** The strings for live classes. */

import { loadWords, wordsOf } from "../language.js";
import { insist } from "../network.js";

await insist(() => loadWords("class"));

/** The strings in the page's language. */
export const w = wordsOf("class");

/**
 * An error message in the language of the page.
 *
 * @param {unknown} error
 */
export function explain(error) {
  const code = /** @type {any} */ (error)?.code;
  return w.errors[typeof code === "string" && Object.hasOwn(w.errors, code) ? code : "other"];
}
