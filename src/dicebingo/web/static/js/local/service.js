/**
 * The service worker of the static site: it caches all files of one version, each checked against its hash, and serves
 * them. A new version is fetched while the old one is in use, and takes over once no page of the old version is open.
 */

/** @type {Record<string, [string, number]>} The hash and size of each file. The build writes `FILES` and `NAME`. */
const FILES = {};
const NAME = "dicebingo";

const scope = /** @type {any} */ (self);
const ROOT = new URL("./", scope.location.href);
const AT_ONCE = 6;

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const path = pathOf(event.request.url);
  if (event.request.method === "GET" && Object.hasOwn(FILES, path)) event.respondWith(kept(path, event.request));
});

/** @param {string} address */
function pathOf(address) {
  const url = new URL(address);
  const path = url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname) ? url.pathname : null;
  return path === null ? "?" : path.slice(ROOT.pathname.length) || "index.html";
}

/**
 * @param {string} path
 * @param {Request} request
 */
async function kept(path, request) {
  return (await (await caches.open(NAME)).match(path)) ?? fetch(request);
}

async function fetchAll() {
  const cache = await caches.open(NAME);
  const todo = Object.keys(FILES).sort((a, b) => FILES[b][1] - FILES[a][1]);
  const total = todo.reduce((sum, path) => sum + FILES[path][1], 0);
  let done = 0;
  const several = Array.from({ length: AT_ONCE }, async () => {
    for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
      await cache.put(path, (await before(path)) ?? (await whole(path)));
      done += FILES[path][1];
      for (const client of await scope.clients.matchAll({ includeUncontrolled: true }))
        client.postMessage({ done, total });
    }
  });
  await Promise.all(several);
}

/** @param {string} path */
async function whole(path) {
  const response = await fetch(new URL(path, ROOT), { integrity: FILES[path][0], cache: "no-cache" });
  if (!response.ok) throw new Error(`expected ${path}, got status ${response.status}`);
  return response;
}

/**
 * The file from the cache of an older version, or null if the file has changed. An update therefore fetches only
 * changed files.
 *
 * @param {string} path
 */
async function before(path) {
  const response = await caches.match(path);
  if (!response) return null;
  const digest = await crypto.subtle.digest("SHA-384", await response.clone().arrayBuffer());
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return FILES[path][0] === `sha384-${hash}` ? response : null;
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== NAME && name.startsWith("dicebingo ")) await caches.delete(name);
  await scope.clients.claim();
}

export {};
