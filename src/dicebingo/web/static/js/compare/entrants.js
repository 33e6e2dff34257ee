/** The compared boards, each with its name, its editor, and its speed when playing alone. */

import { shapeOf } from "../card.js";
import { button, el, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { boardName, cleanName, entrantsOf, KEYS } from "./boards.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./boards.js").Board} Board */

/**
 * @typedef {object} Handlers
 * @property {(player: number, position: Position, how: {step: boolean}) => void} onchange
 * @property {(player: number, name: string) => void} onname
 * @property {(player: number) => void} onsurprise
 * @property {(player: number) => void} onremove
 * @property {() => void} onadd
 */

/** @typedef {ReturnType<typeof seat>} Seat */

const w = wordsOf("compare");

/** @param {Handlers} on */
export function entrantsTable(on) {
  const keypad = new Keypad();
  const element = el("div", { class: "entrants" });
  const add = button(w.entrants.add, on.onadd, { kind: "seat-add", "data-seat": "add" });
  /** @type {Seat[]} */
  let seats = [];
  return {
    element,
    keypad,
    /**
     * Show the boards. The boards' elements are reused, so that typing is not interrupted.
     *
     * @param {Rules} rules
     * @param {Board[]} boards
     */
    set(rules, boards) {
      const focus = document.activeElement?.getAttribute("data-seat");
      if (seats.length !== boards.length) {
        keypad.editor = null;
        seats = boards.map((_, player) => seat(player, keypad, on));
        fill(element, ...seats.map((one) => one.element), boards.length < KEYS.length && add);
        const again = focus && element.querySelector(`[data-seat="${focus}"]`);
        if (again instanceof HTMLElement) again.focus();
      }
      element.style.setProperty("--cells", String(shapeOf(rules).columns));
      for (const [player, { name, badge }] of entrantsOf(boards).entries())
        seats[player].set(rules, boards[player], name, badge, boards.length > 2);
    },
    /** @param {boolean} busy  Whether the numbers are being computed. */
    busy(busy) {
      for (const line of element.querySelectorAll(".alone")) line.classList.toggle("busy", busy);
    },
    /** @param {import("../api-types.js").Number[]} rolls  The expected rolls of each board alone. */
    alone(rolls) {
      for (const [player, one] of seats.entries()) one.alone(rolls[player]);
    },
  };
}

/**
 * @param {number} player
 * @param {Keypad} keypad
 * @param {Handlers} on
 */
function seat(player, keypad, on) {
  const editor = new BoardEditor({
    label: "",
    keypad,
    of: "",
    player,
    size: "small",
    marks: true,
    test: player === 0 ? "board" : "opponent",
    onchange: (position, how) => on.onchange(player, position, how),
  });
  const badge = el("span", { class: `badge player-${player}`, "aria-hidden": "true" });
  const name = el("input", {
    type: "text",
    class: "board-name",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 24,
    "data-seat": `name-${player}`,
    onchange: () => on.onname(player, cleanName(w.entrants.bare(name.value))),
  });
  const alone = el("p", { class: "alone small soft" });
  const surprise = button(w.entrants.surprise, () => on.onsurprise(player), {
    kind: "quiet",
    "data-seat": `surprise-${player}`,
  });
  const remove = button(w.entrants.remove, () => on.onremove(player), {
    kind: "quiet",
    "data-seat": `remove-${player}`,
  });
  const element = el(
    "section",
    { class: "entrant" },
    el("div", { class: "entrant-head" }, badge, name),
    editor.element,
    alone,
    el("div", { class: "row centred" }, surprise, remove),
  );
  return {
    element,
    /**
     * @param {Rules} rules
     * @param {Board} board
     * @param {string} called
     * @param {string} short
     * @param {boolean} many
     */
    set(rules, board, called, short, many) {
      const label = boardName(called);
      editor.of = w.entrants.of(label);
      editor.view.setting.label = label;
      editor.set(rules, board.position);
      badge.textContent = short;
      name.value = label;
      name.setAttribute("aria-label", w.entrants.nameOf(label));
      element.setAttribute("aria-label", label);
      surprise.setAttribute("aria-label", w.entrants.surpriseFor(called));
      remove.setAttribute("aria-label", w.entrants.removeThis(label));
      remove.hidden = !many;
    },
    /** @param {import("../api-types.js").Number} rolls */
    alone(rolls) {
      fill(alone, ...w.entrants.alone(number(rolls, { kind: "rolls", name: w.entrants.aloneName(name.value) })));
    },
  };
}
