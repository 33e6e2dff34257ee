/** The board that a design begins with. */

import { proportional } from "../card.js";
import { emptyPosition } from "../position.js";

/** @typedef {import("../types.js").Rules} Rules */

/**
 * The natural first try: the likeliest value everywhere, as the student in the paper did. On a full card that would be
 * one pile, so its tokens are spread.
 *
 * @param {Rules} rules
 */
export function startBoard(rules) {
  if (rules.card) return proportional(rules);
  const position = emptyPosition(rules);
  const likeliest = rules.values[rules.weights.indexOf(Math.max(...rules.weights))];
  position.values = position.values.map((_, cell) => (rules.free.includes(cell) ? null : likeliest));
  return position;
}
