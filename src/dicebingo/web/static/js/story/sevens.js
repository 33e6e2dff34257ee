/** The first chapter: a board with the likeliest number in every cell is one of the slowest. */

import { ask } from "../api.js";
import { BoardView } from "../board.js";
import { cost } from "../cost.js";
import { el } from "../dom.js";
import { count } from "../format.js";
import { mean, ONE } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { drawCard } from "./draw.js";
import { speedLab } from "./lab.js";
import { p, said, stack } from "./parts.js";
import { sums } from "./sums.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { sevens: w, parts, telling } = wordsOf("story");
const SEVENS = "7,7,7/7,7,7/7,7,7";

/** @param {Scene} scene */
async function begin({ rules, guessing }) {
  const board = new BoardView({ label: w.title, size: "small", test: "board" });
  board.update(rules, readPosition(SEVENS, rules).position);
  return [
    stack(...w.begin.map((text) => p(text)), guessing),
    el(
      "div",
      { class: "side-by-side top-aligned" },
      board.element,
      sums(rules, w.throws, (value) =>
        value === 7 ? { look: "player-0", name: w.makes[0] } : { look: "none", name: w.makes[1] },
      ),
    ),
  ];
}

/**
 * An estimate of the share of boards that are slower than nine sevens.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<Amount>}
 */
async function askSlower(signal) {
  const { percentile } = await ask("rank", { board: SEVENS, approximate: true }, { signal });
  return { exact: null, decimal: percentile.decimal / 100 };
}

/** @returns {Promise<Amount | null>} */
async function countSlower() {
  const ranked = await ask("rank", { board: SEVENS, nearest: 0 });
  if (!("worse" in ranked)) return null;
  const { worse, total } = ranked;
  return mean([{ exact: `${worse}/${total}`, decimal: worse / total }], [ONE]);
}

/** @param {Scene} scene */
async function see(scene) {
  const { rules, guess, reveal, signal } = scene;
  const [slower, { expected_rolls: expected }] = await Promise.all([
    askSlower(signal),
    ask("solve", { board: SEVENS }, { signal }),
  ]);
  const faster = 1 - slower.decimal;
  const exactly = cost("rank", rules).possible ? countSlower : undefined;
  const all = rules.values.length ** rules.grid.length;
  const about = Math.round(faster * 100);
  return [
    reveal(
      said(w.about(about), ...w.slower(count(all), number(slower, { kind: "chance", name: w.slowerName, exactly }))),
      scale(Number(guess), about),
      p(...w.need(number(expected, { kind: "rolls", name: parts.rollsOf(w.name) }))),
    ),
    drawCard(scene, { board: SEVENS, name: w.name, expected, faster }),
  ];
}

/**
 * A line from 0 to 100 with the guess and the answer.
 *
 * @param {number} guess
 * @param {number} answer
 */
function scale(guess, answer) {
  const pin = (/** @type {string} */ look, /** @type {number} */ at, /** @type {string} */ text) => {
    const one = el("span", { class: `pin ${look}` }, text);
    one.style.setProperty("--at", String(at / 100));
    return one;
  };
  return el(
    "div",
    { class: "scale", role: "img", "aria-label": w.scale(guess, answer) },
    pin("yours", guess, w.you),
    pin("truth", answer, String(answer)),
  );
}

/** @param {Scene} scene */
async function why(scene) {
  const { throws, element } = speedLab(scene, { start: SEVENS, helps: w.helps, useful: w.useful });
  return [stack(p(w.wasted), p(w.change), throws, p(w.below)), element];
}

/** @type {Story} */
export const sevens = {
  name: "sevens",
  words: w,
  boards: [SEVENS],
  guess: w,
  right: (guess) => Number(guess) > 85,
  reply: (guess) => (sevens.right(guess) ? w.right : w.wrong),
  steps: [begin, see, why],
  room: { text: telling.design, href: (params) => `#/design?board=${params.get("board") ?? SEVENS}` },
};
