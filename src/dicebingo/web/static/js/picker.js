/** The control in a room's header with which users choose the rules. */

import { el, field } from "./dom.js";
import { language, loadWords } from "./language.js";
import { importModule } from "./modules.js";
import { readHash } from "./rooms.js";
import { writeHash } from "./router.js";
import { namedRules, ruleWords, specOf, writeSpec } from "./rules.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {import("./types.js").RulesSpec} RulesSpec */

/** Go to the *Rules* room, which links back to this room. */
function build() {
  const { key, params } = readHash(location.hash);
  const start = writeSpec(specOf(params));
  start.set("from", key);
  location.hash = writeHash("rules", start);
}

const BUILD = "build";

/**
 * A list of the named rules, with a link to the *Rules* room. Custom rules are an extra entry of the list.
 *
 * @param {(spec: RulesSpec) => void} onpick
 * @param {{compact?: boolean}} [how]  `compact`: show only the list, for the header of a room.
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
        const { aboutWords, ownWords } = await importModule("./rules/words.js", import.meta.url);
        if (isOwn) own.textContent = ownWords(rules);
        else text = aboutWords(named);
      }
      select.value = isOwn ? "" : rules.name;
      about.textContent = text;
    },
  };
}
