/**
 * The language of the page, and its strings. `words/LANGUAGE/PART.js` contains the strings for one part of the page.
 * The page lists the languages in `data-languages`. The English files define which strings exist. The strings for a
 * room are loaded before its modules. Choosing another language reloads the page; nothing is lost, because the state of
 * the room is in the URL.
 */

import { importModule } from "./modules.js";
import { keep, kept } from "./store.js";

/**
 * @typedef {object} Texts
 * @property {typeof import("./words/en/about.js").WORDS} about
 * @property {typeof import("./words/en/board.js").WORDS} board
 * @property {typeof import("./words/en/class.js").WORDS} class
 * @property {typeof import("./words/en/compare.js").WORDS} compare
 * @property {typeof import("./words/en/design.js").WORDS} design
 * @property {typeof import("./words/en/duel.js").WORDS} duel
 * @property {typeof import("./words/en/frame.js").WORDS} frame
 * @property {typeof import("./words/en/home.js").WORDS} home
 * @property {typeof import("./words/en/play.js").WORDS} play
 * @property {typeof import("./words/en/print.js").WORDS} print
 * @property {typeof import("./words/en/refusals.js").WORDS} refusals
 * @property {typeof import("./words/en/rules.js").WORDS} rules
 * @property {typeof import("./words/en/story.js").WORDS} story
 */

const root = document.documentElement;

/** The codes of the available languages, such as "en" and "de". */
export const LANGUAGES = (root.dataset.languages ?? "en").split(" ");

/** The language of the page: named in the URL (`?language=de`), chosen on this device, or else set in the browser. */
export const language = wishes().find((wish) => LANGUAGES.includes(wish)) ?? "en";

function wishes() {
  const asked = new URLSearchParams(location.search).get("language");
  return [asked, kept("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
}

root.lang = language;

/** @type {Partial<Texts>} */
const texts = {};

/** @param {...keyof Texts} parts */
export async function loadWords(...parts) {
  const load = async (/** @type {keyof Texts} */ part) => {
    texts[part] ??= (await importModule(`./words/${language}/${part}.js`, import.meta.url)).WORDS;
  };
  await Promise.all(parts.map(load));
}

/**
 * The strings for a part of the page, which must have been loaded with `loadWords`.
 *
 * @template {keyof Texts} P
 * @param {P} part
 * @returns {Texts[P]}
 */
export function wordsOf(part) {
  const found = texts[part];
  if (!found) throw new Error(`The strings for ${part} are not loaded.`);
  return /** @type {Texts[P]} */ (found);
}

/** Show the page in a language, now and on later visits. @param {string} code */
export function chooseLanguage(code) {
  const address = new URL(location.href);
  address.searchParams.delete("language");
  if (!keep("language", code)) address.searchParams.set("language", code);
  if (address.search !== location.search) history.replaceState(null, "", address);
  location.reload();
}

/**
 * The name of a language in that language: "Deutsch".
 *
 * @param {string} code
 */
export function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

const rules = new Intl.PluralRules(language);

/**
 * The grammatical form for a number: `many(n, { one: "1 roll", other: `${n} rolls` })`.
 *
 * @param {number} n
 * @param {{other: string} & Partial<Record<Intl.LDMLPluralRule, string>>} forms
 */
export function many(n, forms) {
  return forms[rules.select(n)] ?? forms.other;
}

/** A whole number as text, such as "12,345". @param {number} number */
export function count(number) {
  return number.toLocaleString(language);
}

/**
 * A list in words: "A, B and C".
 *
 * @param {string[]} items
 * @param {"and" | "or"} [how]
 */
export function listed(items, how = "and") {
  const type = how === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(items); // no serial comma
}

/**
 * Translate the elements that refer to a string: `data-say="tabs.design"` refers to the element's content, and
 * `data-label="…"` to its name for screen readers. Pages are sent in English.
 *
 * @param {ParentNode} place
 * @param {object} words
 */
export function say(place, words) {
  const find = (/** @type {string} */ path) => path.split(".").reduce((/** @type {any} */ at, key) => at[key], words);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-say]")))
    one.textContent = find(one.dataset.say ?? "");
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-label]")))
    one.ariaLabel = find(one.dataset.label ?? "");
}
