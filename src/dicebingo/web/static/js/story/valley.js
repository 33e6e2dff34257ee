/** A chart of how often the computer wins if it knows your mix of two moves, with one line for each of its replies. */

import { el, field, fill } from "../dom.js";
import { chance, percent } from "../format.js";
import { mean } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { svg } from "../svg.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("story").mixed;
const WIDTH = 340;
const HEIGHT = 210;
const LEFT = 46;
const BOTTOM = 24;
const TOP = 12;

/**
 * @param {object} setting
 * @param {string[][]} setting.names  The two moves of each player.
 * @param {Amount[][]} setting.lines  For each reply, how often the computer wins if you never make your first
 *   move, and if you always do.
 * @param {number} setting.mix  How many times out of 100 you make your first move.
 * @param {(mix: number) => void} setting.onmix
 */
export function valley({ names, lines, mix, onmix }) {
  const ends = lines.flat().map(({ decimal }) => decimal);
  const [low, high] = [Math.floor(100 * Math.min(...ends)) / 100, Math.ceil(100 * Math.max(...ends)) / 100];
  const x = (/** @type {number} */ share) => LEFT + share * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ wins) => TOP + ((high - wins) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const box = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": w.valley(names[1]) });
  for (let wins = low; wins < high + 0.001; wins += 0.01) {
    box.append(svg("line", { class: "gridline", x1: LEFT, x2: WIDTH - 10, y1: y(wins), y2: y(wins) }));
    box.append(svg("text", { x: LEFT - 6, y: y(wins) + 4, "text-anchor": "end" }, percent(wins, 0)));
  }
  for (const share of [0, 0.5, 1])
    box.append(svg("text", { x: x(share), y: HEIGHT - 5, "text-anchor": "middle" }, percent(share, 0)));
  for (const [reply, [never, always]] of lines.entries()) {
    const [y1, y2] = [y(never.decimal), y(always.decimal)];
    box.append(svg("line", { class: `reply reply-${reply}`, x1: x(0), x2: x(1), y1, y2 }));
    const at = y1 < y2 ? { x: x(0) + 6, y: y1 - 5, anchor: "start" } : { x: x(1) - 6, y: y2 - 5, anchor: "end" };
    box.append(
      svg(
        "text",
        { class: `reply-${reply}`, x: at.x, y: Math.max(at.y, 11), "text-anchor": at.anchor },
        names[1][reply],
      ),
    );
  }
  const stick = svg("line", { class: "stick", y1: TOP, y2: HEIGHT - BOTTOM });
  const dot = svg("circle", { class: "here", r: 7 });
  box.append(stick, dot);
  const words = el("p", { role: "status", "data-test": "value" });

  /** @param {number} now */
  function show(now) {
    const weights = [100 - now, now].map((part) => ({ exact: `${part}/100`, decimal: part / 100 }));
    const wins = lines.map((line) => mean(line, weights));
    const reply = wins[0].decimal >= wins[1].decimal ? 0 : 1;
    for (const name of ["x1", "x2"]) stick.setAttribute(name, String(x(now / 100)));
    dot.setAttribute("cx", String(x(now / 100)));
    dot.setAttribute("cy", String(y(wins[reply].decimal)));
    fill(
      words,
      ...w.now(
        now,
        names[0],
        names[1][reply],
        el("strong", {}, number(wins[reply], { kind: "chance", name: w.computerWins })),
      ),
    );
    input.setAttribute("aria-valuetext", w.nowShort(now, chance(wins[reply])));
  }

  const input = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: mix,
    oninput: () => show(Number(input.value)),
    onchange: () => onmix(Number(input.value)),
  });
  show(Number(input.value));
  return el(
    "section",
    { class: "card valley", "aria-label": w.yourMix },
    el("figure", { class: "chart" }, el("figcaption", {}, w.often), box),
    field(w.slider(names[0][0]), input),
    words,
  );
}
