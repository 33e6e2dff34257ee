/**
 * Home: the rules in three pictures, and the doors. It came with the page, so there is nothing to load; but the door to
 * a class is there only where the server has classes.
 */

import { get } from "../api.js";
import { home } from "../shell.js";

/** @returns {import("../types.js").View} */
export function createView() {
  const door = /** @type {HTMLElement} */ (home.querySelector("[data-door=class]"));
  return {
    element: home,
    load() {
      const show = ({ classes = false }) => (door.hidden = !classes);
      get("version").then(show, () => show({}));
    },
    close() {},
  };
}
