/** Elements that several chapters share. */

import { barList } from "../bars.js";
import { BoardView } from "../board.js";
import { choices, el, fill } from "../dom.js";
import { rolls as asRolls } from "../format.js";
import { wordsOf } from "../language.js";
import { readWord } from "../link.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */

const { dice: d, parts: w, telling: t } = wordsOf("story");

/**
 * A paragraph.
 *
 * @param {...Child} parts
 */
export function p(...parts) {
  return el("p", {}, ...parts);
}

/**
 * Arrange elements in a column.
 *
 * @param {...Child} parts
 */
export function stack(...parts) {
  return el("div", { class: "stack" }, ...parts);
}

/**
 * The answer, with its first words in bold.
 *
 * @param {string} first
 * @param {...Child} rest
 */
export function said(first, ...rest) {
  return p(el("strong", { class: "said" }, first), " ", ...rest);
}

/**
 * An element with replaceable content. Replacing the content stops the pending work of the old content.
 *
 * @param {AbortSignal} signal
 */
export function slot(signal) {
  const element = stack();
  let leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort());
  return {
    element,
    /** @param {(signal: AbortSignal) => Child[]} draw */
    show(draw) {
      leaving.abort();
      leaving = new AbortController();
      fill(element, ...draw(leaving.signal));
    },
  };
}

/**
 * The choice between shared dice and separate dice.
 *
 * @param {Scene} scene
 * @param {() => void} onchange
 */
export function diceChoice({ params, put }, onchange) {
  const pick = choices(
    d.legend,
    [
      ["same", d.same],
      ["own", d.own],
    ],
    (value) => {
      put("dice", value);
      onchange();
    },
  );
  pick.set(readWord(params, "dice", ["same", "own"], t.what.dice));
  return pick.element;
}

/** @param {Scene} scene */
export function areShared({ params }) {
  return params.get("dice") !== "own";
}

/**
 * Show boards side by side.
 *
 * @param {Rules} rules
 * @param {{name: string, badge: string, position: Position, can?: number[], below?: Node}[]} boards
 */
export function contestants(rules, boards) {
  return el(
    "div",
    { class: `contestants of-${boards.length}` },
    ...boards.map(({ name, badge, position, can, below }, player) => {
      const view = new BoardView({ label: name, player, size: "small" });
      view.update(rules, { ...position, can });
      const letter = el("span", { class: `badge player-${player}`, "aria-hidden": "true" }, badge);
      return el("div", { class: "contestant" }, el("h3", { class: "row" }, letter, name), view.element, below);
    }),
  );
}

/**
 * The averages as bars: a shorter bar is a faster board.
 *
 * @param {import("../api-types.js").Number[]} rolls
 */
export function averages(rolls) {
  const most = Math.max(...rolls.map(({ decimal }) => decimal));
  return barList(
    rolls.map((own, player) => ({
      name: w.alone("ABC"[player]),
      share: own.decimal / most,
      amount: w.bar(asRolls(own)),
      look: `player-${player}`,
    })),
  );
}
