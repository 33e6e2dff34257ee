/** Elements that several views share: the dice of the last roll, the rolls so far, the winners, the countdown. */

import { diceTray } from "../dice.js";
import { el, fill } from "../dom.js";
import { w } from "./language.js";

/** @typedef {import("./types.js").ClassState} ClassState */

/**
 * The dice, which tumble on every new roll.
 *
 * @param {string} dice
 */
export function rollShow(dice) {
  const tray = diceTray();
  tray.element.dataset.test = "dice";
  let shown = "";
  return {
    element: tray.element,
    /** @param {ClassState} state */
    set(state) {
      const count = state.rolls.length;
      const value = state.rolls[count - 1];
      const faces = state.faces?.[count - 1] ?? null;
      const now = count ? `${state.round}.${count}.${value}.${faces}` : "";
      tray.element.hidden = !count;
      if (now === shown) return;
      const animate = shown !== "" || count === 1;
      shown = now;
      if (count) void tray.show({ value, faces }, dice, animate);
    },
  };
}

/** The rolls so far, newest last. */
export function history() {
  const list = el("ol", { class: "history", "data-test": "history" });
  return {
    element: list,
    /** @param {ClassState} state */
    set(state) {
      list.setAttribute("aria-label", w.pupil.rolls);
      fill(
        list,
        ...state.rolls.map((value, i) => el("li", { class: i === state.rolls.length - 1 ? "last" : null }, value)),
      );
      list.scrollLeft = list.scrollWidth;
    },
  };
}

/**
 * The winners of the round (the pupils with the earliest bingo), and the number of rolls they took.
 *
 * @param {ClassState} state
 */
export function winnersOf({ pupils, rolls }) {
  const done = pupils.filter(({ bingo }) => bingo);
  const at = (/** @type {typeof done[0]} */ { finish }) => finish ?? rolls.length - 1;
  const first = Math.min(...done.map(at));
  return { won: done.filter((pupil) => at(pupil) === first), after: first + 1 };
}

/**
 * A sentence about the winners of a round.
 *
 * @param {string[]} names  The winners, except for the pupil who uses this page.
 * @param {number} after
 * @param {boolean} [me]  Whether the pupil who uses this page won.
 */
export function sayWinners(names, after, me = false) {
  if (me) return names.length ? w.over.youToo(names, after) : w.over.you(after);
  return names.length ? w.over.won(names, after) : w.over.nobody;
}

/**
 * The pupils whose bingo counted on the most recently closed roll.
 *
 * @param {ClassState} state
 */
export function newBingos({ pupils, rolls, open }) {
  const last = rolls.length - (open ? 2 : 1);
  return pupils.filter(({ bingo, finish }) => bingo && finish === last);
}

/** The countdown for a roll, timed by this page's own clock. */
export function countdown() {
  const element = el("span", { class: "countdown", hidden: true, "aria-hidden": "true" });
  let until = 0;
  let timer = 0;
  let shown = "";
  const draw = () => {
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    element.textContent = w.pupil.seconds(left);
    element.classList.toggle("hurry", left <= 5);
  };
  return {
    element,
    /** @param {ClassState} state */
    set(state) {
      const runs = state.timer !== null && state.open;
      element.hidden = !runs;
      const now = runs ? `${state.round}.${state.rolls.length}` : "";
      if (now === shown) return;
      shown = now;
      clearInterval(timer);
      if (!runs) return;
      until = performance.now() + 1000 * (state.left ?? state.timer ?? 0);
      draw();
      timer = window.setInterval(draw, 250);
    },
    close: () => clearInterval(timer),
  };
}
