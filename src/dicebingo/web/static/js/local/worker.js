/** The web worker: loads Python and the package, and answers one question after the other. */

import { INTEGRITY } from "./build.js";

const ROOT = new URL("../../", import.meta.url);
const PACKAGES = "/packages";
const scope = /** @type {any} */ (self);
const fetched = scope.fetch.bind(scope);

/** Only files of this site are fetched, and their hashes are checked. */
scope.fetch = (/** @type {string | URL} */ address, /** @type {RequestInit} */ options = {}) => {
  const path = new URL(address, ROOT).href.slice(ROOT.href.length);
  if (!INTEGRITY[path]) return Promise.reject(new Error(`expected a file of this site, got ${address}`));
  return fetched(address, { ...options, integrity: INTEGRITY[path] });
};

/** @param {string} path */
async function bytes(path) {
  return (await scope.fetch(new URL(path, ROOT))).arrayBuffer();
}

const SCRIPTS = ["runtime/pyodide.mjs", "runtime/pyodide.asm.mjs"];

/** The questions that need the archive of sheets. */
const PRINTED = ["pages", "sheet.pdf"];
let printing = false;

const python = start();

async function start() {
  const runtime = new URL("runtime/", ROOT);
  const wheel = bytes("dicebingo.zip");
  await Promise.all(SCRIPTS.map(bytes)); // an import checks no hash
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
  const py = await loadPyodide({ indexURL: runtime.href });
  py.unpackArchive(await wheel, "zip", { extractDir: PACKAGES });
  py.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  const { reply } = py.pyimport("dicebingo.web.local");
  scope.postMessage({ ready: true });
  return { py, reply };
}

/** @param {{name: string, text: string}} question */
async function answer({ name, text }) {
  const { py, reply } = await python;
  if (PRINTED.includes(name) && !printing) {
    py.unpackArchive(await bytes("printing.zip"), "zip", { extractDir: PACKAGES });
    printing = true;
  }
  const found = reply(name, text, (/** @type {string} */ progress) => scope.postMessage({ progress }));
  const { status, media_type: type } = found;
  const content = found.content.toJs();
  found.destroy();
  const json = type === "application/json";
  scope.postMessage({ status, type, content: json ? new TextDecoder().decode(content) : content });
}

scope.addEventListener("message", (/** @type {MessageEvent} */ { data }) =>
  answer(data).catch((error) => scope.postMessage({ failed: String(error) })),
);
