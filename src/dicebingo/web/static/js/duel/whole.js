/** Solves the whole duel, from these boards to the end of the game. */

import { allow, button, el, fill, fold } from "../dom.js";
import { count, LETTERS } from "../format.js";
import { signOf, subtract, ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("duel");

/** @param {() => void} onsolve */
export function wholeCard(onsolve) {
  const waiting = waitingBox();
  const text = el("p", { role: "status" });
  const reason = el("p", { class: "soft small" });
  const box = tableBox("duel");
  const solve = button(w.whole.solve, onsolve, { kind: "primary" });
  const element = fold(
    w.whole.title,
    el("p", { class: "soft" }, w.whole.about),
    el("div", {}, solve),
    reason,
    waiting.element,
    text,
    box.element,
  );
  return {
    element,
    waiting,
    /** @param {import("../cost.js").Cost} known  Whether the duel can be solved. */
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
      const name = (/** @type {number[]} */ winners) =>
        w.ends[winners.length === 2 ? "tie" : winners[0] ? "second" : "first"];
      const shown = (/** @type {Amount} */ share, /** @type {string} */ what) =>
        number(share, { kind: "chance", name: what });
      fill(
        text,
        ...outcomes.flatMap(({ winners, probability }) => [
          `${name(winners)} `,
          shown(probability, name(winners)),
          ". ",
        ]),
        ...(signOf(lead) ? w.whole.ahead(LETTERS[who], shown(lead, w.whole.lead)) : [w.whole.even]),
        w.whole.solved(count(states)),
      );
      box.set({
        caption: w.whole.title,
        columns: w.whole.columns,
        kinds: [null, "chance"],
        rows: [
          ...outcomes.map(({ winners, probability }) => [name(winners), probability]),
          [w.whole.leadOf(LETTERS[who]), lead],
        ],
      });
      box.element.hidden = false;
      solve.hidden = true;
    },
  };
}
