/** Confetti that rains over an element. */

import { el, still } from "./dom.js";

const PIECES = 70;
const COLOURS = 4; // the number of player colours

/** @param {HTMLElement} place  An element with a CSS position, so that the pieces fall within it. */
export function celebrate(place) {
  if (still()) return;
  place.querySelector(".confetti")?.remove();
  const pieces = Array.from({ length: PIECES }, (_, i) => {
    const piece = el("span", {});
    const random = { "--at": Math.random(), "--late": Math.random(), "--turn": Math.random() };
    for (const [name, value] of Object.entries(random)) piece.style.setProperty(name, value.toFixed(3));
    piece.style.setProperty("--colour", `var(--player-${i % COLOURS})`);
    return piece;
  });
  const rain = el("div", { class: "confetti", "aria-hidden": "true" }, ...pieces);
  place.append(rain);
  void Promise.allSettled(rain.getAnimations({ subtree: true }).map((one) => one.finished)).then(() => rain.remove());
}
