/** Simulates a thousand races and compares the result with theory. */

import { cost } from "../cost.js";
import { allow, button, el } from "../dom.js";
import { count } from "../format.js";
import { wordsOf } from "../language.js";
import { sharesBar } from "./outcomes.js";
import { askGames } from "./questions.js";
import { ending, usual } from "./results.js";

/** @typedef {import("./boards.js").Entrant} Entrant */
/** @typedef {import("./questions.js").Contest} Contest */
/** @typedef {import("./results.js").Result} Result */

const w = wordsOf("compare");
const RACES = 1000;

export class Thousand {
  constructor() {
    this.go = button(w.thousand.go(count(RACES)), () => void this.race(), { kind: "primary" });
    this.why = el("p", { class: "small soft" });
    this.theory = sharesBar();
    this.played = sharesBar();
    this.theoryName = el("p", { class: "label" }, w.thousand.theory);
    this.playedName = el("p", { class: "label" });
    this.words = el("p", { role: "status", "data-test": "races" });
    this.bars = el(
      "div",
      { class: "thousand-bars", hidden: true },
      this.theoryName,
      this.theory.element,
      this.playedName,
      this.played.element,
    );
    this.element = el(
      "div",
      { class: "stack thousand" },
      el("div", { class: "row" }, this.go, this.why),
      this.bars,
      this.words,
    );
    this.asking = new AbortController();
    /** @type {Contest} */
    this.contest = /** @type {any} */ (null);
    /** @type {Entrant[]} */
    this.entrants = [];
    /** @type {Result | null} */
    this.result = null;
    /** @type {Map<string, number>} */
    this.wins = new Map();
    this.races = 0;
  }

  /**
   * @param {Contest} contest
   * @param {Entrant[]} entrants
   */
  set(contest, entrants) {
    this.stop();
    this.contest = contest;
    this.entrants = entrants;
    this.result = null;
    this.wins.clear();
    this.races = 0;
    const possible = cost("simulate", contest.rules, contest.boards);
    allow(this.go, possible);
    this.why.textContent = possible.reason;
    this.bars.hidden = true;
    this.words.textContent = "";
  }

  /** @param {Result} result  The theoretical result, or the result of many more simulated games. */
  compareWith(result) {
    this.result = result;
    this.theoryName.textContent = result.games ? w.thousand.games(count(result.games)) : w.thousand.theory;
    if (this.races) this.draw();
  }

  async race() {
    const { signal } = this.asking;
    const seed = 1 + Math.floor(Math.random() * 2 ** 48);
    this.go.disabled = true;
    this.words.textContent = w.thousand.racing;
    try {
      const { outcomes, games } = await askGames(this.contest, RACES, seed, { signal });
      for (const { winners, probability } of outcomes)
        this.wins.set(
          String(winners),
          (this.wins.get(String(winners)) ?? 0) + Math.round(probability.estimate * games),
        );
      this.races += games;
      this.draw();
    } finally {
      if (!signal.aborted) this.go.disabled = false;
    }
  }

  draw() {
    const names = this.entrants.map(({ name }) => name);
    const { races, result } = this;
    const outcomes = [...this.wins].map(([winners, won]) => ({
      winners: winners.split(",").map(Number),
      probability: { exact: null, decimal: won / races },
      note: "",
    }));
    const { tieBreak } = this.contest;
    const nothing = { rolls: [], length: null, verdict: null, tieBreak };
    const shares = names.map(() => ({ exact: null, decimal: 0 }));
    this.bars.hidden = false;
    this.played.set({ outcomes, shares, games: races, ...nothing }, names);
    this.playedName.textContent = w.thousand.races(races, count(races));
    const ties = races - names.reduce((sum, _, player) => sum + this.won(player), 0);
    const won = names.map((name, player) => w.thousand.won(name, count(this.won(player)))).join(", ");
    const story = [ties ? w.thousand.withTies(won, ties, count(ties)) : `${won}.`];
    if (result) {
      this.theory.set(result, names);
      if (!result.games) story.push(this.judge(result));
    }
    this.words.textContent = story.join(" ");
  }

  /** @param {number} player */
  won(player) {
    return this.wins.get(String(player)) ?? 0;
  }

  /** @param {Result} result */
  judge(result) {
    const expected = ending(result, 0).probability.decimal;
    const due = Math.round(expected * this.races);
    const said = w.thousand.predicts(count(due), this.entrants[0].name, count(Math.abs(due - this.won(0))));
    const often = usual(this.races, expected);
    return often ? `${said} ${w.thousand.often(count(often))}` : said;
  }

  stop() {
    this.asking.abort();
    this.asking = new AbortController();
  }
}
