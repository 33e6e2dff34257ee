/** Rules in plain words: "3 by 3, two dice; a row, a column or a diagonal wins; mark one cell per roll". */

import { grouped, isConstant, isFair, parseDice } from "./dice.js";
import { linesOf, parseLayout, places, sizeOf } from "./layout.js";

/** @typedef {import("./dice.js").Dice} Dice */
/** @typedef {import("./dice.js").Die} Die */
/** @typedef {import("./layout.js").Layout} Layout */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const SIDES = /** @type {Record<number, string>} */ ({ 12: "twelve", 20: "twenty" });

/** @param {number} number */
export function inWords(number) {
  return NUMBERS[number] ?? SIDES[number] ?? String(number);
}

/**
 * @param {string[]} parts
 * @param {string} last  The word before the last item: "and", "or".
 */
export function listed(parts, last) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts[parts.length - 1]}`;
}

/** @param {string[]} shape */
export function shapeWords(shape) {
  const { rows, columns } = sizeOf(shape);
  const cells = places(shape, "#F").length;
  const free = places(shape, "F");
  const middle = free.length === 1 && rows % 2 && columns % 2 && free[0] === (rows * columns - 1) / 2;
  const size = `${rows} by ${columns}`;
  const whole = cells === rows * columns ? size : `${cells} ${cells === 1 ? "cell" : "cells"} of ${size}`;
  if (!free.length) return whole;
  const given = `${inWords(free.length)} free ${free.length > 1 ? "cells" : "cell"}`;
  return `${whole} with ${middle ? "a free middle" : given}`;
}

/**
 * @param {Die} die
 * @param {number} count
 */
function kind(die, count) {
  const noun = count > 1 ? "dice" : "die";
  if (!isFair(die)) return `loaded ${noun}`;
  return die.length === 6 ? noun : `${inWords(die.length)}-sided ${noun}`;
}

/** @param {Dice} dice */
export function diceWords({ product, dice, text }) {
  if (text) return `dice ${text}`;
  const groups = grouped(dice.filter((die) => !isConstant(die)));
  const parts = groups.map(({ die, count }) => {
    const name = kind(die, count);
    if (count > 1 || groups.length === 1) return `${inWords(count)} ${name}`;
    return `${/^(eight|11|18)/.test(name) ? "an" : "a"} ${name}`;
  });
  const constants = dice.filter(isConstant).map(([[value]]) => `${product ? "times" : "plus"} ${value}`);
  const multiplied = product && dice.length - constants.length > 1;
  return [listed(parts, "and"), multiplied && "multiplied", ...constants].filter(Boolean).join(" ");
}

/** @param {Layout} layout */
export function lineWords({ shape, names, own }) {
  if (names.includes("all")) return "all cells must be marked";
  const one = /** @type {Record<string, string>} */ ({ rows: "row", columns: "column", diagonals: "diagonal" });
  const parts = names.map((name) => {
    if (name === "corners") return "all corners together";
    return `${linesOf(name, shape).length > 1 ? "a" : "the"} ${one[name]}`;
  });
  if (own.length) parts.push(own.length > 1 ? `one of ${inWords(own.length)} drawn lines` : "a drawn line");
  return `${listed(parts, "or")} ${parts[parts.length - 1] === "all corners together" ? "win" : "wins"}`;
}

/**
 * Custom rules, short enough for a list.
 *
 * @param {{layout: string, dice: string, marking: string}} rules
 */
export function ownWords({ layout, dice, marking }) {
  const { shape, ...lines } = parseLayout(layout);
  if (shape.length === 1 && lines.names.includes("all") && marking === "one")
    return `${places(shape, "#").length} tokens, ${diceWords(parseDice(dice))}`;
  const parts = [`${shapeWords(shape)}, ${diceWords(parseDice(dice))}`, lineWords({ shape, ...lines })];
  return [...parts, ...(marking === "all" ? ["mark all"] : [])].join("; ");
}
