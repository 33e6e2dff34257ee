/** The English strings for *Make a board*. Strings with variable parts are functions. */

import { many } from "../../language.js";

/** @typedef {import("../../dom.js").Child} Child */

export const WORDS = {
  yourBoard: "Your board",
  theBoard: "The board",
  surprise: "Surprise me",
  improve: "Improve it",
  use: "Use this board",
  play: "Play it",
  compare: "Compare it",
  duel: "Duel with it",
  typed: "Or type the whole board",
  within: "The number of rolls",
  theRoll: "The roll",
  theGuess: "The guess",
  placed: (/** @type {number} */ value) => `A token is now on ${value}.`,
  written: (/** @type {number} */ value, /** @type {string} */ cell) => `${value} is now in ${cell}.`,

  begin: "The board is empty. Tap a number for each cell.",
  cellsLeft: (/** @type {number} */ n) => many(n, { one: "1 cell left to fill.", other: `${n} cells left to fill.` }),
  tokensLeft: (/** @type {number} */ n) =>
    many(n, { one: "1 token left to place.", other: `${n} tokens left to place.` }),
  fillCells: "Fill all cells to see this for your board.",
  fillTokens: "Place all tokens to see this for your card.",
  lineFull: "A line is full, so there is nothing left to roll.",
  over: "A line is full, so this game is over.",
  fromMarks: "Starting from these marks.",
  rankBelow: "Below, you can compare this board with all others.",
  working: "Working it out…",
  counting: "Counting all boards",
  rolling: "Rolling a board",
  trying: "Trying every change",
  noImprovement: "Changing a single cell cannot make this board faster.",
  improved: (/** @type {number} */ changes, /** @type {string} */ fromTo) =>
    many(changes, { one: `1 change: ${fromTo}.`, other: `${changes} changes: ${fromTo}.` }),

  howGood: "How good the board is",
  unit: "rolls on average",
  average: "Rolls on average",
  effectName: "Effect of the last change",
  noChange: "no change",
  /** @returns {Child[]} */
  effect: (/** @type {Child} */ change) => [change, " rolls"],
  announce: (/** @type {string} */ rolls) => `${rolls} rolls on average.`,
  announceChange: (/** @type {string} */ rolls, /** @type {string} */ change) =>
    `${rolls} rolls on average, ${change}.`,

  guess: {
    label: "Your guess",
    question: "How many rolls will it take to get a bingo, on average? Your guess:",
    rolls: (/** @type {number} */ n) => many(n, { one: "1 roll", other: `${n} rolls` }),
    done: "Show me",
    first: "First guess how many rolls your board takes.",
    made: (/** @type {number} */ guess) => `your guess: ${guess}`,
  },

  bestName: "Rolls on average, best board",
  leftName: "Rolls above the best board",
  /** @returns {Child[]} */
  toGo: (/** @type {Child} */ best, /** @type {Child} */ left) => ["Best possible: ", best, ", ", left, " to go."],
  found: "You found the best board there is!",
  noneFaster: "No board is faster under these rules.",
  ofAll: (/** @type {string} */ share) => `Better than ${share} of all boards under these rules.`,
  under: (/** @type {string} */ share) => `under ${share}`,
  about: (/** @type {string} */ share) => `about ${share}`,
  praise: {
    top: "Wow! Hardly any board is better.",
    great: "A very good board!",
    good: "A good board.",
    fair: "Not bad.",
    poor: "You can do better.",
  },

  /** @returns {Child[]} */
  advice: (/** @type {number} */ roll, /** @type {string} */ cells, /** @type {Child} */ left) => [
    `Roll ${roll}: mark ${cells}. Then `,
    left,
    " rolls are left on average.",
  ],
  wastedRoll: (/** @type {number} */ roll) => `No open cell shows ${roll}, so this roll is wasted.`,
  askRoll: "Choose a roll to see how many more rolls you need after marking each cell.",
  leftAfter: (/** @type {number} */ roll, /** @type {string} */ cell) =>
    `Rolls left on average after rolling ${roll} and marking ${cell}`,

  among: "Among all boards",
  countAll: "Count all boards",
  howMany: "How many boards are faster, and how many are slower?",
  proven: (/** @type {string} */ rank) => `${rank} Proven by counting.`,
  onlyBoard: "It is the only board under these rules.",
  allEqual: (/** @type {string} */ total) => `All ${total} boards under these rules are equally fast.`,
  rank: (/** @type {string} */ total, /** @type {string} */ parts) =>
    `Of all ${total} boards under these rules, ${parts}.`,
  faster: (/** @type {number} */ n, /** @type {string} */ shown) =>
    n === 0 ? "none is faster" : many(n, { one: `${shown} is faster`, other: `${shown} are faster` }),
  equal: (/** @type {number} */ n, /** @type {string} */ shown) =>
    many(n, { one: `${shown} is equally fast`, other: `${shown} are equally fast` }),
  slower: (/** @type {number} */ n, /** @type {string} */ shown) =>
    n === 0 ? "none is slower" : many(n, { one: `${shown} is slower`, other: `${shown} are slower` }),

  inside: "Inside this board",
  look: "Look inside",
  examining: "Examining every position",
  large: "A board of this size has many thousands of positions.",
  when: "When does this board finish?",
  most: (/** @type {number} */ low, /** @type {number} */ high) =>
    low === high
      ? `Most games take ${many(low, { one: "1 roll", other: `${low} rolls` })}`
      : `Most games take ${low} to ${high} rolls`,
  all: (/** @type {number} */ low, /** @type {number} */ high) =>
    low === high
      ? `All games take ${many(low, { one: "1 roll", other: `${low} rolls` })}`
      : `All games take ${low} to ${high} rolls`,
  half: (/** @type {number} */ roll) => `at least half of all games are over by roll ${roll}`,
  finishing: "The finishing roll",
  finishLabel: (/** @type {number} */ mode, /** @type {string} */ over) =>
    `The chance of finishing on each roll, highest on roll ${mode}; ${over}.`,
  finishColumns: ["roll", "finishes on this roll", "finished by this roll"],

  bestChange: "The change that helps most",
  fiveChanges: "The five best changes",
  changesCaption: "The best single-cell changes",
  changeColumns: ["where", "from", "to", "rolls on average", "rolls saved"],
  aToken: "A token",
  noMove: "Moving a single token cannot make this card faster. Proven by trying every move.",
  noSwap: "Changing a single cell cannot make this board faster. Proven by trying every change.",
  /** @returns {Child[]} */
  move: (
    /** @type {number | null} */ from,
    /** @type {Child} */ to,
    /** @type {Child} */ saved,
    /** @type {Child} */ after,
  ) => [`Move a token from ${from} to `, to, ". That saves ", saved, " rolls, down to ", after, " on average."],
  /** @returns {Child[]} */
  swap: (
    /** @type {string} */ cell,
    /** @type {number | null} */ from,
    /** @type {Child} */ to,
    /** @type {Child} */ saved,
    /** @type {Child} */ after,
  ) => [`${cell}: write `, to, ` instead of ${from}. That saves `, saved, " rolls, down to ", after, " on average."],
  savedName: "Rolls saved per game",
  afterName: "Rolls on average after the change",
  doIt: "Apply",

  throws: "Which throws are useful",
  throwsNow: (/** @type {number} */ ways, /** @type {number} */ total, /** @type {string} */ share) =>
    `${ways} of ${total} throws match an open cell now (${share}).`,
  throwsWasted: (/** @type {string} */ share) => `Over a whole game, ${share} of the rolls are wasted.`,
  theRolls: "The rolls",
  throwColumns: ["roll", "throws", "out of", "now"],
  useful: "useful",
  wasted: "wasted",
  wastedValue: (/** @type {number} */ value) => `${value} (wasted)`,
  allThrows: "All throws of two dice. Striped throws are wasted.",

  marks: "What to mark first",
  marksAbout: "The best cell to mark for each first roll.",
  theTable: "All first rolls as a table",
  marksCaption: "What to mark; if several cells are listed, they are equally good",
  markColumns: ["roll", "chance", "mark", "rolls left"],
  anyOf: (/** @type {number} */ n) => `any of ${n} cells`,

  where: "Where the board wins",
  whereLook: "The warmer a cell’s colour, the more often it is marked at the end. Thicker lines win more often.",
  whereBoard: "How often each cell is marked when the game ends",
  mayDepend: "Some of these chances may depend on which of the equally good cells you mark.",
  anyLine: "Any line can win, depending on which of the equally good cells you mark.",
  depends: "Some of these chances depend on which of the equally good cells you mark.",
  atRandom: (/** @type {string} */ depends) => `${depends} Here, one of these cells is chosen at random.`,
  whereCaption: "How often a line wins, and how often a cell is marked at the end",
  whereColumns: ["line or cell", "chance"],
  cellRow: (/** @type {string} */ cell) => `Cell ${cell}`,

  /** The label before the number of rolls; `deadlineUnit` follows the number. */
  deadline: "I need a bingo within",
  deadlineUnit: "rolls",
  fewer: "One roll fewer",
  fewest: "A bingo takes at least one roll.",
  mostRolls: (/** @type {number} */ rolls) => `You can choose at most ${rolls} rolls.`,
  more: "One roll more",
  likely: "How likely is that?",
  looking: "Examining every roll",
  forDeadline: "Play for the deadline",
  forSpeed: "Play for speed",
  forDeadlineName: "Chance of finishing in time, playing for the deadline",
  forSpeedName: "Chance of finishing in time, playing for speed",
  asFast: "On average, playing for the deadline is as fast as playing for speed.",
  extraName: "Extra rolls on average",
  /** @returns {Child[]} */
  extra: (/** @type {Child} */ loss) => [
    "On average, playing for the deadline takes ",
    loss,
    " more rolls than playing for speed.",
  ],
  impossible: (/** @type {number} */ rolls, /** @type {boolean} */ marked) =>
    `This board cannot complete a line within ${many(rolls, { one: "1 roll", other: `${rolls} rolls` })}` +
    `${marked ? " from here" : ""}.`,
  speedIsBest: "Playing for speed is also best for this deadline.",
  oneOf: (/** @type {number} */ n) => `one of ${n} cells`,
  onRoll: (/** @type {string} */ roll, /** @type {string} */ mark) => `On ${roll}, ${mark}.`,
  markRather: (/** @type {string} */ these, /** @type {string} */ those) =>
    `mark ${these} rather than ${those}, although they are equally fast`,
  markAlthough: (/** @type {string} */ these, /** @type {string} */ those) =>
    `mark ${these}, although ${those} is faster`,
  matters: "Where the two plans differ",
  later: (/** @type {number} */ left, /** @type {string} */ roll, /** @type {string} */ mark) =>
    `Both plans begin with the same marks. In this position, ${
      left === 1 ? "on the last roll" : `with ${left} rolls left`
    }, if you roll ${roll}, ${mark}.`,

  fromTo: (/** @type {string} */ before, /** @type {string} */ after) => `from ${before} to ${after} rolls`,
  tiny: "by less than 0.000001 rolls",
};
