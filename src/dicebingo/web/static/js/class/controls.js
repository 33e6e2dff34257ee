/** The teacher's controls: buttons to start, roll, close, undo, reveal, and play again. */

import { button, choices, el } from "../dom.js";
import { pips } from "../svg.js";
import { keep, kept } from "../store.js";
import { w } from "./language.js";
import { progress } from "./people.js";
import { LAST } from "./reveal.js";
import { revealBox } from "./reveal-box.js";
import { countdown, history, rollShow, sayWinners, winnersOf } from "./show.js";

/** @typedef {import("./types.js").ClassState} ClassState */

const PAUSE = 1000; // milliseconds after a roll within which another click counts as a double click

/** @param {import("./console.js").Desk} desk */
export function controls({ live, rules, act }) {
  const say = el("p", { class: "headline", role: "status", "data-test": "now" });
  const note = el("p", { class: "soft" });
  const dice = rollShow(rules.dice);
  const rolls = history();
  const seconds = countdown();
  const meter = el("progress", { max: 1, value: 0, "aria-label": w.console.states.marked });
  /** @type {Set<string>}  The actions that the server has not answered yet. */
  const pending = new Set();
  let paused = 0;

  /**
   * A button that ignores further presses until the server has answered the first one.
   *
   * @param {string} text
   * @param {string} what
   * @param {() => Record<string, any>} [details]
   * @param {Record<string, any>} [options]
   */
  const doer = (text, what, details = () => ({}), options = {}) =>
    button(text, () => void once(what, () => act(what, details()).finally(resume)), { "data-do": what, ...options });

  /**
   * @param {string} what
   * @param {() => Promise<any>} work
   */
  async function once(what, work) {
    if (pending.has(what)) return;
    pending.add(what);
    try {
      await work();
    } finally {
      pending.delete(what);
    }
  }

  /** @param {Record<string, any>} details */
  async function rollOnce(details) {
    if (paused) return;
    await once("roll", async () => {
      pause();
      await act("roll", details);
    });
  }

  function pause() {
    paused = window.setTimeout(resume, PAUSE);
    draw();
  }

  /** Allow the next roll. Called when the pause ends, or right after another action, such as an undo. */
  function resume() {
    clearTimeout(paused);
    paused = 0;
    draw();
  }

  function draw() {
    roll.disabled = paused > 0;
    keys.classList.toggle("paused", paused > 0);
  }

  const deal = doer("", "deal", undefined, { kind: "quiet" });
  const start = doer("", "start", undefined, { kind: "primary big" });
  const roll = button(w.console.roll, () => void rollOnce({}), { "data-do": "roll", kind: "primary big" });
  const reopen = doer(w.console.reopen, "reopen", undefined, { kind: "quiet" });
  const close = doer(w.console.close, "close");
  const undo = doer(w.console.undo, "undo", undefined, { kind: "quiet" });
  const most = Math.max(...rules.weights);
  const keys = el(
    "div",
    { class: "keypad", role: "group", "aria-label": w.console.real, "data-test": "real" },
    ...rules.values.map((value, i) =>
      el(
        "button",
        { type: "button", class: "key", "data-key": value, onclick: () => void rollOnce({ value }) },
        el("span", {}, value),
        pips(rules.weights[i], most),
      ),
    ),
  );
  const real = el("div", { class: "stack" }, el("p", { class: "label" }, w.console.real), keys);
  let byHand = kept("class.dice") === "real";
  const which = choices(
    w.console.dice,
    [
      ["program", w.console.program],
      ["real", w.console.byHand],
    ],
    (picked) => {
      byHand = picked === "real";
      keep("class.dice", picked);
      if (live.state) update(live.state);
    },
  );
  which.set(byHand ? "real" : "program");
  const next = button(
    "",
    () => void once("reveal", () => act("reveal", { step: Math.min(LAST, (live.state?.step ?? 0) + 1) })),
    {
      kind: "primary big",
      "data-do": "reveal",
    },
  );
  const back = doer(w.console.back, "reveal", () => ({ step: Math.max(1, (live.state?.step ?? 1) - 1) }), {
    kind: "quiet",
    "data-do": "back",
  });
  const early = doer(w.console.revealNow, "reveal", () => ({ step: 1 }), { kind: "quiet", "data-do": "early" });
  const again = el(
    "div",
    { class: "stack" },
    el("h2", {}, w.console.again),
    el(
      "div",
      { class: "row" },
      doer(w.console.keep, "again", () => ({ boards: "keep" }), { "data-boards": "keep" }),
      doer(w.console.fresh, "again", () => ({ boards: "new" }), { "data-boards": "new" }),
    ),
  );
  const preview = revealBox(live, rules);
  const thrown = el(
    "div",
    { class: "thrown" },
    el("div", { class: "thrown-head" }, seconds.element),
    dice.element,
    rolls.element,
  );
  const element = el(
    "section",
    { class: "card controls" },
    say,
    note,
    thrown,
    meter,
    el("div", { class: "row main-row" }, start, roll, next),
    which.element,
    real,
    el("div", { class: "row" }, deal, close, reopen, undo, back, early),
    again,
    preview.element,
  );

  /** @param {ClassState} state */
  function sayWhere(state) {
    const { pupils, phase } = state;
    const ready = pupils.filter((pupil) => pupil.ready).length;
    const { marked, all } = progress(state);
    const { won, after } = winnersOf(state);
    const names = won.map(({ name }) => name);
    if (phase === "lobby") return w.console.ready(ready, pupils.length);
    if (phase === "over" || phase === "revealed") return sayWinners(names, after);
    if (!state.rolls.length) return w.console.begin;
    if (!state.open) return w.console.closedNow;
    const called = pupils.filter(({ pupil }) => state.shouts?.includes(pupil)).map(({ name }) => name);
    return called.length ? w.projector.called(called) : w.console.toMark(all - marked);
  }

  /** @param {ClassState} state */
  function sayMore(state) {
    if (state.phase === "lobby") {
      const without = (state.boards ?? []).filter(({ board }) => !board).length;
      return without && without < state.pupils.length ? w.console.notReady(without) : "";
    }
    if ((state.phase === "over" || state.phase === "revealed") && !state.computed) return w.console.computing;
    return "";
  }

  /** @param {ClassState} state */
  function update(state) {
    const { phase, step } = state;
    const playing = phase === "playing";
    const text = sayWhere(state);
    if (say.textContent !== text) say.textContent = text;
    note.textContent = sayMore(state);
    start.lastChild && (start.lastChild.textContent = w.console.start(state.round));
    start.hidden = phase !== "lobby";
    const without = (state.boards ?? []).filter(({ board }) => !board).length;
    deal.hidden = phase !== "lobby" || !without;
    deal.lastChild && (deal.lastChild.textContent = w.console.deal(without));
    say.classList.toggle("called", playing && state.open && Boolean(state.shouts?.length));
    start.disabled = !state.boards?.some(({ board }) => board);
    roll.hidden = !playing || byHand;
    real.hidden = !playing || !byHand;
    which.element.hidden = !playing;
    thrown.hidden = phase === "lobby" || phase === "revealed";
    close.hidden = !playing || !state.open;
    reopen.hidden = !(playing || phase === "over") || state.open || !state.rolls.length;
    undo.hidden = !(playing || phase === "over") || !state.rolls.length;
    early.hidden = !playing || state.open || !state.rolls.length;
    meter.hidden = !playing || !state.open;
    const { marked, all } = progress(state);
    meter.value = all ? marked / all : 1;
    const to = (step ?? 0) + 1;
    next.hidden = !(phase === "over" || phase === "revealed") || to > LAST;
    if (next.lastChild) next.lastChild.textContent = w.console.next(w.console.steps[Math.min(LAST, to)]);
    back.hidden = phase !== "revealed" || (step ?? 1) <= 1;
    again.hidden = phase !== "over" && phase !== "revealed";
    dice.set(state);
    rolls.set(state);
    seconds.set(state);
    void preview.update(state);
  }

  return {
    element,
    update,
    close() {
      clearTimeout(paused);
      seconds.close();
    },
  };
}
