/** The Duel tab: two players who see both boards, and one roll. */

import { button, choices, el, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { count, decimal, LETTERS, percent } from "../format.js";
import { completeLines, isReady, readPosition, writePosition } from "../position.js";
import { remember } from "../router.js";
import { describe, rulesPicker, specOf, writeSpec } from "../rules.js";
import { takeAway } from "../share.js";
import { pips } from "../svg.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { matrixCards } from "./matrix.js";

/** @typedef {NonNullable<import("../api-types.js").NashQuestion["continuation"]>} Continuation */
/** @typedef {NonNullable<import("../api-types.js").NashQuestion["objective"]>} Objective */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/** The positions of the paper's section 6. */
const PAPER = {
  mixed: { a: "7,4,6/9,7,8/6,9,5", b: "6,9,*2/*3,5,5/8,*10,6", roll: "6" },
  trap: { a: "7,x,6/9,11,8/4,6,3", b: "7,x,x/8,9,10/11,3,5", roll: "6" },
};

/** @returns {import("../types.js").View} */
export function createView() {
  const duel = new Duel();
  return { element: duel.element, load: (params) => duel.load(params), close: () => duel.stop() };
}

class Duel {
  constructor() {
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position[]} */
    this.boards = [];
    this.roll = 6;
    /** @type {Objective} */
    this.objective = "win";
    /** @type {Continuation} */
    this.continuation = "solo";
    this.keypad = new Keypad();
    this.editors = [0, 1].map(
      (player) =>
        new BoardEditor({
          label: `Board of ${LETTERS[player]}`,
          keypad: this.keypad,
          of: ` of ${LETTERS[player]}`,
          player,
          size: "small",
          marks: true,
          onchange: (next) => {
            this.boards[player] = next;
            void this.refresh();
          },
        }),
    );
    this.keys = el("div", { class: "keypad", role: "group", "aria-label": "The roll" });
    this.goal = choices(
      "Each player prefers",
      [
        ["win", "winning"],
        ["score", "a win to a tie, and a tie to a loss"],
      ],
      (value) => {
        this.objective = value;
        void this.refresh();
      },
    );
    this.then = choices(
      "After this roll",
      [
        ["solo", "as fast as possible (the paper)"],
        ["duel", "go on playing to win"],
      ],
      (value) => {
        this.continuation = value;
        void this.refresh();
      },
    );
    this.waiting = waitingBox();
    this.problem = el("p", { class: "note kind", role: "status", hidden: true });
    this.matrix = matrixCards();
    this.whole = wholeCard(() => void this.solve());
    this.picker = rulesPicker((spec) => {
      const params = new URLSearchParams();
      writeSpec(spec, params);
      void this.load(params);
    });
    this.take = takeAway();
    this.element = this.build();
  }

  build() {
    const players = this.editors.map((editor, player) =>
      el(
        "section",
        { class: "stack", "aria-label": `Player ${LETTERS[player]}` },
        el(
          "h2",
          { class: "row" },
          el("span", { class: `badge player-${player}` }, LETTERS[player]),
          `Player ${LETTERS[player]}`,
        ),
        editor.element,
      ),
    );
    const example = (/** @type {string} */ text, /** @type {Record<string, string>} */ query) =>
      button(text, () => void this.load(new URLSearchParams(query)));
    return el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "intro" },
        el("h1", {}, "Duel"),
        el(
          "p",
          { class: "soft" },
          "Both players see both boards and mark at the same time, to be first rather than fast. " +
            "Sometimes the best plan is not to have one.",
        ),
      ),
      el(
        "div",
        { class: "row actions" },
        example("The paper’s mixed position", PAPER.mixed),
        example("The paper’s trap", PAPER.trap),
      ),
      el(
        "div",
        { class: "columns even" },
        el(
          "div",
          { class: "stack" },
          el(
            "section",
            { class: "card", "aria-label": "The position" },
            el("div", { class: "versus pair" }, ...players),
            this.keypad.element,
            el("p", { class: "soft small" }, "Tap a cell, then a number; ✕ marks it."),
          ),
          el(
            "section",
            { class: "card" },
            el("h2", {}, "The roll"),
            this.keys,
            this.then.element,
            this.goal.element,
            this.picker.element,
          ),
        ),
        el(
          "div",
          { class: "stack" },
          this.problem,
          this.waiting.element,
          this.matrix.element,
          this.whole.element,
          this.take.element,
        ),
      ),
    );
  }

  /** @param {URLSearchParams} params */
  async load(params) {
    this.stop();
    this.rules = await describe(specOf(params));
    this.objective = params.get("objective") === "score" ? "score" : "win";
    this.continuation = params.get("then") === "duel" ? "duel" : "solo";
    const named = [params.get("a") ?? params.get("board"), params.get("b")];
    const fallback =
      this.rules.layout === "3x3" && this.rules.dice === "2d6"
        ? [PAPER.mixed.a, PAPER.mixed.b]
        : [likely(this.rules, 0), likely(this.rules, 1)];
    this.boards = named.map((text, player) => {
      const read = readPosition(text ?? fallback[player], this.rules);
      return read.problem ? readPosition(fallback[player], this.rules).position : read.position;
    });
    this.roll =
      [Number(params.get("roll")), 6, this.rules.values[0]].find((value) => this.rules.values.includes(value)) ?? 0;
    this.picker.set(this.rules);
    this.goal.set(this.objective);
    this.then.set(this.continuation);
    this.editors.forEach((editor, player) => editor.set(this.rules, this.boards[player]));
    this.drawKeys();
    void this.refresh();
  }

  drawKeys() {
    const most = Math.max(...this.rules.weights);
    const keys = this.rules.values.map((value, i) =>
      el(
        "button",
        { type: "button", class: "key", "aria-pressed": String(value === this.roll), onclick: () => this.pick(value) },
        el("span", {}, String(value)),
        pips(this.rules.weights[i], most),
      ),
    );
    fill(this.keys, ...keys);
  }

  /** @param {number} value */
  pick(value) {
    this.roll = value;
    for (const [i, key] of [...this.keys.children].entries())
      key.setAttribute("aria-pressed", String(this.rules.values[i] === value));
    void this.refresh();
  }

  get body() {
    return { ...this.rules.spec, boards: this.boards.map((board) => writePosition(board, this.rules)) };
  }

  address() {
    const params = new URLSearchParams();
    writeSpec(this.rules.spec, params);
    params.set("a", this.body.boards[0]);
    params.set("b", this.body.boards[1]);
    params.set("roll", String(this.roll));
    if (this.objective !== "win") params.set("objective", this.objective);
    if (this.continuation !== "solo") params.set("then", this.continuation);
    remember("duel", params);
  }

  async refresh() {
    this.stop();
    this.address();
    this.whole.clear();
    const ready = this.boards.every((board) => isReady(board, this.rules));
    const over = this.boards.findIndex((board) => completeLines(board.marked, this.rules).length > 0);
    this.problem.hidden = ready && over < 0;
    this.problem.textContent = ready
      ? `${LETTERS[Math.max(over, 0)]} has a complete line: this duel is over.`
      : "Fill both boards with numbers that the dice can make.";
    this.matrix.element.hidden = !this.problem.hidden;
    this.whole.element.hidden = !this.problem.hidden;
    if (!this.problem.hidden) return;
    this.take.set(this.body.boards, this.rules.spec);
    this.matrix.busy(true);
    const nash = await this.waiting.ask(
      "nash",
      { ...this.body, roll: this.roll, objective: this.objective, continuation: this.continuation },
      "Weighing every pair of choices",
    );
    this.matrix.busy(false);
    this.matrix.element.hidden = nash === null;
    if (nash) this.matrix.set(nash, this.rules);
  }

  async solve() {
    const answer = await this.whole.waiting.ask("duel", { ...this.body, objective: "score" }, "Solving the whole duel");
    if (answer) this.whole.set(answer);
  }

  stop() {
    this.waiting.cancel();
    this.whole.waiting.cancel();
  }
}

