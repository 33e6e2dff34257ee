/** The controller of *Print*, which handles every change to the options. */

import { ask, getFile } from "../api.js";
import { cost } from "../cost.js";
import { download } from "../download.js";
import { wordsOf } from "../language.js";
import { readRules } from "../link.js";
import { Room } from "../room.js";
import { remember } from "../router.js";
import { MOST_BOARDS, queryOf, questionOf, readKit, readNames, START, writeKit, wrongNames } from "./state.js";
import { printView } from "./view.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./state.js").Kit} Kit */

const w = wordsOf("print");

/** @typedef {{rules: Rules, kit: Kit}} State */

export const createView = () => new Print();

/** @extends {Room<State>} */
class Print extends Room {
  constructor() {
    super("print");
    this.view = printView({
      onrules: (spec) => void this.setRules(spec),
      onchange: (change) => this.change(change),
      onnames: (text) => this.setNames(text),
      oncount: (text) => this.count(text),
      onagain: () => this.change({ seed: 1 + Math.floor(Math.random() * 9999) }),
      ondownload: () => void this.download(),
      onprint: () => print(),
    });
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    this.kit = START;
  }

  get element() {
    return this.view.element;
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    return { rules: await readRules(params), kit: readKit(params) };
  }

  /** @param {State} state */
  take(state) {
    Object.assign(this, state);
    this.change({});
  }

  /** After a change to rules that have not been used here before, keep the current options. */
  fresh() {
    return writeKit(this.kit, { ...this.rules, spec: {} });
  }

  stop() {
    this.view.waiting.cancel();
    return super.stop();
  }

  /** @param {Partial<Kit>} change */
  change(change) {
    this.kit = possible({ ...this.kit, ...change }, this.rules);
    this.view.complain(null);
    remember("print", writeKit(this.kit, this.rules));
    this.view.choose(this.kit, this.rules);
    void this.draw();
  }

  /** @param {string} text */
  setNames(text) {
    const names = readNames(text);
    const wrong = wrongNames(names);
    if (wrong) this.view.complain(wrong);
    else this.change({ names, count: names.length || this.kit.count });
  }

  /** @param {string} text */
  count(text) {
    const least = Math.max(1, this.kit.names.length);
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= MOST_BOARDS) return this.change({ count: number });
    return this.view.complain((least > 1 ? w.boardsForNames : w.boards)(least, MOST_BOARDS));
  }

  async draw() {
    const { kit, rules, view } = this;
    view.busy(true);
    const answer = await view.waiting.run(w.choosing, (asking) =>
      ask("pages", questionOf(kit, rules), { ...asking, quietly: true }),
    );
    if (this.kit !== kit || this.rules !== rules) return;
    if (answer) view.set(answer);
    else view.busy(false);
  }

  async download() {
    this.view.complain(null);
    const { kit, rules } = this;
    const query = queryOf(kit, rules);
    const file = await this.view.waiting.run(w.making, ({ signal }) => getFile("sheet.pdf", query, signal));
    if (file) download(`dice-bingo-${kit.kind}.pdf`, file);
  }
}

/**
 * Return the chosen options, changed only as far as these rules require.
 *
 * @param {Kit} kit
 * @param {Rules} rules
 * @returns {Kit}
 */
function possible(kit, rules) {
  const keyed = cost("print-key", rules).possible;
  const tallied = cost("print-tally", rules).possible;
  return {
    ...kit,
    kind: (kit.kind === "key" && !keyed) || (kit.kind === "tally" && !tallied) ? "all" : kit.kind,
    strength: cost("print-strength", rules).possible ? kit.strength : "mixed",
    order: keyed ? kit.order : "shuffled",
  };
}
