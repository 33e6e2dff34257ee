/**
 * Texte auf und an Karten. Begriffe: board = Karte, cell = Feld, line = Reihe, row = Zeile, column = Spalte, roll =
 * Wurf, mark = ankreuzen, token = Stein.
 */

import { many } from "../../language.js";

const DOWN = ["oben", "Mitte", "unten"];
const ACROSS = ["links", "Mitte", "rechts"];

/** @type {typeof import("../en/board.js").WORDS} */
export const WORDS = {
  free: "frei",
  empty: "leer",
  marked: "angekreuzt",
  complete: "angekreuzt, in einer vollen Reihe",
  markable: "kannst du ankreuzen",
  tokens: (tokens) => many(tokens, { one: "1 Stein", other: `${tokens} Steine` }),
  ways: (ways, total) => `${ways} von ${total} Möglichkeiten`,
  numbers: "Zahlen",
  valueFor: (cell, of) => `Zahl für ${cell}${of}`,
  clear: "leeren",
  clearCell: "Dieses Feld leeren",
  clearBoard: "Alles leeren",
  stillEmpty: "Dieses Feld ist noch leer.",
  twoDice: "Zwei Würfel",
  theDice: (dice) => `Die Würfel (${dice})`,
  skips: (who, value) => `${who} ergeben nie ${value}.`,
  never: (who, value, low, high) => `${who} ergeben nie ${value}, nur ${low} bis ${high}.`,
  centre: "Mitte",
  rowOfThree: (row) => ["obere Zeile", "mittlere Zeile", "untere Zeile"][row],
  columnOfThree: (column) => ["linke Spalte", "mittlere Spalte", "rechte Spalte"][column],
  row: (row) => `Zeile ${row + 1}`,
  column: (column) => `Spalte ${column + 1}`,
  diagonal: "Diagonale von links oben",
  otherDiagonal: "Diagonale von rechts oben",
  cells: (cells) => `Felder ${cells}`,
  aNumber: (value) => `eine ${value}`,
  rolls: (n, shown) => many(n, { one: "1 Wurf", other: `${shown} Würfe` }),
  between: (low, high) => `${low} und ${high}`,
  cell: (row, column) => `${DOWN[row]} ${ACROSS[column]}`,
  lessThan: (amount) => `weniger als ${amount}`,
  place: (row, column) => `Zeile ${row + 1}, Spalte ${column + 1}`,
};
