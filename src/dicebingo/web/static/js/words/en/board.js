/** The strings on and around boards, and the names of cells and lines. Strings with variable parts are functions. */

import { many } from "../../language.js";

const DOWN = ["top", "middle", "bottom"];
const ACROSS = ["left", "middle", "right"];

export const WORDS = {
  free: "free",
  empty: "empty",
  marked: "marked",
  complete: "marked, on a complete line",
  markable: "you can mark this",
  ways: (/** @type {number} */ ways, /** @type {number} */ total) => `${ways} of ${total} ways`,
  tokens: (/** @type {number} */ tokens) => many(tokens, { one: "1 token", other: `${tokens} tokens` }),
  numbers: "Numbers",
  valueFor: (/** @type {string} */ cell, /** @type {string} */ of) => `Number for ${cell}${of}`,
  clear: "clear",
  clearCell: "Clear this cell",
  clearBoard: "Clear board",
  tapDoes: "Tap mode",
  modes: { write: "Write", mark: "Mark", roll: "Roll" },
  theRoll: "The roll",
  tapFirst: "Tap a cell first.",
  tapRoll: "Tap the number that was rolled.",
  tapToMark: "Tap a cell to mark it.",
  tapToken: "Tap a number to mark a token.",
  placing: (/** @type {number} */ left) =>
    left === 0
      ? "Tap a number to remove a token, then another to place it there."
      : many(left, {
          one: "1 token left. Tap a number to place it.",
          other: `${left} tokens left. Tap a number to place one.`,
        }),
  stillEmpty: "This cell is still empty.",
  noRoll: "No roll yet.",
  twoDice: "Two dice",
  theDice: (/** @type {string} */ dice) => `The dice (${dice})`,
  skips: (/** @type {string} */ who, /** @type {number} */ value) => `${who} never show ${value}.`,
  never: (
    /** @type {string} */ who,
    /** @type {number} */ value,
    /** @type {number} */ low,
    /** @type {number} */ high,
  ) => `${who} never show ${value}, only ${low} to ${high}.`,
  centre: "centre",
  cell: (/** @type {number} */ row, /** @type {number} */ column) => `${DOWN[row]} ${ACROSS[column]}`,
  rowOfThree: (/** @type {number} */ row) => `${DOWN[row]} row`,
  columnOfThree: (/** @type {number} */ column) => `${ACROSS[column]} column`,
  row: (/** @type {number} */ row) => `row ${row + 1}`,
  column: (/** @type {number} */ column) => `column ${column + 1}`,
  diagonal: "diagonal from top left",
  otherDiagonal: "diagonal from top right",
  cells: (/** @type {string} */ cells) => `cells ${cells}`,
  /** A number with its article: "an 8". */
  aNumber: (/** @type {number} */ value) => `${/^(8|11$|18$)/.test(String(value)) ? "an" : "a"} ${value}`,
  rolls: (/** @type {number} */ n, /** @type {string} */ shown) => many(n, { one: "1 roll", other: `${shown} rolls` }),
  between: (/** @type {string} */ low, /** @type {string} */ high) => `${low} and ${high}`,
  lessThan: (/** @type {string} */ amount) => `less than ${amount}`,
  place: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row + 1}, column ${column + 1}`,
  number: {
    dialog: "The exact number",
    exact: (/** @type {string} */ text, /** @type {string} */ name) => `${text}, ${name}: show the exact fraction`,
    certain: (/** @type {string} */ text, /** @type {string} */ name) => `${text}, ${name}: show how certain this is`,
    copy: "Copy",
    copyText: "Copy as text",
    copyLatex: "Copy as LaTeX",
    rounded: (/** @type {number} */ decimal) =>
      `${decimal}, rounded. Computing the exact fraction would take too long.`,
    adding: "Adding up fractions…",
  },
  copy: {
    done: "Copied.",
    take: "Copy this text:",
    link: "Link copied. The link opens the page exactly as you see it.",
    here: "The link works on this computer only.",
  },
  tables: {
    show: "Show the numbers",
    csv: (/** @type {string} */ name) => `Download as CSV: ${name}`,
    json: (/** @type {string} */ name) => `Download as JSON: ${name}`,
    exact: (/** @type {string} */ column) => `${column} (exact)`,
  },
  charts: {
    rolls: "rolls",
    roll: (/** @type {number} */ roll, /** @type {string} */ share) => `roll ${roll}: ${share}`,
    average: (/** @type {string} */ rolls) => `average ${rolls}`,
  },
  waiting: {
    stop: "Stop",
    best: (/** @type {string} */ best) => `(best so far ${best})`,
  },
  share: {
    link: "Share link",
    title: "Share or download",
    picture: "A picture of the board",
    pictureOf: (/** @type {string} */ format, /** @type {string} */ name) => `${format} of ${name}`,
    sheets: "Sheets to print (PDF)",
    these: "These boards",
    this: "This board",
    four: "Four on a page",
    blank: "Blank boards",
    tally: "Tally sheet",
  },
  link: {
    unreadable: (/** @type {string} */ what, /** @type {string} */ why) =>
      `${what} in this link could not be read: ${why}`,
    rules: "The rules",
    classic: (/** @type {string} */ why) => `${why.replace(/\.?$/, ".")} Showing the classic game instead.`,
    board: "The board",
    notReady: "it has cells that no roll can mark.",
    notWhole: (/** @type {number} */ least, /** @type {number} */ most) =>
      `it is not a whole number from ${least} to ${most}.`,
    notWord: (/** @type {string} */ text, /** @type {string} */ words) => `“${text}” is not one of ${words}.`,
  },
  reading: {
    cells: (/** @type {number} */ cells, /** @type {number} */ found) =>
      `A board for these rules has ${cells} cells to fill, not ${found}.`,
    tokens: (/** @type {number} */ tokens, /** @type {number} */ found) =>
      `A card for these rules has ${tokens} tokens, not ${found}.`,
    notNumber: (/** @type {string} */ text) => `“${text}” is not a number.`,
    notCount: (/** @type {string} */ text) =>
      `“${text}” is not a number of tokens. An example is 7x3, three tokens on 7.`,
  },
  rules: {
    label: "Rules",
    own: "Your own rules…",
    isOwn: "Your own rules.",
    markAll: (/** @type {string} */ layout, /** @type {string} */ dice) => `${layout}, ${dice}, mark all`,
    names: /** @type {Record<string, string>} */ ({
      classic: "3 by 3, two dice",
      "4x4": "4 by 4, two dice",
      "5x5": "5 by 5, two dice",
      "5x5-free": "5 by 5 with a free centre, two dice",
      blackout: "3 by 3, all cells must be marked",
      corners: "3 by 3, the four corners win",
      cross: "3 by 3, the cross in the middle wins",
      knuth: "2 by 2, rows win, one die",
      "3d6": "3 by 3, three dice",
      product: "3 by 3, two dice multiplied",
      "d10+d20": "4 by 4, a ten- and a twenty-sided die",
      "knock-em-down": "12 tokens, two dice",
      "ten-numbers": "10 tokens, two dice",
      "full-5x5": "5 by 5, all cells must be marked",
      "chance-bingo": "10 tokens, two twenty-sided dice",
      "teaser-2846": "5 tokens, two dice with faces 1 2 2 3 3 3",
      "mark-all": "3 by 3, a roll marks every matching cell",
    }),
  },
  /** The reasons why a question cannot be answered; `cells` is the number of open cells on a board. */
  cost: {
    large: (/** @type {number} */ cells) => `A board with ${cells} open cells is too large.`,
    exact: (/** @type {number} */ cells) =>
      `A board with ${cells} open cells has too many positions for exact fractions.`,
    inside: (/** @type {number} */ cells) => `A board with ${cells} open cells has too many positions to examine.`,
    improve: (/** @type {number} */ cells) => `With ${cells} open cells, trying every change takes too long.`,
    percentile: "There is no ranking for these rules.",
    table: "Counting all boards needs a table that is too large for a browser.",
    rank: (/** @type {string} */ boards) =>
      `These rules allow ${boards} boards. Counting them all would take too long.`,
    millions: (/** @type {number} */ n) => `${n} million`,
    billions: (/** @type {number} */ n) => `${n} billion`,
    trillions: "more than a trillion",
    chances: (/** @type {number} */ cells) => `A board with ${cells} open cells is too large for exact chances.`,
    strength: (/** @type {number} */ cells) =>
      `Boards with ${cells} open cells are drawn at random: choosing them by strength would take too long.`,
    key: (/** @type {number} */ cells) => `There is no answer key for boards with ${cells} open cells.`,
    tally: "These dice have too many results for a tally sheet.",
    simulate: (/** @type {number} */ cells) =>
      `Simulating games with boards of ${cells} open cells would take too long.`,
    together: "Together, these boards have too many positions for exact chances.",
    winning: "Together, these boards have too many positions to solve.",
  },
};
