/** The Play tab: rolling, marking, undoing, asking for hints, and the review at the end. */

import { ask, isAbort, Refused } from "../api.js";
import { fromValues, isReady, readPosition, writePosition } from "../position.js";
import { remember } from "../router.js";
import { describe, specOf, writeSpec } from "../rules.js";
import { listenForUndo, Steps } from "../steps.js";
import { after, NEW_GAME, options, readGame, winner, writeGame } from "./game.js";
import { AHEAD, drawBoards, drawDice, drawDuelLink, drawSettings } from "./screen.js";
import { playView } from "./view.js";
import { hintTable, whatNow } from "./words.js";

/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../api-types.js").Roll} Roll */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./game.js").Game} Game */

const BEST = "8 8 9 / 7 6 10 / 7 4 5"; // the paper's, for those who have no board yet
const MOST_SEEDS = 1_000_000;
const VS = /** @type {const} */ (["none", "solo", "duel"]);

/** @returns {import("../types.js").View} */
export function createView() {
  const play = new Play();
  return { element: play.view.element, load: (params) => play.load(params), close: () => play.stop() };
}

/** A game while it is played. */
export class Play {
  constructor() {
    this.view = playView({
      onroll: () => void this.rollHere(),
      onreal: (value) => void this.take({ value, faces: null }),
      onmark: (cell) => void this.mark(cell),
      onhint: () => void this.hint(),
      onundo: () => this.step("undo"),
      onredo: () => this.step("redo"),
      onnew: () => this.begin({ seed: newSeed() }),
      onlook: (turn) => this.look(turn),
      onrules: (spec) => void this.setRules(spec),
      onsetting: (name, value) => void this.set(name, value),
      onsurprise: (name) => void this.surprise(name),
    });
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position} */
    this.start = { values: [], marked: [] };
    /** @type {Position | null} */
    this.otherStart = null;
    /** @type {"none" | "solo" | "duel"} */
    this.vs = "none";
    /** @type {"seed" | "hand"} */
    this.by = "seed";
    this.seed = 0;
    /** @type {Steps<Game>} */
    this.steps = new Steps(NEW_GAME);
    /** @type {number[]} */
    this.fresh = [];
    /** @type {Candidate[] | null} */
    this.hints = null;
    /** @type {import("../api-types.js").Review | null} */
    this.review = null;
    /** @type {number | null} */
    this.looking = null;
    this.busy = false;
    this.asking = new AbortController();
    listenForUndo(
      this.view.element,
      () => this.step("undo"),
      () => this.step("redo"),
    );
  }

  get game() {
    return this.steps.present;
  }

  get mine() {
    return after(this.start, this.game.turns, "mine");
  }

  get theirs() {
    return this.otherStart && after(this.otherStart, this.game.turns, "theirs");
  }

  /** @param {URLSearchParams} params */
  async load(params) {
    this.stop();
    this.rules = await describe(specOf(params));
    this.vs = VS.find((name) => name === params.get("vs")) ?? "none";
    this.by = params.get("by") === "hand" ? "hand" : "seed";
    this.seed = Number(params.get("seed")) || newSeed();
    this.start = (await this.board(params.get("board"))) ?? (await this.randomBoard(1));
    this.otherStart =
      this.vs === "none" ? null : ((await this.board(params.get("other"))) ?? (await this.randomBoard(2)));
    this.steps = new Steps(readGame(params.get("game") ?? "", this.start, this.otherStart) ?? NEW_GAME);
    this.view.setReal(this.rules);
    this.view.settings.rules.set(this.rules);
    this.forget();
    await this.draw();
  }

  /**
   * @param {string | null} text
   * @returns {Promise<Position | null>}
   */
  async board(text) {
    const wanted = text ?? (this.rules.layout === "3x3" && this.rules.dice === "2d6" ? BEST : null);
    if (!wanted) return null;
    const { position, problem } = readPosition(wanted, this.rules);
    return problem || !isReady(position, this.rules) ? null : position;
  }

  /** @param {number} seed */
  async randomBoard(seed) {
    return fromValues((await ask("random", { ...this.rules.spec, seed })).board, this.rules);
  }

  /** @param {{seed?: number}} changes  Start again, with another seed perhaps. */
  begin({ seed = this.seed } = {}) {
    this.stop();
    this.seed = seed;
    this.steps = new Steps(NEW_GAME);
    this.forget();
    void this.draw();
    this.view.roll.focus();
  }

  /** @param {RulesSpec} spec */
  async setRules(spec) {
    const params = new URLSearchParams({ vs: this.vs, by: this.by });
    writeSpec(spec, params);
    await this.load(params);
  }

  /**
   * @param {"vs" | "by" | "seed" | "board" | "other"} name
   * @param {string} value
   */
  async set(name, value) {
    const { problem } = this.view.settings;
    if (name === "board" || name === "other") {
      const read = readPosition(value, this.rules);
      problem.hidden = read.problem === null && isReady(read.position, this.rules);
      problem.textContent = read.problem ?? "That board has a number that the dice never make.";
      if (!problem.hidden) return;
    }
    const params = this.params();
    params.delete("game");
    params.set(name, value);
    await this.load(params);
  }

  /** @param {"board" | "other"} name */
  async surprise(name) {
    await this.set(name, writePosition(await this.randomBoard(newSeed()), this.rules));
  }

  params() {
    const params = new URLSearchParams();
    writeSpec(this.rules.spec, params);
    params.set("board", writePosition(this.start, this.rules));
    if (this.otherStart) {
      params.set("vs", this.vs);
      params.set("other", writePosition(this.otherStart, this.rules));
    }
    if (this.by === "hand") params.set("by", "hand");
    // The computer draws by the seed as well.
    if (this.by !== "hand" || this.otherStart) params.set("seed", String(this.seed));
    const game = writeGame(this.game);
    if (game) params.set("game", game);
    return params;
  }

  async rollHere() {
    if (this.busy || this.isOver() || this.game.pending !== null) return;
    const number = this.game.turns.length;
    const start = number - (number % AHEAD);
    const { signal } = this.asking;
    this.view.roll.disabled = true;
    try {
      const { rolls } = await ask("rolls", { ...this.rules.spec, seed: this.seed, start, count: AHEAD }, { signal });
      await this.take(rolls[number - start]);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refused)) throw error;
      this.view.message.textContent = error.message;
      this.view.roll.disabled = false;
    }
  }

  /** @param {Roll} roll  The dice have fallen: show them, and see what the player may do. */
  async take(roll) {
    if (this.isOver() || this.game.pending !== null) return;
    await this.view.dice.show(roll, this.rules.dice, this.by === "seed", this.asking.signal);
    const can = options(this.mine, roll.value, this.rules);
    this.steps.push({ ...this.game, pending: roll.value });
    this.fresh = [];
    this.hints = null;
    if (can.length === 0) return this.finishTurn([]);
    await this.draw(roll);
    this.view.board.focus(can[0][0]);
  }

  /** @param {number} cell */
  async mark(cell) {
    const { pending } = this.game;
    if (pending === null || this.busy) return;
    const chosen = options(this.mine, pending, this.rules).find((cells) => cells.includes(cell));
    if (chosen) await this.finishTurn(chosen);
  }

  /**
   * Both mark at the same time: the computer is asked about the boards as they were before.
   *
   * @param {number[]} mine
   */
  async finishTurn(mine) {
    const roll = Number(this.game.pending);
    const theirs = await this.computerMarks(roll);
    if (theirs === null) {
      this.steps.undo();
      return this.draw();
    }
    // Undo takes back a mark first and the roll in a second step; a wasted roll is one step.
    const turns = [...this.game.turns, { roll, mine, theirs }];
    if (mine.length === 0) this.steps.present = { turns, pending: null };
    else this.steps.push({ turns, pending: null });
    this.fresh = [...mine];
    this.hints = null;
    await this.draw(null, roll);
    if (!this.isOver()) this.view.roll.focus();
  }

  /**
   * @param {number} roll
   * @returns {Promise<number[] | null>}
   */
  async computerMarks(roll) {
    const { theirs } = this;
    if (!theirs) return [];
    const body = {
      ...this.rules.spec,
      board: writePosition(theirs, this.rules),
      opponent: writePosition(this.mine, this.rules),
      roll,
      strategy: this.vs === "none" ? undefined : this.vs,
      seed: this.seed,
      turn: this.game.turns.length,
    };
    this.busy = true;
    const answer = await this.view.waiting.ask("play", body, "The computer is thinking");
    this.busy = false;
    return answer && answer.cells;
  }

  async hint() {
    const { pending } = this.game;
    if (pending === null) return;
    const body = { ...this.rules.spec, board: writePosition(this.mine, this.rules), roll: pending };
    const answer = await this.view.waiting.ask("advise", body, "Looking ahead");
    if (!answer) return;
    this.hints = answer.candidates;
    await this.draw();
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    if (this.busy || !this.steps[way]()) return;
    this.forget();
    void this.draw();
  }

  forget() {
    this.fresh = [];
    this.hints = null;
    this.review = null;
    this.looking = null;
  }

  /** @param {number} turn  Show the board as it was before a roll. */
  look(turn) {
    this.looking = this.looking === turn ? null : turn;
    void this.draw();
    this.view.board.element.scrollIntoView({ block: "nearest" });
  }

  isOver() {
    return winner(this.mine, this.theirs, this.rules) !== "nobody";
  }

  /**
   * @param {Roll | null} [shown]  Dice that lie on the table already.
   * @param {number} [last]
   */
  async draw(shown = null, last) {
    remember("play", this.params());
    const { view, rules, game } = this;
    const over = this.isOver();
    drawBoards(this, over);
    view.message.textContent = whatNow({
      game,
      rules,
      mine: this.mine,
      theirs: this.theirs,
      byHand: this.by === "hand",
      looking: this.looking,
      last,
    });
    if (!shown) await drawDice(this);
    view.roll.hidden = this.by === "hand" || over;
    view.roll.disabled = game.pending !== null;
    view.realSection.hidden = this.by !== "hand" || over || game.pending !== null;
    view.hint.disabled = game.pending === null;
    view.undo.disabled = this.steps.past.length === 0;
    view.redo.disabled = this.steps.future.length === 0;
    view.setLog(game.turns.map(({ roll, mine }) => ({ roll, wasted: mine.length === 0 })));
    view.setHints(this.hints && hintTable(this.hints, rules));
    drawSettings(this);
    drawDuelLink(this);
    if (over) await this.drawReview();
    else view.review.hide();
  }

  async drawReview() {
    if (!this.review) {
      const moves = this.game.turns.map(({ roll, mine }) => ({ roll, cells: mine }));
      const body = { ...this.rules.spec, board: writePosition(this.start, this.rules), moves };
      this.review = await this.view.waiting.ask("review", body, "Looking at your choices");
    }
    if (this.review && this.isOver()) this.view.review.set(this.review, this.rules);
  }

  stop() {
    this.asking.abort();
    this.asking = new AbortController();
    this.view.waiting.cancel();
  }
}

function newSeed() {
  return 1 + Math.floor(Math.random() * MOST_SEEDS);
}
