/** The panels of *Rules*, except for the dice: the named games, the shape, the lines, the marking. */

import { button, choices, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { namedRules, ruleWords } from "../rules.js";
import { control, stepper } from "./controls.js";
import { draftOf, grow, noToggle, removeLine, textsOf, toggleLines, wholeShape } from "./draft.js";
import { allLines, linesOf, NAMES, sizeOf } from "./layout.js";
import { picture } from "./picture.js";
import { aboutWords } from "./words.js";

/** @typedef {import("./draft.js").Change} Change */
/** @typedef {import("./draft.js").Draft} Draft */

const w = wordsOf("rules");

/**
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {(draft: Draft) => void} draw
 */

/**
 * @param {string} title
 * @param {string} part
 * @param {...import("../dom.js").Child} children
 */
export function panelBox(title, part, ...children) {
  return el("section", { class: "card rules-panel", "data-part": part }, el("h2", {}, title), ...children);
}

/**
 * @param {(draft: Draft) => void} ontake
 * @returns {Panel}
 */
export function gamesPanel(ontake) {
  const list = el("ul", { class: "games" });
  /** @type {{card: HTMLElement, texts: string}[]} */
  let cards = [];
  /** @type {Draft | null} */
  let now = null;
  const mark = () => {
    const texts = now && JSON.stringify(textsOf(now));
    for (const one of cards) one.card.setAttribute("aria-pressed", String(one.texts === texts));
  };
  void namedRules().then((games) => {
    cards = games.map((game) => {
      const draft = draftOf(game);
      const card = el(
        "button",
        { type: "button", class: "game", "data-game": game.name, onclick: () => ontake(draft) },
        picture(draft.layout.shape, allLines(draft.layout)),
        el("span", {}, el("strong", {}, ruleWords(game)), el("span", { class: "about" }, aboutWords(game))),
      );
      return { card, texts: JSON.stringify(textsOf(draft)) };
    });
    fill(list, ...cards.map(({ card }) => el("li", {}, card)));
    mark();
  });
  const text = el("p", { class: "soft small" }, w.gamesAbout);
  return {
    element: panelBox(w.games, "games", text, list),
    draw(draft) {
      now = draft;
      mark();
    },
  };
}

/** @typedef {"cells" | "free"} Pen */

/**
 * @param {(change: Change) => void} onchange
 * @param {(pen: Pen) => void} onpen
 */
export function shapePanel(onchange, onpen) {
  const rows = stepper(w.rows, [grow(-1, 0), grow(1, 0)], onchange);
  const columns = stepper(w.columns, [grow(0, -1), grow(0, 1)], onchange);
  const pens = choices(
    w.tap,
    [
      ["cells", w.removes],
      ["free", w.frees],
    ],
    onpen,
  );
  const whole = control(w.restore, wholeShape, onchange, {
    kind: "quiet",
    why: ({ layout }) => (/[.F]/.test(layout.shape.join("")) ? null : w.nothingMissing),
  });
  pens.set("cells");
  return {
    element: panelBox(
      w.shape,
      "shape",
      el("div", { class: "steppers" }, rows.element, columns.element),
      pens.element,
      el("p", { class: "soft small" }, w.shapeAbout),
      el("div", { class: "row tight" }, whole.element),
    ),
    pens,
    /** @param {Draft} draft */
    draw(draft) {
      const size = sizeOf(draft.layout.shape);
      rows.draw(draft, size.rows);
      columns.draw(draft, size.columns);
      whole.draw(draft);
    },
  };
}

/**
 * @param {(change: Change) => void} onchange
 * @param {() => void} ondraw  Called when the user begins to draw a line.
 * @param {(line: number[]) => void} onlight
 */
export function linesPanel(onchange, ondraw, onlight) {
  const kinds = NAMES.map((name) => ({
    name,
    picture: el("span", { class: "kind" }),
    control: control(w.kinds[name], toggleLines(name), onchange, {
      kind: "line-kind",
      "data-lines": name,
      why: (/** @type {Draft} */ draft) => noToggle(name, draft),
    }),
  }));
  for (const kind of kinds) kind.control.element.prepend(kind.picture);
  const own = el("ul", { class: "own-lines" });
  const all = el("div", { class: "line-list", role: "group", "aria-label": w.every });
  const count = el("p", { class: "soft small" });
  const start = button(w.draw, ondraw);
  const remove = (/** @type {number} */ index) => {
    onchange(removeLine(index));
    start.focus(); // the button that had the focus is gone
  };
  return {
    element: panelBox(
      w.lines,
      "lines",
      el("div", { class: "line-kinds" }, ...kinds.map(({ control: { element } }) => element)),
      own,
      el("div", {}, start),
      count,
      all,
    ),
    /** Focus the button that starts a new line, after the buttons of a drawn line have disappeared. */
    focus: () => start.focus(),
    /** @param {Draft} draft */
    draw(draft) {
      const { shape, names, own: drawn } = draft.layout;
      for (const { name, picture: place, control: one } of kinds) {
        fill(place, picture(shape, linesOf(name, shape), { lit: name === "corners" || name === "all" }));
        one.draw(draft, names.includes(name));
      }
      fill(
        own,
        ...drawn.map((line, i) =>
          el(
            "li",
            {},
            picture(shape, [line], { lit: true }),
            button(w.remove, () => remove(i), { kind: "quiet", "aria-label": w.removeLine(i + 1) }),
          ),
        ),
      );
    },
    /**
     * @param {string[]} shape
     * @param {{cells: number[], name: string}[]} lines  The lines that can win.
     * @param {number} chosen  The number of chosen lines, including lines that contain another line and so cannot win.
     */
    setLines(shape, lines, chosen) {
      const less = chosen - lines.length;
      count.textContent = [w.canWin(lines.length), less && w.never(less)].filter(Boolean).join(" ");
      fill(
        all,
        ...lines.map(({ cells, name }) =>
          el(
            "button",
            { type: "button", class: "line", "aria-label": w.show(name), onclick: () => onlight(cells) },
            picture(shape, [cells], { lit: true }),
          ),
        ),
      );
    },
  };
}

/**
 * @param {(change: Change) => void} onchange
 * @returns {Panel}
 */
export function markingPanel(onchange) {
  const picks = choices(
    w.marks,
    [
      ["one", w.marksOne],
      ["all", w.marksAll],
    ],
    (marking) => onchange((draft) => ({ ...draft, marking })),
  );
  return {
    element: panelBox(w.marking, "marking", picks.element),
    draw: ({ marking }) => picks.set(marking),
  };
}
