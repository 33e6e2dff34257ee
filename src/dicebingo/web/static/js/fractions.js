/** Exact fractions as the server writes them, "12/5" or "3": their differences and means, and how LaTeX writes them. */

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
 * The exact difference of two numbers; of floating-point numbers if one of them is.
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
  return { exact, decimal: over === 0n ? 0 : a.decimal - b.decimal };
}

/**
 * The mean of some numbers by their weights, which are 1 together.
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