/** @param {() => void} onsolve */
function wholeCard(onsolve) {
  const waiting = waitingBox();
  const text = el("div", { class: "stack", role: "status" });
  const box = tableBox("duel", "Show the numbers, exact");
  const solve = button("Solve the whole duel", onsolve, { kind: "primary" });
  const element = el(
    "section",
    { class: "card" },
    el("h2", {}, "The whole duel"),
    el("p", { class: "soft" }, "From these boards to the end, over all rolls, when both always play to be first."),
    el("div", {}, solve),
    waiting.element,
    text,
    box.element,
  );
  return {
    element,
    waiting,
    clear() {
      fill(text);
      box.element.hidden = true;
      solve.hidden = false;
    },
    /** @param {import("../api-types.js").Duel} duel */
    set({ value, outcomes, joint_states: states }) {
      const name = (/** @type {number[]} */ winners) => (winners.length === 2 ? "tie" : `${LETTERS[winners[0]]} wins`);
      const shares = outcomes.map(({ winners, probability }) => `${name(winners)} ${percent(probability, 2)}`);
      const ahead = value.decimal === 0 ? "Nobody is ahead." : `${value.decimal > 0 ? "A" : "B"} is ahead.`;
      fill(
        text,
        el(
          "p",
          { class: "headline" },
          el("span", { class: "figure" }, decimal(value, 4)),
          el("span", { class: "unit" }, "A’s wins minus losses"),
        ),
        el("p", {}, `${ahead} ${shares.join(", ")}. Solved exactly over ${count(states)} pairs of positions.`),
      );
      box.set({
        caption: "The whole duel",
        columns: ["outcome", "probability"],
        rows: [...outcomes.map(({ winners, probability }) => [name(winners), probability]), ["value for A", value]],
      });
      box.element.hidden = false;
      solve.hidden = true;
    },
  };
}

/**
 * A board of likely values, a little different for each player.
 *
 * @param {Rules} rules
 * @param {number} shift
 */
function likely(rules, shift) {
  const sorted = [...rules.values].sort(
    (a, b) => rules.weights[rules.values.indexOf(b)] - rules.weights[rules.values.indexOf(a)],
  );
  return rules.grid
    .map((_, cell) =>
      rules.free.includes(cell) ? "F" : sorted[(cell * (2 + shift) + shift) % Math.min(5, sorted.length)],
    )
    .join(" ");
}
