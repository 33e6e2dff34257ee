/** Chooses the sentences for instructions and advice. The sentences themselves are in `words/LANGUAGE/play.js`. */

import { apart, cellName, chance, cost, percent, rolls, sentence } from "../format.js";
import { compare, signOf, ZERO } from "../fractions.js";
import { listed, wordsOf } from "../language.js";
import { differ, fastest } from "./winning.js";
import { options } from "./game.js";

/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./winning.js").Advice} Advice */

const w = wordsOf("play");

/**
 * @param {import("./state.js").State} state
 * @param {{looking: number | null, rolling: boolean, thinking: boolean, asking: boolean}} now
 */
export function whatNow({ game: { turns, pending }, rules, mine, winner: who, otherStart, by }, now) {
  if (now.asking) return w.lookingAhead;
  if (now.looking !== null) return w.before(now.looking + 1);
  if (now.rolling) return w.rolling;
  if (now.thinking) return w.thinking;
  const end = whoWon(who, turns.length, otherStart !== null);
  if (end) return end;
  if (pending !== null) return whichCell(pending, mine, rules);
  const again = by === "hand" ? w.rollAgainByHand : w.rollAgain;
  const last = turns.at(-1);
  if (last && last.mine.length === 0) return `${noMatch(last.roll, rules)} ${again}`;
  if (last) return again;
  return by === "hand" ? w.readyByHand : w.ready;
}

/**
 * @param {import("./state.js").State["winner"]} who
 * @param {number} turns
 * @param {boolean} opposed
 */
function whoWon(who, turns, opposed) {
  if (who === "nobody") return "";
  if (turns === 0) return w.alreadyFull;
  if (who === "computer") return w.computerWins(turns);
  if (who === "both") return w.bothWin(turns);
  return opposed ? w.youWin(turns) : w.bingo(turns);
}

/**
 * @param {number} roll
 * @param {Position} mine
 * @param {Rules} rules
 */
function whichCell(roll, mine, rules) {
  const can = options(mine, roll, rules);
  if (can.length === 0) return noMatch(roll, rules);
  if (rules.card) return w.takeOff(roll);
  if (rules.marking === "all" && can[0].length > 1) return w.markAll(roll, can[0].length);
  if (can.length === 1) return w.markIt(roll, cellName(can[0][0], rules));
  return w.which(roll, can.length);
}

/**
 * @param {number} roll
 * @param {Rules} rules
 */
function noMatch(roll, rules) {
  return rules.card ? w.noToken(roll) : w.noCell(roll);
}

/**
 * @param {number[]} cells
 * @param {Rules} rules
 */
export function nameCells(cells, rules) {
  return listed(
    cells.map((cell) => cellName(cell, rules)),
    "or",
  );
}

/**
 * A player's aim, the best cells for it, and the expected rolls or the chance of winning after marking them.
 *
 * @typedef {object} Aim
 * @property {string} aim
 * @property {string} cells
 * @property {Amount | null} amount
 * @property {"rolls" | "chance"} kind
 */

/**
 * @param {Advice} advice
 * @param {Rules} rules
 * @returns {Aim[]}
 */
export function aims(advice, rules) {
  const { fast, win, reason } = advice;
  /** @type {Aim} */
  const quick = {
    aim: w.forSpeed,
    cells: nameCells(fastest(advice), rules),
    amount: fast[0].expected_rolls,
    kind: "rolls",
  };
  if (reason) return [quick, { aim: w.toWin, cells: w.tooLarge, amount: null, kind: "chance" }];
  if (!win) return [quick];
  const good = win.choices.find(({ cell }) => cell === win.best[0]);
  const mixture = win.choices
    .filter(({ share }) => signOf(share) > 0)
    .map(({ cell, share }) => `${chance(share)} ${cellName(cell, rules)}`);
  const cells = win.mixed ? mixture.join(", ") : nameCells(win.best, rules);
  return [quick, { aim: w.toWin, cells, amount: good?.win ?? null, kind: "chance" }];
}

