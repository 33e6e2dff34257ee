/** Messages about the whole page, above the room, for example about an unreadable link. */

import { button, el, fill } from "./dom.js";
import { frame } from "./words.js";

/** Where messages are. */
export const place = /** @type {HTMLElement} */ (document.getElementById("notices"));

/** @param {string} text */
export function notice(text) {
  const close = button(frame.close, () => note.remove(), { kind: "quiet", "aria-label": frame.closeMessage });
  const note = el("div", { class: "note kind", role: "alert", "data-test": "notice" }, el("p", {}, text), close);
  place.append(note);
}

export function clearNotices() {
  fill(place);
}
