/** The controller of *Play*: rolling, marking, hints, and the end of the game. Undo restores an earlier state. */

import { ask } from "../api.js";
import { cost } from "../cost.js";
import { notice } from "../notice.js";
import { writePosition } from "../position.js";
import { Room } from "../room.js";
import { remember } from "../router.js";
import { keep, kept } from "../store.js";
import { findAdvice, findFast } from "./advice.js";
import { begin, set, setOpponent, surprise } from "./changes.js";
import { computerMarks } from "./computer.js";
import { celebrate } from "./confetti.js";
import { showEnd } from "./end.js";
import { options } from "./game.js";
import { draw, drawTally } from "./screen.js";
import { newSeed, readState } from "./state.js";
import { playView } from "./view.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").ShownRoll} Roll */

const AHEAD = 100; // the number of rolls in one request
const PATIENCE = 200; // milliseconds before the page shows that the computer is thinking

export const createView = () => new Play();

/** Return the initial values of everything that is not part of the game: pending work and what the page displays. */
function quiet() {
  return {
    rolling: false,
    thinking: false,
    asking: false,
    /** @type {number[] | null}  The player's marks for this turn, while the computer chooses its own. */
    choosing: null,
    /** @type {{mine: number[], theirs: number[]}}  The marks of the last turn. */
    fresh: { mine: [], theirs: [] },
    /** @type {import("./advice.js").Advice | null} */
    advice: null,
    /** @type {import("../api-types.js").Candidate[] | null}  The expected rolls left after each choice. */
    left: null,
    /** @type {number | null}  The turn that is being reviewed. */
    looking: null,
    /** @type {ReturnType<typeof computerMarks> | null} */
    reply: null,
  };
}

/** @typedef {import("./state.js").State} State */

/**
 * A game in progress.
 *
 * @extends {Room<State>}
 */
export class Play extends Room {
  constructor() {
    super("play");
    this.view = playView({
      onroll: () => void this.roll(),
      onreal: (value) => void this.accept({ value, faces: null }),
      onmark: (cell) => this.mark(cell),
      onhint: () => void this.hint(),
      onback: () => void this.look(null),
      onagain: () => void begin(this, newSeed()),
      onsame: () => void begin(this, this.state.seed),
      onlook: (turn) => void this.look(turn),
      onrules: (spec) => void this.setRules(spec),
      onopponent: (vs) => void setOpponent(this, vs),
      onsetting: (name, value) => void set(this, name, value),
      onsurprise: (name) => void surprise(this, name),
      onlayer: (on) => this.setLayer(on),
    });
    this.layer = Boolean(kept("play.layer"));
    /** @type {State} */
    this.state = /** @type {any} */ (null);
    this.now = quiet();
    /** @type {Amount | null | undefined}  The expected rolls of the board: undefined if pending, null if unknown. */
    this.average = undefined;
    /** @type {(() => Promise<Amount>) | undefined} */
    this.exactly = undefined;
  }

  get element() {
    return this.view.element;
  }

  /** @param {URLSearchParams} params */
  read(params) {
    return readState(params);
  }

  /** After a change to rules that have not been played before, keep the opponent and the kind of dice. */
  fresh() {
    const { vs, by } = this.state;
    return new URLSearchParams({ vs, by });
  }

  /** @param {State} state */
  take(state) {
    this.stop();
    this.state = state;
    this.view.setReal(state.rules);
    this.view.rules.set(state.rules);
    this.resume();
  }

  /** Show the game and continue it. */
  resume() {
    const { state, view } = this;
    const { pending, turns } = state.game;
    this.now = quiet();
    remember("play", state.params());
    view.opponents.set(state.vs, state.opponents);
    view.settings.set(state, this.layer);
    void this.findAverage();
    void this.showDice();
    if (pending !== null && !options(state.mine, pending, state.rules).length) void this.finishTurn([], false);
    else this.show();
    if (pending !== null) this.prepare();
    else if (state.by === "seed" && !state.over) void this.known(turns.length);
  }

  show() {
    draw(this);
    void this.findLeft();
    void showEnd(this);
  }

  /**
   * @param {boolean} on  Whether to show, on each cell that can be marked, how many rolls are left after marking it.
   */
  setLayer(on) {
    this.layer = on;
    keep("play.layer", on || null);
    this.show();
  }

  /** Compute the expected rolls left after each choice, to show them on the cells. */
  async findLeft() {
    const { state, now, layer } = this;
    const { game, mine, rules, judged } = state;
    if (!layer || now.left || now.choosing || game.pending === null || rules.card || !judged.possible) return;
    if (!options(mine, game.pending, rules).length) return;
    const left = await findFast(state.moment(game.turns.length), this.work.signal);
    if (this.now !== now) return;
    now.left = left;
    draw(this);
  }

  /** Ask for the expected rolls of the board. */
  async findAverage() {
    const { rules, start } = this.state;
    const { signal } = this.work;
    const exact = cost("exact", rules, [start]);
    const question = { ...rules.spec, board: writePosition(start, rules) };
    const quick = exact.possible && exact.time === "at once";
    this.exactly = quick || !exact.possible ? undefined : async () => (await ask("solve", question)).expected_rolls;
    this.average = cost("solve", rules, [start]).possible ? undefined : null;
    if (this.average === null) return;
    const solution = await ask("solve", quick ? question : { ...question, exact: false }, { signal });
    if (signal.aborted) return;
    this.average = solution.expected_rolls;
    drawTally(this);
  }