/**
 * Explain the advice: whether the two aims differ, whether to mix, and what a mistake costs.
 *
 * @param {Advice} advice
 * @param {Rules} rules
 */
export function explain(advice, rules) {
  const { fast, win, reason } = advice;
  if (reason) return w.tooLargeToWin(reason);
  if (!win) {
    if (fast.length === 1) return w.noOther;
    return fast.every(({ loss }) => signOf(loss) === 0) ? w.allEqual : w.extraCost;
  }
  if (win.mixed) return w.letChance;
  if (!differ(advice)) return sayBoth(advice);
  const [quick] = fastest(advice);
  const loss = fast.find(({ cells }) => cells.includes(win.best[0]))?.loss ?? ZERO;
  const wins = (/** @type {number} */ cell) => win.choices.find((choice) => choice.cell === cell)?.win ?? ZERO;
  const [more, less] = [wins(win.best[0]), wins(quick)];
  const slower = /** @type {const} */ ([sentence(cellName(win.best[0], rules)), cost(loss)]);
  if (compare(more, less) <= 0) return w.differSame(...slower, chance(more));
  const shown = apart(more, less, percent, 1);
  return shown ? w.differ(...slower, ...shown) : w.differSlightly(...slower);
}

/** The sentence to show if a cell is best for both aims. @param {Advice} advice */
function sayBoth({ fast, win }) {
  if (fast.length === 1) return w.noOther;
  if (!win?.choices.every(({ cell }) => win.best.includes(cell))) return w.fastestWins;
  return fast.every(({ loss }) => signOf(loss) === 0) ? w.allEqualBoth : w.winEqually;
}

/** @typedef {Map<number, {text: string, best: boolean}>} Hints  The text on each cell. */

/**
 * @param {Advice} advice
 * @returns {Hints}
 */
export function onCells(advice) {
  const { fast, win } = advice;
  const quick = fastest(advice);
  if (!win) return new Map(fast.flatMap(({ cells, loss }) => cells.map((cell) => [cell, lossOn(loss)])));
  return new Map(
    win.choices.flatMap(({ cell, share }) => {
      const wins = win.best.includes(cell) && (win.mixed ? w.winShare(chance(share)) : w.win);
      const text = [quick.includes(cell) && w.fast, wins].filter(Boolean).join(", ");
      return text ? [[cell, { text, best: Boolean(wins) }]] : [];
    }),
  );
}

/** @param {Amount} loss */
function lossOn(loss) {
  if (signOf(loss) === 0) return { text: w.best, best: true };
  return { text: loss.decimal < 0.005 ? `+<${rolls(0.01)}` : `+${rolls(loss)}`, best: false };
}

/**
 * The expected rolls left after each choice.
 *
 * @param {Candidate[]} candidates
 * @returns {Hints}
 */
export function leftOnCells(candidates) {
  return new Map(
    candidates.flatMap(({ cells, expected_rolls: left, loss }) =>
      cells.map((cell) => [cell, { text: rolls(left), best: signOf(loss) === 0 }]),
    ),
  );
}

/**
 * @param {Pick<Advice, "fast" | "win">} advice
 * @param {Rules} rules
 * @returns {import("../tables.js").Data}
 */
export function adviceTable({ fast, win }, rules) {
  const { mark, left: rollsLeft, win: wins, lose, tie } = w.columns;
  const rows = fast.map(({ cells, expected_rolls: left }) => {
    const choice = win?.choices.find(({ cell }) => cell === cells[0]);
    return [nameCells(cells, rules), left, ...(choice ? [choice.win, choice.lose, choice.tie] : [])];
  });
  return {
    caption: win ? w.choicesIfFast : w.choices,
    columns: [mark, rollsLeft, ...(win ? [wins, lose, tie] : [])],
    kinds: [null, "rolls", "chance", "chance", "chance"],
    rows,
  };
}
