/** The hashes of fetched files, by path. `python3 dev.py site` writes this file. */

/** @type {Record<string, string>} */
export const INTEGRITY = {};
