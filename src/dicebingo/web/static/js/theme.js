/** Switches between the light, the dark and the system's theme, and stores the choice in this browser. */

import { say } from "./dom.js";
import { frame } from "./words.js";

const THEMES = ["system", "light", "dark"];

/** @param {HTMLButtonElement} control */
export function startTheme(control) {
  let theme = THEMES.includes(read()) ? read() : "system";
  const apply = () => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const name = /** @type {HTMLElement} */ (control.querySelector("span"));
    name.textContent = frame.theme[theme];
  };
  control.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    write(theme);
    apply();
    say(frame.theme[theme]);
  });
  apply();
}

function read() {
  try {
    return localStorage.getItem("theme") ?? "system";
  } catch {
    return "system"; // storage is forbidden
  }
}

/** @param {string} theme */
function write(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // If storage is forbidden, the choice lasts until the page is closed.
  }
}
