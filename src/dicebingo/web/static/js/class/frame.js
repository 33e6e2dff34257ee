/** The header of a live class: the class code, the connection, the language and the theme. */

import { el, fill } from "../dom.js";
import { svg } from "../svg.js";
import { startTheme } from "../theme.js";
import { chooseLanguage, language, LANGUAGES, nameOf } from "../language.js";
import { frame } from "../words.js";

function logo() {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 28, height: 28, rx: 7, fill: "#b0401c" }),
    ...[9.5, 16, 22.5].map((at) => svg("circle", { cx: at, cy: at, r: 2.8, fill: "#fffdf8" })),
  );
}

function themeButton() {
  const control = el(
    "button",
    { type: "button", class: "button quiet tool" },
    svg(
      "svg",
      { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 2, "aria-hidden": "true" },
      svg("circle", { cx: 12, cy: 12, r: 8 }),
      svg("path", { fill: "currentColor", d: "M12 4a8 8 0 0 0 0 16z" }),
    ),
    el("span", { class: "visually-hidden" }),
  );
  startTheme(control);
  return control;
}

function languages() {
  return el(
    "div",
    { class: "languages", role: "group", "aria-label": frame.languages },
    ...LANGUAGES.map((code) =>
      el(
        "button",
        {
          type: "button",
          class: "button quiet tool",
          lang: code,
          "aria-pressed": String(code === language),
          "data-language": code,
          onclick: () => chooseLanguage(code),
        },
        code.toUpperCase(),
        el("span", { class: "visually-hidden" }, ` ${nameOf(code)}`),
      ),
    ),
  );
}

/** @param {string} code */
export function fillFrame(code) {
  const before = document.getElementById("network");
  const network = before ?? el("p", { id: "network", class: "network", role: "status" });
  fill(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    el("a", { class: "brand", href: "../", "aria-label": frame.title }, logo(), el("span", {}, frame.title)),
    code ? el("span", { class: "class-code" }, code) : null,
    network,
    el("div", { class: "tools" }, languages(), themeButton()),
  );
}
