/** The third story: three boards, each of which beats the next, while the last beats the first. */

import { listed } from "../compare/names.js";
import { ringFigure } from "../compare/ring.js";
import { choices, el, fill } from "../dom.js";
import { readWord } from "../link.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { askPair, endingsOf, sayOdds, turned } from "./pairs.js";
import { areShared, contestants, diceChoice, p, slot } from "./parts.js";
import { raceCard } from "./races.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./pairs.js").Odds} Odds */
/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const BOARDS = ["7,7,7/6,6,6/6,7,6", "7,5,9/9,7,5/5,9,7", "9,7,9/9,9,9/9,6,7"];
const NAMES = ["C", "D", "E"];
const RACES = ["CD", "DE", "EC"];

/** @param {Rules} rules */
function entrantsOf(rules) {
  return BOARDS.map((text, player) => {
    const name = NAMES[player];
    return { name, badge: name, player, position: readPosition(text, rules).position };
  });
}

/**
 * Each board against the next one.
 *
 * @param {AbortSignal} signal
 */
function askLinks(signal) {
  return Promise.all(BOARDS.map((board, i) => askPair(board, BOARDS[(i + 1) % BOARDS.length], signal)));
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const [cd, de] = await askLinks(signal);
  const rolls = [...cd.rolls, de.rolls[1]];
  const boards = entrantsOf(rules).map(({ name, player, position }) => {
    const average = number(rolls[player], { kind: "rolls", name: `Rolls on average, board ${name}` });
    return { name: `Board ${name}`, position, below: p(average, " rolls") };
  });
  return [
    el(
      "div",
      { class: "stack" },
      p("Three boards race in pairs. Both boards of a pair share the same dice."),
      p(el("strong", {}, "C beats D: "), ...sayOdds(cd.same, "C", "D"), "."),
      p(el("strong", {}, "D beats E: "), ...sayOdds(de.same, "D", "E"), "."),
      guessing,
    ),
    contestants(rules, boards),
  ];
}

/** @param {Scene} scene */
async function see({ rules, params, put, reveal, seed, signal }) {
  const pairs = await askLinks(signal);
  const entrants = entrantsOf(rules);
  const links = pairs.map(({ same, sure }) => ({ ...same, sure }));
  const place = slot(signal);
  const show = (/** @type {string | null} */ yours) => {
    const player = NAMES.indexOf(yours ?? "");
    const other = (player + NAMES.length - 1) % NAMES.length; // the board that beats it
    place.show((leaving) =>
      player < 0
        ? []
        : [
            p(el("strong", {}, `The computer takes ${NAMES[other]}.`), ` ${NAMES[other]} beats ${NAMES[player]}.`),
            racing(rules, pairs, other, true, { seed, signal: leaving }),
          ],
    );
  };
  const pick = choices(
    "Choose a board. The computer chooses after you.",
    NAMES.map((name) => [name, name]),
    (name) => {
      put("board", name);
      show(name);
    },
  );
  const taken = params.has("board") ? readWord(params, "board", NAMES, "Your board") : null;
  if (taken !== null) pick.set(taken);
  show(taken);
  return [
    reveal(
      p(el("strong", { class: "said" }, "E beats C: "), ...sayOdds(links[2], "E", "C"), "."),
      p("None of these three boards is best, just as in rock, paper, scissors."),
      ringFigure(rules, entrants, links),
    ),
    el("div", { class: "stack" }, pick.element, place.element),
  ];
}

/**
 * Races of a board against the next one.
 *
 * @param {Rules} rules
 * @param {Pair[]} pairs
 * @param {number} first
 * @param {boolean} shared
 * @param {{seed: number, signal: AbortSignal}} scene
 */
function racing(rules, pairs, first, shared, scene) {
  const entrants = entrantsOf(rules);
  const runners = [entrants[first], entrants[(first + 1) % entrants.length]];
  const odds = shared ? pairs[first].same : pairs[first].own;
  return raceCard({ rules, runners, endings: endingsOf(odds, runners), shared, ...scene });
}

/** @param {Scene} scene */
async function why(scene) {
  const { rules, params, put, seed, signal } = scene;
  const pairs = await askLinks(signal);
  const place = slot(signal);
  const list = el("ul", { class: "ring-words" });
  const words = el("p", { class: "said", role: "status" });
  const show = () => {
    const shared = areShared(scene);
    const better = pairs.map(({ same, own }, i) => ahead(shared ? same : own, i));
    fill(list, ...better.map(({ winner, loser, odds }) => sayPair(winner, loser, odds)));
    const best = NAMES.find((name) => better.filter(({ winner }) => winner === name).length === 2);
    words.textContent = best
      ? `No ring: ${best} beats ${listed(NAMES.filter((name) => name !== best))}.`
      : "A ring: each board beats the next.";
    place.show((leaving) => [racing(rules, pairs, first, shared, { seed, signal: leaving })]);
  };
  let first = RACES.indexOf(readWord(params, "race", RACES, "The race"));
  const pick = choices(
    "Who races?",
    RACES.map((pair) => [pair, `${pair[0]} and ${pair[1]}`]),
    (pair) => {
      first = RACES.indexOf(pair);
      put("race", pair);
      show();
    },
  );
  pick.set(RACES[first]);
  show();
  return [
    el(
      "div",
      { class: "stack" },
      p("Does the ring come from the boards or from the dice? Give each board its own dice and see."),
      diceChoice(scene, show),
      words,
      list,
      p(
        "With shared dice, it matters which rolls help one board and not the other. With its own dice, each board " +
          "has only its speed, and these three can be ranked. The shared dice make the ring.",
      ),
    ),
    el("div", { class: "stack" }, pick.element, place.element),
  ];
}

/**
 * @param {Odds} odds
 * @param {number} first
 * @returns {{winner: string, loser: string, odds: Odds}}  The better board first.
 */
function ahead(odds, first) {
  const [one, other] = [NAMES[first], NAMES[(first + 1) % NAMES.length]];
  return odds.win.decimal > odds.lose.decimal
    ? { winner: one, loser: other, odds }
    : { winner: other, loser: one, odds: turned(odds) };
}

/**
 * @param {string} winner
 * @param {string} loser
 * @param {Odds} odds
 */
function sayPair(winner, loser, odds) {
  return el("li", {}, el("strong", {}, `${winner} beats ${loser}: `), ...sayOdds(odds, winner, loser), ".");
}

/** @type {Record<string, string>} */
const REPLIES = {
  c: "That is how it works with runners, weights and heights. Not here.",
  e: "You saw it coming.",
  even: "Not quite: one of them is clearly ahead.",
};

/** @type {Story} */
export const ring = {
  name: "ring",
  title: "Three boards in a ring",
  teaser: "C beats D, and D beats E. Then who wins, C or E?",
  boards: BOARDS,
  guess: {
    question: "And C against E: who wins more often?",
    options: [
      ["c", "C"],
      ["e", "E"],
      ["even", "Both win equally often"],
    ],
  },
  reply: (guess) => REPLIES[guess],
  steps: [
    { heading: "Which board is best?", show: begin },
    { heading: "Round and round", show: see },
    { heading: "Why? The dice are shared again", show: why },
  ],
  room: {
    text: "Try it in Compare",
    href: () => `#/compare?${BOARDS.map((board, i) => `${"abc"[i]}=${board}`).join("&")}&names=${NAMES.join(",")}`,
  },
};
