/** The screen for writing a board. The device stores an unfinished board until the pupil sends it. */

import { button, el } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { emptyPosition, fromValues, isReady, readPosition, writePosition } from "../position.js";
import { keep, kept } from "../store.js";
import { w } from "./language.js";

/** @param {import("./pupil.js").Own} own @returns {import("./types.js").Face} */
export function writeScreen({ live, acts, rules, onwritten }) {
  const place = `draft.${live.code}`;
  const title = el("h1", {});
  const how = el("p", { class: "soft small" });
  const ready = button(w.pupil.ready, () => void sendBoard(), { kind: "primary", "data-test": "ready" });
  const keypad = new Keypad({ modes: ["write"] });
  const editor = new BoardEditor({
    label: w.pupil.yours,
    keypad,
    test: "board",
    onchange(position) {
      keep(place, writePosition(position, rules));
      draw();
    },
  });
  let sending = false;

  function draw() {
    const empty = editor.position.values.filter((value, cell) => value === null && !rules.free.includes(cell)).length;
    const low = rules.values[0];
    const high = rules.values[rules.values.length - 1];
    how.textContent =
      empty && empty < rules.grid.length - rules.free.length ? w.pupil.left(empty) : w.pupil.writeHow(low, high);
    ready.disabled = sending || !isReady(editor.position, rules);
  }

  async function sendBoard() {
    editor.finishTyping();
    if (!isReady(editor.position, rules)) return draw();
    sending = true;
    draw();
    try {
      const sent = await acts.attempt("board", { board: writePosition(editor.position, rules) });
      if (!sent || !(await acts.attempt("ready"))) return undefined;
      keep(place, null);
      onwritten();
    } finally {
      sending = false;
      draw();
    }
    return undefined;
  }

  const draft = kept(place);
  const board = live.state?.me?.board;
  const read = typeof draft === "string" ? readPosition(draft, rules) : null;
  const start =
    read && !read.problem
      ? read.position
      : board
        ? fromValues(/** @type {any} */ (board), rules)
        : emptyPosition(rules);
  editor.set(rules, start);
  draw();
  return {
    element: el(
      "div",
      { class: "write" },
      el("div", { class: "say" }, el("div", {}, title, how), ready),
      editor.element,
      keypad.element,
    ),
    update(state) {
      title.textContent = state.phase === "lobby" ? w.pupil.write : w.pupil.late;
    },
  };
}
