/**
 * Storage on this device: small pieces of JSON by name. If storage is forbidden or full, they last
 * until the page is closed.
 */

const VERSION = "dicebingo.2."; // bump this when the stored shape changes

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} name
 * @returns {any}  The stored value, or null.
 */
export function kept(name) {
  try {
    return JSON.parse(memory.get(name) ?? localStorage.getItem(VERSION + name) ?? "null");
  } catch {
    return null; // storage is forbidden, or another program wrote this
  }
}

/**
 * @param {string} name
 * @param {any} value  Null removes it.
 * @returns {boolean}  Whether the value was stored beyond this page.
 */
export function keep(name, value) {
  const text = JSON.stringify(value);
  try {
    if (value === null) localStorage.removeItem(VERSION + name);
    else localStorage.setItem(VERSION + name, text);
    memory.delete(name);
    return true;
  } catch {
    memory.set(name, text);
    return false;
  }
}

/** @param {(name: string) => void} listener  Called when another window of this browser stores something. */
export function onKept(listener) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(VERSION)) listener(key.slice(VERSION.length));
  });
}
