/** The English strings for *Rules*, and rules in words. Strings with variable parts are functions. */

import { many } from "../../language.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const SIDES = /** @type {Record<number, string>} */ ({ 12: "twelve", 20: "twenty" });
const inWords = (/** @type {number} */ number) => NUMBERS[number] ?? SIDES[number] ?? String(number);

export const WORDS = {
  /** Rules in words: "3 by 3, two dice; a row, a column or a diagonal wins; mark one cell per roll". */
  sentence: (
    /** @type {string} */ shape,
    /** @type {string} */ dice,
    /** @type {string} */ lines,
    /** @type {boolean} */ all,
  ) => `${shape}, ${dice}; ${lines}; ${all ? "a roll marks every matching cell" : "mark one cell per roll"}.`,
  short: (
    /** @type {string} */ shape,
    /** @type {string} */ dice,
    /** @type {string} */ lines,
    /** @type {boolean} */ all,
  ) => `${shape}, ${dice}; ${lines}${all ? "; mark all" : ""}`,
  tokens: (/** @type {number} */ tokens, /** @type {string} */ dice) => `${tokens} tokens, ${dice}`,
  size: (/** @type {number} */ rows, /** @type {number} */ columns) => `${rows} by ${columns}`,
  part: (/** @type {number} */ cells, /** @type {string} */ size) =>
    many(cells, { one: `1 cell of ${size}`, other: `${cells} cells of ${size}` }),
  freeMiddle: (/** @type {string} */ shape) => `${shape} with a free centre`,
  freeCells: (/** @type {string} */ shape, /** @type {number} */ free) =>
    `${shape} with ${inWords(free)} free ${free > 1 ? "cells" : "cell"}`,
  /**
   * Equal dice in words. `sides` is 0 for loaded dice. If `among` is true, there are other dice too, and a single die
   * is "a die" instead of "one die".
   */
  dice: (/** @type {number} */ count, /** @type {number} */ sides, /** @type {boolean} */ among) => {
    const noun = count > 1 ? "dice" : "die";
    const name = sides === 0 ? `loaded ${noun}` : sides === 6 ? noun : `${inWords(sides)}-sided ${noun}`;
    if (count > 1 || !among) return `${inWords(count)} ${name}`;
    return `${/^(eight|11|18)/.test(name) ? "an" : "a"} ${name}`;
  },
  multiplied: (/** @type {string} */ dice) => `${dice} multiplied`,
  plus: (/** @type {string} */ dice, /** @type {number} */ value) => `${dice} plus ${value}`,
  times: (/** @type {string} */ dice, /** @type {number} */ value) => `${dice} times ${value}`,
  notation: (/** @type {string} */ text) => `dice ${text}`,
  allCells: "all cells must be marked",
  /** The name of a kind of line; `only` is true if the shape has only one such line. */
  oneLine: {
    /** @returns {string} */
    rows: (/** @type {boolean} */ only) => (only ? "the row" : "a row"),
    /** @returns {string} */
    columns: (/** @type {boolean} */ only) => (only ? "the column" : "a column"),
    /** @returns {string} */
    diagonals: (/** @type {boolean} */ only) => (only ? "the diagonal" : "a diagonal"),
  },
  allCorners: "all corners together",
  drawn: (/** @type {number} */ lines) => (lines > 1 ? `one of ${inWords(lines)} drawn lines` : "a drawn line"),
  /** A list of lines and its verb; `corners` is true if the last item is "all corners together". */
  wins: (/** @type {string} */ lines, /** @type {boolean} */ corners) => `${lines} ${corners ? "win" : "wins"}`,

  add: "Add line",
  turned: "also rotated and reflected",
  stop: "Stop drawing",
  canAdd: "This line can be added.",
  change: "Change",
  parts: { games: "Games", shape: "Shape", lines: "Lines", dice: "Dice", marking: "Marks" },
  use: "Use these rules",
  print: "Print boards",
  back: (/** @type {string} */ room) => `Back to ${room}`,

  games: "Named games",
  gamesAbout: "Tap a game to start from it, then change it as you like.",
  /** The descriptions of named rules, by name. Empty here, because the server sends the English descriptions. */
  abouts: /** @type {Record<string, string>} */ ({}),
  shape: "Size and shape",
  rows: "Rows",
  columns: "Columns",
  tap: "A tap on a cell",
  removes: "removes it",
  frees: "makes it free",
  restore: "Restore all cells",
  nothingMissing: "No cell is missing or free.",
  shapeAbout: "Tap a cell again to restore it. A free cell counts as marked from the start.",
  lines: "Which lines win",
  kinds: { rows: "Rows", columns: "Columns", diagonals: "Diagonals", corners: "Corners", all: "All cells" },
  every: "Every line",
  draw: "Draw your own line",
  remove: "Remove",
  removeLine: (/** @type {number} */ i) => `Remove drawn line ${i}`,
  canWin: (/** @type {number} */ lines) =>
    many(lines, { one: "1 line can win.", other: `${lines} lines can win.` }) + " Tap one to see it on the board.",
  never: (/** @type {number} */ lines) =>
    many(lines, {
      one: "1 other line can never be completed first.",
      other: `${lines} other lines can never be completed first.`,
    }),
  show: (/** @type {string} */ line) => `Show ${line}`,
  marking: "Marking",
  marks: "What a roll marks",
  marksOne: "one cell; you choose",
  marksAll: "every matching cell",

  board: "The shape of the board",
  free: "free",
  freeCell: "free cell",
  noCell: "no cell",
  cell: "cell",
  inLine: "in your line",
  inLit: "in the highlighted line",
  noCellHere: "There is no cell here.",
  noCellToFree: "There is no cell here to make free.",
  lineLost: "A line you drew lost a cell and was removed. Undo restores it.",
  theLine: "The line",
  notInShape: "it has cells that this shape does not have.",

  less: (/** @type {string} */ name) => `${name}: one less`,
  more: (/** @type {string} */ name) => `${name}: one more`,

  dicePanel: "Dice",
  theDice: "The dice",
  addDie: "Add a die",
  otherDice: "Use other dice",
  fixedDice: (/** @type {string} */ text) => `These dice (${text}) cannot be changed here.`,
  removeDie: "Remove this die",
  sides: "Sides",
  sidesOf: "Sides of this die",
  nSides: (/** @type {number} */ n) => `${n} sides`,
  always: (/** @type {number} */ value) => `always ${value}`,
  loadedAs: (/** @type {string} */ text) => `loaded, ${text}`,
  die: (/** @type {number} */ i, /** @type {string} */ name) => `Die ${i}: ${name}`,
  combine: "The dice are",
  added: "added",
  product: "multiplied",
  weights: "Faces and their weights",
  itsWeight: "Face weight",
  weightOf: (/** @type {number} */ face) => `Weight of ${face}`,
  faceWeight: (/** @type {number} */ face, /** @type {number} */ weight) => `${face}, weight ${weight}`,
  load: "Load this die",
  loadAbout:
    "Tap a face and set its weight. A face of weight 2 comes up twice as often as a face of " +
    "weight 1. Weight 0 removes the face.",
  faceGone: "This face is already removed.",
  mostWeight: (/** @type {number} */ most) => `The largest weight is ${most}.`,
  twoFaces: "A die needs two faces.",

  sums: "How often the dice show each result",
  sumsCaption: "Results of the dice",
  sumsColumns: ["result", "chance"],
  spoken: (/** @type {number} */ low, /** @type {number} */ high, /** @type {string} */ which) =>
    `Results from ${low} to ${high}, ${which}`,
  equally: (/** @type {string} */ share) => `all equally likely: ${share}`,
  mostOften: (/** @type {number} */ value, /** @type {string} */ share) => `most often ${value}: ${share}`,

  problem: {
    noCells: "A board needs at least one cell to fill.",
    freeLine: "A line of free cells would be full before the first roll.",
    cells: (/** @type {number} */ most) => `A board can have at most ${most} cells to fill.`,
    size: (/** @type {number} */ most) => `More than ${most} rows or columns do not fit on a phone.`,
    lines: "There are too many lines to fit in a link.",
    constant: "At least one die must have two faces.",
    dice: (/** @type {number} */ most) => `You can roll at most ${most} dice.`,
    values: (/** @type {number} */ most) => `The dice can have at most ${most} different results.`,
    lastLine: "At least one line must win. Choose another line first.",
    noCorner: "A corner of this shape is missing.",
    notSquare: "Only a square has diagonals from corner to corner.",
    noDiagonal: "Both diagonals have missing cells.",
    noRows: "This shape has no rows of two or more cells.",
    noColumns: "This shape has no columns of two or more cells.",
    tapLine: "Tap the cells of your line.",
    onlyFree: "A line needs a cell that is not free.",
    known: "This line is already a winning line.",
    contains: "This line contains another line, which is always completed first.",
  },

  durations: { "at once": "at once", seconds: "seconds", long: "a minute" },
  simulated: "simulated",
  tooLarge: "too large",
  price: {
    rounded: "Rounded numbers within a minute.",
    exact: "Exact numbers at once.",
    later: "Rounded numbers at once, exact numbers in seconds.",
    any: "Alone, or against a fast or a clever computer.",
    fast: "Alone or against the fast computer.",
    chances: "Exact chances.",
    simulated: "By simulation.",
    duel: "The equilibrium for each roll.",
    noDuel: "Together, two boards have too many positions.",
  },
};
