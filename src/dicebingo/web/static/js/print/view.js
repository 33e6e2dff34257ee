/** The elements of *Print*, which the controller fills. */

import { cost } from "../cost.js";
import { allow, button, choices, el, field, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { rulesPicker } from "../picker.js";
import { shareButton } from "../share.js";
import { icon } from "../svg.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { frame } from "../words.js";
import { pictures } from "./pages.js";
import { hasBoards, MOST_BOARDS } from "./state.js";

/** @typedef {import("../api-types.js").PrintedPages} Pages */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./state.js").Kit} Kit */

const w = wordsOf("print");

/**
 * @typedef {object} Handlers
 * @property {(spec: RulesSpec) => void} onrules
 * @property {(change: Partial<Kit>) => void} onchange
 * @property {(text: string) => void} onnames
 * @property {(text: string) => void} oncount
 * @property {() => void} onagain
 * @property {() => void} ondownload
 * @property {() => void} onprint
 */

/** @param {Handlers} on */
export function printView(on) {
  const rules = rulesPicker(on.onrules, { compact: true });
  const kind = el("select", { onchange: () => on.onchange({ kind: /** @type {any} */ (kind.value) }) });
  for (const [value, text] of Object.entries(w.kinds)) kind.append(el("option", { value }, text));
  const strength = choices(
    w.strength,
    /** @type {[Kit["strength"], string][]} */ (Object.entries(w.strengthNames)),
    (value) => on.onchange({ strength: value }),
  );
  const order = choices(w.order, /** @type {[Kit["order"], string][]} */ (Object.entries(w.orders)), (value) =>
    on.onchange({ order: value }),
  );
  const perPage = choices(
    w.perPage,
    [
      ["1", "1"],
      ["2", "2"],
      ["4", "4"],
      ["6", "6"],
      ["9", "9"],
    ],
    (value) => on.onchange({ per_page: value }),
  );
  const cut = choices(
    w.cut,
    [
      ["yes", w.yes],
      ["no", w.no],
    ],
    (value) => on.onchange({ cut: value }),
  );
  const paper = choices(
    w.paper,
    [
      ["a4", "A4"],
      ["letter", "Letter"],
    ],
    (value) => on.onchange({ paper: value }),
  );
  const count = el("input", {
    type: "number",
    inputmode: "numeric",
    min: 1,
    max: MOST_BOARDS,
    onchange: () => on.oncount(count.value),
  });
  const names = el("textarea", { rows: 3, spellcheck: "false", onchange: () => on.onnames(names.value) });
  const problem = el("p", { class: "note kind", role: "alert", hidden: true });
  const about = el("p", { class: "small soft" });
  const cannot = el("p", { class: "small soft" });
  const again = button(w.again, on.onagain, { icon: icon("dice") });
  const seed = el("span", { class: "small soft" });
  const counted = field(w.count, count);
  const howGood = el("div", { class: "stack tight" }, strength.element, about);
  const named = field(w.names, names);
  const more = el("details", {}, el("summary", {}, w.more));
  const cards = el("div", { class: "stack" }, perPage.element, cut.element);
  more.append(el("div", { class: "stack" }, order.element, cards, paper.element));
  const form = el(
    "section",
    { class: "card print-form", "aria-label": w.choices },
    el("div", { class: "print-first" }, field(w.what, kind), counted),
    cannot,
    howGood,
    el("div", { class: "row" }, again, seed),
    named,
    problem,
    more,
  );
  const waiting = waitingBox();
  const size = el("p", { class: "print-size", role: "status" });
  const save = button(w.save, on.ondownload, { kind: "primary", icon: icon("down") });
  const print = button(w.print, on.onprint, { icon: icon("print") });
  const noFile = el("p", { class: "note kind", hidden: true }, w.noFile);
  const actions = el("div", { class: "print-actions" }, size, el("div", { class: "row" }, save, print));
  const sheets = el("div", { class: "sheets", "data-test": "pages" });
  const numbers = tableBox("boards", w.numbers);
  const preview = el(
    "section",
    { class: "print-preview", "aria-label": w.pages },
    actions,
    noFile,
    waiting.element,
    sheets,
    el("section", { class: "card actions" }, numbers.element, el("div", {}, shareButton())),
  );
  const element = el(
    "div",
    { class: "stack print-room" },
    el("div", { class: "room-head" }, el("h1", {}, frame.titles.print), rules.element),
    el("div", { class: "print-bench" }, form, preview),
  );

  /**
   * @param {HTMLElement} group
   * @param {string[]} values
   * @param {import("../cost.js").Cost} known
   */
  function offer(group, values, known) {
    for (const one of group.querySelectorAll("input, option"))
      if (values.includes(/** @type {HTMLInputElement} */ (one).value)) allow(/** @type {any} */ (one), known);
  }

  return {
    element,
    waiting,
    /**
     * Show the chosen options, and enable the possible ones.
     *
     * @param {Kit} kit
     * @param {Rules} now
     */
    choose(kit, now) {
      void rules.set(now);
      kind.value = kit.kind;
      strength.set(kit.strength);
      order.set(kit.order);
      perPage.set(kit.per_page);
      cut.set(kit.cut);
      paper.set(kit.paper);
      count.value = String(kit.count);
      names.value = kit.names.join("\n");
      seed.textContent = w.seed(kit.seed);
      const boards = hasBoards(kit.kind);
      const cutOut = boards || kit.kind === "blank";
      counted.hidden = !cutOut;
      cards.hidden = !cutOut || kit.kind === "key";
      howGood.hidden = named.hidden = again.hidden = seed.hidden = order.element.hidden = !boards;
      const sorted = cost("print-key", now);
      const chosen = cost("print-strength", now);
      offer(strength.element, ["strong", "fair", "weak"], chosen);
      offer(kind, ["key"], sorted);
      offer(order.element, ["sorted"], sorted);
      const tally = cost("print-tally", now);
      offer(kind, ["tally"], tally);
      about.textContent = chosen.reason || w.strengths[kit.strength];
      cannot.textContent = [sorted.reason, tally.reason].filter(Boolean).join(" ");
      cannot.hidden = cannot.textContent === "";
    },
    /** @param {string | null} text */
    complain(text) {
      problem.hidden = text === null;
      problem.textContent = text;
    },
    /** @param {boolean} on */
    busy(on) {
      sheets.classList.toggle("busy", on);
      print.disabled = on;
      save.disabled = on || !noFile.hidden;
    },
    /** @param {Pages} answer */
    set(answer) {
      fill(sheets, ...pictures(answer));
      noFile.hidden = answer.objection === null;
      this.busy(false);
      sheets.dataset.paper = answer.sheet.paper;
      size.textContent = w.size(answer.pages.length, answer.sheet.paper === "a4" ? "A4" : "Letter");
      const { boards } = answer.sheet;
      numbers.element.hidden = !boards.some(({ expected_rolls: known }) => known);
      numbers.set({
        caption: w.caption,
        columns: w.columns,
        kinds: [null, null, null, "rolls", null, "rolls"],
        rows: boards.map(({ number, name, board, expected_rolls: rolls, place, loss }) => [
          number,
          name,
          board.join(" "),
          rolls,
          place,
          loss,
        ]),
      });
    },
  };
}
