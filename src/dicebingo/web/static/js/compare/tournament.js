/** A tournament for experts: a list of boards, every pair, and the rings among them. */

import { allow, cost } from "../cost.js";
import { button, el, field, fill } from "../dom.js";
import { chance, plural } from "../format.js";
import { writePosition } from "../position.js";
import { tableBox } from "../tables.js";
import { waitingBox } from "../waiting.js";
import { copyRing } from "./copies.js";
import { FEWEST, MOST, readList, spellList, writeList } from "./list.js";
import { badges, listed, namesOf } from "./names.js";
import { askPairs } from "./pairs.js";
import { ringFigure } from "./ring.js";
import { pairsTable } from "./table.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./entrants.js").Board} Board */
/** @typedef {import("./ring.js").Entrant} Entrant */
/** @typedef {import("./endings.js").TieBreak} TieBreak */

const LENGTHS = [3, 4, 5, 6, 7, 8];
const SHOWN = 3; // rings
const TABLE = 12; // the largest number of boards whose pairs are all shown

/** @param {{onlist: () => void, onfill: () => Board[]}} on  The list was changed; the boards that are compared. */
export function tournamentCard(on) {
  const text = el("textarea", {
    rows: 6,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "C: 7 7 7 / 6 6 6 / 6 7 6\nD: 7 5 9 / 9 7 5 / 5 9 7",
    oninput: () => check(),
    onchange: () => on.onlist(),
  });
  const length = el(
    "select",
    { onchange: () => on.onlist() },
    ...LENGTHS.map((many) => el("option", { value: many }, `of ${many} boards`)),
  );
  const play = button("Play the tournament", () => void start(), { kind: "primary" });
  const take = button("Use the boards above", () => {
    text.value = spellList(on.onfill(), rules);
    check();
    on.onlist();
  });
  const said = el("p", { class: "small soft", role: "status" });
  const waiting = waitingBox();
  const summary = el("p", { role: "status", "data-test": "tournament" });
  const standings = tableBox("standings", "Standings");
  const table = pairsTable();
  table.table.dataset.test = "list-pairs";
  const rings = el("div", { class: "stack" });
  const results = el("div", { class: "stack", hidden: true }, summary, standings.element, table.element, rings);
  const element = el(
    "details",
    { class: "card tournament" },
    el("summary", {}, el("h2", {}, "A tournament of many boards")),
    el(
      "div",
      { class: "stack" },
      field("One board per line, with an optional name in front", text),
      said,
      el("div", { class: "row end" }, field("Look for rings", length), take, play),
      waiting.element,
      results,
    ),
  );
  standings.element.open = true;
  /** @type {Rules} */
  let rules = /** @type {any} */ (null);
  /** @type {TieBreak} */
  let tieBreak = "smallest";

  /** Show the problem with the list, and whether it can be played. */
  function check() {
    const { boards, problems } = readList(text.value, rules);
    const possible = cost("pairs", rules);
    const many = boards.length < FEWEST ? `At least ${FEWEST} boards, please.` : `At most ${MOST} boards, please.`;
    const fits = boards.length >= FEWEST && boards.length <= MOST;
    const reason = possible.reason || problems[0] || (fits ? "" : many);
    allow(play, { ...possible, possible: reason === "", reason });
    said.textContent = reason || `${plural(boards.length, "board")}.`;
    text.toggleAttribute("aria-invalid", problems.length > 0);
    for (const option of length.options) option.disabled = Number(option.value) > Math.max(boards.length, FEWEST);
    if (length.selectedOptions[0]?.disabled) length.value = String(FEWEST);
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
    const names = namesOf(boards.map(({ name }) => name));
    const short = badges(names);
    const entrants = boards.map(({ position }, i) => ({ name: names[i], badge: short[i], player: i % 4, position }));
    results.classList.add("busy");
    const played = await waiting.ask("tournament", question, "Every board against every other");
    const found =
      played && (await waiting.ask("rings", { ...question, length: many, most: SHOWN }, "Looking for rings"));
    if (found) {
      results.hidden = false;
      showStandings(played, names);
      showRings(found, entrants);
      table.element.hidden = boards.length > TABLE;
      if (boards.length <= TABLE)
        await waiting.run("The exact chances of every pair", ({ signal }) => {
          const contest = { rules, boards: boards.map(({ position }) => position), tieBreak };
          /** @type {import("./pairs.js").Pair[]} */
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
    const best = listed(top.map((player) => names[player]));
    const winner =
      top.length === 1 ? `${best} beats every other board.` : `No board beats all others. At the top: ${best}.`;
    const found = triples ? `There ${triples === 1 ? "is" : "are"} ${plural(triples, "ring")}` : "There is no ring";
    summary.textContent = `${winner} ${found} of three.`;
    standings.set({
      caption: "Standings: how many boards each board beats",
      columns: ["board", "beats", "loses to", "even", "win rate"],
      rows: list.map(({ player, beats, loses, even, share }) => [names[player], beats, loses, even, chance(share)]),
    });
  }

  /**
   * @param {import("../api-types.js").Rings} found
   * @param {Entrant[]} entrants
   */
  function showRings({ rings: list, count, length: many }, entrants) {
    const values = entrants.map(({ position }) => String(position.values.map((value) => value ?? "F")));
    const rest = count !== null && count > list.length ? `, the ${list.length} strongest here` : "";
    const head = list.length
      ? `${plural(count ?? list.length, "ring")} of ${many} boards${rest}`
      : `No ring of ${many} boards`;
    const figures = list.flatMap(({ boards, links }) => {
      const ring = boards.map((board, i) => ({ ...entrants[values.indexOf(String(board))], player: i % 4 }));
      const shown = links.map((link) => ({ ...link, note: "" }));
      return [ringFigure(rules, ring, shown), copyRing(ring, shown)];
    });
    fill(rings, el("h3", {}, head), ...figures);
  }

  return {
    element,
    /** The list as a link has it, and the length of the rings; null if there is none. */
    state() {
      const { boards } = readList(text.value, rules);
      return boards.length ? { list: writeList(boards, rules), length: length.value } : null;
    },
    /**
     * @param {Rules} nextRules
     * @param {TieBreak} nextTieBreak
     * @param {string | null} list  The list in a link, which is played at once.
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
      length.value = many && LENGTHS.includes(Number(many)) ? many : String(FEWEST);
      check();
      if (list) element.open = true;
      if (list && !play.ariaDisabled) void start();
    },
    stop: () => waiting.cancel(),
  };
}
