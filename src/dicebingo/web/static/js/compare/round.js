/** Three or more boards, two at a time: the table of all pairs, and the ring if there is one. */

import { el, fill } from "../dom.js";
import { count } from "../format.js";
import { copyRing } from "./copies.js";
import { findRing, seen } from "./pairs.js";
import { ending } from "./endings.js";
import { ringFigure, sayRing } from "./ring.js";
import { asFar } from "./story.js";
import { pairsTable } from "./table.js";

/** @typedef {import("./pairs.js").Pair} Pair */
/** @typedef {import("./ring.js").Entrant} Entrant */
/** @typedef {import("./ring.js").Link} Link */

export function roundCard() {
  const how = el("p", { class: "note", hidden: true });
  const picture = el("div", { class: "stack" });
  const table = pairsTable();
  const element = el(
    "section",
    { class: "card", hidden: true },
    el("h2", {}, "Two at a time"),
    how,
    el("div", { class: "round" }, picture, table.element),
  );
  return {
    element,
    /**
     * @param {Entrant[]} entrants
     * @param {Pair[]} pairs  The pairs known so far.
     */
    begin(entrants, pairs) {
      element.hidden = false;
      table.set(entrants, pairs);
    },
    /**
     * @param {import("../types.js").Rules} rules
     * @param {Entrant[]} entrants
     * @param {Pair[]} pairs
     * @returns {string}  The result in a sentence.
     */
    set(rules, entrants, pairs) {
      element.hidden = false;
      table.set(entrants, pairs);
      const games = Math.max(0, ...pairs.map(({ result }) => result.games));
      how.hidden = games === 0;
      const played = `The computer simulated ${count(games)} games of each pair instead.`;
      how.textContent = `These boards are too large for exact chances. ${played}`;
      const ring = findRing(pairs, entrants.length);
      const members = ring?.map((player) => entrants[player]) ?? [];
      const links = ring?.map((from, i) => link(pairs, from, ring[(i + 1) % ring.length])) ?? [];
      fill(picture, ...(ring ? [ringFigure(rules, members, links), copyRing(members, links)] : []));
      picture.hidden = !ring;
      const told = ring ? `A ring: ${sayRing(members.map(({ name }) => name))}` : sayOrder(entrants, pairs);
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
  if (best >= 0) return `No ring here: ${entrants[best].name} beats every other board`;
  return pairs.every(({ margin }) => margin === 0)
    ? "No board beats another"
    : "No ring here: no board beats all others";
}
