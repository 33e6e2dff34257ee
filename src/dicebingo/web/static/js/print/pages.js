/** Draws the pages of a sheet, with the same shapes in the same places as in the PDF. */

import { el } from "../dom.js";
import { wordsOf } from "../language.js";
import { svg } from "../svg.js";

/** @typedef {import("../api-types.js").PrintedPages} Pages */
/** @typedef {import("../api-types.js").Page} Page */

const w = wordsOf("print");
const FONT = "Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif";

/** @param {Page["shapes"][number]} shape */
function drawn(shape) {
  switch (shape.shape) {
    case "line":
      return svg("path", {
        d: `M${shape.start.join(" ")}L${shape.end.join(" ")}`,
        stroke: shape.colour,
        "stroke-width": shape.width,
        "stroke-linecap": "round",
        "stroke-dasharray": shape.dashed ? "4 3" : null,
      });
    case "box":
      return svg("rect", {
        x: shape.x,
        y: shape.y,
        width: shape.width,
        height: shape.height,
        rx: shape.radius,
        fill: shape.fill || "none",
        stroke: shape.edge ? shape.colour : null,
        "stroke-width": shape.edge,
      });
    case "dot":
      return svg("circle", { cx: shape.x, cy: shape.y, r: shape.radius, fill: shape.colour });
    case "text":
      return svg(
        "text",
        {
          x: shape.x,
          y: shape.y,
          fill: shape.colour,
          "font-size": shape.size,
          "font-weight": shape.bold ? 700 : null,
          "text-anchor": shape.anchor,
          textLength: shape.wide,
          lengthAdjust: "spacingAndGlyphs",
        },
        shape.text,
      );
  }
}

/**
 * @param {Pages} answer
 * @returns {HTMLElement[]}
 */
export function pictures({ pages, width, height }) {
  return pages.map(({ title, shapes }, i) => {
    const label = w.page(i + 1, title);
    const box = `0 0 ${width.toFixed(2)} ${height.toFixed(2)}`;
    const picture = svg(
      "svg",
      { viewBox: box, role: "img", "aria-label": label, "font-family": FONT },
      ...shapes.map(drawn),
    );
    return el("figure", { class: "sheet-page", "data-title": title }, picture, el("figcaption", {}, label));
  });
}
