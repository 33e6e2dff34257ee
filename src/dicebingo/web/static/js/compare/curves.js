/** When each board finishes, alone and together. */

import { ALMOST_ALL, curveChart, figure } from "../charts.js";
import { choices, el } from "../dom.js";
import { svg } from "../svg.js";
import { outcomeName } from "./outcomes.js";

/** @typedef {import("./endings.js").Result} Result */

const ZERO = { exact: "0", decimal: 0 };
const NOTHING = { pmf: ZERO, cdf: ZERO };

/** @param {(what: "pdf" | "cdf") => void} onshow */
export function curvesCard(onshow) {
  const alone = figure("Alone: when each board finishes", "alone");
  const together = figure("Together: who wins when", "together");
  const show = choices(
    "Curves",
    [
      ["pdf", "at each roll"],
      ["cdf", "up to each roll"],
    ],
    onshow,
  );
  const element = el(
    "section",
    { class: "card", hidden: true },
    el("div", { class: "row between" }, el("h2", {}, "Alone and together"), show.element),
    el("div", { class: "side-by-side wide" }, alone.element, together.element),
  );
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
  // Outcomes are listed only from the first roll on which they can happen.
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
  const word = what === "pmf" ? "on" : "by";
  alone.set(
    {
      caption: "Alone",
      kinds: [null, ...players.flatMap(() => /** @type {const} */ (["chance", "chance"]))],
      columns: [
        "roll",
        ...players.flatMap((player) => [`${names[player]} finishes here`, `${names[player]} finished by now`]),
      ],
      rows: distribution.map(({ roll, solo }) => [roll, ...solo.flatMap(({ pmf, cdf }) => [pmf, cdf])]),
    },
    (width) => curveChart(soloCurves, { label: `The chance that each board alone finishes ${word} each roll`, width }),
    curveLegend(players.map((player) => [player, names[player]])),
  );
  together.set(
    {
      caption: "Together",
      kinds: [null, ...winnersOf.flatMap(() => /** @type {const} */ (["chance", "chance"]))],
      columns: [
        "roll",
        ...winnersOf.flatMap((winners) => [
          `${outcomeName(winners, names)} here`,
          `${outcomeName(winners, names)} by now`,
        ]),
      ],
      rows: distribution.map((entry) => [
        entry.roll,
        ...winnersOf.flatMap((winners) => [of(entry, winners).pmf, of(entry, winners).cdf]),
      ]),
    },
    (width) => curveChart(jointCurves, { label: `The chance that each board wins ${word} each roll`, width }),
    curveLegend(jointCurves.map(({ player }) => [player, `${names[player]} wins`])),
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
