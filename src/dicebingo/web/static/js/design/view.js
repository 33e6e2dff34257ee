/** The Design tab, as elements; the controller says what they show. */

import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { button, el, field, fill } from "../dom.js";
import { rulesPicker } from "../rules.js";
import { takeAway } from "../share.js";
import { icon } from "../svg.js";
import { heroCard } from "./hero.js";
import { insideCards } from "./inside.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

/**
 * @typedef {object} Handlers
 * @property {(position: Position) => void} onchange
 * @property {(text: string) => void} ontext
 * @property {(spec: RulesSpec) => void} onrules
 * @property {() => void} onundo
 * @property {() => void} onredo
 * @property {() => void} onsurprise
 * @property {() => void} onimprove
 * @property {() => void} onexact
 * @property {() => void} onrank
 * @property {() => void} oninside
 * @property {(cell: number, value: number) => void} onswap
 */

/** @param {Handlers} on */
export function designView(on) {
  const keypad = new Keypad();
  const editor = new BoardEditor({ label: "Your board", marks: true, keypad, test: "board", onchange: on.onchange });
  const rules = rulesPicker(on.onrules);
  const hero = heroCard(on);
  const inside = insideCards(on);
  const take = takeAway();
  const undo = button("Undo", on.onundo, { icon: icon("undo") });
  const redo = button("Redo", on.onredo, { icon: icon("redo") });
  const surprise = button("Surprise me", on.onsurprise, { icon: icon("spark") });
  const improve = button("Improve it", on.onimprove, { kind: "primary", icon: icon("up") });
  const text = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => on.ontext(text.value),
  });
  const problem = el("p", { class: "note kind", role: "status", hidden: true });
  const elsewhere = el("div", { class: "row" });
  const use = el("section", { class: "card actions" }, el("h2", {}, "Use this board"), elsewhere);
  const element = el(
    "div",
    {},
    el(
      "div",
      { class: "intro" },
      el("h1", {}, "Design a board"),
      el(
        "p",
        { class: "soft" },
        "Write a number into every cell. Each roll marks one cell that shows it, and a full line is a bingo.",
      ),
    ),
    el(
      "div",
      { class: "columns" },
      el(
        "div",
        { class: "stack" },
        hero.element,
        el(
          "section",
          { class: "card", "aria-label": "The board" },
          editor.element,
          keypad.element,
          problem,
          el("div", { class: "row actions" }, improve, surprise, undo, redo),
          field("Or type the whole board", text),
          rules.element,
        ),
        use,
      ),
      el("div", { class: "stack" }, inside.element, take.element),
    ),
  );
  return {
    element,
    editor,
    rules,
    hero,
    inside,
    take,
    undo,
    redo,
    text,
    problem,
    /** @param {Node[]} links  Where a complete board can go; none for one that is not. */
    setElsewhere(...links) {
      fill(elsewhere, ...links);
      use.hidden = take.element.hidden = links.length === 0;
    },
  };
}
