/**
 * The advice for a roll: one line for each player and the outcome of the duel, or the reason why there is no advice.
 */

import { button, el, fill } from "../dom.js";
import { LETTERS } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { headline, instruction } from "./plan.js";

/** @typedef {import("../api-types.js").Nash} Nash */
/** @typedef {import("./plan.js").Moment} Moment */
/** @typedef {import("./plan.js").Plan} Plan */

const w = wordsOf("duel");
const ENDS = /** @type {const} */ ([
  ["first", "player-0"],
  ["tie", "tie"],
  ["second", "player-1"],
]);

/** @param {string} text  A string in which `**` encloses bold words. */
function drawn(text) {
  return text.split("**").map((part, i) => (i % 2 ? el("strong", {}, part) : part));
}

/** @param {() => void} onmiddle  Handler of the button that marks cells until the duel is small enough to solve. */
export function adviceCard(onmiddle) {
  const roll = el("span", { class: "rolled", "data-test": "dice" });
  const title = el("h2", {});
  const said = el("p", { class: "soft small" });
  const why = el("p", {});
  const lines = el("div", { class: "advice-lines" });
  const ends = el("div", { class: "ends" });
  const which = el("p", { class: "soft small" });
  const bar = el("div", { class: "ends-bar", "aria-hidden": "true" });
  const middle = button(w.middle, onmiddle, { kind: "primary" });
  const element = el(
    "section",
    { class: "card duel-advice", "data-test": "advice", "aria-label": w.whatToDo, "aria-live": "polite" },
    el("div", { class: "advice-head" }, roll, title),
    why,
    el("div", {}, middle),
    lines,
    bar,
    ends,
    which,
    said,
  );
  const line = (/** @type {number} */ player, /** @type {string} */ text) =>
    el("p", {}, el("span", { class: `badge player-${player}` }, LETTERS[player]), el("span", {}, ...drawn(text)));
  return {
    element,
    /** @param {number} value */
    setRoll(value) {
      roll.textContent = String(value);
      roll.setAttribute("aria-label", w.roll(value));
      roll.setAttribute("role", "img");
    },
    /** @param {string} text  A note about the defaults that the page filled in. */
    say(text) {
      said.textContent = text;
      said.hidden = !text;
    },
    /**
     * Show why there is no advice.
     *
     * @param {string} what
     * @param {string} reason
     * @param {boolean} [offer]  Whether to offer to jump to the middle of a game by marking cells.
     */
    none(what, reason, offer = false) {
      title.textContent = what;
      why.textContent = reason;
      why.hidden = false;
      fill(lines);
      ends.hidden = bar.hidden = which.hidden = true;
      middle.parentElement?.toggleAttribute("hidden", !offer);
    },
    /**
     * @param {(string | null)[]} fastest  Each player's fastest cells, shown if the chances of winning are too hard to
     *   compute.
     */
    fast(fastest) {
      fill(
        lines,
        ...fastest.map((cells, player) =>
          line(player, cells === null ? w.instruction.nothingFast : w.instruction.fast(cells)),
        ),
      );
    },
    /**
     * @param {Nash} nash
     * @param {Moment} moment
     * @param {Plan} plan
     */
    set(nash, moment, plan) {
      title.textContent = headline(nash, plan);
      why.hidden = true;
      fill(
        lines,
        ...plan.sides.map((side, player) =>
          line(player, instruction(moment, player, side, nash.actions[player].length)),
        ),
      );
      const parts = ENDS.map(([end, kind]) => {
        const part = el("span", { class: kind });
        part.style.flexGrow = String(plan.outcome[end].decimal);
        return part;
      });
      fill(bar, ...parts);
      fill(
        ends,
        ...ENDS.map(([end, kind]) =>
          el(
            "span",
            { class: kind },
            `${w.ends[end]} `,
            number(plan.outcome[end], { kind: "chance", name: w.ends[end] }),
          ),
        ),
      );
      ends.hidden = bar.hidden = false;
      const several = new Set(nash.equilibria.map(({ payoffs }) => payoffs.first.exact)).size > 1;
      which.textContent = plan.fair ? [w.mirror, ...(several ? [w.mirrorToo] : [])].join(" ") : w.several;
      which.hidden = !several && !plan.fair;
      middle.parentElement?.toggleAttribute("hidden", true);
    },
  };
}
