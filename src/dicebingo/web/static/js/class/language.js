/** The language of a class: the chosen one, or the browser's. */

import { kept, keep } from "../store.js";
import { speak } from "../words.js";
import { WORDS as DE } from "./words/de.js";
import { WORDS as EN } from "./words/en.js";

/** @typedef {import("./words/en.js").Words} Words */

/** @type {Record<string, Words>} */
export const LANGUAGES = { en: EN, de: DE };

/** The texts in the current language. @type {Words} */
export let w = EN;

/** @param {string} language */
export function setLanguage(language) {
  w = LANGUAGES[language];
  document.documentElement.lang = language;
  speak(language, w.board);
}

/** @param {string} language */
export function chooseLanguage(language) {
  keep("language", language);
  setLanguage(language);
}

/** Use the language chosen on this device, or the browser's. */
export function startLanguage() {
  const wishes = [kept("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  setLanguage(wishes.find((tag) => Object.hasOwn(LANGUAGES, tag ?? "")) ?? "en");
}

/**
 * An error in words.
 *
 * @param {unknown} error
 */
export function explain(error) {
  const code = /** @type {any} */ (error)?.code;
  return w.errors[typeof code === "string" && Object.hasOwn(w.errors, code) ? code : "other"];
}
