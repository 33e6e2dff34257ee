/** Arithmetic with exact fractions, which the server writes as "12/5" or "3", and their conversion to LaTeX. */

/** @typedef {import("./api-types.js").Number} Amount */

/**
 * @param {string} text
 * @returns {[bigint, bigint]}
 */
function parts(text) {
  const [over, under = "1"] = text.split("/");
  return [BigInt(over), BigInt(under)];
}

/**
 * The difference of two numbers: exact, unless one of them is a floating-point number.
 *
 * @param {Amount} a
 * @param {Amount} b
 * @returns {Amount}
 */
export function subtract(a, b) {
  if (a.exact === null || b.exact === null) return { exact: null, decimal: a.decimal - b.decimal };
  const [p, q] = parts(a.exact);
  const [r, s] = parts(b.exact);
  const over = p * s - r * q;
  const common = divisor(over < 0n ? -over : over, q * s);
  const under = (q * s) / common;
  const exact = under === 1n ? `${over / common}` : `${over / common}/${under}`;
  const tiny = over < 0n ? -Number.MIN_VALUE : Number.MIN_VALUE; // keeps the sign if both decimals are equal
  return { exact, decimal: over === 0n ? 0 : a.decimal - b.decimal || tiny };
}

/**
 * The sign of a - b. It is exact, unless a or b is known only as a decimal.
 *
 * @param {Amount} a
 * @param {Amount} b
 */
export function compare(a, b) {
  if (a.exact === null || b.exact === null) return Math.sign(a.decimal - b.decimal);
  const [p, q] = parts(a.exact);
  const [r, s] = parts(b.exact);
  return Number(p * s > r * q) - Number(p * s < r * q);
}

/** @type {Amount} */
export const ZERO = { exact: "0", decimal: 0 };

/** @type {Amount} */
export const ONE = { exact: "1", decimal: 1 };

/** The sign of a number: -1, 0 or 1. @param {Amount} amount */
export function signOf(amount) {
  return compare(amount, ZERO);
}

/**
 * Multiply a number and round the product down; return the rounded product and the remainder.
 *
 * @param {Amount} amount
 * @param {number} times
 */
export function roundDown({ exact, decimal }, times) {
  if (exact === null) {
    const down = Math.floor(times * decimal);
    return { down, rest: times * decimal - down };
  }
  const [over, under] = parts(exact);
  const rest = (((BigInt(times) * over) % under) + under) % under;
  const down = Number((BigInt(times) * over - rest) / under);
  return { down, rest: rest === 0n ? 0 : Math.max(Number.MIN_VALUE, Number((rest * 10n ** 15n) / under) / 1e15) };
}

/** A number in hundredths, rounded as it is printed. @param {Amount} amount */
export function hundredths({ decimal }) {
  return Math.round(100 * Number(decimal.toFixed(2))) || 0;
}

/**
 * Round numbers to hundredths that add up to a total: round each number down, then give the missing hundredths to the
 * numbers that lost the most. Each number changes by less than a hundredth; whole hundredths do not change at all.
 *
 * @param {Amount[]} amounts
 * @param {number} total  In hundredths.
 * @returns {number[]}  In hundredths.
 */
export function addUp(amounts, total) {
  const rounded = amounts.map((amount) => roundDown(amount, 100));
  const shown = rounded.map(({ down }) => down);
  const missing = total - shown.reduce((sum, down) => sum + down, 0);
  const order = rounded.map((_, i) => i).sort((i, j) => rounded[j].rest - rounded[i].rest);
  for (const i of order.slice(0, missing)) shown[i] += 1;
  return shown;
}

/**
 * The weighted mean of numbers; the weights add up to 1.
 *
 * @param {Amount[]} values
 * @param {Amount[]} weights
 * @returns {Amount}
 */
export function mean(values, weights) {
  const decimal = values.reduce((sum, value, i) => sum + value.decimal * weights[i].decimal, 0);
  let [over, under] = [0n, 1n];
  for (const [i, { exact }] of values.entries()) {
    const weight = weights[i].exact;
    if (weight === "0") continue;
    if (exact === null || weight === null) return { exact: null, decimal };
    const [p, q] = parts(exact);
    const [r, s] = parts(weight);
    [over, under] = [over * q * s + p * r * under, under * q * s];
  }
  const common = divisor(over < 0n ? -over : over, under);
  const [a, b] = [over / common, under / common];
  return { exact: b === 1n ? `${a}` : `${a}/${b}`, decimal };
}

/**
 * @param {bigint} a
 * @param {bigint} b
 * @returns {bigint}
 */
export function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** @param {string} exact */
export function latex(exact) {
  const [over, under] = exact.replace("-", "").split("/");
  const sign = exact.startsWith("-") ? "-" : "";
  return under ? `${sign}\\frac{${over}}{${under}}` : `${sign}${over}`;
}
