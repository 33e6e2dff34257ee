/** The elements of *Rules*: the rules in words, the board with its lines, the computing cost, and the controls. */

import { allow, button, choices, el, fill } from "../dom.js";
import { sentence } from "../format.js";
import { wordsOf } from "../language.js";
import { shareButton } from "../share.js";
import { frame } from "../words.js";
import { ShapeBoard } from "./board.js";
import { DicePanel } from "./dicepanel.js";
import { gamesPanel, linesPanel, markingPanel, shapePanel } from "./panels.js";
import { diceWords, lineWords, shapeWords } from "./words.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./price.js").Price} Price */
/** @typedef {"games" | "shape" | "lines" | "dice" | "marking"} Part */

const w = wordsOf("rules");

/**
 * @typedef {object} Handlers
 * @property {(change: import("./draft.js").Change) => void} onchange
 * @property {(draft: Draft) => void} ontake  Called with the named game that the user chose.
 * @property {(place: number) => void} onpick
 * @property {(pen: "cells" | "free" | "line") => void} onpen
 * @property {(line: number[]) => void} onlight
 * @property {() => void} onadd  Called when the user adds the drawn line.
 */

/** @param {Handlers} on */
export function rulesView(on) {
  const words = el("p", { class: "rule-words", role: "status", "data-test": "words" });
  const board = new ShapeBoard(on.onpick);
  const shape = shapePanel(on.onchange, on.onpen);
  const lines = linesPanel(on.onchange, () => on.onpen("line"), on.onlight);
  const dice = new DicePanel(on.onchange);
  const panels = { games: gamesPanel(on.ontake), shape, lines, dice, marking: markingPanel(on.onchange) };
  const add = button(w.add, on.onadd, { kind: "primary" });
  const turns = el("input", { type: "checkbox", id: "turns" });
  const hint = el("p", { class: "small", role: "status" });
  const drawing = el(
    "div",
    { class: "drawing note kind", hidden: true },
    hint,
    el("label", { class: "choice" }, turns, el("span", {}, w.turned)),
    el(
      "div",
      { class: "row" },
      add,
      button(w.stop, () => {
        on.onpen("cells");
        lines.focus();
      }),
    ),
  );
  const uses = el("ul", { class: "uses" });
  const back = el("div", {});
  const print = el("a", { class: "button" }, w.print);
  const parts = choices(w.change, /** @type {[Part, string][]} */ (Object.entries(w.parts)), (part) => setPart(part));
  parts.element.classList.add("parts");
  const element = el(
    "div",
    { class: "stack rules-room" },
    el("div", { class: "room-head" }, el("h1", {}, frame.titles.rules), back),
    el(
      "div",
      { class: "builder" },
      el(
        "div",
        { class: "builder-top" },
        words,
        el("div", { class: "shape-box" }, board.element, drawing),
        el("h2", { class: "use-head" }, w.use),
        uses,
      ),
      el(
        "div",
        { class: "builder-parts" },
        parts.element,
        ...Object.values(panels).map((panel) => panel.element),
        el("div", { class: "row actions" }, shareButton(), print),
      ),
    ),
  );

  /** @param {Part} part  The panel to show on a phone. */
  function setPart(part) {
    element.dataset.part = part;
    parts.set(part);
  }
  setPart("shape");

  return {
    element,
    board,
    panels,
    turns,
    setPart,
    /** @param {Draft} draft */
    draw(draft) {
      const { layout, marking } = draft;
      const parts = /** @type {const} */ ([shapeWords(layout.shape), diceWords(draft.dice), lineWords(layout)]);
      const text = sentence(w.sentence(...parts, marking === "all"));
      if (words.textContent !== text) words.textContent = text;
      for (const panel of Object.values(panels)) panel.draw(draft);
    },
    /**
     * Show or hide the controls for drawing a line.
     *
     * @param {boolean} on
     * @param {string | null} problem
     */
    setDrawing(on, problem) {
      drawing.hidden = !on;
      hint.textContent = problem ?? w.canAdd;
      add.disabled = problem !== null;
    },
    /** @param {boolean} busy  Whether the computing cost is being determined. */
    busy(busy) {
      uses.classList.toggle("busy", busy);
    },
    /**
     * @param {{room: string, name: [long: string, short: string], href: string, price: Price}[]} doors
     * @param {string} sheets  The link to *Print*.
     */
    setUses(doors, sheets) {
      print.href = sheets;
      fill(
        uses,
        ...doors.map(({ room, name: [long, short], href, price }) => {
          const possible = price.level !== "none";
          const door = el(
            "a",
            {
              class: `use ${price.level}`,
              "data-room": room,
              ...(possible ? { href } : { role: "link", tabindex: "0" }),
            },
            el("strong", {}, el("span", { class: "long" }, long), el("span", { class: "short" }, short)),
            el("span", { class: "price" }, price.short),
            el("span", { class: "about" }, price.text),
          );
          allow(door, { possible, reason: price.text });
          return el("li", {}, door);
        }),
      );
    },
    /** @param {{title: string, href: string} | null} where  The room to return to. */
    setBack(where) {
      fill(back, where && el("a", { class: "button primary", href: where.href }, w.back(where.title)));
    },
  };
}
