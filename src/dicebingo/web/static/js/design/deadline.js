/** The card "I need a bingo within 8 rolls", which shows the probability and the cells to mark. */

import { BoardView } from "../board.js";
import { barList } from "../bars.js";
import { allow, button, el, fill } from "../dom.js";
import { withArticle } from "../format.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { waitingBox } from "../waiting.js";
import { sayInTime, sayLater, sayMark } from "./sentences.js";

/** @typedef {import("../api-types.js").DeadlinePlay} Deadline */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

export const MOST_ROLLS = 60;

/** @param {(rolls: number) => void} onneed */
export function deadlineCard(onneed) {
  let rolls = 1;
  const amount = el("output", { class: "amount" });
  const step = (/** @type {string} */ sign, /** @type {number} */ by, /** @type {string} */ label) =>
    button(sign, () => onneed(Math.min(MOST_ROLLS, Math.max(1, rolls + by))), { "aria-label": label });
  const [less, more] = [step("−", -1, w.fewer), step("+", 1, w.more)];
  const look = button(w.likely, () => onneed(rolls), { kind: "primary" });
  const answer = el("div", { class: "stack" });
  const result = el("div", { role: "status" }, answer);
  const waiting = waitingBox();
  const element = el(
    "section",
    { class: "card", "data-test": "deadline" },
    el(
      "div",
      { class: "deadline-head" },
      el("h2", {}, w.deadline),
      el("div", { class: "stepper" }, less, amount, more),
      el("span", { class: "deadline-unit" }, w.deadlineUnit),
    ),
    el("div", {}, look),
    waiting.element,
    result,
  );
  const card = {
    element,
    waiting,
    /**
     * Show the chosen number of rolls immediately. Dim the previous answer or, with `offer`, remove it.
     *
     * @param {number} wanted
     * @param {{offer: boolean}} how  Whether to offer a button instead of asking immediately, because computing the
     *   answer takes a long time.
     */
    want(wanted, { offer }) {
      rolls = wanted;
      amount.textContent = String(wanted);
      allow(less, { possible: wanted > 1, reason: w.fewest });
      allow(more, { possible: wanted < MOST_ROLLS, reason: w.mostRolls(MOST_ROLLS) });
      look.hidden = !offer;
      answer.inert = answer.classList.toggle("stale", !offer);
      if (offer) fill(answer);
    },
    /**
     * @param {Deadline} found
     * @param {Position} position
     * @param {Rules} rules
     */
    set(found, position, rules) {
      look.hidden = true;
      answer.inert = answer.classList.toggle("stale", false);
      fill(
        answer,
        barList([
          bar(w.forDeadline, found.in_time, w.forDeadlineName),
          bar(w.forSpeed, found.fastest_in_time, w.forSpeedName),
        ]),
        ...words(found, position, rules),
      );
    },
    /**
     * @param {number} wanted
     * @param {import("../api-types.js").SolveQuestion} body
     * @param {Position} position
     * @param {Rules} rules
     */
    async ask(wanted, body, position, rules) {
      card.want(wanted, { offer: false });
      const question = { ...body, deadline: wanted, tie_break: /** @type {const} */ ("random") };
      const solution = await waiting.ask("solve", question, w.looking);
      if (solution?.deadline) card.set(solution.deadline, position, rules);
    },
  };
  return card;
}

/**
 * @param {string} name
 * @param {import("../api-types.js").Number} share
 * @param {string} meaning
 */
function bar(name, share, meaning) {
  return { name, share: share.decimal, amount: number(share, { kind: "chance", name: meaning }) };
}

/**
 * @param {Deadline} found
 * @param {Position} position
 * @param {Rules} rules
 * @returns {Node[]}
 */
function words(found, position, rules) {
  const { loss, marks, likeliest } = found;
  const marked = position.marked.some((mark, cell) => mark && !rules.free.includes(cell));
  const plain = sayInTime(found, marked);
  if (plain) return [el("p", { class: "soft" }, plain)];
  const cost =
    signOf(loss) === 0
      ? el("p", { class: "soft" }, w.asFast)
      : el("p", { class: "soft" }, ...w.extra(number(loss, { kind: "cost", name: w.extraName })));
  const first = marks.filter(({ gain }) => signOf(gain) > 0);
  if (first.length)
    return [cost, ...first.map((mark) => el("p", {}, w.onRoll(withArticle(mark.roll), sayMark(mark, rules))))];
  const [later] = likeliest;
  if (!later) return [cost];
  const board = new BoardView({ label: w.matters, size: "tiny" });
  board.update(rules, {
    values: position.values,
    marked: position.marked.map((_, cell) => later.marked.includes(cell)),
    can: later.cells,
  });
  return [cost, el("div", { class: "deadline-case" }, board.element, el("p", {}, sayLater(later, rules)))];
}
