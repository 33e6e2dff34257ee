/** The English strings for *Duel*. In an instruction, double asterisks enclose bold text. */

import { count, listed, many } from "../../language.js";
import { WORDS as BOARD } from "./board.js";

const withArticle = BOARD.aNumber;

/** @typedef {import("../../dom.js").Child} Child */

const times = (/** @type {number} */ over, /** @type {number} */ under) =>
  over === 1 ? `once in ${under}` : `${over} times in ${under}`;

export const WORDS = {
  title: "Duel",
  boardOf: (/** @type {string} */ player) => `Board of ${player}`,
  of: (/** @type {string} */ player) => ` of ${player}`,
  player: (/** @type {string} */ player) => `Player ${player}`,
  board: (/** @type {string} */ player) => `Board ${player}`,
  theRoll: "The roll",
  neverShown: (/** @type {string} */ value) => `the dice never show “${value}”.`,
  goal: "The goal of both players",
  afterwards: "How both play after this roll",
  sameBoard: "Both players have the same board. Change either board.",
  sameMarks: "Both players have the same board and the same marks. Change either board.",

  how: "How both play",
  maximise: "Each player maximises",
  wins: "wins",
  score: "wins minus losses",
  afterRoll: "After this roll, both play",
  fast: "as fast as they can",
  toWin: "to win",
  next: "Next",
  mixedPaper: "Mixed equilibrium from the paper",
  trapPaper: "Trap from the paper",
  playOn: "Play from here",
  compare: "Compare these boards",

  whatToDo: "What to do",
  roll: (/** @type {number} */ value) => `The roll: ${value}`,
  middle: "Jump to the middle of a game",
  over: "This duel is over.",
  hasLine: (/** @type {string} */ player) => `${player} has a full line.`,
  fillBoth: "Fill both boards.",
  left: (/** @type {number} */ cells) =>
    many(cells, { one: "1 cell left to fill.", other: `${cells} cells left to fill.` }),
  weighing: "Evaluating every pair of choices",
  tooLarge: "This duel is too large to solve.",
  tooMany: "Together, these boards have too many positions.",
  markSome: (/** @type {string} */ reason) => `${reason} Mark some cells and try again.`,
  noAnswer: "No answer yet.",
  retry: "Choose the roll again to retry.",
  findingFast: "Finding the fastest cells",
  anyOf: (/** @type {number} */ cells) => `any of ${cells} cells`,
  best: "best",

  noChoice: "Neither player has a choice.",
  chance: "Let chance decide.",
  oneChoice: "Only one player has a choice.",
  stable: "Neither player gains by choosing differently.",
  several: "This roll has several equilibria; none is better for A than this one.",
  mirror: "Both boards are the same. Here, both players follow the same plan and win equally often.",
  mirrorToo: "In other equilibria, the players’ chances differ.",

  every: (/** @type {number} */ value) => `every ${value}`,
  nothing: "nothing",
  instruction: {
    none: (/** @type {number} */ roll) => `has no open ${roll} to mark.`,
    mixed: (/** @type {{cell: string, often: string}[]} */ parts) =>
      `marks ${parts.map(({ cell, often }) => `**${cell}** ${often}`).join(", ")}.`,
    any: (/** @type {number} */ roll, /** @type {number} */ cells) =>
      `marks **any ${roll}**: all ${cells} are equally good.`,
    several: (/** @type {string[]} */ cells) =>
      `marks ${cells.map((cell) => `**${cell}**`).join(" or ")}: they are equally good.`,
    one: (/** @type {string} */ cell) => `marks **${cell}**.`,
    nothingFast: "has nothing to mark.",
    fast: (/** @type {string} */ cells) => `marks **${cells}** for speed.`,
  },
  /** A frequency, such as "3 times in 5". */
  times,
  about: (/** @type {number} */ over, /** @type {number} */ under) => `about ${times(over, under)}`,
  or: (/** @type {string[]} */ cells) => listed(cells, "or"),

  ends: {
    first: "A wins",
    tie: "Tie",
    second: "B wins",
  },

  spinWheels: "Spin the wheels",
  spin: "Spin",
  spinMany: (/** @type {number} */ spins) => `Spin ${spins} times`,
  exactly: "Each spin chooses a cell with exactly these chances.",
  spun: (/** @type {number} */ spins, /** @type {string} */ last) =>
    many(spins, { one: `1 spin. Last spin: ${last}.`, other: `${count(spins)} spins. Last spin: ${last}.` }),
  marks: (/** @type {string} */ player, /** @type {string} */ cell) => `${player} marks ${cell}`,
  tally: (/** @type {string} */ share) => `spun ${share}`,

  matrix: {
    title: "The value of each pair of choices",
    every: "Every pair of choices",
    caption: (/** @type {number} */ roll) => `How often A and B win after ${withArticle(roll)}`,
    show: (/** @type {string} */ player, /** @type {string} */ cell) =>
      `${player} marks ${cell}: show this cell on the board`,
    both: (/** @type {string} */ first, /** @type {string} */ second) => `A marks ${first}, B marks ${second}`,
    wins: (/** @type {string} */ player, /** @type {string} */ both) => `${player} wins. ${both}`,
    stays: "neither wants to change",
    bestReply: "best reply",
    thenFast: "After this roll, both play as fast as they can.",
    thenWin: "After this roll, both play to win.",
    wantWins: "Each player maximises wins.",
    wantScore: "Each player maximises wins minus losses.",
    signs:
      "A star marks the best reply to the other player’s choice. " +
      "A frame marks a pair of choices that neither player wants to leave.",
    pairs: "Each pair in numbers",
    plans: "All equilibria in numbers",
    pairCaption: (/** @type {number} */ roll) => `Every pair of choices after ${withArticle(roll)}`,
    pairColumns: ["A marks", "B marks", "A wins", "B wins", "tie"],
    infinite: "There are infinitely many equilibria; all are mixtures of these",
    all: "All equilibria",
    planColumns: ["equilibrium", "player", "marks", "how often"],
  },

  whole: {
    title: "The whole duel",
    about: "The result over all possible rolls, if both always play to win.",
    solve: "Solve the whole duel",
    solving: "Solving the whole duel",
    ahead: (/** @type {string} */ player, /** @type {Child} */ share) => [
      `${player} is ahead: `,
      share,
      " more wins than losses. ",
    ],
    even: "The two players are even. ",
    lead: "Wins minus losses",
    leadOf: (/** @type {string} */ player) => `${player}’s wins minus losses`,
    solved: (/** @type {string} */ states) => `Solved exactly, using ${states} pairs of positions.`,
    columns: ["outcome", "share"],
  },
};
