/** The settings of a game: opponent, dice and boards. */

import { allow } from "../cost.js";
import { button, choices, el, field } from "../dom.js";
import { spell } from "../position.js";
import { shareButton } from "../share.js";
import { ABOUT } from "./words.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./computer.js").Opponent} Opponent */

/** @type {[Opponent, string][]} */
const OPPONENTS = [
  ["none", "alone"],
  ["solo", "a fast computer"],
  ["duel", "a clever computer"],
];

/**
 * The list of opponents, for the head of the room, with reasons for impossible ones.
 *
 * @param {(value: Opponent) => void} onpick
 */
export function opponentPicker(onpick) {
  const items = OPPONENTS.map(([value, text]) => el("option", { value }, text));
  const select = el(
    "select",
    { "aria-label": "Opponent", onchange: () => onpick(/** @type {Opponent} */ (select.value)) },
    ...items,
  );
  return {
    element: el("div", { class: "opponent-picker" }, select),
    /**
     * @param {Opponent} vs
     * @param {Record<Opponent, import("../cost.js").Cost | null>} known
     */
    set(vs, known) {
      for (const [i, [value, text]] of OPPONENTS.entries()) {
        const found = known[value];
        if (found) allow(items[i], found);
        items[i].textContent = !found || found.possible ? text : `${text}: not with these boards`;
      }
      select.value = vs;
    },
  };
}

/**
 * @typedef {object} Handlers
 * @property {(name: "by" | "seed" | "board" | "other", value: string) => void} onsetting
 * @property {(name: "board" | "other") => void} onsurprise
 * @property {() => void} onagain
 */

/** @param {Handlers} on */
export function settingsCard(on) {
  const dice = choices(
    "Dice",
    [
      ["seed", "rolled here"],
      ["hand", "real dice, typed in"],
    ],
    (value) => on.onsetting("by", value),
  );
  const seed = el("input", {
    type: "number",
    min: 0,
    step: 1,
    inputmode: "numeric",
    onchange: () => on.onsetting("seed", seed.value),
  });
  const written = (/** @type {"board" | "other"} */ name) => {
    /** @type {HTMLInputElement} */
    const input = el("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      onchange: () => on.onsetting(name, input.value),
    });
    return input;
  };
  const surprise = (/** @type {"board" | "other"} */ name, /** @type {string} */ whose) =>
    button("Surprise me", () => on.onsurprise(name), { "aria-label": `Surprise me: a random board for ${whose}` });
  const board = written("board");
  const other = written("other");
  const both = (/** @type {HTMLElement} */ input, /** @type {HTMLElement} */ action) =>
    el("div", { class: "board-field" }, input, action);
  const otherField = both(field("The computer’s board", other), surprise("other", "the computer"));
  const seedField = field("Game number (the same number gives the same rolls)", seed);
  const problem = el("p", { class: "note kind", role: "alert", hidden: true });
  const about = el("p", { class: "soft", "data-test": "about-opponent" });
  const reason = el("p", { class: "soft small" });
  const element = el(
    "section",
    { class: "card actions" },
    el("h2", {}, "This game"),
    about,
    reason,
    both(field("Your board", board), surprise("board", "you")),
    otherField,
    problem,
    dice.element,
    seedField,
    el("div", { class: "row" }, button("New game", on.onagain), shareButton()),
  );
  return {
    element,
    /** @param {string | null} text  What is wrong with a board. */
    complain(text) {
      problem.hidden = text === null;
      problem.textContent = text;
    },
    /** @param {import("./state.js").State} play */
    set(play) {
      this.complain(null);
      dice.set(play.by);
      about.textContent = ABOUT[play.vs];
      const { solo, duel } = play.opponents;
      reason.textContent = !solo.possible
        ? `The computer cannot play these boards. ${solo.reason}`
        : duel.possible
          ? ""
          : `The clever computer cannot play these boards. ${duel.reason}`;
      reason.hidden = !reason.textContent;
      seed.value = String(play.seed);
      seedField.hidden = play.by === "hand";
      board.value = spell(play.start, play.rules);
      otherField.hidden = play.otherStart === null;
      if (play.otherStart) other.value = spell(play.otherStart, play.rules);
    },
  };
}
