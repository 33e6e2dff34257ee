/** Computes the odds between two boards: exact odds on shared dice, and rounded odds on separate dice. */

import { ask } from "../api.js";
import { ZERO } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("./piles.js").Ending} Ending */

/**
 * @typedef {object} Odds
 * @property {Amount} win  The probability that the first board wins.
 * @property {Amount} lose
 * @property {Amount} tie
 * @property {string} note  The precision, if the numbers are not exact.
 *
 * @typedef {object} Pair
 * @property {Odds} same  The odds on shared dice.
 * @property {Odds} own  The odds if each board has its own dice.
 * @property {Amount[]} rolls  The expected rolls of each board alone.
 * @property {boolean} sure  Whether, on shared dice, the same board is ahead under every tie-break.
 */

// Both boards need more rolls than this in only about one race in a million.
const UPTO = 80;
const CARD_UPTO = 400;
const w = wordsOf("story").odds;

/**
 * @param {string} first
 * @param {string} second
 * @param {AbortSignal} signal
 * @param {{tokens: number}} [cards]  The rules, if the boards are cards. Cards take more rolls, so the page asks about
 *   each card separately.
 * @returns {Promise<Pair>}
 */
export async function askPair(first, second, signal, cards) {
  const boards = [first, second];
  const [found, ...alone] = await Promise.all([
    ask("match", cards ? { ...cards, boards } : { boards, upto: UPTO }, { signal }),
    ...(cards ? boards.map((board) => ask("solve", { ...cards, board, upto: CARD_UPTO }, { signal })) : []),
  ]);
  const together = alone[0]?.distribution?.map((row, k) => ({ solo: [row, alone[1].distribution?.[k] ?? row] }));
  const odds = (/** @type {string} */ winners) =>
    found.outcomes.find((outcome) => String(outcome.winners) === winners)?.probability ?? ZERO;
  const own = { win: 0, lose: 0, tie: 0 };
  for (const { solo } of together ?? found.distribution ?? []) {
    const [now, later] = [solo.map(({ pmf }) => pmf.decimal), solo.map(({ cdf }) => 1 - cdf.decimal)];
    own.win += now[0] * later[1];
    own.lose += later[0] * now[1];
    own.tie += now[0] * now[1];
  }
  const rounded = (/** @type {number} */ decimal) => ({ exact: null, decimal });
  return {
    same: { win: odds("0"), lose: odds("1"), tie: odds("0,1"), note: "" },
    own: { win: rounded(own.win), lose: rounded(own.lose), tie: rounded(own.tie), note: w.rounded },
    rolls: found.expected_rolls,
    sure: found.verdict?.kind === "surely beats",
  };
}

/**
 * The odds with the two boards swapped.
 *
 * @param {Odds} odds
 * @returns {Odds}
 */
export function turned({ win, lose, tie, note }) {
  return { win: lose, lose: win, tie, note };
}

/**
 * @param {Odds} odds
 * @param {{name: string, player: number}[]} runners  The two boards.
 * @returns {(Ending & {winners: number[]})[]}
 */
export function endingsOf({ win, lose, tie, note }, [first, second]) {
  const wins = (/** @type {{name: string, player: number}} */ { name, player }) => ({
    name: w.wins(name),
    look: `player-${player}`,
  });
  const tied = { name: w.tie, look: "tie", amount: tie, note, winners: [0, 1] };
  return [
    { ...wins(first), amount: win, note, winners: [0] },
    ...(tie.decimal > 0 ? [tied] : []),
    { ...wins(second), amount: lose, note, winners: [1] },
  ];
}

/**
 * The odds in words: "42.8% to 36.8%", with ties if there are any.
 *
 * @param {Odds} odds
 * @param {string} first
 * @param {string} second
 * @returns {import("../dom.js").Child[]}
 */
export function sayOdds({ win, lose, tie, note }, first, second) {
  const said = (/** @type {Amount} */ amount, /** @type {string} */ what) =>
    number(amount, { kind: "chance", name: w.name(first, second, what), note });
  const [wins, loses] = [said(win, w.wins(first)), said(lose, w.wins(second))];
  return tie.decimal > 0 ? w.tied(wins, loses, said(tie, w.tie)) : w.pair(wins, loses);
}
