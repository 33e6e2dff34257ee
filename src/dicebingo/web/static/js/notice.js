/** Messages that appear above the room and concern the whole page, for example an unreadable link. */

import { button, el, fill } from "./dom.js";
import { frame } from "./words.js";

/** The element that contains the messages. */
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
