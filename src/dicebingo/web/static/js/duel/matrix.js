/** One roll of a duel: the payoff matrix with best responses marked, and the equilibria in percent. */

import { el, fill } from "../dom.js";
import { cellName, decimal, percent, sentence } from "../format.js";
import { tableBox } from "../tables.js";

/** @typedef {import("../api-types.js").Number} Amount */
/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("../types.js").Rules} Rules */
/** @typedef {number | null} Action  A cell, or nothing to mark. */

export function matrixCards() {
  const container = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Payoff matrix" });
  const reading = el("p", { class: "soft" });
  const box = tableBox("payoffs", "Show the payoffs, exact");
  const mixes = el("div", { class: "stack", role: "status", "aria-live": "polite" });
  const mixBox = tableBox("equilibria", "Show the equilibria, exact");
  const element = el(
    "div",
    { class: "stack" },
    el("section", { class: "card" }, el("h2", {}, "What each choice is worth"), reading, container, box.element),
    el("section", { class: "card" }, el("h2", {}, "The equilibrium"), mixes, mixBox.element),
  );
  return {
    element,
    /** @param {boolean} busy */
    busy(busy) {
      element.classList.toggle("busy", busy);
    },
    /**
     * @param {Nash} nash
     * @param {Rules} rules
     */
    set(nash, rules) {
      reading.textContent = readingHelp(nash);
      fill(container, matrix(nash, rules));
      fill(mixes, ...equilibria(nash, rules));
      box.set({
        caption: `Payoffs after a ${nash.roll}`,
        columns: ["A marks", "B marks", "A wins", "B wins", "tie"],
        rows: nash.payoffs.flatMap((row, i) =>
          row.map((cell, j) => [
            actionText(nash.actions[0][i]),
            actionText(nash.actions[1][j]),
            cell.first,
            cell.second,
            cell.tie,
          ]),
        ),
      });
      mixBox.set({
        caption: "All extreme equilibria",
        columns: ["equilibrium", "player", "marks", "probability", "payoff"],
        rows: nash.equilibria.flatMap((mix, i) =>
          /** @type {const} */ (["first", "second"]).flatMap((who, player) =>
            Object.entries(mix[who]).map(([action, share]) => [
              i + 1,
              "AB"[player],
              action === "none" ? "nothing" : `cell ${action}`,
              share,
              mix.payoffs[who],
            ]),
          ),
        ),
      });
    },
  };
}

/** @param {Action} action */
function actionText(action) {
  return action === null ? "nothing" : `cell ${action}`;
}

/** @param {Nash} nash */
function readingHelp({ objective, continuation }) {
  const after =
    continuation === "solo" ? "afterwards both play as fast as they can" : "afterwards both go on playing to win";
  const wants = objective === "win" ? "each wants to win as often as possible" : "a win counts 1, a loss −1, a tie 0";
  const stars = "Each square shows how often A and B win. A star marks the best reply to the other player's choice.";
  return `Both mark at the same time; ${after}; ${wants}. ${stars}`;
}

/**
 * @param {Action} action
 * @param {Rules} rules
 */
function head(action, rules) {
  if (action === null) return [el("span", {}, "nothing")];
  return [el("span", {}, `cell ${action}`), el("br"), el("span", { class: "small soft" }, cellName(action, rules))];
}

/**
 * @param {Nash} nash
 * @param {Rules} rules
 */
function matrix({ actions: [rows, columns], payoffs, best_replies: best, pure, objective }, rules) {
  const top = el(
    "tr",
    {},
    el("td", { class: "corner-cell" }, el("span", { class: "one" }, "A ↓"), " ", el("span", { class: "two" }, "B →")),
    ...columns.map((action) => el("th", { scope: "col", class: "two" }, ...head(action, rules))),
  );
  const body = rows.map((row, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "one" }, ...head(row, rules)),
      ...columns.map((column, j) => {
        const cell = payoffs[i][j];
        const stable = pure.some(([a, b]) => a === row && b === column);
        const shown = el(
          "span",
          { class: "payoff" },
          entry("one", cell.first, best.first[j].includes(row)),
          entry("two", cell.second, best.second[i].includes(column)),
        );
        return el(
          "td",
          { class: stable ? "equilibrium" : null },
          shown,
          stable && el("span", { class: "small" }, "neither wants to change"),
        );
      }),
    ),
  );
  const caption = `How often A and B win${objective === "score" ? "; best replies are for wins minus losses" : ""}`;
  return el("table", { class: "matrix" }, el("caption", {}, caption), el("thead", {}, top), el("tbody", {}, ...body));
}

/**
 * @param {string} who
 * @param {Amount} share
 * @param {boolean} isBest
 */
function entry(who, share, isBest) {
  const letter = el("span", { class: "small" }, who === "one" ? "A " : "B ");
  return el(
    "span",
    { class: who },
    letter,
    el("span", { class: isBest ? "best" : null }, decimal(share, 4)),
    isBest && el("span", { "aria-label": "best reply", role: "img" }, " ★"),
  );
}

/**
 * @param {Nash} nash
 * @param {Rules} rules
 */
function equilibria({ equilibria: mixes, degenerate, pure, objective, actions }, rules) {
  const choiceless = actions.every((own) => own.length === 1);
  const intro = choiceless
    ? "Neither player has a choice after this roll."
    : pure.length
      ? "There is a pair of choices that neither player wants to change."
      : "Whichever pair is fixed, one player wants to change. So both must choose at random, in just the right mix:";
  const parts = mixes.map((mix, i) =>
    el(
      "div",
      { class: "stack" },
      mixes.length > 1 && el("h3", {}, `Equilibrium ${i + 1}`),
      el("div", { class: "side-by-side" }, mixture("A", 0, mix.first, rules), mixture("B", 1, mix.second, rules)),
      el(
        "p",
        {},
        objective === "win"
          ? `Then A wins ${percent(mix.payoffs.first, 2)} of the games and B ${percent(mix.payoffs.second, 2)}.`
          : `Then A’s wins minus losses are ${percent(mix.payoffs.first, 2)} of the games.`,
      ),
    ),
  );
  const many =
    degenerate &&
    el(
      "p",
      { class: "soft small" },
      "There are infinitely many equilibria here; these are the corners of the set of all of them.",
    );
  return [el("p", {}, intro), ...parts, many].filter((part) => part !== false);
}

/**
 * @param {string} letter
 * @param {number} player
 * @param {Record<string, Amount>} shares
 * @param {Rules} rules
 */
function mixture(letter, player, shares, rules) {
  const items = Object.entries(shares).map(([action, share]) => {
    const bar = el("span", { class: "fill" });
    bar.style.setProperty("--share", String(share.decimal));
    const name = action === "none" ? "nothing" : `cell ${action}, ${cellName(Number(action), rules)}`;
    return el(
      "li",
      {},
      el("span", {}, sentence(name)),
      el("span", { class: "track" }, bar),
      el("strong", { class: "amount" }, percent(share)),
    );
  });
  return el(
    "div",
    { class: `stack player-${player}` },
    el("h3", { class: "row" }, el("span", { class: `badge player-${player}` }, letter), "marks"),
    el("ul", { class: "bars" }, ...items),
  );
}
