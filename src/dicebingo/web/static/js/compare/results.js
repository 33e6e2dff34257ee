/** Who wins, how often, alone and together; and what ties and tie-breaks have to do with it. */

import { ALMOST_ALL, curveChart, figure } from "../charts.js";
import { button, choices, el, fill } from "../dom.js";
import { decimal, LETTERS, percent } from "../format.js";
import { svg } from "../svg.js";
import { tableBox } from "../tables.js";

/** @typedef {import("../api-types.js").Match} Match */
/** @typedef {import("../api-types.js").Outcome} Outcome */

/** @param {{onrange: () => void, onshow: (what: "pdf" | "cdf") => void}} on */
export function resultCards(on) {
  const headline = el("p", { class: "verdict", role: "status", "aria-live": "polite" });
  const story = el("p", { class: "soft" });
  const bar = el("div", { class: "shares", role: "img" });
  const legend = el("ul", { class: "legend" });
  const outcomes = tableBox("match", "Show the numbers, exact");
  const sides = tableBox("alone-and-together", "Show the table");
  const alone = figure("Alone: when each board finishes", "alone");
  const together = figure("Together: who wins when", "together");
  const show = choices(
    "Curves",
    [
      ["pdf", "at each roll"],
      ["cdf", "up to each roll"],
    ],
    on.onshow,
  );
  const ties = el("div", { class: "stack" });
  const range = button("How much can tie-breaks matter?", on.onrange);
  const rangeText = el("p", { role: "status" });
  const rangeBox = el("div", { class: "stack" }, el("div", {}, range), rangeText);
  const element = el(
    "div",
    { class: "stack" },
    el("section", { class: "card" }, headline, bar, legend, story, outcomes.element),
    el(
      "section",
      { class: "card" },
      el("div", { class: "row between" }, el("h2", {}, "Alone and together"), show.element),
      el("div", { class: "side-by-side wide" }, alone.element, together.element),
      sides.element,
    ),
    el("section", { class: "card" }, el("h2", {}, "Ties and tie-breaks"), ties, rangeBox),
  );
  return {
    element,
    show,
    /** @param {boolean} busy */
    busy(busy) {
      element.classList.toggle("busy", busy);
    },
    /**
     * @param {Match} match
     * @param {"pdf" | "cdf"} curves
     */
    set(match, curves) {
      const sorted = inOrder(match);
      headline.textContent = sayWho(match);
      story.textContent = sayStory(match);
      fill(bar, ...sorted.map(sharePart));
      bar.setAttribute(
        "aria-label",
        sorted.map(({ winners, probability }) => `${outcomeName(winners)} ${percent(probability)}`).join(", "),
      );
      fill(legend, ...sorted.map(legendItem));
      outcomes.set({
        caption: "Outcomes of the match",
        columns: ["outcome", "probability"],
        rows: sorted.map(({ winners, probability }) => [outcomeName(winners), probability]),
      });
      sides.set({
        caption: "Each board alone, and in the match",
        columns: ["board", "expected rolls alone", "share of the wins"],
        rows: match.expected_rolls.map((rolls, player) => [LETTERS[player], rolls, match.shares[player]]),
      });
      show.set(curves);
      if (match.distribution) drawCurves(alone, together, match, match.distribution, curves === "cdf" ? "cdf" : "pmf");
      fill(ties, ...explainTies(match));
      rangeBox.hidden = match.expected_rolls.length !== 2;
      rangeText.textContent = "";
    },
    /** @param {Match} match */
    range({ range: found }) {
      if (!found) return;
      const between = (/** @type {"first" | "second"} */ who) =>
        `${percent(found[who].low, 2)} to ${percent(found[who].high, 2)}`;
      const shares = `A wins ${between("first")} of the games and B ${between("second")}`;
      rangeText.textContent = `Over all ways to break ties, ${shares} (${found.margin.kind}).`;
    },
  };
}

/**
 * Wins in the order of the boards, with the ties of two boards between them.
 *
 * @param {Match} match
 */
