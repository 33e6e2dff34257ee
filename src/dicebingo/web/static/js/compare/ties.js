/** The card about ties and tie-breaks. */

import { allow } from "../cost.js";
import { button, choices, el, fill } from "../dom.js";
import { signOf } from "../fractions.js";
import { number } from "../number.js";
import { tied } from "./outcomes.js";
import { sayNoTie, sayRange, sayTieBreak } from "./story.js";

/** @typedef {import("./endings.js").Result} Result */
/** @typedef {import("./endings.js").TieBreak} TieBreak */

const WORDS = /** @type {Record<TieBreak, string>} */ ({
  smallest: "the first cell, row by row",
  largest: "the last cell, row by row",
  random: "a random cell",
});

/** @param {{onties: (tieBreak: TieBreak) => void, onrange: () => void}} on */
export function tiesCard(on) {
  const pick = choices(
    "If several cells are equally good, mark",
    [
      ["smallest", "the first"],
      ["largest", "the last"],
      ["random", "one at random"],
    ],
    on.onties,
  );
  const words = el("div", { class: "stack" });
  const range = button("How much do tie-breaks matter?", on.onrange);
  const why = el("p", { class: "small soft" });
  const text = el("p", { role: "status" });
  const box = el("div", { class: "stack" }, el("div", {}, range), why, text);
  const title = el("h2", {}, "Ties and tie-breaks");
  const element = el("section", { class: "card" }, title, words, pick.element, box);
  return {
    element,
    pick,
    /**
     * @param {Result} result
     * @param {import("../cost.js").Cost} possible  The cost of bounds over all tie-breaks.
     * @param {import("../types.js").Rules} rules
     */
    set(result, possible, { card }) {
      const { verdict, tieBreak, shares } = result;
      const often = tied(result);
      const happens = signOf(often)
        ? [
            "This happens in ",
            number(often, { kind: "chance", name: "A tie" }),
            " of the games: boards that wait for the same numbers often tie.",
          ]
        : [sayNoTie(result.games)];
      const paragraphs = [
        [`A tie means that two boards ${card ? "finish" : "complete a line"} on the same roll. `, ...happens],
      ];
      if (!card)
        paragraphs.push([
          "A tie-break is something else: if several cells are equally good for a board alone, it decides which one " +
            `the board marks. Here that is ${WORDS[tieBreak]}.`,
        ]);
      const matters = sayTieBreak(verdict);
      if (matters) paragraphs.push([matters]);
      fill(words, ...paragraphs.map((parts) => el("p", {}, ...parts)));
      title.textContent = card ? "Ties" : "Ties and tie-breaks";
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
      const won = `${a} wins ${sayRange(first)} of the games and ${b} ${sayRange(second)}`;
      text.textContent = `Over all tie-breaks, ${won}.`;
    },
  };
}
