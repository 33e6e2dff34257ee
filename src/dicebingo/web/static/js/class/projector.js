/** The projector's view: readable from ten metres away, without controls. */

import { el, fill } from "../dom.js";
import { qrPicture, spelled } from "./invite.js";
import { w } from "./language.js";
import { revealBox } from "./reveal-box.js";
import { countdown, history, newBingos, rollShow, sayWinners, winnersOf } from "./show.js";
import { fanfare } from "./sound.js";
import { teamScores } from "./teams.js";

/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stream.js").Live} Live */

/** @param {Live} live @returns {Face} */
function lobby(live) {
  const here = el("p", { class: "headline", role: "status" });
  const names = el("ul", { class: "names", "data-test": "names" });
  const small = el("p", { class: "soft" });
  const teams = teamScores();
  const picture = qrPicture(live);
  return {
    element: el(
      "div",
      { class: "show lobby" },
      el(
        "div",
        { class: "come" },
        el(
          "div",
          { class: "where" },
          el("h1", {}, w.projector.open),
          spelled(live),
          picture.matches(".qr") && el("p", { class: "scan" }, w.projector.scan),
        ),
        picture,
      ),
      el("div", { class: "count" }, here, small, teams.element),
      names,
    ),
    update(state) {
      const { pupils, locked } = state;
      teams.set(state);
      const ready = pupils.filter((pupil) => pupil.ready).length;
      here.textContent =
        w.projector.here(pupils.length) + (pupils.length ? ` · ${w.projector.ready(ready, pupils.length)}` : "");
      small.textContent = locked ? w.projector.locked : "";
      names.dataset.many = pupils.length > 60 ? "crowd" : pupils.length > 24 ? "many" : "few";
      fill(
        names,
        ...pupils.map((pupil) =>
          el(
            "li",
            { class: pupil.ready ? "ready" : null },
            pupil.name,
            pupil.score > 0 && el("span", { class: "points" }, pupil.score),
          ),
        ),
      );
    },
  };
}

/** @param {Rules} rules @returns {Face} */
function play(rules) {
  const title = el("h1", {});
  const dice = rollShow(rules.dice);
  const rolls = history();
  const seconds = countdown();
  const first = el("p", { class: "headline wait" }, w.projector.first);
  const text = el("p", { class: "headline", role: "status", "data-test": "now" });
  const meter = el("progress", { max: 1, value: 0, "aria-label": w.console.states.marked });
  const call = el("p", { class: "call", role: "status", "data-test": "call" });
  const sound = fanfare();
  const teams = teamScores();
  /** @type {string | null} */
  let called = null;

  /** @param {ClassState} state */
  function announce(state) {
    const done = newBingos(state);
    const names = done.map(({ name }) => name);
    const now = done.length ? `${state.round}.${done[0].finish}` : "";
    if (now && called !== null && now !== called) sound.play(); // no sound for an earlier bingo when the page opens
    called = now;
    const said = now ? w.projector.bingo(names) : "";
    if (call.textContent !== said) call.textContent = said;
    call.dataset.size = names.length > 12 ? "crowd" : names.length > 3 ? "many" : "few";
    call.hidden = !now;
  }

  return {
    element: el(
      "div",
      { class: "show play" },
      el("div", { class: "show-head" }, title, seconds.element, sound.element),
      teams.element,
      el("div", { class: "stage" }, first, dice.element),
      call,
      rolls.element,
      el("div", { class: "count" }, text, meter),
    ),
    update(state) {
      const count = state.rolls.length;
      const { matching } = state;
      const shouts = state.pupils.filter(({ pupil }) => state.shouts?.includes(pupil)).map(({ name }) => name);
      title.textContent = count
        ? `${w.projector.round(state.round)} · ${w.projector.roll(count)}`
        : w.projector.round(state.round);
      first.hidden = count > 0;
      dice.set(state);
      rolls.set(state);
      seconds.set(state);
      meter.hidden = !state.open;
      meter.value = matching ? state.marked / matching : 1;
      const { won, after } = winnersOf(state);
      const now = state.open
        ? shouts.length
          ? w.projector.called(shouts)
          : w.projector.marked(state.marked, matching)
        : state.phase === "over"
          ? sayWinners(
              won.map(({ name }) => name),
              after,
            )
          : count
            ? w.projector.closed
            : "";
      if (text.textContent !== now) text.textContent = now;
      text.classList.toggle("glad", state.phase === "over" || shouts.length > 0);
      announce(state);
      teams.set(state);
    },
    close() {
      seconds.close();
      sound.close();
    },
  };
}

/** @param {{live: Live, rules: Rules}} what @returns {Face} */
export function createProjector({ live, rules }) {
  const element = el("div", { class: "projector" });
  const place = el("div", { class: "place" });
  fill(element, place);
  let name = "";
  /** @type {Face | null} */
  let screen = null;

  /** @param {ClassState} state */
  function update(state) {
    const next = state.phase === "lobby" ? "lobby" : state.phase === "revealed" ? "reveal" : "play";
    if (next !== name || !screen) {
      screen?.close?.();
      name = next;
      screen = next === "lobby" ? lobby(live) : next === "play" ? play(rules) : revealBox(live, rules);
      fill(place, screen.element);
    }
    screen.update(state);
  }

  return { element, update, close: () => screen?.close?.() };
}
