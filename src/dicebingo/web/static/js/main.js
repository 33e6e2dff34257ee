/** The frame: shows the current room, and handles the tabs, undo and redo, the connection and the theme. */

import { isAbort, Refused } from "./api.js";
import { allow, button, el, fill } from "./dom.js";
import { present, travel, ways } from "./history.js";
import { onNetwork, patience, setNetwork } from "./network.js";
import { clearNotices, notice, place } from "./notice.js";
import { startProjector } from "./projector.js";
import { loadRoom, readHash, ROOMS } from "./rooms.js";
import { enter, onAddress, withoutSteps, write, writeHash } from "./router.js";
import { fetchRoom, handOver, markTab, showShell } from "./shell.js";
import { keep, kept } from "./store.js";
import { LANGUAGES, chooseLanguage, language, loadWords, nameOf } from "./language.js";
import { startTheme } from "./theme.js";
import { failure, frame } from "./words.js";

/** @typedef {import("./types.js").View} View */

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const main = /** @type {HTMLElement} */ (byId("main"));
const WAYS = /** @type {const} */ (["undo", "redo"]);
const buttons = /** @type {Record<"undo" | "redo", HTMLButtonElement>} */ ({ undo: byId("undo"), redo: byId("redo") });

/** @type {{key: string, view: View} | null} */
let shown = null;
let going = 0;

/** Show the room named in the URL. */
async function go() {
  if (location.hash === "#main") return;
  const route = readHash(location.hash);
  const { name, key } = route;
  const first = going === 0;
  going += 1;
  const mine = going;
  let { params } = route;
  // A URL without a state restores the room's last state.
  if (![...params].length) params = new URLSearchParams(lastOf(key) ?? "");
  enter(key);
  markTab(name);
  clearNotices();
  if (route.unknown) notice(frame.unknown(route.unknown));
  let view = shown?.key === key ? shown.view : null;
  if (!view) {
    shown?.view.close();
    shown = null;
    main.setAttribute("aria-busy", "true"); // busy until the room has loaded
    if (!first) showShell(name, params.get("board") ?? "");
    if (!first) scrollTo(0, 0);
  }
  note(key, params);
  try {
    if (!view) {
      view = await open(route, () => mine === going);
      if (!view) return; // the user opened another room before this one had loaded
    }
    await view.load(params);
    if (mine !== going) {
      if (shown?.view !== view) view.close();
      return;
    }
    if (shown?.view !== view) {
      // Show the room only now, because input before its rules have loaded would be lost.
      shown = { key, view };
      fill(main, view.element);
    }
  } catch (error) {
    if (mine === going) await fail(error);
    return;
  }
  main.removeAttribute("aria-busy");
  document.title = name === "home" ? frame.title : `${main.querySelector("h1")?.textContent} · ${frame.title}`;
  if (!first) main.focus({ preventScroll: true });
}

/**
 * Load the files of a room, and try again if a file cannot be fetched.
 *
 * @param {import("./rooms.js").Route} route
 * @param {() => boolean} wanted
 * @returns {Promise<View | null>}
 */
async function open({ name, argument }, wanted) {
  for (let attempt = 0; wanted(); attempt += 1) {
    try {
      const room = loadWords(...(ROOMS[name].words ?? [])).then(() => loadRoom(name));
      const [module] = await Promise.all([room, fetchRoom(name)]);
      if (attempt) setNetwork("fine");
      return wanted() ? module.createView(argument) : null;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the file was fetched, but is broken
      if (!wanted()) return null;
      setNetwork("lost");
      offer(frame.incomplete, () => void go());
      await patience(attempt);
    }
  }
  return null;
}

/**
 * Handle all failures: show a message and *Try again*, which reopens the room from the URL.
 *
 * @param {unknown} error
 */
async function fail(error) {
  if (isAbort(error)) return; // a newer request has replaced this one
  if (error instanceof Refused) return offer(await failure(error), again);
  offer(frame.wrong, () => location.reload());
  reportError(error);
}

