/** An animation: one dot per game, in columns, and a dashed line for the theoretical share. */

import { svg } from "../svg.js";

const WIDTH = 320;
const HEIGHT = 130;
const GAP = 10; // between columns
const LARGEST = 14; // the largest size of a dot, with the space around it
const SMALLEST = 2;
const FALLING = 24; // the number of dots that are animated; animating more would be slow

/**
 * @typedef {object} Column
 * @property {string} look  The CSS class of the column's dots.
 * @property {number} share  The theoretical share, from 0 to 1.
 */

/**
 * @param {string} label
 * @param {number} [bottom]  The height of the space for numbers under the columns.
 */
export function frame(label, bottom = 0) {
  return svg("svg", {
    class: "dots",
    viewBox: `0 0 ${WIDTH} ${HEIGHT + bottom}`,
    role: "img",
    "aria-label": label,
  });
}

/**
 * The largest dot size at which `most` dots fit into one column, and the number of dots per row.
 *
 * @param {number} most
 * @param {number} width
 */
function fit(most, width) {
  for (let size = LARGEST; size > SMALLEST; size -= 0.25) {
    const across = Math.floor(width / size);
    if (across && Math.ceil(most / across) * size <= HEIGHT) return { size, across };
  }
  return { size: SMALLEST, across: Math.floor(width / SMALLEST) };
}

/**
 * @param {Column[]} columns
 * @param {number} games  The number of games in the complete chart.
 * @param {string} label
 */
export function dotColumns(columns, games, label) {
  const box = frame(label);
  const width = WIDTH / columns.length - GAP;
  const most = games * Math.min(1, Math.max(...columns.map(({ share }) => share)) + 1 / Math.sqrt(games));
  const { size, across } = fit(most, width);
  const left = (/** @type {number} */ column) => (column + 0.5) * (WIDTH / columns.length) - (across * size) / 2;
  const dots = svg("g", {});
  box.append(svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }), dots);
  for (const [i, { share }] of columns.entries()) {
    const y = HEIGHT - ((share * games) / across) * size;
    box.append(svg("line", { class: "expected", x1: left(i) - 4, x2: left(i) + across * size + 4, y1: y, y2: y }));
  }
  /** @type {number[]} */
  let counts = columns.map(() => 0);
  return {
    element: box,
    /** @param {number} column */
    add(column) {
      const place = counts[column];
      counts[column] += 1;
      const cx = left(column) + ((place % across) + 0.5) * size;
      const cy = HEIGHT - (Math.floor(place / across) + 0.5) * size;
      const falls = dots.childElementCount < FALLING ? "falls" : "";
      dots.append(svg("circle", { class: `dot ${columns[column].look} ${falls}`, cx, cy, r: size * 0.4 }));
    },
    clear() {
      counts = columns.map(() => 0);
      dots.replaceChildren();
    },
  };
}

const FIRST = 6; // the left end of the axis: no board needs fewer rolls on average
const LAST = 30; // boards that need more rolls are in the last column

/**
 * A chart with one dot per board, placed at the board's average number of rolls.
 *
 * @param {number} mark  The average number of rolls at which the line is drawn.
 * @param {number} games  The number of boards in the complete chart.
 * @param {string} label
 * @param {string} name  The label of the line.
 */
export function dotAxis(mark, games, label, name) {
  const box = frame(label, 16);
  const width = WIDTH / (LAST - FIRST + 1);
  const size = Math.min(width, fit(games / 4, width).size);
  const x = (/** @type {number} */ rolls) => (Math.min(rolls, LAST + 0.99) - FIRST) * width;
  box.append(svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }));
  for (let rolls = FIRST; rolls <= LAST; rolls += 3)
    box.append(
      svg(
        "text",
        { x: x(rolls) + width / 2, y: HEIGHT + 13, "text-anchor": "middle" },
        rolls === LAST ? `${rolls}+` : String(rolls),
      ),
    );
  box.append(svg("line", { class: "expected", x1: x(mark), x2: x(mark), y1: 0, y2: HEIGHT }));
  box.append(svg("text", { class: "mark-label", x: x(mark) + 6, y: 12 }, name));
  const dots = svg("g", {});
  box.append(dots);
  /** @type {Map<number, number>} */
  const counts = new Map();
  return {
    element: box,
    /** @param {number} rolls */
    add(rolls) {
      const column = Math.floor(Math.min(rolls, LAST));
      const place = counts.get(column) ?? 0;
      counts.set(column, place + 1);
      const look = rolls < mark ? "player-1" : "player-0";
      const cy = HEIGHT - (place + 0.5) * size;
      dots.append(svg("circle", { class: `dot ${look}`, cx: x(column) + width / 2, cy, r: size * 0.4 }));
    },
    clear() {
      counts.clear();
      dots.replaceChildren();
    },
  };
}
