/** Draws the current state of the game. */

import { shapeOf } from "../card.js";
import { cost } from "../cost.js";
import { allow, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { completeLines, writePosition } from "../position.js";
import { writeHash } from "../router.js";
import { writeSpec } from "../rules.js";
import { after, marked, options } from "./game.js";
import { adviceTable, aims, explain, leftOnCells, onCells, whatNow } from "./sentences.js";

/** @typedef {import("./controller.js").Play} Play */

const w = wordsOf("play");

/** @param {Play} play */
export function draw(play) {
  const { view, state, now } = play;
  const { rules, game } = state;
  drawBoards(play);
  drawTally(play);
  drawButtons(play);
  view.rival.hidden = state.otherStart === null;
  view.about.textContent = w.about[state.vs];
  view.element.classList.toggle("alone", state.otherStart === null);
  view.element.classList.toggle("over", state.over && now.looking === null);
  view.other.element.classList.toggle("busy", now.thinking);
  if (now.advice) {
    view.advise(aims(now.advice, rules));
    view.advice.set(explain(now.advice, rules), adviceTable(now.advice, rules), duelLink(play));
  } else {
    view.say(whatNow(state, now));
    const left = leftNow(play);
    if (left) view.advice.set(w.layerNote, adviceTable({ fast: left, win: null }, rules), null);
    else view.advice.hide();
  }
  view.finish.look(now.looking);
  // The last roll stays hidden while the dice tumble.
  const known = now.rolling && game.pending === null ? game.turns.slice(0, -1) : game.turns;
  view.setLog(
    known.map(({ roll, mine }) => ({ roll, wasted: mine.length === 0 })),
    now.rolling ? null : game.pending,
  );
}

/** The expected rolls left after each choice; null if they are hidden. @param {Play} play */
function leftNow({ layer, now }) {
  return layer && !now.choosing ? now.left : null;
}

/** @param {Play} play */
function drawButtons({ view, state, now }) {
  const { game, mine, rules, by, over, judged } = state;
  const back = now.looking !== null;
  const waits = game.pending !== null || now.rolling;
  view.roll.hidden = by === "hand" || over || back;
  const roll = { possible: !waits, reason: now.rolling ? w.diceStillRoll : w.markFirst };
  allow(view.roll, roll);
  view.real.hidden = by !== "hand" || over || back;
  for (const key of view.real.querySelectorAll("button")) allow(key, roll);
  view.again.hidden = !over || back;
  view.how.hidden = !over || back;
  view.back.hidden = !back;
  view.hint.hidden = over || back || now.advice !== null;
  const choice = game.pending !== null && !rules.card && options(mine, game.pending, rules).length > 1;
  const busy = now.rolling || now.choosing !== null || now.asking;
  allow(view.hint, judged.possible ? { possible: choice && !busy, reason: w.hintLater } : judged);
}

/** @param {Play} play */
function drawBoards(play) {
  const { view, state, now } = play;
  const { rules, game, start, otherStart } = state;
  const { looking } = now;
  const turns = looking === null ? game.turns : game.turns.slice(0, looking);
  const mine = marked(after(start, turns, "mine"), now.choosing ?? []);
  const theirs = otherStart && after(otherStart, turns, "theirs");
  const open = looking === null && game.pending !== null && !now.rolling && now.choosing === null;
  const { columns, rows } = shapeOf(rules);
  const left = leftNow(play);
  view.element.style.setProperty("--ratio", String(columns / rows));
  view.element.style.setProperty("--rows", String(rows));
  view.board.update(rules, {
    ...mine,
    can: open ? options(mine, game.pending ?? 0, rules).flat() : [],
    selected: looking === null ? undefined : (game.turns[looking].mine[0] ?? null),
    fresh: now.fresh.mine,
    won: looking === null ? completeLines(mine.marked, rules) : [],
    hints: now.advice ? onCells(now.advice) : left ? leftOnCells(left) : undefined,
  });
  if (theirs)
    view.other.update(rules, {
      ...theirs,
      fresh: now.fresh.theirs,
      won: looking === null ? completeLines(theirs.marked, rules) : [],
    });
}

/** Show the number of rolls so far, and the average of the board. @param {Play} play */
export function drawTally({ view, state, average, exactly }) {
  const { turns, pending } = state.game;
  view.tally.classList.toggle("busy", average === undefined);
  fill(
    view.tally,
    el("strong", {}, w.tally(turns.length + (pending === null ? 0 : 1))),
    average !== null && el("span", { class: "soft" }, ` · ${w.average} `),
    average === undefined
      ? el("span", { class: "soft" }, "…")
      : average && number(average, { kind: "rolls", name: w.averageOfBoard, exactly }),
  );
}

/** A link that opens this position and roll in *Duel*. @param {Play} play */
function duelLink({ state, now }) {
  const { rules, game } = state;
  const { mine, theirs, roll } = state.moment(now.looking ?? game.turns.length);
  if (!theirs || !cost("nash", rules, [mine, theirs]).possible) return null;
  const params = writeSpec(rules.spec);
  params.set("a", writePosition(mine, rules));
  params.set("b", writePosition(theirs, rules));
  params.set("roll", String(roll));
  return el("a", { class: "button quiet", href: writeHash("duel", params) }, w.inDuel);
}

/** Links that open the boards of a finished game in other rooms. @param {Play} play */
export function boardLinks({ state: { start, otherStart, rules } }) {
  const own = writeSpec(rules.spec);
  const both = new URLSearchParams(own);
  own.set("board", writePosition(start, rules));
  both.set("a", writePosition(start, rules));
  if (otherStart) both.set("b", writePosition(otherStart, rules));
  return [
    el("a", { class: "button quiet", href: writeHash("design", own) }, w.changeMine),
    otherStart && el("a", { class: "button quiet", href: writeHash("compare", both) }, w.compareBoth),
  ].map((node) => node ?? false);
}
