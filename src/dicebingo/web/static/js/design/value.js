/** The value strip: the expected rolls, the effect of the last change, and the percentile among all boards. */

import { el, fill } from "../dom.js";
import { change, rolls } from "../format.js";
import { subtract } from "../fractions.js";
import { number } from "../number.js";
import { sayPercentile } from "./sentences.js";

/** @typedef {import("../api-types.js").Number} Amount */

/** The strip never changes its size: unknown parts are dimmed or shown as a question mark. */
export function valueStrip() {
  const figure = el("span", { class: "figure" }, "…");
  const effect = el("span", { class: "effect" });
  const needle = el("span", {});
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, needle);
  const words = el("p", { class: "value-words", role: "status" });
  const live = el("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const element = el(
    "section",
    { class: "value-strip", "data-test": "value", "aria-label": "How good it is" },
    el("p", { class: "headline" }, figure, el("span", { class: "unit" }, "rolls on average"), effect),
    meter,
    words,
    live,
  );
  /** @type {Amount | null} */
  let before = null;

  const rank = (/** @type {number | null} */ share) => {
    meter.classList.toggle("unknown", share === null);
    meter.classList.remove("none");
    if (share !== null) needle.style.setProperty("--share", String(share));
  };
  rank(null);

  return {
    element,
    /** @param {boolean} busy */
    busy(busy) {
      element.classList.toggle("busy", busy);
    },
    /** Forget the last value, because the next board has other rules. */
    forget() {
      before = null;
      this.blank("", "…");
    },
    /**
     * There is no number: a cell is empty or impossible.
     *
     * @param {string} why
     * @param {string} [sign]
     */
    blank(why, sign = "?") {
      fill(figure, sign);
      fill(effect);
      rank(null);
      words.textContent = why;
      element.classList.remove("busy");
    },
    /** @param {string} text  While it takes long. */
    say(text) {
      words.textContent = text;
    },
    /**
     * @param {Amount} value
     * @param {() => Promise<Amount | null>} [exactly]
     */
    set(value, exactly) {
      element.classList.remove("celebrate");
      fill(figure, number(value, { kind: "rolls", name: "Rolls on average", exactly }));
      fill(effect);
      if (before) {
        const difference = subtract(value, before);
        const way = difference.decimal < 0 ? "good" : difference.decimal > 0 ? "bad" : "same";
        effect.className = `effect ${way}`;
        if (way === "same") fill(effect, "no change");
        else fill(effect, number(difference, { kind: "change", name: "Effect of the last change" }), " rolls");
        live.textContent = `${rolls(value)} rolls on average, ${change(difference)}.`;
      } else live.textContent = `${rolls(value)} rolls on average.`;
      before = value;
      element.classList.remove("busy");
    },
    /**
     * @param {{percentile: Amount, best: boolean}} ranked
     * @param {Amount | null} [gap]  To the best board, in rolls, if it is known.
     */
    rank({ percentile, best }, gap = null) {
      rank(percentile.decimal / 100);
      const [praise, share] = sayPercentile(percentile.decimal, best);
      element.classList.toggle("celebrate", best);
      fill(words, el("strong", { class: "praise" }, `${praise} `), share);
      if (!gap || best) return;
      const left = number(gap, { kind: "cost", name: "Rolls above the best board" });
      words.append(el("span", { class: "to-go" }, " ", left, " rolls slower than the best."));
    },
    /** @param {string} [text] */
    noRank(text = "") {
      rank(null);
      meter.classList.add("none");
      words.textContent = text;
    },
  };
}
