/** The German strings for *Duel*. In an instruction, double asterisks enclose bold text. */

import { count, listed, many } from "../../language.js";

const times = (/** @type {number} */ over, /** @type {number} */ under) => `${over} von ${under} Mal`;

/** @type {typeof import("../en/duel.js").WORDS} */
export const WORDS = {
  title: "Duell",
  boardOf: (player) => `Karte von ${player}`,
  of: (player) => ` von ${player}`,
  player: (player) => `Spieler ${player}`,
  board: (player) => `Karte ${player}`,
  theRoll: "Der Wurf",
  neverShown: (value) => `Die Würfel zeigen nie „${value}“.`,
  goal: "Das Ziel der beiden Spieler",
  afterwards: "Wie beide nach diesem Wurf spielen",
  sameBoard: "Beide haben dieselbe Karte. Ändere eine davon.",
  sameMarks: "Beide haben dieselbe Karte mit denselben Kreuzen. Ändere eine davon.",

  how: "Wie beide spielen",
  maximise: "Beide wollen möglichst viele",
  wins: "Siege",
  score: "Siege minus Niederlagen",
  afterRoll: "Nach diesem Wurf spielen beide",
  fast: "so schnell sie können",
  toWin: "auf Sieg",
  next: "Weiter",
  mixedPaper: "Gemischtes Gleichgewicht aus dem Artikel",
  trapPaper: "Falle aus dem Artikel",
  playOn: "Von hier aus spielen",
  compare: "Diese Karten vergleichen",

  whatToDo: "Was zu tun ist",
  roll: (value) => `Der Wurf: ${value}`,
  middle: "Zur Mitte eines Spiels",
  over: "Dieses Duell ist vorbei.",
  hasLine: (player) => `${player} hat eine volle Reihe.`,
  fillBoth: "Fülle beide Karten aus.",
  left: (cells) => many(cells, { one: "Noch 1 Feld ist leer.", other: `Noch ${cells} Felder sind leer.` }),
  weighing: "Jedes Paar von Möglichkeiten wird abgewogen",
  tooLarge: "Zu groß, um zu berechnen, wie man gewinnt.",
  tooMany: "Zusammen haben diese Karten zu viele Stellungen.",
  markSome: (reason) => `${reason} Kreuze einige Felder an und versuche es noch einmal.`,
  noAnswer: "Noch keine Antwort.",
  retry: "Wähle den Wurf noch einmal, um es erneut zu versuchen.",
  findingFast: "Die schnellsten Felder werden gesucht",
  anyOf: (cells) => `eins von ${cells} Feldern`,
  best: "am besten",

  noChoice: "Keiner hat eine Wahl.",
  chance: "Lass den Zufall entscheiden.",
  oneChoice: "Nur einer hat eine Wahl.",
  stable: "Keiner gewinnt etwas, wenn er anders wählt.",
  several: "Bei diesem Wurf gibt es mehrere Gleichgewichte; keins ist für A besser als dieses.",
  mirror: "Beide Karten sind gleich. Hier folgen beide demselben Plan und gewinnen gleich oft.",
  mirrorToo: "Es gibt noch andere Gleichgewichte, in denen ihre Chancen verschieden sind.",

  every: (value) => `jede ${value}`,
  nothing: "nichts",
  instruction: {
    none: (roll) => `hat keine offene ${roll}.`,
    mixed: (parts) => `kreuzt an: ${parts.map(({ cell, often }) => `**${cell}** ${often}`).join(", ")}.`,
    any: (roll, cells) => `kreuzt **irgendeine ${roll}** an: Alle ${cells} sind gleich gut.`,
    several: (cells) =>
      `kreuzt ${listed(
        cells.map((cell) => `**${cell}**`),
        "or",
      )} an: Sie sind gleich gut.`,
    one: (cell) => `kreuzt **${cell}** an.`,
    nothingFast: "hat nichts anzukreuzen.",
    fast: (cells) => `kreuzt **${cells}** an, um schnell zu sein.`,
  },
  times,
  about: (over, under) => `etwa ${times(over, under)}`,
  or: (cells) => listed(cells, "or"),

  ends: {
    first: "A gewinnt",
    tie: "Unentschieden",
    second: "B gewinnt",
  },

  spinWheels: "Die Glücksräder drehen",
  spin: "Drehen",
  spinMany: (spins) => `${spins}-mal drehen`,
  exactly: "Jede Drehung wählt ein Feld mit genau diesen Wahrscheinlichkeiten.",
  spun: (spins, last) =>
    many(spins, { one: `1 Drehung. Zuletzt: ${last}.`, other: `${count(spins)} Drehungen. Zuletzt: ${last}.` }),
  marks: (player, cell) => `${player} kreuzt ${cell} an`,
  tally: (share) => `gedreht ${share}`,

  matrix: {
    title: "Was jedes Paar von Möglichkeiten wert ist",
    every: "Jedes Paar von Möglichkeiten",
    caption: (roll) => `Wie oft A und B nach einer ${roll} gewinnen`,
    show: (player, cell) => `${player} kreuzt ${cell} an: auf der Karte zeigen`,
    both: (first, second) => `A kreuzt ${first} an, B kreuzt ${second} an`,
    wins: (player, both) => `${player} gewinnt. ${both}`,
    stays: "keiner will wechseln",
    bestReply: "beste Antwort",
    thenFast: "Nach diesem Wurf spielen beide so schnell sie können.",
    thenWin: "Nach diesem Wurf spielen beide auf Sieg.",
    wantWins: "Beide wollen möglichst oft gewinnen.",
    wantScore: "Beide wollen möglichst viel mehr Siege als Niederlagen.",
    signs:
      "Ein Stern zeigt die beste Antwort auf die Wahl des anderen. " +
      "Ein Rahmen zeigt ein Paar, von dem keiner abweichen will.",
    pairs: "Jedes Paar in Zahlen",
    plans: "Alle Gleichgewichte in Zahlen",
    pairCaption: (roll) => `Jedes Paar von Möglichkeiten nach einer ${roll}`,
    pairColumns: ["A kreuzt an", "B kreuzt an", "A gewinnt", "B gewinnt", "unentschieden"],
    infinite: "Es gibt unendlich viele Gleichgewichte; alle sind Mischungen von diesen",
    all: "Alle Gleichgewichte",
    planColumns: ["Gleichgewicht", "Spieler", "kreuzt an", "wie oft"],
  },

  whole: {
    title: "Das ganze Duell",
    about: "Das Ergebnis über alle möglichen Würfe, wenn beide immer auf Sieg spielen.",
    solve: "Das ganze Duell lösen",
    solving: "Das ganze Duell wird gelöst",
    ahead: (player, share) => [`${player} liegt vorn: `, share, " mehr Siege als Niederlagen. "],
    even: "Beide sind gleich stark. ",
    lead: "Siege minus Niederlagen",
    leadOf: (player) => `Siege minus Niederlagen von ${player}`,
    solved: (states) => `Genau gelöst über ${states} Paare von Stellungen.`,
    columns: ["Ausgang", "Anteil"],
  },
};
