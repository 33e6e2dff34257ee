/** The questions that *Make a board* asks about its position, and the answers that it shows. */

import { ask } from "../api.js";
import { cost } from "../cost.js";
import { pause } from "../dom.js";
import { cellName, rolls as asRolls } from "../format.js";
import { signOf, subtract } from "../fractions.js";
import { wordsOf } from "../language.js";
import { importModule } from "../modules.js";
import { number } from "../number.js";
import { writePosition } from "../position.js";
import { Room } from "../room.js";
import { remember } from "../router.js";
import { writeSpec } from "../rules.js";
import { MOST_ROLLS } from "./deadline.js";
import { nameCells } from "./sentences.js";

/** @typedef {import("../api-types.js").Candidate} Candidate */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Percentile} Percentile */
/** @typedef {import("../api-types.js").Solution} Solve */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("design");

const BEST = "8,8,9/7,6,10/7,4,5"; // the best board of the paper: the page shows its average, but not the board itself
const UPTO = 52; // almost all games with nine sevens are over by this roll
const CARD_UPTO = 150;
const REST = 120; // milliseconds without a change before the details of a board are requested

/**
 * @typedef {object} State
 * @property {Rules} rules
 * @property {Position} position
 * @property {number | null} within  The deadline in rolls, if the user chose one.
 * @property {number | null} roll  The roll being examined.
 * @property {number | null} guess  The user's guess, made before the average was shown.
 */

/** @typedef {{from: Amount, cells: number[]}} Improved  The average before an improvement, and the changed cells. */

/** @extends {Room<State>} */
export class Questions extends Room {
  constructor() {
    super("design");
    /** @type {ReturnType<typeof import("./view.js").designView>} */
    this.view = /** @type {any} */ (null);
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
    this.cheered = ""; // the last board that was ranked or opened from a link, which is not celebrated again
  }

  get body() {
    return { board: writePosition(this.position, this.rules), ...this.rules.spec };
  }

  get params() {
    const params = writeSpec(this.rules.spec);
    params.set("board", writePosition(this.position, this.rules));
    for (const key of /** @type {const} */ (["within", "roll", "guess"]))
      if (this[key] !== null) params.set(key, String(this[key]));
    return params;
  }

  /** The reason why the board cannot be ranked or improved under these rules; empty if it can. */
  get whyNot() {
    const { rules } = this;
    if (rules.card && cost("rank", rules).possible) return w.rankBelow;
    return cost("improve", rules, [this.position]).reason || cost("percentile", rules).reason;
  }

  /** Whether only free cells are marked. */
  get unmarked() {
    return this.position.marked.every((mark, cell) => !mark || this.rules.free.includes(cell));
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

  /** Ask for the average at once, and for the details when the board has stopped changing. */
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
   * Show how far the board is from the best one, and celebrate if it is the best.
   *
   * @param {Amount} value
   * @param {AbortSignal} signal
   */
  async chase(value, signal) {
    const ranked = /** @type {Percentile} */ (await ask("rank", { ...this.body, approximate: true }, { signal }));
    const { expected_rolls: best } = await ask("solve", { board: BEST }, { signal });
    this.view.value.rank(ranked, { best, left: subtract(value, best) });
    const cheer = ranked.best && this.cheered !== this.body.board;
    this.cheered = this.body.board;
    if (cheer) (await importModule("../confetti.js", import.meta.url)).celebrate(this.view.bench);
  }

  /**
   * Solve the board with random tie-breaks. If it is small, solve it a second time, always marking the first of several
   * equally good cells: numbers that differ between the two solutions depend on the tie-break.
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
    if (small && this.within !== null) await this.view.inside.deadline.ask(rolls, body, position, rules);
    else this.view.inside.deadline.want(rolls, { offer: true });
  }

  /** Compute the chances for the chosen deadline. @param {number} rolls */
  async need(rolls) {
    this.within = rolls;
    remember("design", this.params, { step: false });
    await this.view.inside.deadline.ask(rolls, this.body, this.position, this.rules);
  }

  /** Rank a card: there are so few cards that they can be counted at once. @param {AbortSignal} signal */
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
}

/** @param {import("../cost.js").Cost} known */
function isQuick({ possible, time }) {
  return possible && time === "at once";
}
