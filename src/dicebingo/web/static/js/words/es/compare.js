/** The Spanish strings for *Compare*. */

import { count, many } from "../../language.js";

const MORAL = "Ser rápido en promedio no es lo mismo que llegar primero.";
const PAPER = (/** @type {string} */ section) => `Hemmer y Ong, sección ${section}`;
const SEARCH = "hallado con una búsqueda por computadora";
const KNUTH = {
  about: "Una de cuatro tarjetas para un solo dado; gana una fila de dos.",
  source: "Knuth, en «Time Travel» de Gardner (1988)",
};

/** @type {typeof import("../en/compare.js").WORDS} */
export const WORDS = {
  title: "Comparar tableros",
  boards: "Los tableros",
  board: (name) => `Tablero ${name}`,
  again: "Intentar de nuevo",
  noAnswer: "Todavía no hay respuesta.",
  fillAll: "Rellena todas las casillas para ver quién gana.",
  placeAll: "Coloca todas las fichas para ver quién gana.",
  working: "Calculando quién gana",
  workingWhen: "Calculando cuándo terminan",
  everyPair: "cada pareja",
  tryingAll: "Probando todos los criterios de elección",
  howFast: "¿Qué tan rápido es cada tablero?",
  tooLarge: "Son demasiado grandes para calcular quién gana.",
  stillRace: (reason) =>
    `${reason} De todos modos puedes hacerlos competir; junto a cada tablero se ve qué tan rápido es solo.`,
  tieBreak: "El criterio de elección",

  wins: (name) => `${name} gana`,
  beats: (winner, loser) => `${winner} vence a ${loser}`,
  winsAgainst: (name, other) => `${name} gana contra ${other}`,
  to: (share) => `a ${share}`,
  tie: "empate",
  aTie: "Un empate",
  tieOf: (names) => `empate de ${names}`,
  between: (bounds) => `entre ${bounds}`,
  asFar: (games) => `, hasta donde se puede saber con ${games} partidas`,
  simulated: (games, range) => `Simulado en ${games} partidas: entre ${range}, con un 95\u00a0% de confianza.`,
  neverSimulated: (games) => `No ocurrió nunca en ${games} partidas simuladas.`,
  tooLargeExact: (games) =>
    `Estos tableros son demasiado grandes para probabilidades exactas. La computadora simuló ${games} partidas.`,
  firstBingo: (rolls) => ["El primer bingo llega en promedio después de ", rolls, " tiradas."],
  untilFirst: "Tiradas hasta el primer bingo",
  shareTies: "Si los tableros empatados se reparten la victoria:",
  withTies: (name) => `${name}, con su parte de los empates`,

  who: {
    depends: "Depende de cuál de las casillas igual de buenas marquen.",
    undecided: "Los dos tableros están demasiado igualados para decidirlo.",
    close: "Demasiado parejo para decirlo.",
    even: "Los dos tableros están igualados.",
    surely: (winner, loser) => `${winner} vence a ${loser}, sin importar cuál de las casillas igual de buenas marquen.`,
  },

  alone: {
    faster: (name) => `${name} también es el tablero más rápido cuando juega solo.`,
    about: "Cuando juegan solos, los dos tableros son casi igual de rápidos.",
    equal: (rolls) => `Cuando juegan solos, los dos tableros son igual de rápidos: ${rolls} tiradas. ${MORAL}`,
    slower: (name, fast, slow) =>
      `Sin embargo, ${name} es el tablero más rápido cuando juega solo: ${fast} tiradas contra ${slow}. ${MORAL}`,
    barely: (name) =>
      `Sin embargo, ${name} es el tablero más rápido cuando juega solo, por menos de 0,000001 tiradas. ${MORAL}`,
  },

  share: {
    title: "Todos los tableros en una partida",
    all: "Con todos los tableros en una partida",
    games: (games) => `En ${games} partidas con todos los tableros`,
    each: (where) => `${where}, todos ganan con la misma frecuencia.`,
    several: (where, names) => `${where}, los que más ganan son ${names}, con la misma frecuencia.`,
    one: (where, name) => `${where}, el que más gana es ${name}.`,
  },

  ties: {
    title: "Empates y casillas igual de buenas",
    mark: "Si varias casillas son igual de buenas, marca",
    first: "la primera",
    last: "la última",
    random: "una al azar",
    words: {
      smallest: "la primera, fila por fila",
      largest: "la última, fila por fila",
      random: "una al azar",
    },
    howMuch: "¿Cuánto importa esta elección?",
    means: "Un empate significa que dos tableros completan una línea en la misma tirada.",
    meansCard: "Un empate significa que dos tableros terminan en la misma tirada.",
    happens: (share) => [
      "Esto ocurre en el ",
      share,
      " de las partidas: los tableros que esperan los mismos números empatan a menudo.",
    ],
    never: "Con estos tableros no ocurre nunca.",
    notSeen: (games) => `No ocurrió nunca en ${games} partidas simuladas.`,
    breaks: (cell) =>
      "Otra cosa es el criterio de elección: si varias casillas son igual de buenas para un tablero solo, decide " +
      `cuál marca. Aquí es ${cell}.`,
    same: "Aquí esa elección no cambia quién va por delante.",
    matters: "Aquí sí importa: con unos criterios va por delante un tablero, con otros el otro.",
    unknown: "No sabemos si esa elección importa aquí.",
    range: (a, first, b, second) =>
      `Con todos los criterios de elección, ${a} gana ${first} de las partidas y ${b} ${second}.`,
  },

  copy: {
    text: "Copiar como texto",
    textOf: (what) => `Copiar como texto: ${what}`,
    latexOf: (what) => `LaTeX: ${what}`,
    csvOf: (what) => `Descargar como CSV: ${what}`,
  },

  ring: {
    name: "el anillo",
    of: (names) => `Un anillo de ${names}`,
    found: (ring) => `Un anillo: ${ring}`,
    best: (name) => `No hay anillo: ${name} vence a todos los demás`,
    even: "Ningún tablero vence a otro",
    none: "No hay anillo, pero ningún tablero vence a todos los demás",
    against: (from, to, end) => `${from} contra ${to}: ${end}`,
    odds: (win, lose, tie, sure) => [
      win,
      " a ",
      lose,
      ...(tie ? [", empate ", tie] : []),
      sure ? ", sin importar cuál de las casillas igual de buenas marquen." : ".",
    ],
    line: (beats, win, lose, tie) => `${beats}: ${win} a ${lose}, empate ${tie}\n`,
    head: ["tablero", "vence a", "gana", "pierde", "empata"],
  },

  pairs: {
    title: "De dos en dos, en números",
    name: "todas las parejas",
    every: "Cada pareja",
    board: "tablero",
    beats: (name) => `vence a ${name}`,
    caption: "Con qué frecuencia el tablero de la izquierda vence al de arriba",
    rest: "El resto son empates: los dos tableros terminan en la misma tirada.",
    pending: "Todavía faltan algunas parejas.",
    simulated: (games) =>
      "Estos tableros son demasiado grandes para probabilidades exactas. " +
      `La computadora simuló ${games} partidas de cada pareja.`,
  },

  curves: {
    title: "Cuándo terminan",
    alone: "Solos: cuándo termina cada tablero",
    together: "Juntos: quién gana y cuándo",
    aloneTable: "Solos",
    togetherTable: "Juntos",
    show: "Curvas",
    at: "en cada tirada",
    upTo: "hasta cada tirada",
    roll: "tirada",
    finishes: (name) => `${name} termina aquí`,
    finished: (name) => `${name} ya terminó`,
    here: (outcome) => `${outcome}, aquí`,
    byNow: (outcome) => `${outcome}, hasta aquí`,
    on: {
      alone: "La probabilidad de que cada tablero solo termine en cada tirada",
      together: "La probabilidad de que cada tablero gane en cada tirada",
    },
    by: {
      alone: "La probabilidad de que cada tablero solo haya terminado hasta cada tirada",
      together: "La probabilidad de que cada tablero haya ganado hasta cada tirada",
    },
  },

  race: {
    title: "Ver una carrera",
    about: "Todos los tableros comparten las mismas tiradas, y cada uno marca como si estuviera solo.",
    one: "Una carrera",
    roll: "Una tirada",
    stop: "Parar",
    soFar: (wins, ties) => `Carreras hasta ahora: ${wins}, empates ${ties}.`,
    bingo: (value, names, rolls) => {
      const after = many(rolls, { one: "1 tirada", other: `${count(rolls)} tiradas` });
      return `${value}: ¡bingo para ${names} después de ${after}!`;
    },
    marks: (value, names, boards) => `${value}: ${names} ${boards === 1 ? "puede" : "pueden"} marcar.`,
    wasted: (value) => `${value}: no le sirve a ningún tablero.`,
  },

  thousand: {
    go: (races) => `Hacer ${races} carreras`,
    theory: "Teoría",
    games: (games) => `${games} partidas`,
    races: (races, text) => many(races, { one: `${text} carrera`, other: `${text} carreras` }),
    racing: "Compitiendo…",
    won: (name, races) => `${name} ganó ${races}`,
    withTies: (won, ties, text) =>
      many(ties, {
        one: `${won}, y 1 carrera terminó en empate.`,
        other: `${won}, y ${text} carreras terminaron en empate.`,
      }),
    predicts: (due, name, off) => `La teoría predice ${due} para ${name}; la diferencia es de ${off}.`,
    often: (off) => `Solo por azar, la diferencia llega a menudo hasta ${off}.`,
  },

  entrants: {
    add: "Añadir un tablero",
    surprise: "Al azar",
    surpriseFor: (name) => `Al azar: un tablero para ${name}`,
    remove: "Quitar",
    removeThis: (label) => `Quitar ${label}`,
    nameOf: (label) => `Nombre de ${label}`,
    of: (label) => ` de ${label}`,
    bare: (label) => label.replace(/^tablero (?=..?$)/i, ""),
    alone: (rolls) => [rolls, " tiradas sin rival"],
    aloneName: (label) => `${label}, sin rival: tiradas en promedio`,
  },

  gallery: {
    title: "Galería",
    rings: "Anillos: cada tablero vence al siguiente, y el último al primero",
    boards: "Tableros que vale la pena probar",
    full: "Ya tienes cuatro tableros. Quita uno para añadir otro.",
    add: "Añadir",
    open: "Abrir",
    compare: "Comparar",
    addThis: (name) => `Añadir ${name}`,
    openThis: (name) => `Abrir ${name}`,
    compareThis: (name) => `Comparar ${name}`,
    pieces: {
      optimal: {
        name: "El mejor tablero",
        about: "Ningún tablero necesita menos tiradas: 6,31.",
        source: PAPER("2.5"),
      },
      sevens: {
        name: "Nueve sietes",
        about: "La suma más probable en todas partes: 18 tiradas.",
        source: PAPER("2.4"),
      },
      magic: {
        name: "Cuadrado mágico",
        about: "Cada línea suma 21, y es casi tan bueno como el mejor: 6,60 tiradas.",
        source: PAPER("1"),
      },
      A: { name: "A", about: "Jugando solo es más lento que B, y aun así gana más veces.", source: PAPER("4.4") },
      B: { name: "B", about: "Jugando solo es más rápido que A, y aun así pierde más veces.", source: PAPER("4.4") },
      C: { name: "C", about: "Vence a D y pierde contra E.", source: PAPER("5") },
      D: { name: "D", about: "Vence a E y pierde contra C.", source: PAPER("5") },
      E: { name: "E", about: "Vence a C y pierde contra D.", source: PAPER("5") },
      "ring-1": { name: "Primero de un anillo", about: "Vence al segundo de su anillo.", source: SEARCH },
      "ring-2": { name: "Segundo de un anillo", about: "Vence al tercero de su anillo.", source: SEARCH },
      "ring-3": { name: "Tercero de un anillo", about: "Vence al primero de su anillo.", source: SEARCH },
      "knuth-a": { name: "A de Knuth", ...KNUTH },
      "knuth-b": { name: "B de Knuth", ...KNUTH },
      "knuth-c": { name: "C de Knuth", ...KNUTH },
      "knuth-d": { name: "D de Knuth", ...KNUTH },
    },
    ringsSaid: {
      cde: {
        name: "El anillo del artículo",
        about: "C vence a D, D vence a E y E vence a C.",
        status: "impreso en el artículo",
      },
      found: {
        name: "Un anillo más fuerte",
        about:
          "Cada uno vence al siguiente por más de once puntos, con cualquier criterio de elección; " +
          "en el anillo del artículo, por seis.",
        status: "el mejor hallado; no se sabe si existe uno más fuerte",
      },
      knuth: {
        name: "Las cuatro tarjetas de Knuth",
        about: "Cada tarjeta vence a la siguiente, y la última a la primera.",
        status: "publicado por Gardner",
      },
    },
  },

  list: {
    title: "Un torneo de muchos tableros",
    field: "Un tablero por línea, con un nombre opcional delante",
    rings: "Buscar anillos",
    of: (boards) => `de ${boards} tableros`,
    play: "Jugar el torneo",
    take: "Usar los tableros de arriba",
    atLeast: (boards) => `Al menos ${boards} tableros, por favor.`,
    atMost: (boards) => `Como máximo ${boards} tableros, por favor.`,
    count: (boards) => many(boards, { one: "1 tablero.", other: `${count(boards)} tableros.` }),
    line: (line, why) => `Línea ${line}: ${why}`,
    impossible: "este tablero tiene una casilla que ninguna tirada puede marcar.",
    marked: "los tableros de una lista no deben tener casillas marcadas.",
    playing: "Cada tablero contra todos los demás",
    looking: "Buscando anillos",
    pairs: "Las probabilidades exactas de cada pareja",
    beatsAll: (name) => `${name} vence a todos los demás.`,
    top: (names) => `Ningún tablero vence a todos los demás. En la cima: ${names}.`,
    triples: (rings) =>
      rings
        ? many(rings, { one: "Hay 1 anillo de tres.", other: `Hay ${count(rings)} anillos de tres.` })
        : "No hay ningún anillo de tres.",
    standings: "Clasificación",
    standingsCaption: "Clasificación: a cuántos tableros vence cada uno",
    columns: ["tablero", "vence a", "pierde contra", "igualado", "victorias"],
    found: (rings, length, shown) => {
      const all = many(rings, {
        one: `1 anillo de ${length} tableros`,
        other: `${count(rings)} anillos de ${length} tableros`,
      });
      return rings > shown ? `${all}; aquí, los ${shown} más fuertes` : all;
    },
    none: (length) => `Ningún anillo de ${length} tableros`,
  },
};
