/** Accessible tables that can be downloaded (CSV, JSON). */

import { button, el, fill } from "./dom.js";
import { decimal } from "./format.js";
import { importModule } from "./modules.js";
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
 * @property {(Kind | null)[]} [kinds]  The kind of number in each column; a tap on such a number shows its fraction.
 * @property {number} [digits]  The number of decimals for numbers without a kind.
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

/** @returns {Promise<typeof import("./download.js")>} */
const downloads = () => importModule("./download.js", import.meta.url);

/**
 * A table that opens below "Show the numbers", with downloads as CSV and JSON. The table stays open while its numbers
 * change.
 *
 * @param {string} name  The base name of the downloaded files.
 * @param {string} [summary]
 */
export function tableBox(name, summary = words.tables.show) {
  /** @type {Data} */
  let data = { caption: "", columns: [], rows: [] };
  const container = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": summary });
  const files = el(
    "div",
    { class: "row" },
    button("CSV", async () => (await downloads()).saveCsv(name, data), { "aria-label": words.tables.csv(name) }),
    button("JSON", async () => (await downloads()).saveJson(name, data), { "aria-label": words.tables.json(name) }),
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
