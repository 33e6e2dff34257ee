/** Draws random boards one after another; each board is a dot at its average, and a line marks a known board. */

import { BoardView } from "../board.js";
import { el } from "../dom.js";
import { rolls } from "../format.js";
import { wordsOf } from "../language.js";
import { readPosition } from "../position.js";
import { dotAxis } from "./dots.js";
import { besideTheory, filling } from "./filling.js";
import { chances, plan } from "./solo.js";

const w = wordsOf("story").draw;
const BOARDS = 100;

/**
 * @param {import("./stories.js").Scene} scene
 * @param {object} known
 * @param {string} known.board
 * @param {string} known.name
 * @param {import("../api-types.js").Number} known.expected  The expected rolls of the known board.
 * @param {number} known.faster  The share of all boards that are faster than the known board.
 */
export function drawCard({ rules, seed, signal }, { board, name, expected, faster }) {
  const chance = chances(seed);
  const dots = dotAxis(expected.decimal, BOARDS, w.label(name, rolls(expected)), name);
  const view = new BoardView({ label: w.fastest, player: 1, size: "tiny" });
  const about = el("p", { class: "small" });
  let [won, drawn, fewest] = [0, 0, Infinity];
  const show = (/** @type {(number | null)[]} */ values, /** @type {string} */ text) => {
    view.update(rules, { values, marked: rules.grid.map(() => false) });
    about.textContent = text;
  };
  const many = filling({
    games: BOARDS,
    text: w.button(BOARDS),
    play() {
      const values = rules.grid.map(() => rules.values[Math.floor(chance() * rules.values.length)]);
      const { rolls: own } = plan(rules, values);
      dots.add(own);
      drawn += 1;
      if (own < expected.decimal) won += 1;
      if (own >= fewest) return;
      fewest = own;
      show(values, w.fastestIs(rolls(own)));
    },
    clear() {
      [won, drawn, fewest] = [0, 0, Infinity];
      dots.clear();
    },
    say: () => besideTheory(w.faster(won, drawn, name), drawn, faster),
    signal,
  });
  show(readPosition(board, rules).position.values, w.empty);
  return el(
    "section",
    { class: "card", "aria-label": w.name },
    el("div", { class: "row between" }, many.start, el("div", { class: "row drawn" }, view.element, about)),
    el("figure", { class: "chart" }, dots.element, el("figcaption", { class: "small soft" }, w.axis)),
    many.words,
  );
}
