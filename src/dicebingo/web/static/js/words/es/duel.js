/** The Spanish strings for *Duel*. In an instruction, double asterisks enclose bold text. */

import { count, listed, many } from "../../language.js";

const times = (/** @type {number} */ over, /** @type {number} */ under) =>
  many(over, { one: `${over} vez de cada ${under}`, other: `${over} veces de cada ${under}` });

/** @type {typeof import("../en/duel.js").WORDS} */
export const WORDS = {
  title: "Duelo",
  boardOf: (player) => `Tablero de ${player}`,
  of: (player) => ` de ${player}`,
  player: (player) => `Jugador ${player}`,
  board: (player) => `Tablero ${player}`,
  theRoll: "La tirada",
  neverShown: (value) => `los dados nunca muestran «${value}».`,
  goal: "El objetivo de los dos jugadores",
  afterwards: "Cómo juegan los dos después de esta tirada",
  sameBoard: "Los dos jugadores tienen el mismo tablero. Cambia uno de ellos.",
  sameMarks: "Los dos jugadores tienen el mismo tablero y las mismas marcas. Cambia uno de ellos.",

  how: "Cómo juegan los dos",
  maximise: "Cada jugador busca el máximo de",
  wins: "victorias",
  score: "victorias menos derrotas",
  afterRoll: "Después de esta tirada, los dos juegan",
  fast: "lo más rápido posible",
  toWin: "para ganar",
  next: "Y ahora",
  mixedPaper: "Equilibrio mixto del artículo",
  trapPaper: "Trampa del artículo",
  playOn: "Jugar desde aquí",
  compare: "Comparar estos tableros",

  whatToDo: "Qué hacer",
  roll: (value) => `La tirada: ${value}`,
  middle: "Ir a la mitad de una partida",
  over: "Este duelo terminó.",
  hasLine: (player) => `${player} tiene una línea completa.`,
  fillBoth: "Rellena los dos tableros.",
  left: (cells) =>
    many(cells, { one: "Falta 1 casilla por rellenar.", other: `Faltan ${cells} casillas por rellenar.` }),
  weighing: "Comparando cada pareja de opciones",
  tooLarge: "Son demasiado grandes para calcular cómo ganar.",
  tooMany: "Juntos, estos tableros tienen demasiadas posiciones.",
  markSome: (reason) => `${reason} Marca algunas casillas e inténtalo de nuevo.`,
  noAnswer: "Todavía no hay respuesta.",
  retry: "Elige otra vez la tirada para intentarlo de nuevo.",
  findingFast: "Buscando las casillas más rápidas",
  anyOf: (cells) => `una de ${cells} casillas`,
  best: "mejor",

  noChoice: "Ninguno puede elegir.",
  chance: "Deja que decida el azar.",
  oneChoice: "Solo un jugador puede elegir.",
  stable: "Ninguno gana nada si elige otra cosa.",
  several: "Esta tirada tiene varios equilibrios; ninguno es mejor para A que este.",
  mirror: "Los dos tableros son iguales. Aquí los dos jugadores siguen el mismo plan y ganan con la misma frecuencia.",
  mirrorToo: "Hay otros equilibrios en los que sus probabilidades son distintas.",

  every: (value) => `todos los ${value}`,
  nothing: "nada",
  instruction: {
    none: (roll) => `no tiene ningún ${roll} sin marcar.`,
    mixed: (parts) => `marca ${parts.map(({ cell, often }) => `**${cell}** ${often}`).join(", ")}.`,
    any: (roll, cells) => `marca **cualquier ${roll}**: los ${cells} son igual de buenos.`,
    several: (cells) =>
      `marca ${listed(
        cells.map((cell) => `**${cell}**`),
        "or",
      )}: son igual de buenas.`,
    one: (cell) => `marca **${cell}**.`,
    nothingFast: "no tiene nada que marcar.",
    fast: (cells) => `marca **${cells}** para ser rápido.`,
  },
  times,
  about: (over, under) => `más o menos ${times(over, under)}`,
  or: (cells) => listed(cells, "or"),

  ends: {
    first: "Gana A",
    tie: "Empate",
    second: "Gana B",
  },

  spinWheels: "Girar las ruletas",
  spin: "Girar",
  spinMany: (spins) => `Girar ${spins} veces`,
  exactly: "Cada giro elige una casilla con exactamente estas probabilidades.",
  spun: (spins, last) =>
    many(spins, { one: `1 giro. El último: ${last}.`, other: `${count(spins)} giros. El último: ${last}.` }),
  marks: (player, cell) => `${player} marca ${cell}`,
  tally: (share) => `giros: ${share}`,

  matrix: {
    title: "Cuánto vale cada pareja de opciones",
    every: "Cada pareja de opciones",
    caption: (roll) => `Con qué frecuencia ganan A y B después de un ${roll}`,
    show: (player, cell) => `${player} marca ${cell}: mostrarlo en el tablero`,
    both: (first, second) => `A marca ${first}, B marca ${second}`,
    wins: (player, both) => `Gana ${player}. ${both}`,
    stays: "ninguno quiere cambiar",
    bestReply: "mejor respuesta",
    thenFast: "Después de esta tirada, los dos juegan lo más rápido posible.",
    thenWin: "Después de esta tirada, los dos juegan para ganar.",
    wantWins: "Cada jugador quiere ganar lo más a menudo posible.",
    wantScore: "Cada jugador busca el máximo de victorias menos derrotas.",
    signs:
      "Una estrella marca la mejor respuesta a la opción del otro. " +
      "Un marco señala una pareja de opciones que ninguno quiere cambiar.",
    pairs: "Cada pareja en números",
    plans: "Todos los equilibrios en números",
    pairCaption: (roll) => `Cada pareja de opciones después de un ${roll}`,
    pairColumns: ["A marca", "B marca", "gana A", "gana B", "empate"],
    infinite: "Hay infinitos equilibrios; todos son mezclas de estos",
    all: "Todos los equilibrios",
    planColumns: ["equilibrio", "jugador", "marca", "con qué frecuencia"],
  },

  whole: {
    title: "El duelo completo",
    about: "El resultado con todas las tiradas posibles, si los dos siempre juegan para ganar.",
    solve: "Resolver el duelo completo",
    solving: "Resolviendo el duelo completo",
    ahead: (player, share) => [`${player} va por delante: `, share, " más victorias que derrotas. "],
    even: "Los dos jugadores están igualados. ",
    lead: "Victorias menos derrotas",
    leadOf: (player) => `Victorias menos derrotas de ${player}`,
    solved: (states) => `Resuelto exactamente sobre ${states} parejas de posiciones.`,
    columns: ["resultado", "parte"],
  },
};
