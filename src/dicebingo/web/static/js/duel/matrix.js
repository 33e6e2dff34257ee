/** The matrix of all pairs of choices; selecting a row and a column highlights their cells on the boards. */

import { button, el, fill } from "../dom.js";
import { LETTERS, sentence } from "../format.js";
import { wordsOf } from "../language.js";
import { nameOf, support } from "../nash.js";
import { number } from "../number.js";
import { tableBox } from "../tables.js";
import { choiceName } from "./plan.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("./plan.js").Moment} Moment */
/** @typedef {(number | null)[]} Spot  A row and a column; null stands for all rows or columns. */

const w = wordsOf("duel");

/** @param {(spot: Spot) => void} onlight  Called with the row and column to highlight. */
export function matrixCard(onlight) {
  /** @type {Spot} */
  let pinned = [null, null];
  const place = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": w.matrix.every });
  const pairs = tableBox("payoffs", w.matrix.pairs);
  const plans = tableBox("equilibria", w.matrix.plans);
  const reading = el("p", { class: "soft small" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, w.matrix.title),
    place,
    reading,
    pairs.element,
    plans.element,
  );

  /** @param {Spot} spot */
  function show(spot) {
    for (const square of place.querySelectorAll("[data-spot]")) {
      const [row, column] = (square.getAttribute("data-spot") ?? "").split(" ");
      const fits = (/** @type {string} */ mine, /** @type {number | null} */ wanted) =>
        wanted === null || mine === "" || Number(mine) === wanted;
      const some = (row !== "" && spot[0] !== null) || (column !== "" && spot[1] !== null);
      square.classList.toggle("lit", some && fits(row, spot[0]) && fits(column, spot[1]));
    }
    onlight(spot);
  }

  /**
   * @param {number | null} row
   * @param {number | null} column
   */
  function points(row, column) {
    const spot = [row, column];
    const mouse = (/** @type {() => Spot} */ where) => (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "mouse") show(where());
    };
    return {
      "data-spot": `${row ?? ""} ${column ?? ""}`,
      onpointerenter: mouse(() => spot),
      onpointerleave: mouse(() => pinned),
      onfocusin: () => show(spot),
      onfocusout: () => show(pinned),
      onclick: () => pin(spot),
    };
  }

  /** Keep a row and a column highlighted. @param {Spot} spot */
  function pin(spot) {
    pinned = spot;
    show(spot);
  }

  return {
    element,
    pin,
    /**
     * @param {Nash} nash
     * @param {Moment} moment
     */
    set(nash, moment) {
      pinned = [null, null];
      fill(place, drawn(nash, moment, points));
      onlight(pinned);
      reading.textContent = readingHelp(nash);
      pairs.set(pairTable(nash, moment));
      plans.set(planTable(nash, moment));
    },
  };
}

/** @param {Nash} nash */
function readingHelp({ objective, continuation }) {
  const { thenFast, thenWin, wantWins, wantScore, signs } = w.matrix;
  const after = continuation === "solo" ? thenFast : thenWin;
  return [after, objective === "win" ? wantWins : wantScore, signs].join(" ");
}

/**
 * @param {Nash} nash
 * @param {Moment} moment
 * @param {(row: number | null, column: number | null) => Record<string, any>} points
 */
function drawn({ actions, payoffs, best_replies: best, pure }, moment, points) {
  const [rows, columns] = actions;
  const name = (/** @type {number} */ player, /** @type {number | null} */ action) =>
    choiceName(moment, player, nameOf(action));
  const head = (/** @type {number} */ player, /** @type {number | null} */ action) =>
    button(name(player, action), () => {}, {
      kind: "quiet",
      "aria-label": w.matrix.show(LETTERS[player], name(player, action)),
    });
  const top = el(
    "tr",
    {},
    el("td", { class: "corner-cell" }, el("span", { class: "one" }, "A ↓"), " ", el("span", { class: "two" }, "B →")),
    ...columns.map((action, j) => el("th", { scope: "col", class: "two", ...points(null, j) }, head(1, action))),
  );
  const body = rows.map((row, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "one", ...points(i, null) }, head(0, row)),
      ...columns.map((column, j) => {
        const stable = pure.some(([a, b]) => a === row && b === column);
        const both = w.matrix.both(name(0, row), name(1, column));
        return el(
          "td",
          { class: stable ? "equilibrium" : null, ...points(i, j) },
          entry(0, payoffs[i][j].first, best.first[j].includes(row), both),
          entry(1, payoffs[i][j].second, best.second[i].includes(column), both),
          stable && el("span", { class: "visually-hidden" }, w.matrix.stays),
        );
      }),
    ),
  );
  return el(
    "table",
    { class: "matrix" },
    el("caption", {}, w.matrix.caption(moment.roll)),
    el("thead", {}, top),
    el("tbody", {}, ...body),
  );
}

/**
 * @param {number} player
 * @param {import("../api-types.js").Number} share
 * @param {boolean} isBest
 * @param {string} both
 */
function entry(player, share, isBest, both) {
  return el(
    "span",
    { class: `payoff ${player ? "two" : "one"}${isBest ? " best" : ""}` },
    el("span", { class: "small" }, LETTERS[player]),
    number(share, { kind: "chance", name: w.matrix.wins(LETTERS[player], both) }),
    isBest && el("span", { class: "star", "aria-label": w.matrix.bestReply, role: "img" }, "★"),
  );
}

/**
 * @param {Nash} nash
 * @param {Moment} moment
 * @returns {import("../tables.js").Data}
 */
function pairTable({ actions: [rows, columns], payoffs, roll }, moment) {
  return {
    caption: w.matrix.pairCaption(roll),
    columns: w.matrix.pairColumns,
    kinds: [null, null, "chance", "chance", "chance"],
    rows: payoffs.flatMap((row, i) =>
      row.map(({ first, second, tie }, j) => [
        sentence(choiceName(moment, 0, nameOf(rows[i]))),
        choiceName(moment, 1, nameOf(columns[j])),
        first,
        second,
        tie,
      ]),
    ),
  };
}

/**
 * @param {Nash} nash
 * @param {Moment} moment
 * @returns {import("../tables.js").Data}
 */
function planTable({ equilibria, degenerate }, moment) {
  return {
    caption: degenerate ? w.matrix.infinite : w.matrix.all,
    columns: w.matrix.planColumns,
    kinds: [null, null, null, "chance"],
    rows: equilibria.flatMap((plan, i) =>
      /** @type {const} */ (["first", "second"]).flatMap((who, player) =>
        support(plan[who]).map((action) => [
          i + 1,
          LETTERS[player],
          choiceName(moment, player, action),
          plan[who][action],
        ]),
      ),
    ),
  };
}
