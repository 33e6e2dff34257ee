/** Shows a chapter with its steps, the guess and the navigation, and writes the state into the URL. */

import { allow, assign, button, el, fill } from "../dom.js";
import { wordsOf } from "../language.js";
import { readNumber, readWord, unreadable } from "../link.js";
import { Room } from "../room.js";
import { remember } from "../router.js";
import { describe } from "../rules.js";
import { keep } from "../store.js";
import { guessBox, guessWords, readGuess } from "./guess.js";
import { keptStories } from "./list.js";
import { STORIES } from "./stories.js";

/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {import("./stories.js").Scene} Scene */
/** @typedef {import("./stories.js").Story} Story */

const w = wordsOf("story").telling;
const LAST = 3;
const MOST = 2 ** 31; // the largest seed
const BUSY = "input, select, textarea, [role=grid], dialog, .scroll"; // elements that use the arrow keys

/** @extends {Room<{rules: Rules, params: URLSearchParams}>} */
export class Telling extends Room {
  /** @param {Story} story */
  constructor(story) {
    super(`story/${story.name}`);
    this.story = story;
    this.params = new URLSearchParams();
    /** @type {Rules | undefined} */
    this.rules = undefined;
    this.step = 1;
    /** @type {string | null} */
    this.guess = null;
    this.heading = el("h2", { tabindex: -1 });
    this.body = el("div", { class: "story-body" });
    this.places = [1, 2, 3].map((step) =>
      el("button", { type: "button", class: "place", onclick: () => this.go(step) }, String(step)),
    );
    const chapter = STORIES.indexOf(story);
    this.before = `#/story${chapter ? `/${STORIES[chapter - 1].name}` : ""}`;
    this.after = `#/story/${STORIES[chapter + 1]?.name ?? "end"}`;
    this.back = button(w.back, () => this.go(this.step - 1));
    this.next = button("", () => this.go(this.step + 1), { kind: "primary" });
    this.again = button(w.again, () => this.restart(), { kind: "quiet" });
    this.room = el("a", { class: "button" }, story.room.text);
    this.article = el(
      "article",
      { class: "story" },
      el(
        "div",
        { class: "story-head" },
        el("p", { class: "label" }, w.chapter(chapter + 1, STORIES.length)),
        el("h1", {}, story.words.title),
        this.heading,
      ),
      this.body,
      el(
        "nav",
        { class: "story-ways", "aria-label": w.steps },
        this.back,
        el("ol", { class: "places" }, ...this.places.map((one) => el("li", {}, one))),
        this.next,
      ),
      el(
        "div",
        { class: "row story-links" },
        this.room,
        this.again,
        el("a", { class: "button quiet", href: "#/story" }, w.all),
      ),
    );
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
  }

  get element() {
    return this.article;
  }

  /** @param {URLSearchParams} params */
  async read(params) {
    return { rules: await describe(this.story.spec ?? {}), params: new URLSearchParams(params) };
  }

  /** @param {{rules: Rules, params: URLSearchParams}} state */
  take({ rules, params }) {
    this.rules = rules;
    this.params = params;
    const said = params.get("guess");
    this.guess = readGuess(this.story.guess, said);
    if (said !== null && this.guess === null) {
      unreadable(w.badGuess[0], `“${said.slice(0, 20)}” ${w.badGuess[1]}`);
      params.delete("guess");
    }
    const step = Number(readWord(params, "step", ["1", "2", "3"], w.what.step));
    this.step = this.guess === null ? 1 : step;
    this.address();
    void this.show();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    super.close();
  }

  /** @param {{step?: boolean}} [how] */
  address(how) {
    if (this.step === 1) this.params.delete("step");
    else this.params.set("step", String(this.step));
    remember(this.name, this.params, how);
    const all = keptStories();
    const { name } = this.story;
    const furthest = Math.max(this.step, all[name]?.step ?? 1);
    if (this.guess === null) delete all[name];
    else all[name] = { guess: this.guess, step: furthest };
    keep("stories", all);
  }

  /** @param {number} step  The step; 0 leads to the previous chapter, and 4 to the next. */
  go(step) {
    if (step === this.step || (step > 1 && this.guess === null)) return;
    if (step < 1 || step > LAST) {
      location.hash = step < 1 ? this.before : this.after;
      return;
    }
    this.step = step;
    this.turn();
  }

  restart() {
    this.params = new URLSearchParams();
    this.guess = null;
    this.step = 1;
    this.turn();
  }

  turn() {
    this.address();
    void this.show();
    scrollTo(0, 0);
    this.heading.focus({ preventScroll: true });
  }

  /** Change the step with the left and right arrows, unless another element uses them. @param {KeyboardEvent} event */
  key(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(BUSY)) return;
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
    const can = { possible: guess !== null, reason: guess === null ? w.first : "" };
    for (const [i, place] of this.places.entries()) {
      assign(place, {
        "aria-current": i + 1 === step ? "step" : null,
        "aria-label": w.step(i + 1, LAST),
      });
      if (i) allow(place, can);
    }
    allow(this.next, can);
    const last = this.after === "#/story/end" ? w.end : w.next;
    fill(this.next, el("span", {}, [w.show, w.why, last][step - 1]));
    for (const link of [this.again, this.room]) link.hidden = step < LAST;
    this.room.setAttribute("href", this.story.room.href(this.params));
  }

  /** Show the heading of the step at once, and the rest when its data has arrived. */
  async show() {
    const signal = this.stop();
    this.heading.textContent = this.story.words.headings[this.step - 1];
    this.article.dataset.step = String(this.step);
    this.ways();
    this.body.classList.add("busy");
    /** @type {(HTMLElement | false)[]} */
    let parts = [];
    try {
      parts = await this.story.steps[this.step - 1](this.scene(signal));
    } finally {
      // After a failure, the step stays empty and the frame offers to try again.
      if (!signal.aborted) {
        fill(this.body, ...parts);
        this.body.classList.remove("busy");
      }
    }
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Scene}
   */
  scene(signal) {
    const { story, params, rules } = this;
    if (!rules) throw new Error("the rules must be loaded before a step is shown");
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
          { class: "card reveal", "data-test": "reveal", "aria-label": w.answer },
          ...parts,
          el("p", { class: "yours" }, ...w.yours(el("strong", {}, guessWords(story.guess, guess)), story.reply(guess))),
        ),
      seed: readNumber(params, "seed", {
        what: w.what.seed,
        least: 0,
        most: MOST,
        otherwise: Math.floor(Math.random() * MOST),
      }),
      signal,
    };
  }
}
