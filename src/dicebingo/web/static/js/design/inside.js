/** What is inside a board: when it finishes, where it wins, what is wasted, what would help, what to mark. */

import { BoardView } from "../board.js";
import { ALMOST_ALL, barChart, figure } from "../charts.js";
import { button, el, fill } from "../dom.js";
import { cellName, decimal, lineName, percent, sentence } from "../format.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { throwTable, usefulThrows } from "./throws.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../api-types.js").Solve} Solution */

/** @param {{oninside: () => void, onswap: (cell: number, value: number) => void}} on */
export function insideCards(on) {
  const distribution = figure("When does it finish?", "finishing-roll");
  const where = whereItWins();
  const wasted = el("div", { class: "stack" });
  const throws = tableBox("throws");
  const changes = el("div", { class: "stack" });
  const changeBox = tableBox("changes", "The five best changes");
  const marks = tableBox("what-to-mark", "The table");
  marks.element.open = true;
  const waiting = waitingBox();
  const look = button("Look inside (takes a few seconds)", on.oninside, { kind: "primary" });
  const ask = el(
    "section",
    { class: "card", hidden: true },
    el("h2", {}, "Inside this board"),
    el("p", {}, "A board of this size has many thousands of positions."),
    el("div", {}, look),
    waiting.element,
  );
  const cards = el(
    "div",
    { class: "stack" },
    el("section", { class: "card" }, el("h2", {}, "One change that helps most"), changes, changeBox.element),
    el("section", { class: "card" }, distribution.element),
    el("section", { class: "card" }, el("h2", {}, "Where it wins"), where.element),
    el(
      "div",
      { class: "side-by-side wide" },
      el("section", { class: "card" }, el("h2", {}, "Which throws are useful"), wasted, throws.element),
      el(
        "section",
        { class: "card" },
        el("h2", {}, "What to mark first"),
        el(
          "p",
          { class: "soft" },
          "For every roll, the best cell on the board as it stands. " +
            "Cells are numbered from 0, row by row; where several are listed, they are equally good.",
        ),
        marks.element,
      ),
    ),
  );
  const element = el("div", { class: "stack" }, ask, cards);

  return {
    element,
    waiting,
    /** @param {import("../api-types.js").SolveQuestion} question  That takes some seconds. */
    ask: (question) => waiting.ask("solve", question, "Looking at every position"),
    /** @param {"cards" | "ask" | "nothing"} what */
    show(what) {
      ask.hidden = what !== "ask";
      cards.hidden = what !== "cards";
    },
    /**
     * @param {Solution} solution
     * @param {Position} position
     * @param {Rules} rules
     */
    set(solution, position, rules) {
      if (solution.distribution) showDistribution(distribution, solution);
      if (solution.why) {
        where.set(solution.why, position, rules);
        showChanges(changes, changeBox, solution.why.changes, position, rules, on.onswap);
      }
      fill(wasted, ...usefulThrows(solution, position, rules));
      throws.set(throwTable(position, rules));
      showMarks(marks, solution, rules);
    },
  };
}

/**
 * @param {import("../charts.js").Figure} chart
 * @param {Solution} solution
 */
function showDistribution(chart, { distribution = [], expected_rolls: mean }) {
  const started = distribution.findIndex(({ pmf }) => pmf.decimal > 0);
  const enough = distribution.findIndex(({ cdf }) => cdf.decimal >= ALMOST_ALL);
  const shown = distribution.slice(Math.max(0, started), enough < 0 ? undefined : enough + 1);
  const half = distribution.find(({ cdf }) => cdf.decimal >= 0.5)?.roll ?? "?";
  const over = `half of all games are over by roll ${half}.`;
  const label = `The chance to finish at each roll, highest at roll ${mode(shown)}; ${over}`;
  const bars = shown.map(({ roll, pmf }) => ({ roll, share: pmf.decimal }));
  const caption = el("p", { class: "soft" }, sentence(over));
  const rows = distribution.map(({ roll, pmf, cdf }) => [roll, pmf, cdf]);
  chart.set(
    { caption: "The finishing roll", columns: ["roll", "chance to finish here", "finished by now"], rows },
    (width) => barChart(bars, { mean: mean.decimal, label, width }),
    caption,
  );
}

