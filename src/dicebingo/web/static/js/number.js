/** A number that the user can tap to see its exact fraction and to copy it as text or as LaTeX. */

import { isAbort, Refused } from "./api.js";
import { copyText } from "./copy.js";
import { button, el, fill } from "./dom.js";
import { chance, change, cost, rolls } from "./format.js";
import { latex } from "./fractions.js";
import { failure, frame, words } from "./words.js";

/** @typedef {import("./api-types.js").Number} Amount */

const FORMATS = { rolls, chance, change, cost };

/**
 * @typedef {object} Setting
 * @property {keyof typeof FORMATS} kind
 * @property {string} name  The name of the number, for the box and for screen readers: "Rolls on average".
 * @property {() => Promise<Amount | null>} [exactly]  Fetches the exact number, if only an approximation is known.
 * @property {string} [text]  The printed text, if the number was rounded to make a sum add up.
 * @property {string} [note]  The precision of a number without an exact value: "Estimated from 10,000 simulated games".
 */

/**
 * @param {Amount} amount
 * @param {Setting} setting
 * @returns {HTMLButtonElement}
 */
export function number(amount, setting) {
  const text = setting.text ?? FORMATS[setting.kind](amount);
  return el(
    "button",
    {
      type: "button",
      class: "number",
      "aria-haspopup": "dialog",
      "aria-label": (setting.note ? words.number.certain : words.number.exact)(text, setting.name),
      onclick: (/** @type {MouseEvent} */ event) =>
        void showNumber(amount, setting, /** @type {any} */ (event.currentTarget)),
    },
    text,
  );
}

/** @type {HTMLElement | undefined} */
let box;

function makeBox() {
  box ??= document.body.appendChild(
    el("div", { class: "fraction-box card", popover: "auto", role: "dialog", "aria-label": words.number.dialog }),
  );
  return box;
}

/**
 * @param {Amount} amount
 * @param {Setting} setting
 * @param {HTMLElement} anchor
 */
export async function showNumber(amount, { name, exactly, note: why }, anchor) {
  const place = makeBox();
  const draw = (/** @type {Amount} */ known, /** @type {string} */ note) =>
    fill(
      place,
      el("p", { class: "label" }, name),
      known.exact !== null && el("p", { class: "exact", tabindex: 0, "data-test": "fraction" }, known.exact),
      el("p", { class: "small soft" }, note || `≈ ${known.decimal}`),
      el(
        "div",
        { class: "row" },
        button(words.number.copy, () => void copyText(known.exact ?? String(known.decimal)), {
          "aria-label": words.number.copyText,
        }),
        known.exact !== null &&
          button("LaTeX", () => void copyText(latex(known.exact ?? "")), { "aria-label": words.number.copyLatex }),
        button(frame.close, () => place.hidePopover(), { kind: "quiet" }),
      ),
    );
  const unknown = why || words.number.rounded(amount.decimal);
  draw(amount, amount.exact === null ? (exactly ? words.number.adding : unknown) : "");
  place.showPopover();
  put(place, anchor);
  if (amount.exact !== null || !exactly) return;
  try {
    const known = await exactly();
    if (!place.matches(":popover-open")) return;
    draw(known ?? amount, known?.exact ? "" : unknown);
  } catch (error) {
    if (isAbort(error)) return;
    if (!(error instanceof Refused)) throw error;
    draw(amount, await failure(error));
  }
  put(place, anchor);
}

/**
 * Place the box below the tapped number, or above it if there is no room below, and move the focus into it.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement} anchor
 */
function put(place, anchor) {
  place.querySelector("button")?.focus({ preventScroll: true });
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = place;
  const below = at.bottom + 8 + height < innerHeight;
  place.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  place.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - height - 8)}px`;
}
