/** Sharing and downloads: a link, images of a board, printable sheets. */

import { shareLink } from "./copy.js";
import { button, el, fill, fold } from "./dom.js";
import { LETTERS } from "./format.js";
import { importModule } from "./modules.js";
import { icon } from "./svg.js";
import { words } from "./words.js";

/** @typedef {import("./types.js").RulesSpec} RulesSpec */

export function shareButton() {
  return button(words.share.link, () => void shareLink(), { icon: icon("share") });
}

/** @param {RulesSpec} spec */
function ruleQuery(spec) {
  return /** @type {[string, string][]} */ (Object.entries(spec));
}

/** @returns {Promise<typeof import("./download.js")>} */
const downloads = () => importModule("./download.js", import.meta.url);

/**
 * Downloads for the given boards: images and printable sheets.
 *
 * @param {{folded?: boolean}} [how]
 * @returns {{element: HTMLElement, set: (boards: string[], spec: RulesSpec, names?: string[]) => void}}
 */
export function takeAway({ folded = false } = {}) {
  const pictures = el("div", { class: "row" });
  const sheets = el("div", { class: "row" });
  const title = words.share.title;
  const parts = [
    el("div", {}, shareButton()),
    el("p", { class: "label" }, words.share.picture),
    pictures,
    el("p", { class: "label" }, words.share.sheets),
    sheets,
  ];
  const element = folded
    ? fold(title, ...parts)
    : el("section", { class: "card actions" }, el("h2", {}, title), ...parts);
  return {
    element,
    set(boards, spec, names = [...LETTERS]) {
      const rules = ruleQuery(spec);
      const own = /** @type {[string, string][]} */ (boards.map((board) => ["board", board]));
      const link = (
        /** @type {string} */ text,
        /** @type {string} */ path,
        /** @type {[string, string | number][]} */ query,
        /** @type {string} */ file,
      ) => button(text, async () => (await downloads()).saveFile(path, query, file));
      fill(
        pictures,
        ...boards.flatMap((board, i) => {
          const named = (/** @type {string} */ format) =>
            boards.length > 1 ? words.share.pictureOf(format, names[i]) : format;
          return [
            link(named("SVG"), "board.svg", [["board", board], ...rules], "board.svg"),
            button(named("PNG"), async () => (await downloads()).savePng([["board", board], ...rules])),
          ];
        }),
      );
      fill(
        sheets,
        link(
          boards.length > 1 ? words.share.these : words.share.this,
          "sheet.pdf",
          [["kind", "boards"], ...own, ...rules, ["per_page", boards.length > 2 ? 4 : boards.length]],
          "boards.pdf",
        ),
        boards.length === 1 &&
          link(
            words.share.four,
            "sheet.pdf",
            [["kind", "boards"], ...own, ...rules, ["per_page", 4], ["count", 4]],
            "boards.pdf",
          ),
        link(words.share.blank, "sheet.pdf", [["kind", "blank"], ...rules, ["per_page", 6], ["count", 6]], "blank.pdf"),
        link(words.share.tally, "sheet.pdf", [["kind", "tally"], ...rules], "tally.pdf"),
      );
    },
  };
}
