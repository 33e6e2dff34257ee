/** Files to download: tables (CSV, JSON), images of a board, printable sheets. */

import { getFile, Refused } from "./api.js";
import { el, say } from "./dom.js";
import { failure, words } from "./words.js";

/** @typedef {import("./tables.js").Data} Data */

/**
 * Return a table as CSV. A column of exact numbers becomes two: the decimals and the fractions.
 *
 * @param {Data} data
 */
export function toCsv({ columns, rows }) {
  const exact = columns.map((_, i) => rows.some((row) => typeof row[i] === "object" && row[i] !== null));
  // Spreadsheets evaluate any string that looks like a formula, such as a board named `=1+1`.
  const tame = (/** @type {string} */ text) => (/^(?!-[\d./e]+$)[=+\-@\t\r]/.test(text) ? `'${text}` : text);
  const quote = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = columns.flatMap((column, i) => (exact[i] ? [column, words.tables.exact(column)] : [column]));
  const body = rows.map((row) =>
    row.flatMap((entry, i) => {
      if (typeof entry !== "object") return [String(entry)];
      const plain = entry === null ? ["", ""] : [String(entry.decimal), entry.exact ?? ""];
      return exact[i] ? plain : plain.slice(0, 1);
    }),
  );
  return [head, ...body].map((line) => line.map(tame).map(quote).join(",")).join("\r\n") + "\r\n";
}

/**
 * @param {string} name
 * @param {Data} data
 */
export function saveCsv(name, data) {
  download(`${name}.csv`, toCsv(data), "text/csv");
}

/**
 * @param {string} name
 * @param {Data} data
 */
export function saveJson(name, { caption, columns, rows }) {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  download(`${name}.json`, `${JSON.stringify({ table: caption, rows: objects }, null, 2)}\n`, "application/json");
}

/**
 * Offer a file as a download.
 *
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} [type]
 */
export function download(name, content, type = "application/octet-stream") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {[string, string | number][]} query  The board and its rules. */
export async function savePng(query) {
  const source = URL.createObjectURL(await getFile("board.svg", query));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const scale = 1024 / Math.max(image.width, image.height);
    const canvas = el("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download("board.png", blob));
  } finally {
    URL.revokeObjectURL(source);
  }
}

/**
 * Request a file, and offer it as a download.
 *
 * @param {string} path
 * @param {[string, string | number][]} query
 * @param {string} name
 */
export async function saveFile(path, query, name) {
  try {
    download(name, await getFile(path, query));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say(await failure(error));
  }
}
