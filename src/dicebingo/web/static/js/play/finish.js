/** After the game: your rolls compared with the average, your luck, your skill, and every choice you made. */

import { button, el, fill } from "../dom.js";
import { cost, fromHundredths, rolls, sentence, signed, withArticle } from "../format.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { costChart } from "./costs.js";
import { histogram } from "./histogram.js";
import { nameCells } from "./sentences.js";
import { compared, printed, sayChoices, sayLonger, sayLuck } from "./sums.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Review} Review */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./sums.js").Account} Account */

const w = wordsOf("play");

/** @param {{onlook: (turn: number) => void, onagain: () => void, onsame: () => void}} on */
export function finishCard(on) {
  const head = el("h2", { tabindex: -1 }, w.how);
  const big = el("p", { class: "headline" });
  const guessed = el("p", { "data-test": "guessed" });
  const sum = el("dl", { class: "sum" });
  const words = el("p", {});
  const chart = histogram();
  const none = el("p", { class: "soft small" });
  const waiting = waitingBox();
  const choices = costChart(on.onlook);
  const box = tableBox("review", w.everyRoll);
  const links = el("div", { class: "row" });
  const same = button(w.sameAgain, on.onsame);
  const element = el(
    "section",
    { class: "card finish", "data-test": "finish", hidden: true, "aria-label": w.how },
    head,
    big,
    guessed,
    sum,
    words,
    choices.element,
    chart.element,
    none,
    waiting.element,
    box.element,
    el("div", { class: "row" }, button(w.playAgain, on.onagain, { kind: "primary" }), same),
    links,
  );

  return {
    element,
    head,
    waiting,
    same,
    look: choices.look,
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
     * @param {number | null} guess
     */
    set(known, review, rules, guess) {
      const finished = known.left.decimal === 0;
      const moves = review.moves.map((move, turn) => ({ ...move, turn }));
      const chosen = rules.card ? [] : moves.filter((move) => move.candidates.length > 1);
      const perfect = chosen.filter((move) => signOf(move.loss) === 0).length;
      element.hidden = false;
      fill(
        big,
        el("span", { class: "figure" }, String(known.rolls)),
        el("span", { class: "unit" }, w.rollUnit(known.rolls)),
        el("span", { class: "soft" }, finished ? compared(known) : w.notFinished),
      );
      guessed.hidden = guess === null;
      if (guess !== null)
        guessed.textContent = finished
          ? w.guessed(guess, known.rolls, rolls(known.mean))
          : w.guessedUnfinished(guess, rolls(known.mean));
      fill(sum, ...parts(known, finished));
      words.textContent = [sayLuck(known), sayChoices(chosen.length, perfect, known)].join(" ");
      choices.set(chosen, (move) => sayChoice(move, rules));
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
      if (left.decimal === 0) none.textContent = sayLonger(distribution[count]?.cdf);
    },
    /** Show why there is no histogram. @param {string} why */
    without(why) {
      chart.element.hidden = true;
      none.textContent = why;
    },
  };
}

/**
 * The length of a game as a sum: the average, the cost of the choices, and the cost of the dice.
 *
 * @param {Account} account
 * @param {boolean} finished
 */
function parts(account, finished) {
  const { rolls: count, mean, left, loss, luck } = account;
  const shown = printed(account);
  const part = (/** @type {string} */ name, /** @type {Node | string} */ value, /** @type {string} */ way) =>
    el("div", { class: way }, el("dt", {}, name), el("dd", {}, value));
  const tone = (/** @type {Amount} */ amount) => ["good", "", "bad"][1 + signOf(amount)];
  const change = (/** @type {Amount} */ amount, /** @type {number} */ hundredths, /** @type {string} */ name) =>
    number(amount, { kind: "change", name, text: signed(hundredths, amount) });
  const all = [
    part(w.parts.average, number(mean, { kind: "rolls", name: w.averageOfBoard }), ""),
    part(w.parts.choices, change(loss, shown.loss, w.costOfChoices), tone(loss)),
    part(w.parts.dice, change(luck, shown.luck, w.costOfDice), tone(luck)),
    part(w.parts.you, String(count), "total"),
  ];
  if (!finished) {
    const text = fromHundredths(shown.left);
    all.push(part(w.parts.left, number(left, { kind: "rolls", name: w.stillToGo, text }), ""));
  }
  return all;
}

/** @typedef {Review["moves"][number] & {turn: number}} Move */

/** @param {Move} move */
function bestCells({ candidates }) {
  return candidates.filter(({ loss }) => signOf(loss) === 0).flatMap(({ cells }) => cells);
}

/**
 * @param {Move} move
 * @param {Rules} rules
 */
function sayChoice(move, rules) {
  const { turn, roll, cells, loss } = move;
  const marked = /** @type {const} */ ([turn + 1, withArticle(roll), nameCells(cells, rules)]);
  if (signOf(loss) === 0) return w.wasPerfect(...marked);
  return w.wasSlower(...marked, cost(loss), nameCells(bestCells(move), rules));
}

/**
 * @param {Move[]} moves
 * @param {Rules} rules
 * @returns {import("../tables.js").Data}
 */
function table(moves, rules) {
  if (rules.card)
    return {
      caption: w.everyRollCaption,
      columns: w.cardColumns,
      rows: moves.map(({ turn, roll, cells }) => [turn + 1, roll, cells.length ? w.takenOff : w.noneLeft]),
    };
  return {
    caption: w.everyRollCaption,
    columns: w.rollColumns,
    kinds: [null, null, null, null, "rolls"],
    rows: moves.map((move) => [
      move.turn + 1,
      move.roll,
      sentence(nameCells(move.cells, rules)) || w.nothing,
      nameCells(bestCells(move), rules),
      move.loss,
    ]),
  };
}
