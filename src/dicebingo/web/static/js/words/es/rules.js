/** Textos de *Reglas*, y las reglas en palabras. */

import { many } from "../../language.js";

const NUMBERS = ["ningún", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"];
const SIDES = /** @type {Record<number, string>} */ ({ 12: "doce", 20: "veinte" });
const inWords = (/** @type {number} */ number) => NUMBERS[number] ?? SIDES[number] ?? String(number);

/** @type {typeof import("../en/rules.js").WORDS} */
export const WORDS = {
  sentence: (shape, dice, lines, all) =>
    `${shape}, ${dice}; ${lines}; ${
      all ? "una tirada marca todas las casillas que coinciden" : "marca una casilla por tirada"
    }.`,
  short: (shape, dice, lines, all) => `${shape}, ${dice}; ${lines}${all ? "; todas las que coinciden" : ""}`,
  tokens: (tokens, dice) => `${tokens} fichas, ${dice}`,
  size: (rows, columns) => `${rows} por ${columns}`,
  part: (cells, size) => many(cells, { one: `1 casilla de ${size}`, other: `${cells} casillas de ${size}` }),
  freeMiddle: (shape) => `${shape} con el centro libre`,
  freeCells: (shape, free) => `${shape} con ${free > 1 ? `${inWords(free)} casillas libres` : "una casilla libre"}`,
  dice: (count, sides) => {
    const noun = `${inWords(count)} ${count > 1 ? "dados" : "dado"}`;
    if (sides === 0) return `${noun} ${count > 1 ? "cargados" : "cargado"}`;
    return sides === 6 ? noun : `${noun} de ${inWords(sides)} caras`;
  },
  multiplied: (dice) => `${dice}, multiplicados`,
  plus: (dice, value) => `${dice} más ${value}`,
  times: (dice, value) => `${dice} por ${value}`,
  notation: (text) => `dados ${text}`,
  allCells: "hay que marcar todas las casillas",
  oneLine: {
    rows: (only) => (only ? "la fila" : "una fila"),
    columns: (only) => (only ? "la columna" : "una columna"),
    diagonals: (only) => (only ? "la diagonal" : "una diagonal"),
  },
  allCorners: "el conjunto de las esquinas",
  drawn: (lines) => (lines > 1 ? `una de ${inWords(lines)} líneas dibujadas` : "una línea dibujada"),
  wins: (lines) => `gana ${lines}`,

  add: "Añadir",
  turned: "también girada y reflejada",
  stop: "Dejar de dibujar",
  canAdd: "Esta línea se puede añadir.",
  change: "Cambiar",
  parts: { games: "Juegos", shape: "Forma", lines: "Líneas", dice: "Dados", marking: "Marcas" },
  use: "Usar estas reglas",
  print: "Imprimir tableros",
  back: (room) => `Volver: ${room}`,

  games: "Juegos conocidos",
  gamesAbout: "Toca un juego para empezar con él y cámbialo como quieras.",
  abouts: {
    classic: "El juego del artículo: filas, columnas y las dos diagonales, dos dados.",
    "4x4": "Dieciséis casillas, cuatro en línea, dos dados.",
    "5x5": "Veinticinco casillas, cinco en línea, dos dados.",
    "5x5-free": "Como 5 por 5, con la casilla central libre.",
    blackout: "Hay que marcar las nueve casillas.",
    corners: "Solo ganan las cuatro esquinas.",
    cross: "Hay que marcar la fila y la columna del medio.",
    knuth: "Las tarjetas no transitivas de Knuth (Gardner 1988): 2 por 2, solo filas, un dado.",
    "3d6": "La suma de tres dados, de 3 a 18.",
    product: "El producto de dos dados en lugar de la suma.",
    "d10+d20": "Dieciséis casillas y la suma de un dado de diez y uno de veinte caras.",
    "knock-em-down":
      "Doce fichas en las sumas de dos dados; cada tirada que coincide quita una (Benjamin y Fluet 1999).",
    "ten-numbers": "Diez números, repetidos como quieras, y la suma de dos dados (Dice Bingo de Transum).",
    "full-5x5": "Hay que marcar las 25 casillas (Dice Bingo de MathSphere).",
    "chance-bingo": "Diez números distintos y la suma de dos dados de veinte caras (Chance Bingo de Mathigon).",
    "teaser-2846":
      "Cinco números y dos dados con las caras 1 2 2 3 3 3 (Mike Fletcher, Sunday Times Teaser 2846, 2017).",
    "mark-all": "Se marcan a la vez todas las casillas que coinciden: no hay nada que elegir.",
  },
  shape: "Tamaño y forma",
  rows: "Filas",
  columns: "Columnas",
  tap: "Un toque en una casilla",
  removes: "la quita",
  frees: "la deja libre",
  restore: "Restaurar todas las casillas",
  nothingMissing: "No falta ninguna casilla y ninguna está libre.",
  shapeAbout: "Toca otra vez para restaurarla. Una casilla libre cuenta como marcada desde el principio.",
  lines: "Qué líneas ganan",
  kinds: {
    rows: "Filas",
    columns: "Columnas",
    diagonals: "Diagonales",
    corners: "Esquinas",
    all: "Todas las casillas",
  },
  every: "Todas las líneas",
  draw: "Dibujar tu propia línea",
  remove: "Quitar",
  removeLine: (i) => `Quitar la línea dibujada ${i}`,
  canWin: (lines) =>
    many(lines, { one: "1 línea puede ganar.", other: `${lines} líneas pueden ganar.` }) +
    " Toca una para verla en el tablero.",
  never: (lines) =>
    many(lines, {
      one: "Otra línea nunca puede completarse primero.",
      other: `Otras ${lines} líneas nunca pueden completarse primero.`,
    }),
  show: (line) => `Ver: ${line}`,
  marking: "Marcar",
  marks: "Qué marca una tirada",
  marksOne: "una casilla; tú eliges",
  marksAll: "todas las casillas que coinciden",

  board: "La forma del tablero",
  free: "libre",
  freeCell: "casilla libre",
  noCell: "sin casilla",
  cell: "casilla",
  inLine: "en tu línea",
  inLit: "en la línea resaltada",
  noCellHere: "Aquí no hay casilla.",
  noCellToFree: "Aquí no hay casilla que dejar libre.",
  lineLost: "Una línea que dibujaste perdió una casilla y se quitó. Deshacer la recupera.",
  theLine: "La línea",
  notInShape: "tiene casillas que no existen en esta forma.",

  less: (name) => `${name}: una menos`,
  more: (name) => `${name}: una más`,

  dicePanel: "Dados",
  theDice: "Los dados",
  addDie: "Añadir un dado",
  otherDice: "Usar otros dados",
  fixedDice: (text) => `Estos dados (${text}) no se pueden cambiar aquí.`,
  removeDie: "Quitar este dado",
  sides: "Caras",
  sidesOf: "Caras de este dado",
  nSides: (n) => `${n} caras`,
  always: (value) => `siempre ${value}`,
  loadedAs: (text) => `cargado, ${text}`,
  die: (i, name) => `Dado ${i}: ${name}`,
  combine: "Los dados se",
  added: "suman",
  product: "multiplican",
  weights: "Las caras y sus pesos",
  itsWeight: "Su peso",
  weightOf: (face) => `Peso del ${face}`,
  faceWeight: (face, weight) => `${face}, peso ${weight}`,
  load: "Cargar este dado",
  loadAbout:
    "Toca una cara y ajusta su peso. El peso 2 sale el doble de veces que el peso 1, y el peso 0 quita la cara.",
  faceGone: "Esta cara ya está quitada.",
  mostWeight: (most) => `El peso máximo es ${most}.`,
  twoFaces: "Un dado necesita dos caras.",

  sums: "Con qué frecuencia sale cada resultado",
  sumsCaption: "Resultados de los dados",
  sumsColumns: ["resultado", "probabilidad"],
  spoken: (low, high, which) => `Resultados de ${low} a ${high}, ${which}`,
  equally: (share) => `todos igual de probables: ${share}`,
  mostOften: (value, share) => `el más frecuente es ${value}: ${share}`,

  problem: {
    noCells: "Un tablero necesita al menos una casilla por rellenar.",
    freeLine: "Una línea de casillas libres estaría completa antes de la primera tirada.",
    cells: (most) => `Un tablero puede tener como máximo ${most} casillas por rellenar.`,
    size: (most) => `Más de ${most} filas o columnas no caben en un teléfono.`,
    lines: "Hay demasiadas líneas para un enlace.",
    constant: "Al menos un dado debe tener dos caras.",
    dice: (most) => `Puedes lanzar como máximo ${most} dados.`,
    values: (most) => `Los dados pueden tener como máximo ${most} resultados distintos.`,
    lastLine: "Al menos una línea debe ganar. Elige otra primero.",
    noCorner: "Falta una esquina de esta forma.",
    notSquare: "Solo un cuadrado tiene diagonales de esquina a esquina.",
    noDiagonal: "A las dos diagonales les faltan casillas.",
    noRows: "Esta forma no tiene filas de dos o más casillas.",
    noColumns: "Esta forma no tiene columnas de dos o más casillas.",
    tapLine: "Toca las casillas de tu línea.",
    onlyFree: "Una línea necesita una casilla que no sea libre.",
    known: "Esta línea ya cuenta.",
    contains: "Contiene otra línea, que siempre se completa primero.",
  },

  durations: { "at once": "al instante", seconds: "segundos", long: "un minuto" },
  simulated: "simulado",
  tooLarge: "muy grande",
  price: {
    rounded: "Números redondeados en un minuto.",
    exact: "Números exactos al instante.",
    later: "Números redondeados al instante, exactos en segundos.",
    any: "Sin rival o contra una computadora rápida o astuta.",
    fast: "Sin rival o contra la computadora rápida.",
    chances: "Probabilidades exactas.",
    simulated: "Simulado en muchas partidas.",
    duel: "El equilibrio para cada tirada.",
    noDuel: "Juntos, dos tableros tienen demasiadas posiciones.",
  },
};