/**
 * Show a message above the current room or, if no room is open, in its place.
 *
 * @param {string} text
 * @param {() => void} retry
 */
function offer(text, retry) {
  const box = el(
    "div",
    { class: "note problem", role: "alert", "data-test": "failure" },
    el("p", {}, text),
    button(frame.again, retry),
  );
  document.querySelector("[data-test=failure]")?.remove();
  if (shown) return place.append(box);
  main.removeAttribute("aria-busy");
  fill(main, el("div", { class: "stack" }, el("h1", {}, frame.titles[readHash(location.hash).name]), box));
}

/** Reopen the room, with the state that it could not load, if any. */
function again() {
  const wanted = shown?.view.wanted;
  if (shown && wanted) write(shown.key, wanted);
  shown?.view.close();
  shown = null;
  void go();
}

/**
 * Let each tab link to the last state of its room, or pass on the current board if the room has not been used yet.
 *
 * @param {string} key
 * @param {URLSearchParams} params
 */
function note(key, params) {
  for (const link of document.querySelectorAll(".tabs a[data-view]")) {
    const name = /** @type {HTMLElement} */ (link).dataset.view ?? "";
    const fresh = name === "story" ? "" : carried(params);
    const last = name === key ? params : new URLSearchParams(lastOf(name) ?? fresh);
    link.setAttribute("href", writeHash(name, last));
  }
  const can = ways(key);
  for (const way of WAYS) allow(buttons[way], { possible: can[way], reason: frame.nothing[way] });
}

/**
 * The last state of a room. If a board was made after the last game, *Play* starts with that board, and undo restores
 * the game.
 *
 * @param {string} room
 * @returns {string | null}
 */
function lastOf(room) {
  return (room === "play" && kept("made")) || present(room);
}

/**
 * Remember a board that was made after the last game.
 *
 * @param {string} room
 * @param {URLSearchParams} params
 * @param {boolean} changed
 */
function noteMade(room, params, changed) {
  const complete = !params.get("board")?.includes("-");
  if (room === "design" && changed && complete) keep("made", String(carried(params, "guess")));
  if (room === "play") keep("made", null);
}

/**
 * @param {URLSearchParams} params
 * @param {...string} more
 */
function carried(params, ...more) {
  const kept = new URLSearchParams();
  for (const key of ["rules", "layout", "dice", "marking", "tokens", "board", ...more]) {
    const value = params.get(key);
    if (value) kept.set(key, value);
  }
  return kept;
}

/** @param {"undo" | "redo"} way */
async function step(way) {
  const room = shown;
  const state = room && travel(room.key, way);
  if (!room || state === null) return;
  const params = new URLSearchParams(state);
  write(room.key, params);
  clearNotices();
  note(room.key, params);
  await withoutSteps(() => room.view.load(params)).catch(fail);
}

for (const way of WAYS) buttons[way].addEventListener("click", () => void step(way));
addEventListener("keydown", (event) => {
  const writing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || writing) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  void step(key === "y" || event.shiftKey ? "redo" : "undo");
});

onNetwork((state, asking) => {
  const text = byId("network");
  if (text.textContent !== frame.network[state]) text.textContent = frame.network[state];
  document.documentElement.classList.toggle("asking", asking);
});

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // following the link would replace the room's state in the URL
  main.focus();
});
for (const code of LANGUAGES) {
  const control = button(nameOf(code), () => chooseLanguage(code), {
    kind: "quiet",
    lang: code,
    "data-language": code,
  });
  control.ariaPressed = String(code === language);
  byId("languages").append(control);
}
startProjector(byId("projector"));
startTheme(byId("theme"));
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  void fail(event.reason);
});
onAddress((room, params, changed) => {
  noteMade(room, params, changed);
  note(room, params);
});
history.scrollRestoration = "manual";
handOver();
addEventListener("hashchange", () => void go());
void go();
