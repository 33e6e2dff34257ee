/** Two boards race: one race is shown roll by roll, and a thousand races as dots next to what theory predicts. */

import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, el, pause, still } from "../dom.js";
import { count } from "../format.js";
import { wordsOf } from "../language.js";
import { completeLines } from "../position.js";
import { words } from "../words.js";
import { besideTheory, filling } from "./filling.js";
import { piles } from "./piles.js";
import { bits, chances, plan, race } from "./solo.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./piles.js").Ending} Ending */
/** @typedef {import("./solo.js").Turn} Turn */

const { games: w, parts } = wordsOf("story");
const RACES = 1000;
const BEAT = 350; // milliseconds between rolls

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {number} player  The player's number, which sets the colour.
 * @property {Position} position
 *
 * @typedef {object} Contest
 * @property {Rules} rules
 * @property {Runner[]} runners  The two boards.
 * @property {(Ending & {winners: number[]})[]} endings
 * @property {boolean} [shared]  Whether both boards are played on the same rolls.
 * @property {number} seed
 * @property {AbortSignal} signal
 */

/** @param {Contest} contest */
export function raceCard({ rules, runners, endings, shared = true, seed, signal }) {
  const chance = chances(seed);
  const plans = runners.map(({ position }) => plan(rules, position.values));
  const pile = piles(endings, RACES);
  const views = runners.map(({ name, player }) => new BoardView({ label: parts.board(name), player, size: "tiny" }));
  const trays = (shared ? [0] : runners).map(() => diceTray(words.noRoll));
  const message = el("p", { class: "race-message", role: "status" });
  const starts = runners.map(({ position: { marked } }) => bits(marked.flatMap((mark, cell) => (mark ? [cell] : []))));
  let going = /** @type {AbortController | null} */ (null);
  signal.addEventListener("abort", () => going?.abort());

  /** @param {number[]} winners */
  function note(winners) {
    pile.add(endings.findIndex((ending) => String(ending.winners) === String(winners)));
  }

  const many = filling({
    games: RACES,
    text: w.races(count(RACES)),
    play: () => {
      going?.abort();
      message.textContent = "";
      const { turns, winners } = race(plans, starts, chance, shared);
      note(winners);
      if (many.done % 10 === 9) show(turns, turns.length);
    },
    clear: pile.clear,
    say: () => {
      const { name, amount } = endings[0];
      const games = pile.counts.reduce((sum, one) => sum + one, 0);
      return besideTheory(w.won(name, count(pile.counts[0]), count(games)), games, amount.decimal);
    },
    signal,
  });

  /**
   * @param {Turn[]} turns
   * @param {number} upto
   */
  function show(turns, upto) {
    views.forEach((view, player) => {
      const { values, marked } = runners[player].position;
      const cells = turns.slice(0, upto).map((turn) => turn.cells[player]);
      const now = marked.map((mark, cell) => mark || cells.includes(cell));
      view.update(rules, { values, marked: now, fresh: cells.slice(-1), won: completeLines(now, rules) });
    });
    trays.forEach((tray, i) => {
      const faces = turns[upto - 1]?.throws[i];
      void tray.show(faces ? { faces, value: faces[0] + faces[1] } : null, rules.dice);
    });
  }

  async function single() {
    going?.abort();
    going = new AbortController();
    const mine = going;
    const { turns, winners } = race(plans, starts, chance, shared);
    message.textContent = "";
    for (let upto = still() ? turns.length : 1; upto <= turns.length; upto += 1) {
      show(turns, upto);
      if (upto < turns.length) await pause(BEAT, mine.signal);
    }
    const who = winners.map((player) => runners[player].name);
    message.textContent = w.bingo(who, turns.length);
    many.single(() => note(winners));
  }

  show([], 0);
  const boards = runners.map(({ name, player }, i) =>
    el(
      "div",
      {},
      el(
        "div",
        { class: "runner" },
        views[i].element,
        el("span", { class: `badge player-${player}`, "aria-hidden": "true" }, name.charAt(0)),
      ),
      !shared && trays[i].element,
    ),
  );
  return el(
    "section",
    { class: "card races", "aria-label": w.name },
    el("div", { class: "track" }, boards[0], el("div", {}, shared && trays[0].element, message), boards[1]),
    el(
      "div",
      { class: "row centred" },
      button(w.oneRace, () => void single()),
      many.start,
    ),
    pile.element,
    many.words,
  );
}
