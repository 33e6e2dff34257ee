/**
 * The files that the site needs for computing, checked against their hashes. When the page is built as one file,
 * `inside.js` replaces this module.
 */

import { INTEGRITY } from "./build.js";

export const ROOT = new URL("../../", import.meta.url);

const fetched = fetch.bind(globalThis);

/** @param {string} path */
export function has(path) {
  return Object.hasOwn(INTEGRITY, path);
}

/**
 * @param {string} path
 * @returns {Promise<Response>}
 */
export async function part(path) {
  if (!has(path)) throw new Error(`expected a file of this site, got ${path}`);
  return fetched(new URL(path, ROOT), { integrity: INTEGRITY[path] });
}

/**
 * Import a script after checking its hash, because an import does not check it.
 *
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function script(path) {
  await (await part(path)).arrayBuffer();
  return import(new URL(path, ROOT).href);
}

/**
 * Start the worker from a blob: unlike a worker from a network URL, it inherits the page's content security policy.
 */
export function startWorker() {
  const source = `import ${JSON.stringify(new URL("js/local/worker.js", ROOT).href)};`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
}

/**
 * Wait until all files are cached. If a browser caches nothing (in a private window, or without HTTPS), the files come
 * from the network, and their hashes are still checked.
 *
 * @param {(done: number, total: number) => void} tell
 */
export async function arrive(tell) {
  const service = navigator.serviceWorker;
  if (!service) return;
  service.addEventListener("message", ({ data: { done, total } }) => tell(done, total));
  try {
    const registration = await service.register(new URL("service.js", ROOT), { updateViaCache: "none" });
    await control(service, registration);
  } catch {
    // nothing is cached; the files come from the network
  }
}

/**
 * @param {ServiceWorkerContainer} service
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<void>}  Settles when the page is using the cached files, or when it cannot use them.
 */
function control(service, registration) {
  const worker = registration.installing ?? registration.waiting;
  if (service.controller || !worker) return Promise.resolve();
  return new Promise((resolve) => {
    service.addEventListener("controllerchange", () => resolve(), { once: true });
    worker.addEventListener("statechange", () => worker.state === "redundant" && resolve());
  });
}
