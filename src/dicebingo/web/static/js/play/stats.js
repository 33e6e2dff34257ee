/** The visitor's games, stored on the device. Each game counts once, with its first result. */

import { button, el, fill } from "../dom.js";
import { change, rolls } from "../format.js";
import { wordsOf } from "../language.js";
import { keep, kept } from "../store.js";

/** @typedef {"you" | "computer" | "both"} Result */

/**
 * @typedef {object} Played
 * @property {string} id  Identifies a game by how it starts: a game that is finished again after an undo counts only
 *   once.
 * @property {string} kind  The rules and the opponent; statistics are separate for each kind.
 * @property {number} rolls
 * @property {number} mean  The board's expected number of rolls.
 * @property {number} loss  The expected number of rolls lost by choosing other cells than the best.
 * @property {number} luck  The number of extra rolls due to the dice; negative if the dice were lucky.
 * @property {Result} result
 */

const w = wordsOf("play");
const NAME = "play.games";
const BEFORE = "play.games.before";
const MOST = 200;
const SHOWN = 24;

/**
 * @param {string} [name]
 * @returns {Played[]}
 */
function games(name = NAME) {
  const read = kept(name);
  return Array.isArray(read) ? read.filter((game) => typeof game?.id === "string") : [];
}

/** @param {Played} game */
export function count(game) {
  const list = games();
  if ([...list, ...games(BEFORE)].some(({ id }) => id === game.id)) return;
  keep(NAME, [...list, game].slice(-MOST));
}

/** The card that shows the visitor's games. */
export function statsCard() {
  const text = el("p", {});
  const list = el("ol", { class: "games", "aria-label": w.lastGames });
  let shown = "";
  const forget = button(w.reset, () => {
    keep(BEFORE, [...games(BEFORE), ...games()].slice(-MOST));
    keep(NAME, null);
    set(shown);
    bring.focus();
  });
  const bring = button(w.restore, () => {
    keep(NAME, [...games(BEFORE), ...games()].slice(-MOST));
    keep(BEFORE, null);
    set(shown);
    forget.focus();
  });
  const element = el(
    "section",
    { class: "card", "data-test": "stats" },
    el("h2", {}, w.yourGames),
    text,
    list,
    el("div", { class: "row" }, forget, bring),
  );

  /** @param {string} kind */
  function set(kind) {
    shown = kind;
    const all = games();
    const own = all.filter((game) => game.kind === kind);
    text.textContent = own.length ? summary(own) : w.noGames;
    fill(list, ...own.slice(-SHOWN).map(item));
    list.hidden = own.length === 0;
    forget.hidden = all.length === 0;
    bring.hidden = games(BEFORE).length === 0;
  }
  return { element, set };
}

/** @param {Played[]} own */
function summary(own) {
  const mean = (/** @type {(game: Played) => number} */ of) =>
    own.reduce((sum, game) => sum + of(game), 0) / own.length;
  const parts = [w.games(own.length)];
  if (own.some(({ result }) => result !== "you") || !own[0].kind.endsWith(" none")) {
    const times = (/** @type {Result} */ result) => own.filter((game) => game.result === result).length;
    parts.push(w.record(times("you"), times("both"), times("computer")));
  }
  const finished = own.filter(({ result }) => result !== "computer");
  const took = finished.reduce((sum, game) => sum + game.rolls, 0) / finished.length;
  if (finished.length) parts.push(w.toBingo(rolls(took)));
  const [luck, loss] = [mean((game) => game.luck), mean((game) => game.loss)].map(change);
  return `${parts.join(", ")}. ${w.effects(luck, loss)}`;
}

/** @param {Played} game */
function item({ rolls: took, mean, result }) {
  const solo = took < mean ? "quick" : took > mean ? "slow" : "even";
  const way = result === "computer" ? "lost" : result === "both" ? "tied" : solo;
  return el("li", { class: way }, String(took), el("span", { class: "visually-hidden" }, ` ${w.results[way]}`));
}
