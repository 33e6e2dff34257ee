/** The invitation: the address as text and as a QR code. */

import { address } from "../http.js";
import { el } from "../dom.js";
import { w } from "./language.js";

/** @typedef {import("./stream.js").Live} Live */

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/**
 * @param {Live} live
 * @param {string} [pupil]  The key of a pupil who is changing phones.
 */
export function joinAddress(live, pupil) {
  const base = live.state?.address ?? new URL("../", location.href).href;
  return `${base}class/${live.code}${pupil ? `#key=${pupil}` : ""}`;
}

/**
 * @param {Live} live
 * @param {number} [pupil]  The number of a pupil who is changing phones.
 */
export function qrPicture(live, pupil) {
  if (LOOPBACK.test(new URL(joinAddress(live)).hostname))
    return el("p", { class: "note only-here", "data-test": "only-here" }, w.console.onlyHere);
  /** @type {[string, string | number][]} */
  const query = pupil ? [live.who, ["pupil", pupil]] : [live.who];
  const src = address(`class/${live.code}/qr.svg`, query);
  return el("img", { class: "qr", src, alt: `QR: ${joinAddress(live)}`, "data-test": "qr" });
}

/**
 * The address to read aloud: without the scheme, and with the class code in bold.
 *
 * @param {Live} live
 */
export function spelled(live) {
  const [, before, code] = /^https?:\/\/(.*\/)([^/]*)$/.exec(joinAddress(live)) ?? ["", "", live.code];
  return el("p", { class: "address", "data-test": "address" }, before, el("wbr"), el("strong", {}, code));
}

/**
 * A dialog that can be closed with Esc or a button.
 *
 * @param {string} title
 * @param {...import("../dom.js").Child} parts
 */
export function dialog(title, ...parts) {
  const heading = el("h2", { id: "dialog-title" }, title);
  const shut = el("button", { type: "button", class: "button quiet", onclick: () => box.close() }, w.frame.close);
  const box = el(
    "dialog",
    { class: "card", "aria-labelledby": "dialog-title" },
    heading,
    ...parts,
    el("div", { class: "row" }, shut),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}
