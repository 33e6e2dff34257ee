/** The sentences of the room: instructions and advice. */

import { apart, cellName, chance, cost, percent, plural, rolls, sentence } from "../format.js";
import { compare, signOf, ZERO } from "../fractions.js";
import { differ, fastest } from "./winning.js";
import { options } from "./game.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./winning.js").Advice} Advice */

export const ABOUT = /** @type {Record<string, string>} */ ({
  none: "How few rolls do you need?",
  solo: "It marks the fastest cell for its own board and never looks at yours.",
  duel: "It looks at both boards and plays to win: no other way of playing guarantees it a better result.",
});

/**
 * @param {import("./state.js").State} state
 * @param {{looking: number | null, rolling: boolean, thinking: boolean, asking: boolean}} now
 */
export function whatNow({ game: { turns, pending }, rules, mine, winner: who, otherStart, by }, now) {
  if (now.asking) return "Looking ahead …";
  if (now.looking !== null) return `The boards just before roll ${now.looking + 1}.`;
  if (now.rolling) return "Rolling …";
  if (now.thinking) return "The computer is thinking …";
  const end = whoWon(who, turns.length, otherStart !== null);
  if (end) return end;
  if (pending !== null) return whichCell(pending, mine, rules);
  const again = by === "hand" ? "Roll again and tap the result." : "Roll again.";
  const last = turns.at(-1);
  if (last && last.mine.length === 0) return `${noMatch(last.roll, rules)} ${again}`;
  if (last) return again;
  return by === "hand" ? "Roll your dice and tap the result." : "Ready? Roll the dice.";
}

/**
 * @param {import("./state.js").State["winner"]} who
 * @param {number} turns
 * @param {boolean} opposed
 */
function whoWon(who, turns, opposed) {
  if (who === "nobody") return "";
  if (turns === 0) return "A line is already full: there is nothing left to roll.";
  const count = plural(turns, "roll");
  if (who === "computer") return `The computer wins after ${count}.`;
  if (who === "both") return `A tie: both have a bingo after ${count}.`;
  return opposed ? `You win after ${count}!` : `Bingo after ${count}!`;
}

/**
 * @param {number} roll
 * @param {Position} mine
 * @param {Rules} rules
 */
function whichCell(roll, mine, rules) {
  const can = options(mine, roll, rules);
  if (can.length === 0) return noMatch(roll, rules);
  if (rules.card) return `${roll}! Tap it to take a token off.`;
  if (rules.marking === "all" && can[0].length > 1) return `${roll}! Tap one to mark all ${can[0].length}.`;
  if (can.length === 1) return `${roll}! Mark it: ${cellName(can[0][0], rules)}.`;
  return `${roll}! Which of the ${can.length} cells do you mark?`;
}

/**
 * @param {number} roll
 * @param {Rules} rules
 */
function noMatch(roll, rules) {
  return rules.card ? `You have no token left on ${roll}.` : `None of your open cells shows ${roll}.`;
}

/**
 * @param {number[]} cells
 * @param {Rules} rules
 */
export function nameCells(cells, rules) {
  return cells.map((cell) => cellName(cell, rules)).join(" or ");
}

/**
 * An aim, its best cells, and the number that measures their success.
 *
 * @typedef {object} Aim
 * @property {string} aim
 * @property {string} cells
 * @property {string} before  The text before the number.
 * @property {Amount | null} amount
 * @property {"rolls" | "chance"} kind
 * @property {string} behind
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
    aim: "For speed",
    cells: nameCells(fastest(advice), rules),
    before: "",
    amount: fast[0].expected_rolls,
    kind: "rolls",
    behind: " rolls left",
  };
  if (reason)
    return [
      quick,
      { aim: "To win", cells: "these boards are too large", before: "", amount: null, kind: "chance", behind: "" },
    ];
  if (!win) return [quick];
  const good = win.choices.find(({ cell }) => cell === win.best[0]);
  const mixture = win.choices
    .filter(({ share }) => signOf(share) > 0)
    .map(({ cell, share }) => `${chance(share)} ${cellName(cell, rules)}`);
  const cells = win.mixed ? mixture.join(", ") : nameCells(win.best, rules);
  return [quick, { aim: "To win", cells, before: "you win ", amount: good?.win ?? null, kind: "chance", behind: "" }];
}

/**
 * An explanation of the advice: whether the two aims differ, whether to mix, and the cost of a mistake.
 *
 * @param {Advice} advice
 * @param {Rules} rules
 */
