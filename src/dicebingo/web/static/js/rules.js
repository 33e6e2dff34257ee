/** Rules: their list, and everything needed to draw their boards. */

import { ask, get } from "./api.js";
import { CLASSIC } from "./classic.js";
import { el, field } from "./dom.js";
import { readHash } from "./rooms.js";
import { writeHash } from "./router.js";

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
    // The server explains unknown words.
    if (text && !(part === "rules" && text === "classic"))
      spec[part] = /** @type {any} */ (part === "tokens" && /^\d{1,9}$/.test(text) ? Number(text) : text);
  }
  return spec;
}

/**
 * @param {RulesSpec} spec
 * @param {URLSearchParams} params
 */
export function writeSpec(spec, params) {
  for (const part of PARTS) if (spec[part]) params.set(part, String(spec[part]));
}

/** @param {Rules} rules */
export function isClassic(rules) {
  return rules.layout === "3x3" && rules.dice === "2d6" && rules.marking === "one";
}

/** The named rules in plain words. */
const WORDS = /** @type {Record<string, string>} */ ({
  classic: "3 by 3, two dice",
  "4x4": "4 by 4, two dice",
  "5x5": "5 by 5, two dice",
  "5x5-free": "5 by 5 with a free middle, two dice",
  blackout: "3 by 3, all cells must be marked",
  corners: "3 by 3, the four corners win",
  cross: "3 by 3, the cross in the middle wins",
  knuth: "2 by 2, rows win, one die",
  "3d6": "3 by 3, three dice",
  product: "3 by 3, two dice multiplied",
  "d10+d20": "4 by 4, a ten- and a twenty-sided die",
  "knock-em-down": "12 tokens, two dice",
  "ten-numbers": "10 tokens, two dice",
  "full-5x5": "5 by 5, all cells must be marked",
  "chance-bingo": "10 tokens, two twenty-sided dice",
  "teaser-2846": "5 tokens, two dice with 1 2 2 3 3 3",
  "mark-all": "3 by 3, a roll marks every cell that shows it",
});

/** @param {{name: string | null, layout: string, dice: string, marking: string}} rules */
export function ruleWords({ name, layout, dice, marking }) {
  return WORDS[name ?? ""] ?? `${layout}, ${dice}${marking === "all" ? ", mark all" : ""}`;
}

/**
 * Whether a room's state, given by its address, uses these rules.
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

/** Go to the *Rules* room, which links back here. */
function build() {
  const { key, params } = readHash(location.hash);
  const start = new URLSearchParams();
  writeSpec(specOf(params), start);
  start.set("from", key);
  location.hash = writeHash("rules", start);
}

const BUILD = "build";

/**
 * A list of the named rules with a link to custom rules, which appear as an extra entry.
 *
 * @param {(spec: RulesSpec) => void} onpick
 * @param {{compact?: boolean}} [how]  Only the list, for the head of a room.
 * @returns {{element: HTMLElement, set: (rules: Rules) => void}}
 */
export function rulesPicker(onpick, { compact = false } = {}) {
  const select = el("select", {
    onchange: () => {
      if (select.value === BUILD) build();
      else onpick(select.value === "classic" ? {} : { rules: select.value });
    },
  });
  const own = el("option", { value: "", hidden: true });
  const about = el("p", { class: "soft small" });
  const ready = namedRules().then((list) => {
    for (const rules of list) select.append(el("option", { value: rules.name }, ruleWords(rules)));
    select.append(own, el("option", { value: BUILD }, "Your own rules…"));
    return list;
  });
  return {
    element: el(
      "div",
      { class: compact ? "rules-picker compact" : "rules-picker stack" },
      field("Rules", select),
      about,
    ),
    async set(rules) {
      const list = await ready;
      const { layout, dice, marking, tokens } = rules.spec;
      const isOwn = Boolean(layout || dice || marking || tokens);
      own.hidden = !isOwn;
      if (isOwn) own.textContent = (await import("./rules/words.js")).ownWords(rules);
      select.value = isOwn ? "" : rules.name;
      about.textContent = isOwn ? "Your own rules." : (list.find((entry) => entry.name === rules.name)?.about ?? "");
    },
  };
}
