/** A race shows one game of the match, roll by roll. Each board is played as fast as possible, as if it were alone. */

import { ask } from "../api.js";
import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, el, fill, pause, still } from "../dom.js";
import { count } from "../format.js";
import { listed, wordsOf } from "../language.js";
import { completeLines, writePosition } from "../position.js";
import { icon } from "../svg.js";
import { words } from "../words.js";
import { boardName } from "./boards.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./questions.js").Contest} Contest */
/** @typedef {import("./boards.js").Entrant} Entrant */
/** @typedef {import("./results.js").TieBreak} TieBreak */

const w = wordsOf("compare");
const BEAT = 900; // milliseconds between rolls

export class Race {
  constructor() {
    this.dice = diceTray(words.noRoll);
    this.tracks = el("div", { class: "race" });
    this.message = el("p", { role: "status", "aria-live": "polite" });
    this.tally = el("p", { class: "soft small" });
    this.start = button(w.race.one, () => void this.run(), { icon: icon("play") });
    this.stepButton = button(w.race.roll, () => void this.single());
    this.element = el(
      "div",
      { class: "stack" },
      this.tracks,
      this.dice.element,
      this.message,
      el("div", { class: "row centred" }, this.start, this.stepButton),
      this.tally,
    );
    this.running = new AbortController();
    this.going = false;
    /** @type {number[]} */
    this.wins = [];
    this.ties = 0;
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {string[]} */
    this.names = [];
    /** @type {Position[]} */
    this.starts = [];
    /** @type {Position[]} */
    this.boards = [];
    /** @type {BoardView[]} */
    this.views = [];
    /** @type {TieBreak} */
    this.tieBreak = "smallest";
    this.seed = 0;
    this.turn = 0;
  }

  /**
   * @param {Contest} contest
   * @param {Entrant[]} entrants
   */
  set({ rules, boards, tieBreak }, entrants) {
    this.stop();
    this.rules = rules;
    this.names = entrants.map(({ name }) => name);
    this.starts = boards;
    this.tieBreak = tieBreak;
    this.wins = boards.map(() => 0);
    this.ties = 0;
    this.tally.textContent = "";
    this.views = entrants.map(({ name, player }) => new BoardView({ label: boardName(name), player, size: "small" }));
    fill(
      this.tracks,
      ...this.views.map((view, player) =>
        el(
          "div",
          {},
          el("span", { class: `badge player-${player}`, "aria-hidden": "true" }, entrants[player].badge),
          view.element,
        ),
      ),
    );
    this.clear();
  }

  clear() {
    this.seed = 1 + Math.floor(Math.random() * 1_000_000);
    this.turn = 0;
    this.boards = this.starts;
    this.message.textContent = "";
    void this.dice.show(null, "");
    this.draw([]);
  }

  /** @param {number[][]} fresh */
  draw(fresh) {
    for (const [player, view] of this.views.entries()) {
      const board = this.boards[player];
      view.update(this.rules, { ...board, fresh: fresh[player], won: completeLines(board.marked, this.rules) });
    }
  }

  winners() {
    return this.boards.flatMap((board, player) => (completeLines(board.marked, this.rules).length ? [player] : []));
  }

  async run() {
    if (this.going) return this.stop();
    this.going = true;
    fill(this.start, icon("pause"), el("span", {}, w.race.stop));
    const { signal } = this.running;
    try {
      if (this.winners().length) this.clear();
      while (!this.winners().length) {
        await this.roll(signal);
        await pause(still() ? BEAT / 3 : BEAT, signal);
      }
    } finally {
      if (!signal.aborted) this.stop();
    }
  }

  async single() {
    this.stop();
    if (this.winners().length) this.clear();
    await this.roll(this.running.signal);
  }

  /** @param {AbortSignal} signal */
  async roll(signal) {
    const { spec } = this.rules;
    const { rolls } = await ask("rolls", { ...spec, seed: this.seed, start: 0, count: 200 }, { signal });
    const roll = rolls[this.turn];
    const marks = await Promise.all(
      this.boards.map((board) =>
        ask(
          "play",
          {
            ...spec,
            board: writePosition(board, this.rules),
            roll: roll.value,
            strategy: "solo",
            tie_break: this.tieBreak,
            seed: this.seed,
            turn: this.turn,
          },
          { signal },
        ),
      ),
    );
    await this.dice.show(roll, this.rules.dice, true, signal);
    const fresh = marks.map(({ cells }) => cells);
    this.boards = this.boards.map(({ values, marked }, player) => ({
      values,
      marked: marked.map((mark, cell) => mark || fresh[player].includes(cell)),
    }));
    this.turn += 1;
    this.draw(fresh);
    this.message.textContent = this.say(roll.value, fresh);
  }

  /**
   * @param {number} value
   * @param {number[][]} fresh
   */
  say(value, fresh) {
    const winners = this.winners();
    if (winners.length) {
      if (winners.length === 1) this.wins[winners[0]] += 1;
      else this.ties += 1;
      const wins = this.wins.map((won, player) => `${this.names[player]} ${count(won)}`);
      this.tally.textContent = w.race.soFar(wins.join(", "), count(this.ties));
      const who = listed(
        winners.map((player) => this.names[player]),
        "and",
      );
      return w.race.bingo(value, who, this.turn);
    }
    const markers = fresh.flatMap((cells, player) => (cells.length ? [this.names[player]] : []));
    return markers.length ? w.race.marks(value, listed(markers, "and"), markers.length) : w.race.wasted(value);
  }

  stop() {
    this.running.abort();
    this.running = new AbortController();
    this.going = false;
    fill(this.start, icon("play"), el("span", {}, w.race.one));
  }
}
