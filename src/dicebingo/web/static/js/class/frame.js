/** The header of a class: its code, the connection, the language, the theme. */

import { el, fill } from "../dom.js";
import { svg } from "../svg.js";
import { startTheme } from "../theme.js";
import { chooseLanguage, LANGUAGES, w } from "./language.js";

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
  startTheme(control, (theme) => w.frame.theme[theme]);
  return control;
}

/** @param {() => void} onlanguage */
function languages(onlanguage) {
  const now = document.documentElement.lang;
  return el(
    "div",
    { class: "languages", role: "group", "aria-label": w.frame.languages },
    ...Object.entries(LANGUAGES).map(([code, words]) =>
      el(
        "button",
        {
          type: "button",
          class: "button quiet tool",
          lang: code,
          "aria-pressed": String(code === now),
          "data-language": code,
          onclick: () => {
            chooseLanguage(code);
            onlanguage();
            /** @type {HTMLElement | null} */ (document.querySelector(`[data-language="${code}"]`))?.focus();
          },
        },
        code.toUpperCase(),
        el("span", { class: "visually-hidden" }, ` ${words.language}`),
      ),
    ),
  );
}

/** @param {{code: string, onlanguage: () => void}} what */
export function fillFrame({ code, onlanguage }) {
  const before = document.getElementById("network");
  const network = before ?? el("p", { id: "network", class: "network", role: "status" });
  fill(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    el("a", { class: "brand", href: "../", "aria-label": w.frame.home }, logo(), el("span", {}, w.frame.home)),
    code ? el("span", { class: "class-code" }, code) : null,
    network,
    el("div", { class: "tools" }, languages(onlanguage), themeButton()),
  );
}
