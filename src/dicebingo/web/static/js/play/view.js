/** The room as elements: dice, board, opponent and instructions on one screen; everything else next to it or below. */

import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, el, fill } from "../dom.js";
import { number } from "../number.js";
import { rulesPicker } from "../rules.js";
import { icon, pips } from "../svg.js";
import { tableBox } from "../tables.js";
import { finishCard } from "./finish.js";
import { opponentPicker, settingsCard } from "./settings.js";
import { statsCard } from "./stats.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./words.js").Aim} Aim */

/**
 * @typedef {object} OwnHandlers
 * @property {() => void} onroll
 * @property {(value: number) => void} onreal
 * @property {(cell: number) => void} onmark
 * @property {() => void} onhint
 * @property {() => void} onback  Return to the game from an earlier turn.
 * @property {() => void} onsame
 * @property {(turn: number) => void} onlook
 * @property {(spec: RulesSpec) => void} onrules
 * @property {(vs: import("./computer.js").Opponent) => void} onopponent
 *
 * @typedef {OwnHandlers & import("./settings.js").Handlers} Handlers
 */

/** @param {Handlers} on */
export function playView(on) {
  const rules = rulesPicker(on.onrules, { compact: true });
  const opponents = opponentPicker(on.onopponent);
  const board = new BoardView({ label: "Your board", player: 0, test: "board", onpick: on.onmark });
  const other = new BoardView({ label: "The computer’s board", player: 1, size: "small", test: "opponent" });
  const about = el("p", { class: "soft small" });
  const rival = el("section", { class: "rival" }, el("h2", { class: "label" }, "The computer"), other.element, about);
  const dice = diceTray();
  dice.element.dataset.test = "dice";
  const tally = el("p", { class: "tally", "data-test": "value" });
  const now = el("div", { class: "now", role: "status", "aria-live": "polite" });
  const roll = button("Roll the dice", on.onroll, { kind: "primary big", icon: icon("dice") });
  const again = button("Play again", on.onagain, { kind: "primary big" });
  const real = el("div", { class: "keypad", role: "group", "aria-label": "What did your dice show?" });
  const hint = button("Hint", on.onhint, { icon: icon("bulb") });
  const how = button("How it went", () => finish.head.focus(), { kind: "down" });
  const back = button("Back to the game", on.onback, { kind: "primary big" });
  const finish = finishCard(on);
  const advice = adviceCard();
  const log = el("ol", { class: "log", "aria-label": "The rolls so far" });
  const settings = settingsCard(on);
  const stats = statsCard();
  const arena = el("div", { class: "arena" }, board.element);
  const element = el(
    "div",
    { class: "stack play-room" },
    el("div", { class: "room-head" }, el("h1", {}, "Play"), opponents.element, rules.element),
    el(
      "div",
      { class: "play" },
      el(
        "div",
        { class: "play-table" },
        el("div", { class: "play-left" }, el("div", { class: "strip" }, dice.element, tally), arena),
        el(
          "section",
          { class: "act", "aria-label": "What to do" },
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
        el("section", { class: "rolls" }, el("h2", { class: "label" }, "Rolls"), log),
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
     * @param {number | null} pending  A roll that is not marked yet.
     */
    setLog(rolls, pending) {
      const item = (/** @type {number} */ value, /** @type {string | null} */ kind, /** @type {string} */ words) =>
        el("li", { class: kind }, String(value), words && el("span", { class: "visually-hidden" }, words));
      const items = rolls.map(({ roll: value, wasted }) =>
        item(value, wasted ? "wasted" : null, wasted ? " wasted" : ""),
      );
      if (pending !== null) items.push(item(pending, "waits", " is not marked yet"));
      fill(log, ...(items.length ? items : [el("li", { class: "none" }, "none yet")]));
    },
  };
}

/** @param {Aim} aim */
function aimItem({ aim, cells, before, amount, kind, behind }) {
  return el(
    "li",
    {},
    el("span", { class: "aim" }, `${aim}: `),
    el("strong", {}, cells),
    amount && el("span", { class: "soft" }, `, ${before}`, number(amount, { kind, name: `${aim}: ${cells}` }), behind),
  );
}

/** The value of each choice, after a request for a hint. */
function adviceCard() {
  const text = el("p", {});
  const table = tableBox("hints", "Each choice in numbers");
  table.element.open = true;
  const links = el("div", { class: "row" });
  const element = el("section", { class: "card advice", "data-test": "advice", hidden: true, "aria-label": "Hint" });
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
