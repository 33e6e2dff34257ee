/** Who wins, and how often, on shared rolls. */

import { el, fill } from "../dom.js";
import { chance, count } from "../format.js";
import { signOf } from "../fractions.js";
import { number } from "../number.js";
import { listed } from "./names.js";
import { ending, margin } from "./endings.js";
import { sayAlone, sayShare } from "./story.js";

/** @typedef {import("./endings.js").Ending} Ending */
/** @typedef {import("./endings.js").Result} Result */
/** @typedef {import("./ring.js").Entrant} Entrant */

/**
 * @param {number[]} winners
 * @param {string[]} names
 */
export function outcomeName(winners, names) {
  const who = winners.map((player) => names[player]);
  return who.length === 1 ? `${who[0]} wins` : `tie of ${listed(who)}`;
}

/**
 * Wins in the order of the boards, with the tie of two boards between them.
 *
 * @param {Result} result
 */
function inOrder({ outcomes, shares }) {
  const ties = outcomes.filter(({ winners }) => winners.length > 1);
  const wins = shares.map((_, player) => outcomes.find(({ winners }) => String(winners) === String(player)));
  const all = shares.length === 2 ? [wins[0], ...ties, wins[1]] : [...wins, ...ties];
  return all.flatMap((outcome) => outcome ?? []);
}

/** A bar that is cut into the shares of a result. */
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
      fill(element, ...sorted.map((outcome) => part(outcome, names)));
      const words = sorted.map(({ winners, probability }) => `${outcomeName(winners, names)} ${chance(probability)}`);
      element.setAttribute("aria-label", words.join(", "));
    },
  };
}

/**
 * @param {Ending} ending
 * @param {string[]} names
 */
function part({ winners, probability }, names) {
  const element = el("span", {
    class: winners.length === 1 ? `player-${winners[0]}` : "tie",
    title: `${outcomeName(winners, names)}: ${chance(probability)}`,
  });
  element.style.flexGrow = String(Math.max(probability.decimal, 0.0001));
  if (probability.decimal > 0.16) element.textContent = chance(probability);
  return element;
}

export function outcomesCard() {
  const heading = el("h2", {});
  const bar = sharesBar();
  const legend = el("ul", { class: "legend", "data-test": "outcomes" });
  const how = el("p", { class: "note", hidden: true });
  const story = el("p", { class: "soft" });
  const element = el("section", { class: "card", "data-test": "together" }, heading, bar.element, legend, how, story);
  return {
    element,
    /**
     * @param {Result} result
     * @param {Entrant[]} entrants
     */
    set(result, entrants) {
      const names = entrants.map(({ name }) => name);
      heading.textContent = names.length === 2 ? "How often each board wins" : sayShare(result, names);
      bar.set(result, names);
      fill(legend, ...inOrder(result).map((outcome) => legendItem(outcome, entrants, names)));
      how.hidden = result.games === 0;
      const played = `The computer simulated ${count(result.games)} games instead.`;
      how.textContent = `These boards are too large for exact chances. ${played}`;
      fill(story, ...sayStory(result, names));
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

/**
 * @param {Result} result
 * @param {string[]} names
 * @returns {(Node | string)[]}
 */
function sayStory(result, names) {
  const { rolls, length, shares } = result;
  const over = length
    ? [
        "The first bingo comes after ",
        number(length, { kind: "rolls", name: "Rolls until the first bingo" }),
        " rolls on average.",
      ]
    : [];
  if (names.length > 2) {
    const told = names.flatMap((name, player) => [
      `${name} gets `,
      el(
        "span",
        { class: "nowrap" },
        number(shares[player], { kind: "chance", name: `${name}, with its share of the ties` }),
        player + 1 < names.length ? "," : ".",
      ),
      " ",
    ]);
    return ["Tied boards share the win evenly: ", ...told, ...over];
  }
  const by = margin(result);
  if (by === 0) return over;
  const [winner, loser] = by > 0 ? [0, 1] : [1, 0];
  return [`${sayAlone(rolls[winner], rolls[loser], [names[winner], names[loser]])} `, ...over];
}

/**
 * How often two or more boards are first together.
 *
 * @param {Result} result
 */
export function tied(result) {
  const all = result.outcomes.filter(({ winners }) => winners.length > 1);
  return all.length === 1
    ? ending(result, ...all[0].winners).probability
    : { exact: null, decimal: all.reduce((sum, { probability }) => sum + probability.decimal, 0) };
}

/**
 * "A wins 53.1%, B 46.9%, tie 0.0%", for the strip above two boards.
 *
 * @param {Result} result
 * @param {string[]} names
 * @returns {(Node | string)[]}
 */
export function sayOdds(result, names) {
  const told = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number[]} */ winners) => {
    const { probability, note } = ending(result, ...winners);
    return el("span", { class: "nowrap" }, `${text} `, number(probability, { kind: "chance", name, note }));
  };
  const both = [told(`${names[0]} wins`, `${names[0]} wins`, [0]), ", ", told(names[1], `${names[1]} wins`, [1])];
  const tie = signOf(ending(result, 0, 1).probability) > 0 ? [", ", told("tie", "A tie", [0, 1])] : [];
  return [...both, ...tie, ` of ${result.games ? count(result.games) : "the"} games.`];
}
