/**
 * Loads modules when they are first needed. This module imports no others, so any module can import it, even before
 * the strings have loaded.
 */

/** @type {Map<string, number>}  The number of failed attempts, by URL. */
const failures = new Map();

/**
 * Import a module, even if an earlier attempt has failed. A browser remembers a failed import and does not request the
 * same URL again, so each retry adds a number to the URL.
 *
 * @param {string} path  The URL of the module, relative to `base`.
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
