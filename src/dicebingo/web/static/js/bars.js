/** Lists of names, with a bar and a number for each name. */

import { el } from "./dom.js";

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {number} share  The length of the bar, from 0 to 1.
 * @property {import("./dom.js").Child} amount
 * @property {string | null} [look]
 * @property {number | null} [rank]
 *
 * @param {Bar[]} items
 * @param {string} [look]
 */
export function barList(items, look = "bars") {
  const bars = items.map(({ name, share, amount, look: own = null, rank = null }) => {
    const bar = el("span", { class: "fill" });
    bar.style.setProperty("--share", String(share));
    return el(
      "li",
      { class: own },
      rank !== null && el("span", { class: "rank" }, rank),
      el("span", { class: "who" }, name),
      el("span", { class: "track" }, bar),
      el("span", { class: "amount" }, amount),
    );
  });
  return el("ul", { class: look }, ...bars);
}
