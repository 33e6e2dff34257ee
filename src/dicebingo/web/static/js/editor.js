/** A board editor: the user taps a cell, then taps or types a value. Impossible values are flagged in their cells. */

import { BoardView } from "./board.js";
import { addToken, inHand, markToken, takeToken } from "./card.js";
import { el } from "./dom.js";
import { cellName, sentence } from "./format.js";
import { copy, emptyPosition, ownCells, problems } from "./position.js";

/** @typedef {import("./board.js").Look} Look */
/** @typedef {import("./keypad.js").Keypad} Keypad */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @typedef {object} Setting
 * @property {string} label
 * @property {Keypad} keypad  The keypad that writes on this board; several boards may share a keypad.
 * @property {string} [of]  Names the board in the keypad's labels, if there are several boards: " of board A".
 * @property {number} [player]
 * @property {string} [size]
 * @property {string} [test]
 * @property {boolean} [marks]  Whether cells can be marked.
 * @property {(position: Position, how: {step: boolean}) => void} onchange  Called after a change; `step` is false for a
 *   second digit, which is not a separate undo step.
 */

const TYPING = 1200; // milliseconds within which a second digit extends the first

export class BoardEditor {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.keypad = setting.keypad;
    this.of = setting.of ?? "";
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {Position} */
    this.position = { values: [], marked: [] };
    /** @type {Partial<Look>} Further properties of the board's appearance. */
    this.look = {};
    /** @type {number | null} */
    this.selected = null;
    /** @type {{cell: number, text: string, timer: number} | null} */
    this.typing = null;
    this.view = new BoardView({
      label: setting.label,
      player: setting.player,
      size: setting.size,
      test: setting.test,
      onpick: (cell) => this.pick(cell),
      onenter: (cell) => this.select(cell),
      onkey: (cell, key) => this.key(cell, key),
      onpile: (value, key) => this.pile(value, key),
    });
    this.problem = el("p", { class: "note kind", role: "status", hidden: true });
    this.element = el("div", { class: "stack editor" }, this.view.element, this.problem);
  }

  /**
   * @param {Rules} rules
   * @param {Position} position
   */
  set(rules, position) {
    if (rules !== this.rules) {
      this.rules = rules;
      this.typing = null;
      this.begin();
    }
    this.position = copy(position);
    if (!this.keypad.editor) this.keypad.attach(this);
    this.draw();
  }

  /** Select the first cell, where writing a new board begins. */
  begin() {
    this.selected = (this.rules && ownCells(this.rules)[0]) ?? null;
  }

  draw() {
    if (!this.rules) return;
    const { typing } = this;
    const values = [...this.position.values];
    const flags = problems(this.position, this.rules);
    if (typing) {
      values[typing.cell] = Number(typing.text);
      flags[typing.cell] = null;
    }
    const active = this.keypad.editor === this;
    const selected = active && this.keypad.mode !== "roll" && !this.rules.card ? this.selected : null;
    this.view.update(this.rules, { ...this.look, ...this.position, values, selected, flags });
    const wrong = this.wrong();
    this.problem.hidden = wrong === null;
    this.problem.textContent = wrong;
    if (active) this.keypad.draw();
  }

  /** A message about the first impossible value. */
  wrong() {
    if (!this.rules) return null;
    const flags = problems(this.position, this.rules);
    const cell = flags.findIndex((flag, i) => flag !== null && this.position.values[i] !== null);
    return cell < 0 || this.typing?.cell === cell ? null : `${sentence(cellName(cell, this.rules))}: ${flags[cell]}`;
  }

  /** Handle a tap on a cell. @param {number} cell */
  pick(cell) {
    this.select(cell);
    if (this.setting.marks && this.keypad.mode === "mark") this.toggle(cell);
    if (this.keypad.mode === "roll") this.keypad.press(this.position.values[cell], cell);
  }

  /**
   * A tap on a pile puts a token on it; once all tokens are on the card, a tap takes one off.
   *
   * @param {number} value
   * @param {string} key  The key that was pressed; a tap counts as "Enter".
   */
  pile(value, key) {
    const { position, keypad } = this;
    const rules = /** @type {Rules} */ (this.rules);
    if (keypad.editor !== this) keypad.attach(this);
    const marking = this.setting.marks && (key === "Enter" ? keypad.mode === "mark" : /^[x*]$/i.test(key));
    const adding = key === "+" || (key === "Enter" && inHand(position, rules).length > 0);
    if (!marking && !["Enter", "+", "-", "Backspace", "Delete"].includes(key)) return false;
    if (key === "Enter" && keypad.mode === "roll") keypad.press(value);
    else if (marking) this.replace(markToken(position, value));
    else this.replace(adding ? addToken(position, value, rules) : takeToken(position, value));
    return true;
  }

  /** @param {Position | null} next */
  replace(next) {
    if (!next) return;
    this.position = next;
    this.draw();
    this.setting.onchange(copy(next), { step: true });
  }

  /** @param {number} cell */
  select(cell) {
    if (this.rules?.free.includes(cell)) return;
    if (this.selected === cell && this.keypad.editor === this) return;
    this.finishTyping();
    this.selected = cell;
    this.keypad.attach(this);
    this.draw();
  }

  /** Write a value from the keypad and select the next cell. @param {number | null} value */
  write(value) {
    const cell = this.selected;
    if (cell === null) return;
    this.typing = null;
    if (value !== null) {
      this.selected = this.following(cell);
      this.view.move(this.selected);
    }
    this.put(cell, value);
  }

  /**
   * @param {number} cell
   * @param {number | null} value
   * @param {boolean} [step]
   */
  put(cell, value, step = true) {
    const changed = this.position.values[cell] !== value;
    this.position.values[cell] = value;
    this.draw();
    if (changed) this.setting.onchange(copy(this.position), { step });
  }

  /** @param {number} cell */
  toggle(cell) {
    if (this.rules?.free.includes(cell)) return;
    this.position.marked[cell] = !this.position.marked[cell];
    this.draw();
    this.setting.onchange(copy(this.position), { step: true });
  }

  /**
   * @param {number} cell
   * @param {string} key
   */
  key(cell, key) {
    if (!this.rules || this.rules.free.includes(cell)) return false;
    if (/^\d$/.test(key)) this.type(cell, key);
    else if (key === "Backspace" || key === "Delete") {
      this.stopTyping();
      this.put(cell, null);
    } else if (this.setting.marks && (key === "*" || key.toLowerCase() === "x")) this.toggle(cell);
    else return false;
    return true;
  }

  /**
   * Enter a digit. With two dice, a "1" is shown but not written until a second digit makes it 10, 11 or 12. An "8" is
   * complete, so it is written at once and the next cell is selected.
   *
   * @param {number} cell
   * @param {string} digit
   */
  type(cell, digit) {
    const before = this.typing?.cell === cell ? this.typing.text : "";
    this.stopTyping();
    const text = (before + digit).slice(-4);
    const known = this.rules?.values.includes(Number(text)) ?? false;
    const begun = this.rules?.values.includes(Number(before)) ?? false;
    if (this.mayGrow(text)) {
      this.typing = { cell, text, timer: window.setTimeout(() => this.finishTyping(), TYPING) };
      if (known) this.put(cell, Number(text), !begun);
      else this.draw();
      return;
    }
    this.put(cell, Number(text), !begun);
    if (known) this.view.focus(this.following(cell));
  }

  /** @param {string} text  Typed digits, which may be the beginning of a longer value. */
  mayGrow(text) {
    return Boolean(
      this.rules?.values.some((value) => String(value).length > text.length && String(value).startsWith(text)),
    );
  }

  stopTyping() {
    clearTimeout(this.typing?.timer);
    this.typing = null;
  }

  /** Accept the digits typed so far as the value. */
  finishTyping() {
    const { typing } = this;
    if (!typing) return;
    this.stopTyping();
    this.put(typing.cell, Number(typing.text));
  }

  /** The next cell to write, or the same cell if it is the last. @param {number} cell */
  following(cell) {
    const cells = ownCells(/** @type {Rules} */ (this.rules));
    return cells.find((other) => other > cell) ?? cell;
  }

  clear() {
    if (!this.rules) return;
    this.stopTyping();
    this.position = emptyPosition(this.rules);
    this.begin();
    if (this.selected !== null && !this.rules.card) this.view.move(this.selected);
    this.draw();
    this.setting.onchange(copy(this.position), { step: true });
  }
}
