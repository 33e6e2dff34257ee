/** The sixth chapter: in a class, being different matters more than being fast. */

import { ask, isAbort } from "../api.js";
import { BoardView } from "../board.js";
import { choices, el, field, fill } from "../dom.js";
import { chance, count, decimal, rolls } from "../format.js";
import { wordsOf } from "../language.js";
import { readNumber, readWord } from "../link.js";
import { number } from "../number.js";
import { isReady, readPosition, writePosition } from "../position.js";
import { svg } from "../svg.js";
import { ABLE } from "../transport.js";
import { BEST, DISTINCT as OTHER } from "./best.js";
import { boardLab } from "./lab.js";
import { contestants, p, said, stack } from "./parts.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { crowd: w, parts, telling } = wordsOf("story");
const SEVENS = "7,7,7/7,7,7/7,7,7";
const BOARDS = { best: BEST, other: OTHER, sevens: SEVENS };
const NAMES = /** @type {const} */ (["best", "other", "sevens"]);
const CLASS = 30;
const GAMES = 300; // the number of dots
const ACROSS = 30;
const SIZE = 12; // the width of a dot, with the space around it
const MOST_PLAYERS = 100;
const COPIES = `copies:${BEST.replaceAll(",", " ").replaceAll("/", " / ")}`;

/**
 * The options for the other players' boards. Each option has a name for links and a population for the question;
 * `exact` states whether its shares can be computed exactly.
 */
const OTHERS = /** @type {const} */ ([
  { name: "copies", population: COPIES, exact: true },
  { name: "distinct", population: "distinct", exact: true },
  { name: "sensible", population: "sensible", exact: false },
  { name: "uniform", population: "uniform", exact: false },
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
  const note = w.simulated(chance(low), chance(high));
  return { share: rough(share), length: rough(length), note };
}

/** @param {string} population */
function simulated(population) {
  const exact = OTHERS.find((one) => one.population === population)?.exact;
  return exact ? {} : { simulate: 20_000 };
}

/**
 * Draws games as a crowd of dots; the games that you win stand out. A tie of k players counts as 1/k of a win.
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
    "aria-label": w.dots(GAMES, won, fair),
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
  const [won, games] = [count(Math.round(GAMES * share)), count(GAMES)];
  return times < 0.95 || times > 1.05 ? w.times(won, games, decimal(times, 1)) : w.fairly(won, games);
}

/** @param {Scene} scene */
async function begin({ rules, guessing, signal }) {
  const known = await Promise.all(
    Object.values(BOARDS).map((board) => ask("solve", { board }, { signal }).then((found) => found.expected_rolls)),
  );
  const boards = NAMES.map((name, i) => ({
    name: w.boards[name],
    badge: "ABC"[i],
    position: readPosition(BOARDS[name], rules).position,
    below: p(...w.alone(number(known[i], { kind: "rolls", name: parts.rollsOf(w.boards[name]) }))),
  }));
  return [stack(...w.begin.map((text) => p(text)), guessing), stack(contestants(rules, boards), p(w.exchanged))];
}

/** @param {Scene} scene */
async function see({ rules, reveal, signal }) {
  const found = await Promise.all(Object.values(BOARDS).map((board) => askShare(board, CLASS, COPIES, signal)));
  const [best, other, sevens] = found.map(({ share }, i) => number(share, { kind: "chance", name: w.share[NAMES[i]] }));
  const card = (/** @type {number} */ i) => {
    const [name, { share }] = [NAMES[i], found[i]];
    const view = new BoardView({ label: w.boards[name], size: "tiny" });
    view.update(rules, readPosition(BOARDS[name], rules).position);
    const words = p(el("strong", {}, w.boards[name]), el("br"), sayShare(share.decimal, CLASS));
    return el(
      "section",
      { class: "card crowd-card", "aria-label": w.boards[name] },
      el("div", { class: "row" }, view.element, words),
      crowdOfDots(share.decimal, CLASS),
    );
  };
  return [
    stack(reveal(said(w.wins, ...w.shares(other, chance(1 / CLASS), best, sevens))), p(w.together)),
    stack(card(1), card(0), card(2)),
  ];
}

/** @param {Scene} scene */
async function why(scene) {
  const { rules, params, put, signal } = scene;
  const words = el("p", { role: "status", "data-test": "value" });
  const picture = el("figure", { class: "chart" });
  const about = el("p", { class: "small" });
  const size = el("output", { class: "guessed" });
  const offered = OTHERS.filter(({ exact }) => exact || ABLE.crowds);
  let others = readWord(
    params,
    "others",
    OTHERS.map(({ name }) => name),
    w.write,
  );
  if (!offered.some(({ name }) => name === others)) others = OTHERS[0].name;
  const many = { what: w.what.players, least: 0, most: MOST_PLAYERS, otherwise: CLASS };
  let players = Math.max(2, readNumber(params, "players", many));
  let asked = new AbortController();

  async function show() {
    size.textContent = w.players(players);
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
        ...w.youWin(
          el("strong", { class: "figure" }, number(share, { kind: "chance", name: w.share.yours, note })),
          sayShare(share.decimal, players),
        ),
      );
      about.textContent = w.takes(rolls(length), note || w.exact);
      picture.classList.remove("busy");
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  const pick = choices(
    w.write,
    offered.map(({ name }) => [name, w.others[name]]),
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
  const { editor, elements } = boardLab(scene, OTHER, () => void show());
  void show();
  return [
    stack(
      p(w.lucky),
      pick.element,
      offered.length < OTHERS.length && p(el("span", { class: "small" }, w.server)),
      field(w.many, slider),
      size,
      words,
      picture,
      about,
    ),
    stack(p(w.better), ...elements),
  ];
}

/** @type {Story} */
export const crowd = {
  name: "crowd",
  words: w,
  boards: [OTHER],
  guess: w,
  right: (guess) => guess === "other",
  reply: (guess) => w.replies[/** @type {keyof typeof w.replies} */ (guess)],
  steps: [begin, see, why],
  room: { text: telling.design, href: (params) => `#/design?board=${params.get("board") ?? OTHER}` },
};
