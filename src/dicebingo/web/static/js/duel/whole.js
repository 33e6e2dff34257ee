/** The whole duel, from these boards to the end. */

import { allow } from "../cost.js";
import { button, el, fill } from "../dom.js";
import { count, LETTERS } from "../format.js";
import { signOf, subtract, ZERO } from "../fractions.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";

/** @typedef {import("../api-types.js").Number} Amount */

/** @param {() => void} onsolve */
export function wholeCard(onsolve) {
  const waiting = waitingBox();
  const text = el("p", { role: "status" });
  const reason = el("p", { class: "soft small" });
  const box = tableBox("duel");
  const solve = button("Solve the whole duel", onsolve, { kind: "primary" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, "The whole duel"),
    el("p", { class: "soft" }, "From these boards to the end, over all rolls, if both always play to win."),
    el("div", {}, solve),
    reason,
    waiting.element,
    text,
    box.element,
  );
  return {
    element,
    waiting,
    /** @param {import("../cost.js").Cost} known  Whether it can be solved. */
    clear(known) {
      waiting.cancel();
      fill(text);
      box.element.hidden = true;
      solve.hidden = false;
      allow(solve, known);
      reason.textContent = known.reason;
    },
    /** @param {import("../api-types.js").Duel} duel */
    set({ value, outcomes, joint_states: states }) {
      const who = signOf(value) < 0 ? 1 : 0;
      const lead = who ? subtract(ZERO, value) : value;
      const name = (/** @type {number[]} */ winners) => (winners.length === 2 ? "Tie" : `${LETTERS[winners[0]]} wins`);
      const shown = (/** @type {Amount} */ share, /** @type {string} */ what) =>
        number(share, { kind: "chance", name: what });
      fill(
        text,
        ...outcomes.flatMap(({ winners, probability }) => [
          `${name(winners)} `,
          shown(probability, name(winners)),
          ". ",
        ]),
        ...(signOf(lead)
          ? [`${LETTERS[who]} is ahead: `, shown(lead, "Wins minus losses"), " more wins than losses. "]
          : ["The two players are even. "]),
        `Solved exactly over ${count(states)} pairs of positions.`,
      );
      box.set({
        caption: "The whole duel",
        columns: ["outcome", "share"],
        kinds: [null, "chance"],
        rows: [
          ...outcomes.map(({ winners, probability }) => [name(winners), probability]),
          [`${LETTERS[who]}’s wins minus losses`, lead],
        ],
      });
      box.element.hidden = false;
      solve.hidden = true;
    },
  };
}
