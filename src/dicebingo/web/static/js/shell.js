/**
 * The first module: the page as sent already has its header, its navigation, home, and a
 * placeholder board. This module is small, has no imports, runs first, and decides which of these is shown.
 */

const root = document.documentElement;
const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** Home, as it was sent. */
export const home = /** @type {HTMLElement} */ (document.getElementById("home"));

/** A room that is not there yet. */
const shell = /** @type {HTMLElement} */ (document.getElementById("shell"));

const title = /** @type {HTMLElement} */ (shell.querySelector("h1"));
const tiles = [...shell.querySelectorAll(".value")];

/** @type {Set<string>} */
const asked = new Set();

/**
 * Request all files of a room at once, so that no module waits for its importer.
 *
 * @param {string} name
 */
export async function fetchRoom(name) {
  const { FILES } = await import("./files.js");
  for (const file of FILES[name] ?? []) {
    if (asked.has(file)) continue;
    asked.add(file);
    const link = document.createElement("link");
    link.rel = file.endsWith(".css") ? "stylesheet" : "modulepreload";
    link.href = file;
    document.head.append(link);
  }
}

/**
 * Show that a room is coming: its name, and its board as far as it is known.
 *
 * @param {string} name
 * @param {string} board
 */
export function showShell(name, board) {
  root.dataset.room = name;
  title.textContent = tabOf(name)?.dataset.title ?? "One moment";
  const values = board.split(/[\s,/]+/).filter(Boolean);
  tiles.forEach((tile, i) => (tile.textContent = values.length === tiles.length ? values[i].replace("*", "") : ""));
  main.replaceChildren(name === "home" ? home : shell);
}

/**
 * Light up the tab of a room.
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

/** Show the room of the address until the frame has loaded. */
function look() {
  const [, first = ""] = /^#\/?([a-z]*)/.exec(location.hash) ?? [];
  const name = first === "story" || tabOf(first) ? first : "home";
  markTab(name);
  showShell(name, new URLSearchParams(location.hash.split("?")[1] ?? "").get("board") ?? "");
  void fetchRoom(name);
}

look();
addEventListener("hashchange", look);

/** The frame is there. */
export function handOver() {
  removeEventListener("hashchange", look);
}
