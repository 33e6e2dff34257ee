/** The hashes of what is fetched, by path: `python3 dev.py site` writes this file. */

/** @type {Record<string, string>} */
export const INTEGRITY = {};
