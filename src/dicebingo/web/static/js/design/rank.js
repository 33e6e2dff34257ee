/** The card that shows a board's exact rank among all boards. */

import { cost } from "../cost.js";
import { allow, button, el } from "../dom.js";
import { wordsOf } from "../language.js";
import { waitingBox } from "../waiting.js";
import { sayRank } from "./sentences.js";

/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

/** @param {() => void} onrank */
export function rankCard(onrank) {
  const waiting = waitingBox();
  const text = el("p", { role: "status" });
  const ask = button(w.countAll, onrank);
  const element = el("section", { class: "card" }, el("h2", {}, w.among), text, el("div", {}, ask), waiting.element);
  return {
    element,
    waiting,
    /**
     * @param {Rules} rules
     * @param {boolean} unmarked
     */
    clear(rules, unmarked) {
      const known = cost("rank", rules);
      allow(ask, known);
      element.hidden = !unmarked;
      ask.hidden = !known.possible;
      text.textContent = known.reason || w.howMany;
    },
    /** @param {{better: number, equal: number, worse: number, total: number}} ranked */
    set(ranked) {
      ask.hidden = true;
      text.textContent = w.proven(sayRank(ranked));
    },
  };
}
