/** The elements of *Duel*: boards, roll and advice share one screen, and the wheels and the matrix follow below. */

import { allow, button, choices, el, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { LETTERS } from "../format.js";
import { Keypad } from "../keypad.js";
import { wordsOf } from "../language.js";
import { rulesPicker } from "../picker.js";
import { takeAway } from "../share.js";
import { waitingBox } from "../waiting.js";
import { adviceCard } from "./advice.js";
import { matrixCard } from "./matrix.js";
import { wheelCard } from "./wheel.js";
import { wholeCard } from "./whole.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

/**
 * @typedef {object} Handlers
 * @property {(player: number, position: Position, how: {step: boolean}) => void} onchange
 * @property {(value: number) => void} onroll
 * @property {(value: "win" | "score") => void} onobjective
 * @property {(value: "solo" | "duel") => void} oncontinuation
 * @property {(spec: RulesSpec) => void} onrules
 * @property {(name: "mixed" | "trap") => void} onpaper
 * @property {(spot: (number | null)[]) => void} onlight
 * @property {(actions: string[]) => void} onspin
 * @property {() => void} onmiddle
 * @property {() => void} onsolve
 */

const w = wordsOf("duel");

/** @param {Handlers} on */
export function duelView(on) {
  const keypad = new Keypad({ modes: ["roll", "write", "mark"], onroll: on.onroll });
  const editors = [0, 1].map(
    (player) =>
      new BoardEditor({
        label: w.boardOf(LETTERS[player]),
        keypad,
        of: w.of(LETTERS[player]),
        player,
        size: "small",
        marks: true,
        test: player ? "opponent" : "board",
        onchange: (next, how) => on.onchange(player, next, how),
      }),
  );
  const rules = rulesPicker(on.onrules, { compact: true });
  const advice = adviceCard(on.onmiddle);
  const wheels = wheelCard(on.onspin);
  const matrix = matrixCard(on.onlight);
  const whole = wholeCard(on.onsolve);
  const take = takeAway({ folded: true });
  const waiting = waitingBox();
  const goal = choices(
    w.maximise,
    [
      ["win", w.wins],
      ["score", w.score],
    ],
    on.onobjective,
  );
  const then = choices(
    w.afterRoll,
    [
      ["solo", w.fast],
      ["duel", w.toWin],
    ],
    on.oncontinuation,
  );
  const reason = el("p", { class: "soft small" });
  const elsewhere = el("div", { class: "row" });
  const boards = editors.map(({ view: { element: tray } }, player) => {
    tray.prepend(el("h2", { class: `badge player-${player}` }, LETTERS[player]));
    return el("section", { class: "duelist", "aria-label": w.player(LETTERS[player]) }, tray);
  });
  const answer = el("div", { class: "stack duel-answer", hidden: true }, wheels.element, matrix.element);
  const element = el(
    "div",
    { class: "stack" },
    el("div", { class: "room-head" }, el("h1", {}, w.title), rules.element),
    el(
      "div",
      { class: "duel" },
      el("div", { class: "duel-table" }, el("div", { class: "duel-boards" }, ...boards), keypad.element),
      el("div", { class: "stack duel-side" }, advice.element, waiting.element, answer),
    ),
    el(
      "div",
      { class: "side-by-side wide top-aligned" },
      el("section", { class: "card" }, el("h2", {}, w.how), goal.element, then.element, reason),
      el(
        "div",
        { class: "stack" },
        whole.element,
        el(
          "section",
          { class: "card actions" },
          el("h2", {}, w.next),
          elsewhere,
          el(
            "div",
            { class: "row" },
            button(w.mixedPaper, () => on.onpaper("mixed")),
            button(w.trapPaper, () => on.onpaper("trap")),
          ),
        ),
      ),
      take.element,
    ),
  );
  return {
    element,
    keypad,
    editors,
    rules,
    advice,
    wheels,
    matrix,
    whole,
    take,
    waiting,
    goal,
    then,
    /**
     * @param {boolean} busy  Whether a question is pending.
     * @param {boolean} [stale]  Whether the displayed answer belongs to other boards.
     */
    wait(busy, stale = false) {
      advice.element.classList.toggle("busy", busy);
      answer.classList.toggle("busy", busy);
      answer.classList.toggle("stale", stale);
      answer.inert = stale;
    },
    /** @param {boolean} shown  Whether there is an answer to show. */
    showAnswer(shown) {
      answer.hidden = !shown;
    },
    /** @param {import("../cost.js").Cost} known  Whether the option "to win" can be computed. */
    allowDuel(known) {
      for (const input of then.element.querySelectorAll("input")) if (input.value === "duel") allow(input, known);
      reason.textContent = known.reason;
    },
    /** @param {Node[]} links  Links that open these boards in other rooms. */
    setElsewhere(...links) {
      fill(elsewhere, ...links);
    },
  };
}