  /**
   * Return roll `number` of this game. The seed determines each roll, so undo does not change it.
   *
   * @param {number} number
   * @returns {Promise<Roll>}
   */
  async known(number) {
    const { rules, seed } = this.state;
    const start = number - (number % AHEAD);
    const question = { ...rules.spec, seed, start, count: AHEAD };
    return (await ask("rolls", question, { signal: this.work.signal })).rolls[number - start];
  }

  /** Show the dice of the last roll. */
  async showDice() {
    const { by, rules, game } = this.state;
    const { signal } = this.work;
    const value = game.pending ?? game.turns.at(-1)?.roll;
    if (value === undefined) return this.view.dice.show(null, rules.dice);
    const roll = by === "seed" ? await this.known(game.turns.length - (game.pending === null ? 1 : 0)) : null;
    if (signal.aborted || this.state.game !== game) return;
    await this.view.dice.show(roll?.value === value ? roll : { value, faces: null }, rules.dice);
  }

  async roll() {
    const { state, now } = this;
    if (now.rolling || state.over || state.game.pending !== null) return;
    const { signal } = this.work;
    now.rolling = true;
    draw(this);
    const roll = await this.known(state.game.turns.length);
    if (!signal.aborted) await this.accept(roll);
  }

  /**
   * Add a roll to the game at once, so that undo works even while the dice tumble.
   *
   * @param {Roll} roll
   */
  async accept(roll) {
    const { state, view } = this;
    if (state.over || state.game.pending !== null) return;
    const { signal } = this.work;
    const can = options(state.mine, roll.value, state.rules);
    const { turns } = state.game;
    const wasted = can.length === 0 && !state.otherStart;
    state.game = wasted
      ? { turns: [...turns, { roll: roll.value, mine: [], theirs: [] }], pending: null }
      : { turns, pending: roll.value };
    this.now = { ...quiet(), rolling: true };
    remember("play", state.params());
    this.prepare();
    draw(this);
    await view.dice.show(roll, state.rules.dice, state.by === "seed", signal);
    if (signal.aborted) return;
    this.now.rolling = false;
    if (!wasted && can.length === 0) return void this.finishTurn([], false);
    this.show();
    if (wasted) this.focusNext();
    else view.board.focus(can[0][0]);
  }

  /** Let the computer choose its mark while the player chooses. */
  prepare() {
    const { otherStart, game } = this.state;
    if (!otherStart || game.pending === null || this.now.reply) return;
    this.now.reply = computerMarks(this.state.moment(game.turns.length), this.work.signal);
  }

  /** @param {number} cell */
  mark(cell) {
    const { pending } = this.state.game;
    const { rolling, choosing, looking } = this.now;
    if (pending === null || rolling || choosing || looking !== null) return;
    const chosen = options(this.state.mine, pending, this.state.rules).find((cells) => cells.includes(cell));
    if (chosen) void this.finishTurn(chosen, true);
  }

  /**
   * End the turn. Both players mark at the same time, so the computer's choice depends only on the boards before this
   * turn's marks.
   *
   * @param {number[]} mine
   * @param {boolean} step  Whether this turn is a separate undo step; a wasted roll is not.
   */
  async finishTurn(mine, step) {
    const { state } = this;
    const { signal } = this.work;
    const { turns, pending } = state.game;
    this.prepare();
    this.now = { ...quiet(), reply: this.now.reply, choosing: mine, fresh: { mine, theirs: [] } };
    draw(this);
    const late = setTimeout(() => {
      this.now.thinking = true;
      draw(this);
    }, PATIENCE);
    let theirs;
    try {
      theirs = (await this.now.reply) ?? { cells: [], note: "" };
    } finally {
      clearTimeout(late);
    }
    if (signal.aborted) return;
    this.now = { ...quiet(), fresh: { mine, theirs: theirs.cells } };
    state.game = { turns: [...turns, { roll: Number(pending), mine, theirs: theirs.cells }], pending: null };
    remember("play", state.params(), { step });
    if (theirs.note) notice(theirs.note);
    this.show();
    this.focusNext();
    if (state.over && state.winner !== "computer") celebrate(this.view.arena);
  }

  /** Move the focus to the dice or, if the game has ended and the focused element is gone, to *Play again*. */
  focusNext() {
    const { view, state } = this;
    const here = document.activeElement;
    if (!state.over) (state.by === "hand" ? view.real.querySelector("button") : view.roll)?.focus();
    else if (!here?.checkVisibility() || here === document.body) view.again.focus();
  }

  async hint() {
    const { game, mine, rules } = this.state;
    if (game.pending === null) return;
    // Move the focus, because the hint button disappears.
    this.view.board.focus(options(mine, game.pending, rules)[0][0]);
    await this.advise(game.turns.length);
  }

  /** Show the best marks for the current or an earlier roll. @param {number} turn */
  async advise(turn) {
    const { now } = this;
    if (now.asking || now.choosing) return;
    now.asking = true;
    draw(this);
    const advice = await findAdvice(this.state.moment(turn), this.work.signal);
    if (this.now !== now) return; // the user has changed the board in the meantime
    now.asking = false;
    now.advice = advice;
    draw(this);
  }

  /** Show the boards before an earlier roll; null returns to the end of the game. @param {number | null} turn */
  async look(turn) {
    this.now = { ...quiet(), looking: this.now.looking === turn ? null : turn };
    draw(this);
    if (this.now.looking === null) return this.view.again.focus();
    this.view.arena.scrollIntoView({ block: "nearest" });
    await this.advise(this.now.looking);
  }

  stop() {
    this.view.finish.waiting.cancel();
    return super.stop();
  }
}
