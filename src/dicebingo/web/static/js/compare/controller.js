/** The Compare tab: two to four boards on shared rolls. */

import { ask } from "../api.js";
import { button, choices, el, fill, say } from "../dom.js";
import { BoardEditor } from "../editor.js";
import { Keypad } from "../keypad.js";
import { decimal, LETTERS } from "../format.js";
import { fromValues, isReady, readPosition, writePosition } from "../position.js";
import { remember } from "../router.js";
import { describe, isLarge, rulesPicker, specOf, writeSpec } from "../rules.js";
import { takeAway } from "../share.js";
import { waitingBox } from "../waiting.js";
import { galleryCard } from "./gallery.js";
import { Race } from "./race.js";
import { resultCards } from "./results.js";

/** @typedef {import("../api-types.js").Match} Match */
/** @typedef {import("../api-types.js").MatchQuestion} MatchQuestion */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */

const PAPER = ["9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"]; // section 4 of the paper: the slower one wins
const KEYS = ["a", "b", "c", "d"];
const UPTO = 40;
/** @type {NonNullable<MatchQuestion["tie_break"]>[]} */
const TIE_BREAKS = ["smallest", "largest", "random"];

/** @returns {import("../types.js").View} */
export function createView() {
  const compare = new Compare();
  return { element: compare.element, load: (params) => compare.load(params), close: () => compare.stop() };
}

