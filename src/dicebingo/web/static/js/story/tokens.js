/** The sixth story: the slower card wins, by three rolls at 15 tokens. */

import { BoardView } from "../board.js";
import { el } from "../dom.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { askPair, endingsOf, sayOdds, turned } from "./pairs.js";
import { areShared, averages, contestants, diceChoice, p, slot } from "./parts.js";
import { raceCard } from "./races.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const A = "3,4,5,5,6,6,7,7,7,8,8,9,9,10,11";
const B = "4,5,5,6,6,6,7,7,7,8,8,8,9,9,10";
const LARGER = [3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 11]; // the larger pile of each number
const SPEC = { tokens: 15 };

/** @param {Rules} rules */
function runnersOf(rules) {
  return [A, B].map((text, player) => ({ name: "AB"[player], player, position: readPosition(text, rules).position }));
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const { rolls } = await askPair(A, B, signal, SPEC);
  const cards = runnersOf(rules).map(({ name, player, position }) => ({
    name: `Card ${name}`,
    position,
    below: p(
      el("strong", {}, number(rolls[player], { kind: "rolls", name: `Rolls on average, card ${name}` })),
      " rolls on average",
    ),
  }));
  return [
    el(
      "div",
      { class: "stack" },
      p("Each card has 15 tokens on the sums of two dice. A roll takes one token off its number."),
      p(
        "On its own, card B empties three rolls sooner on average. Now they race on the same dice: the first empty " +
          "card wins.",
      ),
      guessing,
    ),
    contestants(rules, cards),
  ];
}

/** @param {Scene} scene */
async function see({ rules, reveal, seed, signal }) {
  const { same, rolls } = await askPair(A, B, signal, SPEC);
  const runners = runnersOf(rules);
  return [
    el(
      "div",
      { class: "stack" },
      reveal(
        p(
          el("strong", { class: "said" }, "A wins more often: "),
          ...sayOdds(same, "A", "B"),
          ". And yet A needs ",
          number(rolls[0], { kind: "rolls", name: "Rolls on average, card A" }),
          " rolls on average, and B only ",
          number(rolls[1], { kind: "rolls", name: "Rolls on average, card B" }),
          ".",
        ),
        el("ul", { class: "bars" }, ...averages(rolls)),
      ),
      p("No other card of 15 tokens beats A: that is proven. See for yourself: let A and B race."),
    ),
    raceCard({ rules, runners, endings: endingsOf(same, runners), seed, signal }),
  ];
}

/** @param {Scene} scene */
async function why(scene) {
  const { rules, seed, signal } = scene;
  const pair = await askPair(A, B, signal, SPEC);
  const runners = runnersOf(rules);
  const place = slot(signal);
  const show = () => {
    const shared = areShared(scene);
    const odds = shared ? pair.same : pair.own;
    place.show((leaving) => [
      shared
        ? p("Now give each card its own dice: is A still ahead?")
        : p(
            el("strong", {}, "The surprise is gone. "),
            "Now B wins more often: ",
            ...sayOdds(turned(odds), "B", "A"),
            ".",
          ),
      raceCard({ rules, runners, endings: endingsOf(odds, runners), shared, seed, signal: leaving }),
    ]);
  };
  show();
  const both = new BoardView({ label: "The larger pile of each number", player: 2, size: "small" });
  both.update(rules, { values: LARGER, marked: LARGER.map(() => false) });
  return [
    el(
      "div",
      { class: "stack" },
      p("Take the larger pile of each number from both cards, and watch which of these piles is cleared last:"),
      both.element,
      p(
        "If it is 6 or 8, where B has more tokens, then A was empty before: A wins ",
        number(pair.same.win, { kind: "chance", name: "6 or 8 is cleared last" }),
        " of the races. If it is 3 or 11, where A has more, B wins ",
        number(pair.same.lose, { kind: "chance", name: "3 or 11 is cleared last" }),
        ". On every other number both finish together.",
      ),
      p(
        "Waiting for a 3 or an 11 takes very long, and that spoils the average of A. But a race lost by thirty rolls " +
          "counts no more than a race lost by one.",
      ),
    ),
    el("div", { class: "stack" }, diceChoice(scene, show), place.element),
  ];
}

/** @type {Record<string, string>} */
const REPLIES = {
  a: "Well guessed: averages do not decide races.",
  b: "Three rolls are a lot. But a race is not about averages.",
  even: "It is close, but not even: watch the dots.",
};

/** @type {Story} */
export const tokens = {
  name: "tokens",
  title: "The slower card wins",
  teaser: "Fifteen tokens on each card. One card is three rolls faster. Which one wins?",
  boards: [A, B],
  spec: SPEC,
  guess: {
    question: "Who wins more of the races?",
    options: [
      ["a", "Card A"],
      ["b", "Card B"],
      ["even", "Both win equally often"],
    ],
  },
  reply: (guess) => REPLIES[guess],
  steps: [
    { heading: "Who is empty first?", show: begin },
    { heading: "Three rolls slower, and ahead", show: see },
    { heading: "Why? The last pile decides", show: why },
  ],
  room: { text: "Try it in Compare", href: () => `#/compare?tokens=15&a=${A}&b=${B}` },
};
