/** The controller of *Rules*, which handles every change to the rules. */

import { pause, say, still } from "../dom.js";
import { lineName } from "../format.js";
import { lastLike } from "../history.js";
import { wordsOf } from "../language.js";
import { readRules, unreadable } from "../link.js";
import { Room } from "../room.js";
import { ROOMS } from "../rooms.js";
import { remember, writeHash } from "../router.js";
import { describe, namedRules, underRules, writeSpec } from "../rules.js";
import { frame } from "../words.js";
import { addLines, draftOf, noLine, problem, specFor, tap } from "./draft.js";
import { allLines, ascending, images, places, sizeOf } from "./layout.js";
import { PRICES } from "./price.js";
import { rulesView } from "./view.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("../types.js").RulesSpec} RulesSpec */
/** @typedef {import("./draft.js").Change} Change */
/** @typedef {import("./draft.js").Draft} Draft */

const w = wordsOf("rules");
const USES = /** @type {const} */ (["design", "play", "compare", "duel"]);
const LIGHT = 380; // milliseconds for which each line is highlighted after a change

/** @typedef {{rules: Rules, named: import("../api-types.js").Variant[], params: URLSearchParams}} State */

export const createView = () => new Builder();

/** @extends {Room<State>} */
class Builder extends Room {
  constructor() {
    super("rules");
    this.view = rulesView({
      onchange: (change) => this.change(change),
      ontake: (draft) => this.choose(draft),
      onpick: (place) => this.pick(place),
      onpen: (pen) => this.setPen(pen),
      onlight: (line) => this.light(line),
      onadd: () => this.add(),
    });
    /** @type {Draft} */
    this.draft = draftOf({ layout: "3x3", dice: "2d6", marking: "one" });
    /** @type {import("../api-types.js").Variant[]} */
    this.named = [];
    /** @type {"cells" | "free" | "line"} */
    this.pen = "cells";
    /** @type {number[]} */
    this.line = []; // the line that is being drawn
    /** @type {number[]} */
    this.lit = [];
    this.lines = "";
    this.from = "";
  }

  get element() {
    return this.view.element;
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    const [rules, named] = await Promise.all([readRules(params), namedRules()]);
    return { rules, named, params };
  }

  /** @param {State} state */
  take({ rules, named, params }) {
    this.named = named;
    this.draft = draftOf(rules);
    this.from = Object.hasOwn(ROOMS, params.get("from") ?? "") ? (params.get("from") ?? "") : "";
    this.line = this.readLine(params.get("line"));
    this.setPen(this.line.length ? "line" : this.pen === "line" ? "cells" : this.pen);
  }

  /** Read the cells of an unfinished line from a link. @param {string | null} text */
  readLine(text) {
    if (text === null) return [];
    const cells = places(this.draft.layout.shape, "#F");
    const line = [...new Set(text.split(",").map(Number))].sort(ascending);
    if (line.every((place) => cells.includes(place))) return line;
    unreadable(w.theLine, w.notInShape);
    return [];
  }

  /** @param {Change} change */
  change(change) {
    const next = change(this.draft);
    const why = problem(next, this.draft);
    if (why) return say(why);
    const lost = this.draft.layout.own.length - next.layout.own.length;
    if (next.layout.shape.join() !== this.draft.layout.shape.join()) {
      this.line = [];
      if (lost > 0) say(w.lineLost);
    }
    this.draft = next;
    return this.refresh();
  }

  /** @param {Draft} draft */
  choose(draft) {
    this.draft = draft;
    this.line = [];
    this.setPen("cells");
    scrollTo({ top: 0, behavior: still() ? "auto" : "smooth" });
  }

  /** @param {number} place */
  pick(place) {
    const why = this.whyNot(place);
    if (why) return say(why);
    if (this.pen !== "line") return this.change(tap(place, this.pen));
    const others = this.line.filter((other) => other !== place);
    this.line = others.length < this.line.length ? others : [...others, place].sort(ascending);
    return this.refresh();
  }

