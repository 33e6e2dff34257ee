/** The controller of *Compare*, which compares two to four boards on the same rolls, or a long list of boards. */

import { cost } from "../cost.js";
import { pause } from "../dom.js";
import { wordsOf } from "../language.js";
import { readRules, readWord } from "../link.js";
import { completeLines, isReady, isRepeated, readPosition, spell, writePosition } from "../position.js";
import { Room } from "../room.js";
import { remember } from "../router.js";
import { writeSpec } from "../rules.js";
import { cleanName, complete, entrantsOf, KEYS, random, readBoards } from "./boards.js";
import { isPiece } from "./gallery.js";
import { askAlone, askPairs, askRange, askResult, way } from "./questions.js";
import { margin, sayWho } from "./results.js";
import { compareView } from "./view.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./gallery.js").Piece} Piece */
/** @typedef {import("./questions.js").Contest} Contest */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {import("./results.js").TieBreak} TieBreak */
/** @typedef {import("./boards.js").Entrant} Entrant */

const w = wordsOf("compare");
const UPTO = 40; // the number of rolls that the curves show
const CARD_UPTO = 120;
const REST = 300; // milliseconds without a change before many games are simulated
const TIE_BREAKS = /** @type {TieBreak[]} */ (["smallest", "largest", "random"]);

/** @typedef {{rules: Rules, boards: Board[], params: URLSearchParams}} State */

export const createView = () => new Compare();