/** @param {{roll: number, pmf: {decimal: number}}[]} shown */
function mode(shown) {
  return shown.reduce((best, entry) => (entry.pmf.decimal > best.pmf.decimal ? entry : best)).roll;
}

function whereItWins() {
  const board = new BoardView({ label: "How often each cell is marked when the game ends", size: "small" });
  const list = el("ul", { class: "bars" });
  const box = tableBox("lines-and-cells");
  const caption = el(
    "p",
    { class: "soft" },
    "The warmer a cell, the more often it is marked when the game ends. The thicker a line, the more often it wins.",
  );
  return {
    element: el(
      "div",
      { class: "stack" },
      caption,
      el("div", { class: "side-by-side" }, board.element, list),
      box.element,
    ),
    /**
     * @param {import("../api-types.js").Why} why
     * @param {Position} position
     * @param {Rules} rules
     */
    set({ lines, cells }, position, rules) {
      const most = Math.max(...lines.map((line) => line.probability.decimal));
      board.update(rules, {
        ...position,
        heat: cells.map((share) => share.decimal),
        corners: cells.map((share) => percent(share, 0)),
        lines: lines.map((line) => ({ cells: line.cells, weight: line.probability.decimal / most })),
      });
      const sorted = [...lines].sort((a, b) => b.probability.decimal - a.probability.decimal);
      fill(list, ...sorted.map((line) => lineBar(line, most, rules)));
      box.set({
        caption: "How often a line wins, and how often a cell is marked at the end",
        columns: ["line or cell", "chance"],
        rows: [
          ...lines.map((line) => [`${lineName(line.cells, rules)} (${line.cells.join(" ")})`, line.probability]),
          ...cells.map((share, cell) => [`cell ${cell} (${cellName(cell, rules)})`, share]),
        ],
      });
    },
  };
}

/**
 * @param {{cells: number[], probability: import("../api-types.js").Number}} line
 * @param {number} most
 * @param {Rules} rules
 */
function lineBar({ cells, probability }, most, rules) {
  const bar = el("span", { class: "fill" });
  bar.style.setProperty("--share", String(probability.decimal / most));
  return el(
    "li",
    {},
    el("span", {}, sentence(lineName(cells, rules))),
    el("span", { class: "track" }, bar),
    el("span", { class: "amount" }, percent(probability)),
  );
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
  const best = changes.find((change) => change.gain.decimal > 0);
  box.element.hidden = changes.length === 0;
  box.set({
    caption: "The best changes of one cell",
    columns: ["cell", "where", "from", "to", "expected rolls", "rolls saved"],
    rows: changes.map(({ cell, value, expected_rolls: rolls, gain }) => [
      cell,
      cellName(cell, rules),
      position.values[cell],
      value,
      rolls,
      gain,
    ]),
  });
  if (!best)
    return fill(
      container,
      el("p", {}, "No change of a single cell makes this board faster. Proven by trying all of them."),
    );
  const { cell, value, gain, expected_rolls: rolls } = best;
  const text = el(
    "p",
    {},
    `${sentence(cellName(cell, rules))}: write `,
    el("strong", {}, String(value)),
    ` instead of ${position.values[cell]}. That saves `,
    el("strong", {}, `${decimal(gain)} rolls`),
    ` (${decimal(rolls)} on average).`,
  );
  return fill(
    container,
    el(
      "div",
      { class: "suggestion" },
      text,
      button("Do it", () => onswap(cell, value)),
    ),
  );
}

/**
 * @param {import("../tables.js").TableBox} box
 * @param {Solution} solution
 * @param {Rules} rules
 */
function showMarks(box, { optimal_cells: cells, rolls_left: left }, rules) {
  const rows = rules.values.map((value, i) => {
    const best = cells[String(value)] ?? [];
    const names = best.length === 1 ? `${best[0]} (${cellName(best[0], rules)})` : best.join(", ");
    return [value, `${rules.weights[i]}/${rules.total}`, names || "wasted", left[String(value)] ?? null];
  });
  box.set({ caption: "What to mark", columns: ["roll", "chance", "mark cell", "rolls left"], rows });
}
