/** The fifth chapter: a position in which the opponent has an answer to every fixed choice, so chance must decide. */

import { el } from "../dom.js";
import { cellName } from "../format.js";
import { wordsOf } from "../language.js";
import { readNumber } from "../link.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { contestants, p, said, stack } from "./parts.js";
import { planCard } from "./plans.js";
import { rockPaperScissors } from "./rock.js";
import { chances } from "./solo.js";
import { actionsOf, always, askStage, expected, ITS, mixtures, replyTo, ROLL, YOURS } from "./stage.js";
import { valley } from "./valley.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { mixed: w, telling } = wordsOf("story");

/** @param {Rules} rules */
function positionsOf(rules) {
  return [YOURS, ITS].map((text) => readPosition(text, rules).position);
}

/**
 * The names of the cells that each player may mark.
 *
 * @param {Nash} stage
 * @param {Rules} rules
 */
function namesOf(stage, rules) {
  return actionsOf(stage).map((own) => own.map((cell) => cellName(cell, rules)));
}

/** @param {Scene} scene */
async function begin({ rules, guessing, seed, signal }) {
  const actions = actionsOf(await askStage(signal));
  const boards = positionsOf(rules).map((position, player) => {
    const name = [w.you, w.computer][player];
    return { name, badge: name.charAt(0), position, can: actions[player] };
  });
  return [
    stack(p(w.begin(ROLL)), guessing),
    stack(
      contestants(rules, boards),
      el("details", {}, el("summary", {}, w.rock), stack(p(w.tryPlans), rockPaperScissors(seed, signal))),
    ),
  ];
}

/** @param {Scene} scene */
async function see(scene) {
  const { rules, reveal, seed, signal } = scene;
  const stage = await askStage(signal);
  const actions = actionsOf(stage);
  const mix = mixtures(stage);
  const names = namesOf(stage, rules);
  const dice = chances(seed + 1);
  const labels = w.plans(names[0]);
  const plans = labels.map((name, index) => {
    const fixed = index < 2;
    const yours = fixed ? always(index, 2) : mix[0];
    const its = fixed ? always(replyTo(stage, index), 2) : mix[1];
    const reply = fixed ? w.marks(names[1][replyTo(stage, index)]) : w.indifferent;
    const marks = () => [yours, its].map(([first], player) => actions[player][dice() < first.decimal ? 0 : 1]);
    return { name, reply, wins: expected(stage, yours, its).lose, marks };
  });
  const wins = (/** @type {number} */ index) =>
    number(plans[index].wins, { kind: "chance", name: w.computerWinsBy(labels[index]) });
  const shares = names[0].map((cell, i) => number(mix[0][i], { kind: "chance", name: w.youMark(cell) }));
  return [
    stack(
      reveal(
        said(w.chance),
        el(
          "ul",
          { class: "ring-words" },
          el("li", {}, ...w.fixed(names[0][0], wins(0))),
          el("li", {}, ...w.fixed(names[0][1], wins(1))),
          el("li", {}, ...w.mixing(names[0], shares, wins(2))),
        ),
      ),
      p(w.after),
    ),
    planCard(scene, positionsOf(rules), plans),
  ];
}

/** @param {Scene} scene */
async function why({ rules, params, put, signal }) {
  const stage = await askStage(signal);
  const [mine, its] = mixtures(stage);
  const names = namesOf(stage, rules);
  const lines = names[1].map((_, reply) => {
    const ends = always(reply, 2);
    return [always(1, 2), always(0, 2)].map((yours) => expected(stage, yours, ends).lose);
  });
  const share = (/** @type {Amount} */ amount, /** @type {string} */ name) => number(amount, { kind: "chance", name });
  return [
    stack(
      p(w.move),
      p(w.lines),
      p(
        ...w.cross(
          share(mine[0], w.youMark(names[0][0])),
          names[0][0],
          share(stage.equilibria[0].payoffs.second, w.computerWins),
        ),
      ),
      p(
        ...w.its(
          its.map((amount, i) => share(amount, w.itMarks(names[1][i]))),
          names[1],
        ),
      ),
    ),
    valley({
      names,
      lines,
      mix: readNumber(params, "mix", { what: w.mix, least: 0, most: 100, otherwise: 100 }),
      onmix: (mix) => put("mix", String(mix)),
    }),
  ];
}

/** @type {Story} */
export const mixed = {
  name: "mixed",
  words: w,
  boards: [YOURS, ITS],
  guess: w,
  right: (guess) => guess === "mix",
  reply: (guess) => w.replies[/** @type {keyof typeof w.replies} */ (guess)],
  steps: [begin, see, why],
  room: { text: telling.duel, href: () => `#/duel?a=${YOURS}&b=${ITS}&roll=${ROLL}` },
};