  /**
   * @param {number} place
   * @returns {string | null}
   */
  whyNot(place) {
    const gap = this.draft.layout.shape.join("")[place] === ".";
    if (this.pen === "line") return gap ? w.noCellHere : null;
    if (this.pen === "free" && gap) return w.noCellToFree;
    return problem(tap(place, this.pen)(this.draft), this.draft);
  }

  /** @param {"cells" | "free" | "line"} pen */
  setPen(pen) {
    this.pen = pen;
    if (pen === "line") this.view.setPart("lines");
    else {
      this.line = [];
      this.view.panels.shape.pens.set(pen);
    }
    this.refresh();
  }

  add() {
    const { shape } = this.draft.layout;
    const lines = this.view.turns.checked ? images(this.line, shape) : [this.line];
    const added = lines.filter((line) => noLine(line, this.draft) === null);
    this.line = [];
    this.pen = "cells";
    this.change(addLines(added));
    this.view.panels.lines.focus();
  }

  /** Highlight a line on the board until something changes. @param {number[]} line */
  light(line) {
    this.lit = line;
    this.drawBoard();
  }

  drawBoard() {
    const { layout } = this.draft;
    this.view.board.show({
      shape: layout.shape,
      winning: allLines(layout),
      lit: this.pen === "line" ? [] : this.lit,
      picked: this.line,
      whyNot: (place) => this.whyNot(place),
    });
  }

  /** Show the current rules in all parts of the room, and ask the server to describe them. */
  refresh() {
    this.stop();
    const { view, draft } = this;
    const spec = specFor(draft, this.named);
    const params = writeSpec(spec);
    if (this.line.length) params.set("line", this.line.join(","));
    if (this.from) params.set("from", this.from);
    remember("rules", params);
    this.lit = [];
    view.draw(draft);
    view.setDrawing(this.pen === "line", noLine(this.line, draft));
    this.drawBoard();
    view.setBack(this.from ? { title: frame.titles[this.from], href: hrefOf(this.from, spec) } : null);
    view.busy(true);
    void this.look(spec);
  }

  /** @param {RulesSpec} spec */
  async look(spec) {
    const { view } = this;
    const { signal } = this.work;
    const { shape } = this.draft.layout;
    const chosen = allLines(this.draft.layout).length;
    const rules = await describe(plain(spec));
    if (signal.aborted) return;
    const { columns } = sizeOf(shape);
    const lines = rules.lines.map(({ cells }) => ({
      name: lineName(cells, rules),
      cells: cells.map((cell) => rules.grid[cell][0] * columns + rules.grid[cell][1]),
    }));
    view.panels.dice.sums.set(rules);
    view.panels.lines.setLines(shape, lines, chosen);
    view.setUses(
      USES.map((room) => ({
        room,
        name: [frame.tabs[room], frame.short[room]],
        href: hrefOf(room, spec),
        price: PRICES[room](rules),
      })),
      hrefOf("print", spec),
    );
    view.busy(false);
    const now = JSON.stringify(lines);
    const changed = this.lines !== now;
    this.lines = now;
    if (!changed || still() || this.pen === "line") return;
    for (const { cells } of lines.slice(0, 12)) {
      this.light(cells);
      await pause(LIGHT, signal);
    }
    this.light([]);
  }
}

/** Rules as parameters of a link; the classic rules need none. @param {RulesSpec} spec */
function plain(spec) {
  return spec.rules === "classic" ? {} : spec;
}

/**
 * The link to a room with these rules. The link restores the room's last state under these rules, if there is one.
 *
 * @param {string} room
 * @param {RulesSpec} spec
 */
function hrefOf(room, spec) {
  const params = lastLike(room, underRules(plain(spec))) ?? new URLSearchParams();
  writeSpec(spec, params);
  return writeHash(room, params);
}
