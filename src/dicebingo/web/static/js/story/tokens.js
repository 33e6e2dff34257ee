/** The last chapter: two cards of 15 tokens race, and the card that is three rolls slower wins more often. */

import { BoardView } from "../board.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { p } from "./parts.js";
import { twoBoards } from "./two.js";

const w = wordsOf("story").tokens;
// For each number, the larger of the two cards' piles.
const LARGER = [3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 11];

export const tokens = twoBoards({
  name: "tokens",
  boards: ["3,4,5,5,6,6,7,7,7,8,8,9,9,10,11", "4,5,5,6,6,6,7,7,7,8,8,8,9,9,10"],
  spec: { tokens: 15 },
  words: w,
  reasons(rules, { same: { win, lose } }) {
    const both = new BoardView({ label: w.largerName, player: 2, size: "small" });
    both.update(rules, { values: LARGER, marked: LARGER.map(() => false) });
    const [a, b] = [win, lose].map((amount, i) => number(amount, { kind: "chance", name: w.lastNames[i] }));
    return [p(w.larger), both.element, p(...w.last(a, b))];
  },
});
