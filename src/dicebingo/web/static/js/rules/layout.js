/**
 * The layout that the user is editing: its shape, its winning lines, and their notation (see `docs/notation.md`).
 * Places are numbered row by row over the whole rectangle, gaps included.
 */

/**
 * @typedef {object} Layout
 * @property {string[]} shape  Rows of `#` (a cell), `F` (a free cell) and `.` (a gap).
 * @property {Name[]} names  The kinds of lines that win; each exists in this shape.
 * @property {number[][]} own  Lines that were drawn, as sorted places.
 *
 * @typedef {"rows" | "columns" | "diagonals" | "corners" | "all"} Name
 */

export const STRAIGHT = /** @type {const} */ (["rows", "columns", "diagonals"]);
export const NAMES = /** @type {readonly Name[]} */ ([...STRAIGHT, "corners", "all"]);

/** @param {string[]} shape */
export function sizeOf(shape) {
  return { rows: shape.length, columns: shape[0].length };
}

/**
 * @param {string[]} shape
 * @param {string} symbols
 * @returns {number[]}  The places with one of these symbols.
 */
export function places(shape, symbols) {
  return [...shape.join("")].flatMap((symbol, place) => (symbols.includes(symbol) ? [place] : []));
}

/**
 * The lines of a kind; none if the shape has no such lines.
 *
 * @param {Name} name
 * @param {string[]} shape
 * @returns {number[][]}
 */
export function linesOf(name, shape) {
  const { rows, columns } = sizeOf(shape);
  const at = (/** @type {number} */ row, /** @type {number} */ column) => row * columns + column;
  const gaps = new Set(places(shape, "."));
  const exists = (/** @type {number[]} */ line) => line.every((place) => !gaps.has(place));
  const count = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
  if (name === "all") return [places(shape, "#F")];
  if (name === "corners") {
    const corners = new Set([at(0, 0), at(0, columns - 1), at(rows - 1, 0), at(rows - 1, columns - 1)]);
    return [[...corners].sort(ascending)].filter(exists);
  }
  if (name === "diagonals") {
    if (rows !== columns || rows === 1) return [];
    return [count(rows).map((i) => at(i, i)), count(rows).map((i) => at(i, rows - 1 - i))].filter(exists);
  }
  const [lanes, steps] = name === "rows" ? [rows, columns] : [columns, rows];
  return count(lanes).flatMap((lane) => {
    /** @type {number[][]} */
    const runs = [[]];
    for (const step of count(steps)) {
      const place = name === "rows" ? at(lane, step) : at(step, lane);
      if (exists([place])) runs[runs.length - 1].push(place);
      else runs.push([]);
    }
    return runs.filter((run) => run.length > 1);
  });
}

/** @param {string[]} shape */
export function straight(shape) {
  return STRAIGHT.filter((name) => linesOf(name, shape).length);
}

/** @param {Layout} layout */
function isUsual({ shape, names, own }) {
  return !own.length && names.join() === straight(shape).join();
}

/**
 * All winning lines, including lines that contain others and are therefore never completed first.
 *
 * @param {Layout} layout
 */
export function allLines({ shape, names, own }) {
  return [...names.flatMap((name) => linesOf(name, shape)), ...own];
}

/**
 * @param {number} a
 * @param {number} b
 */
export function ascending(a, b) {
  return a - b;
}

/**
 * Whether `line` contains `other`, so that `other` is completed first; free cells do not count.
 *
 * @param {number[]} line
 * @param {number[]} other
 * @param {string[]} shape
 */
export function contains(line, other, shape) {
  const free = places(shape, "F");
  return other.every((place) => line.includes(place) || free.includes(place));
}

/**
 * Return the layout with another shape. Lines that the new shape does not have are dropped; if no line is left, the
 * default lines are used. If there are other lines, the line of all cells is dropped: it is never completed first.
 *
 * @param {Layout} layout
 * @param {string[]} shape
 * @returns {Layout}
 */
export function reshape(layout, shape) {
  const before = sizeOf(layout.shape);
  const after = sizeOf(shape);
  const moved = layout.own.map((line) =>
    line.map((place) => {
      const [row, column] = [Math.floor(place / before.columns), place % before.columns];
      return row < after.rows && column < after.columns ? row * after.columns + column : -1;
    }),
  );
  const cells = places(shape, "#F");
  const own = moved.filter((line) => line.every((place) => cells.includes(place)));
  const names = isUsual(layout) ? straight(shape) : layout.names.filter((name) => linesOf(name, shape).length);
  return withLines({ shape, names, own });
}

