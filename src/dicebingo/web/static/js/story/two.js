/** A chapter on two boards: the slower one wins more often if both use the same dice. */

import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { askPair, endingsOf, sayOdds, turned } from "./pairs.js";
import { areShared, averages, contestants, diceChoice, p, said, slot, stack } from "./parts.js";
import { raceCard } from "./races.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { two: w, parts, telling } = wordsOf("story");

/**
 * @param {object} setting
 * @param {string} setting.name
 * @param {string[]} setting.boards  The two boards, the slower one first.
 * @param {{tokens: number}} [setting.spec]
 * @param {ReturnType<typeof wordsOf<"story">>["slower" | "tokens"]} setting.words
 * @param {(rules: Rules, pair: Pair) => Child[]} setting.reasons  The reasons why the slower board wins.
 * @returns {Story}
 */
export function twoBoards({ name, boards, spec, words, reasons }) {
  const askBoth = (/** @type {AbortSignal} */ signal) => askPair(boards[0], boards[1], signal, spec);
  const runnersOf = (/** @type {Rules} */ rules) =>
    boards.map((text, player) => ({ name: "AB"[player], player, position: readPosition(text, rules).position }));
  const average = (/** @type {Pair} */ { rolls }, /** @type {number} */ player) =>
    number(rolls[player], { kind: "rolls", name: words.rollsOf("AB"[player]) });

  /** @param {Scene} scene */
  async function begin({ rules, guessing, signal }) {
    const pair = await askBoth(signal);
    const shown = runnersOf(rules).map(({ name: badge, player, position }) => ({
      name: words.name(badge),
      badge,
      position,
      below: p(...parts.rolls(average(pair, player))),
    }));
    return [stack(p(...words.begin(average(pair, 0), average(pair, 1))), guessing), contestants(rules, shown)];
  }

  /** @param {Scene} scene */
  async function see({ rules, reveal, seed, signal }) {
    const pair = await askBoth(signal);
    const runners = runnersOf(rules);
    return [
      stack(
        reveal(
          said(w.ahead, ...w.reveal(sayOdds(pair.same, "A", "B"), average(pair, 0), average(pair, 1))),
          averages(pair.rolls),
        ),
        p(words.race),
      ),
      raceCard({ rules, runners, endings: endingsOf(pair.same, runners), seed, signal }),
    ];
  }

  /** @param {Scene} scene */
  async function why(scene) {
    const { rules, seed, signal } = scene;
    const pair = await askBoth(signal);
    const runners = runnersOf(rules);
    const place = slot(signal);
    const show = () => {
      const shared = areShared(scene);
      const odds = shared ? pair.same : pair.own;
      place.show((leaving) => [
        shared ? p(words.own) : said(w.gone, ...w.turned(sayOdds(turned(odds), "B", "A"))),
        raceCard({ rules, runners, endings: endingsOf(odds, runners), shared, seed, signal: leaving }),
      ]);
    };
    show();
    return [stack(...reasons(rules, pair), p(words.why)), stack(diceChoice(scene, show), place.element)];
  }

  const rules = spec ? `tokens=${spec.tokens}&` : "";
  return {
    name,
    words,
    boards,
    spec,
    guess: words,
    right: (guess) => guess === "a",
    reply: (guess) => words.replies[/** @type {"a" | "b" | "even"} */ (guess)],
    steps: [begin, see, why],
    room: { text: telling.compare, href: () => `#/compare?${rules}a=${boards[0]}&b=${boards[1]}` },
  };
}
