/** The podium: the first three rolls with a bingo, and for each roll the names of the pupils who had one. */

import { el } from "../dom.js";
import { listed } from "../language.js";
import { w } from "./language.js";

/** @typedef {import("./types.js").Revealed} Revealed */

const PLACES = 3;
const MOST_NAMES = 6;

/** The podium, or null if fewer than two rolls had a bingo. @param {Revealed[]} players */
export function podium(players) {
  const rolls = [...new Set(players.flatMap(({ bingo }) => bingo ?? []))].sort((a, b) => a - b).slice(0, PLACES);
  if (rolls.length < 2) return null;
  return el(
    "ol",
    { class: "podium", "data-test": "podium" },
    ...rolls.map((roll, place) => {
      const names = players.filter(({ bingo }) => bingo === roll).map(({ name }) => name);
      return el(
        "li",
        { class: `place-${place + 1}` },
        el("p", { class: "who" }, listed(names.slice(0, MOST_NAMES))),
        names.length > MOST_NAMES && el("p", { class: "soft" }, w.reveal.others(names.length - MOST_NAMES)),
        el("div", { class: "step" }, el("strong", {}, place + 1), el("span", {}, w.reveal.after(roll))),
      );
    }),
  );
}
