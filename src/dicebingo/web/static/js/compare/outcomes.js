/** The result of a game on shared rolls: who wins, and how often. */

import { el, fill } from "../dom.js";
import { chance, count } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { margin, outcomeName, sayAlone, sayShare } from "./results.js";

/** @typedef {import("./boards.js").Entrant} Entrant */
/** @typedef {import("./results.js").Ending} Ending */
/** @typedef {import("./results.js").Result} Result */

const w = wordsOf("compare");
const WIDE = 0.16; // the smallest share whose segment has room for a number

/**
 * Order the outcomes: the wins by board, and the ties last or, for two boards, between the two wins.
 *
 * @param {Result} result
 */
function inOrder({ outcomes, shares }) {
  const ties = outcomes.filter(({ winners }) => winners.length > 1);
  const wins = shares.map((_, player) => outcomes.find(({ winners }) => String(winners) === String(player)));
  const all = shares.length === 2 ? [wins[0], ...ties, wins[1]] : [...wins, ...ties];
  return all.flatMap((outcome) => outcome ?? []);
}

/** A bar divided into the shares of a result. */
export function sharesBar() {
  const element = el("div", { class: "shares", role: "img" });
  return {
    element,
    /**
     * @param {Result} result
     * @param {string[]} names
     */
    set(result, names) {
      const sorted = inOrder(result);
      fill(element, ...sorted.map(part));
      const words = sorted.map(({ winners, probability }) => `${outcomeName(winners, names)} ${chance(probability)}`);
      element.setAttribute("aria-label", words.join(", "));
    },
  };
}

/** @param {Ending} ending */
function part({ winners, probability }) {
  const element = el("span", { class: winners.length === 1 ? `player-${winners[0]}` : "tie" });
  element.style.flexGrow = String(Math.max(probability.decimal, 0.0001));
  if (probability.decimal > WIDE) element.textContent = chance(probability);
  return element;
}

/** The outcomes as a bar with a legend; below it, sentences on who wins most often and how fast each board is alone. */
export function outcomesBlock() {
  const heading = el("p", { class: "ring-sentence" });
  const bar = sharesBar();
  const legend = el("ul", { class: "legend", "data-test": "outcomes" });
  const how = el("p", { class: "note", hidden: true });
  const story = el("p", { class: "soft" });
  return {
    element: el(
      "div",
      { class: "stack outcomes", "data-test": "together", hidden: true },
      heading,
      bar.element,
      legend,
    ),
    story: el("div", { class: "stack", hidden: true }, how, story),
    /**
     * @param {Result} result
     * @param {Entrant[]} entrants
     */
    set(result, entrants) {
      const names = entrants.map(({ name }) => name);
      const two = names.length === 2;
      heading.hidden = two;
      heading.textContent = two ? "" : sayShare(result, names);
      bar.set(result, names);
      fill(legend, ...inOrder(result).map((outcome) => legendItem(outcome, entrants, names)));
      how.hidden = result.games === 0;
      how.textContent = w.tooLargeExact(count(result.games));
      fill(story, ...(two ? sayTwo(result, names) : saySeveral(result, names)), ...sayLength(result));
      this.element.hidden = this.story.hidden = false;
    },
  };
}

/**
 * @param {Ending} ending
 * @param {Entrant[]} entrants
 * @param {string[]} names
 */
function legendItem({ winners, probability, note }, entrants, names) {
  const [first] = winners;
  const badge =
    winners.length === 1
      ? el("span", { class: `badge player-${first}`, "aria-hidden": "true" }, entrants[first].badge)
      : el("span", { class: "badge", "aria-hidden": "true" }, "=");
  const name = outcomeName(winners, names);
  return el(
    "li",
    {},
    badge,
    el("span", {}, `${name} `, el("strong", {}, number(probability, { kind: "chance", name, note }))),
  );
}

/** @param {Result} result */
function sayLength({ length }) {
  return length ? w.firstBingo(number(length, { kind: "rolls", name: w.untilFirst })) : [];
}

/**
 * @param {Result} result
 * @param {string[]} names
 */
function saySeveral({ shares }, names) {
  const told = names.flatMap((name, player) => [
    player ? ", " : "",
    el("span", { class: "nowrap" }, `${name} `, number(shares[player], { kind: "chance", name: w.withTies(name) })),
  ]);
  return [`${w.shareTies} `, ...told, ". "];
}

/**
 * @param {Result} result
 * @param {string[]} names
 */
function sayTwo(result, names) {
  const { rolls } = result;
  const by = margin(result);
  if (by === 0) return [];
  const [winner, loser] = by > 0 ? [0, 1] : [1, 0];
  return [`${sayAlone(rolls[winner], rolls[loser], [names[winner], names[loser]])} `];
}
