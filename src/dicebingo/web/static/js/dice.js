/** Drawings of dice, and a short animation of a throw. */

import { el, fill, pause, still } from "./dom.js";
import { svg } from "./svg.js";

/** @typedef {import("./api-types.js").ShownRoll} Roll */

const SPOTS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [27, 27],
    [73, 27],
    [50, 50],
    [27, 73],
    [73, 73],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
});

/**
 * Draw one die: a six-sided die shows spots, and any other die shows a number.
 *
 * @param {number} face
 * @param {boolean} six
 */
export function die(face, six) {
  const box = svg("svg", { class: "die", viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (six && SPOTS[face]) {
    box.append(svg("rect", { class: "face", x: 5, y: 5, width: 90, height: 90, rx: 20 }));
    for (const [cx, cy] of SPOTS[face]) box.append(svg("circle", { class: "pip", cx, cy, r: 9.5 }));
  } else {
    box.append(
      svg("path", { class: "face", d: "M50 3 L93 27 V73 L50 97 L7 73 V27 Z" }),
      svg("text", { x: 50, y: 62 }, String(face)),
    );
  }
  return box;
}

/**
 * The area that shows the dice.
 *
 * @typedef {(roll: Roll | null, dice: string, animate?: boolean, signal?: AbortSignal) => Promise<void>} ShowDice
 *
 * @param {string} [none]  The text before the first roll.
 * @returns {{element: HTMLElement, show: ShowDice}}
 */
export function diceTray(none = "") {
  const element = el("div", { class: "dice" });
  return {
    element,
    async show(roll, dice, animate = false, signal) {
      element.classList.remove("rolling");
      if (!roll) return fill(element, el("p", { class: "soft" }, none));
      // If the faces are unknown, one die shows the value.
      const faces = roll.faces ?? [roll.value];
      const six = roll.faces !== null && /^(product\()?\d*d6\)?$/.test(dice);
      const sign = dice.startsWith("product") ? "×" : "+";
      const drawn = faces.flatMap((face, i) =>
        i ? [el("span", { class: "sign" }, sign), die(face, six)] : [die(face, six)],
      );
      const total = el("span", { class: "total" }, faces.length > 1 ? `= ${roll.value}` : String(roll.value));
      fill(element, ...drawn, total);
      total.classList.toggle("visually-hidden", faces.length === 1);
      if (!animate || still()) return undefined;
      total.hidden = true;
      element.classList.add("rolling");
      try {
        await pause(500, signal);
      } finally {
        total.hidden = false;
        element.classList.remove("rolling");
      }
      return undefined;
    },
  };
}
