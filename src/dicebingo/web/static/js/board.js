/**
 * A board on the screen: its tiles show values, chances, marks and hints. On an interactive board, the arrow keys move
 * between the tiles. A full card is shown as piles of tokens, one tile per value.
 */

import { discs, pileOf, shapeOf } from "./card.js";
import { assign, el, fill } from "./dom.js";
import { cellName } from "./format.js";
import { ways } from "./position.js";
import { mark, pips, svg } from "./svg.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Rules} Rules */

/**
 * @typedef {object} Look  The visible state of a board; omitted parts are not shown.
 * @property {(number | null)[]} values
 * @property {boolean[]} marked
 * @property {number | null} [selected]
 * @property {(string | null)[]} [flags]  The problem with each cell, or null.
 * @property {number[]} [can]  Cells that can be marked on this roll.
 * @property {number[]} [fresh]  Cells that were just marked.
 * @property {number[]} [lit]  Cells that another part of the page highlights.
 * @property {number[][]} [won]  Complete lines.
 * @property {number[]} [heat]  The warmth of each cell's colour, from 0 to 1.
 * @property {string[]} [corners]  A short text to show below each value, instead of the dots for its probability.
 * @property {Map<number, {text: string, best: boolean}>} [hints]
 * @property {{cells: number[], weight: number}[]} [lines]  Lines to draw, each with a weight from 0 to 1.
 */

