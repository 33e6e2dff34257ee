/** The English strings for *Print*. Strings with variable parts are functions. */

import { many } from "../../language.js";

export const WORDS = {
  kinds: {
    all: "Everything",
    boards: "Boards",
    blank: "Blank boards",
    rules: "Rule sheet for pupils",
    tally: "Tally sheet for the rolls",
    key: "Answer key",
    plan: "Lesson plan",
  },
  strengths: {
    mixed: "From fast to slow: some boards are much better than others, and pupils find out which.",
    strong: "Only fast boards.",
    fair: "Boards of nearly equal strength, for a fair game.",
    weak: "Only slow boards: all pupils can do better.",
  },
  noFile: "The PDF cannot show one of these names. Print from the browser instead.",
  strength: "Strength of the boards",
  strengthNames: { mixed: "Mixed", strong: "Strong", fair: "Fair", weak: "Weak" },
  order: "Board numbering",
  orders: { shuffled: "At random", sorted: "Best board first" },
  perPage: "Boards per page",
  cut: "Cutting lines",
  yes: "Yes",
  no: "No",
  paper: "Paper",
  again: "New boards",
  count: "Number of boards",
  names: "Names, one per line (leave empty to print blank name lines)",
  more: "Numbering, paper and cutting",
  choices: "Choices",
  what: "What to print",
  save: "Download PDF",
  print: "Print",
  numbers: "Speed and rank of each board (for teachers)",
  pages: "The pages",
  page: (/** @type {number} */ i, /** @type {string} */ title) => `Page ${i}: ${title}`,
  size: (/** @type {number} */ pages, /** @type {string} */ paper) =>
    many(pages, { one: `1 page, ${paper}`, other: `${pages} pages, ${paper}` }),
  seed: (/** @type {number} */ seed) => `Set ${seed} (the same number gives the same boards)`,
  caption: "Speed and rank of each board",
  columns: ["Board", "Name", "Values", "Rolls on average", "Rank", "Rolls lost by marking in a fixed order"],
  choosing: "Choosing boards",
  making: "Making the PDF",
  boards: (/** @type {number} */ least, /** @type {number} */ most) => `A set has ${least} to ${most} boards.`,
  boardsForNames: (/** @type {number} */ least, /** @type {number} */ most) =>
    `A set has ${least} to ${most} boards, because there are ${least} names.`,
  manyNames: (/** @type {number} */ most, /** @type {number} */ found) =>
    `A set has room for ${most} names, but you entered ${found}.`,
  longName: (/** @type {string} */ name, /** @type {number} */ most) =>
    `“${name}…” is too long: a name can have at most ${most} characters.`,
  oddName: (/** @type {string} */ name) => `“${name}” has characters that cannot be printed.`,
  /** Parts of a link. */
  link: {
    names: "The names",
    kind: "The kind of sheet",
    count: "The number of boards",
    strength: "The strength",
    order: "The board numbering",
    seed: "The seed",
    perPage: "The number of boards per page",
    cut: "The choice of cutting lines",
    paper: "The paper",
  },
};
