/** The dice panel: the number of dice, their sides and weights, and the results they can show. */

import { choices, el, fill } from "../dom.js";
import { die as dieDrawing } from "../dice.js";
import { wordsOf } from "../language.js";
import { control, stepper } from "./controls.js";
import { fair, isConstant, isFair, writeDie } from "./dice.js";
import { addDie, MOST_SIDES, MOST_WEIGHT, multiplied, withDice } from "./draft.js";
import { panelBox } from "./panels.js";
import { sumsChart } from "./sums.js";

/** @typedef {import("./dice.js").Die} Die */
/** @typedef {import("./draft.js").Change} Change */
/** @typedef {import("./draft.js").Draft} Draft */

const w = wordsOf("rules");
const SIDES = [2, 3, 4, 6, 8, 10, 12, 20];

export class DicePanel {
  /** @param {(change: Change) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    /** @type {Draft | null} */
    this.draft = null;
    this.selected = 0;
    this.face = 1; // the face whose weight is being changed
    this.faces = 0; // the number of faces when the die was selected, so that a face of weight 0 can be restored
    this.sums = sumsChart();
    this.list = el("div", { class: "dice-list", role: "group", "aria-label": w.theDice });
    this.add = control(w.addDie, addDie, onchange);
    this.remove = control(
      w.remove,
      this.edit(() => []),
      onchange,
      { kind: "quiet", "aria-label": w.removeDie },
    );
    this.sides = SIDES.map((sides) => ({
      sides,
      control: control(
        String(sides),
        this.edit(() => [fair(sides)]),
        (change) => this.reface(change),
        {
          kind: "sides",
          "aria-label": w.nSides(sides),
        },
      ),
    }));
    this.combine = choices(
      w.combine,
      [
        ["sum", w.added],
        ["product", w.product],
      ],
      (how) => this.onchange(multiplied(how === "product")),
    );
    this.weights = el("div", { class: "weights", role: "group", "aria-label": w.weights });
    this.weight = stepper(w.itsWeight, [this.reweigh(-1), this.reweigh(1)], onchange, (draft, step) =>
      this.noWeight(new Map(draft.dice.dice[this.selected]), step),
    );
    this.loading = el(
      "details",
      {},
      el("summary", {}, w.load),
      el("p", { class: "soft small" }, w.loadAbout),
      this.weights,
      this.weight.element,
    );
    this.other = el("p", { class: "note" });
    this.editor = el(
      "div",
      { class: "stack die-editor" },
      el(
        "div",
        { class: "sides-row", role: "group", "aria-label": w.sidesOf },
        el("span", { class: "label" }, w.sides),
        ...this.sides.map(({ control: { element } }) => element),
      ),
    );
    this.element = panelBox(
      w.dicePanel,
      "dice",
      el("div", { class: "row" }, this.list, this.add.element, this.remove.element),
      this.other,
      this.editor,
      this.combine.element,
      this.sums.element,
      this.loading,
    );
  }

  /**
   * A change to the selected die.
   *
   * @param {(die: Die) => Die[]} change
   * @returns {Change}
   */
  edit(change) {
    return withDice((dice) => dice.flatMap((die, i) => (i === this.selected ? change(die) : [die])));
  }

  /**
   * @param {number} step
   * @returns {Change}
   */
  reweigh(step) {
    return this.edit((die) => {
      const weights = new Map(die);
      weights.set(this.face, (weights.get(this.face) ?? 0) + step);
      return [[...weights].filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b)];
    });
  }

  /**
   * @param {Map<number, number>} weights
   * @param {-1 | 1} step
   */
  noWeight(weights, step) {
    const next = (weights.get(this.face) ?? 0) + step;
    if (next < 0) return w.faceGone;
    if (next > MOST_WEIGHT) return w.mostWeight(MOST_WEIGHT);
    return next === 0 && weights.size < 3 ? w.twoFaces : null;
  }

  /** Change the number of sides. @param {Change} change */
  reface(change) {
    this.faces = 0;
    this.onchange(change);
  }

  /** @param {number} index */
  select(index) {
    this.selected = index;
    this.face = 1;
    this.faces = 0;
    if (this.draft) this.draw(this.draft);
    /** @type {HTMLElement} */ (this.list.children[index]).focus();
  }

  /** @param {Draft} draft */
  draw(draft) {
    this.draft = draft;
    const { dice, product, text } = draft.dice;
    this.selected = Math.min(this.selected, Math.max(0, dice.length - 1));
    const focused = [...this.list.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(this.list, ...dice.map((die, i) => this.chip(die, i)));
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.list.children[focused])?.focus();
    this.add.draw(draft);
    /** @type {Node} */ (this.add.element.lastChild).textContent = text ? w.otherDice : w.addDie;
    this.other.hidden = !text;
    this.other.textContent = text ? w.fixedDice(text) : "";
    this.editor.hidden = this.remove.element.hidden = !dice.length;
    this.loading.hidden = true;
    this.remove.draw(draft);
    this.combine.set(product ? "product" : "sum");
    this.combine.element.hidden = dice.length < 2;
    if (dice.length) this.drawDie(draft, dice[this.selected]);
  }

  /**
   * @param {Draft} draft
   * @param {Die} die
   */
  drawDie(draft, die) {
    for (const { sides, control: one } of this.sides) one.draw(draft, isFair(die) && die.length === sides);
    const largest = Math.max(...die.map(([value]) => value));
    const simple = !isConstant(die) && largest <= MOST_SIDES && die.every(([v, w]) => v > 0 && w <= MOST_WEIGHT);
    this.loading.hidden = !simple;
    if (!simple) return;
    this.faces = Math.max(this.faces, largest);
    this.face = Math.min(this.face, this.faces);
    const weights = new Map(die);
    const most = Math.max(...weights.values());
    const keys = Array.from({ length: this.faces }, (_, i) => this.key(i + 1, weights.get(i + 1) ?? 0, most));
    const focused = [...this.weights.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(this.weights, ...keys);
    if (focused >= 0) keys[focused]?.focus();
    /** @type {HTMLElement} */ (this.weight.element.firstChild).textContent = w.weightOf(this.face);
    this.weight.draw(draft, weights.get(this.face) ?? 0);
  }

  /**
   * @param {number} face
   * @param {number} weight
   * @param {number} most
   */
  key(face, weight, most) {
    const bar = el("span", { class: "weight-bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", String(weight / most));
    const onclick = () => {
      this.face = face;
      if (this.draft) this.draw(this.draft);
    };
    return el(
      "button",
      {
        type: "button",
        class: "key",
        "data-face": face,
        "aria-pressed": String(face === this.face),
        "aria-label": w.faceWeight(face, weight),
        onclick,
      },
      bar,
      el("span", {}, String(face)),
    );
  }

  /**
   * @param {Die} die
   * @param {number} index
   */
  chip(die, index) {
    const six = isFair(die) && die.length === 6;
    const name = isFair(die) ? w.nSides(die.length) : isConstant(die) ? w.always(die[0][0]) : w.loadedAs(writeDie(die));
    const face = six ? 6 : die[die.length - 1][0];
    return el(
      "button",
      {
        type: "button",
        class: `die-chip${isFair(die) || isConstant(die) ? "" : " loaded"}`,
        "aria-pressed": String(index === this.selected),
        "aria-label": w.die(index + 1, name),
        onclick: () => this.select(index),
      },
      dieDrawing(face, six),
    );
  }
}
