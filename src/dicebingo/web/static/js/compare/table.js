/** The table of all pairs: how often the board on the left beats the board at the top; copied as text or LaTeX. */

import { button, el, fill } from "../dom.js";
import { latex } from "../fractions.js";
import { copyText } from "../copy.js";
import { number } from "../number.js";
import { download, toCsv } from "../tables.js";
import { escapeLatex, exactly } from "./copies.js";
import { seen } from "./pairs.js";
import { ending } from "./endings.js";

/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./ring.js").Entrant} Entrant */

/**
 * @template T
 * @param {Entrant[]} entrants
 * @param {Pair[]} pairs
 * @param {(amount: import("../api-types.js").Number) => T} write
 * @param {T} blank
 */
function cells(entrants, pairs, write, blank) {
  return entrants.map((_, from) =>
    entrants.map((_one, to) => {
      const found = seen(pairs, from, to);
      return found ? write(ending(found.pair.result, found.me).probability) : blank;
    }),
  );
}

/**
 * @param {Entrant[]} entrants
 * @param {Pair[]} pairs
 */
function pairsCsv(entrants, pairs) {
  const rows = cells(entrants, pairs, (amount) => /** @type {import("../tables.js").Entry} */ (amount), null);
  const columns = ["board", ...entrants.map(({ name }) => `beats ${name}`)];
  return toCsv({ caption: "", columns, rows: rows.map((row, i) => [entrants[i].name, ...row]) });
}

/**
 * @param {Entrant[]} entrants
 * @param {Pair[]} pairs
 */
export function pairsText(entrants, pairs) {
  const head = ["", ...entrants.map(({ name }) => name)];
  const rows = cells(entrants, pairs, exactly, "").map((row, i) => [entrants[i].name, ...row]);
  return [head, ...rows].map((row) => row.join("\t")).join("\n") + "\n";
}

/**
 * @param {Entrant[]} entrants
 * @param {Pair[]} pairs
 */
export function pairsLatex(entrants, pairs) {
  const head = ["", ...entrants.map(({ name }) => escapeLatex(name))];
  const body = cells(entrants, pairs, (amount) => `$${latex(exactly(amount))}$`, "");
  const rows = [head, ...body.map((row, i) => [escapeLatex(entrants[i].name), ...row])].map(
    (row) => `${row.join(" & ")} \\\\`,
  );
  const columns = "c".repeat(entrants.length);
  return [`\\begin{tabular}{l${columns}}`, rows[0], "\\hline", ...rows.slice(1), "\\end{tabular}", ""].join("\n");
}

export function pairsTable() {
  const table = el("table", { class: "pairs", "data-test": "pairs" });
  /** @type {Entrant[]} */
  let entrants = [];
  /** @type {Pair[]} */
  let pairs = [];
  const copy = el(
    "div",
    { class: "row" },
    button("Copy as text", () => void copyText(pairsText(entrants, pairs)), {
      "aria-label": "Copy as text: all pairs",
    }),
    button("LaTeX", () => void copyText(pairsLatex(entrants, pairs)), { "aria-label": "LaTeX: all pairs" }),
    button("CSV", () => download("pairs.csv", pairsCsv(entrants, pairs), "text/csv"), {
      "aria-label": "Download all pairs as CSV",
    }),
  );
  const scroll = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Every pair" }, table);
  const rest = el("p", { class: "small soft" }, "The rest are ties: both boards finish on the same roll.");
  const element = el("div", { class: "stack" }, scroll, rest, copy);
  return {
    element,
    table,
    /**
     * @param {Entrant[]} nextEntrants
     * @param {Pair[]} nextPairs  The pairs known so far.
     */
    set(nextEntrants, nextPairs) {
      entrants = nextEntrants;
      pairs = nextPairs;
      rest.hidden = !pairs.some(({ result }) => ending(result, 0, 1).probability.decimal > 0);
      const complete = pairs.length === (entrants.length * (entrants.length - 1)) / 2;
      for (const one of copy.querySelectorAll("button")) one.disabled = !complete;
      const heading = (/** @type {Entrant} */ { badge, name, player }, /** @type {"row" | "col"} */ scope) =>
        el(
          "th",
          { scope, title: name },
          el("span", { class: `badge player-${player % 4}`, "aria-hidden": "true" }, badge),
          el("span", { class: "visually-hidden" }, name),
        );
      fill(
        table,
        el("caption", {}, "How often the board on the left beats the board at the top"),
        el("thead", {}, el("tr", {}, el("td", {}), ...entrants.map((one) => heading(one, "col")))),
        el(
          "tbody",
          {},
          ...entrants.map((one, from) =>
            el(
              "tr",
              {},
              heading(one, "row"),
              ...entrants.map((other, to) => cell(pairs, from, to, one.name, other.name)),
            ),
          ),
        ),
      );
    },
  };
}

/**
 * @param {Pair[]} pairs
 * @param {number} from
 * @param {number} to
 * @param {string} name
 * @param {string} other
 */
function cell(pairs, from, to, name, other) {
  if (from === to) return el("td", { class: "same" });
  const found = seen(pairs, from, to);
  if (!found) return el("td", { class: "soft" }, "…");
  const { probability, note } = ending(found.pair.result, found.me);
  const kind = found.margin > 0 ? "beats" : found.margin < 0 ? "loses" : "even";
  return el(
    "td",
    { class: kind },
    number(probability, { kind: "chance", name: `${name} wins against ${other}`, note }),
  );
}
