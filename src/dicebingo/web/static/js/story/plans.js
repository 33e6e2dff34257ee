/**
 * Simulates many games with each plan and shows how often the computer wins, on a scale that makes small differences
 * visible.
 */

import { el } from "../dom.js";
import { chance, count, decimal, percent } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { svg } from "../svg.js";
import { filling } from "./filling.js";
import { p } from "./parts.js";
import { bits, chances, plan, race } from "./solo.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("story").mixed;
const BATCH = 1000;
const GAMES = 100 * BATCH;
const [WIDTH, HEIGHT, EDGE, RADIUS] = [240, 30, 8, 6];

/**
 * @typedef {object} Plan
 * @property {string} name
 * @property {string} reply  The computer's reply.
 * @property {Amount} wins  How often the computer wins, in theory.
 * @property {() => number[]} marks  The cells that both players mark first, drawn at random for a mixed plan.
 */

/**
 * @param {import("./stories.js").Scene} scene
 * @param {import("../types.js").Position[]} positions  Your position and the computer's.
 * @param {Plan[]} plans
 */
export function planCard({ rules, seed, signal }, positions, plans) {
  const dice = chances(seed);
  const boards = positions.map(({ values }) => plan(rules, values));
  const marked = positions.map(({ marked: all }) => bits(all.flatMap((mark, cell) => (mark ? [cell] : []))));
  const known = plans.map(({ wins }) => wins.decimal);
  const [low, high] = [Math.floor(100 * Math.min(...known) - 0.5), Math.ceil(100 * Math.max(...known) + 0.5)];
  const x = (/** @type {number} */ share) =>
    EDGE + ((Math.min(high, Math.max(low, 100 * share)) - low) / (high - low)) * (WIDTH - 2 * EDGE);
  const rows = plans.map(({ name, reply, wins }) => {
    const dot = svg("circle", { class: "dot player-1", cy: HEIGHT / 2, r: RADIUS, visibility: "hidden" });
    const at = x(wins.decimal);
    const picture = svg(
      "svg",
      { class: "zoom", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 }),
      svg("line", { class: "expected", x1: at, x2: at, y1: 0, y2: HEIGHT }),
      dot,
    );
    const played = el("span", { "data-test": "played-plan" }, "–");
    const element = el(
      "li",
      {},
      p(el("strong", {}, name), `: ${reply}`),
      picture,
      p(...w.results(number(wins, { kind: "chance", name: w.computerWinsBy(name) }), played)),
    );
    return { element, dot, played };
  });
  /** @type {number[]} */
  let lost = plans.map(() => 0);
  let games = 0;

  function show() {
    for (const [i, { dot, played }] of rows.entries()) {
      const share = games ? lost[i] / games : 0;
      dot.setAttribute("cx", String(x(share)));
      dot.setAttribute("visibility", games ? "visible" : "hidden");
      played.textContent = games ? chance(share) : "–";
    }
  }

  const many = filling({
    games: GAMES / BATCH,
    text: w.play(count(GAMES)),
    play() {
      for (const [i, { marks }] of plans.entries())
        for (let game = 0; game < BATCH; game += 1) {
          const starts = marks().map((cell, player) => marked[player] | bits([cell]));
          if (String(race(boards, starts, dice, true).winners) === "1") lost[i] += 1;
        }
      games += BATCH;
      show();
    },
    clear() {
      lost = plans.map(() => 0);
      games = 0;
      show();
    },
    say: () => w.played(count(games), decimal((200 * Math.sqrt(known[0] * (1 - known[0]))) / Math.sqrt(games), 1)),
    signal,
  });
  const [from, to] = [low, high].map((end) => percent(end / 100));
  return el(
    "section",
    { class: "card", "aria-label": w.often },
    el("div", { class: "row" }, many.start),
    p(el("span", { class: "small soft" }, w.zoom(from, to))),
    el("ul", { class: "plans" }, ...rows.map(({ element }) => element)),
    many.words,
  );
}
