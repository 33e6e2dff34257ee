/**
 * Textos de los tableros. Términos: board = tablero, cell = casilla, line = línea, row = fila, column = columna, roll =
 * tirada, mark = marcar, token = ficha.
 */

import { many } from "../../language.js";

const DOWN = ["arriba", "en el medio", "abajo"];
const ACROSS = ["a la izquierda", "en el centro", "a la derecha"];

/** @type {typeof import("../en/board.js").WORDS} */
export const WORDS = {
  free: "libre",
  empty: "vacía",
  marked: "marcada",
  complete: "marcada, en una línea completa",
  markable: "puedes marcarla",
  ways: (ways, total) => `${ways} de ${total} maneras`,
  tokens: (tokens) => many(tokens, { one: "1 ficha", other: `${tokens} fichas` }),
  numbers: "Números",
  valueFor: (cell, of) => `Número para ${cell}${of}`,
  clear: "borrar",
  clearCell: "Borrar esta casilla",
  clearBoard: "Borrar todo",
  stillEmpty: "Esta casilla aún está vacía.",
  twoDice: "Dos dados",
  theDice: (dice) => `Los dados (${dice})`,
  skips: (who, value) => `${who} nunca suman ${value}.`,
  never: (who, value, low, high) => `${who} nunca suman ${value}, solo de ${low} a ${high}.`,
  centre: "centro",
  cell: (row, column) => `${DOWN[row]} ${ACROSS[column]}`,
  rowOfThree: (row) => ["fila de arriba", "fila del medio", "fila de abajo"][row],
  columnOfThree: (column) => ["columna izquierda", "columna central", "columna derecha"][column],
  row: (row) => `fila ${row + 1}`,
  column: (column) => `columna ${column + 1}`,
  diagonal: "diagonal desde arriba a la izquierda",
  otherDiagonal: "diagonal desde arriba a la derecha",
  cells: (cells) => `casillas ${cells}`,
  aNumber: (value) => `un ${value}`,
  rolls: (n, shown) => many(n, { one: "1 tirada", other: `${shown} tiradas` }),
  between: (low, high) => `${low} y ${high}`,
  lessThan: (amount) => `menos de ${amount}`,
  place: (row, column) => `fila ${row + 1}, columna ${column + 1}`,
};
