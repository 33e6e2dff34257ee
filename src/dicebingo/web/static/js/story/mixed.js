/** The fourth story: a position in which every fixed choice has an answer, so that chance must choose. */

import { choices, el } from "../dom.js";
import { cellName, sentence } from "../format.js";
import { readWord } from "../link.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { endingsOf } from "./pairs.js";
import { contestants, p, readNumber, slot } from "./parts.js";
import { raceCard } from "./races.js";
import { rockPaperScissors } from "./rock.js";
import { chances } from "./solo.js";
import { actionsOf, always, askStage, expected, ITS, mixtures, replyTo, ROLL, YOURS } from "./stage.js";
import { valley } from "./valley.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const RUNNERS = ["You", "Computer"];

/** @param {Rules} rules */
function positionsOf(rules) {
  return [YOURS, ITS].map((text) => readPosition(text, rules).position);
}

/** @param {Scene} scene */
async function begin({ rules, guessing, seed, signal }) {
  const actions = actionsOf(await askStage(signal));
  return [
    el(
      "div",
      { class: "stack" },
      el("h3", {}, "First: rock, paper, scissors"),
      p("The computer knows your plan, but not how the die will fall. Try some plans:"),
      rockPaperScissors(seed, signal),
    ),
    el(
      "div",
      { class: "stack" },
      el("h3", {}, "Now: bingo"),
      p(`The dice show ${ROLL}. You have two sixes and mark one of them. The computer also has two and wants to win.`),
      contestants(
        rules,
        positionsOf(rules).map((position, player) => ({ name: RUNNERS[player], position, can: actions[player] })),
      ),
      guessing,
    ),
  ];
}

/** @param {Scene} scene */
async function see({ rules, params, put, reveal, seed, signal }) {
  const stage = await askStage(signal);
  const actions = actionsOf(stage);
  const mix = mixtures(stage);
  const names = actions.map((own) => own.map((cell) => cellName(cell, rules)));
  const plans = [0, 1, 2].map((yours) => {
    if (yours === 2) return { yours: mix[0], its: mix[1] };
    return { yours: always(yours, 2), its: always(replyTo(stage, yours), 2) };
  });
  const odds = plans.map(({ yours, its }) => expected(stage, yours, its));
  const place = slot(signal);
  const show = (/** @type {number} */ index) => {
    const { yours, its } = plans[index];
    const runners = positionsOf(rules).map((position, player) => ({ name: RUNNERS[player], player, position }));
    const endings = endingsOf(odds[index], runners);
    endings[0].name = "You win";
    place.show((leaving) => [
      p(
        index < 2
          ? `The computer knows that, and marks ${names[1][replyTo(stage, index)]}.`
          : "The computer knows your mix, but not what chance will choose, so both of its sixes are equally good.",
      ),
      raceCard({
        rules,
        runners,
        endings,
        told: endings.length - 1,
        begin: starting(rules, actions, [yours, its], seed),
        seed,
        signal: leaving,
      }),
    ]);
  };
  const values = /** @type {const} */ (["first", "second", "mix"]);
  const pick = choices(
    "Your plan",
    [
      ["first", `always ${names[0][0]}`],
      ["second", `always ${names[0][1]}`],
      ["mix", "let chance decide"],
    ],
    (value) => {
      put("plan", value);
      show(values.indexOf(value));
    },
  );
  const now = values.indexOf(readWord(params, "plan", values, "The plan"));
  pick.set(values[now]);
  show(now);
  const wins = (/** @type {number} */ index) =>
    number(odds[index].lose, { kind: "chance", name: `The computer wins: ${index < 2 ? names[0][index] : "chance"}` });
  const share = (/** @type {number} */ index) =>
    number(mix[0][index], { kind: "chance", name: `You mark ${names[0][index]}` });
  return [
    el(
      "div",
      { class: "stack" },
      reveal(
        p(el("strong", { class: "said" }, "Let chance decide.")),
        el(
          "ul",
          { class: "ring-words" },
          el("li", {}, `Always ${names[0][0]}: a computer that knows this wins `, wins(0), " of the games."),
          el("li", {}, `Always ${names[0][1]}: it wins `, wins(1), "."),
          el(
            "li",
            {},
            `${sentence(names[0][0])} in `,
            share(0),
            ` and ${names[0][1]} in `,
            share(1),
            " of the games: only ",
            wins(2),
            ".",
          ),
        ),
      ),
      p("After this roll, both play as fast as they can. Try the plans: each dot is one game."),
    ),
    el("div", { class: "stack" }, pick.element, place.element),
  ];
}

