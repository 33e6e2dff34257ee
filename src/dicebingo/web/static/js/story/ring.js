/** The fourth chapter: in a ring of three boards, each board beats the next, and the last beats the first. */

import { ringFigure } from "../compare/ring.js";
import { choices, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { readWord } from "../link.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { askPair, endingsOf, sayOdds, turned } from "./pairs.js";
import { areShared, contestants, diceChoice, p, said, slot, stack } from "./parts.js";
import { raceCard } from "./races.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./pairs.js").Odds} Odds */
/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { ring: w, odds: o, parts, telling } = wordsOf("story");
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
 * Ask for the odds of each board against the next one.
 *
 * @param {AbortSignal} signal
 */
function askLinks(signal) {
  return Promise.all(BOARDS.map((board, i) => askPair(board, BOARDS[(i + 1) % BOARDS.length], signal)));
}

/**
 * The odds in a sentence: "C beats D: 49.5% to 42.1% ..."
 *
 * @param {string} winner
 * @param {string} loser
 * @param {Odds} odds
 */
function sayPair(winner, loser, odds) {
  return [el("strong", {}, o.beats(winner, loser)), " ", ...sayOdds(odds, winner, loser), "."];
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const [cd, de] = await askLinks(signal);
  const rolls = [...cd.rolls, de.rolls[1]];
  const boards = entrantsOf(rules).map(({ name, badge, player, position }) => {
    const average = number(rolls[player], { kind: "rolls", name: parts.boardRolls(name) });
    return { name: parts.board(name), badge, position, below: p(...parts.rolls(average)) };
  });
  return [
    stack(
      p(w.begin),
      el(
        "ul",
        { class: "ring-words" },
        el("li", {}, ...sayPair("C", "D", cd.same)),
        el("li", {}, ...sayPair("D", "E", de.same)),
      ),
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
    const other = (player + NAMES.length - 1) % NAMES.length; // the board that beats yours
    place.show((leaving) =>
      player < 0
        ? []
        : [
            p(el("strong", {}, w.takes(NAMES[other])), ` ${w.beats(NAMES[other], NAMES[player])}`),
            racing(rules, pairs, other, true, { seed, signal: leaving }),
          ],
    );
  };
  const pick = choices(
    w.choose,
    NAMES.map((name) => [name, name]),
    (name) => {
      put("board", name);
      show(name);
    },
  );
  const taken = params.has("board") ? readWord(params, "board", NAMES, w.what.board) : null;
  if (taken !== null) pick.set(taken);
  show(taken);
  return [
    reveal(said(o.beats("E", "C"), ...sayOdds(links[2], "E", "C"), "."), p(w.none), ringFigure(rules, entrants, links)),
    stack(pick.element, place.element),
  ];
}

/**
 * A card that runs races between a board and the next one in the ring.
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
    fill(list, ...better.map(({ winner, loser, odds }) => el("li", {}, ...sayPair(winner, loser, odds))));
    const best = NAMES.find((name) => better.filter(({ winner }) => winner === name).length === 2);
    words.textContent = best
      ? w.noRing(
          best,
          NAMES.filter((name) => name !== best),
        )
      : w.isRing;
    place.show((leaving) => [racing(rules, pairs, first, shared, { seed, signal: leaving })]);
  };
  let first = RACES.indexOf(readWord(params, "race", RACES, w.what.race));
  const pick = choices(
    w.who,
    RACES.map((pair) => [pair, w.pair(pair[0], pair[1])]),
    (pair) => {
      first = RACES.indexOf(pair);
      put("race", pair);
      show();
    },
  );
  pick.set(RACES[first]);
  show();
  return [stack(p(w.ask), diceChoice(scene, show), words, list, p(w.why)), stack(pick.element, place.element)];
}

/**
 * @param {Odds} odds
 * @param {number} first
 * @returns {{winner: string, loser: string, odds: Odds}}  The odds with the better board first.
 */
function ahead(odds, first) {
  const [one, other] = [NAMES[first], NAMES[(first + 1) % NAMES.length]];
  return odds.win.decimal > odds.lose.decimal
    ? { winner: one, loser: other, odds }
    : { winner: other, loser: one, odds: turned(odds) };
}

/** @type {Story} */
export const ring = {
  name: "ring",
  words: w,
  boards: BOARDS,
  guess: w,
  right: (guess) => guess === "e",
  reply: (guess) => w.replies[/** @type {keyof typeof w.replies} */ (guess)],
  steps: [begin, see, why],
  room: {
    text: telling.compare,
    href: () => `#/compare?${BOARDS.map((board, i) => `${"abc"[i]}=${board}`).join("&")}&names=${NAMES.join(",")}`,
  },
};
