/** The elements of *Play*: dice, boards and instructions share one screen, and the rest is next to them or below. */

import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { rulesPicker } from "../picker.js";
import { icon, pips } from "../svg.js";
import { tableBox } from "../tables.js";
import { words } from "../words.js";
import { finishCard } from "./finish.js";
import { opponentPicker, settingsCard } from "./settings.js";
import { statsCard } from "./stats.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./sentences.js").Aim} Aim */

/**
 * @typedef {object} OwnHandlers
 * @property {() => void} onroll
 * @property {(value: number) => void} onreal
 * @property {(cell: number) => void} onmark
 * @property {() => void} onhint
 * @property {() => void} onback  Called when the user returns from an earlier turn to the game.
 * @property {() => void} onsame
 * @property {(turn: number) => void} onlook
 * @property {(spec: RulesSpec) => void} onrules
 * @property {(vs: import("./computer.js").Opponent) => void} onopponent
 *
 * @typedef {OwnHandlers & import("./settings.js").Handlers} Handlers
 */

const w = wordsOf("play");

/** @param {Handlers} on */
export function playView(on) {
  const rules = rulesPicker(on.onrules, { compact: true });
  const opponents = opponentPicker(on.onopponent);
  const board = new BoardView({ label: w.yourBoard, player: 0, test: "board", onpick: on.onmark });
  const other = new BoardView({ label: w.theirBoard, player: 1, size: "small", test: "opponent" });
  const about = el("p", { class: "soft small" });
  const rival = el("section", { class: "rival" }, el("h2", { class: "label" }, w.theComputer), other.element, about);
  const dice = diceTray(words.noRoll);
  dice.element.dataset.test = "dice";
  const tally = el("p", { class: "tally", "data-test": "value" });
  const now = el("div", { class: "now", role: "status", "aria-live": "polite" });
  const roll = button(w.roll, on.onroll, { kind: "primary big", icon: icon("dice") });
  const again = button(w.playAgain, on.onagain, { kind: "primary big" });
  const real = el("div", { class: "keypad", role: "group", "aria-label": w.whatShown });
  const hint = button(w.hint, on.onhint, { icon: icon("bulb") });
  const how = button(w.how, () => finish.head.focus(), { kind: "down" });
  const back = button(w.back, on.onback, { kind: "primary big" });
  const finish = finishCard(on);
  const advice = adviceCard();
  const log = el("ol", { class: "log", "aria-label": w.rollsSoFar });
  const settings = settingsCard(on);
  const stats = statsCard();
  const arena = el("div", { class: "arena" }, board.element);
  const element = el(
    "div",
    { class: "stack play-room" },
    el("div", { class: "room-head" }, el("h1", {}, w.title), opponents.element, rules.element),
    el(
      "div",
      { class: "play" },
      el(
        "div",
        { class: "play-table" },
        el("div", { class: "play-left" }, el("div", { class: "strip" }, dice.element, tally), arena),
        el(
          "section",
          { class: "act", "aria-label": w.whatToDo },
          el("div", { class: "act-row" }, now, hint),
          el("div", { class: "act-row" }, roll, real, again, how, back),
        ),
        rival,
      ),
      el(
        "div",
        { class: "play-side" },
        advice.element,
        finish.element,
        el("section", { class: "rolls" }, el("h2", { class: "label" }, w.rolls), log),
        el("div", { class: "side-by-side below" }, stats.element, settings.element),
      ),
    ),
  );
  return {
    element,
    rules,
    opponents,
    board,
    arena,
    other,
    rival,
    about,
    dice,
    tally,
    roll,
    real,
    again,
    hint,
    how,
    back,
    finish,
    advice,
    settings,
    stats,
    /** @param {string} text */
    say(text) {
      const shown = now.querySelector(".message");
      if (shown?.textContent !== text) fill(now, el("p", { class: "message" }, text));
    },
    /** @param {Aim[]} aims */
    advise(aims) {
      fill(now, el("ul", { class: "aims" }, ...aims.map(aimItem)));
    },
    /** @param {Rules} known */
    setReal(known) {
      const most = Math.max(...known.weights);
      fill(
        real,
        ...known.values.map((value, i) =>
          el(
            "button",
            { type: "button", class: "key", "data-key": value, onclick: () => on.onreal(value) },
            el("span", {}, String(value)),
            pips(known.weights[i], most),
          ),
        ),
      );
      real.classList.toggle("many", known.values.length > 12);
    },
    /**
     * @param {{roll: number, wasted: boolean}[]} rolls
     * @param {number | null} pending  A roll that the player has not marked yet.
     */
    setLog(rolls, pending) {
      const item = (/** @type {number} */ value, /** @type {string | null} */ kind, /** @type {string} */ words) =>
        el("li", { class: kind }, String(value), words && el("span", { class: "visually-hidden" }, words));
      const items = rolls.map(({ roll: value, wasted }) =>
        item(value, wasted ? "wasted" : null, wasted ? ` ${w.wasted}` : ""),
      );
      if (pending !== null) items.push(item(pending, "waits", ` ${w.unmarked}`));
      fill(log, ...(items.length ? items : [el("li", { class: "none" }, w.noRolls)]));
    },
  };
}

/** @param {Aim} aim */
function aimItem({ aim, cells, amount, kind }) {
  const [before, behind] = (kind === "rolls" ? w.rollsLeft("#") : w.youWinShare("#")).split("#");
  return el(
    "li",
    {},
    el("span", { class: "aim" }, `${aim}: `),
    el("strong", {}, cells),
    amount && el("span", { class: "soft" }, `, ${before}`, number(amount, { kind, name: `${aim}: ${cells}` }), behind),
  );
}

/** The card that a hint opens: the value of each choice. */
function adviceCard() {
  const text = el("p", {});
  const table = tableBox("hints", w.eachInNumbers);
  table.element.open = true;
  const links = el("div", { class: "row" });
  const element = el("section", { class: "card advice", "data-test": "advice", hidden: true, "aria-label": w.hint });
  element.append(text, links, table.element);
  return {
    element,
    hide() {
      element.hidden = true;
    },
    /**
     * @param {string} words
     * @param {import("../tables.js").Data} data
     * @param {Node | null} link
     */
    set(words, data, link) {
      text.textContent = words;
      table.set(data);
      fill(links, link);
      element.hidden = false;
    },
  };
}
