/** A bar chart of the cost of each choice. Tapping a bar shows the board just before that choice. */

import { el, fill } from "../dom.js";
import { cost, withArticle } from "../format.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";

/** @typedef {import("./finish.js").Move} Move */

const w = wordsOf("play");

/** @param {(turn: number) => void} onlook */
export function costChart(onlook) {
  const list = el("ol", { class: "costs" });
  const note = el("p", { class: "small soft", role: "status" });
  const element = el("div", { class: "stack", "data-test": "costs" }, el("h3", {}, w.yourChoices), list, note);
  /** @type {Map<number, {bar: HTMLElement, text: string}>} */
  const shown = new Map();

  return {
    element,
    /**
     * @param {Move[]} moves  The moves on which the player had a choice.
     * @param {(move: Move) => string} explain
     */
    set(moves, explain) {
      const most = Math.max(...moves.map(({ loss }) => loss.decimal));
      shown.clear();
      for (const move of moves) {
        const bar = barOf(move, move.loss.decimal / (most || 1), () => onlook(move.turn));
        shown.set(move.turn, { bar, text: explain(move) });
      }
      fill(list, ...[...shown.values()].map(({ bar }) => el("li", {}, bar)));
      element.hidden = moves.length === 0;
      this.look(null);
    },
    /** @param {number | null} turn  The choice that is being reviewed. */
    look(turn) {
      for (const [at, { bar }] of shown) bar.ariaPressed = String(at === turn);
      note.textContent = shown.get(turn ?? -1)?.text ?? w.tapToReplay;
    },
  };
}

/**
 * @param {Move} move
 * @param {number} share  The cost, as a share of the largest cost in the game.
 * @param {() => void} onclick
 */
function barOf({ turn, roll, loss }, share, onclick) {
  const perfect = signOf(loss) === 0;
  const verdict = perfect ? w.perfect : w.cost(cost(loss));
  const bar = el(
    "button",
    { type: "button", class: perfect ? "good" : "bad", onclick },
    el("span", { class: "visually-hidden" }, w.choice(turn + 1, withArticle(roll), verdict)),
    el("span", { class: "amount", "aria-hidden": "true" }, perfect ? "✓" : `+${cost(loss)}`),
    el("span", { class: "height" }),
    el("span", { class: "roll", "aria-hidden": "true" }, String(roll)),
  );
  bar.style.setProperty("--share", String(share));
  return bar;
}
