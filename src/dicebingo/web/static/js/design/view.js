/** The elements of *Make a board*, which the controller fills. */

import { button, el, field, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { wordsOf } from "../language.js";
import { rulesPicker } from "../picker.js";
import { takeAway } from "../share.js";
import { icon } from "../svg.js";
import { waitingBox } from "../waiting.js";
import { frame } from "../words.js";
import { insideCards } from "./inside.js";
import { rankCard } from "./rank.js";
import { valueStrip } from "./value.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

const w = wordsOf("design");

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
 * @property {(guess: number) => void} onguess
 * @property {(roll: number | null, cell?: number) => void} onroll  Called with a roll to examine, or with null to stop.
 */

/** @param {Handlers} on */
export function designView(on) {
  const keypad = new Keypad({
    modes: ["write", "mark", "roll"],
    onmode: () => on.onroll(null),
    onroll: on.onroll,
  });
  const editor = new BoardEditor({ label: w.yourBoard, marks: true, keypad, test: "board", onchange: on.onchange });
  const rules = rulesPicker(on.onrules, { compact: true });
  const value = valueStrip(on.onguess);
  const inside = insideCards(on);
  const rank = rankCard(on.onrank);
  const take = takeAway();
  const waiting = waitingBox();
  const surprise = button(w.surprise, on.onsurprise, { icon: icon("spark") });
  const improve = button(w.improve, on.onimprove, { icon: icon("up") });
  const text = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => on.ontext(text.value),
  });
  const problem = el("p", { class: "note kind", role: "status", hidden: true });
  const play = el("a", { class: "button primary bench-play", "data-test": "play" }, w.play);
  keypad.tools.append(play);
  const elsewhere = el("div", { class: "row" });
  const use = el("section", { class: "bench-use", "aria-label": w.use }, elsewhere);
  const typed = el("section", { class: "card actions" }, field(w.typed, text), problem);
  const bench = el(
    "div",
    { class: "bench" },
    el("div", { class: "room-head" }, el("h1", {}, frame.titles.design), rules.element),
    value.element,
    el("section", { class: "bench-board", "aria-label": w.theBoard }, editor.view.element),
    el("div", { class: "bench-actions" }, el("div", { class: "row" }, improve, surprise), waiting.element),
    keypad.element,
    use,
  );
  const element = el(
    "div",
    { class: "stack" },
    bench,
    inside.element,
    el("div", { class: "side-by-side wide top-aligned" }, typed, rank.element, take.element),
  );
  return {
    element,
    bench,
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
    play,
    keypad,
    /** @param {Node[]} links  The links of a complete board; an incomplete board has none. */
    setElsewhere(...links) {
      if (links.length) fill(elsewhere, ...links);
      elsewhere.inert = take.element.inert = links.length === 0;
    },
  };
}