/** @extends {Room<State>} */
class Compare extends Room {
  constructor() {
    super("compare");
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Board[]} */
    this.boards = [];
    /** @type {TieBreak} */
    this.tieBreak = "smallest";
    /** @type {"pdf" | "cdf"} */
    this.curves = "pdf";
    /** @type {Result | null} */
    this.result = null;
    this.view = compareView({
      onrules: (spec) => void this.setRules(spec),
      onchange: (player, position, how) => void this.change(player, position, how),
      onname: (player, name) => this.rename(player, name),
      onsurprise: (player) => void this.surprise(player),
      onremove: (player) => this.show(this.boards.filter((_, other) => other !== player)),
      onadd: () => void this.surprise(this.boards.length),
      onagain: () => void this.refresh(),
      onshow: (what) => this.setCurves(what),
      onties: (tieBreak) => this.setTies(tieBreak),
      onrange: () => void this.range(),
      onpiece: (piece) => void this.addPiece(piece),
      onring: (pieces, rules) => void this.open(pieces, rules),
      onlist: () => this.address(),
      onfill: () => this.boards.map((board, player) => ({ ...board, name: this.names[player] })),
    });
  }

  get element() {
    return this.view.element;
  }

  get names() {
    return this.entrants.map(({ name }) => name);
  }

  /** @returns {Contest} */
  get contest() {
    return { rules: this.rules, boards: this.boards.map(({ position }) => position), tieBreak: this.tieBreak };
  }

  /** @returns {Entrant[]} */
  get entrants() {
    return entrantsOf(this.boards);
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    const rules = await readRules(params);
    return { rules, boards: await complete(readBoards(params, rules), rules), params };
  }

  /** @param {State} state */
  take({ rules, boards, params }) {
    const other = JSON.stringify(rules.spec) !== JSON.stringify(this.rules?.spec);
    this.view.rules.set(rules);
    if (other) this.rules = rules;
    this.tieBreak = readWord(params, "tie", TIE_BREAKS, w.tieBreak);
    this.curves = params.get("curves") === "cdf" ? "cdf" : "pdf";
    this.view.ties.pick.set(this.tieBreak);
    const list = params.get("list") ?? "";
    if (other || list !== (this.view.tournament.state()?.list ?? ""))
      this.view.tournament.set(this.rules, this.tieBreak, list, params.get("ring"));
    this.show(boards);
  }

  /** @param {Board[]} boards */
  show(boards) {
    this.boards = boards;
    void this.refresh();
  }

  /**
   * Change a board. If its name comes from the gallery, remove the name.
   *
   * @param {number} player
   * @param {Position} position
   * @param {{step?: boolean}} [how]
   */
  async change(player, position, how) {
    const before = this.boards[player];
    this.boards[player] = { name: before?.name ?? "", position };
    void this.refresh(how);
    if (!before?.name || !(await isPiece(before.name, spell(before.position, this.rules)))) return;
    const board = this.boards[player];
    if (board?.position !== position) return;
    board.name = "";
    void this.refresh({ step: false });
  }

  /**
   * @param {number} player
   * @param {string} name
   */
  rename(player, name) {
    if (name !== this.names[player]) this.boards[player].name = name;
    void this.refresh();
  }

  /** @param {number} player */
  async surprise(player) {
    const { rules } = this;
    this.busy(true);
    const position = await random(Math.floor(Math.random() * 2 ** 48), rules);
    if (rules === this.rules && player <= this.boards.length) await this.change(player, position);
  }

  /** @param {Piece} piece */
  async addPiece({ board, rules, name }) {
    if (rules !== (this.rules.name || "classic") || this.rules.spec.layout) return this.open([{ board, name }], rules);
    const { position } = readPosition(board, this.rules);
    return this.show([...this.boards, { name, position }]);
  }

  /**
   * @param {{board: string, name: string}[]} pieces
   * @param {string} rules
   */
  async open(pieces, rules) {
    const params = new URLSearchParams(rules === "classic" ? {} : { rules });
    for (const [i, { board }] of pieces.entries()) params.set(KEYS[i], board);
    params.set("names", pieces.map(({ name }) => cleanName(name)).join(","));
    await this.load(params);
    this.view.element.scrollIntoView({ block: "start" });
  }

  /** @param {"pdf" | "cdf"} what */
  setCurves(what) {
    this.curves = what;
    this.address({ step: false });
    if (this.result) this.view.curves.set(this.result, this.names, what);
  }

  /** @param {TieBreak} tieBreak */
  setTies(tieBreak) {
    this.tieBreak = tieBreak;
    this.view.tournament.set(this.rules, tieBreak, null, null);
    void this.refresh();
  }

  /** @param {{step?: boolean}} [how] */
  address(how) {
    const params = writeSpec(this.rules.spec);
    for (const [player, { position }] of this.boards.entries())
      params.set(KEYS[player], writePosition(position, this.rules));
    const names = this.boards.map(({ name }) => name);
    if (names.some(Boolean)) params.set("names", names.join(","));
    if (this.tieBreak !== "smallest") params.set("tie", this.tieBreak);
    if (this.curves !== "pdf") params.set("curves", this.curves);
    const list = this.view.tournament.state();
    if (list) params.set("list", list.list);
    if (list && list.length !== "3") params.set("ring", list.length);
    remember("compare", params, how);
  }

  /**
   * Show the boards and request their results.
   *
   * @param {{step?: boolean}} [how]
   */
  async refresh(how) {
    const signal = this.stop();
    const { view, rules, boards } = this;
    this.address(how);
    view.entrants.set(rules, boards);
    view.gallery.set(boards.length >= KEYS.length, rules.name);
    view.arrange(boards.length === 2);
    if (!boards.every(({ position }) => isReady(position, rules))) return view.say(rules.card ? w.placeAll : w.fillAll);
    const { contest, entrants } = this;
    view.say("");
    view.take.set(
      contest.boards.map((board) => writePosition(board, rules)),
      rules.spec,
      this.names,
    );
    view.allowRaces(contest.boards.every(({ marked }) => completeLines(marked, rules).length === 0));
    view.race.set(contest, entrants);
    view.thousand.set(contest, entrants);
    const { reason } = way(contest);
    if (reason) return this.onlyAlone(signal, reason);
    this.busy(true);
    const result = await view.waiting.run(w.working, (asking) => this.compute(contest, entrants, asking));
    if (signal.aborted) return;
    this.busy(false);
    if (result) this.answer(result, contest, entrants);
    else view.say(w.noAnswer, { retry: true });
  }

  /**
   * Compare all boards in one game. If there are three or more boards, compare every pair first.
   *
   * @param {Contest} contest
   * @param {Entrant[]} entrants
   * @param {{signal: AbortSignal, onprogress: (progress: import("../api-types.js").Progress) => void}} asking
   */
  async compute(contest, entrants, asking) {
    const { headline, round } = this.view;
    if (!way(contest).exact.possible) await pause(REST, asking.signal);
    if (entrants.length > 2) {
      /** @type {import("./questions.js").Pair[]} */
      const known = [];
      round.begin(entrants, known);
      const pairs = await askPairs(
        contest,
        (pair, done, total) => {
          known.push(pair);
          round.begin(entrants, known);
          asking.onprogress({ done, total, stage: w.everyPair, best: null });
        },
        asking.signal,
      );
      if (pairs) headline.textContent = round.set(contest.rules, entrants, pairs);
      for (const element of [round.element, round.more, headline]) element.classList.remove("busy");
    }
    // For cards, the result is computed at once, but the curves take longer: `findCurves` requests them later.
    return askResult(contest, contest.rules.card ? asking : { upto: UPTO, ...asking });
  }

  /**
   * @param {Result} result
   * @param {Contest} contest
   * @param {Entrant[]} entrants
   */
  answer(result, contest, entrants) {
    const { view } = this;
    // On cards, and on boards without repeated numbers, tie-breaks never matter, so no verdict about them is shown.
    if (contest.rules.card || !contest.boards.some(isRepeated)) result.verdict = null;
    this.result = result;
    view.outcomes.set(result, entrants);
    view.arrange(entrants.length === 2);
    if (entrants.length === 2) view.headline.textContent = sayWho(result, margin(result), this.names);
    view.curves.set(result, this.names, this.curves);
    if (contest.rules.card) void this.findCurves(contest);
    view.ties.set(result, cost("range", contest.rules, contest.boards), contest.rules);
    view.thousand.compareWith(result);
    view.entrants.alone(result.rolls);
  }

  /** Compute the curves of cards; these take longer than the result. @param {Contest} contest */
  async findCurves(contest) {
    const { signal } = this.work;
    const asked = (/** @type {import("../api.js").Asking} */ asking) =>
      askResult(contest, { upto: CARD_UPTO, ...asking });
    const found = await this.view.waiting.run(w.workingWhen, asked);
    if (signal.aborted || !found || !this.result) return;
    this.result.distribution = found.distribution;
    this.view.curves.set(this.result, this.names, this.curves);
  }

  /**
   * Show only how fast each board is, because the boards are too large to compare.
   *
   * @param {AbortSignal} signal
   * @param {string} reason
   */
  async onlyAlone(signal, reason) {
    const { view } = this;
    view.round.show(false);
    view.outcomes.element.hidden = view.outcomes.story.hidden = true;
    view.curves.element.hidden = view.ties.element.hidden = true;
    view.arrange(true);
    view.headline.textContent = w.tooLarge;
    view.say(w.stillRace(reason), { stale: false });
    view.entrants.busy(true);
    const rolls = await view.waiting.run(w.howFast, (asking) => askAlone(this.contest, asking.signal));
    if (signal.aborted) return;
    view.entrants.busy(false);
    if (rolls) view.entrants.alone(rolls);
  }

  async range() {
    const { contest, names } = this;
    const range = await this.view.waiting.run(w.tryingAll, ({ signal }) => askRange(contest, signal));
    if (range) this.view.ties.range(range, names);
  }

  /** @param {boolean} busy */
  busy(busy) {
    const { headline, round, outcomes, curves, ties } = this.view;
    const { element, story } = outcomes;
    for (const part of [headline, round.element, round.more, element, story, curves.element, ties.element])
      part.classList.toggle("busy", busy);
    this.view.entrants.busy(busy);
  }

  /** Cancel running requests. */
  stop() {
    this.view.waiting.cancel();
    this.view.race.stop();
    this.view.thousand.stop();
    this.busy(false);
    return super.stop();
  }

  close() {
    super.close();
    this.view.tournament.stop();
  }
}
