/** The form for joining a class by name, and the page shown when the class has ended or a link is no longer valid. */

import { send } from "../http.js";
import { Refused } from "../refused.js";
import { button, el, field } from "../dom.js";
import { requestId } from "./acts.js";
import { explain, w } from "./language.js";

const LONGEST = 24;

/**
 * A form that disables its button until the server answers, and shows errors below its fields.
 *
 * @param {{fields: HTMLElement[], submit: string, onsubmit: () => Promise<void>}} what
 */
export function form({ fields, submit, onsubmit }) {
  const problem = el("p", { class: "note problem", role: "alert", hidden: true });
  const send = el("button", { type: "submit", class: "button primary big" }, submit);
  const element = el("form", { class: "stack", novalidate: true }, ...fields, problem, send);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    problem.hidden = true;
    try {
      await onsubmit();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem.textContent = explain(error);
      problem.hidden = false;
    } finally {
      send.disabled = false;
    }
  });
  return element;
}

/**
 * @param {string} code
 * @param {(key: string) => void} onjoin
 */
export function joinFace(code, onjoin) {
  const name = el("input", {
    type: "text",
    maxlength: LONGEST * 2, // the server counts characters, but a browser counts UTF-16 units
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    enterkeyhint: "go",
    "data-test": "name",
  });
  const pick = (/** @type {string[]} */ list) => list[Math.floor(Math.random() * list.length)];
  const suggest = button(w.join.suggest, () => (name.value = w.join.called(pick(w.join.first), pick(w.join.second))), {
    kind: "quiet",
    "data-test": "suggest",
  });
  let request = requestId();
  let asked = "";
  return el(
    "div",
    { class: "card join" },
    el("p", { class: "label" }, w.frame.class(code)),
    el("h1", {}, w.join.title),
    form({
      fields: [field(w.join.name, name), suggest],
      submit: w.join.go,
      async onsubmit() {
        if (!name.value.trim()) throw new Refused("", 422, "name");
        if (name.value !== asked) request = requestId(); // a different name needs a new request id
        asked = name.value;
        const { key } = await send(`class/${encodeURIComponent(code)}/join`, { name: asked, request });
        onjoin(key);
      },
    }),
    el("p", { class: "soft small" }, w.join.shown),
  );
}

/**
 * @param {string} code  The error code.
 * @param {string} role
 * @param {(() => void) | null} onjoin
 */
export function gone(code, role, onjoin) {
  const [title, what] =
    code === "ended"
      ? [w.join.ended, w.join.endedWhat]
      : code === "class"
        ? [w.join.gone, w.join.goneWhat]
        : role === "pupil"
          ? [w.join.removed, w.join.removedWhat]
          : [w.join.link, w.join.linkWhat];
  return el(
    "div",
    { class: "card join", "data-test": "gone" },
    el("h1", {}, title),
    el("p", {}, what),
    onjoin && button(w.join.again, onjoin, { kind: "primary" }),
  );
}
