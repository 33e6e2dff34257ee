/**
 * The dice that the user is editing: a list of dice, added or multiplied, and their notation (see
 * `docs/notation.md`).
 */

/**
 * @typedef {[value: number, weight: number][]} Die  The faces of a die, and their weights.
 *
 * @typedef {object} Dice
 * @property {boolean} product  Whether the dice are multiplied instead of added.
 * @property {Die[]} dice
 * @property {string} [text]  The notation of dice that are neither a sum nor a product and so cannot be edited.
 */

/**
 * @param {number} sides
 * @returns {Die}
 */
export function fair(sides) {
  return Array.from({ length: sides }, (_, i) => [i + 1, 1]);
}

/** @param {Die} die */
export function isFair(die) {
  return die.length > 1 && die.every(([value, weight], i) => value === i + 1 && weight === die[0][1]);
}

/** @param {Die} die */
export function isConstant(die) {
  return die.length === 1;
}

/** @param {Die} die */
function writeFaces(die) {
  return `{${die.map((face) => face.join(":")).join(",")}}`;
}

/** @param {Die} die */
export function writeDie(die) {
  if (isConstant(die)) return String(die[0][0]);
  return isFair(die) ? `d${die.length}` : writeFaces(die);
}

/**
 * Groups of equal dice, in order of first occurrence.
 *
 * @param {Die[]} dice
 * @returns {{die: Die, count: number}[]}
 */
export function grouped(dice) {
  /** @type {Map<string, {die: Die, count: number}>} */
  const groups = new Map();
  for (const die of dice) {
    const group = groups.get(writeDie(die)) ?? { die, count: 0 };
    group.count += 1;
    groups.set(writeDie(die), group);
  }
  return [...groups.values()];
}

/** @param {Dice} dice */
export function writeDice({ product, dice, text }) {
  if (text) return text;
  const groups = grouped(dice);
  const several = product && dice.length > 1;
  if (groups.length === 1 && isFair(dice[0]) && !several) return `${dice.length}${writeDie(dice[0])}`;
  const terms = groups.flatMap(({ die, count }) =>
    isConstant(die) ? Array(count).fill(writeDie(die)) : [`${count > 1 ? count : ""}${writeDie(die)}`],
  );
  return several ? `product(${terms.join(",")})` : terms.join("+");
}

/**
 * @param {string} text  The dice in the server's notation.
 * @returns {Dice}
 */
export function parseDice(text) {
  const inner = /^product\(([^()]*)\)$/.exec(text);
  const terms = (inner ? inner[1].match(/(?:[^,{}]|\{[^}]*\})+/g) : text.split("+")) ?? [];
  /** @type {Die[]} */
  const dice = [];
  for (const term of terms) {
    const found = parseTerm(term);
    if (!found) return { product: false, dice: [], text };
    dice.push(...found);
  }
  return { product: Boolean(inner) && dice.length > 1, dice };
}

/**
 * @param {string} term
 * @returns {Die[] | null}
 */
function parseTerm(term) {
  const [, count, sides, faces] = /^(\d*)(?:d(\d+)|\{([\d:,]+)\})$/.exec(term) ?? [];
  const times = count === "" ? 1 : Number(count);
  if (sides) return Array(times).fill(fair(Number(sides)));
  if (faces) {
    const die = /** @type {Die} */ (faces.split(",").map((face) => face.split(":").map(Number)));
    return Array(times).fill(die.sort(([a], [b]) => a - b));
  }
  return /^\d+$/.test(term) ? [[[Number(term), 1]]] : null;
}

/**
 * The values of a throw, and the number of ways to roll each.
 *
 * @param {Dice} dice
 * @returns {Map<number, number>}
 */
export function throwsOf({ product, dice }) {
  let found = new Map([[product ? 1 : 0, 1]]);
  for (const die of dice) {
    const before = found;
    found = new Map();
    for (const [x, p] of before)
      for (const [y, q] of die) {
        const value = product ? x * y : x + y;
        found.set(value, (found.get(value) ?? 0) + p * q);
      }
  }
  return found;
}
