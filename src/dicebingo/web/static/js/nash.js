/** Recommends an equilibrium for a roll of a duel, and finds the equally good choices and the outcome probabilities. */

import { compare, mean, ONE, signOf, subtract, ZERO } from "./fractions.js";

/** @typedef {import("./api-types.js").Number} Amount */
/** @typedef {import("./api-types.js").StageEquilibrium} Equilibrium */
/** @typedef {import("./api-types.js").Nash} Nash */
/** @typedef {Record<string, Amount>} Mixture  How often a player marks each cell; "none" stands for no mark. */

/**
 * @typedef {{first: Amount, second: Amount, tie: Amount}} Ends  How often each player wins, and how often the players
 *   tie.
 *
 * @typedef {object} Side  The plan of one player.
 * @property {Mixture} mixture
 * @property {string[]} best  The equally good choices. If the player mixes: the choices in the mixture, likeliest
 *   first.
 * @property {boolean} mixed
 *
 * @typedef {object} Advised
 * @property {Side[]} sides
 * @property {boolean} mixed  Whether any player mixes.
 * @property {boolean} fair  Whether both players have the same chances because they follow the same plan.
 * @property {Ends} outcome
 */

const SIDES = /** @type {const} */ (["first", "second"]);
const ENDS = /** @type {const} */ (["first", "second", "tie"]);

/** @param {number | null} action */
export function nameOf(action) {
  return action === null ? "none" : String(action);
}

/** The cells with a positive probability, likeliest first. @param {Mixture} mixture */
export function support(mixture) {
  const used = Object.keys(mixture).filter((action) => signOf(mixture[action]) > 0);
  return used.sort((a, b) => compare(mixture[b], mixture[a]));
}

/** @param {Mixture} mixture */
export function isPure(mixture) {
  return support(mixture).length === 1;
}

/**
 * The outcome of the game if both players use the given strategies.
 *
 * @param {Nash} nash
 * @param {Mixture} first
 * @param {Mixture} second
 * @returns {Ends}
 */
function endsOf({ actions, payoffs }, first, second) {
  const [rows, columns] = [first, second].map((mixture, i) =>
    actions[i].map((action) => mixture[nameOf(action)] ?? ZERO),
  );
  const share = (/** @type {keyof Ends} */ end) => {
    const against = payoffs.map((row) => row.map((entry) => entry[end])).map((values) => mean(values, columns));
    return mean(against, rows);
  };
  return { first: share("first"), second: share("second"), tie: share("tie") };
}

/**
 * The payoff of each player: wins, or wins minus losses.
 *
 * @param {Nash} nash
 * @param {Ends} ends
 */
function worth({ objective }, { first, second }) {
  return objective === "win" ? [first, second] : [subtract(first, second), subtract(second, first)];
}

/** The strategy that always makes one choice. @param {number | null} action @returns {Mixture} */
export function always(action) {
  return { [nameOf(action)]: ONE };
}

/**
 * Whether neither player can gain by choosing differently.
 *
 * @param {Nash} nash
 * @param {Mixture} first
 * @param {Mixture} second
 */
function isStable(nash, first, second) {
  const own = worth(nash, endsOf(nash, first, second));
  const [rows, columns] = nash.actions;
  return (
    rows.every((row) => compare(worth(nash, endsOf(nash, always(row), second))[0], own[0]) <= 0) &&
    columns.every((column) => compare(worth(nash, endsOf(nash, first, always(column)))[1], own[1]) <= 0)
  );
}

/** Whether the players are in the same situation, with the same choices and chances. @param {Nash} nash */
function isMirror({ actions: [rows, columns], payoffs }) {
  return (
    String(rows) === String(columns) &&
    payoffs.every((row, i) =>
      row.every(
        ({ first, tie }, j) => compare(first, payoffs[j][i].second) === 0 && compare(tie, payoffs[j][i].tie) === 0,
      ),
    )
  );
}

/**
 * The equilibria in which both players follow the same plan; none if the players are in different situations.
 *
 * @param {Nash} nash
 * @returns {Equilibrium[]}
 */
