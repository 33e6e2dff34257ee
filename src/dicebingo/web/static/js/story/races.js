/** Two boards race: one race roll by roll, or a thousand, as dots compared with theory. */

import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, el, pause, still } from "../dom.js";
import { count, plural } from "../format.js";
import { completeLines } from "../position.js";
import { besideTheory, filling } from "./filling.js";
import { piles } from "./piles.js";
import { bits, chances, plan, race } from "./solo.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./piles.js").Ending} Ending */
/** @typedef {import("./solo.js").Turn} Turn */

const RACES = 1000;
const BEAT = 350; // milliseconds between rolls

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {number} player  Its colour.
 * @property {Position} position
 *
 * @typedef {object} Contest
 * @property {Rules} rules
 * @property {Runner[]} runners  Two.
 * @property {(Ending & {winners: number[]})[]} endings
 * @property {boolean} [shared]  Whether both see the same dice.
 * @property {number} seed
 * @property {AbortSignal} signal
 * @property {number} [told]  The index of the ending that the sentence reports.
 * @property {() => Position[]} [begin]  The positions in which a race begins, if they differ from race to race.
 */

/** @param {Contest} contest */
export function raceCard({ rules, runners, endings, shared = true, seed, signal, told = 0, begin }) {
  const chance = chances(seed);
  const plans = runners.map(({ position }) => plan(rules, position.values));
  const pile = piles(endings, RACES);
  const views = runners.map(({ name, player }) => new BoardView({ label: `Board ${name}`, player, size: "tiny" }));
  const trays = (shared ? [0] : runners).map(() => diceTray());
  const message = el("p", { class: "race-message", role: "status" });
  let positions = runners.map(({ position }) => position);
  let going = /** @type {AbortController | null} */ (null);
  signal.addEventListener("abort", () => going?.abort());

  function play() {
    positions = begin ? begin() : runners.map(({ position }) => position);
    const starts = positions.map(({ marked }) => bits(marked.flatMap((mark, cell) => (mark ? [cell] : []))));
    return race(plans, starts, chance, shared);
  }

  /** @param {number[]} winners */
  function note(winners) {
    pile.add(endings.findIndex((ending) => String(ending.winners) === String(winners)));
  }

  const many = filling({
    games: RACES,
    text: `${count(RACES)} races`,
    play: () => {
      going?.abort();
      message.textContent = "";
      const { turns, winners } = play();
      note(winners);
      if (many.done % 10 === 9) show(turns, turns.length);
    },
    clear: pile.clear,
    say: () => {
      const { name, amount } = endings[told];
      const games = pile.counts.reduce((sum, one) => sum + one, 0);
      return besideTheory(`${name} ${count(pile.counts[told])} of ${count(games)} races`, games, amount.decimal);
    },
    signal,
  });

  /**
   * @param {Turn[]} turns
   * @param {number} upto
   */
  function show(turns, upto) {
    views.forEach((view, player) => {
      const { values, marked } = positions[player];
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
    const { turns, winners } = play();
    message.textContent = "";
    for (let upto = still() ? turns.length : 1; upto <= turns.length; upto += 1) {
      show(turns, upto);
      if (upto < turns.length) await pause(BEAT, mine.signal);
    }
    const who = winners.map((player) => runners[player].name).join(" and ");
    message.textContent = `${who}: bingo after ${plural(turns.length, "roll")}.`;
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
    { class: "card races", "aria-label": "Races" },
    el("div", { class: "track" }, boards[0], el("div", {}, shared && trays[0].element, message), boards[1]),
    el(
      "div",
      { class: "row centred" },
      button("One race", () => void single()),
      many.start,
    ),
    pile.element,
    many.words,
  );
}
