/** The third chapter: the slower of two boards wins more often. */

import { wordsOf } from "../language.js";
import { readPosition } from "../position.js";
import { p } from "./parts.js";
import { sums } from "./sums.js";
import { twoBoards } from "./two.js";

const w = wordsOf("story").slower;
const BOARDS = ["9,6,7/7,9,6/6,7,9", "6,7,6/7,7,7/6,6,6"];

/** @param {import("../types.js").Rules} rules */
function helps(rules) {
  const [a, b] = BOARDS.map((text) => readPosition(text, rules).position.values);
  return sums(rules, w.helps, (sum) => {
    if (a.includes(sum) && b.includes(sum)) return { look: "both", name: w.helped.both };
    if (a.includes(sum)) return { look: "player-0", name: w.helped.a };
    return b.includes(sum) ? { look: "player-1", name: w.helped.b } : { look: "none", name: w.helped.none };
  });
}

export const slower = twoBoards({
  name: "slower",
  boards: BOARDS,
  words: w,
  reasons: (rules) => [p(w.shared), helps(rules)],
});
