/** Names with bars, a list in most steps of the reveal. */

import { el } from "../dom.js";

const COLUMNS = 3; // on the projector
const MOST_ROWS = 8;

/**
 * Names with bars, in columns if there is room.
 *
 * @param {{name: string, text: string, share: number, mine: boolean, rank?: number}[]} rows
 */
export function bars(rows) {
  const size = rows.length <= 8 ? "few" : rows.length <= 20 ? "some" : rows.length <= 40 ? "many" : "crowd";
  const list = el(
    "ol",
    { class: `class-bars ${size}` },
    ...rows.map(({ name, text, share, mine, rank }) => {
      const fillBar = el("span", { class: "fill" });
      fillBar.style.setProperty("--share", String(Math.max(0, Math.min(1, share))));
      return el(
        "li",
        { class: mine ? "mine" : null },
        rank !== undefined && el("span", { class: "rank" }, rank),
        el("span", { class: "who" }, name),
        el("span", { class: "track", "aria-hidden": "true" }, fillBar),
        el("span", { class: "amount" }, text),
      );
    }),
  );
  list.style.setProperty("--rows", String(Math.max(MOST_ROWS, Math.ceil(rows.length / COLUMNS))));
  return list;
}
