/** The card that explains ties and tie-breaks. */

import { allow, button, choices, el, fill, fold } from "../dom.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { sayNoTie, sayRange, sayTieBreak, tied } from "./results.js";

/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./results.js").TieBreak} TieBreak */

const w = wordsOf("compare");

/** @param {{onties: (tieBreak: TieBreak) => void, onrange: () => void}} on */
export function tiesCard(on) {
  const pick = choices(
    w.ties.mark,
    [
      ["smallest", w.ties.first],
      ["largest", w.ties.last],
      ["random", w.ties.random],
    ],
    on.onties,
  );
  const words = el("div", { class: "stack" });
  const range = button(w.ties.howMuch, on.onrange);
  const why = el("p", { class: "small soft" });
  const text = el("p", { role: "status" });
  const box = el("div", { class: "stack" }, el("div", {}, range), why, text);
  const element = fold(w.ties.title, words, pick.element, box);
  element.hidden = true;
  return {
    element,
    pick,
    /**
     * @param {Result} result
     * @param {import("../cost.js").Cost} possible  The cost of computing bounds over all tie-breaks.
     * @param {import("../types.js").Rules} rules
     */
    set(result, possible, { card }) {
      const { verdict, tieBreak, shares } = result;
      const often = tied(result);
      const happens = signOf(often)
        ? w.ties.happens(number(often, { kind: "chance", name: w.aTie }))
        : [sayNoTie(result.games)];
      const paragraphs = [[`${card ? w.ties.meansCard : w.ties.means} `, ...happens]];
      if (!card) paragraphs.push([w.ties.breaks(w.ties.words[tieBreak])]);
      const matters = sayTieBreak(verdict);
      if (matters) paragraphs.push([matters]);
      fill(words, ...paragraphs.map((parts) => el("p", {}, ...parts)));
      element.hidden = false;
      pick.element.hidden = Boolean(card);
      box.hidden = shares.length !== 2 || Boolean(card);
      allow(range, possible);
      why.textContent = possible.reason;
      text.textContent = "";
    },
    /**
     * @param {NonNullable<import("../api-types.js").Match["range"]>} found
     * @param {string[]} names
     */
    range({ first, second }, [a, b]) {
      text.textContent = w.ties.range(a, sayRange(first), b, sayRange(second));
    },
  };
}
