/** The names of boards: given names, or letters. */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LONGEST = 24;
const SHORT = 2;

/**
 * A name without characters that links and lists cannot contain.
 *
 * @param {string} text
 */
export function cleanName(text) {
  return text
    .replace(/[\s,;:]+/g, " ")
    .trim()
    .slice(0, LONGEST)
    .trim();
}

/**
 * Boards without a name get the first free letters; duplicate names get a number.
 *
 * @param {string[]} given  An empty text for a board without a name.
 * @returns {string[]}
 */
export function namesOf(given) {
  const taken = new Set(given);
  const free = (function* () {
    for (let round = 1; ; round += 1)
      for (const letter of LETTERS) if (!taken.has(letter)) yield round > 1 ? `${letter}${round}` : letter;
  })();
  /** @type {string[]} */
  const names = [];
  for (const name of given) {
    let unique = name || String(free.next().value);
    for (let i = 2; names.includes(unique); i += 1) unique = `${name} ${i}`;
    names.push(unique);
  }
  return names;
}

/**
 * One or two letters for each name, all different: "C", "A" of "Knuth's A", "N" of "Nine sevens", or else a number.
 *
 * @param {string[]} names
 * @returns {string[]}
 */
export function badges(names) {
  /** @type {string[]} */
  const short = [];
  for (const [i, name] of names.entries()) {
    const last = name.split(" ").at(-1) ?? "";
    const ways = [name, last, name.charAt(0).toUpperCase(), String(i + 1)];
    const others = names.filter((_, j) => j > i);
    short.push(
      ways.find((text) => text.length <= SHORT && !short.includes(text) && !others.includes(text)) ?? String(i + 1),
    );
  }
  return short;
}

/**
 * "Board C", "The best board".
 *
 * @param {string} name
 */
export function boardName(name) {
  return name.length <= SHORT ? `Board ${name}` : name;
}

/**
 * "C and D", "C, D and E".
 *
 * @param {string[]} names
 */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
