/**
 * The first module to run. The page arrives with its header, its navigation, the home room and a placeholder board,
 * all in English. This small module translates these parts and decides which to show.
 */

import { language, say, wordsOf } from "./language.js";
import { ROOMS } from "./rooms.js";
import { frame } from "./words.js";

const root = document.documentElement;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** The home room as the server sent it. */
export const home = /** @type {HTMLElement} */ (document.getElementById("home"));

/** The placeholder of a room that is not loaded yet. */
const shell = /** @type {HTMLElement} */ (document.getElementById("shell"));

const title = /** @type {HTMLElement} */ (shell.querySelector("h1"));
const tiles = [...shell.querySelectorAll(".value")];

/** @type {Map<string, Promise<void>>}  The requested files. A file that fails to load is removed. */
const asked = new Map();

/** @type {string[]}  The files of the current room. Only the styles of this room apply. */
let used = [];

/**
 * Request all files of a room at once, so that none waits for another. The next call requests a failed file again.
 *
 * @param {string} name
 * @returns {Promise<void>}  Settles when each style sheet has loaded or failed. A module that fails to load is reported
 *   when it is imported.
 */
export async function fetchRoom(name) {
  used = filesOf(name);
  for (const file of used) if (!asked.has(file)) asked.set(file, request(file));
  dress();
  await Promise.all(used.map((file) => file.endsWith(".css") && asked.get(file)));
}

/** @param {string} name */
function filesOf(name) {
  const { module, style, words = [] } = ROOMS[name];
  const texts = words.map((part) => `./words/${language}/${part}.js`);
  return [...(style ? [`../css/${style}.css`] : []), ...texts, module].map(
    (path) => new URL(path, import.meta.url).href,
  );
}

/** Apply only the styles of the current room. */
function dress() {
  for (const { sheet, dataset } of links()) if (sheet) sheet.disabled = !used.includes(dataset.file ?? "");
}

function links() {
  return /** @type {HTMLLinkElement[]} */ ([...document.head.querySelectorAll("link[data-file]")]);
}

/**
 * @param {string} file
 * @returns {Promise<void>}
 */
function request(file) {
  const link = document.createElement("link");
  const loaded = new Promise((resolve, reject) => {
    const lost = () => reject(new TypeError(`Failed to fetch ${file}`));
    link.onerror = lost;
    // If a network answers with its login page, the style sheet loads but has no rules.
    link.onload = () => (link.sheet?.cssRules.length === 0 ? lost() : resolve(null));
  });
  link.rel = file.endsWith(".css") ? "stylesheet" : "modulepreload";
  link.href = link.dataset.file = file;
  document.head.append(link);
  const result = loaded.then(dress, (error) => {
    asked.delete(file);
    link.remove();
    throw error;
  });
  result.catch(() => {}); // avoid an unhandled rejection: if a module is missing, its import reports the error
  return result;
}

/**
 * Show the placeholder of a room that is loading: the room's name and, if known, its board.
 *
 * @param {string} name
 * @param {string} board
 */
export function showShell(name, board) {
  root.dataset.room = name;
  title.textContent = frame.titles[name];
  const values = board.split(/[\s,/]+/).filter(Boolean);
  tiles.forEach((tile, i) => (tile.textContent = values.length === tiles.length ? values[i].replace("*", "") : ""));
  main.replaceChildren(name === "home" ? home : shell);
}

/**
 * Highlight the tab of a room.
 *
 * @param {string} name
 */
export function markTab(name) {
  for (const tab of document.querySelectorAll("a[data-view]")) {
    if (/** @type {HTMLElement} */ (tab).dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

/**
 * @param {string} name
 * @returns {HTMLElement | null}
 */
function tabOf(name) {
  return document.querySelector(`a[data-view="${name}"]`);
}

/** Until the frame has loaded, highlight the tab of the room named in the URL, and show a placeholder for the room. */
function look() {
  const [, first = ""] = /^#\/?([a-z]*)/.exec(location.hash) ?? [];
  const name = tabOf(first) ? first : "home";
  markTab(name);
  showShell(name, new URLSearchParams(location.hash.split("?")[1] ?? "").get("board") ?? "");
  fetchRoom(name).catch(() => {}); // the frame will try again
}

if (language !== "en") {
  home.remove(); // Home is translated separately
  say(document, frame);
  say(home, wordsOf("home"));
}
root.dataset.said = "";
look();
addEventListener("hashchange", look);

/** Stop reacting to changes of the URL, because the frame has loaded. */
export function handOver() {
  removeEventListener("hashchange", look);
}
