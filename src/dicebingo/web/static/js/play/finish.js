/** After the game: your rolls compared with the average, luck and skill separately, and every choice. */

import { button, el, fill } from "../dom.js";
import { cost, fromHundredths, sentence, signed, withArticle } from "../format.js";
import { signOf } from "../fractions.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { histogram } from "./histogram.js";
import { compared, printed, sayChoices, sayLonger, sayLuck } from "./sums.js";
import { nameCells } from "./words.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Review} Review */
/** @typedef {import("../types.js").Rules} Rules */

/** @typedef {import("./sums.js").Account} Account */

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
      const chosen = rules.card ? [] : moves.filter((move) => move.candidates.length > 1);
      const perfect = chosen.filter((move) => signOf(move.loss) === 0).length;
      element.hidden = false;
      fill(
        big,
        el("span", { class: "figure" }, String(known.rolls)),
        el("span", { class: "unit" }, known.rolls === 1 ? "roll" : "rolls"),
        el("span", { class: "soft" }, finished ? compared(known) : "and not finished yet"),
      );
      fill(sum, ...parts(known, finished));
      words.textContent = [sayLuck(known), sayChoices(chosen.length, perfect, known)].join(" ");
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
      if (left.decimal === 0) none.textContent = sayLonger(distribution[count]?.cdf);
    },
    /** @param {string} why  There is no histogram. */
    without(why) {
      chart.element.hidden = true;
      none.textContent = why;
    },
  };
}

/**
 * The average, the cost of the choices and of the dice, and the sum.
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
  const all = [
    part("average", number(mean, { kind: "rolls", name: "Average rolls of this board" }), ""),
    part(
      "choices",
      number(loss, { kind: "change", name: "Cost of your choices", text: signed(shown.loss, loss) }),
      tone(loss),
    ),
    part(
      "dice",
      number(luck, { kind: "change", name: "Cost of the dice", text: signed(shown.luck, luck) }),
      tone(luck),
    ),
    part("you", String(count), "total"),
  ];
  if (!finished)
    all.push(
      part("to go", number(left, { kind: "rolls", name: "Rolls still to go", text: fromHundredths(shown.left) }), ""),
    );
  return all;
}

/** @param {Review["moves"][number]} move */
function bestCells({ candidates }) {
  return candidates.filter(({ loss }) => signOf(loss) === 0).flatMap(({ cells }) => cells);
}

/**
 * @param {Review["moves"][number] & {turn: number}} move
 * @param {Rules} rules
 * @param {(turn: number) => void} onlook
 */
function item(move, rules, onlook) {
  const { turn, roll, cells, loss } = move;
  const good = signOf(loss) === 0;
  const verdict = good
    ? el("strong", { class: "good" }, "✓ perfect")
    : el("strong", { class: "bad" }, `✗ cost ${cost(loss)} rolls`);
  return el(
    "li",
    {},
    el(
      "span",
      {},
      `Roll ${turn + 1}, ${withArticle(roll)}: ${nameCells(cells, rules)}. `,
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
  if (rules.card)
    return {
      caption: "Every roll of the game",
      columns: ["number", "roll", "token"],
      rows: moves.map(({ turn, roll, cells }) => [turn + 1, roll, cells.length ? "taken off" : "none left"]),
    };
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
