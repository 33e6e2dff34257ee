/** A board that is written by tapping a cell and a value, or by typing; impossible values are flagged at the cell. */

import { BoardView } from "./board.js";
import { el, fill } from "./dom.js";
import { cellName, sentence } from "./format.js";
import { copy, emptyPosition, ownCells, problems, ways } from "./position.js";
import { pips } from "./svg.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @typedef {object} Setting
 * @property {string} label
 * @property {number} [player]
 * @property {string} [size]
 * @property {boolean} [marks]  Whether cells can be marked.
 * @property {(position: Position) => void} onchange
 */

const TYPING = 1200; // milliseconds in which a second digit belongs to the first

export class BoardEditor {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {Position} */
    this.position = { values: [], marked: [] };
    /** @type {number | null} */
    this.selected = null;
    /** @type {{cell: number, text: string, timer: number} | null} */
    this.typing = null;
    this.view = new BoardView({
      label: setting.label,
      player: setting.player,
      size: setting.size,
      onpick: (cell) => this.select(cell),
      onenter: (cell) => this.select(cell),
      onkey: (cell, key) => this.key(cell, key),
    });
    this.keypad = el("div", { class: "keypad", role: "group" });
    this.problem = el("p", { class: "note kind", role: "status", hidden: true });
    this.element = el("div", { class: "stack editor" }, this.view.element, this.problem, this.keypad);
  }

  /**
   * @param {Rules} rules
   * @param {Position} position
   */
  set(rules, position) {
    if (rules !== this.rules) {
      this.rules = rules;
      this.selected = null;
    }
    this.position = copy(position);
    this.draw();
  }

  draw() {
    if (!this.rules) return;
    const flags = problems(this.position, this.rules).map((flag, cell) => (this.mayGrow(cell) ? null : flag));
    this.view.update(this.rules, { ...this.position, selected: this.selected, flags });
    const wrong = flags.findIndex((flag, cell) => flag !== null && this.position.values[cell] !== null);
    this.problem.hidden = wrong < 0;
    if (wrong >= 0) this.problem.textContent = `${sentence(cellName(wrong, this.rules))}: ${flags[wrong]}`;
    this.drawKeypad();
  }

  drawKeypad() {
    const { rules, selected } = this;
    this.keypad.hidden = selected === null;
    if (selected === null || !rules) return;
    const most = Math.max(...rules.weights);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    const keys = rules.values.map((value) =>
      this.makeKey(
        String(value),
        String(this.position.values[selected] === value),
        () => this.put(selected, value),
        pips(ways(value, rules), most),
      ),
    );
    if (this.setting.marks)
      keys.push(
        this.makeKey("✕", String(this.position.marked[selected]), () => this.toggle(selected), null, "mark this cell"),
      );
    this.keypad.setAttribute("aria-label", `Value for ${cellName(selected, rules)}`);
    fill(this.keypad, ...keys);
    // The keys are made again, and the one that was pressed keeps the focus.
    if (focused) keys.find((key) => key.dataset.key === focused)?.focus();
  }

  /**
   * @param {string} text
   * @param {string} pressed
   * @param {() => void} onclick
   * @param {Node | null} drawing
   * @param {string} [label]
   */
  makeKey(text, pressed, onclick, drawing, label) {
    return el(
      "button",
      { type: "button", class: "key", "data-key": text, "aria-pressed": pressed, "aria-label": label, onclick },
      el("span", {}, text),
      drawing,
    );
  }

  /** @param {number} cell */
  select(cell) {
    if (this.selected === cell || this.rules?.free.includes(cell)) return;
    this.finishTyping();
    this.selected = cell;
    this.draw();
  }

  /**
   * @param {number} cell
   * @param {number | null} value
   */
  put(cell, value) {
    const wasEmpty = this.position.values[cell] === null;
    this.position.values[cell] = value;
    if (wasEmpty && value !== null && !this.typing) {
      const empty = this.position.values.findIndex((other, index) => other === null && !this.position.marked[index]);
      if (empty >= 0) this.selected = empty;
    }
    this.changed();
  }

  /** @param {number} cell */
  toggle(cell) {
    this.position.marked[cell] = !this.position.marked[cell];
    this.changed();
  }

  changed() {
    this.draw();
    this.setting.onchange(copy(this.position));
  }

  /**
   * @param {number} cell
   * @param {string} key
   */
  key(cell, key) {
    if (!this.rules || this.rules.free.includes(cell)) return false;
    if (/^\d$/.test(key)) this.type(cell, key);
    else if (key === "Backspace" || key === "Delete") this.put(cell, null);
    else if (this.setting.marks && (key === "*" || key.toLowerCase() === "x")) this.toggle(cell);
    else return false;
    return true;
  }

  /**
   * Take a digit: "1" waits for the next one, because 10, 11 and 12 begin with it; "8" is complete and goes on.
   *
   * @param {number} cell
   * @param {string} digit
   */
  type(cell, digit) {
    const before = this.typing?.cell === cell ? this.typing.text : "";
    clearTimeout(this.typing?.timer);
    const text = (before + digit).slice(-4);
    this.typing = { cell, text, timer: window.setTimeout(() => this.finishTyping(), TYPING) };
    const more = this.mayGrow(cell);
    this.put(cell, Number(text));
    if (more) return;
    this.finishTyping();
    if (this.rules?.values.includes(Number(text))) this.next(cell);
  }

  /**
   * Whether the digits typed so far may be the beginning of a longer value.
   *
   * @param {number} cell
   */
  mayGrow(cell) {
    const text = this.typing?.cell === cell ? this.typing.text : null;
    return (
      text !== null &&
      Boolean(this.rules?.values.some((value) => String(value).length > text.length && String(value).startsWith(text)))
    );
  }

  finishTyping() {
    if (!this.typing) return;
    clearTimeout(this.typing.timer);
    this.typing = null;
    this.draw();
  }

  /** @param {number} cell  Go on to the next cell, as one writes. */
  next(cell) {
    const cells = ownCells(/** @type {Rules} */ (this.rules));
    const following = cells.find((other) => other > cell);
    if (following !== undefined) this.view.focus(following);
  }

  clear() {
    if (!this.rules) return;
    this.position = emptyPosition(this.rules);
    this.changed();
  }
}
