/** The second chapter: the best board mixes likely and less likely numbers, and repeats some of them. */

import { ask } from "../api.js";
import { el } from "../dom.js";
import { count } from "../format.js";
import { compare, subtract } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { readPosition } from "../position.js";
import { drawCard } from "./draw.js";
import { speedLab } from "./lab.js";
import { averages, contestants, p, said, stack } from "./parts.js";

/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const { best: w, parts, telling } = wordsOf("story");

export const BEST = "8,8,9/7,6,10/7,4,5";
/** The fastest board with nine different numbers. */
export const DISTINCT = "5,3,6/4,7,10/8,11,9";
const BOARDS = ["6,6,7/7,8,7/8,8,6", DISTINCT, BEST];

/** @param {AbortSignal} signal */
function askRolls(signal) {
  return Promise.all(
    BOARDS.map((board) => ask("solve", { board }, { signal }).then(({ expected_rolls: rolls }) => rolls)),
  );
}

/** @param {Scene} scene */
async function begin({ rules, guessing }) {
  const boards = BOARDS.map((text, i) => {
    const badge = "ABC"[i];
    return { name: parts.board(badge), badge, position: readPosition(text, rules).position };
  });
  return [stack(...w.begin.map((text) => p(text)), guessing), contestants(rules, boards)];
}

/** @param {Scene} scene */
async function see(scene) {
  const { rules, reveal, signal } = scene;
  const rolls = await askRolls(signal);
  const [a, b, c] = rolls.map((own, i) => number(own, { kind: "rolls", name: parts.boardRolls("ABC"[i]) }));
  const all = rules.values.length ** rules.grid.length;
  return [
    stack(reveal(said(w.fastest, ...w.reveal(c, b, a)), averages(rolls)), p(w.proven(count(all)))),
    drawCard(scene, { board: BEST, name: w.name, expected: rolls[2], faster: 0 }),
  ];
}

/** @param {Scene} scene */
async function why(scene) {
  const { expected_rolls: best } = await ask("solve", { board: BEST }, { signal: scene.signal });
  const { throws, element } = speedLab(scene, {
    start: BEST,
    helps: w.helps,
    useful: w.useful,
    say: (now) => {
      const slower = subtract(now, best);
      return [
        el(
          "span",
          { class: "unit" },
          ...(compare(now, best) === 0 ? [w.equal] : w.slower(number(slower, { kind: "cost", name: w.slowerName }))),
        ),
      ];
    },
  });
  return [stack(p(w.change), throws, p(w.why)), element];
}

/** @type {Story} */
export const best = {
  name: "best",
  words: w,
  boards: [BOARDS[0]],
  guess: w,
  right: (guess) => guess === "c",
  reply: (guess) => w.replies[/** @type {keyof typeof w.replies} */ (guess)],
  steps: [begin, see, why],
  room: { text: telling.design, href: (params) => `#/design?board=${params.get("board") ?? BEST}` },
};
