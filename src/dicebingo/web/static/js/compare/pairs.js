/** Compares three or more boards two at a time: shows the ring, if there is one, and the table of all pairs. */

import { copyText } from "../copy.js";
import { allow, button, el, fill, fold } from "../dom.js";
import { saveCsv } from "../download.js";
import { count } from "../format.js";
import { latex } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { findRing, seen } from "./questions.js";
import { asFar, ending } from "./results.js";
import { copyRing, escapeLatex, exactly, latexTable, ringFigure, ringWords, sayRing } from "./ring.js";

/** @typedef {import("./boards.js").Entrant} Entrant */
/** @typedef {import("./questions.js").Pair} Pair */
/** @typedef {import("./ring.js").Link} Link */

const w = wordsOf("compare");

export function roundCard() {
  const how = el("p", { class: "note", hidden: true });
  const picture = el("div", { class: "stack" });
  const table = pairsTable();
  const element = el("div", { class: "stack", hidden: true }, how, picture);
  const place = el("div", { class: "stack" });
  const more = fold(w.pairs.title, place);
  more.hidden = true;
  return {
    element,
    /** Collapsible details that go with the picture of a ring: the ring in words, and the table of all pairs. */
    more,
    /** @param {boolean} shown */
    show(shown) {
      element.hidden = !shown;
      more.hidden = !shown || !more.contains(table.element);
    },
    /**
     * @param {Entrant[]} entrants
     * @param {Pair[]} pairs  The pairs computed so far.
     */
    begin(entrants, pairs) {
      table.set(entrants, pairs);
      if (!more.contains(table.element)) fill(picture, table.element);
    },
    /**
     * @param {import("../types.js").Rules} rules
     * @param {Entrant[]} entrants
     * @param {Pair[]} pairs
     * @returns {string}  The result in a sentence.
     */
    set(rules, entrants, pairs) {
      table.set(entrants, pairs);
      const games = Math.max(0, ...pairs.map(({ result }) => result.games));
      how.hidden = games === 0;
      how.textContent = w.pairs.simulated(count(games));
      const ring = findRing(pairs, entrants.length);
      const members = ring?.map((player) => entrants[player]) ?? [];
      const links = ring?.map((from, i) => link(pairs, from, ring[(i + 1) % ring.length])) ?? [];
      if (ring) fill(place, ringWords(members, links), copyRing(members, links), table.element);
      fill(picture, ring ? ringFigure(rules, members, links, { caption: false }) : table.element);
      this.show(true);
      const told = ring ? w.ring.found(sayRing(members.map(({ name }) => name))) : sayOrder(entrants, pairs);
      return `${told}${asFar(games)}.`;
    },
  };
}

/**
 * @param {Pair[]} pairs
 * @param {number} from
 * @param {number} to
 * @returns {Link}
 */
function link(pairs, from, to) {
  const found = seen(pairs, from, to);
  if (!found) throw new Error(`expected a pair of ${from} and ${to}`);
  const { me, pair } = found;
  const { result } = pair;
  const win = ending(result, me);
  return {
    win: win.probability,
    lose: ending(result, 1 - me).probability,
    tie: ending(result, 0, 1).probability,
    note: win.note,
    sure: result.verdict?.kind === "surely beats",
  };
}

/**
 * @param {Entrant[]} entrants
 * @param {Pair[]} pairs
 */
function sayOrder(entrants, pairs) {
  const wins = entrants.map(
    (_, from) => entrants.filter((_one, to) => (seen(pairs, from, to)?.margin ?? 0) > 0).length,
  );
  const best = wins.indexOf(entrants.length - 1);
  if (best >= 0) return w.ring.best(entrants[best].name);
  return pairs.every(({ margin }) => margin === 0) ? w.ring.even : w.ring.none;
}

/** A table of how often the board of each row beats the board of each column; users can copy it as text or LaTeX. */
export function pairsTable() {
  const table = el("table", { class: "pairs", "data-test": "pairs" });
  /** @type {Entrant[]} */
  let entrants = [];
  /** @type {Pair[]} */
  let pairs = [];
  const copies = [
    button(w.copy.text, () => void copyText(text()), { "aria-label": w.copy.textOf(w.pairs.name) }),
    button("LaTeX", () => void copyText(latexOf()), { "aria-label": w.copy.latexOf(w.pairs.name) }),
    button("CSV", () => saveCsv("pairs", data()), { "aria-label": w.copy.csvOf(w.pairs.name) }),
  ];
  const scroll = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": w.pairs.every }, table);
  const rest = el("p", { class: "small soft" }, w.pairs.rest);
  const element = el("div", { class: "stack" }, scroll, rest, el("div", { class: "row" }, ...copies));

  /**
   * @template T
   * @param {(amount: import("../api-types.js").Number) => T} write
   * @param {T} blank
   */
  const cells = (write, blank) =>
    entrants.map((_, from) =>
      entrants.map((_one, to) => {
        const found = seen(pairs, from, to);
        return found ? write(ending(found.pair.result, found.me).probability) : blank;
      }),
    );
  const names = () => entrants.map(({ name }) => name);
  const data = () => {
    const rows = cells((amount) => /** @type {import("../tables.js").Entry} */ (amount), null);
    const columns = [w.pairs.board, ...names().map(w.pairs.beats)];
    return { caption: "", columns, rows: rows.map((row, i) => [entrants[i].name, ...row]) };
  };
  const text = () => {
    const rows = cells(exactly, "").map((row, i) => [entrants[i].name, ...row]);
    return [["", ...names()], ...rows].map((row) => `${row.join("\t")}\n`).join("");
  };
  const latexOf = () => {
    const rows = cells((amount) => `$${latex(exactly(amount))}$`, "");
    const head = names().map(escapeLatex);
    return latexTable(`l${"c".repeat(head.length)}`, [["", ...head], ...rows.map((row, i) => [head[i], ...row])]);
  };

  return {
    element,
    table,
    /**
     * @param {Entrant[]} nextEntrants
     * @param {Pair[]} nextPairs  The pairs computed so far.
     */
    set(nextEntrants, nextPairs) {
      entrants = nextEntrants;
      pairs = nextPairs;
      rest.hidden = !pairs.some(({ result }) => ending(result, 0, 1).probability.decimal > 0);
      const possible = pairs.length === (entrants.length * (entrants.length - 1)) / 2;
      for (const one of copies) allow(one, { possible, reason: possible ? "" : w.pairs.pending });
      const heading = (/** @type {Entrant} */ { badge, name, player }, /** @type {"row" | "col"} */ scope) =>
        el(
          "th",
          { scope },
          el("span", { class: `badge player-${player}`, "aria-hidden": "true" }, badge),
          el("span", { class: "visually-hidden" }, name),
        );
      fill(
        table,
        el("caption", {}, w.pairs.caption),
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
  return el("td", { class: kind }, number(probability, { kind: "chance", name: w.winsAgainst(name, other), note }));
}