class Compare {
  constructor() {
    /** @type {Rules} */
    this.rules = /** @type {any} */ (null);
    /** @type {Position[]} */
    this.boards = [];
    this.tieBreak = TIE_BREAKS[0];
    /** @type {"pdf" | "cdf"} */
    this.curves = "pdf";
    /** @type {Match | null} */
    this.match = null;
    /** @type {BoardEditor[]} */
    this.editors = [];
    this.keypad = new Keypad();
    this.entrants = el("div", { class: "versus entrants" });
    this.add = button("Add a board", () => void this.surprise(this.boards.length));
    this.picker = rulesPicker((spec) => void this.load(withSpec(spec)));
    this.ties = choices(
      "Of equally good cells, mark",
      [
        ["smallest", "the first"],
        ["largest", "the last"],
        ["random", "one at random"],
      ],
      (value) => {
        this.tieBreak = value;
        void this.refresh();
      },
    );
    this.waiting = waitingBox();
    this.results = resultCards({ onrange: () => void this.range(), onshow: (what) => this.show(what) });
    this.race = new Race();
    this.take = takeAway();
    this.gallery = galleryCard(
      (piece) => void this.addPiece(piece),
      (ring) => void this.open(ring.boards, ring.rules),
    );
    this.element = el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "intro" },
        el("h1", {}, "Compare boards"),
        el(
          "p",
          { class: "soft" },
          "Everybody shares the same rolls, and the first bingo wins. Each board plays to finish as fast as it can.",
        ),
      ),
      el(
        "section",
        { class: "card", "aria-label": "The boards" },
        this.entrants,
        this.keypad.element,
        el("div", { class: "row between" }, this.add, this.ties.element),
      ),
      this.waiting.element,
      this.results.element,
      this.race.element,
      this.gallery.element,
      el("section", { class: "card", "aria-label": "Rules" }, this.picker.element),
      this.take.element,
    );
  }

  /** @param {URLSearchParams} params */
  async load(params) {
    this.stop();
    this.rules = await describe(specOf(params));
    this.tieBreak = TIE_BREAKS.find((name) => name === params.get("tie")) ?? TIE_BREAKS[0];
    this.curves = params.get("curves") === "cdf" ? "cdf" : "pdf";
    const texts = KEYS.flatMap((key) => params.get(key) ?? []);
    if (!texts.length) texts.push(...[params.get("board")].flatMap((text) => text ?? []));
    const read = texts.map((text) => readPosition(text, this.rules)).filter(({ problem }) => !problem);
    this.boards = read.map(({ position }) => position).slice(0, 4);
    await this.complete();
    this.picker.set(this.rules);
    this.ties.set(this.tieBreak);
    this.arrange();
    await this.refresh();
  }

  /** At least two boards: the paper's where they fit, else random ones. */
  async complete() {
    for (const text of PAPER) {
      const { position, problem } = readPosition(text, this.rules);
      if (this.boards.length < 2 && !problem && isReady(position, this.rules)) this.boards.push(position);
    }
    while (this.boards.length < 2) this.boards.push(await this.random(1 + this.boards.length));
  }

  /** @param {number} seed */
  async random(seed) {
    return fromValues((await ask("random", { ...this.rules.spec, seed })).board, this.rules);
  }

  /** Make an editor for each board; a button that was pressed keeps the focus. */
  arrange() {
    const pressed = document.activeElement?.getAttribute("aria-label");
    this.keypad.editor = null;
    this.editors = this.boards.map((position, player) => {
      const editor = new BoardEditor({
        label: `Board ${LETTERS[player]}`,
        keypad: this.keypad,
        of: ` of board ${LETTERS[player]}`,
        player,
        size: "small",
        marks: true,
        onchange: (next) => {
          this.boards[player] = next;
          void this.refresh();
        },
      });
      editor.set(this.rules, position);
      return editor;
    });
    fill(
      this.entrants,
      ...this.editors.map((editor, player) =>
        el(
          "section",
          { class: "stack", "aria-label": `Board ${LETTERS[player]}` },
          el(
            "h2",
            { class: "row" },
            el("span", { class: `badge player-${player}` }, LETTERS[player]),
            el("span", { class: "solo small soft" }),
          ),
          editor.element,
          el(
            "div",
            { class: "row centred" },
            button("Surprise", () => void this.surprise(player), {
              kind: "quiet",
              "aria-label": `A surprise board for ${LETTERS[player]}`,
            }),
            this.editors.length > 2 &&
              button("Remove", () => this.remove(player), {
                kind: "quiet",
                "aria-label": `Remove board ${LETTERS[player]}`,
              }),
          ),
        ),
      ),
    );
    this.add.hidden = this.boards.length >= 4;
    const again = [...this.entrants.querySelectorAll("button")].find(
      (one) => pressed && one.getAttribute("aria-label") === pressed,
    );
    again?.focus();
  }

  /** @param {number} player */
  async surprise(player) {
    this.boards[player] = await this.random(Math.floor(Math.random() * 2 ** 48));
    this.arrange();
    await this.refresh();
  }

  /** @param {number} player */
  remove(player) {
    this.boards.splice(player, 1);
    this.arrange();
    void this.refresh();
  }

  /** @param {{board: string, rules: string}} piece */
  async addPiece({ board, rules }) {
    const here = this.rules.spec.rules ?? "classic";
    if (rules !== here) return this.open([board], rules);
    if (this.boards.length >= 4) return say("Four boards is the limit. Remove one first.");
    this.boards.push(readPosition(board, this.rules).position);
    this.arrange();
    say(`It is now board ${LETTERS[this.boards.length - 1]}.`);
    return this.refresh();
  }

  /**
   * @param {string[]} boards
   * @param {string} rules
   */
  async open(boards, rules) {
    const params = withSpec(rules === "classic" ? {} : { rules });
    for (const [i, board] of boards.entries()) params.set(KEYS[i], board);
    await this.load(params);
    this.element.scrollIntoView({ block: "start" });
  }

  /** @param {"pdf" | "cdf"} what */
  show(what) {
    this.curves = what;
    this.address();
    if (this.match) this.results.set(this.match, what);
  }

  address() {
    const params = withSpec(this.rules.spec);
    for (const [player, board] of this.boards.entries()) params.set(KEYS[player], writePosition(board, this.rules));
    if (this.tieBreak !== "smallest") params.set("tie", this.tieBreak);
    if (this.curves !== "pdf") params.set("curves", this.curves);
    remember("compare", params);
  }

  /** @returns {MatchQuestion & {boards: string[]}} */
  get body() {
    return {
      ...this.rules.spec,
      boards: this.boards.map((board) => writePosition(board, this.rules)),
      tie_break: this.tieBreak,
    };
  }

  async refresh() {
    this.stop();
    this.address();
    const ready = this.boards.every((board) => isReady(board, this.rules));
    this.results.element.hidden = !ready || this.match === null;
    this.race.element.hidden = !ready || isLarge(this.rules);
    if (!ready) return;
    this.take.set(this.body.boards, this.rules.spec);
    if (!isLarge(this.rules)) this.race.set(this.rules, this.boards, this.tieBreak);
    this.results.busy(true);
    const match = await this.waiting.ask("match", { ...this.body, upto: UPTO }, "Playing all games at once");
    this.results.busy(false);
    if (!match) return;
    this.match = match;
    this.results.element.hidden = false;
    this.results.set(match, this.curves);
    for (const [player, solo] of this.entrants.querySelectorAll(".solo").entries())
      solo.textContent = `${decimal(match.expected_rolls[player], 2)} rolls alone`;
  }

  async range() {
    const match = await this.waiting.ask("match", { ...this.body, range: true }, "Trying all tie-breaks");
    if (match) this.results.range(match);
  }

  stop() {
    this.waiting.cancel();
    this.race.stop();
  }
}

/** @param {RulesSpec} spec */
function withSpec(spec) {
  const params = new URLSearchParams();
  writeSpec(spec, params);
  return params;
}
