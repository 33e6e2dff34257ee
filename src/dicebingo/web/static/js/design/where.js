/** Where a board wins: its lines and cells, and whether they depend on the tie-break. */

import { BoardView } from "../board.js";
import { el, fill } from "../dom.js";
import { cellName, chance, lineName, sentence } from "../format.js";
import { number } from "../number.js";
import { isRepeated, openValues } from "../position.js";
import { tableBox } from "../tables.js";

/** @typedef {import("../api-types.js").Reasons} Why */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const LOOK = "The warmer a cell, the more often it is marked when the game ends. Thicker lines win more often.";

export function whereItWins() {
  const board = new BoardView({ label: "How often each cell is marked when the game ends", size: "small" });
  const list = el("ul", { class: "bars" });
  const box = tableBox("lines-and-cells");
  const ties = el("p", { class: "note", role: "status", hidden: true });
  const element = el(
    "div",
    { class: "stack" },
    ties,
    el("p", { class: "soft" }, LOOK),
    el("div", { class: "side-by-side" }, board.element, list),
    box.element,
  );
  return {
    element,
    /**
     * @param {Why} why  With equally good cells marked at random.
     * @param {Why | null} ordered  With the first of equally good cells marked, if known.
     * @param {Position} position
     * @param {Rules} rules
     */
    set({ lines, cells }, ordered, position, rules) {
      const depends = ordered
        ? lines.some((line, i) => line.probability.exact !== ordered.lines[i].probability.exact)
        : isRepeated(position);
      ties.hidden = !depends;
      const some = ordered ? tieWords(position) : "Some of this may depend on which equally good cells you mark.";
      ties.textContent = depends ? `${some} Here, one of these cells is chosen at random.` : "";
      const most = Math.max(...lines.map((line) => line.probability.decimal));
      board.update(rules, {
        ...position,
        heat: cells.map((share) => share.decimal),
        corners: cells.map((share) => chance(share)),
        lines: lines.map((line) => ({ cells: line.cells, weight: line.probability.decimal / most })),
      });
      const sorted = [...lines].sort((a, b) => b.probability.decimal - a.probability.decimal);
      fill(list, ...sorted.map((line) => lineBar(line, most, rules)));
      box.set({
        caption: "How often a line wins, and how often a cell is marked at the end",
        columns: ["line or cell", "chance"],
        kinds: [null, "chance"],
        rows: [
          ...lines.map((line) => [sentence(lineName(line.cells, rules)), line.probability]),
          ...cells.map((share, cell) => [`Cell ${cellName(cell, rules)}`, share]),
        ],
      });
    },
  };
}

/** @param {Position} position */
function tieWords(position) {
  return new Set(openValues(position)).size === 1
    ? "Any line: it depends on which equally good cells you mark."
    : "Some of this depends on which equally good cells you mark.";
}

/**
 * @param {{cells: number[], probability: import("../api-types.js").Number}} line
 * @param {number} most
 * @param {Rules} rules
 */
function lineBar({ cells, probability }, most, rules) {
  const bar = el("span", { class: "fill" });
  bar.style.setProperty("--share", String(probability.decimal / most));
  const name = sentence(lineName(cells, rules));
  return el(
    "li",
    {},
    el("span", {}, name),
    el("span", { class: "track" }, bar),
    el("span", { class: "amount" }, number(probability, { kind: "chance", name })),
  );
}
