/** The elements of *Compare*, which the controller fills. */

import { button, el, fold } from "../dom.js";
import { wordsOf } from "../language.js";
import { rulesPicker } from "../picker.js";
import { takeAway } from "../share.js";
import { waitingBox } from "../waiting.js";
import { curvesCard } from "./curves.js";
import { entrantsTable } from "./entrants.js";
import { galleryCard } from "./gallery.js";
import { outcomesBlock } from "./outcomes.js";
import { roundCard } from "./pairs.js";
import { Race } from "./race.js";
import { Thousand } from "./thousand.js";
import { tiesCard } from "./ties.js";
import { tournamentCard } from "./tournament.js";

/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./results.js").TieBreak} TieBreak */

/**
 * @typedef {object} Own
 * @property {(spec: RulesSpec) => void} onrules
 * @property {() => void} onagain
 * @property {(what: "pdf" | "cdf") => void} onshow
 * @property {(tieBreak: TieBreak) => void} onties
 * @property {() => void} onrange
 * @property {(piece: import("./gallery.js").Piece) => void} onpiece
 * @property {(pieces: import("./gallery.js").Piece[], rules: string) => void} onring
 * @property {() => void} onlist
 * @property {() => import("./boards.js").Board[]} onfill
 *
 * @typedef {Own & import("./entrants.js").Handlers} Handlers
 */

const w = wordsOf("compare");

/** @param {Handlers} on */
export function compareView(on) {
  const rules = rulesPicker(on.onrules, { compact: true });
  const entrants = entrantsTable(on);
  const headline = el("p", { class: "verdict", role: "status", "aria-live": "polite" });
  const waiting = waitingBox();
  const words = el("p", {});
  const again = button(w.again, on.onagain);
  const note = el("div", { class: "note kind row between", role: "status", hidden: true }, words, again);
  const round = roundCard();
  const outcomes = outcomesBlock();
  const curves = curvesCard(on.onshow);
  const ties = tiesCard(on);
  const race = new Race();
  const thousand = new Thousand();
  const gallery = galleryCard(on.onpiece, on.onring);
  const tournament = tournamentCard(on);
  const take = takeAway({ folded: true });
  const one = fold(w.race.title, el("p", { class: "soft" }, w.race.about), race.element);
  const together = fold(w.share.title);
  together.hidden = true;
  const answer = el("div", { class: "answer-strip", "data-test": "value" }, headline);
  const side = el("div", { class: "stack contest-side" }, round.element, thousand.element);
  const results = el("div", { class: "stack folds" }, round.more, together, one, curves.element, ties.element);
  const element = el(
    "div",
    { class: "stack compare" },
    el("div", { class: "room-head" }, el("h1", {}, w.title), rules.element),
    el(
      "section",
      { class: "card contest", "aria-label": w.boards },
      answer,
      el("div", { class: "stack contest-boards" }, entrants.element, entrants.keypad.element),
      el("div", { class: "stack contest-note" }, waiting.element, note),
      side,
    ),
    results,
    el("div", { class: "stack folds" }, gallery.element, tournament.element, take.element),
  );
  return {
    element,
    rules,
    entrants,
    headline,
    waiting,
    round,
    outcomes,
    curves,
    ties,
    race,
    thousand,
    results,
    gallery,
    tournament,
    take,
    /** @param {boolean} two  Whether exactly two boards are compared; for more boards, the answer shows all pairs. */
    arrange(two) {
      if (two) {
        answer.append(outcomes.element);
        side.prepend(outcomes.story);
      } else together.lastElementChild?.append(outcomes.element, outcomes.story);
      together.hidden = two || outcomes.element.hidden;
      round.show(!two);
    },
    /** @param {boolean} possible  Whether the boards can race. */
    allowRaces(possible) {
      one.hidden = thousand.element.hidden = !possible;
    },
    /**
     * @param {string} text  The reason why there is no answer; empty if there is an answer.
     * @param {{retry?: boolean, stale?: boolean}} [how]  `retry`: offer to try again. `stale`: dim the
     *   previous answer.
     */
    say(text, { retry = false, stale = text !== "" } = {}) {
      note.hidden = text === "";
      words.textContent = text;
      again.hidden = !retry;
      for (const part of [answer, side, results]) {
        part.classList.toggle("stale", stale);
        part.inert = stale;
      }
    },
  };
}