function inOrder(match) {
  const { shares } = match;
  const outcomes = happening(match);
  const ties = outcomes.filter(({ winners }) => winners.length > 1);
  const wins = shares.flatMap((_, player) =>
    outcomes.filter(({ winners }) => winners.length === 1 && winners[0] === player),
  );
  return shares.length === 2 ? [wins[0], ...ties, wins[1]].filter(Boolean) : [...wins, ...ties];
}

const ZERO = { exact: "0", decimal: 0 };
const NOTHING = { pmf: ZERO, cdf: ZERO };

/** @param {Match} match  The outcomes that can happen. */
function happening({ outcomes }) {
  return outcomes.filter(({ probability }) => probability.decimal > 0);
}

/** @param {number[]} winners */
function outcomeName(winners) {
  const letters = winners.map((player) => LETTERS[player]);
  if (letters.length === 1) return `${letters[0]} wins`;
  return `tie of ${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}`;
}

/** @param {Outcome} outcome */
function sharePart({ winners, probability }) {
  const part = el("span", {
    class: winners.length === 1 ? `player-${winners[0]}` : "tie",
    title: `${outcomeName(winners)}: ${percent(probability, 2)}`,
  });
  part.style.flexGrow = String(Math.max(probability.decimal, 0.0001));
  if (probability.decimal > 0.12) part.textContent = percent(probability, 0);
  return part;
}

/** @param {Outcome} outcome */
function legendItem({ winners, probability }) {
  const badge =
    winners.length === 1
      ? el("span", { class: `badge player-${winners[0]}`, "aria-hidden": "true" }, LETTERS[winners[0]])
      : el("span", { class: "badge", "aria-hidden": "true" }, "=");
  return el(
    "li",
    {},
    badge,
    el("span", {}, `${outcomeName(winners)} `, el("strong", { class: "number" }, decimal(probability, 4))),
  );
}

/** @param {Match} match */
function sayWho({ verdict, shares }) {
  if (verdict) {
    if (verdict.kind === "even") return "The two boards are even.";
    if (verdict.kind === "undecided") return "The two boards are too close to tell apart.";
    if (verdict.favoured === null) return "It depends on how ties are broken.";
    const beats = `${LETTERS[verdict.favoured]} beats ${LETTERS[1 - verdict.favoured]}`;
    return verdict.kind === "surely beats" ? `${beats}, however ties are broken.` : `${beats}.`;
  }
  const best = shares.reduce((top, share, player) => (share.decimal > shares[top].decimal ? player : top), 0);
  return `${LETTERS[best]} has the largest share: ${percent(shares[best])}.`;
}

/** @param {Match} match */
function sayStory({ verdict, expected_rolls: rolls, expected_length: length }) {
  const over = length ? `The first bingo comes after ${decimal(length, 2)} rolls on average.` : "";
  if (!verdict) return `A tie is shared evenly. ${over}`;
  if (verdict.favoured === null) return over;
  const fast = rolls[0].decimal < rolls[1].decimal ? 0 : 1;
  if (fast === verdict.favoured) return `${LETTERS[fast]} is the faster board as well. ${over}`;
  const both = `${decimal(rolls[fast], 2)} rolls against ${decimal(rolls[1 - fast], 2)}`;
  const moral = "Being fast on average is not the same as being first.";
  return `Yet ${LETTERS[fast]} is the faster board alone: ${both}. ${moral} ${over}`;
}

/**
 * @param {import("../charts.js").Figure} alone
 * @param {import("../charts.js").Figure} together
 * @param {Match} match
 * @param {NonNullable<Match["distribution"]>} distribution
 * @param {"pmf" | "cdf"} what
 */
