/** The details of a board: when it finishes, where it wins, wasted rolls, best changes, and cells to mark. */

import { ALMOST_ALL, barChart, figure } from "../charts.js";
import { button, el, fill } from "../dom.js";
import { cellName, chance, sentence } from "../format.js";
import { signOf } from "../fractions.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { deadlineCard } from "./deadline.js";
import { sayLengths } from "./sentences.js";
import { throwTable, usefulThrows } from "./throws.js";
import { whereItWins } from "./where.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../api-types.js").Solution} Solution */

/**
 * @param {object} on
 * @param {() => void} on.oninside
 * @param {(cell: number, value: number) => void} on.onswap
 * @param {(rolls: number) => void} on.onneed
 */
export function insideCards(on) {
  const distribution = figure("When does it finish?", "finishing-roll");
  const deadline = deadlineCard(on.onneed);
  const where = whereItWins();
  const wasted = el("div", { class: "stack" });
  const throws = tableBox("throws");
  const changes = el("div", { class: "stack" });
  const changeBox = tableBox("changes", "The five best changes");
  const marks = tableBox("what-to-mark", "The table");
  marks.element.open = true;
  const waiting = waitingBox();
  const look = button("Look inside", on.oninside, { kind: "primary" });
  const text = el("p", { class: "soft", role: "status" });
  const head = el(
    "div",
    { class: "inside-head" },
    el("h2", {}, "Inside this board"),
    text,
    el("div", {}, look),
    waiting.element,
  );
  const section = (
    /** @type {string} */ title,
    /** @type {Record<string, string>} */ properties,
    /** @type {Node[]} */ ...parts
  ) => el("section", { class: "card", ...properties }, el("h2", {}, title), ...parts);
  const cards = el(
    "div",
    { class: "stack", hidden: true },
    section("The change that helps most", {}, changes, changeBox.element),
    el("section", { class: "card" }, distribution.element),
    deadline.element,
    section("Where it wins", { "data-choices": "" }, where.element),
    el(
      "div",
      { class: "side-by-side wide" },
      section("Which throws are useful", {}, wasted, throws.element),
      section(
        "What to mark first",
        { "data-choices": "" },
        el("p", { class: "soft" }, "The best cell to mark for each first roll."),
        marks.element,
      ),
    ),
  );
  // On a card, tokens on a number are alike: there is nothing to choose, and only one line.
  const choices = cards.querySelectorAll("[data-choices]");
  const element = el("div", { class: "stack", hidden: true }, head, cards);

  /**
   * The old content stays, dimmed.
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
    /** @param {import("../api-types.js").SolveQuestion} question  That takes some seconds. */
    ask: (question) => waiting.ask("solve", question, "Examining every position"),
    /** Clear everything for other rules. */
    forget() {
      cards.hidden = true;
    },
    /** Show that the answers are pending. */
    wait: () => put({ busy: true }),
    /** @param {string} words  There is nothing new to say. */
    leave: (words) => put({ words }),
    offer: () => put({ words: "A board of this size has many thousands of positions.", offer: true }),
    /** @param {string} words */
    none(words) {
      cards.hidden = true;
      put({ words });
    },
    /**
     * @param {Solution} solution  The solution with equally good cells marked at random.
     * @param {import("../api-types.js").Reasons | null} ordered  The reasons with the first of equally good cells
     * marked, if known.
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
  const label = `The chance to finish at each roll, highest at roll ${mode(shown)}; ${over}.`;
  const bars = shown.map(({ roll, pmf }) => ({ roll, share: pmf.decimal }));
  const caption = el("p", { class: "soft" }, `${sentence([most, over].filter(Boolean).join("; "))}.`);
  chart.set(
    {
      caption: "The finishing roll",
      columns: ["roll", "chance to finish here", "finished by now"],
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
    caption: "The best changes of one cell",
    columns: ["where", "from", "to", "rolls on average", "rolls saved"],
    kinds: [null, null, null, "rolls", "rolls"],
    rows: changes.map(({ cell, value, expected_rolls: after, gain }) => [
      rules.card ? "A token" : sentence(cellName(cell, rules)),
      position.values[cell],
      value,
      after,
      gain,
    ]),
  });
  if (!best)
    return fill(
      container,
      el(
        "p",
        {},
        rules.card
          ? "Moving a single token cannot make this card faster. Proven by trying every move."
          : "No change of a single cell makes this board faster. Proven by trying every change.",
      ),
    );
  const { cell, value, gain, expected_rolls: after } = best;
  const text = el(
    "p",
    {},
    rules.card ? `Move a token from ${position.values[cell]} to ` : `${sentence(cellName(cell, rules))}: write `,
    el("strong", {}, String(value)),
    rules.card ? ". That saves " : ` instead of ${position.values[cell]}. That saves `,
    el("strong", {}, number(gain, { kind: "cost", name: "Rolls saved" }), " rolls"),
    ", down to ",
    number(after, { kind: "rolls", name: "Rolls on average after the change" }),
    " on average.",
  );
  const swap = button("Do it", () => onswap(cell, value));
  return fill(container, el("div", { class: "suggestion" }, text, swap));
}

/**
 * @param {import("../tables.js").TableBox} box
 * @param {Solution} solution
 * @param {Rules} rules
 */
function showMarks(box, { optimal_cells: cells, rolls_left: left }, rules) {
  const rows = rules.values.map((value, i) => {
    const best = cells[String(value)] ?? [];
    const names =
      best.length > 3 ? `any of ${best.length} cells` : best.map((one) => cellName(one, rules)).join(" or ");
    return [value, chance(rules.weights[i] / rules.total), names || "wasted", left[String(value)] ?? null];
  });
  box.set({
    caption: "What to mark; if several cells are listed, they are equally good",
    columns: ["roll", "chance", "mark", "rolls left"],
    kinds: [null, null, null, "rolls"],
    rows,
  });
}
