/** A room that is still being built. */

import { el } from "./dom.js";

/**
 * @param {string} title
 * @returns {import("./types.js").View}
 */
export function soon(title) {
  const back = el("a", { class: "button", href: "#/" }, "Back to the beginning");
  const text = el("p", { class: "soft" }, "This room is still being built.");
  const element = el("div", { class: "stack" }, el("h1", {}, title), text, el("div", {}, back));
  return { element, load() {}, close() {} };
}
