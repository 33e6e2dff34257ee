/** Rock, paper, scissors against a computer that knows your plan, but not how a die will fall. */

import { choices, el } from "../dom.js";
import { wordsOf } from "../language.js";
import { filling } from "./filling.js";
import { slot } from "./parts.js";
import { piles } from "./piles.js";
import { chances } from "./solo.js";

const w = wordsOf("story").rock;
const HANDS = ["rock", "paper", "scissors"];
const ROUNDS = 60;
const LOOKS = ["player-0", "tie", "player-1"];

/**
 * @param {number} seed
 * @param {AbortSignal} signal
 */
export function rockPaperScissors(seed, signal) {
  const chance = chances(seed);
  const place = slot(signal);

  /**
   * @param {string} plan
   * @param {AbortSignal} leaving
   */
  function game(plan, leaving) {
    const fixed = HANDS.indexOf(plan);
    const shares = fixed < 0 ? ["1/3", "1/3", "1/3"] : ["0", "0", "1"];
    const pile = piles(
      shares.map((exact, i) => ({
        name: w.endings[i],
        look: LOOKS[i],
        amount: { exact, decimal: exact === "1/3" ? 1 / 3 : Number(exact) },
      })),
      ROUNDS,
    );
    const throwHand = () => Math.floor(3 * chance());
    const many = filling({
      games: ROUNDS,
      text: w.play(ROUNDS),
      play() {
        // Each hand in `HANDS` loses to the next one. If a die chooses yours, all replies are equally good.
        const yours = fixed < 0 ? throwHand() : fixed;
        const its = fixed < 0 ? throwHand() : (fixed + 1) % 3;
        pile.add([1, 2, 0][(its - yours + 3) % 3]);
      },
      clear: pile.clear,
      say: () => w.played(pile.counts[0], pile.counts[2], pile.counts[1]),
      signal: leaving,
    });
    return [el("div", { class: "row" }, many.start), pile.element, many.words];
  }

  const show = (/** @type {string} */ plan) => place.show((leaving) => game(plan, leaving));
  const pick = choices(w.plan, Object.entries(w.plans), show);
  pick.set("rock");
  show("rock");
  return el("section", { class: "card", "aria-label": w.name }, pick.element, place.element);
}
