/** Translates the *About* page, which the server sends in English. */

import { language, loadWords, say, wordsOf } from "./language.js";

async function translate() {
  if (language === "en") return;
  await loadWords("about");
  say(document, wordsOf("about"));
  document.title = `${wordsOf("about").title} · Dice Bingo`;
}

void translate().finally(() => {
  document.documentElement.dataset.said = ""; // if the translation cannot be loaded, the page stays in English
});
