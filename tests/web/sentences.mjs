/** Call pure functions of the page. Read [language, [[module, name, arguments], ..]] and print the results, as JSON.
 * The argument "@words" stands for the language's words of the reveal. */

import { readdirSync, readFileSync } from "node:fs";

const PAGE = new URL("../../src/dicebingo/web/static/js/", import.meta.url);
const load = (path) => import(new URL(path, PAGE));

const [language, calls] = JSON.parse(readFileSync(0, "utf-8"));
const parts = readdirSync(new URL(`words/${language}/`, PAGE)).map((name) => name.replace(".js", ""));
Object.assign(globalThis, {
  addEventListener() {},
  document: { documentElement: { dataset: { languages: language } }, getElementById: () => null },
  location: { search: `?language=${language}`, href: "http://127.0.0.1/" },
});
globalThis.navigator ??= { languages: [], onLine: true };
const { loadWords, wordsOf } = await load("language.js");
await loadWords(...parts);
const results = [];
for (const [path, name, given] of calls) {
  const found = name.split(".").reduce((at, key) => at[key], await load(path));
  results.push((await found(...given.map((one) => (one === "@words" ? wordsOf("class").reveal : one)))) ?? null);
}
process.stdout.write(JSON.stringify(results));
