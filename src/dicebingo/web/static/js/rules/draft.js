/** Rules under construction: their state, all possible changes, and the reasons why other changes are impossible. */

import { wordsOf } from "../language.js";
import { fair, isConstant, parseDice, throwsOf, writeDice } from "./dice.js";
import {
  allLines,
  contains,
  linesOf,
  parseLayout,
  places,
  put,
  reshape,
  resize,
  sizeOf,
  withLines,
  writeLayout,
} from "./layout.js";

/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./dice.js").Die} Die */
/** @typedef {import("./layout.js").Name} Name */

/**
 * @typedef {object} Draft
 * @property {import("./layout.js").Layout} layout
 * @property {import("./dice.js").Dice} dice
 * @property {"one" | "all"} marking
 *
 * @typedef {(draft: Draft) => Draft} Change
 */

const w = wordsOf("rules").problem;

export const MOST_SIDE = 6; // more touch targets would not fit on a phone
export const MOST_DICE = 6;
export const MOST_SIDES = 20;
export const MOST_WEIGHT = 9;
const MOST_CELLS = 25; // larger boards cannot be solved
const MOST_TOKENS = 40; // the largest full cards, which are solved from their token counts
const MOST_VALUES = 40;
const MOST_TEXT = 2000; // the maximum length of a layout in a question to the server

/**
 * @param {{layout: string, dice: string, marking: string}} rules
 * @returns {Draft}
 */
export function draftOf({ layout, dice, marking }) {
  return { layout: parseLayout(layout), dice: parseDice(dice), marking: marking === "all" ? "all" : "one" };
}

/** @param {Draft} draft */
export function textsOf({ layout, dice, marking }) {
  return { layout: writeLayout(layout), dice: writeDice(dice), marking };
}

/**
 * Rules as written in links: by name if they have a name, and otherwise as the parts that differ from the classic game.
 *
 * @param {Draft} draft
 * @param {{name: string | null, layout: string, dice: string, marking: string}[]} named
 * @returns {RulesSpec}
 */
export function specFor(draft, named) {
  const own = JSON.stringify(textsOf(draft));
  const found = named.find((rules) => JSON.stringify(textsOf(draftOf(rules))) === own);
  if (found?.name) return { rules: found.name };
  const classic = { layout: "3x3", dice: "2d6", marking: "one" };
  return Object.fromEntries(
    Object.entries(textsOf(draft)).filter(([part, text]) => text !== classic[/** @type {"layout"} */ (part)]),
  );
}

/**
 * The reason why rules are invalid or too large; null if they are neither. Rules from a link may exceed the limits of
 * this room, but no change in this room may make such rules even larger.
 *
 * @param {Draft} draft
 * @param {Draft} before
 * @returns {string | null}
 */
export function problem(draft, before) {
  const { shape } = draft.layout;
  const grows = (/** @type {(one: Draft) => number} */ measure, /** @type {number} */ most) =>
    measure(draft) > most && measure(draft) > measure(before);
  const free = places(shape, "F");
  if (!places(shape, "#").length) return w.noCells;
  if (allLines(draft.layout).some((line) => line.every((place) => free.includes(place)))) return w.freeLine;
  const most = draft.layout.names.includes("all") && draft.marking === "one" ? MOST_TOKENS : MOST_CELLS;
  if (grows((one) => places(one.layout.shape, "#").length, most)) return w.cells(most);
  if (grows((one) => Math.max(...Object.values(sizeOf(one.layout.shape))), MOST_SIDE)) return w.size(MOST_SIDE);
  if (grows((one) => writeLayout(one.layout).length, MOST_TEXT)) return w.lines;
  if (draft.dice.text) return null;
  if (draft.dice.dice.every(isConstant)) return w.constant;
  if (grows((one) => one.dice.dice.length, MOST_DICE)) return w.dice(MOST_DICE);
  if (draft.dice.dice.length <= MOST_DICE && grows((one) => throwsOf(one.dice).size, MOST_VALUES))
    return w.values(MOST_VALUES);
  return null;
}

/**
 * @param {number} rows  The number of rows to add.
 * @param {number} columns
 * @returns {Change}
 */
