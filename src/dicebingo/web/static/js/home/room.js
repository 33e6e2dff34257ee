/**
 * Home: the rules in three pictures, and links to the rooms. It is part of the page, so there is nothing to load. A new
 * visitor gets an empty board, and others their last one. Without classes on this server, the link to a class explains
 * how to start one.
 */

import { get } from "../api.js";
import { present } from "../history.js";
import { home } from "../shell.js";

/** @returns {import("../types.js").View} */
export function createView() {
  const lead = (/** @type {string} */ room, /** @type {string} */ to) =>
    home.querySelector(`[data-door=${room}]`)?.setAttribute("href", to); // one file has no link to a class
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
