/** A guess, before anything is revealed: one of several answers, or a number on a slider. */

import { choices, el, field } from "../dom.js";

/**
 * @typedef {object} Guess
 * @property {string} question
 * @property {[string, string][]} [options]  Value and text of each answer; without options, the guess is a number from
 * 0 to 100.
 * @property {string} [unit]  The unit of the number.
 */

/**
 * @param {Guess} guess
 * @param {string | null} text  The text in a link.
 * @returns {string | null}  Null if the text is not an answer.
 */
export function readGuess({ options }, text) {
  if (text === null) return null;
  if (options) return options.some(([value]) => value === text) ? text : null;
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? String(Number(text)) : null;
}

/**
 * The guess in words.
 *
 * @param {Guess} guess
 * @param {string} value
 */
export function guessWords({ options }, value) {
  return options?.find(([own]) => own === value)?.[1] ?? value;
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
export function guessBox(guess, value, onguess) {
  return el(
    "section",
    { class: "card guess", "data-test": "guess", "aria-label": "Your guess" },
    guess.options ? answers(guess, value, onguess) : slider(guess, value, onguess),
    el("p", { class: "small" }, "Make a guess, then tap “Show me”."),
  );
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
function answers({ question, options = [] }, value, onguess) {
  const pick = choices(question, options, onguess);
  if (value !== null) pick.set(value);
  return pick.element;
}

/**
 * @param {Guess} guess
 * @param {string | null} value
 * @param {(value: string) => void} onguess
 */
function slider({ question, unit = "" }, value, onguess) {
  const output = el("output", { class: "guessed" });
  const say = (/** @type {string} */ text) => (output.textContent = text);
  const input = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: value ?? 50,
    oninput: () => say(`${input.value} ${unit}`),
    onchange: () => onguess(input.value),
  });
  say(value === null ? "Move the slider" : `${value} ${unit}`);
  return el("div", { class: "stack" }, field(question, input), output);
}
