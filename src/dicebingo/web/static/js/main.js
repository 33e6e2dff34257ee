/** The frame: which view is shown, the tabs, the theme. */

import { Refused } from "./api.js";
import { el, fill } from "./dom.js";
import { onAddress, readHash, writeHash } from "./router.js";
import { startTheme } from "./theme.js";

/** @typedef {import("./types.js").View} View */

/** @type {Record<string, () => Promise<{createView: () => View}>>} Loaded when first needed. */
const LOADERS = {
  design: () => import("./design/controller.js"),
  play: () => import("./play/controller.js"),
  compare: () => import("./compare/controller.js"),
  duel: () => import("./duel/controller.js"),
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {{name: string, view: View} | null} */
let shown = null;
let going = 0;

/** @type {Map<string, URLSearchParams>} Where each tab was left. */
const left = new Map();

async function go() {
  if (location.hash === "#main") return;
  const { name, params } = readHash(location.hash);
  const first = going === 0;
  going += 1;
  const mine = going;
  try {
    let view = shown?.name === name ? shown.view : null;
    if (!view) {
      shown?.view.close();
      shown = null;
      view = (await LOADERS[name]()).createView();
    }
    note(name, params);
    await view.load(params);
    if (mine !== going) return view.close(); // somebody is quicker than the modules
    if (shown?.view !== view) {
      // Only now: what is typed into a view that still waits for its rules would be lost.
      shown = { name, view };
      fill(main, view.element);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(main, el("p", { class: "note problem", role: "alert" }, error.message));
    shown = null;
  }
  document.title = `${main.querySelector("h1")?.textContent ?? "Dice Bingo"} · Dice Bingo`;
  if (!first) main.focus({ preventScroll: true });
}

/**
 * Keep the tabs pointing at what they showed last; a tab not yet used takes the board along.
 *
 * @param {string} name
 * @param {URLSearchParams} params
 */
function note(name, params) {
  left.set(name, params);
  for (const link of document.querySelectorAll("a[data-view]")) {
    const view = /** @type {HTMLElement} */ (link).dataset.view ?? "";
    link.setAttribute("href", writeHash(view, left.get(view) ?? carried(params)));
    if (view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** @param {URLSearchParams} params */
function carried(params) {
  const kept = new URLSearchParams();
  for (const key of ["rules", "layout", "dice", "marking", "board"]) {
    const value = params.get(key);
    if (value) kept.set(key, value);
  }
  return kept;
}

startTheme(/** @type {HTMLButtonElement} */ (document.getElementById("theme")));
onAddress(note);
addEventListener("hashchange", () => void go());
void go();
