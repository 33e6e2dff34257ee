/**
 * The keypad: a key for every value, a key that clears a cell, and a switch between writing and marking. Each room has
 * one keypad, which writes on the board that the user touched last. In *Make a board* and *Duel*, the keys also
 * choose the roll. A card of tokens needs no keys, because the user taps its piles.
 */

import { inHand } from "./card.js";
import { allow, assign, button, choices, el, fill } from "./dom.js";
import { cellName } from "./format.js";
import { icon, pips } from "./svg.js";
import { words } from "./words.js";

/** @typedef {import("./editor.js").BoardEditor} BoardEditor */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {"roll" | "write" | "mark"} Mode */

const COLUMNS = 6; // the maximum number of keys that fit side by side on a phone

export class Keypad {
  /**
   * @param {{modes?: Mode[], onmode?: (mode: Mode) => void, onroll?: (value: number, cell?: number) => void}} [setting]
   * `modes`: what a tap can do, beginning with the default. `onroll`: called when the user chooses a roll by tapping
   * a key or a cell.
   */
  constructor({ modes = ["write", "mark"], onmode, onroll } = {}) {
    /** @type {BoardEditor | null} */
    this.editor = null;
    this.onmode = onmode;
    this.onroll = onroll;
    /** @type {number | null} */
    this.roll = null;
    /** @type {Mode} */
    this.mode = modes[0];
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {HTMLButtonElement[]} */
    this.keys = [];
    this.modes = choices(
      words.tapDoes,
      modes.map((mode) => [mode, words.modes[mode]]),
      (mode) => this.setMode(mode),
    );
    this.modes.set(this.mode);
    this.modes.element.hidden = modes.length < 2;
    this.clear = button(words.clearBoard, () => this.editor?.clear(), { kind: "quiet", icon: icon("clear") });
    this.grid = el("div", { class: "keypad", role: "group", "aria-label": words.numbers });
    this.hint = el("p", { class: "keypad-hint", role: "status" });
    this.tools = el("div", { class: "dock-tools" }, this.modes.element, this.clear);
    this.element = el("div", { class: "dock", "data-test": "keypad" }, this.tools, this.grid, this.hint);
  }

  /** @param {BoardEditor} editor  The board that the keys write on. */
  attach(editor) {
    const before = this.editor;
    this.editor = editor;
    if (before && before !== editor) before.draw();
    this.draw();
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.modes.set(mode);
    this.editor?.finishTyping();
    this.editor?.draw();
    this.onmode?.(mode);
  }

  /** @param {number | null} roll  The chosen roll. */
  show(roll) {
    this.roll = roll;
    if (roll !== null && this.mode !== "roll") {
      this.mode = "roll";
      this.modes.set("roll");
    }
    this.editor?.draw();
  }

  /** Show which keys the selected cell allows. No key ever changes its position. */
  draw() {
    const { editor } = this;
    if (!editor?.rules) return;
    if (editor.rules !== this.rules) this.lay(editor.rules);
    const { selected, position, rules } = editor;
    const marking = this.mode === "mark";
    const rolling = this.mode === "roll";
    const value = rolling ? this.roll : selected === null ? null : position.values[selected];
    for (const key of this.keys) {
      key.setAttribute("aria-pressed", String(key.dataset.key === String(value)));
      const possible = !marking && (rolling ? key.dataset.key !== "clear" : selected !== null);
      allow(key, { possible, reason: marking ? words.tapToMark : rolling ? words.tapRoll : words.tapFirst });
    }
    const writes = selected === null ? words.numbers : words.valueFor(cellName(selected, rules), editor.of);
    this.grid.setAttribute("aria-label", rolling ? words.theRoll : writes);
    this.clear.hidden = rolling;
    this.grid.hidden = Boolean(rules.card) && !rolling;
    this.element.classList.toggle("tokens", this.grid.hidden);
    this.element.classList.toggle("many", this.keys.length > 2 * COLUMNS);
    if (!this.grid.hidden) this.hint.textContent = marking ? words.tapToMark : "";
    else this.hint.textContent = marking ? words.tapToken : words.placing(inHand(position, rules).length);
  }

  /**
   * @param {number | null} value  The value of the key, or of the cell that was tapped to choose the roll; null clears
   *   the cell.
   * @param {number} [cell]
   */
  press(value, cell) {
    if (this.mode !== "roll") this.editor?.write(value);
    else if (value !== null && this.rules?.values.includes(value)) this.onroll?.(value, cell);
  }

  /** @param {Rules} rules */
  lay(rules) {
    this.rules = rules;
    const most = Math.max(...rules.weights);
    const make = (/** @type {string} */ text, /** @type {number | null} */ value, /** @type {Node[]} */ ...parts) =>
      el("button", { type: "button", class: "key", "data-key": text, onclick: () => this.press(value) }, ...parts);
    this.keys = rules.values.map((value, i) =>
      make(String(value), value, el("span", {}, String(value)), pips(rules.weights[i], most)),
    );
    const clear = make("clear", null, el("span", { "aria-hidden": "true" }, words.clear));
    assign(clear, { class: "key clear", "aria-label": words.clearCell });
    this.keys.push(clear);
    const many = this.keys.length > 2 * COLUMNS;
    this.grid.style.gridTemplateColumns = many ? "" : `repeat(${Math.min(COLUMNS, this.keys.length)}, minmax(0, 1fr))`;
    fill(this.grid, ...this.keys);
  }
}
