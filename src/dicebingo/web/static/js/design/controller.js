/** The controller of *Make a board*, which handles every change to the board. */

import { cost } from "../cost.js";
import { allow, el, pause, say, still } from "../dom.js";
import { cellName } from "../format.js";
import { ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";
import { readBoard, readNumber, readRules } from "../link.js";
import { showNumber } from "../number.js";
import {
  completeLines,
  copy,
  emptyPosition,
  fromValues,
  isReady,
  readPosition,
  spell,
  writePosition,
} from "../position.js";
import { remember, writeHash } from "../router.js";
import { keep, kept } from "../store.js";
import { MOST_ROLLS } from "./deadline.js";
import { Questions } from "./questions.js";
import { sayFromTo } from "./sentences.js";
import { startBoard } from "./start.js";
import { MOST_GUESS } from "./value.js";
import { designView } from "./view.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./questions.js").Improved} Improved */
/** @typedef {import("./questions.js").State} State */

const w = wordsOf("design");

const STEP = 420; // milliseconds between two changes while *Improve it* runs

export const createView = () => new Design();

class Design extends Questions {
  constructor() {
    super();
    this.view = designView({
      onchange: (position, how) => this.change(position, how),
      ontext: (text) => this.write(text),
      onrules: (spec) => void this.setRules(spec),
      onsurprise: () => void this.surprise(),
      onimprove: () => void this.improve(),
      onrank: () => void this.rank(),
      oninside: () => void this.lookInside((question) => this.view.inside.ask(question)),
      onswap: (cell, value) => this.swap(cell, value),
      onneed: (rolls) => void this.need(rolls),
      onguess: (guess) => this.takeGuess(guess),
      onroll: (roll, cell) => this.setRoll(roll, cell),
    });
    this.asking = false; // whether to ask for a guess once the board is complete
  }

  get element() {
    return this.view.element;
  }

  /**
   * Read the state from a link; a link without parameters starts with an empty board.
   *
   * @param {URLSearchParams} params
   * @returns {Promise<State>}
   */
  async read(params) {
    const rules = await readRules(params);
    const first = params.size ? startBoard(rules) : emptyPosition(rules);
    const whole = (/** @type {string} */ key, /** @type {number} */ most, /** @type {string} */ what) =>
      readNumber(params, key, { what, most, otherwise: null });
    return {
      rules,
      position: readBoard(params, "board", rules) ?? first,
      within: whole("within", MOST_ROLLS, w.within),
      roll: whole("roll", Math.max(...rules.values), w.theRoll),
      guess: whole("guess", MOST_GUESS, w.theGuess),
    };
  }

  /** @param {State} state */
  take({ rules, position, within, roll, guess }) {
    const same = JSON.stringify(rules.spec) === JSON.stringify(this.rules?.spec);
    this.within = within;
    this.roll = roll;
    this.view.rules.set(rules);
    if (!same) {
      this.rules = rules;
      this.view.value.forget();
      this.view.inside.forget();
    }
    if (position.values.every((value) => value === null)) {
      this.asking = !rules.card && kept("guess") === null;
      this.view.editor.begin();
    } else if (isReady(position, rules)) this.asking = false;
    this.view.keypad.show(roll);
    this.cheered = writePosition(position, rules);
    this.change(position, { guess });
  }

  /**
   * @param {Position} position
   * @param {{step?: boolean, guess?: number | null, improved?: Improved | null}} [how]  `guess`: the guessed average.
   */
  change(position, { step, guess = null, improved = null } = {}) {
    this.position = position;
    this.guess = guess;
    this.improved = improved;
    this.complain(null);
    this.refresh({ step });
  }

  /** @param {number} guess */
  takeGuess(guess) {
    keep("guess", guess);
    this.asking = false;
    this.change(this.position, { step: false, guess });
    this.view.play.focus({ preventScroll: true });
  }

  /** @param {string} text */
  write(text) {
    const { position, problem } = readPosition(text, this.rules);
    if (problem) this.complain(problem);
    else this.change(position);
  }

