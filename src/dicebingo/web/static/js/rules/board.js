/**
 * The board while the user shapes it: every place in the rectangle, even a gap, is a tile that can be tapped.
 */

import { BoardView } from "../board.js";
import { allow, assign, el, fill } from "../dom.js";
import { cellName } from "../format.js";
import { wordsOf } from "../language.js";
import { sizeOf } from "./layout.js";
import { isStraight } from "./picture.js";

/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("rules");

/**
 * @typedef {object} ShapeLook
 * @property {string[]} shape
 * @property {number[][]} winning  The lines that win.
 * @property {number[]} lit  The cells of the highlighted line.
 * @property {number[]} picked  The cells of a line that is being drawn.
 * @property {(place: number) => string | null} whyNot  The reason why a tap on the place would change nothing; null if
 *   it would change something.
 */

export class ShapeBoard extends BoardView {
  /** @param {(place: number) => void} onpick */
  constructor(onpick) {
    super({ label: w.board, test: "board", onpick });
    /** @type {Map<string, Rules>} */
    this.sizes = new Map();
    /** @type {ShapeLook | null} */
    this.now = null;
  }

  /** @param {ShapeLook} look */
  show(look) {
    this.now = look;
    const { rows, columns } = sizeOf(look.shape);
    const lines = look.winning.filter((line) => isStraight(line, columns) && line.length > 1);
    this.update(this.whole(rows, columns), {
      values: [],
      marked: [],
      lines: lines.map((cells) => ({ cells, weight: cells.join() === look.lit.join() ? 0.9 : 0.3 })),
    });
    this.element.style.setProperty("--columns", String(columns));
  }

  /**
   * The rules of a full rectangle. The same size always returns the same object, because with a new one all tiles
   * would be replaced and the focus lost.
   *
   * @param {number} rows
   * @param {number} columns
   */
  whole(rows, columns) {
    const key = `${rows}x${columns}`;
    const grid = Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]);
    const known = this.sizes.get(key) ?? /** @type {Rules} */ (/** @type {unknown} */ ({ rows, columns, grid }));
    this.sizes.set(key, known);
    return known;
  }

  /**
   * @param {HTMLElement} tile
   * @param {number} place
   */
  paint(tile, place) {
    const { shape, winning, lit, picked, whyNot } = /** @type {ShapeLook} */ (this.now);
    const { columns } = sizeOf(shape);
    const symbol = shape.join("")[place];
    const odd = winning.some((line) => line.includes(place) && (!isStraight(line, columns) || line.length === 1));
    const states = {
      odd,
      gap: symbol === ".",
      free: symbol === "F",
      lit: lit.includes(place),
      picked: picked.includes(place),
    };
    tile.className = ["tile", ...Object.entries(states).flatMap(([name, on]) => (on ? [name] : []))].join(" ");
    fill(tile, el("span", { class: "value" }, symbol === "F" ? w.free : symbol === "." ? "+" : ""));
    const parts = [symbol === "F" ? w.freeCell : symbol === "." ? w.noCell : w.cell];
    if (picked.includes(place)) parts.push(w.inLine);
    else if (lit.includes(place)) parts.push(w.inLit);
    const reason = whyNot(place);
    assign(tile, {
      "data-symbol": symbol,
      "aria-label": `${cellName(place, /** @type {Rules} */ (this.rules))}: ${parts.join(", ")}`,
    });
    allow(tile, { possible: reason === null, reason: reason ?? "" });
  }
}
