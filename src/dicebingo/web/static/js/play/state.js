/** The state in a link to a game: rules, boards, players, dice and turns. */

import { ask } from "../api.js";
import { cost } from "../cost.js";
import { readBoard, readRules, readWord, unreadable } from "../link.js";
import { wordsOf } from "../language.js";
import { notice } from "../notice.js";
import { fromValues, readPosition, writePosition } from "../position.js";
import { isClassic, writeSpec } from "../rules.js";
import { after, NEW_GAME, readGame, winner, writeGame } from "./game.js";

/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./computer.js").Opponent} Opponent */
/** @typedef {import("./game.js").Game} Game */

const w = wordsOf("play");
// Boards for players who have not made one. The boards are ordinary (the first wins by 52.7% to 47.3%), because players
// should find the best board themselves.
const YOURS = "5 8 6 / 9 7 4 / 10 6 8";
const RIVAL = "9 4 7 / 8 6 5 / 7 11 6";
const MOST_SEEDS = 1_000_000;

export class State {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Position} */
    this.start = { values: [], marked: [] };
    /** @type {Position | null} */
    this.otherStart = null;
    /** @type {Opponent} */
    this.vs = "none";
    /** @type {"seed" | "hand"} */
    this.by = "seed";
    this.seed = 0;
    /** @type {number | null}  The player's guess of the board's average number of rolls. */
    this.guess = null;
    /** @type {Game} */
    this.game = NEW_GAME;
  }

  get mine() {
    return after(this.start, this.game.turns, "mine");
  }

  get theirs() {
    return this.otherStart && after(this.otherStart, this.game.turns, "theirs");
  }

  /** The winner: none, you, the computer or both. */
  get winner() {
    return winner(this.mine, this.theirs, this.rules);
  }

  get over() {
    return this.winner !== "nobody";
  }

  /** Whether choices can be reviewed under these rules. */
  get judged() {
    return cost("advise", this.rules, [this.start]);
  }

  /** Which opponents can play these boards. */
  get opponents() {
    const boards = [this.start, this.otherStart ?? this.start];
    return { none: null, solo: cost("play-solo", this.rules, boards), duel: cost("play-duel", this.rules, boards) };
  }

  /** Choose another opponent if the chosen one cannot play these boards. */
  checkOpponent() {
    const { solo, duel } = this.opponents;
    if (this.vs === "duel" && !duel.possible) {
      notice(w.fastInstead(duel.reason));
      this.vs = "solo";
    }
    if (this.vs === "none" || solo.possible) return;
    notice(w.aloneInstead(solo.reason));
    this.vs = "none";
    this.otherStart = null;
  }

  /**
   * The roll of a turn, and both boards as they were before it.
   *
   * @param {number} turn
   * @returns {import("./computer.js").Moment}
   */
  moment(turn) {
    const { rules, start, otherStart, vs, seed, game } = this;
    const before = game.turns.slice(0, turn);
    return {
      rules,
      mine: after(start, before, "mine"),
      theirs: otherStart && after(otherStart, before, "theirs"),
      roll: game.turns[turn]?.roll ?? Number(game.pending),
      vs,
      seed,
      turn,
    };
  }

  params() {
    const params = writeSpec(this.rules.spec);
    params.set("board", writePosition(this.start, this.rules));
    if (this.otherStart) {
      params.set("vs", this.vs);
      params.set("other", writePosition(this.otherStart, this.rules));
    }
    if (this.by === "hand") params.set("by", "hand");
    if (this.guess !== null) params.set("guess", String(this.guess));
    params.set("seed", String(this.seed));
    const game = writeGame(this.game);
    if (game) params.set("game", game);
    return params;
  }
}

/**
 * @param {URLSearchParams} params
 * @returns {Promise<State>}
 */
export async function readState(params) {
  const rules = await readRules(params);
  const state = new State(rules);
  state.vs = readWord(params, "vs", /** @type {const} */ (["none", "solo", "duel"]), w.link.opponent);
  state.by = readWord(params, "by", /** @type {const} */ (["seed", "hand"]), w.link.dice);
  state.seed = readSeed(params);
  state.guess = readGuess(params);
  state.start =
    readBoard(params, "board", rules, { what: w.yourBoard, ready: true }) ?? (await firstBoard(rules, YOURS, 1));
  if (state.vs !== "none") {
    const other = readBoard(params, "other", rules, { what: w.theirBoard, ready: true });
    state.otherStart = other ?? (await firstBoard(rules, RIVAL, 2));
    // If the link has no board for the opponent, choose one that the opponent can play.
    if (!other && !state.opponents[state.vs].possible) state.otherStart = state.start;
  }
  state.checkOpponent();
  const game = readGame(params.get("game") ?? "", state.start, state.otherStart, rules);
  if (!game) unreadable(w.link.game, w.link.notAGame);
  state.game = game ?? NEW_GAME;
  return state;
}

/**
 * @param {Rules} rules
 * @param {string} classic
 * @param {number} seed
 */
async function firstBoard(rules, classic, seed) {
  return isClassic(rules) ? readPosition(classic, rules).position : randomBoard(rules, seed);
}

/**
 * @param {Rules} rules
 * @param {number} seed
 */
export async function randomBoard(rules, seed) {
  return fromValues((await ask("random", { ...rules.spec, seed })).board, rules);
}

/** @param {string} text */
export function isSeed(text) {
  return /^\d{1,15}$/.test(text);
}

/** @param {URLSearchParams} params */
function readSeed(params) {
  const text = params.get("seed");
  if (text !== null && isSeed(text)) return Number(text);
  if (text !== null) unreadable(w.link.number, w.link.notANumber);
  return newSeed();
}

/** @param {URLSearchParams} params */
function readGuess(params) {
  const text = params.get("guess");
  if (text === null) return null;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  unreadable(w.link.guess, w.link.notRolls);
  return null;
}

export function newSeed() {
  return 1 + Math.floor(Math.random() * MOST_SEEDS);
}
