/** All stories, with the guesses made on this device. */

import { BoardView } from "../board.js";
import { el, fill } from "../dom.js";
import { readPosition } from "../position.js";
import { describe } from "../rules.js";
import { guessWords, readGuess } from "./guess.js";
import { STORIES } from "./stories.js";
import { keptStories } from "./telling.js";

/** @typedef {import("./stories.js").Story} Story */
/** @typedef {import("../types.js").Rules} Rules */

export function listOfStories() {
  const doors = el("ul", { class: "doors stories" });
  const element = el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "intro" },
      el("h1", {}, "Stories"),
      el("p", { class: "lead" }, "Six surprises. Guess first, then see."),
    ),
    doors,
  );
  return {
    element,
    async load() {
      const known = keptStories();
      const rules = await Promise.all(STORIES.map(({ spec }) => describe(spec ?? {})));
      fill(doors, ...STORIES.map((story, i) => el("li", {}, door(story, rules[i], known[story.name]))));
    },
  };
}

/**
 * @param {Story} story
 * @param {Rules} rules
 * @param {{guess: string, step: number} | undefined} before
 */
function door({ name, title, teaser, boards, guess, steps }, rules, before) {
  const views = boards.map((text, player) => {
    const view = new BoardView({ label: "Board", player, size: "tiny" });
    view.update(rules, readPosition(text, rules).position);
    return view.element;
  });
  const said = before && readGuess(guess, before.guess);
  return el(
    "a",
    { class: "door", href: `#/story/${name}` },
    el("div", { class: "door-boards", "aria-hidden": "true" }, ...views),
    el("strong", {}, title),
    el("span", {}, teaser),
    said &&
      el(
        "span",
        { class: "small" },
        `You guessed: ${guessWords(guess, said)}. Step ${before.step} of ${steps.length}.`,
      ),
  );
}