export function grow(rows, columns) {
  return (draft) => {
    const now = sizeOf(draft.layout.shape);
    if (now.rows + rows < 1 || now.columns + columns < 1) return withShape(draft, [""]);
    return withShape(draft, resize(draft.layout.shape, now.rows + rows, now.columns + columns));
  };
}

/**
 * @param {Draft} draft
 * @param {string[]} shape
 * @returns {Draft}
 */
function withShape(draft, shape) {
  return { ...draft, layout: reshape(draft.layout, shape) };
}

/**
 * Remove or restore a cell (`cells`), or switch it between free and not free (`free`).
 *
 * @param {number} place
 * @param {"cells" | "free"} pen
 * @returns {Change}
 */
export function tap(place, pen) {
  return (draft) => {
    const { shape } = draft.layout;
    const now = shape.join("")[place];
    const next = pen === "cells" ? (now === "." ? "#" : ".") : now === "F" ? "#" : "F";
    return withShape(draft, put(shape, place, next));
  };
}

/** @type {Change} */
export function wholeShape(draft) {
  const { rows, columns } = sizeOf(draft.layout.shape);
  return withShape(draft, resize([], rows, columns));
}

/**
 * Switch a kind of line on or off. If all cells form the winning line (`all`), no other line can win.
 *
 * @param {Name} name
 * @returns {Change}
 */
export function toggleLines(name) {
  return (draft) => {
    const { shape, names, own } = draft.layout;
    if (name === "all")
      return { ...draft, layout: withLines({ shape, names: names[0] === "all" ? [] : ["all"], own: [] }) };
    const others = names.filter((other) => other !== name && other !== "all");
    return { ...draft, layout: withLines({ shape, names: names.includes(name) ? others : [...others, name], own }) };
  };
}

/**
 * The reason why a kind of line cannot be switched on or off.
 *
 * @param {Name} name
 * @param {Draft} draft
 * @returns {string | null}
 */
export function noToggle(name, { layout: { shape, names, own } }) {
  const { rows, columns } = sizeOf(shape);
  if (names.includes(name) && names.length === 1 && !own.length) return w.lastLine;
  if (linesOf(name, shape).length) return null;
  if (name === "corners") return w.noCorner;
  if (name === "diagonals" && rows !== columns) return w.notSquare;
  if (name === "diagonals") return w.noDiagonal;
  return name === "rows" ? w.noRows : w.noColumns;
}

/**
 * @param {number[][]} lines
 * @returns {Change}
 */
export function addLines(lines) {
  return (draft) => {
    const { shape, names, own } = draft.layout;
    const known = new Set(allLines(draft.layout).map((line) => line.join()));
    const added = lines.filter((line) => !known.has(line.join()));
    return { ...draft, layout: withLines({ shape, names, own: [...own, ...added] }) };
  };
}

/**
 * @param {number} index
 * @returns {Change}
 */
export function removeLine(index) {
  return (draft) => {
    const { shape, names, own } = draft.layout;
    return { ...draft, layout: withLines({ shape, names, own: own.filter((_, i) => i !== index) }) };
  };
}

/**
 * The reason why a drawn line cannot be added to the winning lines; null if it can.
 *
 * @param {number[]} line
 * @param {Draft} draft
 * @returns {string | null}
 */
export function noLine(line, { layout }) {
  if (!line.length) return w.tapLine;
  const free = places(layout.shape, "F");
  if (line.every((place) => free.includes(place))) return w.onlyFree;
  const lines = allLines(layout);
  if (lines.some((other) => other.join() === line.join())) return w.known;
  if (lines.some((other) => contains(line, other, layout.shape))) return w.contains;
  return null;
}

/**
 * @param {(dice: Die[]) => Die[]} change
 * @returns {Change}
 */
export function withDice(change) {
  return (draft) => ({ ...draft, dice: { product: draft.dice.product, dice: change(draft.dice.dice) } });
}

/** @type {Change} */
export const addDie = withDice((dice) => [...dice, dice[dice.length - 1] ?? fair(6)]);

/**
 * @param {boolean} product
 * @returns {Change}
 */
export function multiplied(product) {
  return (draft) => ({ ...draft, dice: { ...draft.dice, product } });
}
