/** The room where boards are made, as elements; the controller fills them. */

import { button, el, field, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { rulesPicker } from "../rules.js";
import { takeAway } from "../share.js";
import { icon } from "../svg.js";
import { waitingBox } from "../waiting.js";
import { insideCards } from "./inside.js";
import { rankCard } from "./rank.js";
import { valueStrip } from "./value.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

/**
 * @typedef {object} Handlers
 * @property {(position: Position, how: {step: boolean}) => void} onchange
 * @property {(text: string) => void} ontext
 * @property {(spec: RulesSpec) => void} onrules
 * @property {() => void} onsurprise
 * @property {() => void} onimprove
 * @property {() => void} onrank
 * @property {() => void} oninside
 * @property {(cell: number, value: number) => void} onswap
 * @property {(rolls: number) => void} onneed
 */

/** @param {Handlers} on */
export function designView(on) {
  const keypad = new Keypad();
  const editor = new BoardEditor({ label: "Your board", marks: true, keypad, test: "board", onchange: on.onchange });
  const rules = rulesPicker(on.onrules, { compact: true });
  const value = valueStrip();
  const inside = insideCards(on);
  const rank = rankCard(on.onrank);
  const take = takeAway();
  const waiting = waitingBox();
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
  const use = el("section", { class: "bench-use", "aria-label": "Use this board" }, elsewhere);
  const typed = el("section", { class: "card actions" }, field("Or type the whole board", text), problem);
  const element = el(
    "div",
    { class: "stack" },
    el("div", { class: "room-head" }, el("h1", {}, "Make a board"), rules.element),
    el(
      "div",
      { class: "bench" },
      value.element,
      el("section", { class: "bench-board", "aria-label": "The board" }, editor.view.element),
      el("div", { class: "bench-actions" }, el("div", { class: "row" }, improve, surprise), waiting.element),
      keypad.element,
      use,
    ),
    inside.element,
    el("div", { class: "side-by-side wide top-aligned" }, typed, rank.element, take.element),
  );
  return {
    element,
    editor,
    rules,
    value,
    inside,
    rank,
    take,
    text,
    problem,
    waiting,
    improve,
    /** @param {Node[]} links  Links for a complete board; none for an incomplete one. */
    setElsewhere(...links) {
      if (links.length) fill(elsewhere, ...links);
      elsewhere.inert = take.element.inert = links.length === 0;
    },
  };
}
