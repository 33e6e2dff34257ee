/** The controller of *Make a board*: what happens when a board changes. */

import { ask } from "../api.js";
import { celebrate } from "../confetti.js";
import { cost } from "../cost.js";
import { allow, el, pause, say, still } from "../dom.js";
import { cellName, rolls as asRolls } from "../format.js";
import { signOf, subtract } from "../fractions.js";
import { wordsOf } from "../language.js";
import { readBoard, readNumber, readRules } from "../link.js";
import { number, showNumber } from "../number.js";
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
import { Room } from "../room.js";
import { remember, writeHash } from "../router.js";
import { writeSpec } from "../rules.js";
import { keep, kept } from "../store.js";
import { MOST_ROLLS } from "./deadline.js";
import { nameCells, sayFromTo } from "./sentences.js";
import { startBoard } from "./start.js";
import { MOST_GUESS } from "./value.js";
import { designView } from "./view.js";

/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Percentile} Percentile */
/** @typedef {import("../api-types.js").Solution} Solve */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

const BEST = "8,8,9/7,6,10/7,4,5"; // of the paper; its number is shown, but not the board
const UPTO = 60;
const CARD_UPTO = 150;
const REST = 120; // milliseconds without a change before the details of a board are requested
const STEP = 420; // milliseconds between the changes of an improvement

/**
 * @typedef {object} State
 * @property {Rules} rules
 * @property {Position} position
 * @property {number | null} within  The deadline in rolls, if the user chose one.
 * @property {number | null} roll  The roll whose marks are examined.
 * @property {number | null} guess  The guess of the average, before it was shown.
 */

/** @typedef {{from: Amount, cells: number[]}} Improved  The value before an improvement, and the cells that it changed. */

export const createView = () => new Design();

