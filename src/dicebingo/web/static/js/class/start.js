/** The start page: a pupil types the code of a class, and the teacher creates one. */

import { send } from "../http.js";
import { Refused } from "../refused.js";
import { choices, el, field } from "../dom.js";
import { namedRules, ruleWords } from "../rules.js";
import { keep, kept } from "../store.js";
import { requestId } from "./acts.js";
import { form } from "./join.js";
import { w } from "./language.js";

const MOST_KEPT = 20;

/** @typedef {{code: string, teacher: string, projector: string}} Made */

/** @param {Made} made */
const consoleAddress = ({ code, teacher, projector }) => `${code}#key=${teacher}&projector=${projector}`;

/**
 * Radio buttons, with a function that returns the chosen value.
 *
 * @template {string} V
 * @param {string} legend
 * @param {[V, string][]} options
 * @param {(value: V) => void} [onpick]
 */
function choice(legend, options, onpick) {
  let value = options[0][0];
  const pills = choices(legend, options, (picked) => {
    value = picked;
    onpick?.(picked);
  });
  pills.set(value);
  return { element: pills.element, get: () => value };
}

function joinCard() {
  const code = el("input", {
    type: "text",
    maxlength: 5,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    class: "code-input",
  });
  return el(
    "section",
    { class: "card" },
    el("h2", {}, w.start.join),
    form({
      fields: [field(w.start.code, code)],
      submit: w.start.go,
      async onsubmit() {
        const typed = code.value.trim().toUpperCase();
        if (!/^[A-Z]{5}$/.test(typed)) throw new Refused("", 404, "class");
        location.href = typed;
      },
    }),
  );
}

/** @param {string | null} token */
function teachCard(token) {
  const rules = el("select", { "data-test": "rules" });
  void namedRules().then((list) => {
    for (const one of list) rules.append(el("option", { value: one.name }, w.rules[one.name ?? ""] ?? ruleWords(one)));
  });
  const list = el("textarea", { rows: 4, spellcheck: "false" });
  const listField = field(w.start.listed, list);
  listField.hidden = true;
  const boards = choice(
    w.start.boards,
    [
      ["own", w.start.own],
      ["random", w.start.random],
      ["list", w.start.list],
    ],
    (picked) => (listField.hidden = picked !== "list"),
  );
  const bingo = choice(w.start.bingo, [
    ["seen", w.start.seen],
    ["shouted", w.start.shouted],
  ]);
  const until = choice(w.start.until, [
    ["first", w.start.first],
    ["all", w.start.all],
  ]);
  const timer = el("input", { type: "number", min: 1, max: 3600, step: 1, placeholder: w.start.unlimited });
  const request = requestId();
  return el(
    "section",
    { class: "card teach", "data-test": "teach" },
    el("h2", {}, w.start.teach),
    el("p", { class: "soft" }, w.start.about),
    form({
      fields: [
        field(w.start.rules, rules),
        boards.element,
        listField,
        until.element,
        el(
          "details",
          {},
          el("summary", {}, w.start.more),
          el("div", { class: "stack" }, bingo.element, field(w.start.timer, timer)),
        ),
      ],
      submit: w.start.create,
      async onsubmit() {
        const lines = list.value.split("\n").filter((line) => line.trim());
        /** @type {Record<string, any>} */
        const wish = {
          boards: boards.get() === "list" ? lines : boards.get(),
          bingo: bingo.get(),
          until: until.get(),
          request: `${request}.${hash([rules.value, boards.get(), list.value, bingo.get(), until.get(), timer.value])}`,
        };
        if (rules.value && rules.value !== "classic") wish.rules = rules.value;
        if (timer.value) wish.timer = Number(timer.value);
        if (token) wish.token = token;
        /** @type {Made} */
        const made = await send("class", wish);
        keep("classes", [made, ...(kept("classes") ?? [])].slice(0, MOST_KEPT));
        location.href = consoleAddress(made);
      },
    }),
    el("p", { class: "soft small" }, w.start.stored),
  );
}

/** A hash of the settings: if they change, the next request gets a new id. @param {string[]} parts */
function hash(parts) {
  let sum = 0;
  for (const character of parts.join("\n")) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (sum >>> 0).toString(16);
}

/** @param {string | null} token */
export function startFace(token) {
  /** @type {Made[]} */
  const mine = kept("classes") ?? [];
  return el(
    "div",
    { class: "stack" },
    el("h1", {}, w.start.title),
    el(
      "div",
      { class: "start" },
      el(
        "div",
        { class: "stack" },
        joinCard(),
        mine.length > 0 &&
          el(
            "section",
            { class: "card" },
            el("h2", {}, w.start.mine),
            ...mine.map((made) => el("a", { class: "button", href: consoleAddress(made) }, w.start.resume(made.code))),
          ),
      ),
      teachCard(token),
    ),
  );
}
