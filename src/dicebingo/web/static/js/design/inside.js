/**
 * The details of a board: when it finishes, which lines win, wasted rolls, the best changes, and the best cells to
 * mark.
 */

import { ALMOST_ALL, barChart, figure } from "../charts.js";
import { button, el, fill } from "../dom.js";
import { cellName, chance, sentence } from "../format.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { deadlineCard } from "./deadline.js";
import { nameCells, sayLengths } from "./sentences.js";
import { throwTable, usefulThrows } from "./throws.js";
import { whereItWins } from "./where.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../api-types.js").Solution} Solution */

const w = wordsOf("design");

/**
 * @param {object} on
 * @param {() => void} on.oninside
 * @param {(cell: number, value: number) => void} on.onswap
 * @param {(rolls: number) => void} on.onneed
 */
export function insideCards(on) {
  const distribution = figure(w.when, "finishing-roll");
  const deadline = deadlineCard(on.onneed);
  const where = whereItWins();
  const wasted = el("div", { class: "stack" });
  const throws = tableBox("throws");
  const changes = el("div", { class: "stack" });
  const changeBox = tableBox("changes", w.fiveChanges);
  const marks = tableBox("what-to-mark", w.theTable);
  marks.element.open = true;
  const waiting = waitingBox();
  const look = button(w.look, on.oninside, { kind: "primary" });
  const text = el("p", { class: "soft", role: "status" });
  const head = el("div", { class: "inside-head" }, el("h2", {}, w.inside), text, el("div", {}, look), waiting.element);
  const section = (
    /** @type {string} */ title,
    /** @type {Record<string, string>} */ properties,
    /** @type {Node[]} */ ...parts
  ) => el("section", { class: "card", ...properties }, el("h2", {}, title), ...parts);
  const cards = el(
    "div",
    { class: "stack", hidden: true },
    section(w.bestChange, {}, changes, changeBox.element),
    el("section", { class: "card" }, distribution.element),
    deadline.element,
    section(w.where, { "data-choices": "" }, where.element),
    el(
      "div",
      { class: "side-by-side wide" },
      section(w.throws, {}, wasted, throws.element),
      section(w.marks, { "data-choices": "" }, el("p", { class: "soft" }, w.marksAbout), marks.element),
    ),
  );
  // These sections are hidden for cards, which have only one line and offer no choices between cells.
  const choices = cards.querySelectorAll("[data-choices]");
  const element = el("div", { class: "stack", hidden: true }, head, cards);

  /**
   * Show a message, or offer to examine the board. Unless `stale` is false, old results stay visible but dimmed.
   *
   * @param {{words?: string, offer?: boolean, stale?: boolean, busy?: boolean}} state
   */
  const put = ({ words = "", offer = false, stale = true, busy = false }) => {
    text.textContent = words;
    look.hidden = !offer;
    cards.inert = stale;
    cards.classList.toggle("stale", stale);
    cards.classList.toggle("busy", busy);
    element.hidden = !words && !offer && cards.hidden;
  };

  return {
    element,
    waiting,
    deadline,
    /** @param {import("../api-types.js").SolveQuestion} question  A question that takes several seconds. */
    ask: (question) => waiting.ask("solve", question, w.examining),
    /** Clear everything when the rules change. */
    forget() {
      cards.hidden = true;
    },
    /** Dim the old answers while the new ones are pending. */
    wait: () => put({ busy: true }),
    /** Show `words` instead of new results. @param {string} words */
    leave: (words) => put({ words }),
    offer: () => put({ words: w.large, offer: true }),
    /** @param {string} words */
    none(words) {
      cards.hidden = true;
      put({ words });
    },
    /**
     * @param {Solution} solution  The solution in which ties between equally good cells are broken at random.
     * @param {import("../api-types.js").Reasons | null} ordered  How often each line wins and each cell is marked
     *   if the first of several equally good cells is always marked; null if unknown.
     * @param {Position} position
     * @param {Rules} rules
     */
    set(solution, ordered, position, rules) {
      if (solution.distribution) showDistribution(distribution, solution);
      for (const one of choices) /** @type {HTMLElement} */ (one).hidden = Boolean(rules.card);
      if (solution.why) {
        if (!rules.card) where.set(solution.why, ordered, position, rules);
        showChanges(changes, changeBox, solution.why.changes, position, rules, on.onswap);
      }
      fill(wasted, ...usefulThrows(solution, position, rules));
      throws.set(throwTable(position, rules));
      if (!rules.card) showMarks(marks, solution, rules);
      cards.hidden = false;
      put({ stale: false });
    },
  };
}

