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

const downloads = () => import("./download.js");

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
