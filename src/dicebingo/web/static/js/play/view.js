/** The Play tab, as elements. */

import { BoardView } from "../board.js";
import { diceTray } from "../dice.js";
import { button, choices, el, field, fill } from "../dom.js";
import { rulesPicker } from "../rules.js";
import { shareButton } from "../share.js";
import { icon, pips } from "../svg.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { reviewCard } from "./review.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

/**
 * @typedef {object} Handlers
 * @property {() => void} onroll
 * @property {(value: number) => void} onreal
 * @property {(cell: number) => void} onmark
 * @property {() => void} onhint
 * @property {() => void} onundo
 * @property {() => void} onredo
 * @property {() => void} onnew
 * @property {(turn: number) => void} onlook
 * @property {(spec: RulesSpec) => void} onrules
 * @property {(name: "vs" | "by" | "seed" | "board" | "other", value: string) => void} onsetting
 * @property {(name: "board" | "other") => void} onsurprise
 */

/** @param {Handlers} on */
export function playView(on) {
  const board = new BoardView({ label: "Your board", player: 0, onpick: on.onmark });
  const other = new BoardView({ label: "The computer's board", player: 1 });
  const otherSection = el(
    "section",
    { class: "stack" },
    el("h2", {}, "The computer ", el("span", { class: "soft small" }, "marks with rings")),
    other.element,
  );
  const dice = diceTray();
  const message = el("p", { class: "message", role: "status", "aria-live": "polite" });
  const roll = button("Roll the dice", on.onroll, { kind: "primary big", icon: icon("dice") });
  const real = el("div", { class: "keypad", role: "group", "aria-label": "What did your dice show?" });
  const realSection = el(
    "div",
    { class: "stack", hidden: true },
    el("p", { class: "label" }, "What did your dice show?"),
    real,
  );
  const undo = button("Undo", on.onundo, { icon: icon("undo") });
  const redo = button("Redo", on.onredo, { icon: icon("redo") });
  const hint = button("Hint", on.onhint, { icon: icon("bulb") });
  const hints = tableBox("hints", "What each choice costs");
  hints.element.open = true;
  const waiting = waitingBox();
  const log = el("ol", { class: "log", "aria-label": "The rolls so far" });
  const review = reviewCard(on.onlook, on.onnew);
  const settings = settingsCard(on);
  const duelLink = el("div", {});
  const element = el(
    "div",
    {},
    el(
      "div",
      { class: "intro" },
      el("h1", {}, "Play"),
      el("p", { class: "soft" }, "Roll, mark a cell that shows the roll, and be quick to fill a line."),
    ),
    el(
      "div",
      { class: "columns table" },
      el(
        "section",
        { class: "card", "aria-label": "The dice" },
        dice.element,
        message,
        roll,
        realSection,
        el("div", { class: "row" }, hint, undo, redo),
        waiting.element,
        hints.element,
        duelLink,
      ),
      el(
        "div",
        { class: "stack" },
        el(
          "div",
          { class: "card" },
          el(
            "div",
            { class: "versus" },
            el(
              "section",
              { class: "stack" },
              el("h2", {}, "You ", el("span", { class: "soft small" }, "mark with crosses")),
              board.element,
            ),
            otherSection,
          ),
        ),
        review.element,
      ),
      el(
        "div",
        { class: "stack" },
        el("section", { class: "card" }, el("h2", {}, "Rolls"), log, el("div", {}, shareButton())),
        settings.element,
      ),
    ),
  );
  return {
    element,
    board,
    other,
    otherSection,
    dice,
    message,
    roll,
    realSection,
    undo,
    redo,
    hint,
    waiting,
    review,
    settings,
    duelLink,
    /** @param {Rules} rules */
    setReal(rules) {
      const most = Math.max(...rules.weights);
      fill(
        real,
        ...rules.values.map((value, i) =>
          el(
            "button",
            { type: "button", class: "key", onclick: () => on.onreal(value) },
            el("span", {}, String(value)),
            pips(rules.weights[i], most),
          ),
        ),
      );
    },
    /** @param {{roll: number, wasted: boolean}[]} rolls */
    setLog(rolls) {
      fill(
        log,
        ...rolls.map(({ roll: value, wasted }) =>
          el(
            "li",
            { class: wasted ? "wasted" : null },
            String(value),
            wasted && el("span", { class: "visually-hidden" }, " wasted"),
          ),
        ),
      );
      if (!rolls.length) fill(log, el("li", { class: "none" }, "none yet"));
    },
    /** @param {import("../tables.js").Data | null} data */
    setHints(data) {
      hints.element.hidden = data === null;
      if (data) hints.set(data);
    },
  };
}

/** @param {Handlers} on */
function settingsCard(on) {
  const rules = rulesPicker(on.onrules);
  const vs = choices(
    "Against",
    [
      ["none", "the clock"],
      ["solo", "the fastest computer"],
      ["duel", "the cleverest computer"],
    ],
    (value) => on.onsetting("vs", value),
  );
  const dice = choices(
    "Dice",
    [
      ["seed", "rolled here"],
      ["hand", "real dice, typed in"],
    ],
    (value) => on.onsetting("by", value),
  );
  const seed = el("input", { type: "number", min: 0, step: 1, onchange: () => on.onsetting("seed", seed.value) });
  const board = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => on.onsetting("board", board.value),
  });
  const other = el("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => on.onsetting("other", other.value),
  });
  const otherField = el(
    "div",
    { class: "stack" },
    field("The computer's board", other),
    el(
      "div",
      {},
      button("Surprise me", () => on.onsurprise("other"), {
        "aria-label": "Surprise me with a board for the computer",
      }),
    ),
  );
  const seedField = field("Seed: the same number gives the same rolls", seed);
  const problem = el("p", { class: "note kind", role: "status", hidden: true });
  const about = el("p", { class: "soft small" });
  const element = el(
    "section",
    { class: "card actions" },
    el("h2", {}, "This game"),
    vs.element,
    about,
    dice.element,
    seedField,
    field("Your board", board),
    el(
      "div",
      {},
      button("Surprise me", () => on.onsurprise("board"), { "aria-label": "Surprise me with a board of my own" }),
    ),
    otherField,
    rules.element,
    problem,
    button("New game", on.onnew, { kind: "primary" }),
  );
  return { element, rules, vs, dice, seed, seedField, board, other, otherField, problem, about };
}
