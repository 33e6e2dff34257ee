/** The first story: a board of the likeliest number everywhere is one of the slowest. */

import { ask } from "../api.js";
import { cost } from "../cost.js";
import { BoardView } from "../board.js";
import { el, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { count, rolls } from "../format.js";
import { mean } from "../fractions.js";
import { Keypad } from "../keypad.js";
import { readBoard } from "../link.js";
import { number } from "../number.js";
import { isReady, readPosition, writePosition } from "../position.js";
import { dotAxis } from "./dots.js";
import { besideTheory, filling } from "./filling.js";
import { p } from "./parts.js";
import { chances, plan } from "./solo.js";
import { sums } from "./sums.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const SEVENS = "7,7,7/7,7,7/7,7,7";
const BEST = "8,8,9/7,6,10/7,4,5";
const BOARDS = 100;
const ONE = { exact: "1", decimal: 1 };

/** @param {Scene} scene */
async function begin({ rules, guessing }) {
  const board = new BoardView({ label: "Nine sevens", size: "small", test: "board" });
  board.update(rules, readPosition(SEVENS, rules).position);
  return [
    el(
      "div",
      { class: "stack" },
      p("Two dice can fall in 36 ways. Six of them add up to 7, more than for any other sum."),
      p("So why not write a 7 in every cell? Three sevens in any line make a bingo."),
      guessing,
    ),
    el(
      "div",
      { class: "side-by-side top-aligned" },
      board.element,
      sums(rules, "All throws of two dice, by their sum", (value) =>
        value === 7 ? { look: "player-0", name: "makes 7" } : { look: "none", name: "makes something else" },
      ),
    ),
  ];
}

/**
 * The number of boards that are slower than nine sevens.
 *
 * @param {AbortSignal} signal
 * @returns {Promise<Amount>}
 */
async function askSlower(signal) {
  const { percentile } = await ask("rank", { board: SEVENS, approximate: true }, { signal });
  return { exact: null, decimal: percentile.decimal / 100 };
}

/** @returns {Promise<Amount | null>} */
async function countSlower() {
  const ranked = await ask("rank", { board: SEVENS, nearest: 0 });
  if (!("worse" in ranked)) return null;
  const { worse, total } = ranked;
  return mean([{ exact: `${worse}/${total}`, decimal: worse / total }], [ONE]);
}

/** @param {Scene} scene */
async function see({ rules, guess, reveal, seed, signal }) {
  const [slower, { expected_rolls: expected }] = await Promise.all([
    askSlower(signal),
    ask("solve", { board: SEVENS }, { signal }),
  ]);
  const faster = 1 - slower.decimal;
  const exactly = cost("rank", rules).possible ? countSlower : undefined;
  const all = rules.values.length ** rules.grid.length;
  const about = Math.round(faster * 100);
  return [
    el(
      "div",
      { class: "stack" },
      reveal(
        p(
          el("strong", { class: "said" }, `About ${about} of 100 boards are faster.`),
          " Of all ",
          count(all),
          " boards, only ",
          number(slower, { kind: "chance", name: "Boards slower than nine sevens", exactly }),
          " are slower.",
        ),
        scale(Number(guess), about),
        p(
          "Nine sevens need ",
          number(expected, { kind: "rolls", name: "Rolls on average, nine sevens" }),
          " rolls on average. Only sevens help, and a 7 comes once in six rolls: 6 rolls for the first, 6 for the " +
            "second, 6 for the third.",
        ),
      ),
    ),
    drawCard({ rules, faster, expected, seed, signal }),
  ];
}

/**
 * The guess and the answer on one line from 0 to 100.
 *
 * @param {number} guess
 * @param {number} answer
 */
function scale(guess, answer) {
  const pin = (/** @type {string} */ look, /** @type {number} */ at, /** @type {string} */ text) => {
    const one = el("span", { class: `pin ${look}` }, text);
    one.style.setProperty("--at", String(at / 100));
    return one;
  };
  return el(
    "div",
    { class: "scale", role: "img", "aria-label": `You guessed ${guess}, the answer is ${answer} out of 100` },
    pin("yours", guess, "you"),
    pin("truth", answer, String(answer)),
  );
}

/**
 * Random boards, one after another, each placed at its average.
 *
 * @param {{rules: import("../types.js").Rules, faster: number, expected: Amount, seed: number,
 *   signal: AbortSignal}} setting
 */
function drawCard({ rules, faster, expected, seed, signal }) {
  const chance = chances(seed);
  const label = `Each dot is a board at its average number of rolls; the line shows nine sevens at ${rolls(expected)}`;
  const dots = dotAxis(expected.decimal, BOARDS, label);
  const view = new BoardView({ label: "The fastest so far", player: 1, size: "tiny" });
  const about = el("p", { class: "small" });
  let [won, most, fewest] = [0, 0, Infinity];
  const show = (/** @type {(number | null)[]} */ values, /** @type {string} */ text) => {
    view.update(rules, { values, marked: rules.grid.map(() => false) });
    about.textContent = text;
  };
  const empty = () => show(readPosition(SEVENS, rules).position.values, "Random boards will appear here.");
  const many = filling({
    games: BOARDS,
    text: `Draw ${BOARDS} boards`,
    play() {
      const values = rules.grid.map(() => rules.values[Math.floor(chance() * rules.values.length)]);
      const { rolls: own } = plan(rules, values);
      dots.add(own);
      most += 1;
      if (own < expected.decimal) won += 1;
      if (own >= fewest) return;
      fewest = own;
      show(values, `The fastest so far: ${rolls(own)} rolls on average.`);
    },
    clear() {
      [won, most, fewest] = [0, 0, Infinity];
      dots.clear();
    },
    say: () => besideTheory(`${won} of ${most} boards are faster than nine sevens`, most, faster),
    signal,
  });
  empty();
  return el(
    "section",
    { class: "card", "aria-label": "Random boards" },
    el("div", { class: "row between" }, many.start, el("div", { class: "row drawn" }, view.element, about)),
    el("figure", { class: "chart" }, dots.element, el("figcaption", { class: "small soft" }, "rolls on average")),
    many.words,
  );
}

/** @param {Scene} scene */
async function why({ rules, params, put, signal }) {
  const [{ expected_rolls: best }, first] = await Promise.all([
    ask("solve", { board: BEST }, { signal }),
    ask("solve", { board: SEVENS }, { signal }),
  ]);
  const value = el("p", { class: "headline", role: "status", "data-test": "value" });
  const picture = el("div", {});
  const keypad = new Keypad({ marks: false });
  const show = (/** @type {import("../types.js").Position} */ position) => {
    fill(
      picture,
      sums(rules, "Which throws help this board", (sum) =>
        position.values.includes(sum) ? { look: "player-1", name: "useful" } : { look: "none", name: "wasted" },
      ),
    );
    if (isReady(position, rules)) void count9(position);
  };
  const count9 = async (/** @type {import("../types.js").Position} */ position) => {
    const board = writePosition(position, rules);
    const { expected_rolls: now } = board === SEVENS ? first : await ask("solve", { board }, { signal });
    if (board !== writePosition(editor.position, rules)) return;
    fill(
      value,
      el("strong", { class: "figure" }, number(now, { kind: "rolls", name: "Rolls on average" })),
      el("span", { class: "unit" }, "rolls on average"),
    );
  };
  const editor = new BoardEditor({
    label: "Your board",
    keypad,
    size: "small",
    test: "board",
    onchange: (position, how) => {
      put("board", writePosition(position, rules), how);
      show(position);
    },
  });
  const start = readBoard(params, "board", rules) ?? readPosition(SEVENS, rules).position;
  editor.set(rules, start);
  show(start);
  return [
    el(
      "div",
      { class: "stack" },
      p("With nine sevens, 30 of the 36 throws are wasted. Five rolls out of six do nothing at all."),
      p("Change some cells: tap a cell, then a number. Watch how many throws become useful."),
      picture,
      p(
        "Can you get below 9? Below 7? The best board needs ",
        number(best, { kind: "rolls", name: "Rolls on average, the best board" }),
        " rolls. No single number makes the best board, but a good mix does.",
      ),
    ),
    el("div", { class: "stack" }, value, editor.element, keypad.element),
  ];
}

/** @type {Story} */
export const sevens = {
  name: "sevens",
  title: "Nine sevens",
  teaser: "Seven is the likeliest sum. Is a board full of sevens a good board?",
  boards: [SEVENS],
  guess: {
    question:
      "Imagine 100 boards with numbers from 2 to 12, picked at random. How many of them need fewer rolls than nine " +
      "sevens, on average?",
    unit: "of 100 are faster",
  },
  reply: (guess) =>
    Number(guess) > 85
      ? "Right: a mix of good numbers is better than a single number."
      : "Sevens do come up more often than any other sum. But a board needs more than that.",
  steps: [
    { heading: "The likeliest number", show: begin },
    { heading: "Almost every board is faster", show: see },
    { heading: "Why? Most rolls are wasted", show: why },
  ],
  room: {
    text: "Continue in Make a board",
    href: (params) => `#/design?board=${params.get("board") ?? SEVENS}`,
  },
};
