/** The cost of rules: for each room, whether answers are immediate, take seconds, are simulated, or are impossible. */

import { cost } from "../cost.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {"design" | "play" | "compare" | "duel"} Room */

/**
 * @typedef {object} Price
 * @property {"good" | "fair" | "none"} level
 * @property {string} short  "at once", "simulated", "too large".
 * @property {string} text  The same in a sentence.
 */

const TIMES = { "at once": "at once", seconds: "seconds", long: "a minute" };

/** @type {Record<Room, (rules: Rules) => Price>} */
export const PRICES = {
  design(rules) {
    const [solve, exact] = [cost("solve", rules), cost("exact", rules)];
    if (!solve.possible) return none(solve.reason);
    if (!exact.possible) return { level: "fair", short: TIMES.long, text: "Rounded numbers within a minute." };
    if (exact.time === "at once") return { level: "good", short: TIMES["at once"], text: "Exact numbers at once." };
    return { level: "good", short: TIMES["at once"], text: "Rounded numbers at once, exact numbers in seconds." };
  },
  play(rules) {
    const [alone, duel] = [cost("play-solo", rules), cost("play-duel", rules)];
    if (!alone.possible) return none(alone.reason);
    const text = duel.possible ? "Alone or against any computer." : "Alone or against the fast computer.";
    return { level: alone.time === "long" ? "fair" : "good", short: TIMES[alone.time], text };
  },
  compare(rules) {
    const [match, simulate] = [cost("match", rules), cost("simulate", rules)];
    if (match.possible) return { level: "good", short: TIMES[match.time], text: "Exact chances." };
    if (!simulate.possible) return none(simulate.reason);
    return { level: "fair", short: "simulated", text: "Simulated in many games." };
  },
  duel(rules) {
    const duel = cost("duel", rules);
    return duel.possible
      ? { level: "good", short: TIMES[duel.time], text: "The equilibrium for each roll." }
      : none("Together, two boards have too many positions.");
  },
};

/**
 * @param {string} text
 * @returns {Price}
 */
function none(text) {
  return { level: "none", short: "too large", text };
}
