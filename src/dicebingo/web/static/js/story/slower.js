/** The second story: the slower of two boards wins more often. */

import { el } from "../dom.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { askPair, endingsOf, sayOdds, turned } from "./pairs.js";
import { areShared, averages, contestants, diceChoice, p, slot } from "./parts.js";
import { raceCard } from "./races.js";
import { sums } from "./sums.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const A = "9,6,7/7,9,6/6,7,9";
const B = "6,7,6/7,7,7/6,6,6";

/** @param {Rules} rules */
function runnersOf(rules) {
  return [A, B].map((text, player) => ({ name: "AB"[player], player, position: readPosition(text, rules).position }));
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const { rolls } = await askPair(A, B, signal);
  const boards = runnersOf(rules).map(({ name, player, position }) => ({
    name: `Board ${name}`,
    position,
    below: p(
      el("strong", {}, number(rolls[player], { kind: "rolls", name: `Rolls on average, board ${name}` })),
      " rolls on average",
    ),
  }));
  return [
    el(
      "div",
      { class: "stack" },
      p("Alone, board B is clearly faster: it needs fewer rolls on average."),
      p("Now they race. Both use the same two dice, each marks as well as it can, and the first bingo wins."),
      guessing,
    ),
    contestants(rules, boards),
  ];
}

/** @param {Scene} scene */
async function see({ rules, reveal, seed, signal }) {
  const { same, rolls } = await askPair(A, B, signal);
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
          number(rolls[0], { kind: "rolls", name: "Rolls on average, board A" }),
          " rolls on average, and B only ",
          number(rolls[1], { kind: "rolls", name: "Rolls on average, board B" }),
          ".",
        ),
        el("ul", { class: "bars" }, ...averages(rolls)),
      ),
      p("See for yourself: let them race. Each dot is one race."),
    ),
    raceCard({ rules, runners, endings: endingsOf(same, runners), seed, signal }),
  ];
}

/** @param {Scene} scene */
async function why(scene) {
  const { rules, seed, signal } = scene;
  const pair = await askPair(A, B, signal);
  const runners = runnersOf(rules);
  const [a, b] = runners.map(({ position }) => position.values);
  const place = slot(signal);
  const show = () => {
    const shared = areShared(scene);
    const odds = shared ? pair.same : pair.own;
    place.show((leaving) => [
      shared
        ? p("Now give each board its own dice: is A still ahead?")
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
  return [
    el(
      "div",
      { class: "stack" },
      p("The boards share the dice. At first, a 6 or 7 helps both boards, a 9 helps only A, and no roll helps only B."),
      sums(rules, "Which board each throw helps at the start", (sum) => {
        if (a.includes(sum) && b.includes(sum)) return { look: "both", name: "both" };
        if (a.includes(sum)) return { look: "player-0", name: "only A" };
        return b.includes(sum) ? { look: "player-1", name: "only B" } : { look: "none", name: "neither" };
      }),
      p(
        "Sometimes A waits a very long time for its nines, and that spoils its average. But a race lost by twenty " +
          "rolls counts no more than a race lost by one.",
      ),
    ),
    el("div", { class: "stack" }, diceChoice(scene, show), place.element),
  ];
}

/** @type {Record<string, string>} */
const REPLIES = {
  a: "Either you saw it coming or you do not trust averages. Both are good habits.",
  b: "The averages suggest that. But a race is not about averages.",
  even: "It is close, but not even: watch the dots.",
};

/** @type {Story} */
export const slower = {
  name: "slower",
  title: "The slower board that wins",
  teaser: "Two boards, the same dice. One is faster on average. Which one wins?",
  boards: [A, B],
  guess: {
    question: "Who wins more of the races?",
    options: [
      ["a", "Board A"],
      ["b", "Board B"],
      ["even", "Both win equally often"],
    ],
  },
  reply: (guess) => REPLIES[guess],
  steps: [
    { heading: "Who wins the race?", show: begin },
    { heading: "The slower board wins", show: see },
    { heading: "Why? The dice are shared", show: why },
  ],
  room: { text: "Try it in Compare", href: () => `#/compare?a=${A}&b=${B}` },
};
