/** Charts as inline SVG. Each chart is in a figure with a table of the same numbers. */

import { el, fill } from "./dom.js";
import { chance, percent, rolls } from "./format.js";
import { svg } from "./svg.js";
import { tableBox } from "./tables.js";
import { words } from "./words.js";

const HEIGHT = 260;
const LEFT = 46;
const BOTTOM = 32;
const TOP = 18;
const WIDEST = 60; // the largest width of a bar

/**
 * A figure with a caption, a drawing and a table.
 *
 * @param {string} caption
 * @param {string} name  The base name of the downloaded files.
 */
export function figure(caption, name) {
  const drawing = el("div", { class: "stack" });
  const box = tableBox(name);
  const element = el("figure", { class: "chart" }, el("figcaption", {}, caption), drawing, box.element);
  let width = 640;
  let redraw = () => {};
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width < 1 || Math.abs(contentRect.width - width) < 8) return;
    width = contentRect.width;
    redraw();
  }).observe(element);
  return {
    element,
    /**
     * @param {import("./tables.js").Data} data
     * @param {(width: number) => Node} draw  Draws the chart at the given width, with text that is readable on a phone.
     * @param {...Node} below
     */
    set(data, draw, ...below) {
      redraw = () => fill(drawing, draw(width), ...below);
      redraw();
      box.set(data);
    },
  };
}

/**
 * The ticks of an axis from 0 to at least `top`, in round steps.
 *
 * @param {number} top
 */
export function ticks(top) {
  const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((size) => top / size <= 5) ?? 0.5;
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, i) => i * step);
}

/**
 * An empty chart with its axes and grid, and the functions that convert a roll and a share to coordinates.
 *
 * @param {{first: number, last: number, top: number, label: string, width: number}} frame
 */
function frame({ first, last, top, label, width }) {
  const marks = ticks(top);
  const high = marks[marks.length - 1];
  const slot = (width - LEFT - 8) / (last - first + 1);
  const x = (/** @type {number} */ roll) => LEFT + (roll - first + 0.5) * slot;
  const y = (/** @type {number} */ share) => HEIGHT - BOTTOM - (share / high) * (HEIGHT - BOTTOM - TOP);
  const box = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  for (const share of marks) {
    const digits = high < 0.05 ? 1 : 0;
    box.append(
      svg("line", { class: share ? "gridline" : "axis", x1: LEFT, x2: width - 8, y1: y(share), y2: y(share) }),
    );
    box.append(svg("text", { x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, percent(share, digits)));
  }
  const gap = Math.ceil(26 / slot);
  for (let roll = first; roll <= last; roll += 1) {
    if ((roll - first) % gap === 0)
      box.append(svg("text", { x: x(roll), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, String(roll)));
  }
  box.append(svg("text", { x: width - 8, y: HEIGHT - 1, "text-anchor": "end" }, words.charts.rolls));
  return { box, x, y, slot };
}

/**
 * A vertical bar in its slot, with a tooltip.
 *
 * @param {{middle: number, slot: number, top: number, ground: number, text: string, class?: string}} bar
 */
export function upright({ middle, slot, top, ground, text, class: look = "bar" }) {
  const width = Math.min(slot * 0.78, WIDEST);
  const size = { x: middle - width / 2, width, y: top, height: ground - top, rx: Math.min(4, slot * 0.2) };
  return svg("rect", { class: look, ...size }, svg("title", {}, text));
}

/**
 * A chart with one bar per roll and the mean as a dashed line.
 *
 * @param {{roll: number, share: number}[]} bars
 * @param {{mean: number, label: string, width: number}} options
 */
export function barChart(bars, { mean, label, width }) {
  const first = bars[0].roll;
  const last = bars[bars.length - 1].roll;
  const top = Math.max(...bars.map((bar) => bar.share));
  const { box, x, y, slot } = frame({ first, last, top, label, width });
  for (const { roll, share } of bars) {
    const text = words.charts.roll(roll, chance(share));
    box.append(upright({ middle: x(roll), slot, top: y(share), ground: y(0), text }));
  }
  if (mean <= last + 0.5) {
    const right = mean > (first + last) / 2;
    box.append(svg("line", { class: "mean", x1: x(mean), x2: x(mean), y1: TOP - 6, y2: y(0) }));
    box.append(
      svg(
        "text",
        { class: "mean-label", x: x(mean) + (right ? -6 : 6), y: TOP + 2, "text-anchor": right ? "end" : "start" },
        words.charts.average(rolls(mean)),
      ),
    );
  }
  return box;
}

/**
 * A chart with one curve per player.
 *
 * @param {{player: number, points: {roll: number, share: number}[]}[]} curves  The curves; player 4 stands for ties.
 * @param {{label: string, width: number}} options
 */
export function curveChart(curves, { label, width }) {
  const points = curves.flatMap((curve) => curve.points);
  const rolls = points.map((point) => point.roll);
  const top = Math.max(0.01, ...points.map((point) => point.share));
  const { box, x, y } = frame({ first: Math.min(...rolls), last: Math.max(...rolls), top, label, width });
  for (const { player, points: own } of curves) {
    const path = own
      .map(({ roll, share }, i) => `${i ? "L" : "M"}${x(roll).toFixed(1)} ${y(share).toFixed(1)}`)
      .join("");
    box.append(svg("path", { class: `curve player-${player}`, d: path }));
  }
  return box;
}

/** A chart ends at the roll by which this share of all games has ended. */
export const ALMOST_ALL = 0.995;

/** @typedef {ReturnType<typeof figure>} Figure */
