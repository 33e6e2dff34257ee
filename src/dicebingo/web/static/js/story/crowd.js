/** The fifth story: in a class it pays to be different, not early. */

import { ask, isAbort } from "../api.js";
import { BoardView } from "../board.js";
import { choices, el, field, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { chance, rolls } from "../format.js";
import { Keypad } from "../keypad.js";
import { readBoard, readWord } from "../link.js";
import { number } from "../number.js";
import { isReady, readPosition, writePosition } from "../position.js";
import { svg } from "../svg.js";
import { ABLE } from "../transport.js";
import { contestants, p, readNumber } from "./parts.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const BEST = "8,8,9/7,6,10/7,4,5";
const OTHER = "5,3,6/4,7,10/8,11,9";
const SEVENS = "7,7,7/7,7,7/7,7,7";
const BOARDS = { best: BEST, other: OTHER, sevens: SEVENS };
const CLASS = 30;
const GAMES = 300; // dots
const ACROSS = 30;
const SIZE = 12; // the width of a dot and the space around it
const MOST_PLAYERS = 100;
const COPIES = `copies:${BEST.replaceAll(",", " ").replaceAll("/", " / ")}`;

/** The boards of the others: the name in a link, words, the question, and whether it must be simulated. */
const OTHERS = /** @type {const} */ ([
  { name: "copies", text: "the best board", population: COPIES, exact: true },
  { name: "distinct", text: "nine different numbers", population: "distinct", exact: true },
  { name: "sensible", text: "4 to 10, with two repeats", population: "sensible", exact: false },
  { name: "uniform", text: "anything at all", population: "uniform", exact: false },
]);

/**
 * @typedef {object} Share
 * @property {Amount} share
 * @property {Amount} length  The expected rolls of the game.
 * @property {string} note  The confidence interval, if the share is simulated.
 */

/**
 * @param {string} board
 * @param {number} players
 * @param {string} population
 * @param {AbortSignal} signal
 * @returns {Promise<Share>}
 */
async function askShare(board, players, population, signal) {
  const found = await ask("crowd", { board, players, population, ...simulated(population) }, { signal });
  if (!("expected_length" in found) || !found.share) throw new Error("expected a share");
  const { share, expected_length: length } = found;
  if ("exact" in share && "exact" in length) return { share, length, note: "" };
  const rough = (/** @type {any} */ { estimate }) => ({ exact: null, decimal: estimate });
  const { low, high } = /** @type {any} */ (share);
  const note = `Simulated: with 95% confidence between ${chance(low)} and ${chance(high)}.`;
  return { share: rough(share), length: rough(length), note };
}

/** @param {string} population */
function simulated(population) {
  const exact = OTHERS.find((one) => one.population === population)?.exact;
  return exact ? {} : { simulate: 20_000 };
}

/**
 * Games as a crowd of dots: those that you win stand out. A tie of k players counts as 1/k of a win.
 *
 * @param {number} share
 * @param {number} players
 */
function crowdOfDots(share, players) {
  const won = Math.round(GAMES * share);
  const fair = Math.round(GAMES / players);
  const rows = GAMES / ACROSS;
  const box = svg("svg", {
    class: "dots crowd-dots",
    viewBox: `0 0 ${ACROSS * SIZE} ${rows * SIZE}`,
    role: "img",
    "aria-label": `Of ${GAMES} games you win ${won}; a fair share would be ${fair}`,
  });
  for (let game = 0; game < GAMES; game += 1) {
    const look = game < won ? "player-0" : "none";
    const cx = ((game % ACROSS) + 0.5) * SIZE;
    const cy = (Math.floor(game / ACROSS) + 0.5) * SIZE;
    box.append(svg("circle", { class: `dot ${look}`, cx, cy, r: SIZE * 0.4 }));
  }
  return box;
}

/**
 * @param {number} share
 * @param {number} players
 */
function sayShare(share, players) {
  const times = share * players;
  const many = times < 0.95 || times > 1.05 ? `${times.toFixed(1)} times the fair share` : "about the fair share";
  return `${Math.round(GAMES * share)} of ${GAMES} games, ${many}`;
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const known = await Promise.all(
    Object.values(BOARDS).map((board) => ask("solve", { board }, { signal }).then((found) => found.expected_rolls)),
  );
  const names = ["The best board", "With 3 and 11", "Nine sevens"];
  const boards = Object.values(BOARDS).map((text, i) => ({
    name: names[i],
    position: readPosition(text, rules).position,
    below: p(
      el("strong", {}, number(known[i], { kind: "rolls", name: `Rolls on average, ${names[i].toLowerCase()}` })),
      " rolls alone",
    ),
  }));
  return [
    el(
      "div",
      { class: "stack" },
      p("You play in a class of 30, all on the same dice. The first bingo wins, and a tie is shared."),
      p("The other 29 know the best board and write it down, some with 6 and 8, 5 and 9, or 4 and 10 " + "exchanged."),
      guessing,
    ),
    contestants(rules, boards),
  ];
}

/** @param {Scene} scene */
async function see({ rules, reveal, signal }) {
  const found = await Promise.all(Object.values(BOARDS).map((board) => askShare(board, CLASS, COPIES, signal)));
  const [best, other, sevens] = found;
  const card = (/** @type {string} */ text, /** @type {string} */ name, /** @type {Share} */ { share }) => {
    const view = new BoardView({ label: name, size: "tiny" });
    view.update(rules, readPosition(text, rules).position);
    return el(
      "section",
      { class: "card crowd-card", "aria-label": name },
      el("div", { class: "row" }, view.element, p(el("strong", {}, name), el("br"), sayShare(share.decimal, CLASS))),
      crowdOfDots(share.decimal, CLASS),
    );
  };
  return [
    el(
      "div",
      { class: "stack" },
      reveal(
        p(
          el("strong", { class: "said" }, "The board with 3 and 11 wins "),
          number(other.share, { kind: "chance", name: "Share, the board with 3 and 11" }),
          " of the games. A fair share would be 3.3%. The best board has ",
          number(best.share, { kind: "chance", name: "Share, the best board" }),
          ", and nine sevens have ",
          number(sevens.share, { kind: "chance", name: "Share, nine sevens" }),
          ".",
        ),
      ),
      p("Alone, the board with 3 and 11 is slower. But when it wins, it wins alone. The others win together."),
    ),
    el(
      "div",
      { class: "stack" },
      card(OTHER, "With 3 and 11", other),
      card(BEST, "The best board", best),
      card(SEVENS, "Nine sevens", sevens),
    ),
  ];
}

/** @param {Scene} scene */
async function why({ rules, params, put, signal }) {
  const words = el("p", { role: "status", "data-test": "value" });
  const picture = el("figure", { class: "chart" });
  const about = el("p", { class: "small" });
  const size = el("output", { class: "guessed" });
  const keypad = new Keypad({ marks: false });
  const offered = OTHERS.filter(({ exact }) => exact || ABLE.crowds);
  let others = readWord(
    params,
    "others",
    OTHERS.map(({ name }) => name),
    "What the others write",
  );
  if (!offered.some(({ name }) => name === others)) others = OTHERS[0].name;
  let players = Math.max(2, readNumber(params, "players", MOST_PLAYERS, CLASS, "The number of players"));
  let asked = new AbortController();

  async function show() {
    size.textContent = `${players} players`;
    if (!isReady(editor.position, rules)) return;
    asked.abort();
    asked = new AbortController();
    const leaving = AbortSignal.any([signal, asked.signal]);
    const chosen = offered.find(({ name }) => name === others) ?? OTHERS[0];
    picture.classList.add("busy");
    try {
      const { share, length, note } = await askShare(
        writePosition(editor.position, rules),
        players,
        chosen.population,
        leaving,
      );
      fill(picture, crowdOfDots(share.decimal, players));
      fill(
        words,
        "You win ",
        el("strong", { class: "figure" }, number(share, { kind: "chance", name: "Your share of the win", note })),
        `: ${sayShare(share.decimal, players)}.`,
      );
      about.textContent = `A game takes ${rolls(length)} rolls on average. ${note || "These numbers are exact."}`;
      picture.classList.remove("busy");
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  const pick = choices(
    "What the others write",
    offered.map(({ name, text }) => [name, text]),
    (value) => {
      others = value;
      put("others", value);
      void show();
    },
  );
  pick.set(others);
  const slider = el("input", {
    type: "range",
    min: 2,
    max: MOST_PLAYERS,
    value: players,
    oninput: () => {
      players = Number(slider.value);
      void show();
    },
    onchange: () => put("players", slider.value),
  });
  const editor = new BoardEditor({
    label: "Your board",
    keypad,
    size: "small",
    test: "board",
    onchange: (position, how) => {
      put("board", writePosition(position, rules), how);
      void show();
    },
  });
  editor.set(rules, readBoard(params, "board", rules) ?? readPosition(OTHER, rules).position);
  void show();
  return [
    el(
      "div",
      { class: "stack" },
      p("In a race of many, someone is always lucky. You win only if you are lucky when the others are not."),
      pick.element,
      offered.length < OTHERS.length &&
        p(el("span", { class: "small" }, "Other classes are simulated, which needs a server.")),
      field("How many play", slider),
      size,
      words,
      picture,
      about,
    ),
    el("div", { class: "stack" }, p("Can you do better? Tap a cell, then a number."), editor.element, keypad.element),
  ];
}

/** @type {Record<string, string>} */
const REPLIES = {
  best: "It is the fastest board. But 29 others have it too, so you win together or not at all.",
  other: "Right: being different counts for more than being fast.",
  sevens: "Being different is a good idea. But nine sevens are too slow even for that.",
};

/** @type {Story} */
export const crowd = {
  name: "crowd",
  title: "In a class",
  teaser: "You are one of thirty players, and the other 29 all copy the best board. Which board should you write down?",
  boards: [BEST, OTHER],
  guess: {
    question: "Which board wins most often for you?",
    options: [
      ["best", "The best board"],
      ["other", "The board with 3 and 11"],
      ["sevens", "Nine sevens"],
    ],
  },
  reply: (guess) => REPLIES[guess],
  steps: [
    { heading: "Everyone copies the best board", show: begin },
    { heading: "Be different", show: see },
    { heading: "Why? Winners share", show: why },
  ],
  room: {
    text: "Continue in Make a board",
    href: (params) => `#/design?board=${params.get("board") ?? OTHER}`,
  },
};
