/** Home: the rules in three pictures, and the doors. It came with the page, so there is nothing to load. */

import { home } from "../shell.js";

/** @returns {import("../types.js").View} */
export function createView() {
  return { element: home, load() {}, close() {} };
}
