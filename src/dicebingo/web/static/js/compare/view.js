/** The room where boards are compared, as elements; the controller fills them. */

import { button, el, fill } from "../dom.js";
import { rulesPicker } from "../rules.js";
import { takeAway } from "../share.js";
import { waitingBox } from "../waiting.js";
import { curvesCard } from "./curves.js";
import { entrantsTable } from "./entrants.js";
import { galleryCard } from "./gallery.js";
import { outcomesCard } from "./outcomes.js";
import { Race } from "./race.js";
import { roundCard } from "./round.js";
import { Thousand } from "./thousand.js";
import { tiesCard } from "./ties.js";
import { tournamentCard } from "./tournament.js";

/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./endings.js").TieBreak} TieBreak */

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
 * @property {() => import("./entrants.js").Board[]} onfill
 *
 * @typedef {Own & import("./entrants.js").Handlers} Handlers
 */

const SHARED = "All boards share the same rolls, and the first bingo wins.";

/** @param {Handlers} on */
export function compareView(on) {
  const rules = rulesPicker(on.onrules, { compact: true });
  const entrants = entrantsTable(on);
  const headline = el("p", { class: "verdict", role: "status", "aria-live": "polite" });
  const odds = el("p", { class: "soft" }, SHARED);
  const waiting = waitingBox();
  const words = el("p", {});
  const again = button("Try again", on.onagain);
  const note = el("div", { class: "note kind row between", role: "status", hidden: true }, words, again);
  const round = roundCard();
  const outcomes = outcomesCard();
  const curves = curvesCard(on.onshow);
  const ties = tiesCard(on);
  const race = new Race();
  const thousand = new Thousand();
  const gallery = galleryCard(on.onpiece, on.onring);
  const tournament = tournamentCard(on);
  const take = takeAway();
  const races = el(
    "section",
    { class: "card" },
    el("h2", {}, "Race them"),
    el("p", { class: "soft" }, "All boards share the same rolls, and each marks as if it were alone."),
    thousand.element,
    race.element,
  );
  outcomes.element.hidden = races.hidden = ties.element.hidden = true;
  const results = el("div", { class: "stack" }, round.element, outcomes.element, races, curves.element, ties.element);
  const element = el(
    "div",
    { class: "stack compare" },
    el("div", { class: "room-head" }, el("h1", {}, "Compare boards"), rules.element),
    el(
      "section",
      { class: "card", "aria-label": "The boards" },
      el("div", { class: "answer-strip", "data-test": "value" }, headline, odds),
      entrants.element,
      entrants.keypad.element,
    ),
    el("div", { class: "stack answer" }, waiting.element, note),
    results,
    gallery.element,
    tournament.element,
    take.element,
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
    races,
    results,
    gallery,
    tournament,
    take,
    /**
     * @param {string} text  The answer in one sentence.
     * @param {...(Node | string)} more
     */
    tell(text, ...more) {
      headline.textContent = text;
      fill(odds, ...(more.length ? more : [SHARED]));
    },
    /**
     * @param {string} text  Why there is no answer; empty if there is one.
     * @param {{retry?: boolean, stale?: boolean}} [how]  Whether to offer another try; whether no answer is shown.
     */
    say(text, { retry = false, stale = text !== "" } = {}) {
      note.hidden = text === "";
      words.textContent = text;
      again.hidden = !retry;
      results.classList.toggle("stale", stale);
      headline.classList.toggle("stale", stale);
      results.inert = stale;
    },
  };
}
