/**
 * Determines which questions are possible under the rules and how long they take, so that the page offers nothing that
 * the server would reject. The limits are those of the server (`web/settings.py` and the library); the sizes of boards
 * and dice come from the answer to `describe`.
 */

import { ABLE } from "./transport.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Rules} Rules */

/**
 * @typedef {"solve" | "exact" | "inside" | "improve" | "percentile" | "rank" | "advise" | "match" |
 *   "match-random" | "range" | "pairs" | "nash" | "nash-duel" | "duel" | "play-solo" | "play-duel" | "simulate" |
 *   "print-strength" | "print-key" | "print-tally"} Task
 *
 * @typedef {object} Cost
 * @property {boolean} possible
 * @property {"at once" | "seconds" | "long"} time  Up to half a second, several seconds, or up to a minute.
 * @property {string} reason  The reason why the question is impossible, as a sentence; empty if it is possible.
 * @property {"simulate" | "solo" | "fast" | null} instead  An alternative: simulate games, play alone, or use rounded
 *   numbers. If `instead` is set for a possible question, the server may still reject the question: ask `quietly`, and
 *   use the alternative after a rejection.
 */

const EXACT_CELLS = 16; // the largest boards that can be solved exactly
const CARD_CELLS = 40; // the largest full cards, which are solved from their token counts
const MANY_CELLS = 12; // the largest boards for tournaments and rings
const FAST_CELLS = ABLE.cells; // the largest boards that can be solved with rounded numbers
const QUICK_CELLS = 10;
const FEW_VALUES = 20;
const TALLY_VALUES = 60;
const RANKED = ["classic", "cross", "knuth", "product"]; // rules with few boards up to symmetry
const RANKED_BOARDS = 1e6;
const RANKED_CARDS = 2 ** 24;
const RANKED_TOKENS = 25; // a higher limit for two dice: swapping equally likely sums gives an equivalent card
const JOINT_STATES = 60_000;

/**
 * The number of unmarked cells of a board.
 *
 * @param {Rules} rules
 * @param {Position} [position]
 */
export function openCells(rules, position) {
  const marked = position?.marked ?? rules.grid.map((_, cell) => rules.free.includes(cell));
  return marked.filter((mark) => !mark).length;
}

/**
 * An upper bound on the number of joint positions: the smaller of two bounds. The first bound is a product over all
 * values. Its factor for a value counts, for each number of rolls of this value, the sets of cells that the players may
 * have marked on these rolls. The second bound counts the joint positions in which no player has a complete line.
 *
 * @param {Position[]} players
 * @param {Rules} rules
 */
export function jointStates(players, rules) {
  const open = players.map(({ values, marked }) => values.filter((value, cell) => value !== null && !marked[cell]));
  const all = new Set(open.flat());
  let product = 1;
  for (const value of all) {
    const counts = open.map((values) => values.filter((other) => other === value).length);
    let sum = 0;
    for (let rolled = 0; rolled <= Math.max(...counts); rolled += 1)
      sum += counts.reduce((choices, count) => choices * choose(count, Math.min(rolled, count)), 1);
    product *= sum;
  }
  return Math.min(
    product,
    players.reduce((all, player) => all * unfinished(player, rules), 1),
  );
}

/**
 * The number of ways to mark open cells without completing a line; infinite if there are too many to count.
 *
 * @param {Position} position
 * @param {Rules} rules
 */
function unfinished({ marked }, rules) {
  const bit = new Map(marked.flatMap((mark, cell) => (mark ? [] : [cell])).map((cell, i) => [cell, 1 << i]));
  if (bit.size > QUICK_CELLS) return Infinity;
  const lines = rules.lines.map(({ cells }) => cells.reduce((mask, cell) => mask | (bit.get(cell) ?? 0), 0));
  let count = 0;
  for (let set = 0; set < 1 << bit.size; set += 1) if (lines.every((line) => (set & line) !== line)) count += 1;
  return count;
}

/**
 * @param {number} n
 * @param {number} k
 * @returns {number}
 */
function choose(n, k) {
  return k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k;
}

/**
 * The number of boards under the rules. On full cards, all arrangements of the same numbers count as one board.
 *
 * @param {Rules} rules
 */
