/** Draws choices with exactly the probabilities of a mixed strategy, using uniform random integers. */

import { divisor } from "../fractions.js";
import { support } from "../nash.js";

/** @typedef {{total: bigint, parts: {action: string, size: bigint}[]}} Lottery  How many tickets each choice has. */

/**
 * @param {import("../nash.js").Mixture} mixture
 * @returns {Lottery}
 */
export function lottery(mixture) {
  const shares = support(mixture).map((action) => {
    const [over, under = "1"] = (mixture[action].exact ?? "").split("/");
    return { action, over: BigInt(over), under: BigInt(under) };
  });
  const total = shares.reduce((product, { under }) => (product * under) / divisor(product, under), 1n);
  return { total, parts: shares.map(({ action, over, under }) => ({ action, size: (over * total) / under })) };
}

/**
 * The choice that a ticket stands for; the tickets are numbered from 0 to `total` - 1.
 *
 * @param {Lottery} lottery
 * @param {bigint} ticket
 */
export function prize({ parts }, ticket) {
  let left = ticket;
  return parts.find(({ size }) => (left -= size) < 0n)?.action ?? parts[0].action;
}

/**
 * A uniform random integer below a bound: random bits, drawn again if they are too large.
 *
 * @param {bigint} total
 */
export function drawBelow(total) {
  const bits = (total - 1n).toString(2).length;
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  for (;;) {
    crypto.getRandomValues(bytes);
    const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) & ((1n << BigInt(bits)) - 1n);
    if (number < total) return number;
  }
}
