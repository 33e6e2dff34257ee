/** A running story: its steps, the guess, navigation, and the address. */

import { assign, button, el, fill } from "../dom.js";
import { readWord, unreadable } from "../link.js";
import { remember } from "../router.js";
import { describe } from "../rules.js";
import { keep, kept } from "../store.js";
import { guessBox, guessWords, readGuess } from "./guess.js";
import { readNumber } from "./parts.js";
import { STORIES } from "./stories.js";

/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

/** The stored state of the stories: the guess, and the furthest step. */
export function keptStories() {
  const read = kept("stories");
  return /** @type {Record<string, {guess: string, step: number}>} */ (read && typeof read === "object" ? read : {});
}

const LAST = 3;
const MOST = 2 ** 31; // the largest seed

export class Telling {
  /** @param {Story} story */
  constructor(story) {
    this.story = story;
    this.params = new URLSearchParams();
    this.step = 1;
    /** @type {string | null} */
    this.guess = null;
    this.leaving = new AbortController();
    this.heading = el("h2", { tabindex: -1 });
    this.body = el("div", { class: "story-body" });
    this.places = [1, 2, 3].map((step) =>
      el("button", { type: "button", class: "place", onclick: () => this.go(step) }, String(step)),
    );
    this.back = button("Back", () => this.go(this.step - 1));
    this.next = button("Next", () => this.go(this.step + 1), { kind: "primary" });
    this.again = button("Guess again", () => this.restart(), { kind: "quiet" });
    this.room = el("a", { class: "button" }, story.room.text);
    const after = STORIES[(STORIES.indexOf(story) + 1) % STORIES.length];
    this.after = el("a", { class: "button primary", href: `#/story/${after.name}`, title: after.title }, "Next story");
    this.element = el(
      "article",
      { class: "story" },
      el("div", { class: "story-head" }, el("h1", {}, story.title), this.heading),
      this.body,
      el(
        "nav",
        { class: "story-ways", "aria-label": "Steps" },
        this.back,
        el("ol", { class: "places" }, ...this.places.map((one) => el("li", {}, one))),
        this.next,
        this.after,
      ),
      el(
        "div",
        { class: "row" },
        this.room,
        this.again,
        el("a", { class: "button quiet", href: "#/story" }, "All stories"),
      ),
    );
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  /** @param {URLSearchParams} params */
  async load(params) {
    document.addEventListener("keydown", this.onkey);
    this.rules = await describe(this.story.spec ?? {});
    this.params = new URLSearchParams(params);
    const said = params.get("guess");
    this.guess = readGuess(this.story.guess, said);
    if (said !== null && this.guess === null) {
      unreadable("The guess", `“${said.slice(0, 20)}” is not an answer.`);
      this.params.delete("guess");
    }
    const step = Number(readWord(params, "step", ["1", "2", "3"], "The step"));
    this.step = this.guess === null ? 1 : step;
    this.address();
    void this.show();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    this.leaving.abort();
  }

  /** @param {{step?: boolean}} [how] */
  address(how) {
    if (this.step === 1) this.params.delete("step");
    else this.params.set("step", String(this.step));
    remember(`story/${this.story.name}`, this.params, how);
    const all = keptStories();
    const furthest = Math.max(this.step, all[this.story.name]?.step ?? 1);
    if (this.guess === null) delete all[this.story.name];
    else all[this.story.name] = { guess: this.guess, step: furthest };
    keep("stories", all);
  }

  /** @param {number} step */
  go(step) {
    if (step < 1 || step > LAST || step === this.step || (step > 1 && this.guess === null)) return;
    this.step = step;
    this.address();
    void this.show();
    scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  restart() {
    this.params = new URLSearchParams();
    this.guess = null;
    this.step = 1;
    this.address();
    void this.show();
    scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event  The left and right arrows, unless another element uses them. */
  key(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (
      event.target instanceof Element &&
      event.target.closest("input, select, textarea, [role=grid], dialog, .scroll")
    )
      return;
    event.preventDefault();
    this.go(this.step + way);
  }

  /** @param {string} guess */
  setGuess(guess) {
    this.guess = guess;
    this.params.set("guess", guess);
    this.address();
    this.ways();
  }

  ways() {
    const { step, guess } = this;
    for (const [i, place] of this.places.entries())
      assign(place, {
        "aria-current": i + 1 === step ? "step" : null,
        "aria-label": `Step ${i + 1} of ${LAST}`,
        disabled: i > 0 && guess === null,
      });
    this.back.disabled = step === 1;
    this.next.hidden = step === LAST;
    this.next.disabled = guess === null;
    fill(this.next, el("span", {}, step === 1 ? "Show me" : "Why?"));
    for (const link of [this.again, this.room, this.after]) link.hidden = step < LAST;
    this.room.setAttribute("href", this.story.room.href(this.params));
  }

  /** Show the step, and fetch its data meanwhile. */
  async show() {
    this.leaving.abort();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    const { heading, show } = this.story.steps[this.step - 1];
    this.heading.textContent = heading;
    this.element.dataset.step = String(this.step);
    this.ways();
    this.body.classList.add("busy");
    const parts = await show(this.scene(signal));
    if (signal.aborted) return;
    fill(this.body, ...parts);
    this.body.classList.remove("busy");
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Scene}
   */
  scene(signal) {
    const { story, params, rules } = this;
    if (!rules) throw new Error("expected the rules before a step");
    const guess = this.guess ?? "";
    return {
      rules,
      guess,
      params,
      put: (name, value, how) => {
        params.set(name, value);
        this.address(how);
        this.ways();
      },
      guessing: guessBox(story.guess, this.guess, (value) => this.setGuess(value)),
      reveal: (...parts) =>
        el(
          "section",
          { class: "card reveal", "data-test": "reveal", "aria-label": "The answer" },
          ...parts.map((part) => part || null),
          el(
            "p",
            { class: "yours" },
            el("span", { class: "label" }, "Your guess: "),
            el("strong", {}, guessWords(story.guess, guess)),
            `. ${story.reply(guess)}`,
          ),
        ),
      seed: readNumber(params, "seed", MOST, Math.floor(Math.random() * MOST), "The seed"),
      signal,
    };
  }
}
