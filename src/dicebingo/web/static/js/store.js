/**
 * Stores small JSON values by name on this device. If storage is forbidden or full, the values last until the page is
 * closed.
 */

const VERSION = "dicebingo.2."; // bump this when the format of stored values changes

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
    return null; // storage is forbidden, or another program wrote the value
  }
}

/**
 * @param {string} name
 * @param {any} value  Null removes the stored value.
 * @returns {boolean}  Whether the value will remain stored after the page is closed.
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
