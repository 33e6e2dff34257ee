/** The web worker: loads Python and the package, and answers questions one at a time. */

import { part, ROOT, script } from "./parts.js";

const PACKAGES = "/packages";
const scope = /** @type {any} */ (self);

/** Let Python fetch only files of the site. */
scope.fetch = (/** @type {string | URL} */ address) => part(new URL(address, ROOT).href.slice(ROOT.href.length));

/** @param {string} path */
async function bytes(path) {
  return (await part(path)).arrayBuffer();
}

const SCRIPTS = ["runtime/pyodide.mjs", "runtime/pyodide.asm.mjs"];

/** The questions that need the modules for printing, which are in a separate archive. */
const PRINTED = ["pages", "sheet.pdf"];
let printing = false;

const python = start();

async function start() {
  const wheel = bytes("dicebingo.zip");
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(SCRIPTS.map(script));
  const py = await loadPyodide({ indexURL: new URL("runtime/", ROOT).href, createPyodideModule });
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
