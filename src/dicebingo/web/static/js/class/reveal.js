/**
 * The results after a round, revealed step by step: the winners, the strength of the boards, luck and skill, the class
 * compared with theory, all pairs, the ring, and each board's share of the wins. Pupils see the same charts as the
 * teacher and the projector, with sentences about their own results. In the step on pairs, they see only the pairs with
 * their own board.
 */

import { BoardView } from "../board.js";
import { el } from "../dom.js";
import { chance, rolls, signed } from "../format.js";
import { compare, ZERO } from "../fractions.js";
import { completeLines, fromValues } from "../position.js";
import { ringPicture } from "../ring.js";
import { bars } from "./bars.js";
import { inClass } from "./crowd.js";
import { finishChart } from "./finishes.js";
import { pairsHighlights } from "./highlights.js";
import { w } from "./language.js";
import { NUMBERS, pairsTable } from "./pairs.js";
import { podium } from "./podium.js";
import { sayWinners } from "./show.js";
import { byCost, isOrdered, isPerfect, printed, sayGame, top } from "./sums.js";

/** @typedef {import("./types.js").Reveal} Reveal */
/** @typedef {import("./types.js").Revealed} Revealed */
/** @typedef {import("../types.js").Rules} Rules */

/** The number of the last step. */
export const LAST = 7;
const MOST_BOARDS = 3;
const MOST_NAMES = 5;

/**
 * @typedef {object} Seen
 * @property {Reveal} reveal
 * @property {Rules} rules
 * @property {Revealed | undefined} mine
 */

/**
 * The position of a board whose marks are given as (roll, cell) pairs.
 *
 * @param {Rules} rules
 * @param {(number | string)[]} board
 * @param {[number, number][]} marks
 */
export function positionOf(rules, board, marks) {
  const position = fromValues(/** @type {any} */ (board), rules);
  for (const [, cell] of marks) position.marked[cell] = true;
  return position;
}

/**
 * A drawing of a board with its marks and its complete lines.
 *
 * @param {Rules} rules
 * @param {{name: string, board: Revealed["board"], marks: Revealed["marks"]}} player
 */
export function playedBoard(rules, { name, board, marks }) {
  const view = new BoardView({ label: name, size: "small" });
  const position = positionOf(rules, board, marks);
  view.update(rules, { ...position, won: completeLines(position.marked, rules) });
  return view.element;
}

/** @param {Seen} seen */
function winners({ reveal, rules, mine }) {
  const won = reveal.players.filter(({ pupil }) => reveal.winners?.includes(pupil));
  const after = won[0]?.bingo ?? reveal.rolls.length;
  const others = won.filter((one) => one !== mine).map(({ name }) => name);
  const text = sayWinners(others, after, others.length < won.length);
  const places = podium(reveal.players);
  return [
    el("h1", {}, won.length === 1 ? w.reveal.winner : w.reveal.winners),
    el("p", { class: "headline" }, text),
    el(
      "div",
      { class: places ? "winning with-podium" : "winning" },
      places,
      ...won
        .slice(0, places ? 1 : MOST_BOARDS)
        .map((player) => el("figure", {}, playedBoard(rules, player), el("figcaption", {}, player.name))),
    ),
  ];
}

/** @param {Seen} seen */
function boards({ reveal, mine }) {
  const known = reveal.players
    .filter(({ expected_rolls: expected }) => expected)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const value = (/** @type {Revealed} */ player) => player.expected_rolls?.decimal ?? 0;
  const most = Math.max(...known.map(value));
  return [
    el("h1", {}, w.reveal.boards),
    mine?.expected_rolls
      ? el("p", { class: "headline" }, w.reveal.mine(rolls(mine.expected_rolls)))
      : el("p", { class: "soft" }, w.reveal.boardsWhy),
    mine?.rank ? el("p", {}, w.reveal.rank(mine.rank, known.length)) : null,
    bars(
      known.map((player) => ({
        name: player.name,
        amount: rolls(value(player)),
        share: value(player) / most,
        mine: player === mine,
        rank: player.rank,
      })),
    ),
  ];
}

/**
 * @param {string} title
 * @param {Revealed[]} sorted
 * @param {"luck" | "loss"} what
 * @param {(player: Revealed) => {amount: string, share: number}} say
 * @param {Revealed | undefined} mine
 */
function topList(title, sorted, what, say, mine) {
  const { shown, tied } = top(sorted, MOST_NAMES, what);
  const rows = shown.map((player) => ({ name: player.name, mine: player === mine, ...say(player) }));
  return el(
    "section",
    {},
    el("h2", {}, title),
    shown.length > 0 && bars(rows),
    tied.length > 0 &&
      el(
        "p",
        { class: "tied" },
        el("strong", {}, w.reveal.tied(tied.length, say(tied[0]).amount)),
        ` ${tied.map(({ name }) => name).join(", ")}`,
      ),
  );
}

