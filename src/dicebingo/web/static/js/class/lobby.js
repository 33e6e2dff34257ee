/** The screen before a round: the pupil's board, and the number of pupils who are ready. */

import { BoardView } from "../board.js";
import { button, el } from "../dom.js";
import { w } from "./language.js";
import { myself } from "./myself.js";
import { positionOf } from "./reveal.js";

/** @param {import("./pupil.js").Own} own @returns {import("./types.js").Face} */
export function waitScreen({ acts, rules, onedit }) {
  const title = el("h1", { "aria-live": "polite" });
  const others = el("p", { class: "soft" });
  const view = new BoardView({ label: w.pupil.yours, test: "board" });
  const ready = button(w.pupil.ready, () => void isReady(), { kind: "primary big", "data-test": "ready" });
  const change = button(w.pupil.change, onedit, { kind: "quiet", "data-test": "change" });

  async function isReady() {
    ready.disabled = true;
    try {
      await acts.attempt("ready");
    } finally {
      ready.disabled = false;
    }
  }

  return {
    element: el(
      "div",
      { class: "waits" },
      el("div", { class: "say" }, el("div", {}, title, others)),
      view.element,
      el("div", { class: "row centred" }, ready, change),
    ),
    update(state) {
      const mine = myself(state);
      const late = state.phase !== "lobby";
      const done = state.pupils.filter((pupil) => pupil.ready).length;
      title.textContent = late ? w.pupil.lateReady : mine.ready ? w.pupil.isReady : w.pupil.given;
      others.textContent = late
        ? ""
        : `${w.pupil.others(done, state.pupils.length)} ${mine.ready ? w.pupil.waits : ""}`;
      view.element.hidden = !mine.me.board;
      if (mine.me.board) view.update(rules, positionOf(rules, mine.me.board, []));
      ready.hidden = mine.ready;
      change.hidden = state.given !== "own" || Boolean(mine.me.given);
    },
  };
}
