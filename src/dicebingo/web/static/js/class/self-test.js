/** A check before the lesson: the address for the phones, and whether any phone has reached this computer. */

import { el, fill } from "../dom.js";
import { qrPicture, spelled } from "./invite.js";
import { w } from "./language.js";

/** @typedef {import("./types.js").ClassState} ClassState */

const AGAIN = 3000; // milliseconds between requests: the server sends no event when a phone opens the page

/** @param {import("./stream.js").Live} live */
export function selfTest(live) {
  const found = el("p", { role: "status", "data-test": "reached" });
  const where = el("div", { class: "stack" });
  const element = el("section", { class: "card self-test" }, el("h2", {}, w.console.phones), where, found);
  let timer = 0;
  return {
    element,
    /** @param {ClassState} state */
    update({ phase, round, pupils, bots, reached, address }) {
      const waits = phase === "lobby" && round === 1 && pupils.length <= (bots ?? 0);
      element.hidden = !waits;
      if (waits && where.dataset.address !== address) {
        where.dataset.address = address ?? "";
        const picture = qrPicture(live);
        fill(where, spelled(live), picture.matches(".qr") ? null : picture);
      }
      found.hidden = Boolean(where.querySelector(".only-here"));
      found.textContent = reached ? w.console.reached : w.console.notReached;
      found.classList.toggle("glad", Boolean(reached));
      clearTimeout(timer);
      if (waits && !reached) timer = window.setTimeout(() => void live.refresh(), AGAIN);
    },
    close: () => clearTimeout(timer),
  };
}