/** @extends {Room<State>} */
class Design extends Room {
  constructor() {
    super("design");
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
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position} */
    this.position = { values: [], marked: [] };
    /** @type {number | null} */
    this.within = null;
    /** @type {number | null} */
    this.roll = null;
    /** @type {number | null} */
    this.guess = null;
    /** @type {Improved | null} */
    this.improved = null;
    /** @type {Candidate[]} */
    this.candidates = [];
    this.cheered = ""; // the board that was celebrated, or opened by a link
    this.asking = false; // for a guess, when the board is complete
  }

  get element() {
    return this.view.element;
  }

  get body() {
    return { board: writePosition(this.position, this.rules), ...this.rules.spec };
  }

  get params() {
    const params = new URLSearchParams();
    writeSpec(this.rules.spec, params);
    params.set("board", writePosition(this.position, this.rules));
    for (const key of /** @type {const} */ (["within", "roll", "guess"]))
      if (this[key] !== null) params.set(key, String(this[key]));
    return params;
  }

  /**
   * A newcomer writes the first board.
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
    if (position.values.every((value) => value === null)) this.asking = !rules.card && kept("guess") === null;
    else if (isReady(position, rules)) this.asking = false;
    this.view.keypad.show(roll);
    this.cheered = writePosition(position, rules);
    this.change(position, { guess });
  }

  /**
   * @param {Position} position
   * @param {{step?: boolean, guess?: number | null, improved?: Improved | null}} [how]  The guess was about this board.
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
   * Show the position, and ask about it.
   *
   * @param {{step?: boolean}} [how]
   */
  refresh(how) {
    this.stop();
    const { view, rules, position } = this;
    const text = writePosition(position, rules);
    const { params } = this;
    remember("design", params, how);
    for (const key of ["within", "roll"]) params.delete(key); // no other room needs them
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
      ...(rules.card ? [] : [link(w.duel, "duel", params)]), // a card leaves no choices
    );
    view.take.set([text], rules.spec);
    if (completeLines(position.marked, rules).length) return this.over();
    if (this.asking) return this.askFirst();
    allow(view.improve, cost("improve", rules, [position]));
    if (this.roll !== null) void this.advise(this.roll);
    return void this.evaluate();
  }

  /** Questions and actions that are impossible under these rules. */
  get whyNot() {
    const { rules } = this;
    if (rules.card && cost("rank", rules).possible) return w.rankBelow;
    return cost("improve", rules, [this.position]).reason || cost("percentile", rules).reason;
  }

  /** Whether only free cells are marked. */
  get unmarked() {
    return this.position.marked.every((mark, cell) => !mark || this.rules.free.includes(cell));
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

  /** The number is revealed after the guess. */
  askFirst() {
    allow(this.view.improve, refused(w.guess.first));
    this.view.inside.none("");
  }

  /** Whether taps choose a roll. */
  get rolling() {
    return this.view.keypad.mode === "roll";
  }

  /**
   * Examine a roll: the rolls left for each cell that it could mark. A second tap on such a cell shows the exact number.
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

  /** @param {number} roll */
  async advise(roll) {
    const { view, rules, body } = this;
    const { signal } = this.work;
    const known = cost("advise", rules, [this.position]);
    if (!known.possible) return view.value.advise(known.reason);
    const { candidates } = await ask("advise", { ...body, roll }, { signal });
    this.candidates = candidates;
    const isBest = (/** @type {Candidate} */ one) => signOf(one.loss) === 0;
    const hints = candidates.flatMap((one) =>
      one.cells.map((cell) => /** @type {const} */ ([cell, { text: asRolls(one.expected_rolls), best: isBest(one) }])),
    );
    const best = candidates.filter(isBest);
    view.editor.look = { hints: new Map(hints), can: hints.map(([cell]) => cell) };
    view.editor.draw();
    if (!best.length) return view.value.advise(w.wastedRoll(roll));
    const names = rules.marking === "all" ? best.flatMap(({ cells }) => cells) : best.map(({ cell }) => cell);
    const left = number(best[0].expected_rolls, { kind: "rolls", name: w.leftAfter(roll, cellName(names[0], rules)) });
    return view.value.advise(...w.advice(roll, nameCells(names, rules, w.anyOf), left));
  }

  /** A line is full already. */
  over() {
    this.view.value.set({ exact: "0", decimal: 0 });
    this.view.value.noRank(w.lineFull);
    allow(this.view.improve, refused(w.over));
    this.view.inside.none(w.over);
  }

  /** Ask for the number at once, and for the details when the board has stopped changing. */
  async evaluate() {
    const { value, inside } = this.view;
    const { signal } = this.work;
    const { body, rules, position } = this;
    const exact = cost("exact", rules, [position]);
    const quick = isQuick(exact);
    value.busy(true);
    const known = cost("inside", rules, [position]);
    if (!known.possible) inside.none(known.reason);
    else if (isQuick(known)) inside.wait();
    else inside.offer();
    const late = setTimeout(() => value.say(w.working), 1500);
    try {
      const solution = await ask("solve", quick ? body : { ...body, exact: false }, { signal });
      const exactly = async () => (await ask("solve", body)).expected_rolls;
      value.set(solution.expected_rolls, {
        exactly: !quick && exact.possible ? exactly : undefined,
        from: this.improved?.from,
        guess: this.guess,
      });
      clearTimeout(late);
      if (this.unmarked && cost("percentile", rules).possible) await this.chase(solution.expected_rolls, signal);
      else if (this.unmarked && rules.card && isQuick(cost("rank", rules))) await this.rankCard(signal);
      else value.noRank(this.unmarked ? this.whyNot : w.fromMarks);
      if (!isQuick(known)) return;
      await pause(REST, signal);
      await this.lookInside((question) => ask("solve", question, { signal }));
    } finally {
      clearTimeout(late);
    }
  }

  /**
   * Show the way to the best board; its end is celebrated.
   *
   * @param {Amount} value
   * @param {AbortSignal} signal
   */
  async chase(value, signal) {
    const ranked = /** @type {Percentile} */ (await ask("rank", { ...this.body, approximate: true }, { signal }));
    const { expected_rolls: best } = await ask("solve", { board: BEST }, { signal });
    this.view.value.rank(ranked, { best, left: subtract(value, best) });
    if (ranked.best && this.cheered !== this.body.board) celebrate(this.view.bench);
    this.cheered = this.body.board;
  }

  /**
   * Solve with equally good cells marked at random and, on a small board, again with the first of them marked: numbers
   * that differ depend on the tie-break.
   *
   * @param {(question: import("../api-types.js").SolveQuestion) => Promise<Solve | null>} asking
   */
  async lookInside(asking) {
    const { body, position, rules } = this;
    const small = cost("inside", rules, [position]).time === "at once";
    const upto = rules.card ? CARD_UPTO : UPTO;
    const solution = await asking({ ...body, upto, why: true, tie_break: "random" });
    const ordered = small && solution && !rules.card ? await asking({ ...body, why: true }) : null;
    if (!solution) return;
    this.view.inside.set(solution, ordered?.why ?? null, position, rules);
    const rolls = this.within ?? Math.min(MOST_ROLLS, Math.round(solution.expected_rolls.decimal));
    if (small) await this.view.inside.deadline.ask(rolls, body, position, rules);
    else this.view.inside.deadline.want(rolls, { offer: true });
  }

  /** @param {number} rolls  The user chose a deadline. */
  async need(rolls) {
    this.within = rolls;
    remember("design", this.params, { step: false });
    await this.view.inside.deadline.ask(rolls, this.body, this.position, this.rules);
  }

  /** @param {AbortSignal} signal  All cards are few enough to count them at once. */
  async rankCard(signal) {
    const ranked = await ask("rank", this.body, { signal });
    if (!("better" in ranked)) return;
    const { better, worse, total } = ranked;
    this.view.value.rank({ percentile: { exact: null, decimal: (100 * worse) / total }, best: better === 0 });
    this.view.rank.set(ranked);
  }

  async rank() {
    const { rank } = this.view;
    const ranked = await rank.waiting.ask("rank", this.body, w.counting);
    if (ranked && "better" in ranked) rank.set(ranked);
  }

  async surprise() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const answer = await this.view.waiting.ask("random", { ...this.rules.spec, seed }, w.rolling);
    if (answer) this.change(fromValues(answer.board, this.rules));
  }

  /** Apply the best change repeatedly, one visible step at a time; a single undo reverts all of them. */
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

/** @param {import("../cost.js").Cost} known */
function isQuick({ possible, time }) {
  return possible && time === "at once";
}