export function explain(advice, rules) {
  const { fast, win, reason } = advice;
  if (reason) return `Too large to work out how to win. ${reason}`;
  if (!win) {
    if (fast.length === 1) return "There is no other choice.";
    if (fast.every(({ loss }) => signOf(loss) === 0)) return "All choices are equally good.";
    return `The number on a cell is its extra cost in rolls, on average.`;
  }
  if (win.mixed) return "Let chance decide with these odds: no plan wins more often against the computer’s best play.";
  if (!differ(advice)) return sayBoth(advice);
  const [quick] = fastest(advice);
  const loss = fast.find(({ cells }) => cells.includes(win.best[0]))?.loss ?? ZERO;
  const wins = (/** @type {number} */ cell) => win.choices.find((choice) => choice.cell === cell)?.win ?? ZERO;
  const slower = `${sentence(cellName(win.best[0], rules))} is ${cost(loss)} rolls slower`;
  return `Here the two aims differ. ${slower}${sayWins(wins(win.best[0]), wins(quick))} A tie is not a win.`;
}

/** @param {Advice} advice  Some cell is good for both aims. */
function sayBoth({ fast, win }) {
  if (fast.length === 1) return "There is no other choice.";
  const all = win?.choices.every(({ cell }) => win.best.includes(cell));
  if (all && fast.every(({ loss }) => signOf(loss) === 0)) return "All choices are equally good for both aims.";
  return all
    ? "All choices win equally often, but they are not equally fast."
    : "Here the fastest cell is also the best cell for winning.";
}

/**
 * @param {Amount} more  How often the slower cell wins.
 * @param {Amount} less  How often the faster cell wins.
 */
function sayWins(more, less) {
  if (compare(more, less) <= 0) return `, and both win ${chance(more)} of the games against the computer’s best play.`;
  const shown = apart(more, less, percent, 1);
  return shown ? `, but wins ${shown[0]} of the games instead of ${shown[1]}.` : ", but wins slightly more often.";
}

/**
 * The hints on the cells.
 *
 * @param {Advice} advice
 * @returns {Map<number, {text: string, best: boolean}>}
 */
export function onCells(advice) {
  const { fast, win } = advice;
  const quick = fastest(advice);
  if (!win) return new Map(fast.flatMap(({ cells, loss }) => cells.map((cell) => [cell, lossOn(loss)])));
  return new Map(
    win.choices.flatMap(({ cell, share }) => {
      const wins = win.best.includes(cell) && (win.mixed ? `win ${chance(share)}` : "win");
      const text = [quick.includes(cell) && "fast", wins].filter(Boolean).join(", ");
      return text ? [[cell, { text, best: Boolean(wins) }]] : [];
    }),
  );
}

/** @param {Amount} loss */
function lossOn(loss) {
  if (signOf(loss) === 0) return { text: "best", best: true };
  return { text: loss.decimal < 0.005 ? `+<${rolls(0.01)}` : `+${rolls(loss)}`, best: false };
}

/**
 * @param {Advice} advice
 * @param {Rules} rules
 * @returns {import("../tables.js").Data}
 */
export function adviceTable({ fast, win }, rules) {
  const rows = fast.map(({ cells, expected_rolls: left }) => {
    const choice = win?.choices.find(({ cell }) => cell === cells[0]);
    return [nameCells(cells, rules), left, ...(choice ? [choice.win, choice.lose, choice.tie] : [])];
  });
  return {
    caption: win ? "Each choice, if both then play for speed" : "Each choice",
    columns: ["mark", "rolls left", ...(win ? ["you win", "computer wins", "tie"] : [])],
    kinds: [null, "rolls", "chance", "chance", "chance"],
    rows,
  };
}
