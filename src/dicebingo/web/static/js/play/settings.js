/** The settings of a game: opponent, dice and boards. */

import { allow, button, choices, el, field } from "../dom.js";
import { wordsOf } from "../language.js";
import { spell } from "../position.js";
import { shareButton } from "../share.js";

/** @typedef {import("./computer.js").Opponent} Opponent */

const w = wordsOf("play");
const OPPONENTS = /** @type {[Opponent, string][]} */ (Object.entries(w.opponents));

/**
 * The list of opponents in the header of the room; impossible opponents are disabled, and the reason is shown.
 *
 * @param {(value: Opponent) => void} onpick
 */
export function opponentPicker(onpick) {
  const items = OPPONENTS.map(([value, text]) => el("option", { value }, text));
  const select = el(
    "select",
    { "aria-label": w.opponent, onchange: () => onpick(/** @type {Opponent} */ (select.value)) },
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
        items[i].textContent = !found || found.possible ? text : w.notWithThese(text);
      }
      select.value = vs;
    },
  };
}

/**
 * @typedef {object} Handlers
 * @property {(name: "by" | "seed" | "board" | "other", value: string) => void} onsetting
 * @property {(name: "board" | "other") => void} onsurprise
 * @property {(on: boolean) => void} onlayer  `on`: whether each cell shows the rolls left after marking it.
 * @property {() => void} onagain
 */

/** @param {Handlers} on */
export function settingsCard(on) {
  const dice = choices(
    w.dice,
    [
      ["seed", w.rolledHere],
      ["hand", w.realDice],
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
  const surprise = (/** @type {"board" | "other"} */ name) =>
    button(w.surprise, () => on.onsurprise(name), {
      "aria-label": name === "board" ? w.surpriseYou : w.surpriseComputer,
    });
  const board = written("board");
  const other = written("other");
  const both = (/** @type {HTMLElement} */ input, /** @type {HTMLElement} */ action) =>
    el("div", { class: "board-field" }, input, action);
  const otherField = both(field(w.theirBoard, other), surprise("other"));
  const seedField = field(w.gameNumber, seed);
  const layer = el("input", { type: "checkbox", onchange: () => on.onlayer(layer.checked) });
  const layerField = el("label", { class: "choice" }, layer, el("span", {}, w.layer));
  const problem = el("p", { class: "note kind", role: "alert", hidden: true });
  const about = el("p", { class: "soft", "data-test": "about-opponent" });
  const reason = el("p", { class: "soft small" });
  const element = el(
    "section",
    { class: "card actions" },
    el("h2", {}, w.thisGame),
    about,
    reason,
    both(field(w.yourBoard, board), surprise("board")),
    otherField,
    problem,
    layerField,
    dice.element,
    seedField,
    el("div", { class: "row" }, button(w.newGame, on.onagain), shareButton()),
  );
  return {
    element,
    /** Show what is wrong with a setting; null clears the message. @param {string | null} text */
    complain(text) {
      problem.hidden = text === null;
      problem.textContent = text;
    },
    /**
     * @param {import("./state.js").State} play
     * @param {boolean} shown  Whether each cell shows the rolls left after marking it.
     */
    set(play, shown) {
      this.complain(null);
      layer.checked = shown;
      allow(layer, play.judged);
      layerField.hidden = Boolean(play.rules.card); // a card offers no choice to compare
      dice.set(play.by);
      about.textContent = w.about[play.vs];
      const { solo, duel } = play.opponents;
      reason.textContent = !solo.possible
        ? w.computerCannot(solo.reason)
        : duel.possible
          ? ""
          : w.cleverCannot(duel.reason);
      reason.hidden = !reason.textContent;
      seed.value = String(play.seed);
      seedField.hidden = play.by === "hand";
      board.value = spell(play.start, play.rules);
      otherField.hidden = play.otherStart === null;
      if (play.otherStart) other.value = spell(play.otherStart, play.rules);
    },
  };
}
