/**
 * The mixed equilibrium, shown as one wheel for each player. The wheels spin together, and the page counts where they
 * stop.
 */

import { button, el, fill, pause, still } from "../dom.js";
import { chance, LETTERS, sentence } from "../format.js";
import { wordsOf } from "../language.js";
import { number } from "../number.js";
import { svg } from "../svg.js";
import { drawBelow, lottery, prize } from "./lottery.js";
import { cellsOf, choiceName } from "./plan.js";

/** @typedef {import("./plan.js").Moment} Moment */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Side} Side */

const w = wordsOf("duel");
const TURNS = 4;
const SPIN = 1600; // milliseconds of a spin; the style sheet specifies the same duration
const MANY = 100;
const NARROW = 0.09; // smaller slices have no room for a drawing of the board

/** @param {(actions: string[]) => void} onspin  Called when the wheels stop, with each player's choice. */
export function wheelCard(onspin) {
  let stopping = new AbortController();
  let spinning = false;
  /** @type {ReturnType<typeof wheel>[]} */
  let wheels = [];
  const place = el("div", { class: "wheels" });
  const result = el("p", { class: "spin-result", role: "status" });
  const element = el(
    "section",
    { class: "card wheel-card", "data-test": "wheels", "aria-label": w.spinWheels },
    place,
    el(
      "div",
      { class: "row centred" },
      button(w.spin, () => void spin(), { kind: "primary" }),
      button(w.spinMany(MANY), () => spinMany()),
    ),
    result,
  );

  async function spin() {
    if (spinning) return;
    spinning = true;
    const { signal } = stopping;
    const turning = wheels;
    const drawn = wheels.map((one) => one.turn());
    try {
      if (!still()) await pause(SPIN, signal);
      for (const [i, one] of turning.entries()) one.note(drawn[i]);
      tell(drawn);
    } finally {
      spinning = false;
    }
  }

  function spinMany() {
    /** @type {string[]} */
    let last = [];
    for (let i = 0; i < MANY; i += 1) {
      last = wheels.map((one) => one.draw());
      for (const [player, one] of wheels.entries()) one.note(last[player]);
    }
    tell(last);
  }

  /** Show the result of the last spin. @param {string[]} drawn */
  function tell(drawn) {
    const words = wheels.map((one, player) => w.marks(LETTERS[player], one.name(drawn[player])));
    result.textContent = w.spun(wheels[0].spins(), words.join(", "));
    onspin(drawn);
  }

  return {
    element,
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
    /**
     * @param {Moment} moment
     * @param {Plan} plan
     */
    set(moment, plan) {
      this.stop();
      element.hidden = !plan.mixed;
      wheels = plan.mixed ? plan.sides.map((side, player) => wheel(moment, player, side)) : [];
      fill(place, ...wheels.map((one) => one.element));
      result.textContent = w.exactly;
    },
  };
}

/**
 * @param {Moment} moment
 * @param {number} player
 * @param {Side} side
 */
function wheel(moment, player, { mixture }) {
  const tickets = lottery(mixture);
  const actions = tickets.parts.map(({ action }) => action);
  const counts = new Map(actions.map((action) => [action, 0]));
  let spins = 0;
  let angle = 0;
  const disc = svg("g", { class: "disc" });
  let from = 0;
  for (const [i, action] of actions.entries()) {
    const share = mixture[action].decimal;
    const middle = 2 * Math.PI * (from + share / 2);
    disc.append(slice(from, share, i));
    if (share > NARROW) {
      const at = share === 1 ? [0, 0] : [0.6 * Math.sin(middle), -0.6 * Math.cos(middle)];
      disc.append(glyph(moment, cellsOf(moment, player, action), at, 0.5));
    }
    from += share;
  }
  const picture = svg(
    "svg",
    { class: "wheel", viewBox: "-1.05 -1.2 2.1 2.25", "aria-hidden": "true" },
    disc,
    svg("path", { class: "pointer", d: "M-0.12 -1.19 H0.12 L0 -0.92 Z" }),
  );
  const tallies = new Map(actions.map((action) => [action, el("span", { class: "tally" })]));
  const name = (/** @type {string} */ action) => choiceName(moment, player, action);
  const items = actions.map((action, i) =>
    el(
      "li",
      {},
      el("span", { class: `swatch slice-${i % 4}`, "aria-hidden": "true" }),
      el("span", {}, sentence(name(action))),
      el(
        "span",
        { class: "theory" },
        number(mixture[action], { kind: "chance", name: w.marks(LETTERS[player], name(action)) }),
        " ",
        tallies.get(action),
      ),
    ),
  );
  return {
    element: el(
      "div",
      { class: `wheel-box player-${player}` },
      el("h3", { class: `badge player-${player}` }, LETTERS[player]),
      picture,
      el("ul", { class: "wheel-list" }, ...items),
    ),
    name,
    spins: () => spins,
    draw: () => prize(tickets, drawBelow(tickets.total)),
    /** Turn the wheel to a random ticket, and return the choice that the ticket stands for. */
    turn() {
      const ticket = drawBelow(tickets.total);
      const where = (Number((ticket * 1_000_000n) / tickets.total) + 0.5) / 1_000_000;
      angle += 360 * TURNS + ((((-360 * where - angle) % 360) + 360) % 360);
      disc.style.transform = `rotate(${angle}deg)`;
      return prize(tickets, ticket);
    },
    /** Count a choice on which the wheel stopped. @param {string} action */
    note(action) {
      spins += 1;
      counts.set(action, (counts.get(action) ?? 0) + 1);
      for (const [each, tally] of tallies) {
        tally.textContent = w.tally(chance((counts.get(each) ?? 0) / spins));
      }
    },
  };
}

/**
 * A slice of a wheel of radius 1. `from` and `share` are fractions of the circle, clockwise from the top.
 *
 * @param {number} from
 * @param {number} share
 * @param {number} order
 */
function slice(from, share, order) {
  const kind = `slice slice-${order % 4}`;
  if (share === 1) return svg("circle", { class: kind, r: 1 });
  const point = (/** @type {number} */ part) =>
    `${Math.sin(2 * Math.PI * part).toFixed(5)} ${(-Math.cos(2 * Math.PI * part)).toFixed(5)}`;
  const large = share > 0.5 ? 1 : 0;
  return svg("path", { class: kind, d: `M0 0 L${point(from)} A1 1 0 ${large} 1 ${point(from + share)} Z` });
}

/**
 * A small board on which some cells are filled.
 *
 * @param {Moment} moment
 * @param {number[]} cells
 * @param {number[]} at  The centre of the board.
 * @param {number} size
 */
function glyph({ rules }, cells, [x, y], size) {
  const unit = size / Math.max(rules.rows, rules.columns);
  return svg(
    "g",
    { class: "glyph" },
    ...rules.grid.map(([row, column], cell) =>
      svg("rect", {
        class: cells.includes(cell) ? "here" : null,
        x: (x + (column - rules.columns / 2 + 0.08) * unit).toFixed(4),
        y: (y + (row - rules.rows / 2 + 0.08) * unit).toFixed(4),
        width: (unit * 0.84).toFixed(4),
        height: (unit * 0.84).toFixed(4),
        rx: (unit * 0.15).toFixed(4),
      }),
    ),
  );
}
