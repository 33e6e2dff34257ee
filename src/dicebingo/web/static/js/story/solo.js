/**
 * Simulates games in the page. Each board is played to finish as fast as possible, as if it were alone; backward
 * induction over the sets of marked cells finds the choices. Floating-point numbers are precise enough for play; the
 * numbers stated in a story come from the server.
 */

/** @typedef {import("../types.js").Rules} Rules */

const EQUAL = 1e-9; // values closer than this count as equal; the first of several equally good cells is marked

/**
 * @typedef {object} Plan
 * @property {number} rolls  The expected number of rolls of the unmarked board.
 * @property {(marks: number, roll: number) => number} mark  The cell to mark, or -1 for none; `marks` is a bit mask.
 * @property {(marks: number) => boolean} won
 */

/**
 * @param {Rules} rules
 * @param {(number | null)[]} board
 * @returns {Plan}
 */
export function plan(rules, board) {
  const lines = rules.lines.map(({ cells }) => bits(cells));
  const cellsOf = rules.values.map((value) => board.flatMap((own, cell) => (own === value ? [cell] : [])));
  const kinds = rules.values.length;
  const sets = 1 << board.length;
  const won = (/** @type {number} */ marks) => lines.some((line) => (marks & line) === line);
  const left = new Float64Array(sets);
  const best = new Int8Array(sets * kinds).fill(-1);
  for (let marks = sets - 1; marks >= 0; marks -= 1) {
    if (won(marks)) continue;
    let [hits, sum] = [0, 0];
    for (let kind = 0; kind < kinds; kind += 1) {
      let [cell, fewest] = [-1, Infinity];
      for (const one of cellsOf[kind]) {
        if (marks & (1 << one) || left[marks | (1 << one)] >= fewest - EQUAL) continue;
        [cell, fewest] = [one, left[marks | (1 << one)]];
      }
      best[marks * kinds + kind] = cell;
      if (cell < 0) continue;
      hits += rules.weights[kind];
      sum += rules.weights[kind] * fewest;
    }
    left[marks] = (rules.total + sum) / hits;
  }
  const kindOf = new Map(rules.values.map((value, kind) => [value, kind]));
  return { rolls: left[0], mark: (marks, roll) => best[marks * kinds + (kindOf.get(roll) ?? 0)], won };
}

/** @param {number[]} cells */
export function bits(cells) {
  return cells.reduce((set, cell) => set | (1 << cell), 0);
}

/**
 * Seeded random numbers from 0 to 1 (mulberry32).
 *
 * @param {number} seed
 */
export function chances(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @typedef {[number, number]} Throw  Two dice. */

/**
 * @param {() => number} chance
 * @returns {Throw}
 */
export function twoDice(chance) {
  return [1 + Math.floor(6 * chance()), 1 + Math.floor(6 * chance())];
}

/**
 * @typedef {object} Turn
 * @property {Throw[]} throws  One shared throw, or one for each board.
 * @property {number[]} cells  The cell that each board marks; -1 for none.
 *
 * @typedef {object} Race
 * @property {Turn[]} turns
 * @property {number[]} winners
 */

/**
 * Simulate one race to the first bingo.
 *
 * @param {Plan[]} plans
 * @param {number[]} starts  The cells of each board that are marked at the start, as a bit mask.
 * @param {() => number} chance
 * @param {boolean} shared  Whether all boards use the same dice.
 * @returns {Race}
 */
export function race(plans, starts, chance, shared) {
  const marks = [...starts];
  /** @type {Turn[]} */
  const turns = [];
  for (;;) {
    const throws = (shared ? [0] : plans).map(() => twoDice(chance));
    const cells = plans.map(({ mark }, player) => {
      const [one, other] = throws[shared ? 0 : player];
      return mark(marks[player], one + other);
    });
    cells.forEach((cell, player) => (marks[player] |= cell < 0 ? 0 : 1 << cell));
    turns.push({ throws, cells });
    const winners = plans.flatMap(({ won }, player) => (won(marks[player]) ? [player] : []));
    if (winners.length) return { turns, winners };
  }
}
