/**
 * Stories: each chapter leads to a surprise in three steps and asks for a guess first. `#/story` lists the chapters,
 * and `#/story/end` lists the visitor's guesses.
 */

import { wordsOf } from "../language.js";
import { notice } from "../notice.js";
import { endOfStories, listOfStories } from "./list.js";
import { STORIES } from "./stories.js";
import { Telling } from "./telling.js";

const w = wordsOf("story").list;

/**
 * @param {string} name
 * @returns {import("../types.js").View}
 */
export function createView(name) {
  const story = STORIES.find((one) => one.name === name);
  if (story) return new Telling(story);
  const { element, load } = name === "end" ? endOfStories() : listOfStories();
  return {
    element,
    async load() {
      if (name && name !== "end") notice(w.unknown);
      await load();
    },
    close() {},
  };
}