function fairPlans(nash) {
  if (!isMirror(nash)) return [];
  return nash.equilibria
    .flatMap(({ first, second }) => [first, second])
    .filter((plan) => isStable(nash, plan, plan))
    .map((plan) => {
      const [first, second] = worth(nash, endsOf(nash, plan, plan));
      return { ...nash.equilibria[0], first: plan, second: plan, payoffs: { first, second } };
    });
}

/**
 * Choose the equilibrium to recommend: among those that are best for the first player, prefer one without dominated
 * choices, then a pure one, then the best one for the second player.
 *
 * @param {Equilibrium[]} equilibria
 * @param {Nash["dominated"]} dominated
 * @returns {Equilibrium}
 */
function followed(equilibria, dominated) {
  const sound = (/** @type {Equilibrium} */ plan) => SIDES.every((who) => !isDominated(dominated[who], plan[who]));
  const wishes = /** @type {((a: Equilibrium, b: Equilibrium) => number)[]} */ ([
    (a, b) => compare(b.payoffs.first, a.payoffs.first),
    (a, b) => Number(sound(b)) - Number(sound(a)),
    (a, b) => Number(isPure(b.first)) - Number(isPure(a.first)),
    (a, b) => Number(isPure(b.second)) - Number(isPure(a.second)),
    (a, b) => compare(b.payoffs.second, a.payoffs.second),
  ]);
  const order = (/** @type {Equilibrium} */ a, /** @type {Equilibrium} */ b) =>
    wishes.reduce((found, wish) => found || wish(a, b), 0);
  return equilibria.reduce((best, plan) => (order(plan, best) < 0 ? plan : best));
}

/**
 * @param {{action: number | null}[]} dominated
 * @param {Mixture} mixture
 */
function isDominated(dominated, mixture) {
  const used = support(mixture);
  return dominated.some(({ action }) => used.includes(nameOf(action)));
}

/**
 * The recommended equilibrium and, for a player who does not mix, all equally good choices. With any of these
 * choices, neither player can gain by choosing differently, and the probabilities of the outcomes stay the same. A
 * dominated choice is included only if the equilibrium itself contains it.
 *
 * @param {Nash} nash
 * @param {boolean} [fairly]  Whether players in the same situation should have equal chances, if possible.
 * @returns {Advised}
 */
export function advised(nash, fairly = false) {
  const fair = fairly ? fairPlans(nash) : [];
  const plan = followed(fair.length ? fair : nash.equilibria, nash.dominated);
  const outcome = endsOf(nash, plan.first, plan.second);
  const same = (/** @type {Mixture} */ first, /** @type {Mixture} */ second) => {
    const ends = endsOf(nash, first, second);
    return ENDS.every((end) => compare(ends[end], outcome[end]) === 0) && isStable(nash, first, second);
  };
  const sets = SIDES.map((who) => [plan[who]]);
  for (const [player, who] of SIDES.entries()) {
    if (!isPure(plan[who])) continue;
    const [chosen] = support(plan[who]);
    for (const action of nash.actions[player]) {
      const mine = always(action);
      if (nameOf(action) === chosen || isDominated(nash.dominated[who], mine)) continue;
      if (sets[1 - player].every((theirs) => (player ? same(theirs, mine) : same(mine, theirs))))
        sets[player].push(mine);
    }
  }
  const sides = SIDES.map((who, player) => ({
    mixture: plan[who],
    mixed: !isPure(plan[who]),
    best: isPure(plan[who]) ? inOrder(nash.actions[player], sets[player]) : support(plan[who]),
  }));
  return { sides, mixed: sides.some(({ mixed }) => mixed), fair: fair.length > 0, outcome };
}

/**
 * @param {(number | null)[]} actions
 * @param {Mixture[]} chosen  Pure strategies.
 */
function inOrder(actions, chosen) {
  const names = chosen.map((mixture) => support(mixture)[0]);
  return actions.map(nameOf).filter((name) => names.includes(name));
}
