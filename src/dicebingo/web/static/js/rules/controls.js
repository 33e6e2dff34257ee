/** Buttons that change the rules. A disabled button shows the reason when it is tapped. */

import { allow, button, el } from "../dom.js";
import { wordsOf } from "../language.js";
import { problem } from "./draft.js";

/** @typedef {import("./draft.js").Change} Change */
/** @typedef {import("./draft.js").Draft} Draft */

const w = wordsOf("rules");

/**
 * @typedef {object} Control  A button and its action.
 * @property {HTMLButtonElement} element
 * @property {(draft: Draft, pressed?: boolean) => void} draw
 */

/**
 * @param {string} text
 * @param {Change} change
 * @param {(change: Change) => void} onchange
 * @param {{why?: (draft: Draft) => string | null} & Record<string, any>} [options]  `why`: a reason why the button
 *   cannot be used, in addition to problems with the resulting rules.
 * @returns {Control}
 */
export function control(text, change, onchange, { why = () => null, ...options } = {}) {
  const element = button(text, () => onchange(change), options);
  return {
    element,
    draw(draft, pressed) {
      const reason = why(draft) ?? problem(change(draft), draft);
      allow(element, { possible: reason === null, reason: reason ?? "" });
      if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    },
  };
}

/**
 * A number with buttons to decrease and increase it by one.
 *
 * @param {string} name  The name of the number, such as "Rows".
 * @param {[Change, Change]} changes
 * @param {(change: Change) => void} onchange
 * @param {(draft: Draft, step: -1 | 1) => string | null} [why]  The reason why the number cannot change.
 */
export function stepper(name, [less, more], onchange, why = () => null) {
  const amount = el("output", { class: "amount" });
  const label = el("span", { class: "label" }, name);
  const buttons = [
    control("−", less, onchange, { "aria-label": w.less(name), why: (draft) => why(draft, -1) }),
    control("+", more, onchange, { "aria-label": w.more(name), why: (draft) => why(draft, 1) }),
  ];
  return {
    element: el("div", { class: "stepper" }, label, buttons[0].element, amount, buttons[1].element),
    /**
     * @param {Draft} draft
     * @param {number} value
     */
    draw(draft, value) {
      amount.textContent = String(value);
      for (const one of buttons) one.draw(draft);
    },
  };
}
