/** Print the texts of a language as JSON: {part: {path: text}}. The strings in a function's source are joined. */

import { readdirSync } from "node:fs";

const WORDS = new URL(`../../src/dicebingo/web/static/js/words/${process.argv[2]}/`, import.meta.url);
const LITERAL = /"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`/g;
Object.assign(globalThis, {
  addEventListener() {},
  document: { documentElement: { dataset: {} } },
  location: { search: "" },
});
globalThis.navigator ??= { languages: [], onLine: true };

function* texts(words, path = "") {
  if (typeof words === "function") {
    const found = [...String(words).matchAll(LITERAL)].map(([, plain, filled]) => plain ?? filled);
    yield [path, found.join(" ").replace(/\$\{[^}]*\}/g, "…")];
  } else if (typeof words === "object")
    for (const [key, value] of Object.entries(words)) yield* texts(value, path ? `${path}.${key}` : key);
  else yield [path, String(words)];
}

const parts = {};
for (const file of readdirSync(WORDS))
  parts[file.replace(".js", "")] = Object.fromEntries(texts((await import(new URL(file, WORDS))).WORDS));
process.stdout.write(JSON.stringify(parts));
