/** The throws of the dice, useful and wasted: the 36 squares of two dice, or a bar for each value. */

import { el } from "../dom.js";
import { chance } from "../format.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../api-types.js").Solution} Solution */

const FACES = [1, 2, 3, 4, 5, 6];

/** @param {Position} position  The values of open cells. */
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
    useful.has(value) ? "useful" : "wasted",
  ]);
  return { caption: "The rolls", columns: ["roll", "throws", "of", "now"], rows };
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
  const text = [`${ways} of ${rules.total} throws match an open cell now (${chance(ways / rules.total)}).`];
  if (why) text.push(`Over a whole game, ${chance(why.wasted)} of the rolls are wasted.`);
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
          wasted && el("span", { class: "visually-hidden" }, " wasted"),
        );
      }),
    ),
  );
  const caption = el("caption", {}, "All throws of two dice; striped ones are wasted");
  return el("table", { class: "dice-table" }, caption, el("thead", {}, head), el("tbody", {}, ...body));
}

/**
 * @param {Set<number | null>} useful
 * @param {Rules} rules
 */
function bars(useful, rules) {
  const most = Math.max(...rules.weights);
  const items = rules.values.map((value, i) => {
    const bar = el("span", { class: "fill" });
    bar.style.setProperty("--share", String(rules.weights[i] / most));
    const name = useful.has(value) ? `${value}` : `${value} (wasted)`;
    return el(
      "li",
      { class: useful.has(value) ? null : "wasted" },
      el("span", {}, name),
      el("span", { class: "track" }, bar),
      el("span", { class: "amount" }, chance(rules.weights[i] / rules.total)),
    );
  });
  return el("ul", { class: "bars throws" }, ...items);
}
