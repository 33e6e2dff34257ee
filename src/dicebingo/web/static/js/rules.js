/** Rules: their list, and everything needed to draw their boards. */

import { ask, get } from "./api.js";
import { CLASSIC } from "./classic.js";
import { el, field } from "./dom.js";
import { language, loadWords } from "./language.js";
import { readHash } from "./rooms.js";
import { writeHash } from "./router.js";
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

/** @param {{name: string | null, layout: string, dice: string, marking: string}} rules */
export function ruleWords({ name, layout, dice, marking }) {
  return (
    words.rules.names[name ?? ""] ?? (marking === "all" ? words.rules.markAll(layout, dice) : `${layout}, ${dice}`)
  );
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
 * @param {{compact?: boolean}} [how]  Whether to show only the list, in the header of a room.
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
    select.append(own, el("option", { value: BUILD }, words.rules.own));
    return list;
  });
  return {
    element: el(
      "div",
      { class: compact ? "rules-picker compact" : "rules-picker stack" },
      field(words.rules.label, select),
      about,
    ),
    async set(rules) {
      const list = await ready;
      const { layout, dice, marking, tokens } = rules.spec;
      const isOwn = Boolean(layout || dice || marking || tokens);
      own.hidden = !isOwn;
      const named = list.find((entry) => entry.name === rules.name);
      let text = isOwn ? words.rules.isOwn : (named?.about ?? "");
      if (isOwn || language !== "en") {
        await loadWords("rules");
        const { aboutWords, ownWords } = await import("./rules/words.js");
        if (isOwn) own.textContent = ownWords(rules);
        else text = aboutWords(named);
      }
      select.value = isOwn ? "" : rules.name;
      about.textContent = text;
    },
  };
}
