/** Shows a ring as a figure and in words; users can copy it as text, or as LaTeX with exact fractions. */

import { copyText } from "../copy.js";
import { button, el } from "../dom.js";
import { chance } from "../format.js";
import { latex } from "../fractions.js";
import { listed, wordsOf } from "../language.js";
import { number } from "../number.js";
import { ringPicture } from "../ring.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./boards.js").Entrant} Entrant */

/**
 * @typedef {object} Link  The odds of a board against the next one in the ring.
 * @property {Amount} win
 * @property {Amount} lose
 * @property {Amount} tie
 * @property {string} note  The source of the odds, if they are not exact.
 * @property {boolean} [sure]  Whether the board beats the next one under every tie-break.
 */

const w = wordsOf("compare");

/**
 * A ring in words: "C beats D, D beats E, E beats C"
 *
 * @param {string[]} names
 */
export function sayRing(names) {
  return names.map((name, i) => w.beats(name, names[(i + 1) % names.length])).join(", ");
}

/**
 * A figure of a ring. The caption describes the ring; it is omitted if the page describes the ring elsewhere.
 *
 * @param {import("../types.js").Rules} rules
 * @param {Entrant[]} ring
 * @param {Link[]} links
 * @param {{caption?: boolean}} [how]
 */
export function ringFigure(rules, ring, links, { caption = true } = {}) {
  const names = ring.map(({ name }) => name);
  const odds = links.map(({ win, lose, note }, i) => [
    number(win, { kind: "chance", name: w.winsAgainst(names[i], names[(i + 1) % names.length]), note }),
    el("span", { class: "small soft" }, w.to(chance(lose))),
  ]);
  return el(
    "figure",
    { class: "ring-figure", "data-test": "ring", "aria-label": w.ring.of(listed(names, "and")) },
    ringPicture(rules, ring, odds),
    caption &&
      el(
        "figcaption",
        { class: "stack" },
        el("p", { class: "ring-sentence" }, `${sayRing(names)}.`),
        ringWords(ring, links),
      ),
  );
}

/**
 * A list that states who beats whom, and how often.
 *
 * @param {Entrant[]} ring
 * @param {Link[]} links
 */
export function ringWords(ring, links) {
  return el(
    "ul",
    { class: "ring-words" },
    ...links.map(({ win, lose, tie, note, sure }, i) => {
      const [from, to] = [ring[i].name, ring[(i + 1) % ring.length].name];
      const shown = (/** @type {Amount} */ amount, /** @type {string} */ end) =>
        number(amount, { kind: "chance", name: w.ring.against(from, to, end), note });
      return el(
        "li",
        {},
        el("strong", {}, `${w.beats(from, to)}: `),
        ...w.ring.odds(
          shown(win, w.wins(from)),
          shown(lose, w.wins(to)),
          tie.decimal > 0 ? shown(tie, w.tie) : null,
          Boolean(sure),
        ),
      );
    }),
  );
}

/** @param {Amount} amount */
export const exactly = ({ exact, decimal }) => exact ?? String(decimal);

/** @param {string} text */
export function escapeLatex(text) {
  return text.replace(/[\\{}$&#^_%~]/g, (sign) => `\\symbol{${sign.charCodeAt(0)}}`);
}

/**
 * @param {string} columns
 * @param {string[][]} rows  The rows of the table, beginning with the header.
 */
export function latexTable(columns, [head, ...rows]) {
  const line = (/** @type {string[]} */ cells) => `${cells.join(" & ")} \\\\`;
  return [`\\begin{tabular}{${columns}}`, line(head), "\\hline", ...rows.map(line), "\\end{tabular}", ""].join("\n");
}

/**
 * @param {Entrant[]} ring
 * @param {Link[]} links
 */
export function copyRing(ring, links) {
  const pairs = links.map((link, i) => ({ ...link, names: [ring[i].name, ring[(i + 1) % ring.length].name] }));
  const text = () =>
    pairs
      .map(({ names: [from, to], win, lose, tie }) =>
        w.ring.line(w.beats(from, to), exactly(win), exactly(lose), exactly(tie)),
      )
      .join("");
  const table = () =>
    latexTable("llccc", [
      w.ring.head,
      ...pairs.map(({ names, win, lose, tie }) => [
        ...names.map(escapeLatex),
        ...[win, lose, tie].map((amount) => `$${latex(exactly(amount))}$`),
      ]),
    ]);
  return el(
    "div",
    { class: "row" },
    button(w.copy.text, () => void copyText(text()), { "aria-label": w.copy.textOf(w.ring.name) }),
    button("LaTeX", () => void copyText(table()), { "aria-label": w.copy.latexOf(w.ring.name) }),
  );
}