/**
 * The positions after both have marked a six, at random if a plan is mixed.
 *
 * @param {Rules} rules
 * @param {number[][]} actions
 * @param {Amount[][]} plans
 * @param {number} seed
 * @returns {() => Position[]}
 */
function starting(rules, actions, plans, seed) {
  const chance = chances(seed + 1);
  const positions = positionsOf(rules);
  return () =>
    positions.map(({ values, marked }, player) => {
      const cell = actions[player][chance() < plans[player][0].decimal ? 0 : 1];
      return { values, marked: marked.map((mark, one) => mark || one === cell) };
    });
}

/** @param {Scene} scene */
async function why({ rules, params, put, signal }) {
  const stage = await askStage(signal);
  const actions = actionsOf(stage);
  const [mine, its] = mixtures(stage);
  const names = actions.map((own) => own.map((cell) => cellName(cell, rules)));
  const lines = actions[1].map((_, reply) => {
    const ends = always(reply, 2);
    return [always(1, 2), always(0, 2)].map((yours) => expected(stage, yours, ends).lose);
  });
  const said = (/** @type {Amount} */ amount, /** @type {string} */ name) => number(amount, { kind: "chance", name });
  return [
    el(
      "div",
      { class: "stack" },
      p("How often should you mark each six? Move the slider until the computer wins as rarely as possible."),
      p(
        "Each line is one reply by the computer. It knows your mix and picks the higher line. Where they cross, " +
          "both replies are equally good, and knowing your mix does not help.",
      ),
      p(
        "They cross at ",
        said(mine[0], `You mark ${names[0][0]}`),
        ` for ${names[0][0]}. The computer wins `,
        said(stage.equilibria[0].payoffs.second, "The computer wins"),
        " there and more often everywhere else.",
      ),
      p(
        "The computer needs a mix too: ",
        said(its[0], `The computer marks ${names[1][0]}`),
        ` ${names[1][0]} and `,
        said(its[1], `The computer marks ${names[1][1]}`),
        ` ${names[1][1]}. Then neither of you gains by changing. This is called a Nash equilibrium.`,
      ),
    ),
    valley({
      names,
      lines,
      mix: readNumber(params, "mix", 100, 100, "The mix"),
      onmix: (mix) => put("mix", String(mix)),
    }),
  ];
}

/** @type {Record<string, string>} */
const REPLIES = {
  first: "A sound move as long as it stays secret. An opponent who knows it has an answer.",
  second: "A sound move as long as it stays secret. An opponent who knows it has an answer.",
  mix: "Yes: your opponent cannot use what you do not know yourself.",
};

/** @type {Story} */
export const mixed = {
  name: "mixed",
  title: "The move you must keep secret",
  teaser: "The computer knows your plan. Which plan is best?",
  boards: [YOURS, ITS],
  guess: {
    question: "The computer will know your plan. Which plan is best?",
    options: [
      ["first", "Always top right"],
      ["second", "Always bottom left"],
      ["mix", "Sometimes one, sometimes the other"],
    ],
  },
  reply: (guess) => REPLIES[guess],
  steps: [
    { heading: "It knows your plan", show: begin },
    { heading: "All plans but one have an answer", show: see },
    { heading: "How often should you choose each?", show: why },
  ],
  room: { text: "Try it in Duel", href: () => `#/duel?a=${YOURS}&b=${ITS}&roll=${ROLL}` },
};
