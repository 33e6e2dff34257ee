/** Who would beat whom: a table whose colours show how often. */

import { el } from "../dom.js";
import { chance } from "../format.js";

const NUMBERS = 10; // the largest number of boards for which the numbers fit
const MOST = 40;

/**
 * @param {{wins: number[][], beats: number[][]}} pairs
 * @param {{player: {name: string}, index: number}[]} order
 */
export function pairsTable({ wins, beats }, order) {
  const shown = order.slice(0, MOST);
  const few = shown.length <= NUMBERS;
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...shown.map(({ player }) => el("th", { scope: "col" }, el("span", {}, player.name))),
  );
  const rows = shown.map((row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, row.player.name),
      ...shown.map((column) => {
        if (row === column) return el("td", { class: "self" });
        const share = wins[row.index][column.index];
        const sign = beats[row.index][column.index];
        const text = el("span", { class: few ? null : "visually-hidden" }, chance(share));
        const cell = el("td", { class: sign > 0 ? "beats" : sign < 0 ? "loses" : "even" }, text);
        cell.style.setProperty("--share", String(Math.min(1, Math.abs(share - wins[column.index][row.index]) * 4)));
        return cell;
      }),
    ),
  );
  const table = el(
    "table",
    { class: few ? "pairs few" : "pairs", "data-test": "pairs" },
    el("thead", {}, head),
    el("tbody", {}, ...rows),
  );
  table.style.setProperty("--boards", String(shown.length));
  return el("div", { class: "scroll", tabindex: 0, role: "group" }, table);
}
