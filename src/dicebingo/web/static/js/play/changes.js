/** Starts new games, and changes the opponent, the dice or the boards. The old state stays in the undo history. */

import { lastLike } from "../history.js";
import { wordsOf } from "../language.js";
import { isReady, readPosition, writePosition } from "../position.js";
import { underRules } from "../rules.js";
import { NEW_GAME, playable } from "./game.js";
import { isSeed, newSeed, randomBoard } from "./state.js";

/** @typedef {import("./controller.js").Play} Play */

const w = wordsOf("play");

/**
 * @param {Play} play
 * @param {number} seed
 */
export async function begin(play, seed) {
  play.stop();
  const { state } = play;
  const { signal } = play.work;
  const { rules } = state;
  const start = playable(state.start, rules) ?? (await randomBoard(rules, seed));
  const otherStart = state.otherStart && (playable(state.otherStart, rules) ?? (await randomBoard(rules, seed + 1)));
  if (signal.aborted) return;
  Object.assign(state, { seed, start, otherStart, game: NEW_GAME });
  play.resume();
  play.focusNext();
}

/**
 * Change the opponent. If the history has games with the same board against the new opponent, return to the last one.
 *
 * @param {Play} play
 * @param {import("./computer.js").Opponent} vs  The new opponent.
 */
export async function setOpponent(play, vs) {
  const now = play.state.params();
  const like = underRules(play.state.rules.spec);
  const back = lastLike(
    "play",
    (params) => like(params) && (params.get("vs") ?? "none") === vs && params.get("board") === now.get("board"),
  );
  now.delete("game");
  now.set("vs", vs);
  if (play.state.game.turns.length) now.delete("seed");
  await play.load(back ?? now);
}

/**
 * @param {Play} play
 * @param {"by" | "seed" | "board" | "other"} name
 * @param {string} value
 */
export async function set(play, name, value) {
  const { settings } = play.view;
  if (name === "by") {
    play.stop();
    play.state.by = value === "hand" ? "hand" : "seed";
    play.resume(); // the game stays the same; only the dice change
  } else if (name !== "seed") setBoard(play, name, value);
  else if (isSeed(value)) await begin(play, Number(value));
  else {
    settings.set(play.state, play.layer);
    settings.complain(w.badNumber);
  }
}

/**
 * @param {Play} play
 * @param {"board" | "other"} name
 * @param {string} text
 */
function setBoard(play, name, text) {
  const { state } = play;
  const { position, problem } = readPosition(text, state.rules);
  if (problem || !isReady(position, state.rules)) return play.view.settings.complain(problem ?? w.impossible);
  play.stop();
  if (name === "board") Object.assign(state, { start: position, guess: null });
  else state.otherStart = position;
  state.game = NEW_GAME;
  state.checkOpponent();
  return play.resume();
}

/**
 * @param {Play} play
 * @param {"board" | "other"} name
 */
export async function surprise(play, name) {
  const { rules } = play.state;
  const board = await randomBoard(rules, newSeed());
  if (rules === play.state.rules) setBoard(play, name, writePosition(board, rules));
}