/**
 * @param {import("../charts.js").Figure} chart
 * @param {Solution} solution
 */
function showDistribution(chart, { distribution = [], expected_rolls: mean, standard_deviation: deviation }) {
  const started = distribution.findIndex(({ pmf }) => pmf.decimal > 0);
  const enough = distribution.findIndex(({ cdf }) => cdf.decimal >= ALMOST_ALL);
  const shown = distribution.slice(Math.max(0, started), enough < 0 ? undefined : enough + 1);
  const { most, over } = sayLengths(distribution, mean.decimal, deviation.decimal);
  const label = w.finishLabel(mode(shown), over);
  const bars = shown.map(({ roll, pmf }) => ({ roll, share: pmf.decimal }));
  const caption = el("p", { class: "soft" }, `${sentence([most, over].filter(Boolean).join("; "))}.`);
  chart.set(
    {
      caption: w.finishing,
      columns: w.finishColumns,
      kinds: [null, "chance", "chance"],
      rows: distribution.map(({ roll, pmf, cdf }) => [roll, pmf, cdf]),
    },
    (width) => barChart(bars, { mean: mean.decimal, label, width }),
    caption,
  );
}

/** @param {{roll: number, pmf: {decimal: number}}[]} shown */
function mode(shown) {
  return shown.reduce((best, entry) => (entry.pmf.decimal > best.pmf.decimal ? entry : best)).roll;
}

/**
 * @param {HTMLElement} container
 * @param {import("../tables.js").TableBox} box
 * @param {import("../api-types.js").Change[]} changes
 * @param {Position} position
 * @param {Rules} rules
 * @param {(cell: number, value: number) => void} onswap
 */
function showChanges(container, box, changes, position, rules, onswap) {
  const best = changes.find(({ gain }) => signOf(gain) > 0);
  box.element.hidden = changes.length === 0;
  box.set({
    caption: w.changesCaption,
    columns: w.changeColumns,
    kinds: [null, null, null, "rolls", "rolls"],
    rows: changes.map(({ cell, value, expected_rolls: after, gain }) => [
      rules.card ? w.aToken : sentence(cellName(cell, rules)),
      position.values[cell],
      value,
      after,
      gain,
    ]),
  });
  if (!best) return fill(container, el("p", {}, rules.card ? w.noMove : w.noSwap));
  const { cell, value, gain, expected_rolls: after } = best;
  const from = position.values[cell];
  const to = el("strong", {}, String(value));
  const saved = el("strong", {}, number(gain, { kind: "cost", name: w.savedName }));
  const now = number(after, { kind: "rolls", name: w.afterName });
  const text = rules.card
    ? w.move(from, to, saved, now)
    : w.swap(sentence(cellName(cell, rules)), from, to, saved, now);
  const swap = button(w.doIt, () => onswap(cell, value));
  return fill(container, el("div", { class: "suggestion" }, el("p", {}, ...text), swap));
}

/**
 * @param {import("../tables.js").TableBox} box
 * @param {Solution} solution
 * @param {Rules} rules
 */
function showMarks(box, { optimal_cells: cells, rolls_left: left }, rules) {
  const rows = rules.values.map((value, i) => {
    const names = nameCells(cells[String(value)] ?? [], rules, w.anyOf);
    return [value, chance(rules.weights[i] / rules.total), names || w.wasted, left[String(value)] ?? null];
  });
  box.set({
    caption: w.marksCaption,
    columns: w.markColumns,
    kinds: [null, null, null, "rolls"],
    rows,
  });
}
