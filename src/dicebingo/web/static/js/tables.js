/** Accessible tables that can be downloaded (CSV, JSON). */

import { button, el, fill } from "./dom.js";
import { decimal } from "./format.js";
import { number } from "./number.js";
import { words } from "./words.js";

/** @typedef {import("./api-types.js").Number} Amount */
/** @typedef {string | number | Amount | null} Entry */
/** @typedef {import("./number.js").Setting["kind"]} Kind */
/**
 * @typedef {object} Data
 * @property {string} caption
 * @property {string[]} columns
 * @property {Entry[][]} rows
 * @property {(Kind | null)[]} [kinds]  The kind of number in each column; a tap shows its fraction.
 * @property {number} [digits]  The decimals of numbers without a kind.
 */

/**
 * @param {Entry} entry
 * @param {number} digits
 * @param {Kind | null | undefined} kind
 * @param {string} name
 */
function show(entry, digits, kind, name) {
  if (entry === null) return "";
  if (typeof entry === "object") return kind ? number(entry, { kind, name }) : decimal(entry, digits);
  return String(entry);
}

/** @param {Data} data */
export function table({ caption, columns, rows, kinds = [], digits = 6 }) {
  const head = el("tr", {}, ...columns.map((column) => el("th", { scope: "col" }, column)));
  const body = rows.map(([first, ...others]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, show(first, digits, null, "")),
      ...others.map((entry, i) => el("td", {}, show(entry, digits, kinds[i + 1], `${columns[i + 1]}, ${first}`))),
    ),
  );
  return el("table", {}, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, ...body));
}

/**
 * An exact number becomes two columns: the decimal, and the fraction.
 *
 * @param {Data} data
 */
export function toCsv({ columns, rows }) {
  const exact = columns.map((_, i) => rows.some((row) => typeof row[i] === "object" && row[i] !== null));
  // A spreadsheet would run a text that looks like a formula, even if it is the name of a board.
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

/** @param {Data} data */
export function toJson({ caption, columns, rows }) {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  return `${JSON.stringify({ table: caption, rows: objects }, null, 2)}\n`;
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

/**
 * A table behind "Show the numbers", with the two files; it stays open while its numbers change.
 *
 * @param {string} name  The name of the files.
 * @param {string} [summary]
 */
export function tableBox(name, summary = words.tables.show) {
  /** @type {Data} */
  let data = { caption: "", columns: [], rows: [] };
  const container = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": summary });
  const files = el(
    "div",
    { class: "row" },
    button("CSV", () => download(`${name}.csv`, toCsv(data), "text/csv"), { "aria-label": words.tables.csv(name) }),
    button("JSON", () => download(`${name}.json`, toJson(data), "application/json"), {
      "aria-label": words.tables.json(name),
    }),
  );
  const element = el("details", {}, el("summary", {}, summary), container, files);
  return {
    element,
    /** @param {Data} next */
    set(next) {
      data = next;
      fill(container, table(next));
      container.setAttribute("aria-label", next.caption);
    },
  };
}

/** @typedef {ReturnType<typeof tableBox>} TableBox */
