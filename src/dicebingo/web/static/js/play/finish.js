/** After the game: your rolls against the average, luck and skill apart, and every choice. */

import { button, el, fill } from "../dom.js";
import { chance, plural, rolls as write, sentence } from "../format.js";
import { subtract } from "../fractions.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { histogram } from "./histogram.js";
import { nameCells } from "./words.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Review} Review */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Account  A game taken apart: average + choices + dice = rolls + left.
 * @property {number} rolls
 * @property {Amount} mean
 * @property {Amount} left  What was still to come, on average, when somebody else finished.
 * @property {Amount} loss
 * @property {Amount} luck
 */

/**
 * @param {number} count
 * @param {{mean: Amount, left: Amount, loss: Amount}} known
 * @returns {Account}
 */
export function account(count, { mean, left, loss }) {
  const without = subtract({ exact: String(count), decimal: count }, subtract(mean, left));
  return { rolls: count, mean, left, loss, luck: subtract(without, loss) };
}

/** @param {{onlook: (turn: number) => void, onagain: () => void, onsame: () => void}} on */
export function finishCard(on) {
  const head = el("h2", { tabindex: -1 }, "How it went");
  const big = el("p", { class: "headline" });
  const sum = el("dl", { class: "sum" });
  const words = el("p", {});
  const chart = histogram();
  const none = el("p", { class: "soft small" });
  const waiting = waitingBox();
  const list = el("ol", { class: "review" });
  const box = tableBox("review", "Every roll, as a table");
  const links = el("div", { class: "row" });
  const same = button("Same rolls again", on.onsame);
  const choicesHead = el("h3", {}, "Your choices");
  const element = el(
    "section",
    { class: "card finish", "data-test": "finish", hidden: true, "aria-label": "How it went" },
    head,
    big,
    sum,
    words,
    chart.element,
    none,
    waiting.element,
    choicesHead,
    list,
    box.element,
    el("div", { class: "row" }, button("Play again", on.onagain, { kind: "primary" }), same),
    links,
  );

  return {
    element,
    head,
    waiting,
    same,
    /** @param {(Node | false)[]} nodes */
    setLinks: (...nodes) => fill(links, ...nodes),
    hide() {
      element.hidden = true;
      chart.element.hidden = true;
      none.textContent = "";
    },
    /**
     * @param {Account} known
     * @param {Review} review
     * @param {Rules} rules
     */
    set(known, review, rules) {
      const finished = known.left.decimal === 0;
      const moves = review.moves.map((move, turn) => ({ ...move, turn }));
      const chosen = moves.filter((move) => move.candidates.length > 1);
      const perfect = chosen.filter((move) => move.loss.decimal === 0).length;
      element.hidden = false;
      fill(
        big,
        el("span", { class: "figure" }, String(known.rolls)),
        el("span", { class: "unit" }, known.rolls === 1 ? "roll" : "rolls"),
        el("span", { class: "soft" }, finished ? compared(known) : "and not done yet"),
      );
      fill(sum, ...parts(known, finished));
      words.textContent = [sayLuck(known.luck.decimal), sayChoices(chosen.length, perfect, known.loss)].join(" ");
      fill(list, ...chosen.map((move) => item(move, rules, on.onlook)));
      choicesHead.hidden = list.hidden = chosen.length === 0;
      box.set(table(moves, rules));
      box.element.hidden = moves.length === 0;
    },
    /**
     * @param {import("../api-types.js").RollProbability[]} distribution
     * @param {Account} known
     */
    draw(distribution, { rolls: count, mean, left }) {
      chart.element.hidden = false;
      none.textContent = "";
      chart.set(distribution, { rolls: count, mean: mean.decimal, finished: left.decimal === 0 });
      const later = distribution[count] ? 1 - distribution[count].cdf.decimal : 0;
      if (left.decimal === 0) none.textContent = `${chance(later)} of all perfect games take longer than yours.`;
    },
    /** @param {string} why  There is no histogram. */
    without(why) {
      chart.element.hidden = true;
      none.textContent = why;
    },
  };
}