function boards(rules) {
  const values = rules.values.length;
  const cells = openCells(rules);
  return rules.card ? choose(values + cells - 1, Math.min(cells, values - 1)) : values ** cells;
}

/**
 * @param {Task} task
 * @param {Rules} rules
 * @param {Position[]} [players]  The players' positions; if omitted, unmarked boards.
 * @returns {Cost}
 */
export function cost(task, rules, players = []) {
  const cells = Math.max(...(players.length ? players : [undefined]).map((one) => openCells(rules, one)));
  const time = cells <= QUICK_CELLS ? "at once" : cells <= EXACT_CELLS ? "seconds" : "long";
  const yes = (/** @type {Cost["time"]} */ how = time) =>
    /** @type {Cost} */ ({ possible: true, time: how, reason: "", instead: null });
  const no = (/** @type {string} */ reason, /** @type {Cost["instead"]} */ instead = null) =>
    /** @type {Cost} */ ({ possible: false, time, reason, instead });
  const few = players.length > 1 ? jointStates(players, rules) <= JOINT_STATES : cells <= QUICK_CELLS;
  const why = words.cost;
  const card = rules.card && cells <= CARD_CELLS && rules.values.length <= FEW_VALUES;
  if (
    card &&
    [
      "solve",
      "advise",
      "play-solo",
      "exact",
      "inside",
      "improve",
      "match",
      "match-random",
      "print-strength",
      "print-key",
    ].includes(task)
  )
    return yes("at once");
  switch (task) {
    case "solve":
      return cells <= FAST_CELLS ? yes(cells <= EXACT_CELLS ? "at once" : "long") : no(why.large(cells));
    case "advise":
    case "play-solo":
      return cells <= FAST_CELLS ? yes() : no(why.large(cells));
    case "exact":
      return cells <= EXACT_CELLS ? yes() : no(why.exact(cells), "fast");
    case "inside":
      return cells <= EXACT_CELLS ? yes(later(time)) : no(why.inside(cells));
    case "improve":
      return cells <= EXACT_CELLS && (cells <= MANY_CELLS || rules.values.length <= FEW_VALUES)
        ? yes(later(time))
        : no(why.improve(cells));
    case "percentile":
      return rules.layout === "3x3" && rules.dice === "2d6" && rules.marking === "one"
        ? yes("at once")
        : no(why.percentile);
    case "rank":
      if (!ABLE.ranks) return no(why.table);
      if (card && (boards(rules) <= RANKED_CARDS || (rules.dice === "2d6" && cells <= RANKED_TOKENS)))
        return yes(boards(rules) <= RANKED_BOARDS ? "at once" : "long");
      return RANKED.includes(rules.name) || boards(rules) <= RANKED_BOARDS
        ? yes("seconds")
        : no(why.rank(short(boards(rules))));
    case "pairs":
      return cells <= MANY_CELLS ? yes("seconds") : no(why.chances(cells), "simulate");
    case "print-strength":
      return cells <= MANY_CELLS ? yes() : no(why.strength(cells));
    case "print-key":
      return cells <= EXACT_CELLS ? yes() : no(why.key(cells));
    case "print-tally":
      return rules.values.length <= TALLY_VALUES ? yes() : no(why.tally);
    case "simulate":
      return cells <= EXACT_CELLS && (cells <= MANY_CELLS || rules.values.length <= FEW_VALUES)
        ? yes(later(time))
        : no(why.simulate(cells));
    case "match":
    case "nash":
      if (few) return yes();
      // Without random tie-breaks, play usually reaches few joint positions, so the server may accept the question.
      return cells <= QUICK_CELLS ? { ...yes("seconds"), instead: "simulate" } : no(why.chances(cells), "simulate");
    case "match-random":
    case "range":
      return few ? yes("seconds") : no(why.together, "simulate");
    case "nash-duel":
    case "duel":
    case "play-duel":
      return few ? yes("seconds") : no(why.winning, "solo");
  }
}

/** @param {Cost["time"]} time */
function later(time) {
  return time === "at once" ? "at once" : "long";
}

/** @param {number} number */
function short(number) {
  if (number < 1e9) return words.cost.millions(Math.round(number / 1e6));
  return number < 1e12 ? words.cost.billions(Math.round(number / 1e9)) : words.cost.trillions;
}
