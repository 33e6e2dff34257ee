/** After the game: every choice, what it cost, and what would have been best. */

import { button, el, fill } from "../dom.js";
import { cellName, decimal, plural } from "../format.js";
import { tableBox } from "../tables.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Review} Review */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @param {(turn: number) => void} onlook
 * @param {() => void} onnew
 */
export function reviewCard(onlook, onnew) {
  const summary = el("p", {});
  const list = el("ol", { class: "review" });
  const box = tableBox("review");
  const element = el(
    "section",
    { class: "card", hidden: true },
    el("h2", {}, "Your choices"),
    summary,
    list,
    box.element,
    el("div", {}, button("Play again", onnew, { kind: "primary" })),
  );
  return {
    element,
    hide() {
      element.hidden = true;
    },
    /**
     * @param {Review} review
     * @param {Rules} rules
     */
    set(review, rules) {
      const moves = review.moves.map((move, turn) => ({ ...move, turn, best: bestCells(move.candidates) }));
      const chosen = moves.filter((move) => move.candidates.length > 1);
      const perfect = chosen.filter((move) => move.loss.decimal === 0).length;
      element.hidden = false;
      summary.textContent = sayHow(chosen.length, perfect, review.loss);
      fill(list, ...chosen.map((move) => item(move, rules, onlook)));
      list.hidden = chosen.length === 0;
      box.set({
        caption: "Every roll of the game",
        columns: ["roll number", "roll", "marked cell", "best cell", "rolls lost"],
        rows: moves.map(({ turn, roll, cells, best, loss }) => [
          turn + 1,
          roll,
          cells.join(" ") || "wasted",
          best.join(" or "),
          loss,
        ]),
      });
    },
  };
}

/** @param {Candidate[]} candidates */
function bestCells(candidates) {
  return candidates.filter(({ loss }) => loss.decimal === 0).flatMap(({ cells }) => cells);
}

/**
 * @param {number} choices
 * @param {number} perfect
 * @param {Amount} loss
 */
function sayHow(choices, perfect, loss) {
  if (choices === 0) return "The dice left you no choice in this game.";
  if (perfect === choices)
    return choices === 1 ? "You had one choice, and it was perfect." : `All ${choices} choices were perfect!`;
  const good = `${perfect} of ${plural(choices, "choice")} ${perfect === 1 ? "was" : "were"} perfect.`;
  return `${good} The others cost ${decimal(loss)} rolls together, on average.`;
}

/**
 * @param {Review["moves"][number] & {turn: number, best: number[]}} move
 * @param {Rules} rules
 * @param {(turn: number) => void} onlook
 */
function item({ turn, roll, cells, best, loss }, rules, onlook) {
  const names = (/** @type {number[]} */ list) => list.map((cell) => cellName(cell, rules)).join(" or ");
  const good = loss.decimal === 0;
  const verdict = good
    ? el("strong", { class: "good" }, "✓ perfect")
    : el("strong", { class: "bad" }, `✗ cost ${decimal(loss)} rolls`);
  return el(
    "li",
    {},
    el(
      "span",
      {},
      `Roll ${turn + 1} was a ${roll}. You marked ${names(cells)}: `,
      verdict,
      good ? "." : `. Better: ${names(best)}.`,
    ),
    button("Look", () => onlook(turn), { "aria-label": `Look at roll ${turn + 1} again` }),
  );
}
