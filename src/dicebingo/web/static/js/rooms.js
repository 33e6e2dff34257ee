/** The rooms of the page, each loaded when it is first needed. */

/** @typedef {import("./types.js").View} View */

/**
 * @typedef {object} Room
 * @property {() => Promise<{createView: (argument: string) => View}>} load
 * @property {string[]} [styles]  Style sheets that only this room needs.
 * @property {(keyof import("./language.js").Texts)[]} [words]  Its texts, in `words/LANGUAGE/`.
 */

/** @type {Record<string, Room>} */
export const ROOMS = {
  home: { load: () => import("./home/room.js") },
  design: {
    load: () => import("./design/controller.js"),
    styles: ["views", "charts", "design"],
    words: ["design"],
  },
  play: { load: () => import("./play/controller.js"), styles: ["views", "charts", "play"], words: ["play"] },
  compare: {
    load: () => import("./compare/controller.js"),
    styles: ["views", "charts", "compare"],
    words: ["compare"],
  },
  duel: {
    load: () => import("./duel/controller.js"),
    styles: ["views", "charts", "duel"],
    words: ["duel"],
  },
  rules: { load: () => import("./rules/controller.js"), styles: ["charts", "rules"], words: ["rules"] },
  print: { load: () => import("./print/controller.js"), styles: ["print"], words: ["print"] },
  story: {
    load: () => import("./story/room.js"),
    styles: ["views", "charts", "compare", "story"],
    words: ["compare", "story"],
  },
};

const DEFAULT = "home";

/**
 * The parts of an address such as `#/story/ring?step=2`; an unknown room leads to home.
 *
 * @typedef {object} Route
 * @property {string} name  The name of the room.
 * @property {string} argument  The part after the name: "ring".
 * @property {string} key  Both together, "story/ring": the key of the room's stored states.
 * @property {URLSearchParams} params
 * @property {string} unknown  The room that the address names, if there is no such room.
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
