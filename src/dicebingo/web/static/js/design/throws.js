/** Shows useful and wasted throws: as 36 squares for two dice, and otherwise as a bar for each value. */

import { barList } from "../bars.js";
import { el } from "../dom.js";
import { chance } from "../format.js";
import { wordsOf } from "../language.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../api-types.js").Solution} Solution */

const w = wordsOf("design");
const FACES = [1, 2, 3, 4, 5, 6];

/** The values of open cells. @param {Position} position */
function usefulValues({ values, marked }) {
  return new Set(values.filter((value, cell) => value !== null && !marked[cell]));
}

/**
 * @param {Position} position
 * @param {Rules} rules
 */
export function throwTable(position, rules) {
  const useful = usefulValues(position);
  const rows = rules.values.map((value, i) => [
    value,
    rules.weights[i],
    rules.total,
    useful.has(value) ? w.useful : w.wasted,
  ]);
  return { caption: w.theRolls, columns: w.throwColumns, rows };
}

/**
 * @param {Solution} solution
 * @param {Position} position
 * @param {Rules} rules
 * @returns {Node[]}
 */
export function usefulThrows({ why }, position, rules) {
  const useful = usefulValues(position);
  const ways = rules.values.reduce((sum, value, i) => sum + (useful.has(value) ? rules.weights[i] : 0), 0);
  const text = [w.throwsNow(ways, rules.total, chance(ways / rules.total))];
  if (why) text.push(w.throwsWasted(chance(why.wasted)));
  const drawing =
    rules.dice === "2d6"
      ? square(useful, (a, b) => a + b)
      : rules.dice === "product(2d6)"
        ? square(useful, (a, b) => a * b)
        : bars(useful, rules);
  return [el("p", {}, text.join(" ")), drawing];
}

/**
 * @param {Set<number | null>} useful
 * @param {(a: number, b: number) => number} combine
 */
function square(useful, combine) {
  const head = el(
    "tr",
    {},
    el("td", { class: "blank" }),
    ...FACES.map((face) => el("th", { scope: "col" }, String(face))),
  );
  const body = FACES.map((row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(row)),
      ...FACES.map((column) => {
        const value = combine(row, column);
        const wasted = !useful.has(value);
        return el(
          "td",
          { class: wasted ? "wasted" : null },
          String(value),
          wasted && el("span", { class: "visually-hidden" }, ` ${w.wasted}`),
        );
      }),
    ),
  );
  const caption = el("caption", {}, w.allThrows);
  return el("table", { class: "dice-table" }, caption, el("thead", {}, head), el("tbody", {}, ...body));
}

/**
 * @param {Set<number | null>} useful
 * @param {Rules} rules
 */
function bars(useful, rules) {
  const most = Math.max(...rules.weights);
  return barList(
    rules.values.map((value, i) => ({
      name: useful.has(value) ? String(value) : w.wastedValue(value),
      share: rules.weights[i] / most,
      amount: chance(rules.weights[i] / rules.total),
      look: useful.has(value) ? null : "wasted",
    })),
  );
}