  /** @param {string | null} problem */
  complain(problem) {
    this.view.problem.hidden = problem === null;
    this.view.problem.textContent = problem;
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  swap(cell, value) {
    const next = copy(this.position);
    next.values[cell] = value;
    this.change(next);
    say(this.rules.card ? w.placed(value) : w.written(value, cellName(cell, this.rules)));
  }

  /**
   * Show the position and request its results.
   *
   * @param {{step?: boolean}} [how]
   */
  refresh(how) {
    this.stop();
    const { view, rules, position } = this;
    const text = writePosition(position, rules);
    const { params } = this;
    remember("design", params, how);
    for (const key of ["within", "roll"]) params.delete(key); // other rooms do not use these parameters
    view.editor.look = { lit: this.improved?.cells };
    view.editor.set(rules, position);
    view.text.value = spell(position, rules);
    view.rank.clear(rules, this.unmarked);
    this.candidates = [];
    view.value.advise(...(this.rolling && this.roll === null ? [w.askRoll] : []));
    const ready = isReady(position, rules);
    view.value.ask(ready && this.asking);
    if (!ready) return this.blank();
    view.play.href = writeHash("play", params);
    allow(view.play, ALLOWED);
    params.delete("guess");
    view.setElsewhere(
      link(w.compare, "compare", params),
      ...(rules.card ? [] : [link(w.duel, "duel", params)]), // on a card, players have no choices
    );
    view.take.set([text], rules.spec);
    if (completeLines(position.marked, rules).length) return this.over();
    if (this.asking) return this.askFirst();
    allow(view.improve, cost("improve", rules, [position]));
    if (this.roll !== null) void this.advise(this.roll);
    return void this.evaluate();
  }

  blank() {
    const { values, marked } = this.position;
    const empty = values.filter((value, cell) => value === null && !marked[cell]).length;
    const left = this.rules.card ? w.tokensLeft(empty) : w.cellsLeft(empty);
    const why = this.view.editor.wrong() ?? left;
    const untouched = empty === values.length && !this.rules.card;
    this.view.value.blank(untouched ? w.begin : why);
    for (const control of [this.view.improve, this.view.play]) allow(control, refused(why));
    this.view.inside.leave(this.rules.card ? w.fillTokens : w.fillCells);
    this.view.setElsewhere();
  }

  /** Ask for a guess before showing the average. */
  askFirst() {
    allow(this.view.improve, refused(w.guess.first));
    this.view.inside.none("");
  }

  /** Whether taps choose a roll. */
  get rolling() {
    return this.view.keypad.mode === "roll";
  }

  /**
   * Examine a roll: show the expected rolls left after marking each possible cell. A second tap on such a cell shows
   * the number as an exact fraction.
   *
   * @param {number | null} roll
   * @param {number} [cell]
   */
  setRoll(roll, cell) {
    const known = roll === this.roll ? this.candidates.find(({ cells }) => cells.includes(cell ?? -1)) : undefined;
    if (known && roll !== null && cell !== undefined)
      return void showNumber(
        known.expected_rolls,
        { kind: "rolls", name: w.leftAfter(roll, cellName(cell, this.rules)) },
        this.view.editor.view.tiles[cell],
      );
    this.roll = roll;
    this.view.keypad.show(roll);
    const { position, guess, improved } = this;
    return this.change(position, { step: false, guess, improved });
  }

  /** Show that a line is already full. */
  over() {
    this.view.value.set(ZERO);
    this.view.value.noRank(w.lineFull);
    allow(this.view.improve, refused(w.over));
    this.view.inside.none(w.over);
  }

  async surprise() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const answer = await this.view.waiting.ask("random", { ...this.rules.spec, seed }, w.rolling);
    if (answer) this.change(fromValues(answer.board, this.rules));
  }

  /** Apply the best change repeatedly, one visible step at a time; a single undo reverts all changes. */
  async improve() {
    const answer = await this.view.waiting.ask("improve", { ...this.body, full: true }, w.trying);
    if (!answer?.steps || !answer.improved) return;
    if (!answer.steps.length) return say(w.noImprovement);
    const { rules, position: before } = this;
    const from = answer.expected_rolls;
    for (const [i, { cell, value }] of answer.steps.entries()) {
      const next = copy(this.position);
      next.values[cell] = value;
      const cells = next.values.flatMap((own, at) => (own === before.values[at] ? [] : [at]));
      this.change(next, { step: i === 0, improved: { from, cells } });
      const shown = this.position;
      if (!still()) await pause(STEP);
      if (this.position !== shown || this.rules !== rules) return; // the user changed the board meanwhile
    }
    say(w.improved(answer.steps.length, sayFromTo(from, answer.improved.expected_rolls)));
  }

  stop() {
    const { waiting, rank, inside } = this.view;
    for (const box of [waiting, rank.waiting, inside.waiting, inside.deadline.waiting]) box.cancel();
    return super.stop();
  }
}

const ALLOWED = { possible: true, reason: "" };

/** @param {string} reason */
function refused(reason) {
  return { possible: false, reason };
}

/**
 * @param {string} text
 * @param {string} room
 * @param {URLSearchParams} params
 */
function link(text, room, params) {
  return el("a", { class: "button", href: writeHash(room, params) }, text);
}
