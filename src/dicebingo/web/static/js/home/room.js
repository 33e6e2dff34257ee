/**
 * Home: the rules in three pictures, and links to the rooms. It is part of the page, so there is nothing to load. The
 * link to a class is shown only if the server has classes.
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
