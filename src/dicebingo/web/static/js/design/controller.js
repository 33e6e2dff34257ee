/** The Design tab: what happens when a board changes. */

import { ask, isAbort, Refused } from "../api.js";
import { el, pause, say, still } from "../dom.js";
import { cellName, decimal, plural } from "../format.js";
import { copy, emptyPosition, fromValues, isReady, problems, readPosition, spell, writePosition } from "../position.js";
import { describe, isClassic, isHuge, isLarge, specOf, writeSpec } from "../rules.js";
import { remember, writeHash } from "../router.js";
import { listenForUndo, Steps } from "../steps.js";
import { designView } from "./view.js";

/** @typedef {import("../api-types.js").Solve} Solve */
/** @typedef {import("../api-types.js").SolveQuestion} SolveQuestion */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

const UPTO = 60;
const REST = 120; // milliseconds without a change before the whole board is looked into

/** @returns {import("../types.js").View} */
export function createView() {
  const design = new Design();
  return { element: design.view.element, load: (params) => design.load(params), close: () => design.stop() };
}

class Design {
  constructor() {
    this.view = designView({
      onchange: (position) => this.change(position),
      ontext: (text) => this.read(text),
      onrules: (spec) => void this.setRules(spec),
      onundo: () => this.step("undo"),
      onredo: () => this.step("redo"),
      onsurprise: () => void this.surprise(),
      onimprove: () => void this.improve(),
      onexact: () => void this.exact(),
      onrank: () => void this.rank(),
      oninside: () => void this.lookInside((question) => this.view.inside.ask(question)),
      onswap: (cell, value) => this.swap(cell, value),
    });
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Steps<Position>} */
    this.steps = new Steps({ values: [], marked: [] });
    this.asking = new AbortController();
    listenForUndo(
      this.view.element,
      () => this.step("undo"),
      () => this.step("redo"),
    );
  }

  get position() {
    return this.steps.present;
  }

  get body() {
    return { board: writePosition(this.position, this.rules), ...this.rules.spec };
  }

  /** @param {URLSearchParams} params */
  async load(params) {
    this.rules = await describe(specOf(params));
    const text = params.get("board");
    const read = text ? readPosition(text, this.rules) : null;
    this.steps = new Steps(read && !read.problem ? read.position : startBoard(this.rules));
    this.complain(read?.problem ?? null);
    this.view.rules.set(this.rules);
    this.refresh();
  }

  /** @param {RulesSpec} spec */
  async setRules(spec) {
    const params = new URLSearchParams();
    writeSpec(spec, params);
    await this.load(params);
  }

  /** @param {Position} position */
  change(position) {
    this.steps.push(position);
    this.complain(null);
    this.refresh();
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    if (this.steps[way]()) this.refresh();
  }

  /** @param {string} text */
  read(text) {
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
    say(`${value} is now ${cellName(cell, this.rules)}.`);
  }

  /** Show the position everywhere, and ask about it. */
  refresh() {
    this.stop();
    const text = writePosition(this.position, this.rules);
    const params = new URLSearchParams();
    writeSpec(this.rules.spec, params);
    params.set("board", text);
    remember("design", params);
    this.view.editor.set(this.rules, this.position);
    this.view.text.value = spell(this.position, this.rules);
    this.view.undo.disabled = this.steps.past.length === 0;
    this.view.redo.disabled = this.steps.future.length === 0;
    const ready = isReady(this.position, this.rules);
    if (ready) {
      this.view.setElsewhere(
        link("Play it", "play", params),
        link("Compare it", "compare", params),
        link("Duel with it", "duel", params),
      );
      this.view.take.set([text], this.rules.spec);
      void this.evaluate();
    } else this.blank();
  }

  blank() {
    const empty = problems(this.position, this.rules).filter(
      (_, cell) => this.position.values[cell] === null && !this.position.marked[cell],
    ).length;
    this.view.hero.blank(empty ? `${plural(empty, "cell")} still to fill.` : "One number cannot be rolled.");
    this.view.inside.show("nothing");
    this.view.setElsewhere();
    this.view.hero.busy(false);
  }

  /** The number first; the rest once the board has come to rest. */
  async evaluate() {
    const { hero, inside } = this.view;
    const { signal } = this.asking;
    const large = isLarge(this.rules);
    hero.busy(true);
    inside.show(large ? "ask" : "cards");
    try {
      hero.expected(await ask("solve", large ? { ...this.body, exact: false } : this.body, { signal }));
      hero.busy(false);
      const unmarked = this.position.marked.every((mark, cell) => !mark || this.rules.free.includes(cell));
      if (isClassic(this.rules) && unmarked)
        hero.rank((await ask("rank", { ...this.body, approximate: true }, { signal })).percentile.decimal);
      else hero.noRank(unmarked && !large);
      if (large) return;
      await pause(REST, signal);
      await this.lookInside((question) => ask("solve", question, { signal }));
    } catch (error) {
      this.report(error);
    }
  }

  /** @param {(question: SolveQuestion) => Promise<Solve | null>} asking */
  async lookInside(asking) {
    const solution = await asking({ ...this.body, upto: UPTO, why: true });
    if (!solution) return;
    this.view.inside.show("cards");
    this.view.inside.set(solution, this.position, this.rules);
  }

  async exact() {
    const { hero } = this.view;
    if (hero.isExactShown()) return hero.hideExact();
    const body = isHuge(this.rules) ? { ...this.body, exact: false } : this.body;
    const solution = await hero.waiting.ask("solve", body, "Adding up fractions");
    if (solution) hero.exact(solution.expected_rolls);
  }

  async rank() {
    const ranked = await this.view.hero.waiting.ask("rank", this.body, "Counting all boards");
    if (ranked && "better" in ranked) this.view.hero.counted(ranked);
  }

  async surprise() {
    const seed = Math.floor(Math.random() * 2 ** 48);
    const answer = await this.view.hero.waiting.ask("random", { ...this.rules.spec, seed }, "Rolling a board");
    if (answer) this.change(fromValues(answer.board, this.rules));
  }

  /** Take the best change again and again, one visible step at a time. */
  async improve() {
    if (!isReady(this.position, this.rules)) return say("Fill the board first.");
    const answer = await this.view.hero.waiting.ask("improve", { ...this.body, full: true }, "Trying every change");
    if (!answer?.steps || !answer.improved) return;
    if (!answer.steps.length) return say("No change of one cell helps: this board is as good as its neighbours.");
    const before = answer.expected_rolls;
    for (const { cell, value } of answer.steps) {
      const next = copy(this.position);
      next.values[cell] = value;
      this.change(next);
      if (!still()) await pause(420);
    }
    const after = decimal(answer.improved.expected_rolls);
    say(`${plural(answer.steps.length, "change")}: from ${decimal(before)} to ${after} rolls.`);
  }

  /** @param {unknown} error */
  report(error) {
    if (isAbort(error)) return;
    if (!(error instanceof Refused)) throw error;
    this.view.hero.busy(false);
    this.view.hero.blank(error.message);
    this.view.inside.show("nothing");
  }

  stop() {
    this.asking.abort();
    this.asking = new AbortController();
    this.view.hero.waiting.cancel();
    this.view.inside.waiting.cancel();
  }
}

/**
 * @param {string} text
 * @param {string} view
 * @param {URLSearchParams} params
 */
function link(text, view, params) {
  return el("a", { class: "button", href: writeHash(view, params) }, text);
}

/**
 * The board that everybody tries first: the likeliest value everywhere, as the student in the paper did.
 *
 * @param {Rules} rules
 */
function startBoard(rules) {
  const position = emptyPosition(rules);
  const likeliest = rules.values[rules.weights.indexOf(Math.max(...rules.weights))];
  position.values = position.values.map((_, cell) => (rules.free.includes(cell) ? null : likeliest));
  return position;
}
