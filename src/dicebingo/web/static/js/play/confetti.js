/** A short shower of confetti over the board celebrates a bingo. */

import { el, still } from "../dom.js";

const PIECES = 40;

/** Start the shower, unless the user prefers reduced motion. @param {HTMLElement} place */
export function celebrate(place) {
  if (still()) return;
  const pieces = Array.from({ length: PIECES }, () => {
    const piece = el("i", {});
    const properties = { "--across": 100 * Math.random(), "--later": Math.random(), "--turn": Math.random() - 0.5 };
    for (const [name, value] of Object.entries(properties)) piece.style.setProperty(name, value.toFixed(2));
    return piece;
  });
  const shower = el("div", { class: "confetti", "aria-hidden": "true" }, ...pieces);
  shower.addEventListener("animationend", ({ target }) => target === shower && shower.remove());
  place.append(shower);
}
