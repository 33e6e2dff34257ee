/** A small histogram of the lengths of all games with a board; it highlights the current game. */

import { figure, upright } from "../charts.js";
import { chance } from "../format.js";
import { wordsOf } from "../language.js";
import { svg } from "../svg.js";
import { sayLonger } from "./sums.js";

/** @typedef {import("../api-types.js").RollProbability} RollProbability */

const w = wordsOf("play");
const HEIGHT = 150;
const TOP = 34;
const BOTTOM = 22;
const EDGE = 6;
const NARROWEST = 160;
const MOST_BARS = 32;
const ALMOST_ALL = 0.99;

/**
 * @typedef {object} Bar  A bar for one number of rolls, or for several numbers if one bar for each would not fit.
 * @property {number} first
 * @property {number} last
 * @property {number} share
 */

/**
 * @param {RollProbability[]} distribution
 * @param {number} own  The last roll of this game, which the histogram must include.
 * @returns {Bar[]}
 */
function barsOf(distribution, own) {
  const from = Math.min(own, distribution.find(({ pmf }) => pmf.decimal > 0)?.roll ?? own);
  const most = distribution.find(({ cdf }) => cdf.decimal >= ALMOST_ALL)?.roll ?? distribution.length - 1;
  const shown = distribution.filter(({ roll }) => roll >= from && roll <= Math.max(own, most));
  const size = Math.ceil(shown.length / MOST_BARS);
  /** @type {Bar[]} */
  const bars = [];
  for (let i = 0; i < shown.length; i += size) {
    const part = shown.slice(i, i + size);
    const share = part.reduce((sum, { pmf }) => sum + pmf.decimal, 0);
    bars.push({ first: part[0].roll, last: part[part.length - 1].roll, share });
  }
  return bars;
}

export function histogram() {
  const chart = figure(w.allGames, "finishing-roll");
  return {
    element: chart.element,
    /**
     * @param {RollProbability[]} distribution
     * @param {{rolls: number, mean: number, finished: boolean}} game
     */
    set(distribution, game) {
      const bars = barsOf(distribution, game.rolls);
      const longer = game.finished ? sayLonger(distribution[game.rolls]?.cdf) : "";
      const label = w.allGamesLabel(longer);
      chart.set(
        {
          caption: w.finishing,
          columns: w.finishingColumns,
          kinds: [null, "chance", "chance"],
          rows: distribution.map(({ roll, pmf, cdf }) => [roll, pmf, cdf]),
        },
        (width) => draw(bars, game, label, width),
      );
    },
  };
}

/**
 * @param {Bar[]} bars
 * @param {{rolls: number, mean: number, finished: boolean}} game
 * @param {string} label
 * @param {number} width
 */
function draw(bars, { rolls, mean, finished }, label, width) {
  const wide = Math.max(width, NARROWEST);
  const slot = (wide - 2 * EDGE) / bars.length;
  const size = bars[0].last - bars[0].first + 1;
  const most = Math.max(...bars.map(({ share }) => share));
  const ground = HEIGHT - BOTTOM;
  const box = svg("svg", { viewBox: `0 0 ${wide} ${HEIGHT}`, role: "img", "aria-label": label });
  const gap = Math.ceil(26 / slot);
  /** @type {Node[]} */
  const labels = [];
  const put = (
    /** @type {string} */ kind,
    /** @type {number} */ at,
    /** @type {number} */ y,
    /** @type {string} */ text,
  ) => {
    const half = text.length * 3.6;
    const x = Math.min(Math.max(at, half), wide - half);
    labels.push(svg("text", { class: kind, x, y, "text-anchor": "middle" }, text));
  };
  for (const [i, { first, last, share }] of bars.entries()) {
    const middle = EDGE + (i + 0.5) * slot;
    const height = Math.max(1.5, (share / most) * (ground - TOP));
    const own = rolls >= first && rolls <= last;
    const text = w.bar(first, last, chance(share));
    box.append(upright({ middle, slot, top: ground - height, ground, text, class: own ? "bar own" : "bar" }));
    if (i % gap === 0) put("", middle, HEIGHT - 5, String(first));
    if (!own) continue;
    put("own-label", middle, 25, finished ? w.you : w.youSoFar);
    labels.push(svg("line", { class: "own", x1: middle, x2: middle, y1: 29, y2: ground - height }));
  }
  if (mean <= bars[bars.length - 1].last + 0.5) {
    const x = EDGE + ((mean - bars[0].first + 0.5) / size) * slot;
    labels.push(svg("line", { class: "mean", x1: x, x2: x, y1: 14, y2: ground }));
    put("mean-label", x, 10, w.average);
  }
  box.append(...labels);
  return box;
}
