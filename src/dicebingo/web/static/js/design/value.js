/**
 * The value strip: the expected rolls, the effect of the last change, the distance to the best board, and the
 * percentile among all boards. Before showing a newcomer's first number, the strip asks for a guess.
 */

import { button, el, field, fill } from "../dom.js";
import { apart, change, decimal, rolls } from "../format.js";
import { subtract } from "../fractions.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { sayPercentile } from "./sentences.js";

/** @typedef {import("../api-types.js").Number} Amount */

const w = wordsOf("design");

export const MOST_GUESS = 40;
const FIRST_GUESS = 12;

/**
 * The strip never changes its size: unknown parts are dimmed, or replaced by a question mark.
 *
 * @param {(guess: number) => void} onguess
 */
export function valueStrip(onguess) {
  const figure = el("span", { class: "figure" }, "…");
  const effect = el("span", { class: "effect" });
  const needle = el("span", {});
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, needle);
  const words = el("p", { class: "value-words", role: "status" });
  const advice = el("p", { class: "value-words", role: "status", "data-test": "advice", hidden: true });
  const live = el("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const guess = guessForm(onguess);
  const shown = el(
    "div",
    { class: "value-shown" },
    el("p", { class: "headline" }, figure, el("span", { class: "unit" }, w.unit), effect),
    meter,
    words,
    advice,
  );
  const element = el(
    "section",
    { class: "value-strip", "data-test": "value", "aria-label": w.howGood },
    shown,
    guess,
    live,
  );
  /** @type {Amount | null} */
  let before = null;

  /**
   * @param {number | null} share  The position of the needle, from 0 to 1.
   * @param {Amount | null} [best]  The average of the best board. If it is given, the scale runs from one roll
   *   above this average down to it.
   */
  const rank = (share, best = null) => {
    meter.classList.toggle("unknown", share === null);
    meter.classList.toggle("zoomed", best !== null);
    meter.classList.remove("none");
    if (best) Object.assign(meter.dataset, { from: decimal(best.decimal + 1, 2), to: rolls(best) });
    if (share !== null) needle.style.setProperty("--share", String(share));
  };
  rank(null);

  const strip = {
    element,
    /** @param {boolean} asking  Whether to ask for a guess instead of showing the number. */
    ask(asking) {
      guess.hidden = !asking;
      shown.inert = shown.classList.toggle("asking", asking);
      if (asking) strip.blank("");
    },
    /** @param {boolean} busy */
    busy(busy) {
      element.classList.toggle("busy", busy);
    },
    /** Forget the last average, because the next board has different rules. */
    forget() {
      before = null;
      strip.blank("", "…");
    },
    /**
     * Show no average, because a cell is empty or has an impossible value.
     *
     * @param {string} why
     * @param {string} [sign]
     */
    blank(why, sign = "?") {
      fill(figure, sign);
      fill(effect);
      rank(null);
      words.textContent = why;
      element.classList.remove("busy", "celebrate");
    },
    /** Show a message during a long computation. @param {string} text */
    say(text) {
      words.textContent = text;
    },
    /** @param {...import("../dom.js").Child} parts  Advice on a roll; if omitted, the usual text is shown again. */
    advise(...parts) {
      fill(advice, ...parts);
      advice.hidden = parts.length === 0;
      words.hidden = parts.length > 0;
    },
    /**
     * @param {Amount} value
     * @param {{exactly?: () => Promise<Amount | null>, from?: Amount | null, guess?: number | null}} [how]  `from` is
     *   the average before an improvement. `from` or `guess` is shown instead of the effect of the last change.
     */
    set(value, { exactly, from = null, guess: guessed = null } = {}) {
      element.classList.remove("celebrate");
      fill(figure, number(value, { kind: "rolls", name: w.average, exactly }));
      fill(effect);
      live.textContent = w.announce(rolls(value));
      const improved = from && apart(from, value);
      if (guessed !== null) {
        effect.className = "effect same";
        fill(effect, w.guess.made(guessed));
      } else if (improved) {
        effect.className = "effect good";
        fill(effect, improved.join(" → "));
      } else if (before) {
        const difference = subtract(value, before);
        const way = difference.decimal < 0 ? "good" : difference.decimal > 0 ? "bad" : "same";
        effect.className = `effect ${way}`;
        if (way === "same") fill(effect, w.noChange);
        else fill(effect, ...w.effect(number(difference, { kind: "change", name: w.effectName })));
        live.textContent = w.announceChange(rolls(value), change(difference));
      }
      before = value;
      element.classList.remove("busy");
    },
    /**
     * @param {{percentile: Amount, best: boolean}} ranked
     * @param {{best: Amount, left: Amount} | null} [way]  The average of the best board and the distance to it in
     *   rolls, if they are known.
     */
    rank({ percentile, best }, way = null) {
      const near = way !== null && way.left.decimal <= 1; // true for about the best 1% of the classic boards
      if (near) rank(1 - way.left.decimal, way.best);
      else rank(percentile.decimal / 100);
      const [praise, share] = sayPercentile(percentile.decimal, best);
      element.classList.toggle("celebrate", best);
      const toGo =
        way && !best
          ? w.toGo(
              number(way.best, { kind: "rolls", name: w.bestName }),
              number(way.left, { kind: "cost", name: w.leftName }),
            )
          : [];
      const strong = el("strong", { class: best ? "found" : "praise" }, `${praise} `);
      fill(
        words,
        strong,
        el("span", { class: "to-go" }, ...toGo),
        toGo.length > 0 && " ",
        el("span", { class: best ? null : "share" }, share),
      );
    },
    /** @param {string} [text] */
    noRank(text = "") {
      rank(null);
      meter.classList.add("none");
      words.textContent = text;
    },
  };
  return strip;
}

/** @param {(guess: number) => void} onguess */
function guessForm(onguess) {
  const output = el("output", {});
  const show = () => (output.textContent = w.guess.rolls(Number(input.value)));
  const input = el("input", { type: "range", min: 1, max: MOST_GUESS, value: FIRST_GUESS, oninput: show });
  show();
  return el(
    "div",
    { class: "value-guess", "data-test": "guess", role: "group", "aria-label": w.guess.label, hidden: true },
    field(w.guess.question, input),
    output,
    button(w.guess.done, () => onguess(Number(input.value)), { kind: "primary" }),
  );
}
