/** The rooms of the page, such as *Play* and *Duel*. Each is loaded when it is first needed. */

import { importModule } from "./modules.js";

/** @typedef {import("./types.js").View} View */

/**
 * @typedef {object} Room
 * @property {string} module  The room's first module, which exports `createView`.
 * @property {string} [style]  The room's style sheet, in `css/`.
 * @property {(keyof import("./language.js").Texts)[]} [words]  The room's strings, in `words/LANGUAGE/`.
 */

/** @type {Record<string, Room>} */
export const ROOMS = {
  home: { module: "./home/room.js" },
  design: { module: "./design/controller.js", style: "design", words: ["design"] },
  play: { module: "./play/controller.js", style: "play", words: ["play"] },
  compare: { module: "./compare/controller.js", style: "compare", words: ["compare"] },
  duel: { module: "./duel/controller.js", style: "duel", words: ["duel"] },
  rules: { module: "./rules/controller.js", style: "rules", words: ["rules"] },
  print: { module: "./print/controller.js", style: "print", words: ["print"] },
  story: { module: "./story/room.js", style: "story", words: ["compare", "story"] },
};

const DEFAULT = "home";

/**
 * @param {string} name
 * @returns {Promise<{createView: (argument: string) => View}>}
 */
export function loadRoom(name) {
  return importModule(ROOMS[name].module, import.meta.url);
}

/**
 * The parts of a URL such as `#/story/ring?step=2`. If the room is unknown, the route leads to the home room.
 *
 * @typedef {object} Route
 * @property {string} name  The name of the room, such as "story".
 * @property {string} argument  The part after the name: "ring".
 * @property {string} key  The name and the argument, "story/ring": the key of the room's stored states.
 * @property {URLSearchParams} params
 * @property {string} unknown  The name in the URL, if there is no such room.
 *
 * @param {string} hash
 * @returns {Route}
 */
export function readHash(hash) {
  const [, path = "", query = ""] = /^#\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const [first, ...rest] = path.split("/");
  const name = Object.hasOwn(ROOMS, first) ? first : DEFAULT;
  const argument = name === first ? rest.join("/") : "";
  const key = argument ? `${name}/${argument}` : name;
  return { name, argument, key, params: new URLSearchParams(query), unknown: name === first ? "" : first };
}
