/** Shows the 36 throws of two dice, stacked by sum and coloured by the board that each throw helps. */

import { el } from "../dom.js";
import { wordsOf } from "../language.js";
import { svg } from "../svg.js";

/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("story").sums;
const SIZE = 28;
const HEAD = 4;
const FOOT = 22;

/**
 * @typedef {object} Help
 * @property {string} look  The CSS class of the squares.
 * @property {string} name  The label in the legend, such as "only A".
 */

/**
 * @param {Rules} rules
 * @param {string} caption
 * @param {(value: number) => Help} helpOf
 */
export function sums(rules, caption, helpOf) {
  const most = Math.max(...rules.weights);
  const height = HEAD + most * SIZE + FOOT;
  const box = svg("svg", { viewBox: `0 0 ${rules.values.length * SIZE} ${height}`, "aria-hidden": "true" });
  /** @type {Map<string, {look: string, ways: number, values: number[]}>} */
  const kinds = new Map();
  for (const [i, value] of rules.values.entries()) {
    const { look, name } = helpOf(value);
    const kind = kinds.get(name) ?? { look, ways: 0, values: [] };
    kind.ways += rules.weights[i];
    kind.values.push(value);
    kinds.set(name, kind);
    for (let way = 0; way < rules.weights[i]; way += 1)
      box.append(
        svg("rect", {
          class: `throw ${look}`,
          x: i * SIZE + 1.5,
          y: height - FOOT - (way + 1) * SIZE + 1.5,
          width: SIZE - 3,
          height: SIZE - 3,
          rx: 5,
        }),
      );
    box.append(svg("text", { x: (i + 0.5) * SIZE, y: height - 5, "text-anchor": "middle" }, String(value)));
  }
  const legend = [...kinds].map(([name, { look, ways, values }]) =>
    el(
      "li",
      {},
      el("span", { class: `swatch-square ${look}`, "aria-hidden": "true" }),
      w.kind(name, ways, rules.total),
      el("span", { class: "visually-hidden" }, ` (${values.join(", ")})`),
    ),
  );
  return el(
    "figure",
    { class: "sums" },
    el("figcaption", { class: "label" }, caption),
    box,
    el("ul", { class: "legend" }, ...legend),
  );
}
