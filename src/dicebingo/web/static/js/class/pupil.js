/** The pupil's view, which shows one screen at a time, depending on the state of the class. */

import { el, fill } from "../dom.js";
import { Acts } from "./acts.js";
import { gameScreen } from "./game.js";
import { waitScreen } from "./lobby.js";
import { w } from "./language.js";
import { myself } from "./myself.js";
import { revealBox } from "./reveal-box.js";
import { teamChoice, teamName } from "./teams.js";
import { writeScreen } from "./write.js";

/** @typedef {import("./types.js").ClassState} ClassState */
/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Own  Everything that a pupil's screen needs.
 * @property {import("./stream.js").Live} live
 * @property {Acts} acts
 * @property {Rules} rules
 * @property {() => void} onedit
 * @property {() => void} onwritten
 */

/** @returns {Face} */
function doorScreen() {
  const how = el("p", { class: "soft" }, w.pupil.doorHow);
  return { element: el("div", { class: "waits" }, el("h1", {}, w.pupil.door), how), update() {} };
}

/** @param {{live: import("./stream.js").Live, rules: Rules}} what @returns {Face} */
export function createPupil({ live, rules }) {
  const who = el("p", { class: "who" });
  const points = el("p", { class: "points" });
  const place = el("div", { class: "screen" });
  let name = "";
  /** @type {Face | null} */
  let screen = null;
  let editing = false;
  const own = {
    live,
    acts: new Acts(live, { kept: true }),
    rules,
    onedit() {
      editing = true;
      if (live.state) update(live.state);
    },
    onwritten() {
      editing = false;
      if (live.state) update(live.state);
    },
  };
  const team = teamChoice(own.acts);
  const element = el("div", { class: "pupil" }, el("div", { class: "strip" }, who, points), team.element, place);

  /** @param {ClassState} state */
  function screenOf(state) {
    if (state.me?.waiting) return "door";
    if (state.phase === "revealed") return "reveal";
    if (state.phase !== "lobby" && myself(state).plays) return `game ${state.round}`;
    const { me } = myself(state);
    return state.given === "own" && !me.given && (editing || !me.board) ? "write" : "wait";
  }

  /** @param {string} next @returns {Face} */
  function make(next) {
    if (next === "door") return doorScreen();
    if (next === "write") return writeScreen(own);
    if (next === "wait") return waitScreen(own);
    if (next === "reveal") return revealBox(live, rules);
    editing = false;
    return gameScreen(own);
  }

  /** @param {ClassState} state */
  function update(state) {
    const mine = myself(state);
    const { name: called, score } = mine;
    who.textContent = [called, teamName(state, mine.team)].filter(Boolean).join(" · ");
    team.set(state, mine);
    points.textContent = score ? w.pupil.score(score) : "";
    const next = screenOf(state);
    if (next !== name || !screen) {
      screen?.close?.();
      name = next;
      element.dataset.screen = next.split(" ")[0];
      screen = make(next);
      fill(place, screen.element);
    }
    screen.update(state);
  }

  return { element, update, close: () => screen?.close?.() };
}
