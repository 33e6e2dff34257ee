/** Copy text or share a link. If the browser forbids copying, a box shows the text, already selected. */

import { button, el, freshId, say } from "./dom.js";
import { frame, words } from "./words.js";

/**
 * @param {string} text
 * @param {string} [done]  The message to show once the text is copied.
 * @param {string} [note]  A further message, shown even if the browser forbids copying.
 */
export async function copyText(text, done = words.copy.done, note = "") {
  try {
    await navigator.clipboard.writeText(text);
    say(`${done} ${note}`.trim());
  } catch {
    showText(text, note);
  }
}

/**
 * @param {string} text
 * @param {string} note
 */
function showText(text, note) {
  const id = freshId();
  const area = el("textarea", {
    id,
    readonly: true,
    rows: Math.min(8, text.split("\n").length + 1),
    "data-test": "copy",
  });
  area.value = text;
  const box = el(
    "dialog",
    { class: "card copy-box", onclose: () => box.remove() },
    el("label", { for: id }, words.copy.take),
    area,
    note && el("p", { class: "small soft" }, note),
    button(frame.close, () => box.close()),
  );
  document.body.append(box);
  box.showModal();
  area.focus();
  area.select();
}

/** Share the URL, which contains the whole state. */
export async function shareLink() {
  const alone = ["", "localhost", "127.0.0.1", "[::1]"].includes(location.hostname); // a file has no host name
  const warning = alone ? words.copy.here : "";
  const copy = () => copyText(location.href, words.copy.link, warning);
  if (!navigator.share || location.protocol === "file:") return copy();
  try {
    return await navigator.share({ title: document.title, url: location.href });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // otherwise, the user closed the share menu, or sharing failed
    return error.name === "AbortError" ? undefined : copy();
  }
}
