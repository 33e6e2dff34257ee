/** Rules: the list of named rules, and everything needed to display boards. */

import { ask, get } from "./api.js";
import { CLASSIC } from "./classic.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").RulesSpec} RulesSpec */
/** @typedef {import("./api-types.js").Variant} NamedRules */

const PARTS = /** @type {const} */ (["rules", "layout", "dice", "marking", "tokens"]);

/** @returns {Promise<NamedRules[]>} */
export async function namedRules() {
  return (await get("rules")).rules;
}

/**
 * @param {RulesSpec} spec
 * @returns {Promise<Rules>}
 */
export async function describe(spec) {
  const isDefault = PARTS.every((part) => !spec[part]);
  const answer = isDefault ? CLASSIC : await ask("describe", spec);
  const { grid, lines, free } = answer;
  const whole = lines.length === 1 && new Set([...lines[0].cells, ...free]).size === grid.length;
  return {
    spec,
    ...answer.rules,
    name: answer.rules.name ?? "",
    grid,
    lines,
    free,
    card: whole && answer.rules.marking === "one",
    values: answer.values,
    weights: answer.weights,
    total: answer.total,
    rows: 1 + Math.max(...grid.map(([row]) => row)),
    columns: 1 + Math.max(...grid.map(([, column]) => column)),
  };
}

/**
 * The rules specified in a link.
 *
 * @param {URLSearchParams} params
 * @returns {RulesSpec}
 */
export function specOf(params) {
  /** @type {RulesSpec} */
  const spec = {};
  for (const part of PARTS) {
    const text = params.get(part);
    // Pass unknown words on, so that the server can explain what is wrong with them.
    if (text && !(part === "rules" && text === "classic"))
      spec[part] = /** @type {any} */ (part === "tokens" && /^\d{1,9}$/.test(text) ? Number(text) : text);
  }
  return spec;
}

/**
 * Write rules into the parameters of a link.
 *
 * @param {RulesSpec} spec
 * @param {URLSearchParams} [params]
 */
export function writeSpec(spec, params = new URLSearchParams()) {
  for (const part of PARTS) if (spec[part]) params.set(part, String(spec[part]));
  return params;
}

/** @param {Rules} rules */
export function isClassic(rules) {
  return rules.layout === "3x3" && rules.dice === "2d6" && rules.marking === "one";
}

/** @param {{name: string | null, layout: string, dice: string, marking: string}} rules */
export function ruleWords({ name, layout, dice, marking }) {
  return (
    words.rules.names[name ?? ""] ?? (marking === "all" ? words.rules.markAll(layout, dice) : `${layout}, ${dice}`)
  );
}

/**
 * Return a function that tests whether the parameters of a link specify these rules.
 *
 * @param {RulesSpec} spec
 * @returns {(params: URLSearchParams) => boolean}
 */
export function underRules(spec) {
  return (params) => {
    const other = specOf(params);
    return PARTS.every((part) => (spec[part] ?? "") === (other[part] ?? ""));
  };
}
