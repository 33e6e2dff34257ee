/** Rules: which there are, and all that is needed to draw a board of them. */

import { ask, get } from "./api.js";
import { el, field } from "./dom.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").RulesSpec} RulesSpec */
/** @typedef {import("./api-types.js").NamedRules} NamedRules */

const PARTS = /** @type {const} */ (["rules", "layout", "dice", "marking"]);

/** @type {Promise<NamedRules[]> | undefined} */
let named;

/** @returns {Promise<NamedRules[]>} */
export function namedRules() {
  named ??= get("rules").then((answer) => answer.rules);
  return named;
}

/**
 * @param {RulesSpec} spec
 * @returns {Promise<Rules>}
 */
export async function describe(spec) {
  const answer = await ask("describe", spec);
  return {
    spec,
    ...answer.rules,
    name: answer.rules.name ?? "",
    grid: answer.grid,
    lines: answer.lines,
    free: answer.free,
    values: answer.values,
    weights: answer.weights,
    total: answer.total,
    rows: 1 + Math.max(...answer.grid.map(([row]) => row)),
    columns: 1 + Math.max(...answer.grid.map(([, column]) => column)),
  };
}

/**
 * The rules that a link names.
 *
 * @param {URLSearchParams} params
 * @returns {RulesSpec}
 */
export function specOf(params) {
  /** @type {RulesSpec} */
  const spec = {};
  for (const part of PARTS) {
    const text = params.get(part);
    // The server says what is wrong with words that it does not know.
    if (text && !(part === "rules" && text === "classic")) spec[part] = /** @type {any} */ (text);
  }
  return spec;
}

/**
 * @param {RulesSpec} spec
 * @param {URLSearchParams} params
 */
export function writeSpec(spec, params) {
  for (const part of PARTS) if (spec[part]) params.set(part, spec[part]);
}

/** @param {Rules} rules */
export function isClassic(rules) {
  return rules.layout === "3x3" && rules.dice === "2d6" && rules.marking === "one";
}

/**
 * Whether exact answers take seconds rather than milliseconds.
 *
 * @param {Rules} rules
 */
export function isLarge(rules) {
  return rules.grid.length - rules.free.length > 12;
}

/** @param {Rules} rules */
export function isHuge(rules) {
  return rules.grid.length - rules.free.length > 16;
}

/**
 * A list of the named rules; rules of one's own show as a further entry.
 *
 * @param {(spec: RulesSpec) => void} onpick
 * @returns {{element: HTMLElement, set: (rules: Rules) => void}}
 */
export function rulesPicker(onpick) {
  const select = el("select", { onchange: () => onpick(select.value === "classic" ? {} : { rules: select.value }) });
  const own = el("option", { value: "", hidden: true });
  const about = el("p", { class: "soft small" });
  const ready = namedRules().then((list) => {
    for (const { name, layout, dice } of list)
      select.append(el("option", { value: name }, `${name} (${layout}, ${dice})`));
    select.append(own);
    return list;
  });
  return {
    element: el("div", { class: "stack" }, field("Rules", select), about),
    async set(rules) {
      const list = await ready;
      const { layout, dice, marking } = rules.spec;
      const isOwn = Boolean(layout || dice || marking);
      own.hidden = !isOwn;
      own.textContent = `${rules.layout}, ${rules.dice}${rules.marking === "all" ? ", mark all" : ""}`;
      select.value = isOwn ? "" : rules.name;
      about.textContent = isOwn
        ? "Rules of your own, from the link."
        : (list.find((entry) => entry.name === rules.name)?.about ?? "");
    },
  };
}
