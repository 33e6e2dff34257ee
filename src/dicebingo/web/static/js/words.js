/** The texts that all rooms share. Modules that import this one are evaluated when the texts have been loaded. */

import { loadWords, wordsOf } from "./language.js";
import { patience } from "./network.js";

for (let attempt = 0, loaded = false; !loaded; attempt += 1) {
  try {
    await loadWords("frame", "board");
    loaded = true;
  } catch {
    await patience(attempt);
  }
}

/** The texts of the frame. */
export const frame = wordsOf("frame");

/** The texts on and around a board. */
export const words = wordsOf("board");
