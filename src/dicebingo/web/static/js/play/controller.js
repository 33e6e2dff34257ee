/** The Play tab: rolling, marking, undoing, asking for hints, and the review at the end. */

import { ask, isAbort, Refused } from "../api.js";
import { el, fill } from "../dom.js";
import { cellName, decimal, plural } from "../format.js";
import { completeLines, emptyPosition, isReady, readPosition, writePosition } from "../position.js";
import { remember, writeHash } from "../router.js";
import { describe, specOf, writeSpec } from "../rules.js";
import { listenForUndo, Steps } from "../steps.js";
import { after, NEW_GAME, options, readGame, winner, writeGame } from "./game.js";
import { playView } from "./view.js";

/** @typedef {import("../types.js").Candidate} Candidate */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Roll} Roll */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./game.js").Game} Game */

const BEST = "8 8 9 / 7 6 10 / 7 4 5"; // of the paper, for who has no board yet
const MOST_SEEDS = 1_000_000;
const AHEAD = 100;

const ABOUT = /** @type {Record<string, string>} */ ({
  none: "How few rolls do you need?",
  solo: "It always marks the cell that makes its own board fastest, and does not look at yours.",
  duel: "It sees both boards and plays the duel's equilibrium: in the long run nobody can do better against it.",
});

/** @returns {import("../types.js").View} */
export function createView() {
  const play = new Play();
  return { element: play.view.element, load: (params) => play.load(params), close: () => play.stop() };
}