/**
 * @typedef {object} Setting
 * @property {string} label
 * @property {number} [player]
 * @property {string} [size]  "small" or "tiny".
 * @property {string} [test]  The name by which tests find the board: "board" for the player's own board, or "opponent".
 * @property {(cell: number) => void} [onpick]  Called on a tap, Enter or the space bar; without it, the board is inert.
 * @property {(cell: number, key: string) => boolean} [onkey]  Handles other keys; returns true if it handled the key.
 * @property {(cell: number) => void} [onenter]  Called when a cell receives focus.
 * @property {(value: number, key: string) => boolean} [onpile]  Called when a pile of tokens on a card is tapped (then
 *   `key` is `Enter`) or gets a key; returns true if it handled the key. If omitted, a tap calls `onpick` with the cell
 *   of an unmarked token.
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

export class BoardView {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.usable = Boolean(setting.onpick);
    this.grid = el("div", { class: "board", role: this.usable ? "grid" : "img", "data-player": setting.player ?? 0 });
    this.element = el("div", { class: `tray ${setting.size ?? ""}`.trim(), "data-test": setting.test }, this.grid);
    /** @type {HTMLElement[]} */
    this.tiles = [];
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {Look} */
    this.look = { values: [], marked: [] };
    this.active = 0;
    if (this.usable) this.listen();
  }

  /**
   * @param {Rules} rules
   * @param {Look} look
   */
  update(rules, look) {
    if (rules !== this.rules) this.lay(rules);
    this.look = look;
    for (const [place, tile] of this.tiles.entries())
      if (rules.card) this.paintPile(tile, rules.values[place], look);
      else this.paint(tile, place, look);
    const label = this.usable ? this.setting.label : `${this.setting.label}: ${describe(look, rules)}`;
    this.grid.setAttribute("aria-label", label);
    this.grid.querySelector(".lines")?.remove();
    this.grid.classList.toggle("lined", Boolean(look.lines));
    if (look.lines) this.grid.prepend(drawLines(look.lines, rules));
  }

  /** @param {number} cell */
  focus(cell) {
    this.enter(this.rules?.card ? this.rules.values.indexOf(this.look.values[cell] ?? NaN) : cell);
  }

  /** @param {number} place */
  enter(place) {
    this.move(place);
    this.tiles[place].focus();
  }

  /** @param {Rules} rules */
  lay(rules) {
    this.rules = rules;
    this.active = 0;
    const shape = shapeOf(rules);
    this.grid.style.gridTemplateColumns = `repeat(${shape.columns}, minmax(0, 1fr))`;
    this.element.style.setProperty("--columns", String(shape.columns));
    this.element.style.setProperty("--shape", String(shape.columns / shape.rows));
    this.element.classList.toggle("tokens", Boolean(rules.card));
    this.tiles = shape.places.map(([row, column], cell) => {
      const tile = el("div", { class: "tile", "data-cell": cell });
      if (this.usable) assign(tile, { role: "gridcell", tabindex: cell === 0 ? 0 : -1 });
      else tile.setAttribute("aria-hidden", "true");
      tile.style.gridRow = String(row + 1);
      tile.style.gridColumn = String(column + 1);
      return tile;
    });
    const rows = Array.from({ length: shape.rows }, (_, row) =>
      this.tiles.filter((_tile, place) => shape.places[place][0] === row),
    );
    fill(
      this.grid,
      ...rows.map((tiles) => el("div", { class: "board-row", role: this.usable ? "row" : null }, ...tiles)),
    );
  }

  /**
   * @param {HTMLElement} tile
   * @param {number} cell
   * @param {Look} look
   */
  paint(tile, cell, look) {
    const rules = /** @type {Rules} */ (this.rules);
    const value = look.values[cell];
    const free = rules.free.includes(cell);
    const marked = look.marked[cell] && !free;
    const flag = look.flags?.[cell] ?? null;
    const can = look.can?.includes(cell) ?? false;
    const hint = look.hints?.get(cell);
    const won = look.won?.some((line) => line.includes(cell)) ?? false;
    const states = {
      selected: look.selected === cell,
      flagged: flag && value !== null,
      empty: value === null && !free,
    };
    const others = { marked, free, won, can, fresh: look.fresh?.includes(cell), lit: look.lit?.includes(cell) };
    tile.className = [
      "tile",
      ...Object.entries({ ...states, ...others }).flatMap(([name, on]) => (on ? [name] : [])),
    ].join(" ");
    assign(tile, { "data-value": value, "data-markable": can ? "true" : null });
    tile.style.setProperty("--heat", String(look.heat?.[cell] ?? 0));
    const text = free ? words.free : value === null ? (marked ? "" : "·") : String(value);
    const chance = value === null ? 0 : ways(value, rules);
    fill(
      tile,
      el("span", { class: `value${text.length > 2 ? " long" : ""}` }, text),
      look.corners
        ? el("span", { class: "share" }, look.corners[cell])
        : !free && pips(chance, Math.max(...rules.weights)),
      marked && mark(this.setting.player ?? 0),
      flag && value !== null && el("span", { class: "corner" }, "!"),
      hint && " ",
      hint && el("span", { class: `hint${hint.best ? " best" : ""}` }, hint.text),
    );
    if (!this.usable) return;
    const parts = [free ? words.free : value === null ? words.empty : String(value)];
    if (hint) parts.push(hint.text); // screen readers read the hint right after the value
    if (!free && value !== null) parts.push(words.ways(chance, rules.total));
    if (marked) parts.push(won ? words.complete : words.marked);
    if (can) parts.push(words.markable);
    if (flag && value !== null) parts.push(flag);
    assign(tile, {
      "aria-label": `${cellName(cell, rules)}: ${parts.join(", ")}`,
      "aria-selected": look.selected === undefined ? null : String(look.selected === cell),
      "aria-invalid": flag && value !== null ? "true" : null,
    });
  }

  /**
   * @param {HTMLElement} tile
   * @param {number} value
   * @param {Look} look
   */
  paintPile(tile, value, look) {
    const rules = /** @type {Rules} */ (this.rules);
    const { open, gone } = pileOf(value, look);
    const has = (/** @type {number[] | undefined} */ cells) => [...open, ...gone].some((cell) => cells?.includes(cell));
    const can = open.some((cell) => look.can?.includes(cell));
    const states = {
      empty: open.length + gone.length === 0,
      marked: gone.length > 0 && open.length === 0,
      selected: has(look.selected === null || look.selected === undefined ? [] : [look.selected]),
      won: has(look.won?.flat()),
      can,
      fresh: has(look.fresh),
      lit: has(look.lit),
    };
    tile.className = ["tile", "pile", ...Object.entries(states).flatMap(([name, on]) => (on ? [name] : []))].join(" ");
    assign(tile, { "data-value": value, "data-count": open.length, "data-markable": can ? "true" : null });
    fill(tile, el("span", { class: "value" }, String(value)), discs(open.length, gone.length));
    if (!this.usable) return;
    const parts = [words.tokens(open.length), words.ways(ways(value, rules), rules.total)];
    if (gone.length) parts.push(`${gone.length} ${words.marked}`);
    if (can) parts.push(words.markable);
    tile.setAttribute("aria-label", `${value}: ${parts.join(", ")}`);
  }

  /** Handle a tap on a cell or a pile. @param {number} place */
  pick(place) {
    const { onpick, onpile } = this.setting;
    if (!this.rules?.card) return onpick?.(place);
    const value = this.rules.values[place];
    if (onpile) return void onpile(value, "Enter");
    const [cell] = pileOf(value, this.look).open;
    return cell === undefined ? undefined : onpick?.(cell);
  }

  /**
   * @param {number} place
   * @param {string} key
   */
  key(place, key) {
    const { onkey, onpile } = this.setting;
    return this.rules?.card ? onpile?.(this.rules.values[place], key) : onkey?.(place, key);
  }

  listen() {
    const { onenter } = this.setting;
    const cellOf = (/** @type {Event} */ event) => {
      const tile = /** @type {Element} */ (event.target).closest(".tile");
      return tile instanceof HTMLElement ? Number(tile.dataset.cell) : null;
    };
    this.grid.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.enter(cell);
      this.pick(cell);
    });
    this.grid.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      this.move(cell);
      if (!this.rules?.card) onenter?.(cell);
    });
    this.grid.addEventListener("keydown", (event) => {
      const cell = cellOf(event);
      if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = this.neighbour(cell, event.key);
      if (next !== null) this.enter(next);
      else if (event.key === "Enter" || event.key === " ") this.pick(cell);
      else if (!this.key(cell, event.key)) return;
      event.preventDefault();
    });
  }

  /**
   * Return the next cell in a direction, skipping gaps; at the edge, return the same cell.
   *
   * @param {number} cell
   * @param {string} key
   * @returns {number | null}
   */
  neighbour(cell, key) {
    if (key === "Home") return 0;
    if (key === "End") return this.tiles.length - 1;
    const step = STEPS[key];
    if (!step || !this.rules) return null;
    const { places, rows, columns } = shapeOf(this.rules);
    let [row, column] = places[cell];
    for (;;) {
      row += step[0];
      column += step[1];
      if (row < 0 || column < 0 || row >= rows || column >= columns) return cell;
      const next = places.findIndex(([r, c]) => r === row && c === column);
      if (next >= 0) return next;
    }
  }

  /** Make this cell the one that the Tab key reaches. @param {number} cell */
  move(cell) {
    this.tiles[this.active]?.setAttribute("tabindex", "-1");
    this.active = cell;
    this.tiles[cell].setAttribute("tabindex", "0");
  }
}

