/** The server's description of the classic game, stored here to save most visitors a request. */

/** @type {import("./api-types.js").GameDescription} */
export const CLASSIC = {
  rules: { name: "classic", layout: "3x3", dice: "2d6", marking: "one" },
  grid: [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => /** @type {[number, number]} */ ([row, column]))),
  lines: [
    { cells: [0, 1, 2], name: "row 1" },
    { cells: [3, 4, 5], name: "row 2" },
    { cells: [6, 7, 8], name: "row 3" },
    { cells: [0, 3, 6], name: "column 1" },
    { cells: [1, 4, 7], name: "column 2" },
    { cells: [2, 5, 8], name: "column 3" },
    { cells: [0, 4, 8], name: "diagonal 0-4-8" },
    { cells: [2, 4, 6], name: "diagonal 2-4-6" },
  ],
  free: [],
  values: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  weights: [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1],
  total: 36,
};
