/** An editable board, with its average and the throws that help it. */

import { ask } from "../api.js";
import { el, fill } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { wordsOf } from "../language.js";
import { readBoard } from "../link.js";
import { number } from "../number.js";
import { isReady, readPosition, writePosition } from "../position.js";
import { stack } from "./parts.js";
import { sums } from "./sums.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("./stories.js").Scene} Scene */

const w = wordsOf("story").parts;

/**
 * An editor with its keypad. The URL contains the edited board.
 *
 * @param {Scene} scene
 * @param {string} start
 * @param {(position: Position) => void} onchange
 */
export function boardLab({ rules, params, put }, start, onchange) {
  const keypad = new Keypad({ modes: ["write"] });
  const editor = new BoardEditor({
    label: w.yourBoard,
    keypad,
    size: "small",
    test: "board",
    onchange: (position, how) => {
      put("board", writePosition(position, rules), how);
      onchange(position);
    },
  });
  editor.set(rules, readBoard(params, "board", rules) ?? readPosition(start, rules).position);
  return { editor, elements: [editor.element, keypad.element] };
}

/**
 * @param {Scene} scene
 * @param {object} setting
 * @param {string} setting.start
 * @param {string} setting.helps  The caption of the chart of throws.
 * @param {string[]} setting.useful  The labels for throws that help and for all other throws.
 * @param {(rolls: Amount) => Child[]} [setting.say]  Returns a further sentence about the average.
 * @returns {{throws: HTMLElement, element: HTMLElement}}
 */
export function speedLab(scene, { start, helps, useful, say = () => [] }) {
  const { rules, signal } = scene;
  const value = el("p", { class: "headline", role: "status", "data-test": "value" });
  const throws = el("div", {});
  const show = (/** @type {Position} */ position) => {
    const helped = (/** @type {number} */ sum) => position.values.includes(sum);
    const look = (/** @type {number} */ sum) => (helped(sum) ? "player-1" : "none");
    fill(
      throws,
      sums(rules, helps, (sum) => ({ look: look(sum), name: useful[helped(sum) ? 0 : 1] })),
    );
    if (isReady(position, rules)) void measure(position);
  };
  const { editor, elements } = boardLab(scene, start, show);

  /** @param {Position} position */
  async function measure(position) {
    const board = writePosition(position, rules);
    const { expected_rolls: now } = await ask("solve", { board }, { signal });
    if (board !== writePosition(editor.position, rules)) return;
    fill(
      value,
      el("strong", { class: "figure" }, number(now, { kind: "rolls", name: w.rollsOf(w.yourBoard) })),
      el("span", { class: "unit" }, w.unit),
      ...say(now),
    );
  }

  show(editor.position);
  return { throws, element: stack(value, ...elements) };
}
