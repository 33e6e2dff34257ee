/** A guess, before anything is revealed: one of several answers, or a number on a slider. */

import { choices, el, field } from "../dom.js";
import { wordsOf } from "../language.js";

const w = wordsOf("story").guess;

/**
 * @typedef {object} Guess
 * @property {string} question
 * @property {Record<string, string>} [options]  The text of each answer; without options, the guess is a number from
 * 0 to 100.
 * @property {(value: string) => string} [unit]  Describes the guessed number in words.
 */

/**
 * @param {Guess} guess
 * @param {string | null} text  The guess as written in a link.
 * @returns {string | null}  Null if the text is not an answer.
 */
export function readGuess({ options }, text) {
  if (text === null) return null;
  if (options) return Object.hasOwn(options, text) ? text : null;
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? String(Number(text)) : null;
}

/**
 * The guess in words.
 *
 * @param {Guess} guess
 * @param {string} value
 */
export function guessWords({ options }, value) {
  return options?.[value] ?? value;
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
export function guessBox(guess, value, onguess) {
  return el(
    "section",
    { class: "card guess", "data-test": "guess", "aria-label": w.name },
    guess.options ? answers(guess, value, onguess) : slider(guess, value, onguess),
  );
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
function answers({ question, options = {} }, value, onguess) {
  const pick = choices(question, Object.entries(options), onguess);
  if (value !== null) pick.set(value);
  return pick.element;
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
function slider({ question, unit = (text) => text }, value, onguess) {
  const output = el("output", { class: "guessed" }, value === null ? w.slide : unit(value));
  const input = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: value ?? 50,
    oninput: () => (output.textContent = unit(input.value)),
    onchange: () => onguess(input.value),
  });
  return el("div", {}, field(question, input), output);
}
