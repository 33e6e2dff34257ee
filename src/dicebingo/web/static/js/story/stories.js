/** The chapters, in order. */

import { best } from "./best.js";
import { crowd } from "./crowd.js";
import { mixed } from "./mixed.js";
import { ring } from "./ring.js";
import { sevens } from "./sevens.js";
import { slower } from "./slower.js";
import { tokens } from "./tokens.js";

/** @typedef {import("./guess.js").Guess} Guess */
/** @typedef {import("../types.js").Rules} Rules */

/**
 * @typedef {object} Scene  The context of the step that is shown.
 * @property {Rules} rules
 * @property {string} guess
 * @property {URLSearchParams} params  The parameters in the URL.
 * @property {(name: string, value: string, how?: {step?: boolean}) => void} put  Writes a parameter into the URL.
 * @property {HTMLElement} guessing  The box for the guess, shown in the first step.
 * @property {(...parts: import("../dom.js").Child[]) => HTMLElement} reveal  Returns the card with the answer
 *   and the guess.
 * @property {number} seed  The seed of the simulated games.
 * @property {AbortSignal} signal  Aborted when the user leaves the step.
 *
 * @typedef {object} Words  The strings for a chapter. The title and the teaser must not give the answer away.
 * @property {string} title
 * @property {string} teaser
 * @property {string[]} headings  One heading for each step.
 * @property {string} answer
 *
 * @typedef {object} Story
 * @property {string} name  The name of the chapter in the URL.
 * @property {Words} words
 * @property {string[]} boards  The boards shown in the list of chapters.
 * @property {{tokens: number}} [spec]  The rules, if they are not the classic ones.
 * @property {Guess} guess
 * @property {(guess: string) => boolean} right
 * @property {(guess: string) => string} reply  The reply to a guess.
 * @property {((scene: Scene) => Promise<(HTMLElement | false)[]>)[]} steps  Three steps. The second and the third step
 *   are available only after a guess. Each step returns an array: the text comes first, then the interactive part.
 * @property {{text: string, href: (params: URLSearchParams) => string}} room  The link at the end of the chapter: to
 *   Make a board, Compare or Duel, with the boards of the chapter.
 */

/** @type {Story[]} */
export const STORIES = [sevens, best, slower, ring, mixed, crowd, tokens];
