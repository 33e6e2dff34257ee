/** Shows the scores of the teams on the projector and on phones, and lets pupils choose their team. */

import { choices, el, fill } from "../dom.js";
import { w } from "./language.js";

/** @typedef {import("./types.js").ClassState} ClassState */

/** The score of each team; the leading teams stand out. */
export function teamScores() {
  const element = el("ul", { class: "teams", "data-test": "teams" });
  return {
    element,
    /** @param {ClassState} state */
    set({ teams }) {
      const most = Math.max(0, ...teams.map(({ score }) => score));
      element.hidden = !teams.length;
      element.setAttribute("aria-label", w.teams.scores);
      fill(
        element,
        ...teams.map(({ name, score }) =>
          el(
            "li",
            { class: score && score === most ? "leads" : null },
            el("span", { class: "who" }, name),
            el("strong", { class: "points" }, score),
          ),
        ),
      );
    },
  };
}

/**
 * The name of a pupil's team, or an empty string.
 *
 * @param {ClassState} state
 * @param {number | null} number
 */
export function teamName({ teams }, number) {
  return teams.find(({ team }) => team === number)?.name ?? "";
}

/** The buttons with which a pupil chooses a team before the round. @param {import("./acts.js").Acts} acts */
export function teamChoice(acts) {
  const element = el("div", { class: "team-choice", "data-test": "team-choice" });
  let shown = "";
  /** @type {ReturnType<typeof choices> | null} */
  let pills = null;

  return {
    element,
    /**
     * @param {ClassState} state
     * @param {{team: number | null, plays: boolean, me: {waiting: boolean}}} mine
     */
    set({ teams, choose: may }, { team, plays, me }) {
      element.hidden = !teams.length || !may || plays || me.waiting;
      const names = teams.map(({ name }) => name).join("\n");
      if (names !== shown) {
        shown = names;
        pills = choices(
          w.teams.yours,
          teams.map(({ team: number, name }) => [String(number), name]),
          (picked) => void acts.attempt("team", { team: Number(picked) }),
        );
        fill(element, pills.element);
      }
      pills?.set(String(team));
    },
  };
}
