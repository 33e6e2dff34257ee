/**
 * Home: the rules in three pictures, and links to the rooms. Home is part of the page, so there is nothing to load.
 * New visitors get an empty board, and returning visitors get their last one. If this server has no classes, the link
 * to a class leads to an explanation of how to start one.
 */

import { get } from "../api.js";
import { present } from "../history.js";
import { home } from "../shell.js";

/** @returns {import("../types.js").View} */
export function createView() {
  const lead = (/** @type {string} */ room, /** @type {string} */ to) =>
    home.querySelector(`[data-door=${room}]`)?.setAttribute("href", to); // the one-file page has no link to a class
  return {
    element: home,
    load() {
      if (present("design")) lead("design", "#/design");
      const show = ({ classes = false }) => lead("class", classes ? "class/" : "about.html#class");
      get("version").then(show, () => show({}));
    },
    close() {},
  };
}
