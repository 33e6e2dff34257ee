/**
 * What boards are written with: a key for every value, one that clears a cell, and a switch to marking. A room has one,
 * and it writes on the board that was touched last.
 */

import { assign, button, choices, el, fill } from "./dom.js";
import { cellName } from "./format.js";
import { icon, pips } from "./svg.js";
import { words } from "./words.js";

/** @typedef {import("./editor.js").BoardEditor} BoardEditor */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {"write" | "mark"} Mode */

const COLUMNS = 6; // as many as fit on a phone with a finger each, where there are few values

export class Keypad {
  /** @param {{marks?: boolean}} [setting]  Whether cells can be marked. */
  constructor({ marks = true } = {}) {
    /** @type {BoardEditor | null} */
    this.editor = null;
    /** @type {Mode} */
    this.mode = "write";
    /** @type {Rules | null} */
    this.rules = null;
    /** @type {HTMLButtonElement[]} */
    this.keys = [];
    this.modes = choices(
      "What a tap does",
      [
        ["write", "Write"],
        ["mark", "Mark"],
      ],
      (mode) => this.setMode(mode),
    );
    this.modes.set("write");
    this.modes.element.hidden = !marks;
    this.clear = button(words.clearBoard, () => this.editor?.clear(), { kind: "quiet", icon: icon("clear") });
    this.grid = el("div", { class: "keypad", role: "group", "aria-label": words.numbers });
    this.hint = el("p", { class: "keypad-hint", role: "status" });
    this.element = el(
      "div",
      { class: "dock", "data-test": "keypad" },
      el("div", { class: "dock-tools" }, this.modes.element, this.clear),
      this.grid,
      this.hint,
    );
  }

  /** @param {BoardEditor} editor  The board that is written from now on. */
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
  }

  /** Show the state of the board's cell; the keys stay where they are. */
  draw() {
    const { editor } = this;
    if (!editor?.rules) return;
    if (editor.rules !== this.rules) this.lay(editor.rules);
    const { selected, position, rules } = editor;
    const marking = this.mode === "mark";
    const value = selected === null ? null : position.values[selected];
    for (const key of this.keys) {
      key.setAttribute("aria-pressed", String(key.dataset.key === String(value)));
      key.disabled = marking || selected === null;
    }
    this.grid.setAttribute(
      "aria-label",
      selected === null ? words.numbers : words.valueFor(cellName(selected, rules), editor.of),
    );
    this.hint.textContent = marking ? "Tap a cell to mark it." : "";
  }

  /** @param {Rules} rules */
  lay(rules) {
    this.rules = rules;
    const most = Math.max(...rules.weights);
    const make = (/** @type {string} */ text, /** @type {number | null} */ value, /** @type {Node[]} */ ...parts) =>
      el(
        "button",
        { type: "button", class: "key", "data-key": text, onclick: () => this.editor?.write(value) },
        ...parts,
      );
    this.keys = rules.values.map((value, i) =>
      make(String(value), value, el("span", {}, String(value)), pips(rules.weights[i], most)),
    );
    const clear = make("clear", null, el("span", { "aria-hidden": "true" }, words.clear));
    assign(clear, { class: "key clear", "aria-label": words.clearCell });
    this.keys.push(clear);
    const many = this.keys.length > 2 * COLUMNS;
    this.element.classList.toggle("many", many);
    this.grid.style.gridTemplateColumns = many ? "" : `repeat(${Math.min(COLUMNS, this.keys.length)}, minmax(0, 1fr))`;
    fill(this.grid, ...this.keys);
  }
}
