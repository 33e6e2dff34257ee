/**
 * Loads modules when they are first needed. This module imports no others, so any module can import it, even before
 * the strings have loaded.
 */

/** @type {Map<string, number>}  The number of failed tries, by address. */
const failures = new Map();

/**
 * Import a module, even if an earlier try has failed. A browser remembers a failed import and does not request the same
 * address again, so each further try adds a number to the address.
 *
 * @param {string} path  The address of the module, relative to `base`.
 * @param {string} base  The caller's `import.meta.url`.
 * @returns {Promise<any>}
 */
export async function importModule(path, base) {
  const { href } = new URL(path, base);
  const failed = failures.get(href) ?? 0;
  try {
    return await import(failed ? `${href}?again=${failed}` : href);
  } catch (error) {
    failures.set(href, failed + 1);
    throw error;
  }
}
