/** A tournament for experts: compares every pair in a list of boards, and finds the rings among them. */

import { cost } from "../cost.js";
import { allow, button, el, field, fill, fold } from "../dom.js";
import { chance } from "../format.js";
import { listed, wordsOf } from "../language.js";
import { writePosition } from "../position.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { entrantsOf, FEWEST, MOST, readList, spellList, writeList } from "./boards.js";
import { pairsTable } from "./pairs.js";
import { askPairs } from "./questions.js";
import { copyRing, ringFigure } from "./ring.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./boards.js").Entrant} Entrant */
/** @typedef {import("./results.js").TieBreak} TieBreak */

const w = wordsOf("compare");
const LENGTHS = [3, 4, 5, 6, 7, 8];
const SHOWN = 3; // the number of rings to show
const TABLE = 12; // with more boards, the table of all pairs is not shown

/** @param {{onlist: () => void, onfill: () => Board[]}} on  `onfill` returns the boards compared on the page. */
export function tournamentCard(on) {
  const text = el("textarea", {
    rows: 6,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "C: 7 7 7 / 6 6 6 / 6 7 6\nD: 7 5 9 / 9 7 5 / 5 9 7",
    oninput: () => check(),
    onchange: () => on.onlist(),
  });
  const length = el("select", { onchange: () => on.onlist() });
  const play = button(w.list.play, () => void start(), { kind: "primary" });
  const take = button(w.list.take, () => {
    text.value = spellList(on.onfill(), rules);
    check();
    on.onlist();
  });
  const said = el("p", { class: "small soft", role: "status" });
  const waiting = waitingBox();
  const summary = el("p", { role: "status", "data-test": "tournament" });
  const standings = tableBox("standings", w.list.standings);
  const table = pairsTable();
  table.table.dataset.test = "list-pairs";
  const rings = el("div", { class: "stack" });
  const results = el("div", { class: "stack", hidden: true }, summary, standings.element, table.element, rings);
  const element = fold(
    w.list.title,
    field(w.list.field, text),
    said,
    el("div", { class: "row end" }, field(w.list.rings, length), take, play),
    waiting.element,
    results,
  );
  element.classList.add("tournament");
  standings.element.open = true;
  /** @type {Rules} */
  let rules = /** @type {any} */ (null);
  /** @type {TieBreak} */
  let tieBreak = "smallest";

  /**
   * Offer the possible lengths of rings among `most` boards.
   *
   * @param {number} most
   * @param {string} wanted
   */
  function offer(most, wanted) {
    const some = LENGTHS.filter((many) => many <= most);
    fill(length, ...some.map((many) => el("option", { value: many }, w.list.of(many))));
    length.value = some.includes(Number(wanted)) ? wanted : String(FEWEST);
  }

  /** Check the list: show the first problem, and enable *Play* only if these boards can play a tournament. */
  function check() {
    const { boards, problems } = readList(text.value, rules);
    const possible = cost("pairs", rules);
    const fits = boards.length >= FEWEST && boards.length <= MOST;
    const few = boards.length < FEWEST ? w.list.atLeast(FEWEST) : w.list.atMost(MOST);
    const reason = possible.reason || problems[0] || (fits ? "" : few);
    allow(play, { possible: reason === "", reason });
    said.textContent = reason || w.list.count(boards.length);
    text.toggleAttribute("aria-invalid", problems.length > 0);
    offer(Math.max(boards.length, FEWEST), length.value);
    return { boards, ready: reason === "" };
  }

  async function start() {
    const { boards, ready } = check();
    if (!ready) return;
    on.onlist();
    element.open = true;
    const many = Number(length.value);
    const texts = boards.map(({ position }) => writePosition(position, rules));
    const question = { ...rules.spec, boards: texts, tie_break: tieBreak };
    const entrants = entrantsOf(boards);
    const names = entrants.map(({ name }) => name);
    results.classList.add("busy");
    const played = await waiting.ask("tournament", question, w.list.playing);
    const found = played && (await waiting.ask("rings", { ...question, length: many, most: SHOWN }, w.list.looking));
    if (found) {
      results.hidden = false;
      showStandings(played, names);
      showRings(found, entrants);
      table.element.hidden = boards.length > TABLE;
      if (boards.length <= TABLE)
        await waiting.run(w.list.pairs, ({ signal }) => {
          const contest = { rules, boards: boards.map(({ position }) => position), tieBreak };
          /** @type {import("./questions.js").Pair[]} */
          const pairs = [];
          table.set(entrants, pairs);
          return askPairs(contest, (pair) => table.set(entrants, (pairs.push(pair), pairs)), signal);
        });
    }
    results.classList.remove("busy");
  }

  /**
   * @param {import("../api-types.js").Tournament} played
   * @param {string[]} names
   */
  function showStandings({ standings: list, smith_set: top, triples }, names) {
    const best = listed(
      top.map((player) => names[player]),
      "and",
    );
    const winner = top.length === 1 ? w.list.beatsAll(best) : w.list.top(best);
    summary.textContent = `${winner} ${w.list.triples(triples ?? 0)}`;
    standings.set({
      caption: w.list.standingsCaption,
      columns: w.list.columns,
      rows: list.map(({ player, beats, loses, even, share }) => [names[player], beats, loses, even, chance(share)]),
    });
  }

  /**
   * @param {import("../api-types.js").Rings} found
   * @param {Entrant[]} entrants
   */
  function showRings({ rings: list, count, length: many }, entrants) {
    const values = entrants.map(({ position }) => String(position.values.map((value) => value ?? "F")));
    const head = list.length ? w.list.found(count ?? list.length, many, list.length) : w.list.none(many);
    const figures = list.flatMap(({ boards, links }) => {
      const ring = boards.map((board, i) => ({ ...entrants[values.indexOf(String(board))], player: i % 4 }));
      const shown = links.map((link) => ({ ...link, note: "" }));
      return [ringFigure(rules, ring, shown), copyRing(ring, shown)];
    });
    fill(rings, el("h3", {}, head), ...figures);
  }

  return {
    element,
    /** The list, as written in a link, and the chosen length of rings; null if the list is empty. */
    state() {
      const { boards } = readList(text.value, rules);
      return boards.length ? { list: writeList(boards, rules), length: length.value } : null;
    },
    /**
     * @param {Rules} nextRules
     * @param {TieBreak} nextTieBreak
     * @param {string | null} list  The boards from a link, whose tournament starts at once; null if there are none.
     * @param {string | null} many
     */
    set(nextRules, nextTieBreak, list, many) {
      const other = rules !== nextRules || list !== null;
      rules = nextRules;
      tieBreak = nextTieBreak;
      if (!other) return void (results.hidden || start());
      waiting.cancel();
      results.hidden = true;
      const { boards, problems } = readList(list ?? "", rules);
      text.value = problems.length ? (list ?? "").replaceAll(";", "\n") : spellList(boards, rules);
      offer(Math.max(boards.length, FEWEST), many ?? "");
      check();
      if (list) element.open = true;
      if (list && !play.ariaDisabled) void start();
    },
    stop: () => waiting.cancel(),
  };
}
