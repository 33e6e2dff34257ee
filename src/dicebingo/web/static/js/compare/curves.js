/** Charts of how many rolls each board takes, alone and in the game with all boards. */

import { ALMOST_ALL, curveChart, figure } from "../charts.js";
import { choices, el, fold } from "../dom.js";
import { ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";
import { svg } from "../svg.js";
import { outcomeName } from "./results.js";

/** @typedef {import("./results.js").Result} Result */

const w = wordsOf("compare");
const NOTHING = { pmf: ZERO, cdf: ZERO };

/** @param {(what: "pdf" | "cdf") => void} onshow */
export function curvesCard(onshow) {
  const alone = figure(w.curves.alone, "alone");
  const together = figure(w.curves.together, "together");
  const show = choices(
    w.curves.show,
    [
      ["pdf", w.curves.at],
      ["cdf", w.curves.upTo],
    ],
    onshow,
  );
  const element = fold(
    w.curves.title,
    show.element,
    el("div", { class: "side-by-side wide" }, alone.element, together.element),
  );
  element.hidden = true;
  return {
    element,
    /**
     * @param {Result} result
     * @param {string[]} names
     * @param {"pdf" | "cdf"} what
     */
    set(result, names, what) {
      show.set(what);
      element.hidden = !result.distribution?.length;
      if (result.distribution?.length)
        drawCurves(alone, together, result, result.distribution, what === "cdf" ? "cdf" : "pmf", names);
    },
  };
}

/**
 * @param {import("../charts.js").Figure} alone
 * @param {import("../charts.js").Figure} together
 * @param {Result} result
 * @param {NonNullable<Result["distribution"]>} distribution
 * @param {"pmf" | "cdf"} what
 * @param {string[]} names
 */
function drawCurves(alone, together, result, distribution, what, names) {
  const first = Math.max(0, distribution.findIndex(({ solo }) => solo.some(({ pmf }) => pmf.decimal > 0)) - 1);
  const last = (/** @type {(entry: typeof distribution[number]) => boolean} */ done) => {
    const found = distribution.findIndex(done);
    return found < 0 ? distribution.length : found + 1;
  };
  const soloShown = distribution.slice(
    first,
    last(({ solo }) => solo.every(({ cdf }) => cdf.decimal > ALMOST_ALL)),
  );
  const jointShown = distribution.slice(
    first,
    last(({ joint }) => joint.reduce((sum, { cdf }) => sum + cdf.decimal, 0) > ALMOST_ALL),
  );
  const players = distribution[0].solo.map((_, player) => player);
  const soloCurves = players.map((player) => ({
    player,
    points: soloShown.map(({ roll, solo }) => ({ roll, share: solo[player][what].decimal })),
  }));
  const winnersOf = result.outcomes.map(({ winners }) => winners);
  // For each roll, the server omits outcomes that cannot happen yet.
  const of = (/** @type {typeof distribution[number]} */ { joint }, /** @type {number[]} */ winners) =>
    joint.find((entry) => String(entry.winners) === String(winners)) ?? NOTHING;
  const jointCurves = winnersOf.flatMap((winners) =>
    winners.length === 1
      ? [
          {
            player: winners[0],
            points: jointShown.map((entry) => ({ roll: entry.roll, share: of(entry, winners)[what].decimal })),
          },
        ]
      : [],
  );
  const words = what === "pmf" ? w.curves.on : w.curves.by;
  alone.set(
    {
      caption: w.curves.aloneTable,
      kinds: [null, ...players.flatMap(() => /** @type {const} */ (["chance", "chance"]))],
      columns: [
        w.curves.roll,
        ...players.flatMap((player) => [w.curves.finishes(names[player]), w.curves.finished(names[player])]),
      ],
      rows: distribution.map(({ roll, solo }) => [roll, ...solo.flatMap(({ pmf, cdf }) => [pmf, cdf])]),
    },
    (width) => curveChart(soloCurves, { label: words.alone, width }),
    curveLegend(players.map((player) => [player, names[player]])),
  );
  together.set(
    {
      caption: w.curves.togetherTable,
      kinds: [null, ...winnersOf.flatMap(() => /** @type {const} */ (["chance", "chance"]))],
      columns: [
        w.curves.roll,
        ...winnersOf
          .map((winners) => outcomeName(winners, names))
          .flatMap((name) => [w.curves.here(name), w.curves.byNow(name)]),
      ],
      rows: distribution.map((entry) => [
        entry.roll,
        ...winnersOf.flatMap((winners) => [of(entry, winners).pmf, of(entry, winners).cdf]),
      ]),
    },
    (width) => curveChart(jointCurves, { label: words.together, width }),
    curveLegend(jointCurves.map(({ player }) => [player, w.wins(names[player])])),
  );
}

/** @param {[number, string][]} entries */
function curveLegend(entries) {
  return el(
    "ul",
    { class: "legend" },
    ...entries.map(([player, text]) =>
      el(
        "li",
        {},
        svg(
          "svg",
          { class: "swatch", viewBox: "0 0 36 12", "aria-hidden": "true" },
          svg("path", { class: `curve player-${player}`, d: "M0 6H36" }),
        ),
        el("span", {}, text),
      ),
    ),
  );
}
