/** Exact fractions as the server writes them, "12/5" or "3": their difference, and how LaTeX writes them. */

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
 * @param {bigint} a
 * @param {bigint} b
 * @returns {bigint}
 */
function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** @param {string} exact */
export function latex(exact) {
  const [over, under] = exact.replace("-", "").split("/");
  const sign = exact.startsWith("-") ? "-" : "";
  return under ? `${sign}\\frac{${over}}{${under}}` : `${sign}${over}`;
}
