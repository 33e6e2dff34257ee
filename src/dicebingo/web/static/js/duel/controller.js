/** The controller of *Duel*: one roll in a game between two players who see both boards. */

import { ask, isRejection } from "../api.js";
import { cost, openCells } from "../cost.js";
import { el } from "../dom.js";
import { cellName, chance, LETTERS } from "../format.js";
import { signOf } from "../fractions.js";
import { wordsOf } from "../language.js";
import { readRules } from "../link.js";
import { advised, nameOf } from "../nash.js";
import { completeLines, isReady, matches, writePosition } from "../position.js";
import { Room } from "../room.js";
import { remember, writeHash } from "../router.js";
import { writeSpec } from "../rules.js";
import { cellsOf, MANY } from "./plan.js";
import { FEW, middleOf, PAPER, readStart } from "./start.js";
import { duelView } from "./view.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

/** @typedef {import("./start.js").Start & {rules: Rules}} State */

const w = wordsOf("duel");

export const createView = () => new Duel();

/** @extends {Room<State>} */
class Duel extends Room {
  constructor() {
    super("duel");
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position[]} */
    this.boards = [];
    this.roll = 0;
    /** @type {"win" | "score"} */
    this.objective = "win";
    /** @type {"solo" | "duel"} */
    this.continuation = "solo";
    /** @type {import("../api-types.js").NashQuestion | null} */
    this.asked = null;
    /** @type {{nash: Nash, plan: import("./plan.js").Plan} | null} */
    this.answer = null;
    this.view = duelView({
      onchange: (player, next, how) => {
        this.boards[player] = next;
        void this.refresh(how);
      },
      onroll: (value) => this.change({ roll: value }),
      onobjective: (objective) => this.change({ objective }),
      oncontinuation: (continuation) => this.change({ continuation }),
      onrules: (spec) => void this.setRules(spec),
      onpaper: (name) => void this.load(new URLSearchParams(PAPER[name])),
      onlight: (spot) => this.light(spot),
      onspin: (actions) => this.spun(actions),
      onmiddle: () => this.change({ boards: this.boards.map((board) => middleOf(board, this.rules)) }),
      onsolve: () => void this.solve(),
    });
  }

  get element() {
    return this.view.element;
  }

  get moment() {
    const { rules, boards, roll } = this;
    return { rules, boards, roll };
  }

  get body() {
    return { ...this.rules.spec, boards: this.boards.map((board) => writePosition(board, this.rules)) };
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    const rules = await readRules(params);
    return { rules, ...readStart(params, rules) };
  }

  /** @param {State} state */
  take({ rules, said, ...start }) {
    if (JSON.stringify(rules.spec) !== JSON.stringify(this.rules?.spec)) this.rules = rules;
    this.view.rules.set(this.rules);
    this.change(start);
    this.view.advice.say(said);
  }

  /** @param {Partial<Pick<Duel, "boards" | "roll" | "objective" | "continuation">>} next */
  change(next) {
    Object.assign(this, next);
    void this.refresh();
  }

  /**
   * Show the position and request its results.
   *
   * @param {{step?: boolean}} [how]
   */
  async refresh(how) {
    this.stop();
    const { view, rules, boards, roll } = this;
    this.address(how);
    this.answer = null;
    view.advice.say("");
    view.advice.setRoll(roll);
    view.goal.set(this.objective);
    view.keypad.roll = roll;
    this.draw([null, null]);
    const ready = boards.every((board) => isReady(board, rules));
    const over = boards.findIndex((board) => completeLines(board.marked, rules).length > 0);
    const usable = ready && over < 0;
    const playOn = cost("nash-duel", rules, boards);
    view.allowDuel(playOn);
    view.then.set(playOn.possible ? this.continuation : "solo");
    view.whole.clear(cost("duel", rules, boards));
    view.whole.element.inert = view.take.element.inert = !usable;
    if (ready) view.take.set(this.body.boards, rules.spec);
    view.setElsewhere(...(usable ? this.links() : []));
    const known = cost("nash", rules, boards);
    view.wait(usable && known.possible, !usable || !known.possible);
    if (over >= 0) return view.advice.none(w.over, w.hasLine(LETTERS[over]));
    if (!ready) return view.advice.none(w.fillBoth, this.missing());
    if (!known.possible) return this.adviseFast(known.reason);
    const asked = (this.asked = {
      ...this.body,
      roll,
      objective: this.objective,
      continuation: playOn.possible ? this.continuation : "solo",
    });
    const nash = await view.waiting.run(w.weighing, async (asking) => {
      try {
        return await ask("nash", asked, { ...asking, quietly: !playOn.possible });
      } catch (error) {
        if (!isRejection(error) || known.instead === null) throw error;
        return "refused";
      }
    });
    if (asked !== this.asked) return undefined; // a newer question has replaced this one
    if (nash === "refused") return this.adviseFast(w.tooMany);
    if (nash) return this.show(nash);
    view.wait(false, true);
    return view.advice.none(w.noAnswer, w.retry);
  }

  /** @param {Nash} nash */
  show(nash) {
    const { view, moment } = this;
    const plan = advised(nash, true);
    this.answer = { nash, plan };
    view.advice.set(nash, moment, plan);
    view.wheels.set(moment, plan);
    view.matrix.set(nash, moment);
    view.showAnswer(true);
    view.wait(false);
  }

  /** A message about an impossible value on a board or, if there is none, about the number of empty cells. */
  missing() {
    const wrong = this.view.editors.map((editor) => editor.wrong()).find((text) => text !== null);
    const empty = this.boards.flatMap(({ values, marked }) =>
      values.filter((value, i) => value === null && !marked[i]),
    );
    return wrong ?? w.left(empty.length);
  }

  /**
   * Show why the best play for winning cannot be computed. Also show the fastest cells, unless finding them takes too
   * long.
   *
   * @param {string} reason
   */
  async adviseFast(reason) {
    const { view, rules, boards, roll } = this;
    view.showAnswer(false);
    view.wait(false);
    const large = boards.some((board) => openCells(rules, board) > FEW);
    view.advice.none(w.tooLarge, w.markSome(reason), large);
    if (cost("advise", rules, boards).time === "long") return;
    const fastest = await view.waiting.run(w.findingFast, (asking) =>
      Promise.all(
        this.body.boards.map(async (board, player) => {
          if (!matches(boards[player], roll).length) return null;
          const { candidates } = await ask("advise", { ...rules.spec, board, roll }, asking);
          const best = candidates.filter(({ loss }) => signOf(loss) === 0).map(({ cells }) => cells[0]);
          return best.length > MANY ? w.anyOf(best.length) : w.or(best.map((cell) => cellName(cell, rules)));
        }),
      ),
    );
    if (fastest) view.advice.fast(fastest);
  }

  /** @param {(number | null)[]} spot  A row and a column of the matrix. */
  light(spot) {
    if (this.answer) this.draw(spot);
  }

  /** Highlight the cells that the wheels chose. @param {string[]} actions */
  spun(actions) {
    const spot = this.answer?.nash.actions.map((own, player) => own.map(nameOf).indexOf(actions[player]));
    if (spot) this.view.matrix.pin(spot);
  }

  /** Draw the boards with the cells of a row and a column highlighted. @param {(number | null)[]} spot */
  draw(spot) {
    const { view, rules, boards, roll, answer, moment } = this;
    for (const [player, editor] of view.editors.entries()) {
      const at = spot[player];
      const side = answer?.plan.sides[player];
      editor.look = {
        can: matches(boards[player], roll),
        lit: answer && at !== null ? cellsOf(moment, player, nameOf(answer.nash.actions[player][at])) : [],
        won: completeLines(boards[player].marked, rules),
        hints: new Map(
          (side?.best ?? []).flatMap((action) =>
            cellsOf(moment, player, action).map((cell) => [
              cell,
              { text: side?.mixed ? chance(side.mixture[action]) : w.best, best: true },
            ]),
          ),
        ),
      };
      editor.set(rules, boards[player]);
    }
  }

  /** @param {{step?: boolean}} [how] */
  address(how) {
    const params = writeSpec(this.rules.spec);
    params.set("a", this.body.boards[0]);
    params.set("b", this.body.boards[1]);
    params.set("roll", String(this.roll));
    if (this.objective !== "win") params.set("objective", this.objective);
    if (this.continuation !== "solo") params.set("then", this.continuation);
    remember("duel", params, how);
  }

  /** Links that open these boards in other rooms. */
  links() {
    const { rules, boards } = this;
    const [a, b] = this.body.boards;
    const link = (
      /** @type {string} */ text,
      /** @type {string} */ room,
      /** @type {[string, string][]} */ entries,
    ) => {
      const params = writeSpec(rules.spec);
      for (const [key, value] of entries) params.set(key, value);
      return el("a", { class: "button", href: writeHash(room, params) }, text);
    };
    const vs = cost("play-duel", rules, boards).possible ? "duel" : "solo";
    return [
      link(w.playOn, "play", [
        ["board", a],
        ["other", b],
        ["vs", vs],
      ]),
      link(w.compare, "compare", [
        ["a", a],
        ["b", b],
      ]),
    ];
  }

  async solve() {
    const { whole } = this.view;
    const answer = await whole.waiting.ask("duel", { ...this.body, objective: "score" }, w.whole.solving);
    if (answer) whole.set(answer);
  }

  stop() {
    this.asked = null;
    this.view.waiting.cancel();
    this.view.whole.waiting.cancel();
    this.view.wheels.stop();
    return super.stop();
  }
}
