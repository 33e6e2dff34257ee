/** The controller of *Make a board*: what happens when a board changes. */

import { ask } from "../api.js";
import { allow, cost } from "../cost.js";
import { el, pause, say, still } from "../dom.js";
import { cellName, plural } from "../format.js";
import { subtract } from "../fractions.js";
import { readBoard, readRules, readWord } from "../link.js";
import { completeLines, copy, fromValues, isReady, readPosition, spell, writePosition } from "../position.js";
import { Room } from "../room.js";
import { remember, writeHash } from "../router.js";
import { writeSpec } from "../rules.js";
import { MOST_ROLLS } from "./deadline.js";
import { sayFromTo } from "./sentences.js";
import { startBoard } from "./start.js";
import { designView } from "./view.js";

/** @typedef {import("../api-types.js").Percentile} Percentile */
/** @typedef {import("../api-types.js").Solution} Solve */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const BEST = "8,8,9/7,6,10/7,4,5"; // of the paper; its number is shown, but not the board
const UPTO = 60;
const CARD_UPTO = 150;
const WITHIN = Array.from({ length: MOST_ROLLS }, (_, i) => String(i + 1));
const REST = 120; // milliseconds without a change before the details of a board are requested
const STEP = 420; // milliseconds between the changes of an improvement

/** @typedef {{rules: Rules, position: Position, within: number | null}} State */

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
    });
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position} */
    this.position = { values: [], marked: [] };
    /** @type {number | null} Within the deadline in rolls, if the user chose one. */
    this.within = null;
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
    if (this.within) params.set("within", String(this.within));
    return params;
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    const rules = await readRules(params);
    const position = readBoard(params, "board", rules) ?? startBoard(rules);
    const within = params.has("within") ? Number(readWord(params, "within", WITHIN, "The number of rolls")) : null;
    return { rules, position, within };
  }

  /** @param {State} state */
  take({ rules, position, within }) {
    const same = JSON.stringify(rules.spec) === JSON.stringify(this.rules?.spec);
    this.within = within;
    this.view.rules.set(rules);
    if (!same) {
      this.rules = rules;
      this.view.value.forget();
      this.view.inside.forget();
    }
    this.change(position);
  }

  /**
   * @param {Position} position
   * @param {{step?: boolean}} [how]
   */
  change(position, how) {
    this.position = position;
    this.complain(null);
    this.refresh(how);
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
    say(this.rules.card ? `A token is now on ${value}.` : `${value} is now in ${cellName(cell, this.rules)}.`);
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
    params.delete("within"); // no other room needs it
    view.editor.set(rules, position);
    view.text.value = spell(position, rules);
    const improvable = cost("improve", rules, [position]);
    allow(view.improve, improvable);
    view.rank.clear(rules, this.unmarked);
    if (!isReady(position, rules)) return this.blank();
    view.setElsewhere(
      link("Play it", "play", params),
      link("Compare it", "compare", params),
      ...(rules.card ? [] : [link("Duel with it", "duel", params)]), // a card leaves no choices
    );
    view.take.set([text], rules.spec);
    if (completeLines(position.marked, rules).length) return this.over();
    return void this.evaluate();
  }

  /** Questions and actions that are impossible under these rules. */
  get whyNot() {
    const { rules } = this;
    if (rules.card && cost("rank", rules).possible) return "Below, you can compare it with all others.";
    return cost("improve", rules, [this.position]).reason || cost("percentile", rules).reason;
  }

  /** Whether only free cells are marked. */
  get unmarked() {
    return this.position.marked.every((mark, cell) => !mark || this.rules.free.includes(cell));
  }

  blank() {
    const { values, marked } = this.position;
    const empty = values.filter((value, cell) => value === null && !marked[cell]).length;
    const left = this.rules.card
      ? `${plural(empty, "token")} left to place.`
      : `${plural(empty, "cell")} left to fill.`;
    this.view.value.blank(this.view.editor.wrong() ?? left);
    this.view.improve.disabled = true;
    const fill = this.rules.card
      ? "Place all tokens to see this for your card."
      : "Fill all cells to see this for your board.";
    this.view.inside.leave(fill);
    this.view.setElsewhere();
  }

  /** A line is full already. */
  over() {
    this.view.value.set({ exact: "0", decimal: 0 });
    this.view.value.noRank("A line is full: nothing is left to roll.");
    this.view.improve.disabled = true;
    this.view.inside.none("A line is full: this game is over.");
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
    const late = setTimeout(() => value.say("Working it out …"), 1500);
    try {
      const solution = await ask("solve", quick ? body : { ...body, exact: false }, { signal });
      const exactly = async () => (await ask("solve", body)).expected_rolls;
      value.set(solution.expected_rolls, !quick && exact.possible ? exactly : undefined);
      clearTimeout(late);
      if (this.unmarked && cost("percentile", rules).possible)
        value.rank(
          /** @type {Percentile} */ (await ask("rank", { ...body, approximate: true }, { signal })),
          subtract(solution.expected_rolls, (await ask("solve", { board: BEST }, { signal })).expected_rolls),
        );
      else if (this.unmarked && rules.card && isQuick(cost("rank", rules))) await this.rankCard(signal);
      else value.noRank(this.unmarked ? this.whyNot : "Starting from these marks.");
      if (!isQuick(known)) return;
      await pause(REST, signal);
      await this.lookInside((question) => ask("solve", question, { signal }));
    } finally {
      clearTimeout(late);
    }
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
    const ranked = await rank.waiting.ask("rank", this.body, "Counting all boards");
    if (ranked && "better" in ranked) rank.set(ranked);
  }

  async surprise() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const answer = await this.view.waiting.ask("random", { ...this.rules.spec, seed }, "Rolling a board");
    if (answer) this.change(fromValues(answer.board, this.rules));
  }

  /** Apply the best change repeatedly, one visible step at a time; a single undo reverts all of them. */
  async improve() {
    const answer = await this.view.waiting.ask("improve", { ...this.body, full: true }, "Trying every change");
    if (!answer?.steps || !answer.improved) return;
    if (!answer.steps.length) return say("Changing a single cell cannot make this board any faster.");
    const { rules } = this;
    for (const [i, { cell, value }] of answer.steps.entries()) {
      const next = copy(this.position);
      next.values[cell] = value;
      this.change(next, { step: i === 0 });
      const shown = this.position;
      if (!still()) await pause(STEP);
      if (this.position !== shown || this.rules !== rules) return; // the user changed the board meanwhile
    }
    const faster = sayFromTo(answer.expected_rolls, answer.improved.expected_rolls);
    say(`${plural(answer.steps.length, "change")}: ${faster}.`);
  }

  stop() {
    const { waiting, rank, inside } = this.view;
    for (const box of [waiting, rank.waiting, inside.waiting, inside.deadline.waiting]) box.cancel();
    return super.stop();
  }
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