/**
 * @param {Layout} layout
 * @returns {Layout}
 */
export function withLines({ shape, names, own }) {
  const others = /** @type {Name[]} */ (names.filter((name) => name !== "all"));
  if (others.length || own.length) return { shape, names: NAMES.filter((name) => others.includes(name)), own };
  const usual = straight(shape);
  return { shape, names: names.length || !usual.length ? ["all"] : usual, own };
}

/**
 * @param {string} text  The layout in the server's notation.
 * @returns {Layout}
 */
export function parseLayout(text) {
  const [drawn, rest = ""] = text.toLowerCase().replaceAll("f", "F").split(":");
  const size = /^(\d+)x(\d+)$/.exec(drawn);
  let shape = size ? Array(Number(size[1])).fill("#".repeat(Number(size[2]))) : drawn.split("/");
  const parts = rest ? rest.replaceAll("Free", "free").split("+") : [];
  const { rows, columns } = sizeOf(shape);
  if (parts.includes("free-centre")) shape = put(shape, Math.floor(rows / 2) * columns + Math.floor(columns / 2), "F");
  const lines = parts.filter((part) => part !== "free-centre");
  const own = lines.filter((part) => /^[#./]+$/.test(part)).map((part) => places(part.split("/"), "#"));
  return withLines({
    shape,
    names: lines.length ? NAMES.filter((name) => lines.includes(name)) : straight(shape),
    own,
  });
}

/**
 * @param {Layout} layout
 * @returns {string}
 */
export function writeLayout(layout) {
  const { shape, names, own } = layout;
  const { rows, columns } = sizeOf(shape);
  const free = places(shape, "F");
  const centred = free.length === 1 && rows % 2 === 1 && columns % 2 === 1 && free[0] === (rows * columns - 1) / 2;
  const whole = !places(shape, ".").length && (centred || !free.length);
  const parts = isUsual(layout) ? [] : [...names, ...own.map((line) => drawLine(line, shape))];
  if (whole && centred) parts.push("free-centre");
  return [whole ? `${rows}x${columns}` : shape.join("/"), parts.join("+")].filter(Boolean).join(":");
}

/**
 * @param {number[]} line
 * @param {string[]} shape
 */
function drawLine(line, shape) {
  return shape
    .map((row, r) => [...row].map((_, c) => (line.includes(r * row.length + c) ? "#" : ".")).join(""))
    .join("/");
}

/**
 * @param {string[]} shape
 * @param {number} place
 * @param {string} symbol
 */
export function put(shape, place, symbol) {
  const { columns } = sizeOf(shape);
  const row = Math.floor(place / columns);
  return shape.map((text, r) =>
    r === row ? text.slice(0, place % columns) + symbol + text.slice((place % columns) + 1) : text,
  );
}

/**
 * @param {string[]} shape
 * @param {number} rows
 * @param {number} columns
 */
export function resize(shape, rows, columns) {
  return Array.from({ length: rows }, (_, r) => (shape[r] ?? "").padEnd(columns, "#").slice(0, columns));
}

/**
 * The line, rotated and reflected in all ways that fit the shape. Quarter turns are included only on a square.
 *
 * @param {number[]} line
 * @param {string[]} shape
 * @returns {number[][]}
 */
export function images(line, shape) {
  const { rows, columns } = sizeOf(shape);
  const cells = places(shape, "#F");
  const flip = (/** @type {number[]} */ [r, c]) => [r, columns - 1 - c];
  const turn = (/** @type {number[]} */ [r, c]) =>
    rows === columns ? [c, rows - 1 - r] : [rows - 1 - r, columns - 1 - c];
  let points = line.map((place) => [Math.floor(place / columns), place % columns]);
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (let i = 0; i < 8; i += 1) {
    const image = points.map(([r, c]) => r * columns + c).sort(ascending);
    if (image.every((place) => cells.includes(place))) found.set(image.join(), image);
    points = points.map(turn);
    if (i === 3) points = points.map(flip);
  }
  return [...found.values()];
}
