/** The current step of the reveal, fetched whenever the step, the pupils or the available results change. */

import { el, fill } from "../dom.js";
import { w } from "./language.js";
import { revealStep } from "./reveal.js";
import { teamScores } from "./teams.js";

/** @typedef {import("./types.js").ClassState} ClassState */

/**
 * @param {import("./stream.js").Live} live
 * @param {import("../types.js").Rules} rules
 */
export function revealBox(live, rules) {
  const element = el("div", { class: "reveal-box" });
  let wanted = "";
  return {
    element,
    /** @param {ClassState} state */
    async update(state) {
      const { phase, round, step, computed, pupils, me } = state;
      const now = phase === "revealed" ? [round, step, computed, ...pupils.map(({ name }) => name)].join() : "";
      if (now === wanted) return;
      wanted = now;
      if (!now) return fill(element);
      if (!element.firstChild) fill(element, el("p", { class: "soft", role: "status" }, w.frame.wait));
      const at = step ?? 1;
      const reveal = await live.look("/reveal");
      // Show the old step until the next one has arrived; drop the response if the teacher has moved on meanwhile.
      if (wanted !== now || !reveal) return undefined;
      const teams = teamScores();
      teams.set(state);
      const shown = revealStep(at, reveal, rules, me?.pupil);
      if (at === 1) shown.append(teams.element);
      fill(element, shown);
      return undefined;
    },
  };
}