function drawCurves(alone, together, match, distribution, what) {
  const first = Math.max(0, distribution.findIndex(({ solo }) => solo.some(({ pmf }) => pmf.decimal > 0)) - 1);
  const last = (/** @type {(entry: typeof distribution[number]) => boolean} */ done) => {
    const found = distribution.findIndex(done);
    return found < 0 ? distribution.length : found + 1;
  };
  const soloShown = distribution.slice(
    first,
    last(({ solo }) => solo.every(({ cdf }) => cdf.decimal > ALMOST_ALL)),
  );
  const jointShown = distribution.slice(
    first,
    last(({ joint }) => joint.reduce((sum, { cdf }) => sum + cdf.decimal, 0) > ALMOST_ALL),
  );
  const players = distribution[0].solo.map((_, player) => player);
  const soloCurves = players.map((player) => ({
    player,
    points: soloShown.map(({ roll, solo }) => ({ roll, share: solo[player][what].decimal })),
  }));
  const winnersOf = happening(match).map(({ winners }) => winners);
  // Before an outcome can have happened it is not listed.
  const of = (/** @type {typeof distribution[number]} */ { joint }, /** @type {number[]} */ winners) =>
    joint.find((entry) => String(entry.winners) === String(winners)) ?? NOTHING;
  const jointCurves = winnersOf.flatMap((winners) =>
    winners.length === 1
      ? [
          {
            player: winners[0],
            points: jointShown.map((entry) => ({ roll: entry.roll, share: of(entry, winners)[what].decimal })),
          },
        ]
      : [],
  );
  const word = what === "pmf" ? "at" : "by";
  alone.set(
    {
      caption: "Alone",
      columns: [
        "roll",
        ...players.flatMap((player) => [`${LETTERS[player]} finishes here`, `${LETTERS[player]} finished by now`]),
      ],
      rows: distribution.map(({ roll, solo }) => [roll, ...solo.flatMap(({ pmf, cdf }) => [pmf, cdf])]),
    },
    (width) => curveChart(soloCurves, { label: `The chance of each board alone to finish ${word} each roll`, width }),
    curveLegend(players.map((player) => [player, LETTERS[player]])),
  );
  together.set(
    {
      caption: "Together",
      columns: [
        "roll",
        ...winnersOf.flatMap((winners) => [`${outcomeName(winners)} here`, `${outcomeName(winners)} by now`]),
      ],
      rows: distribution.map((entry) => [
        entry.roll,
        ...winnersOf.flatMap((winners) => [of(entry, winners).pmf, of(entry, winners).cdf]),
      ]),
    },
    (width) => curveChart(jointCurves, { label: `The chance of each board to win ${word} each roll`, width }),
    curveLegend(jointCurves.map(({ player }) => [player, `${LETTERS[player]} wins`])),
  );
}

/** @param {[number, string][]} entries */
function curveLegend(entries) {
  return el(
    "ul",
    { class: "legend" },
    ...entries.map(([player, text]) =>
      el(
        "li",
        {},
        svg(
          "svg",
          { class: "swatch", viewBox: "0 0 36 12", "aria-hidden": "true" },
          svg("path", { class: `curve player-${player}`, d: "M0 6H36" }),
        ),
        el("span", {}, text),
      ),
    ),
  );
}

const TIE_BREAKS = /** @type {Record<string, string>} */ ({
  smallest: "the one with the smallest number",
  largest: "the one with the largest number",
  random: "one of them, at random",
});

/** @param {Match} match */
function explainTies({ outcomes, verdict, tie_break: tieBreak }) {
  const tied = outcomes
    .filter(({ winners }) => winners.length > 1)
    .reduce((sum, { probability }) => sum + probability.decimal, 0);
  const often = tied
    ? `This happens in ${percent(tied, 2)} of the games: boards that wait for the same numbers often tie.`
    : "This never happens with these boards.";
  const texts = [
    `A tie means that two boards complete a line on the same roll. ${often}`,
    "A tie-break is something else. When two cells are equally good for a board on its own, a rule must say which " +
      `one is marked. Here it is ${TIE_BREAKS[tieBreak] ?? tieBreak}.`,
  ];
  if (verdict?.kind === "surely beats")
    texts.push("Here that choice does not matter: the same board is ahead for every tie-break.");
  if (verdict?.kind === "depends") texts.push("Here it matters: other tie-breaks reverse the result.");
  if (verdict && !verdict.decided) texts.push("Whether that choice matters here is not decided.");
  return texts.map((text) => el("p", {}, text));
}
