/** Rock, paper, scissors against a computer that knows the plan, but not what a die will show. */

import { choices, el } from "../dom.js";
import { filling } from "./filling.js";
import { slot } from "./parts.js";
import { piles } from "./piles.js";
import { chances } from "./solo.js";

const HANDS = ["rock", "paper", "scissors"];
const ROUNDS = 60;
const ENDINGS = ["You win", "Tie", "Computer wins"];
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
        name: ENDINGS[i],
        look: LOOKS[i],
        amount: { exact, decimal: exact === "1/3" ? 1 / 3 : Number(exact) },
      })),
      ROUNDS,
    );
    const throwHand = () => Math.floor(3 * chance());
    const many = filling({
      games: ROUNDS,
      text: `Play ${ROUNDS} rounds`,
      play() {
        // Each hand loses to the next one. Against a die, every reply is equally good.
        const yours = fixed < 0 ? throwHand() : fixed;
        const its = fixed < 0 ? throwHand() : (fixed + 1) % 3;
        pile.add([1, 2, 0][(its - yours + 3) % 3]);
      },
      clear: pile.clear,
      say: () => `Simulated: you won ${pile.counts[0]}, lost ${pile.counts[2]}, and ${pile.counts[1]} were ties.`,
      signal: leaving,
    });
    return [el("div", { class: "row" }, many.start), pile.element, many.words];
  }

  const show = (/** @type {string} */ plan) => place.show((leaving) => game(plan, leaving));
  /** @type {[string, string][]} */
  const plans = HANDS.map((hand) => [hand, `always ${hand}`]);
  const pick = choices("Your plan", [...plans, ["die", "roll a die"]], show);
  pick.set("rock");
  show("rock");
  return el("section", { class: "card", "aria-label": "Rock, paper, scissors" }, pick.element, place.element);
}
