/** A chart of how often the dice show each result. */

import { figure, upright } from "../charts.js";
import { chance } from "../format.js";
import { wordsOf } from "../language.js";
import { svg } from "../svg.js";

/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("rules");
const HEIGHT = 150;
const BOTTOM = 20;
const TOP = 18;

export function sumsChart() {
  const box = figure(w.sums, "results");
  box.element.dataset.test = "sums";
  return {
    element: box.element,
    /** @param {Rules} rules */
    set(rules) {
      const rows = rules.values.map((value, i) => [value, amount(rules.weights[i], rules.total)]);
      box.set({ caption: w.sumsCaption, columns: w.sumsColumns, rows, kinds: [null, "chance"] }, (width) =>
        draw(rules, width),
      );
    },
  };
}

/**
 * @param {number} weight
 * @param {number} total
 */
function amount(weight, total) {
  const [above, below] = reduced(weight, total);
  const exact = below === 1 ? String(above) : `${above}/${below}`;
  return { exact: Number.isSafeInteger(total) ? exact : null, decimal: weight / total };
}

/**
 * @param {number} above
 * @param {number} below
 */
function reduced(above, below) {
  let [a, b] = [above, below];
  while (b) [a, b] = [b, a % b];
  return [above / a, below / a];
}

/**
 * @param {Rules} rules
 * @param {number} width
 */
function draw({ values, weights, total }, width) {
  const slot = width / values.length;
  const most = Math.max(...weights);
  const box = svg("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": spoken(values, weights, total),
  });
  const gap = Math.ceil(24 / slot);
  values.forEach((value, i) => {
    const height = Math.max(1, (weights[i] / most) * (HEIGHT - BOTTOM - TOP));
    const middle = (i + 0.5) * slot;
    const share = chance(weights[i] / total);
    const top = HEIGHT - BOTTOM - height;
    box.append(upright({ middle, slot, top, ground: HEIGHT - BOTTOM, text: `${value}: ${share}` }));
    if (i % gap === 0) box.append(label(middle, HEIGHT - 5, String(value)));
    if (slot >= 38) box.append(label(middle, top - 5, share));
  });
  return box;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function label(x, y, text) {
  return svg("text", { x, y, "text-anchor": "middle" }, text);
}

/**
 * @param {number[]} values
 * @param {number[]} weights
 * @param {number} total
 */
function spoken(values, weights, total) {
  const most = Math.max(...weights);
  const equal = weights.every((weight) => weight === most);
  const share = chance(most / total);
  const which = equal ? w.equally(share) : w.mostOften(values[weights.indexOf(most)], share);
  return w.spoken(values[0], values[values.length - 1], which);
}
