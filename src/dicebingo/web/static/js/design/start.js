/** The board that a design starts with. */

import { proportional } from "../card.js";
import { emptyPosition } from "../position.js";

/** @typedef {import("../types.js").Rules} Rules */

/**
 * The natural first try: the likeliest value in every cell, like the student's board in the paper. On a card, that
 * would put all tokens into one pile, so they are spread over the values instead.
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
