/**
 * Describes, for each room, whether answers under the rules are instant, take seconds, are simulated or are impossible.
 */

import { cost } from "../cost.js";
import { wordsOf } from "../language.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {"design" | "play" | "compare" | "duel"} Room */

/**
 * @typedef {object} Price
 * @property {"good" | "fair" | "none"} level
 * @property {string} short  The computing cost in a few words, such as "at once", "simulated" or "too large".
 * @property {string} text  The computing cost, as a sentence.
 */

const w = wordsOf("rules");
const TIMES = w.durations;

/** @type {Record<Room, (rules: Rules) => Price>} */
export const PRICES = {
  design(rules) {
    const [solve, exact] = [cost("solve", rules), cost("exact", rules)];
    if (!solve.possible) return none(solve.reason);
    if (!exact.possible) return { level: "fair", short: TIMES.long, text: w.price.rounded };
    if (exact.time === "at once") return { level: "good", short: TIMES["at once"], text: w.price.exact };
    return { level: "good", short: TIMES["at once"], text: w.price.later };
  },
  play(rules) {
    const [alone, duel] = [cost("play-solo", rules), cost("play-duel", rules)];
    if (!alone.possible) return none(alone.reason);
    const text = duel.possible ? w.price.any : w.price.fast;
    return { level: alone.time === "long" ? "fair" : "good", short: TIMES[alone.time], text };
  },
  compare(rules) {
    const [match, simulate] = [cost("match", rules), cost("simulate", rules)];
    if (match.possible) return { level: "good", short: TIMES[match.time], text: w.price.chances };
    if (!simulate.possible) return none(simulate.reason);
    return { level: "fair", short: w.simulated, text: w.price.simulated };
  },
  duel(rules) {
    const duel = cost("duel", rules);
    return duel.possible ? { level: "good", short: TIMES[duel.time], text: w.price.duel } : none(w.price.noDuel);
  },
};

/**
 * @param {string} text
 * @returns {Price}
 */
function none(text) {
  return { level: "none", short: w.tooLarge, text };
}
