/** The last step of the reveal: each board's share of the wins, and the best board found for one more player. */

import { BoardView } from "../board.js";
import { el } from "../dom.js";
import { chance, count } from "../format.js";
import { fromValues } from "../position.js";
import { bars } from "./bars.js";
import { w } from "./language.js";

/** @typedef {import("./types.js").Revealed} Revealed */
/** @typedef {import("../api-types.js").Newcomer} Newcomer */

/**
 * @param {import("../types.js").Rules} rules
 * @param {Newcomer} newcomer
 */
function joining(rules, { board, share, fair }) {
  const view = new BoardView({ label: w.crowd.newcomer, size: "small" });
  view.update(rules, fromValues(/** @type {any} */ (board), rules));
  return el(
    "figure",
    { class: "newcomer", "data-test": "newcomer" },
    view.element,
    el("figcaption", {}, w.crowd.joins(chance(share.decimal), chance(fair.decimal))),
  );
}

/** @param {import("./reveal.js").Seen} seen */
export function inClass({ reveal, rules, mine }) {
  const { crowd } = reveal;
  const value = (/** @type {Revealed} */ player) => player.share?.decimal ?? 0;
  const known = reveal.players.filter(({ share }) => share).sort((a, b) => value(b) - value(a));
  if (!crowd || !known.length) return [el("h1", {}, w.crowd.title), el("p", { class: "soft" }, w.crowd.unknown)];
  const fair = chance(crowd.fair.decimal);
  const [best] = known;
  return [
    el("h1", {}, w.crowd.title),
    el(
      "p",
      { class: "headline" },
      mine?.share ? w.crowd.mine(chance(value(mine)), fair) : w.crowd.best(best.name, chance(value(best)), fair),
    ),
    mine?.share && mine !== best ? el("p", {}, w.crowd.best(best.name, chance(value(best)), fair)) : null,
    el(
      "p",
      { class: "soft" },
      `${w.crowd.why} ${crowd.games === null ? w.crowd.exact : w.crowd.simulated(count(crowd.games))}`,
    ),
    el(
      "div",
      { class: "in-class" },
      bars(
        known.map((player) => ({
          name: player.name,
          amount: chance(value(player)),
          share: value(player) / value(best),
          mine: player === mine,
        })),
      ),
      crowd.newcomer && joining(rules, crowd.newcomer),
    ),
  ];
}
