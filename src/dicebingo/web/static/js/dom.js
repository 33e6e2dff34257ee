/** Makes elements from plain data. Text is always a text node, so user input can never become HTML. */

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Property */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Make an element. Properties such as `onclick` become listeners, and all others become attributes.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Property>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, properties);
  append(element, children);
  return element;
}

/**
 * Set attributes and listeners; null, undefined and false remove an attribute.
 *
 * @param {Element} element
 * @param {Record<string, Property>} properties
 */
export function assign(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
export function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Replace the children of an element.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * A button with a label and, optionally, an icon.
 *
 * @param {string} text
 * @param {(event: any) => void} onclick
 * @param {{kind?: string, icon?: Node} & Record<string, any>} [options]
 */
export function button(text, onclick, { kind = "", icon, ...rest } = {}) {
  return el("button", { type: "button", class: `button ${kind}`.trim(), onclick, ...rest }, icon, el("span", {}, text));
}

/**
 * A card that stays folded until the user taps its title.
 *
 * @param {string} title
 * @param {...Child} children
 */
export function fold(title, ...children) {
  const body = el("div", { class: "stack" }, ...children);
  return el("details", { class: "card fold" }, el("summary", {}, el("h2", {}, title)), body);
}

let counter = 0;

/** A unique id for an element of the page. */
export function freshId() {
  counter += 1;
  return `id-${counter}`;
}

/**
 * A control with a label above it.
 *
 * @param {string} text
 * @param {HTMLElement} control
 */
export function field(text, control) {
  control.id ||= freshId();
  return el("div", { class: "field" }, el("label", { for: control.id }, text), control);
}

/**
 * A row of radio buttons that look like pills.
 *
 * @template {string} V
 * @param {string} legend
 * @param {[V, string][]} options  The value and the text of each button.
 * @param {(value: V) => void} onpick
 * @returns {{element: HTMLElement, set: (value: V) => void}}
 */
export function choices(legend, options, onpick) {
  const name = freshId();
  /** @type {Map<V, HTMLInputElement>} */
  const inputs = new Map();
  const element = el("fieldset", { class: "choices" }, el("legend", { class: "label" }, legend));
  for (const [value, text] of options) {
    const input = el("input", { type: "radio", name, value, onchange: () => onpick(value) });
    inputs.set(value, input);
    element.append(el("label", { class: "choice" }, input, el("span", {}, text)));
  }
  return {
    element,
    set(value) {
      for (const [key, input] of inputs) input.checked = key === value;
    },
  };
}

/** Whether the user prefers reduced motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Wait until the time has passed or the signal is aborted.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Show a short message on the screen and announce it to screen readers.
 *
 * @param {string} text
 */
export function say(text) {
  const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
  toast.textContent = text;
  setTimeout(() => {
    if (toast.textContent === text) toast.textContent = "";
  }, 3500);
}

/** @type {WeakMap<Element, string>} */
const reasons = new WeakMap();

/**
 * Disable a control that cannot be used now. The control can still receive focus, because tapping or focusing it shows
 * the reason.
 *
 * @param {HTMLElement} control
 * @param {{possible: boolean, reason: string}} known
 */
export function allow(control, { possible, reason }) {
  if (control instanceof HTMLOptionElement) control.disabled = !possible;
  control.ariaDisabled = possible ? null : "true";
  assign(control, { title: possible ? null : reason });
  reasons.set(control, reason);
}

/** @param {Event} event */
function explain(event) {
  const control = event.target instanceof Element && event.target.closest("[aria-disabled=true]");
  const reason = control && reasons.get(control);
  if (!reason) return;
  say(reason);
  if (event.type !== "click") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
for (const type of ["click", "focusin"]) document.addEventListener(type, explain, true);