/**
 * The average, what the choices and the dice added, and the sum.
 *
 * @param {Account} known
 * @param {boolean} finished
 */
function parts({ rolls: count, mean, left, loss, luck }, finished) {
  const part = (/** @type {string} */ name, /** @type {Node | string} */ value, /** @type {string} */ way) =>
    el("div", { class: way }, el("dt", {}, name), el("dd", {}, value));
  const tone = (/** @type {Amount} */ { decimal }) => (decimal < 0 ? "good" : decimal > 0 ? "bad" : "");
  const all = [
    part("average", number(mean, { kind: "rolls", name: "Rolls of this board on average" }), ""),
    part("choices", number(loss, { kind: "change", name: "What your choices cost" }), tone(loss)),
    part("dice", number(luck, { kind: "change", name: "What the dice cost" }), tone(luck)),
    part("you", String(count), "total"),
  ];
  if (!finished) all.push(part("to go", number(left, { kind: "rolls", name: "Rolls that were left" }), ""));
  return all;
}

/** @param {Account} known */
function compared({ rolls: count, mean }) {
  const difference = count - mean.decimal;
  if (Math.abs(difference) < 0.005) return "just the average";
  return `${write(Math.abs(difference))} ${difference < 0 ? "fewer" : "more"} than average`;
}

/** @param {number} luck */
function sayLuck(luck) {
  if (Math.abs(luck) < 0.005) return "The dice were neither kind nor unkind.";
  const size = write(Math.abs(luck));
  return luck < 0 ? `The dice were kind: they saved you ${size} rolls.` : `The dice were unkind: ${size} rolls.`;
}

/**
 * @param {number} choices
 * @param {number} perfect
 * @param {Amount} loss
 */
function sayChoices(choices, perfect, loss) {
  if (choices === 0) return "They left you no choice in this game.";
  if (perfect === choices)
    return choices === 1 ? "You had one choice, and it was perfect." : `All ${choices} choices were perfect!`;
  const good = `${perfect} of ${plural(choices, "choice")} ${perfect === 1 ? "was" : "were"} perfect`;
  return `${good}; the rest cost ${write(loss)} rolls together, on average.`;
}

/** @param {Review["moves"][number]} move */
function bestCells({ candidates }) {
  return candidates.filter(({ loss }) => loss.decimal === 0).flatMap(({ cells }) => cells);
}

/**
 * @param {Review["moves"][number] & {turn: number}} move
 * @param {Rules} rules
 * @param {(turn: number) => void} onlook
 */
function item(move, rules, onlook) {
  const { turn, roll, cells, loss } = move;
  const good = loss.decimal === 0;
  const verdict = good
    ? el("strong", { class: "good" }, "✓ perfect")
    : el("strong", { class: "bad" }, `✗ cost ${write(loss)} rolls`);
  return el(
    "li",
    {},
    el(
      "span",
      {},
      `Roll ${turn + 1}, a ${roll}: ${nameCells(cells, rules)}. `,
      verdict,
      good ? "" : `; faster: ${nameCells(bestCells(move), rules)}`,
    ),
    button("Look", () => onlook(turn), { "aria-label": `Look at roll ${turn + 1} again` }),
  );
}

/**
 * @param {(Review["moves"][number] & {turn: number})[]} moves
 * @param {Rules} rules
 * @returns {import("../tables.js").Data}
 */
function table(moves, rules) {
  return {
    caption: "Every roll of the game",
    columns: ["number", "roll", "marked", "fastest", "rolls lost"],
    kinds: [null, null, null, null, "rolls"],
    rows: moves.map((move) => [
      move.turn + 1,
      move.roll,
      sentence(nameCells(move.cells, rules)) || "nothing",
      nameCells(bestCells(move), rules),
      move.loss,
    ]),
  };
}
