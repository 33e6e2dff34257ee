/**
 * Replaces `parts.js` when the page is built as one file, which contains all parts in compressed form. At `file://`, a
 * page cannot fetch files, and a worker cannot use the URLs of the page's blobs. The worker's script therefore contains
 * all parts that the worker needs.
 */

/** @type {Record<string, string>} The parts by path, gzipped and in base64; `tools/one_file.py` writes them. */
const PARTS = {};

/** The base URL of the parts; the page never requests anything from there. */
export const ROOT = new URL("inside:///");

const fetched = fetch.bind(globalThis);

/** @param {string} path */
export function has(path) {
  return Object.hasOwn(PARTS, path);
}

/**
 * @param {string} path
 * @returns {Promise<Response>}
 */
export async function part(path) {
  if (!has(path)) throw new Error(`expected a part of this file, got ${path}`);
  const packed = await (await fetched(`data:application/gzip;base64,${PARTS[path]}`)).blob();
  const type = path.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  const content = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(content, { headers: { "Content-Type": type } });
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function script(path) {
  return import(URL.createObjectURL(await (await part(path)).blob()));
}

/** Start the worker, whose script is the last element of the file. At `file://`, a worker cannot be a module. */
export function startWorker() {
  return new Worker(URL.createObjectURL(new Blob([document.getElementById("worker")?.textContent ?? ""])));
}

/** Wait until the browser has read the whole file; browsers show the page before they have read all of it. */
export async function arrive() {
  if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}
