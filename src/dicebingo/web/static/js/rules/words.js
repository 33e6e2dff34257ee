/** Rules in plain words: "3 by 3, two dice; a row, a column or a diagonal wins; mark one cell per roll". */

import { language, listed, wordsOf } from "../language.js";
import { grouped, isConstant, isFair, parseDice } from "./dice.js";
import { linesOf, parseLayout, places, sizeOf } from "./layout.js";

/** @typedef {import("./dice.js").Dice} Dice */
/** @typedef {import("./layout.js").Layout} Layout */

const w = wordsOf("rules");

/**
 * Return the description of named rules in the page's language; the server sends it in English.
 *
 * @param {import("../api-types.js").Variant | undefined} rules
 */
export function aboutWords(rules) {
  return (language === "en" ? rules?.about : w.abouts[rules?.name ?? ""]) ?? "";
}

/** @param {string[]} shape */
export function shapeWords(shape) {
  const { rows, columns } = sizeOf(shape);
  const cells = places(shape, "#F").length;
  const free = places(shape, "F");
  const middle = free.length === 1 && rows % 2 && columns % 2 && free[0] === (rows * columns - 1) / 2;
  const size = w.size(rows, columns);
  const whole = cells === rows * columns ? size : w.part(cells, size);
  if (!free.length) return whole;
  return middle ? w.freeMiddle(whole) : w.freeCells(whole, free.length);
}

/** @param {Dice} dice */
export function diceWords({ product, dice, text }) {
  if (text) return w.notation(text);
  const groups = grouped(dice.filter((die) => !isConstant(die)));
  const parts = groups.map(({ die, count }) => w.dice(count, isFair(die) ? die.length : 0, groups.length > 1));
  const constants = dice.filter(isConstant);
  const multiplied = product && dice.length - constants.length > 1;
  const named = multiplied ? w.multiplied(listed(parts)) : listed(parts);
  return constants.reduce((all, [[value]]) => (product ? w.times : w.plus)(all, value), named);
}

/** @param {Layout} layout */
export function lineWords({ shape, names, own }) {
  if (names.includes("all")) return w.allCells;
  const parts = names.map((name) =>
    name === "corners" || name === "all" ? w.allCorners : w.oneLine[name](linesOf(name, shape).length === 1),
  );
  if (own.length) parts.push(w.drawn(own.length));
  return w.wins(listed(parts, "or"), parts.at(-1) === w.allCorners);
}

/**
 * A description of custom rules that is short enough for a list.
 *
 * @param {{layout: string, dice: string, marking: string}} rules
 */
export function ownWords({ layout, dice, marking }) {
  const { shape, ...lines } = parseLayout(layout);
  const rolled = diceWords(parseDice(dice));
  if (shape.length === 1 && lines.names.includes("all") && marking === "one")
    return w.tokens(places(shape, "#").length, rolled);
  return w.short(shapeWords(shape), rolled, lineWords({ shape, ...lines }), marking === "all");
}
