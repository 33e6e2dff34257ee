/** The transport to a server. The static site is built with another file in this place (`python3 dev.py site`). */

export { ABLE, answer, file, fixed } from "./http.js";
