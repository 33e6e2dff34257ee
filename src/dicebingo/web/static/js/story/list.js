/** The list of chapters, and the last page, which lists the guesses made on this device. */

import { BoardView } from "../board.js";
import { button, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { readPosition } from "../position.js";
import { describe } from "../rules.js";
import { keep, kept } from "../store.js";
import { guessWords, readGuess } from "./guess.js";
import { STORIES } from "./stories.js";

/** @typedef {import("./stories.js").Story} Story */
/** @typedef {import("../types.js").Rules} Rules */

const { list: w, end: e, telling: t } = wordsOf("story");

/** The stored state of each chapter: the guess, and the furthest step reached. */
export function keptStories() {
  const read = kept("stories");
  return /** @type {Record<string, {guess: string, step: number}>} */ (read && typeof read === "object" ? read : {});
}

/**
 * The guess that was made in a chapter.
 *
 * @param {Story} story
 */
function guessOf({ name, guess }) {
  return readGuess(guess, keptStories()[name]?.guess ?? null);
}

/** All chapters, with a link to the first one that has not been read to its end. */
export function listOfStories() {
  const doors = el("ol", { class: "doors stories" });
  const next = el("a", { class: "button primary" });
  const element = el(
    "div",
    { class: "stack" },
    el(
      "div",
      { class: "intro" },
      el("h1", {}, w.title),
      el("p", { class: "lead" }, w.lead),
      el("p", { class: "row" }, next, el("a", { class: "button quiet", href: "#/story/end" }, e.title)),
    ),
    doors,
  );
  return {
    element,
    async load() {
      const rules = await Promise.all(STORIES.map(({ spec }) => describe(spec ?? {})));
      const known = keptStories();
      const open = STORIES.find(({ name, steps }) => (known[name]?.step ?? 1) < steps.length);
      fill(next, Object.keys(known).length && open ? w.resume(open.words.title) : w.start);
      next.setAttribute("href", `#/story/${(open ?? STORIES[0]).name}`);
      fill(doors, ...STORIES.map((story, i) => el("li", {}, door(story, i, rules[i]))));
    },
  };
}

/**
 * @param {Story} story
 * @param {number} index
 * @param {Rules} rules
 */
function door(story, index, rules) {
  const views = story.boards.map((text, player) => {
    const view = new BoardView({ label: w.board, player, size: "tiny" });
    view.update(rules, readPosition(text, rules).position);
    return view.element;
  });
  const guess = guessOf(story);
  return el(
    "a",
    { class: "door", href: `#/story/${story.name}` },
    el("div", { class: "door-boards", "aria-hidden": "true" }, ...views),
    el("span", { class: "small" }, t.chapter(index + 1, STORIES.length)),
    el("strong", {}, story.words.title),
    el("span", {}, story.words.teaser),
    guess && el("span", { class: "small" }, w.guessed(guessWords(story.guess, guess))),
  );
}

/** The last page: every guess, next to the answer if the visitor has seen it. */
export function endOfStories() {
  const element = el("div", { class: "stack story-end" });
  function load() {
    const known = keptStories();
    const seen = STORIES.filter((story) => guessOf(story) !== null && known[story.name].step > 1);
    const right = seen.filter((story) => story.right(guessOf(story) ?? ""));
    fill(
      element,
      el("h1", {}, e.title),
      el("p", { class: "lead" }, seen.length ? e.score(right.length, seen.length) : e.none),
      seen.length > 0 && el("p", {}, e.about),
      el(
        "ol",
        { class: "doors guesses" },
        ...STORIES.map((story) => el("li", {}, result(story, seen.includes(story)))),
      ),
      el("p", {}, e.next),
      el(
        "div",
        { class: "row" },
        el("a", { class: "button primary", href: "#/design" }, e.make),
        el("a", { class: "button", href: "#/play" }, e.play),
        el("a", { class: "button quiet", href: "#/story" }, t.all),
        seen.length > 0 && button(e.again, forget, { kind: "quiet" }),
      ),
    );
  }
  function forget() {
    keep("stories", {});
    load();
  }
  return { element, load };
}

/**
 * @param {Story} story
 * @param {boolean} seen
 */
function result(story, seen) {
  const guess = guessOf(story) ?? "";
  const { title, answer } = story.words;
  return el(
    "a",
    { class: "door", href: `#/story/${story.name}` },
    el("strong", {}, title),
    ...(seen
      ? [
          el("span", { "data-test": "guessed" }, `${e.yours}: `, el("b", {}, guessWords(story.guess, guess))),
          el("span", { "data-test": "answer" }, `${e.answer}: `, el("b", {}, answer)),
          story.right(guess) && el("span", { class: "right" }, `✓ ${e.right}`),
        ]
      : [el("span", {}, e.open)]),
  );
}
