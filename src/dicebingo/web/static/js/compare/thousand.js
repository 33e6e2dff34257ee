/** A thousand races at once, compared with theory. */

import { ask } from "../api.js";
import { allow, cost } from "../cost.js";
import { button, el, fill } from "../dom.js";
import { count, plural } from "../format.js";
import { writePosition } from "../position.js";
import { usual } from "../story/filling.js";
import { sharesBar } from "./outcomes.js";

/** @typedef {import("./result.js").Contest} Contest */
/** @typedef {import("./endings.js").Result} Result */
/** @typedef {import("./ring.js").Entrant} Entrant */

const RACES = 1000;

export class Thousand {
  constructor() {
    this.go = button(`Race ${count(RACES)} times`, () => void this.race(), { kind: "primary" });
    this.why = el("p", { class: "small soft" });
    this.theory = sharesBar();
    this.played = sharesBar();
    this.theoryName = el("p", { class: "label" }, "Theory");
    this.playedName = el("p", { class: "label" }, "Races");
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

  /** @param {Result} result  What theory says, or many more games. */
  compareWith(result) {
    this.result = result;
    this.theoryName.textContent = result.games ? `${count(result.games)} games` : "Theory";
    if (this.races) this.draw();
  }

  async race() {
    const { rules, boards, tieBreak } = this.contest;
    const { signal } = this.asking;
    const texts = boards.map((board) => writePosition(board, rules));
    const seed = 1 + Math.floor(Math.random() * 2 ** 48);
    this.go.disabled = true;
    this.words.textContent = "Racing …";
    try {
      const question = { ...rules.spec, boards: texts, tie_break: tieBreak, games: RACES, seed };
      const { outcomes, games } = await ask("simulate", question, { signal });
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
    this.playedName.textContent = plural(races, "race");
    const ties = races - names.reduce((sum, _, player) => sum + this.won(player), 0);
    const won = names.map((name, player) => `${name} won ${count(this.won(player))}`);
    const story = [`${won.join(", ")}${ties ? `, and ${plural(ties, "race")} ended in a tie` : ""}.`];
    if (result) {
      this.theory.set(result, names);
      if (!result.games) story.push(this.judge(result));
    }
    fill(this.words, story.join(" "));
  }

  /** @param {number} player */
  won(player) {
    return this.wins.get(String(player)) ?? 0;
  }

  /** @param {Result} result */
  judge({ outcomes }) {
    const name = this.entrants[0].name;
    const expected = outcomes.find(({ winners }) => String(winners) === "0")?.probability.decimal ?? 0;
    const away = Math.abs(Math.round(expected * this.races) - this.won(0));
    const due = count(Math.round(expected * this.races));
    const said = `Theory predicts ${due} for ${name}, so this is off by ${count(away)}.`;
    const often = usual(this.races, expected);
    return often ? `${said} By chance alone, it is often off by up to ${count(often)}.` : said;
  }

  stop() {
    this.asking.abort();
    this.asking = new AbortController();
  }
}
