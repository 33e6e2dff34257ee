/** Shows how often each line wins and each cell is marked at the end, and whether the tie-break affects this. */

import { barList } from "../bars.js";
import { BoardView } from "../board.js";
import { el, fill } from "../dom.js";
import { cellName, chance, lineName, sentence } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { isRepeated, openValues } from "../position.js";
import { tableBox } from "../tables.js";

/** @typedef {import("../api-types.js").Reasons} Why */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

export function whereItWins() {
  const board = new BoardView({ label: w.whereBoard, size: "small" });
  const list = el("div", {});
  const box = tableBox("lines-and-cells");
  const ties = el("p", { class: "note", role: "status", hidden: true });
  const element = el(
    "div",
    { class: "stack" },
    ties,
    el("p", { class: "soft" }, w.whereLook),
    el("div", { class: "side-by-side" }, board.element, list),
    box.element,
  );
  return {
    element,
    /**
     * @param {Why} why  How often each line wins and each cell is marked if ties are broken at random.
     * @param {Why | null} ordered  The same if the first of several equally good cells is always
     *   marked; null if unknown.
     * @param {Position} position
     * @param {Rules} rules
     */
    set({ lines, cells }, ordered, position, rules) {
      const depends = ordered
        ? lines.some((line, i) => line.probability.exact !== ordered.lines[i].probability.exact)
        : isRepeated(position);
      ties.hidden = !depends;
      ties.textContent = depends ? w.atRandom(ordered ? tieWords(position) : w.mayDepend) : "";
      const most = Math.max(...lines.map((line) => line.probability.decimal));
      board.update(rules, {
        ...position,
        heat: cells.map((share) => share.decimal),
        corners: cells.map((share) => chance(share)),
        lines: lines.map((line) => ({ cells: line.cells, weight: line.probability.decimal / most })),
      });
      const sorted = [...lines].sort((a, b) => b.probability.decimal - a.probability.decimal);
      const bars = sorted.map(({ cells: own, probability }) => {
        const name = sentence(lineName(own, rules));
        return { name, share: probability.decimal / most, amount: number(probability, { kind: "chance", name }) };
      });
      fill(list, barList(bars));
      box.set({
        caption: w.whereCaption,
        columns: w.whereColumns,
        kinds: [null, "chance"],
        rows: [
          ...lines.map((line) => [sentence(lineName(line.cells, rules)), line.probability]),
          ...cells.map((share, cell) => [w.cellRow(cellName(cell, rules)), share]),
        ],
      });
    },
  };
}

/** @param {Position} position */
function tieWords(position) {
  return new Set(openValues(position)).size === 1 ? w.anyLine : w.depends;
}
