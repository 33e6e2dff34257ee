/**
 * The game on a phone: the dice, the board and the instructions, on one screen. A mark appears as soon as the pupil
 * taps a cell, before the server answers.
 */

import { Refused } from "../refused.js";
import { BoardView } from "../board.js";
import { button, el, say } from "../dom.js";
import { completeLines } from "../position.js";
import { explain, w } from "./language.js";
import { myself } from "./myself.js";
import { positionOf } from "./reveal.js";
import { countdown, history, rollShow, sayWinners, winnersOf } from "./show.js";

/** @typedef {import("./types.js").ClassState} ClassState */

/**
 * @typedef {object} Wish  A tap that is being sent to the server.
 * @property {number} roll
 * @property {number[]} cells
 * @property {number} event  The number of the event that confirms the tap; 0 until the server has answered.
 */

/** @param {import("./pupil.js").Own} own @returns {import("./types.js").Face} */
export function gameScreen({ live, acts, rules }) {
  const roll = el("h1", { class: "roll-number" });
  const dice = rollShow(rules.dice);
  const rolls = history();
  const seconds = countdown();
  const view = new BoardView({ label: w.pupil.yours, test: "board", onpick: pick });
  const what = el("p", { class: "what", role: "status", "data-test": "what" });
  const more = el("p", { class: "soft small" });
  const back = button(w.pupil.takeBack, () => void act("unmark", {}, []), { "data-test": "unmark" });
  const shout = button(w.pupil.shout, () => void act("shout", {}, null), { kind: "primary big", "data-test": "shout" });
  /** @type {Wish | null} */
  let wish = null;
  let shouting = false;

  /** @param {number} cell */
  function pick(cell) {
    const { state } = live;
    if (!state?.open) return;
    const { me } = myself(state);
    const now = marksOf(state);
    if (now.includes(cell)) void act("unmark", {}, []);
    else if (me.can_mark.includes(cell)) void act("mark", { cell }, rules.marking === "all" ? me.can_mark : [cell]);
  }

  /**
   * This pupil's marks on the open roll.
   *
   * @param {ClassState} state
   */
  function marksOf(state) {
    const index = state.rolls.length - 1;
    if (wish) return wish.cells;
    return myself(state).me.marks.flatMap(([at, cell]) => (at === index ? [cell] : []));
  }

  /**
   * @param {string} kind
   * @param {Record<string, any>} details
   * @param {number[] | null} cells  The cells marked after the action; null if the action does not change them.
   */
  async function act(kind, details, cells) {
    const { state } = live;
    if (!state) return;
    const index = state.rolls.length - 1;
    /** @type {Wish | null} */
    const mine = cells && { roll: index, cells, event: 0 };
    if (mine) wish = mine;
    else shouting = true;
    update(state);
    try {
      const { event } = await acts.do(kind, details, { onRoll: true });
      if (mine) mine.event = event;
    } catch (error) {
      if (wish === mine) wish = null;
      if (!(error instanceof Refused)) throw error;
      if (live.closed) return;
      const late = error.code === "late" || error.code === "order";
      const there = JSON.stringify(live.state?.me?.marks.flatMap(([at, cell]) => (at === index ? [cell] : [])));
      if (!late) say(explain(error));
      else if (there !== JSON.stringify(cells)) say(w.pupil.tooLate);
    } finally {
      if (!mine) shouting = false;
    }
    if (live.state) update(live.state);
  }

  /** @param {ClassState} state */
  function update(state) {
    const index = state.rolls.length - 1;
    if (wish && (wish.roll !== index || !state.open || (wish.event && state.event >= wish.event))) wish = null;
    const mine = myself(state);
    const { me } = mine;
    const value = state.rolls[index];
    const marks = marksOf(state);
    const board = me.board ?? [];
    const before = me.marks.filter(([at]) => at !== index);
    const all = wish
      ? [...before, ...wish.cells.map((cell) => /** @type {[number, number]} */ ([index, cell]))]
      : me.marks;
    const position = positionOf(rules, board, all);
    const won = completeLines(position.marked, rules);
    const fresh = state.open ? marks : [];
    const can = state.open ? me.can_mark.filter((cell) => !marks.includes(cell)) : [];
    view.update(rules, { ...position, can, fresh, won });
    roll.textContent =
      index < 0 ? w.pupil.round(state.round) : `${w.pupil.round(state.round)} · ${w.pupil.roll(index + 1)}`;
    dice.set(state);
    rolls.set(state);
    seconds.set(state);
    const shouted = shouting || (state.shouts ?? []).includes(me.pupil);
    const line = won.length > 0 && !mine.bingo;
    const calls = state.bingo === "shouted" && line && state.open;
    const { text, small, glad } = words(state, { value, marks, line, shouted });
    if (what.textContent !== text) what.textContent = text;
    what.classList.toggle("glad", Boolean(glad));
    more.textContent = small ?? "";
    back.hidden = !(state.open && marks.length) || mine.bingo;
    shout.hidden = !calls || shouted;
  }

  return {
    element: el(
      "div",
      { class: "game" },
      el(
        "div",
        { class: "thrown" },
        el("div", { class: "thrown-head" }, roll, seconds.element),
        dice.element,
        rolls.element,
      ),
      el("div", { class: "fit" }, view.element),
      el("div", { class: "do" }, el("div", {}, what, more), el("div", { class: "row" }, back, shout)),
    ),
    update,
    close: seconds.close,
  };
}

/**
 * The instruction for the pupil.
 *
 * @param {ClassState} state
 * @param {{value: number, marks: number[], line: boolean, shouted: boolean}} now
 * @returns {{text: string, small?: string, glad?: boolean}}
 */
function words(state, { value, marks, line, shouted }) {
  const mine = myself(state);
  if (state.phase === "over") {
    const { won, after } = winnersOf(state);
    const others = won.filter(({ pupil }) => pupil !== mine.pupil).map(({ name }) => name);
    const glad = others.length < won.length;
    return { text: sayWinners(others, after, glad), small: w.over.soon, glad };
  }
  if (mine.bingo) {
    const text = typeof mine.finish === "number" ? w.pupil.bingo(mine.finish + 1) : w.pupil.bingoPlain;
    return { text, small: w.pupil.wait, glad: true };
  }
  if (!state.rolls.length) return { text: w.pupil.soon };
  if (!state.open) return { text: w.pupil.closed };
  if (line && shouted) return { text: w.pupil.shouted, glad: true };
  if (line) return { text: state.bingo === "shouted" ? w.pupil.line : w.pupil.lineSeen, glad: true };
  if (marks.length) return { text: w.pupil.marked(value), small: w.pupil.mayChange };
  const { length } = mine.me.can_mark;
  if (!length) return { text: w.pupil.none(value) };
  return { text: state.rules.marking === "all" && length > 1 ? w.pupil.markAll(value) : w.pupil.mark(length, value) };
}
