/** A ring as text and as LaTeX, with its exact fractions. */

import { copyText } from "../copy.js";
import { button, el } from "../dom.js";
import { latex } from "../fractions.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./ring.js").Entrant} Entrant */
/** @typedef {import("./ring.js").Link} Link */

/** @param {Amount} amount */
export const exactly = ({ exact, decimal }) => exact ?? String(decimal);

/** @param {string} text */
export function escapeLatex(text) {
  return text.replace(/[\\{}$&#^_%~]/g, (sign) => `\\symbol{${sign.charCodeAt(0)}}`);
}

/**
 * @param {Entrant[]} ring
 * @param {Link[]} links
 */
function ringText(ring, links) {
  const lines = links.map(({ win, lose, tie }, i) => {
    const numbers = `${exactly(win)} to ${exactly(lose)}, tie ${exactly(tie)}`;
    return `${ring[i].name} beats ${ring[(i + 1) % ring.length].name}: ${numbers}`;
  });
  return `${lines.join("\n")}\n`;
}

/**
 * @param {Entrant[]} ring
 * @param {Link[]} links
 */
function ringLatex(ring, links) {
  const rows = links.map(({ win, lose, tie }, i) => {
    const names = [ring[i].name, ring[(i + 1) % ring.length].name].map(escapeLatex);
    return `${[...names, ...[win, lose, tie].map((amount) => `$${latex(exactly(amount))}$`)].join(" & ")} \\\\`;
  });
  const head = "board & beats & wins & loses & ties \\\\";
  return ["\\begin{tabular}{llccc}", head, "\\hline", ...rows, "\\end{tabular}", ""].join("\n");
}

/**
 * @param {Entrant[]} ring
 * @param {Link[]} links
 */
export function copyRing(ring, links) {
  return el(
    "div",
    { class: "row" },
    button("Copy as text", () => void copyText(ringText(ring, links)), { "aria-label": "Copy as text: the ring" }),
    button("LaTeX", () => void copyText(ringLatex(ring, links)), { "aria-label": "LaTeX: the ring" }),
  );
}