class Play {
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
    this.vs = "none";
    this.dice = "seed";
    this.seed = 0;
    /** @type {Steps<Game>} */
    this.steps = new Steps(NEW_GAME);
    /** @type {number[]} */
    this.fresh = [];
    /** @type {Candidate[] | null} */
    this.hints = null;
    /** @type {import("./review.js").Review | null} */
    this.review = null;
    /** @type {number | null} */
    this.looking = null;
    this.busy = false;
    this.asking = new AbortController();
    listenForUndo(this.view.element, () => this.step("undo"), () => this.step("redo"));
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
    this.vs = ABOUT[params.get("vs") ?? ""] ? String(params.get("vs")) : "none";
    this.dice = params.get("dice") === "real" ? "real" : "seed";
    this.seed = Number(params.get("seed")) || newSeed();
    this.start = (await this.board(params.get("board"))) ?? (await this.randomBoard(1));
    this.otherStart = this.vs === "none" ? null : ((await this.board(params.get("other"))) ?? (await this.randomBoard(2)));
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
    const answer = await ask("random", { ...this.rules.spec, seed });
    const position = emptyPosition(this.rules);
    position.values = answer.board.map((/** @type {unknown} */ value) => (typeof value === "number" ? value : null));
    return position;
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
    const params = new URLSearchParams({ vs: this.vs, dice: this.dice });
    writeSpec(spec, params);
    await this.load(params);
  }

  /**
   * @param {"vs" | "dice" | "seed" | "board" | "other"} name
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
    if (this.dice === "real") params.set("dice", "real");
    else params.set("seed", String(this.seed));
    const game = writeGame(this.game);
    if (game) params.set("game", game);
    return params;
  }

  async rollHere() {
    if (this.busy || this.isOver() || this.game.pending !== null) return;
    const number = this.game.turns.length;
    const first = number - (number % AHEAD);
    await this.guard(async (signal) => {
      const { rolls } = await ask("rolls", { ...this.rules.spec, seed: this.seed, start: first, count: AHEAD }, { signal });
      await this.take(rolls[number - first]);
    });
  }

  /** @param {Roll} roll  The dice have fallen: show them, and see what the player may do. */
  async take(roll) {
    if (this.isOver() || this.game.pending !== null) return;
    await this.view.dice.show(roll, this.rules.dice, this.dice === "seed", this.asking.signal);
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
      strategy: this.vs,
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
    this.drawBoards(over);
    view.message.textContent = this.sayWhat(over, last);
    if (!shown) await this.drawDice();
    view.roll.hidden = this.dice === "real" || over;
    view.roll.disabled = game.pending !== null;
    view.realPlace.hidden = this.dice !== "real" || over || game.pending !== null;
    view.hint.disabled = game.pending === null;
    view.undo.disabled = this.steps.past.length === 0;
    view.redo.disabled = this.steps.future.length === 0;
    view.setLog(game.turns.map(({ roll, mine }) => ({ roll, wasted: mine.length === 0 })));
    view.setHints(this.hints && hintTable(this.hints, rules));
    this.drawSettings();
    this.drawDuelLink();
    if (over) await this.drawReview();
    else view.review.hide();
  }

  /** @param {boolean} over */
  drawBoards(over) {
    const { view, rules, game, looking } = this;
    const turns = looking === null ? game.turns : game.turns.slice(0, looking);
    const mine = after(this.start, turns, "mine");
    const theirs = this.otherStart && after(this.otherStart, turns, "theirs");
    const roll = looking === null ? game.pending : game.turns[looking].roll;
    const candidates = looking === null ? this.hints : this.review?.moves[looking].candidates;
    view.board.update(rules, {
      ...mine,
      can: roll === null ? [] : options(mine, roll, rules).flat(),
      fresh: this.fresh,
      won: over ? completeLines(mine.marked, rules) : [],
      hints: new Map((candidates ?? []).flatMap(({ cells, loss }) => cells.map((cell) => [cell, hintOn(loss)]))),
    });
    view.otherPlace.hidden = theirs === null;
    if (theirs) view.other.update(rules, { ...theirs, fresh: game.turns.at(-1)?.theirs, won: over ? completeLines(theirs.marked, rules) : [] });
  }

  async drawDice() {
    const { turns, pending } = this.game;
    const number = pending === null ? turns.length - 1 : turns.length;
    const value = pending ?? turns.at(-1)?.roll;
    if (value === undefined) return this.view.dice.show(null, this.rules.dice);
    let faces = null;
    if (this.dice === "seed") {
      const first = number - (number % AHEAD);
      const { rolls } = await ask("rolls", { ...this.rules.spec, seed: this.seed, start: first, count: AHEAD });
      if (rolls[number - first].value === value) ({ faces } = rolls[number - first]);
    }
    return this.view.dice.show({ value, faces }, this.rules.dice);
  }

  /**
   * @param {boolean} over
   * @param {number} [last]
   */
  sayWhat(over, last) {
    const { pending, turns } = this.game;
    if (this.looking !== null) return `Roll ${this.looking + 1} again: the board before it, and what each choice would have cost.`;
    if (over) {
      const rolls = plural(turns.length, "roll");
      const says = { you: this.otherStart ? `You win after ${rolls}!` : `Bingo after ${rolls}!`, computer: `The computer wins after ${rolls}.`, both: `Both have a bingo after ${rolls}: a tie.`, nobody: "" };
      return says[winner(this.mine, this.theirs, this.rules)];
    }
    if (pending !== null) {
      const can = options(this.mine, pending, this.rules);
      if (can.length === 0) return `${pending}: no cell matches.`;
      if (this.rules.marking === "all") return `${pending}! Tap to mark all cells with it.`;
      return can.length === 1 ? `${pending}! Mark it: ${cellName(can[0][0], this.rules)}.` : `${pending}! Which of the ${can.length} cells do you mark?`;
    }
    if (last !== undefined && turns.at(-1)?.mine.length === 0) return `${last} is on none of your open cells. Roll again.`;
    return turns.length ? "Roll again." : this.dice === "real" ? "Roll your dice and tap what they show." : "Ready? Roll the dice.";
  }

  drawSettings() {
    const { settings } = this.view;
    settings.vs.set(this.vs);
    settings.dice.set(this.dice);
    settings.about.textContent = ABOUT[this.vs];
    settings.seed.value = String(this.seed);
    settings.seedField.hidden = this.dice === "real";
    settings.board.value = writePosition(this.start, this.rules).replaceAll(",", " ").replaceAll("/", " / ");
    settings.otherField.hidden = this.otherStart === null;
    if (this.otherStart) settings.other.value = writePosition(this.otherStart, this.rules).replaceAll(",", " ").replaceAll("/", " / ");
  }

  drawDuelLink() {
    const { pending } = this.game;
    const { theirs } = this;
    fill(this.view.duelLink);
    if (!theirs || pending === null) return;
    const params = new URLSearchParams();
    writeSpec(this.rules.spec, params);
    params.set("a", writePosition(this.mine, this.rules));
    params.set("b", writePosition(theirs, this.rules));
    params.set("roll", String(pending));
    this.view.duelLink.append(el("a", { class: "button quiet", href: writeHash("duel", params) }, "See this moment as a duel"));
  }

  async drawReview() {
    if (!this.review) {
      const moves = this.game.turns.map(({ roll, mine }) => ({ roll, cells: mine }));
      const body = { ...this.rules.spec, board: writePosition(this.start, this.rules), moves };
      this.review = await this.view.waiting.ask("review", body, "Looking at your choices");
    }
    if (this.review && this.isOver()) this.view.review.set(this.review, this.rules);
  }

  /** @param {(signal: AbortSignal) => Promise<void>} work */
  async guard(work) {
    const { signal } = this.asking;
    this.view.roll.disabled = true;
    try {
      await work(signal);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refused)) throw error;
      this.view.message.textContent = error.message;
      this.view.roll.disabled = false;
    }
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

/**
 * @param {import("../types.js").Amount} loss
 * @returns {{text: string, best: boolean}}
 */
function hintOn(loss) {
  return loss.decimal ? { text: `+${decimal(loss, 2)}`, best: false } : { text: "best", best: true };
}

/**
 * @param {Candidate[]} candidates
 * @param {Rules} rules
 */
function hintTable(candidates, rules) {
  return {
    caption: "Each choice, and what it costs",
    columns: ["mark", "rolls left", "cost"],
    rows: candidates.map(({ cells, expected_rolls: left, loss }) => [cells.map((cell) => cellName(cell, rules)).join(", "), left, loss.decimal ? loss : "best"]),
    digits: 3,
  };
}
