/** The Play tab on the screen: boards, dice, settings, as the game stands. */

import { ask } from "../api.js";
import { el, fill } from "../dom.js";
import { completeLines, spell, writePosition } from "../position.js";
import { writeHash } from "../router.js";
import { writeSpec } from "../rules.js";
import { after, options } from "./game.js";
import { ABOUT, hintOn } from "./words.js";

/** @typedef {import("./controller.js").Play} Play */

/** How many rolls are asked for at once. */
export const AHEAD = 100;

/**
 * @param {Play} play
 * @param {boolean} over
 */
export function drawBoards(play, over) {
  const { view, rules, game, looking } = play;
  const turns = looking === null ? game.turns : game.turns.slice(0, looking);
  const mine = after(play.start, turns, "mine");
  const theirs = play.otherStart && after(play.otherStart, turns, "theirs");
  const roll = looking === null ? game.pending : game.turns[looking].roll;
  const candidates = looking === null ? play.hints : play.review?.moves[looking].candidates;
  view.board.update(rules, {
    ...mine,
    can: roll === null ? [] : options(mine, roll, rules).flat(),
    fresh: play.fresh,
    won: over ? completeLines(mine.marked, rules) : [],
    hints: new Map((candidates ?? []).flatMap(({ cells, loss }) => cells.map((cell) => [cell, hintOn(loss)]))),
  });
  view.otherSection.hidden = theirs === null;
  if (theirs)
    view.other.update(rules, {
      ...theirs,
      fresh: game.turns.at(-1)?.theirs,
      won: over ? completeLines(theirs.marked, rules) : [],
    });
}

/** @param {Play} play */
export async function drawDice(play) {
  const { turns, pending } = play.game;
  const number = pending === null ? turns.length - 1 : turns.length;
  const value = pending ?? turns.at(-1)?.roll;
  if (value === undefined) return play.view.dice.show(null, play.rules.dice);
  let faces = null;
  if (play.by === "seed") {
    const first = number - (number % AHEAD);
    const { rolls } = await ask("rolls", { ...play.rules.spec, seed: play.seed, start: first, count: AHEAD });
    if (rolls[number - first].value === value) ({ faces } = rolls[number - first]);
  }
  return play.view.dice.show({ value, faces }, play.rules.dice);
}

/** @param {Play} play */
export function drawSettings(play) {
  const { settings } = play.view;
  settings.vs.set(play.vs);
  settings.dice.set(play.by);
  settings.about.textContent = ABOUT[play.vs];
  settings.seed.value = String(play.seed);
  settings.seedField.hidden = play.by === "hand";
  settings.board.value = spell(play.start, play.rules);
  settings.otherField.hidden = play.otherStart === null;
  if (play.otherStart) settings.other.value = spell(play.otherStart, play.rules);
}

/** @param {Play} play  The same moment in the Duel tab. */
export function drawDuelLink(play) {
  const { pending } = play.game;
  const { theirs } = play;
  fill(play.view.duelLink);
  if (!theirs || pending === null) return;
  const params = new URLSearchParams();
  writeSpec(play.rules.spec, params);
  params.set("a", writePosition(play.mine, play.rules));
  params.set("b", writePosition(theirs, play.rules));
  params.set("roll", String(pending));
  play.view.duelLink.append(
    el("a", { class: "button quiet", href: writeHash("duel", params) }, "See this moment as a duel"),
  );
}
