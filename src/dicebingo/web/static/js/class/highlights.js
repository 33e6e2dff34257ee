/** The results of all pairs in a few sentences, for a class so large that a table would be too small to read. */

import { el } from "../dom.js";
import { w } from "./language.js";
import { highlights, sayDuel } from "./sums.js";

/** @typedef {import("./types.js").Reveal} Reveal */
/** @typedef {import("./types.js").Revealed} Revealed */
/** @typedef {NonNullable<Reveal["pairs"]>} Pairs */

const MOST = 3;

/**
 * @param {Pairs} pairs
 * @param {Revealed[]} players
 */
export function pairsHighlights(pairs, players) {
  const { best, beaten, clearest, closest, upsets } = highlights(pairs, players);
  const name = (/** @type {number} */ i) => players[i].name;
  const duel = (/** @type {[number, number]} */ [i, j]) =>
    sayDuel(w.reveal, [name(i), name(j)], [pairs.wins[i][j], pairs.wins[j][i]]);
  const part = (/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ note = "") =>
    el("section", {}, el("h2", {}, title), el("p", {}, text), note ? el("p", { class: "soft" }, note) : null);
  const names = best.slice(0, MOST).map(name);
  return el(
    "div",
    { class: "highlights", "data-test": "highlights" },
    best.length > 0 && part(w.reveal.strongest, w.reveal.beatsMost(names, best.length - names.length, beaten)),
    clearest && part(w.reveal.clearest, duel(clearest)),
    closest && part(w.reveal.closest, duel(closest)),
    part(
      w.reveal.upset,
      upsets.length ? duel(upsets[0]) : w.reveal.noUpset,
      upsets.length > 1 ? w.reveal.upsets(upsets.length) : "",
    ),
  );
}
