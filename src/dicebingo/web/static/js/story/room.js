/** Stories: each a surprise in three steps, with a guess before it is revealed. `#/story` lists them. */

import { notice } from "../notice.js";
import { listOfStories } from "./list.js";
import { STORIES } from "./stories.js";
import { Telling } from "./telling.js";

/**
 * @param {string} name
 * @returns {import("../types.js").View}
 */
export function createView(name) {
  const story = STORIES.find((one) => one.name === name);
  if (story) return new Telling(story);
  const list = listOfStories();
  const load = async () => {
    if (name) notice("There is no story with that name. Here are all stories.");
    await list.load();
  };
  return { element: list.element, load, close() {} };
}
