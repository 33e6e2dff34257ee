/** The board that a design begins with. */

import { emptyPosition } from "../position.js";

/** @typedef {import("../types.js").Rules} Rules */

/**
 * The natural first try: the likeliest value everywhere, as the student in the paper did.
 *
 * @param {Rules} rules
 */
export function startBoard(rules) {
  const position = emptyPosition(rules);
  const likeliest = rules.values[rules.weights.indexOf(Math.max(...rules.weights))];
  position.values = position.values.map((_, cell) => (rules.free.includes(cell) ? null : likeliest));
  return position;
}