/**
 * @param {Look} look
 * @param {Rules} rules
 */
function describe({ values, marked }, rules) {
  if (rules.card) {
    const piles = rules.values.map((value) => ({ value, ...pileOf(value, { values, marked }) }));
    const left = piles.filter(({ open }) => open.length);
    return left.map(({ value, open }) => `${value}: ${words.tokens(open.length)}`).join(", ");
  }
  const rows = Array.from({ length: rules.rows }, () => /** @type {string[]} */ ([]));
  for (const [cell, [row]] of rules.grid.entries()) {
    const free = rules.free.includes(cell);
    const text = free ? words.free : String(values[cell] ?? words.empty);
    rows[row].push(marked[cell] && !free ? `${text} ${words.marked}` : text);
  }
  return rows.map((row) => row.join(" ")).join(" / ");
}

/**
 * @param {{cells: number[], weight: number}[]} lines
 * @param {Rules} rules
 */
function drawLines(lines, rules) {
  const box = svg("svg", {
    class: "lines",
    viewBox: `0 0 ${rules.columns} ${rules.rows}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  for (const { cells, weight } of lines) {
    const points = cells.map((cell) => `${rules.grid[cell][1] + 0.5},${rules.grid[cell][0] + 0.5}`).join(" ");
    box.append(svg("polyline", { points, "stroke-width": (0.01 + 0.1 * weight).toFixed(3) }));
  }
  return box;
}