/** @param {Seen} seen */
function luck({ reveal, mine }) {
  const known = reveal.players.filter((player) => player.luck && player.loss);
  const lucky = (/** @type {Revealed} */ player) => player.luck ?? ZERO;
  const lost = (/** @type {Revealed} */ player) => player.loss ?? ZERO;
  const most = Math.max(0.01, ...known.map((player) => lucky(player).decimal));
  const worst = Math.max(0.01, ...known.map((player) => lost(player).decimal));
  const told = mine?.luck && mine.loss ? sayGame(w.reveal, mine) : null;
  return [
    el("h1", {}, w.reveal.luck),
    told && el("p", { class: "headline" }, `${told.luck} ${told.cost}`),
    told?.sum ? el("p", { "data-test": "sum" }, told.sum) : null,
    el("p", { class: "soft" }, w.reveal.luckWhy),
    el(
      "div",
      { class: "two-lists" },
      topList(
        w.reveal.luckiest,
        [...known].sort((a, b) => compare(lucky(b), lucky(a))),
        "luck",
        (player) => ({
          amount: signed(printed(player).luck, lucky(player)),
          share: lucky(player).decimal / most,
        }),
        mine,
      ),
      topList(
        w.reveal.cleverest,
        byCost(known),
        "loss",
        (player) => ({
          amount: isPerfect(player) ? "0" : signed(-printed(player).cost, lost(player)),
          share: lost(player).decimal / worst,
        }),
        mine,
      ),
    ),
  ];
}

/** @param {Seen} seen */
function finishes({ reveal, mine }) {
  return [
    el("h1", {}, w.reveal.finishes),
    finishChart(reveal.finishing ?? [], reveal.theory ?? [], reveal.players.length, mine?.finish ?? null),
  ];
}

/** @param {Seen} seen */
function pairs({ reveal, mine }) {
  if (!reveal.pairs) return [el("h1", {}, w.reveal.pairs), el("p", { class: "soft" }, "–")];
  const order = reveal.players
    .map((player, index) => ({ player, index }))
    .sort((a, b) => (a.player.rank ?? 0) - (b.player.rank ?? 0));
  if (!mine)
    return [
      el("h1", {}, w.reveal.pairs),
      el("p", { class: "soft" }, order.length > NUMBERS ? w.reveal.legend : w.reveal.pairsWhy),
      order.length > NUMBERS ? pairsHighlights(reveal.pairs, reveal.players) : pairsTable(reveal.pairs, order),
    ];
  const row = reveal.pairs.wins[reveal.players.indexOf(mine)];
  const others = order.filter(({ player }) => player !== mine);
  return [
    el("h1", {}, w.reveal.pairs),
    el("p", { class: "soft" }, w.reveal.pairsMe),
    bars(
      others
        .sort((a, b) => row[b.index] - row[a.index])
        .map(({ player, index }) => ({
          name: player.name,
          amount: chance(row[index]),
          share: row[index],
          mine: false,
        })),
    ),
  ];
}

/** @param {Seen} seen */
function ring({ reveal, rules }) {
  if (!reveal.ring) return [el("h1", {}, w.reveal.pairs), el("p", { class: "headline" }, noRing(reveal))];
  const { pupils, links } = reveal.ring;
  const nodes = pupils.map((pupil, i) => {
    const player = /** @type {Revealed} */ (reveal.players.find((one) => one.pupil === pupil));
    const position = positionOf(rules, player?.board ?? [], []);
    return { name: player?.name ?? "?", badge: player?.name ?? "?", player: i % 4, position };
  });
  const odds = links.map(({ win, lose }) => [
    el("strong", {}, chance(win)),
    el("span", { class: "soft" }, w.reveal.to(chance(lose))),
  ]);
  return [
    el("h1", {}, w.reveal.ring),
    el("p", { class: "headline", "data-test": "ring-words" }, w.reveal.ringSays(nodes.map(({ name }) => name))),
    el("p", { class: "soft" }, w.reveal.ringWhy),
    el("div", { class: "ring-figure", "data-test": "ring" }, ringPicture(rules, nodes, odds)),
  ];
}

/** The reason why no ring is shown; the server only searches for rings of up to five boards. @param {Reveal} reveal */
function noRing({ pairs }) {
  if (!pairs) return w.reveal.ringUnknown;
  return isOrdered(pairs.beats) ? w.reveal.noRing : w.reveal.noShortRing;
}

const STEPS = [winners, winners, boards, luck, finishes, pairs, ring, inClass];

/** For each step, a function that tells whether the results for this step have been computed. */
const NEEDS = /** @type {((reveal: Reveal) => boolean)[]} */ ([
  () => true,
  () => true,
  ({ players }) => players.some((player) => player.expected_rolls),
  ({ players }) => players.some((player) => player.luck),
  ({ finishing, theory }) => finishing !== null && theory !== null,
  ({ computed }) => computed,
  ({ computed }) => computed,
  ({ computed }) => computed,
]);

/**
 * @param {number} step
 * @param {Reveal | null} reveal
 * @param {Rules} rules
 * @param {number} [me]
 */
export function revealStep(step, reveal, rules, me) {
  const at = Math.min(step, LAST);
  const mine = reveal?.players.find(({ pupil }) => pupil === me);
  const known = reveal !== null && NEEDS[at](reveal);
  return el(
    "div",
    { class: `reveal step-${at}`, "data-test": "reveal", "data-step": at },
    ...(known
      ? STEPS[at]({ reveal, rules, mine })
      : [el("h1", {}, w.console.reveal), el("p", { class: "soft", role: "status" }, w.console.computing)]),
  );
}
