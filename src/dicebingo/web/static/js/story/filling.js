/** Animates many games one after another; with reduced motion, it shows all games at once. */

import { isAbort } from "../api.js";
import { usual } from "../compare/results.js";
import { button, el, fill, pause, still } from "../dom.js";
import { count } from "../format.js";
import { wordsOf } from "../language.js";
import { icon } from "../svg.js";

const w = wordsOf("story").games;
const BEAT = 40; // milliseconds between games
const SLOW = 24; // the number of games that are shown one by one
const ALL = 5000; // time limit in milliseconds for showing all other games, even if drawing is slow
const ENOUGH = 20; // the minimum number of games for a comparison with theory

/**
 * @param {object} setting
 * @param {number} setting.games
 * @param {string} setting.text  The label of the button, such as "1,000 races".
 * @param {() => void} setting.play  Plays one game.
 * @param {() => void} setting.clear
 * @param {() => string} setting.say  Returns a sentence about the counts so far.
 * @param {AbortSignal} setting.signal  Aborted when the user leaves the page.
 */
export function filling({ games, text, play, clear, say, signal }) {
  const words = el("p", { role: "status", "data-test": "played" });
  const start = button(text, () => void run(), { kind: "primary", icon: icon("play") });
  let done = 0;
  let running = /** @type {AbortController | null} */ (null);
  signal.addEventListener("abort", () => running?.abort());
  const label = (/** @type {"play" | "pause"} */ sign, /** @type {string} */ what) =>
    fill(start, icon(sign), el("span", {}, what));
  const one = (/** @type {() => void} */ how) => {
    how();
    done += 1;
  };

  async function run() {
    if (running) return running.abort();
    if (done >= games) reset();
    running = new AbortController();
    words.textContent = "";
    label("pause", w.stop);
    let [from, since] = [done, 0];
    try {
      while (done < games) {
        const now = performance.now();
        if (done < SLOW || !since) [from, since] = [done, now];
        const late = from + (games * (now - since)) / ALL;
        const due = still() ? games : Math.min(games, Math.max(done + 1, late));
        while (done < due) one(play);
        if (done < games) await pause(BEAT, running.signal);
      }
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
    running = null;
    label("play", done < games ? w.resume : w.again(text));
    if (done) words.textContent = say();
    return undefined;
  }

  function reset() {
    done = 0;
    clear();
  }

  return {
    start,
    words,
    /** @param {() => void} how  Is called once to count a game that was shown roll by roll. */
    single(how) {
      if (done >= games) reset();
      one(how);
      words.textContent = say();
    },
    get done() {
      return done;
    },
  };
}

/**
 * A sentence that compares the result with theory: "Simulated: A wins 538 of 1,000 races. Theory predicts 531; chance
 * alone often shifts the result by up to 32."
 *
 * @param {string} what
 * @param {number} games
 * @param {number} share
 */
export function besideTheory(what, games, share) {
  if (games < ENOUGH || !share) return w.simulated(what);
  return w.theory(what, count(Math.round(games * share)), count(usual(games, share)));
}
