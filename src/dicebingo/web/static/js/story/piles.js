/** Shows how games end: a pile of dots for each outcome, with the theoretical and the simulated share below it. */

import { el } from "../dom.js";
import { chance } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { dotColumns } from "./dots.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("story").games;

/**
 * @typedef {object} Ending
 * @property {string} name  The label, such as "A wins".
 * @property {string} look  The CSS class, such as "player-0" or "tie".
 * @property {Amount} amount  The theoretical probability.
 * @property {string} [note]  The precision, if the probability is not exact.
 */

/**
 * @param {Ending[]} endings
 * @param {number} games  The number of games in the complete chart.
 */
export function piles(endings, games) {
  const names = endings.map(({ name }) => name).join(", ");
  const dots = dotColumns(
    endings.map(({ look, amount }) => ({ look, share: amount.decimal })),
    games,
    w.piles(names),
  );
  const played = endings.map(() => el("td", {}, "–"));
  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ cells) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...cells);
  const element = el(
    "table",
    { class: "piles" },
    el(
      "thead",
      {},
      el("tr", {}, el("td"), ...endings.map(({ name, look }) => el("th", { scope: "col", class: look }, name))),
    ),
    el(
      "tbody",
      {},
      el("tr", {}, el("td"), el("td", { colspan: endings.length, class: "picture" }, dots.element)),
      row(
        w.theoryRow,
        endings.map(({ name, amount, note }) => el("td", {}, number(amount, { kind: "chance", name, note }))),
      ),
      row(w.simulatedRow, played),
    ),
  );
  /** @type {number[]} */
  let counts = endings.map(() => 0);
  const show = () => {
    const all = counts.reduce((sum, one) => sum + one, 0);
    counts.forEach((one, i) => (played[i].textContent = all ? chance(one / all) : "–"));
  };
  return {
    element,
    /** @param {number} ending */
    add(ending) {
      counts[ending] += 1;
      dots.add(ending);
      show();
    },
    clear() {
      counts = endings.map(() => 0);
      dots.clear();
      show();
    },
    get counts() {
      return counts;
    },
  };
}
