/** The answer in large: how many rolls, and how good that is among all boards. */

import { button, el, fill } from "../dom.js";
import { count, decimal } from "../format.js";
import { waitingBox } from "../waiting.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Solve} Solution */

/** @param {{onexact: () => void, onrank: () => void}} on */
export function heroCard(on) {
  const number = el("span", { class: "figure" }, "…");
  const unit = el("span", { class: "unit" }, "rolls on average");
  const live = el("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const exact = el("p", { class: "exact", tabindex: 0, hidden: true });
  const exactButton = button("Exact value", on.onexact, { kind: "quiet", "aria-expanded": "false" });
  const typical = el("p", { class: "soft small" });
  const needle = el("span", {});
  const meter = el("div", { class: "meter", "aria-hidden": "true" }, needle);
  const rank = el("p", { class: "rank" });
  const rankButton = button("Exact rank", on.onrank, { kind: "quiet" });
  const waiting = waitingBox();
  const rankRow = el("div", { class: "stack" }, meter, rank);
  const element = el(
    "section",
    { class: "card hero", "aria-label": "How good it is" },
    el("p", { class: "headline" }, number, unit),
    exact,
    rankRow,
    typical,
    el("div", { class: "row tight" }, exactButton, rankButton),
    waiting.element,
    live,
  );

  return {
    element,
    waiting,
    /** Nothing to say yet: a cell is empty or impossible. @param {string} why */
    blank(why) {
      number.textContent = "?";
      typical.textContent = why;
      exact.hidden = true;
      exactButton.hidden = true;
      rankRow.hidden = true;
      rankButton.hidden = true;
      waiting.cancel();
    },
    /** @param {boolean} busy */
    busy(busy) {
      element.classList.toggle("busy", busy);
    },
    /** @param {Solution} solution */
    expected(solution) {
      const { expected_rolls: rolls, standard_deviation: deviation } = solution;
      number.textContent = decimal(rolls);
      const most = `Most games take ${range(rolls.decimal, deviation.decimal)} rolls.`;
      typical.textContent = rolls.exact ? most : `${most} Computed in float64.`;
      live.textContent = `${decimal(rolls)} rolls on average.`;
      exactButton.hidden = false;
      exact.hidden = true;
      exactButton.setAttribute("aria-expanded", "false");
    },
    /** @param {Amount} rolls */
    exact(rolls) {
      exact.textContent = rolls.exact
        ? `= ${rolls.exact}`
        : `${rolls.decimal} (float64: this board is too large for exact fractions)`;
      exact.hidden = false;
      exactButton.setAttribute("aria-expanded", "true");
    },
    isExactShown: () => !exact.hidden,
    hideExact() {
      exact.hidden = true;
      exactButton.setAttribute("aria-expanded", "false");
    },
    /** How to rank: known, or only to be counted, or not at all. @param {boolean} possible */
    noRank(possible) {
      rankRow.hidden = true;
      rankButton.hidden = !possible;
    },
    /** @param {number} percentile */
    rank(percentile) {
      rankRow.hidden = false;
      meter.hidden = false;
      rankButton.hidden = false;
      needle.style.setProperty("--share", String(percentile / 100));
      fill(rank, el("strong", {}, praise(percentile)), ` Better than ${share(percentile)} of all boards.`);
    },
    /** @param {{better: number, equal: number, worse: number, total: number}} ranked */
    counted({ better, equal, worse, total }) {
      rankRow.hidden = false;
      rankButton.hidden = true;
      meter.hidden = false;
      needle.style.setProperty("--share", String(worse / total));
      const same = equal > 1 ? `, ${count(equal - 1)} are equally good` : "";
      fill(
        rank,
        `Of all ${count(total)} boards, ${count(better)} are faster${same}, and ${count(worse)} are slower. `,
        "Proven by counting.",
      );
    },
  };
}

/**
 * @param {number} mean
 * @param {number} deviation
 */
function range(mean, deviation) {
  return `${Math.max(1, Math.round(mean - deviation))} to ${Math.round(mean + deviation)}`;
}

/**
 * The quick answer comes from a table and is right to a tenth of a per cent; the button beside it counts.
 *
 * @param {number} percentile
 */
function share(percentile) {
  if (percentile < 0.1) return "less than 0.1%";
  return percentile > 99.9 ? "99.9%" : `about ${decimal(percentile, 1)}%`;
}

/** @param {number} percentile */
function praise(percentile) {
  if (percentile > 99.9) return "Wow! Hardly any board is better.";
  if (percentile > 95) return "A very good board!";
  if (percentile > 75) return "A good board.";
  if (percentile > 40) return "Not bad.";
  return "There is room for improvement.";
}
