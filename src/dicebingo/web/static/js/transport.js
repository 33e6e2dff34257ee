/** The transport to a server. The static site (`python3 dev.py site`) replaces this file. */

export { ABLE, answer, file, fixed } from "./http.js";
