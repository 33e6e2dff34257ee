/** A table of who would beat whom; the colours show by how much. */

import { el } from "../dom.js";
import { chance } from "../format.js";

export const NUMBERS = 10; // with more boards, the numbers do not fit

/**
 * @param {{wins: number[][], beats: number[][]}} pairs
 * @param {{player: {name: string}, index: number}[]} order
 */
export function pairsTable({ wins, beats }, order) {
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...order.map(({ player }) => el("th", { scope: "col" }, el("span", {}, player.name))),
  );
  const rows = order.map((row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, row.player.name),
      ...order.map((column) => {
        if (row === column) return el("td", { class: "self" });
        const share = wins[row.index][column.index];
        const sign = beats[row.index][column.index];
        const cell = el("td", { class: sign > 0 ? "beats" : sign < 0 ? "loses" : "even" }, chance(share));
        cell.style.setProperty("--share", String(Math.min(1, Math.abs(share - wins[column.index][row.index]) * 4)));
        return cell;
      }),
    ),
  );
  const table = el("table", { class: "pairs", "data-test": "pairs" }, el("thead", {}, head), el("tbody", {}, ...rows));
  return el("div", { class: "scroll", tabindex: 0, role: "group" }, table);
}
