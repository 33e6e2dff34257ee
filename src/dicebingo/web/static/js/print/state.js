/**
 * Reads the printing options from a link, writes them into a link, and builds the question to the server.
 */

import { language, wordsOf } from "../language.js";
import { readNumber, readWord, unreadable } from "../link.js";
import { writeSpec } from "../rules.js";

/** @typedef {import("../api-types.js").PagesQuestion} PagesQuestion */
/** @typedef {import("../types.js").Rules} Rules */

const w = wordsOf("print");

export const KINDS = /** @type {const} */ (["all", "boards", "blank", "rules", "tally", "key", "plan"]);
export const STRENGTHS = /** @type {const} */ (["mixed", "strong", "fair", "weak"]);
export const ORDERS = /** @type {const} */ (["shuffled", "sorted"]);
export const PAPERS = /** @type {const} */ (["a4", "letter"]);
export const PER_PAGE = /** @type {const} */ (["6", "1", "2", "4", "9"]);
const CUTS = /** @type {const} */ (["yes", "no"]);
export const MOST_BOARDS = 100;
export const LONGEST_NAME = 30;
const A_CLASS = 30;
const MAX_SEED = 2 ** 53 - 1;

/**
 * @typedef {object} Kit
 * @property {typeof KINDS[number]} kind
 * @property {number} count
 * @property {typeof STRENGTHS[number]} strength
 * @property {typeof ORDERS[number]} order
 * @property {number} seed
 * @property {string[]} names
 * @property {typeof PER_PAGE[number]} per_page
 * @property {typeof CUTS[number]} cut
 * @property {typeof PAPERS[number]} paper
 */

/** @type {Kit} */
export const START = {
  kind: "all",
  count: A_CLASS,
  strength: "mixed",
  order: "shuffled",
  seed: 1,
  names: [],
  per_page: "6",
  cut: "yes",
  paper: "a4",
};

/**
 * Names, one per line or separated by commas.
 *
 * @param {string} text
 */
export function readNames(text) {
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
}

/**
 * A message about bad names, or null.
 *
 * @param {string[]} names
 */
export function wrongNames(names) {
  if (names.length > MOST_BOARDS) return w.manyNames(MOST_BOARDS, names.length);
  const long = names.find((name) => [...name].length > LONGEST_NAME);
  if (long) return w.longName(long.slice(0, 20), LONGEST_NAME);
  const odd = names.find((name) => /\p{C}/u.test(name));
  return odd ? w.oddName(odd.replaceAll(/\p{C}/gu, "?")) : null;
}

/**
 * @param {URLSearchParams} params
 * @returns {Kit}
 */
export function readKit(params) {
  const names = readNames(params.get("names") ?? "");
  const wrong = wrongNames(names);
  if (wrong) unreadable(w.link.names, wrong);
  const known = wrong ? [] : names;
  return {
    kind: readWord(params, "kind", KINDS, w.link.kind),
    count: Math.max(
      readNumber(params, "count", { what: w.link.count, most: MOST_BOARDS, otherwise: known.length || A_CLASS }),
      known.length,
    ),
    strength: readWord(params, "strength", STRENGTHS, w.link.strength),
    order: readWord(params, "order", ORDERS, w.link.order),
    seed: readNumber(params, "seed", { what: w.link.seed, least: 0, most: MAX_SEED, otherwise: START.seed }),
    names: known,
    per_page: readWord(params, "per_page", PER_PAGE, w.link.perPage),
    cut: readWord(params, "cut", CUTS, w.link.cut),
    paper: readWord(params, "paper", PAPERS, w.link.paper),
  };
}

/**
 * The parameters of a link: only the options that differ from the defaults.
 *
 * @param {Kit} kit
 * @param {Rules} rules
 */
export function writeKit(kit, rules) {
  const params = writeSpec(rules.spec);
  for (const key of /** @type {(keyof Kit)[]} */ (Object.keys(START)))
    if (String(kit[key]) !== String(START[key])) params.set(key, String(kit[key]));
  return params;
}

/** @param {Kit["kind"]} kind */
export function hasBoards(kind) {
  return ["all", "boards", "key"].includes(kind);
}

/**
 * The question that asks the server for sheets in the language of the page.
 *
 * @param {Kit} kit
 * @param {Rules} rules
 * @returns {PagesQuestion}
 */
export function questionOf(kit, rules) {
  const { kind, count, strength, order, seed, names, per_page, cut, paper } = kit;
  return {
    ...rules.spec,
    kind,
    count,
    ...(hasBoards(kind) ? { strength, order, seed, names } : {}),
    per_page: Number(per_page),
    cut: cut === "yes",
    paper,
    language: /** @type {PagesQuestion["language"]} */ (language),
  };
}

/**
 * The options as the query parameters of the PDF's URL.
 *
 * @param {Kit} kit
 * @param {Rules} rules
 * @returns {[string, string][]}
 */
export function queryOf(kit, rules) {
  const { names = [], ...others } = questionOf(kit, rules);
  const pairs = Object.entries(others).map(([key, value]) => /** @type {[string, string]} */ ([key, String(value)]));
  return [...pairs, ...names.map((name) => /** @type {[string, string]} */ (["name", name]))];
}
