/** Texte von *Spielen*. */

import { many } from "../../language.js";

/** @param {number} n */
const rolls = (n) => many(n, { one: "1 Wurf", other: `${n} Würfe` });

/** @param {number} n  Nach „nach“ und „in“. */
const afterRolls = (n) => many(n, { one: "1 Wurf", other: `${n} Würfen` });

/** @type {typeof import("../en/play.js").WORDS} */
export const WORDS = {
  title: "Spielen",
  yourBoard: "Deine Karte",
  theirBoard: "Die Karte des Computers",
  theComputer: "Der Computer",
  whatToDo: "Was zu tun ist",
  roll: "Würfeln",
  playAgain: "Noch einmal spielen",
  whatShown: "Was zeigen deine Würfel?",
  hint: "Tipp",
  back: "Zurück zum Spiel",
  rolls: "Würfe",
  rollsSoFar: "Die Würfe bisher",
  noRolls: "noch keine",
  wasted: "verschenkt",
  unmarked: "ist noch nicht angekreuzt",
  tally: rolls,
  average: "Schnitt",
  averageOfBoard: "Durchschnittliche Zahl der Würfe mit dieser Karte",

  opponent: "Gegner",
  opponents: { none: "allein", solo: "ein schneller Computer", duel: "ein schlauer Computer" },
  notWithThese: (opponent) => `${opponent}: nicht mit diesen Karten`,
  about: {
    none: "Wie wenige Würfe brauchst du?",
    solo: "Er kreuzt das Feld an, mit dem er selbst am schnellsten fertig wird, und achtet nie auf deine Karte.",
    duel: "Er achtet auf beide Karten und spielt auf Sieg: Keine andere Spielweise garantiert ihm ein besseres Ergebnis.",
  },
  cleverCannot: (reason) => `Der schlaue Computer kann mit diesen Karten nicht spielen. ${reason}`,
  fastInstead: (reason) =>
    `Der schlaue Computer kann mit diesen Karten nicht spielen, also spielst du gegen den schnellen. ${reason}`,
  computerCannot: (reason) => `Der Computer kann mit diesen Karten nicht spielen. ${reason}`,
  aloneInstead: (reason) => `Du spielst allein: Der Computer kann mit diesen Karten nicht spielen. ${reason}`,
  playedForSpeed:
    "Der Computer konnte bei diesem Wurf nicht ausrechnen, wie er gewinnt, und hat auf Schnelligkeit gespielt.",
  playedFirst: "Der Computer konnte diesen Wurf nicht durchrechnen und hat das erste Feld angekreuzt.",
  tooManyTogether: "Zusammen haben diese Karten zu viele Stellungen, um auszurechnen, wie man gewinnt.",

  lookingAhead: "Ich rechne voraus …",
  before: (roll) => `Die Karten unmittelbar vor Wurf ${roll}.`,
  rolling: "Die Würfel rollen …",
  thinking: "Der Computer überlegt …",
  rollAgain: "Würfle noch einmal.",
  rollAgainByHand: "Würfle noch einmal und tippe das Ergebnis an.",
  ready: "Bereit? Dann würfle!",
  readyByHand: "Würfle mit deinen Würfeln und tippe das Ergebnis an.",
  alreadyFull: "Eine Reihe ist schon voll: Es gibt nichts mehr zu würfeln.",
  computerWins: (n) => `Der Computer gewinnt nach ${afterRolls(n)}.`,
  bothWin: (n) => `Unentschieden: Beide haben nach ${afterRolls(n)} ein Bingo.`,
  youWin: (n) => `Du gewinnst nach ${afterRolls(n)}!`,
  bingo: (n) => `Bingo nach ${afterRolls(n)}!`,
  takeOff: (roll) => `${roll}! Tippe darauf, um einen Stein wegzunehmen.`,
  markAll: (roll, cells) => `${roll}! Tippe auf eines, um alle ${cells} anzukreuzen.`,
  markIt: (roll, cell) => `${roll}! Kreuze das Feld an: ${cell}.`,
  which: (roll, cells) => `${roll}! Welches der ${cells} Felder kreuzt du an?`,
  noToken: (roll) => `Auf der ${roll} liegt kein Stein mehr.`,
  noCell: (roll) => `Keines deiner offenen Felder zeigt ${roll}.`,
  markFirst: "Kreuze zuerst eines der hervorgehobenen Felder an.",
  diceStillRoll: "Die Würfel rollen noch.",
  hintLater: "Einen Tipp gibt es, sobald du die Wahl hast.",

  forSpeed: "Schnell",
  toWin: "Auf Sieg",
  rollsLeft: (amount) => `noch ${amount} Würfe`,
  youWinShare: (share) => `du gewinnst ${share}`,
  tooLarge: "diese Karten sind zu groß",
  eachInNumbers: "Jede Wahl in Zahlen",
  inDuel: "Diesen Wurf im Duell öffnen",
  tooLargeToWin: (reason) => `Zu groß, um auszurechnen, wie man gewinnt. ${reason}`,
  noOther: "Es gibt keine andere Wahl.",
  allEqual: "Alle Möglichkeiten sind gleich gut.",
  extraCost: "Die Zahl auf einem Feld sagt, wie viele Würfe es im Schnitt zusätzlich kostet.",
  letChance:
    "Lass den Zufall mit diesen Anteilen entscheiden: Kein Plan gewinnt öfter gegen das beste Spiel des Computers.",
  allEqualBoth: "Alle Möglichkeiten sind für beide Ziele gleich gut.",
  winEqually: "Alle Möglichkeiten gewinnen gleich oft, aber sie sind nicht gleich schnell.",
  fastestWins: "Hier ist das schnellste Feld auch das beste zum Gewinnen.",
  differSame: (cell, slower, share) =>
    `Hier unterscheiden sich die beiden Ziele. ${cell}: Damit bist du um ${slower} Würfe langsamer, und beides gewinnt gegen ` +
    `das beste Spiel des Computers ${share} der Spiele. Ein Unentschieden ist kein Sieg.`,
  differ: (cell, slower, more, less) =>
    `Hier unterscheiden sich die beiden Ziele. ${cell}: Damit bist du um ${slower} Würfe langsamer, gewinnst aber ` +
    `${more} der Spiele statt ${less}. Ein Unentschieden ist kein Sieg.`,
  differSlightly: (cell, slower) =>
    `Hier unterscheiden sich die beiden Ziele. ${cell}: Damit bist du um ${slower} Würfe langsamer, gewinnst aber etwas öfter. ` +
    "Ein Unentschieden ist kein Sieg.",
  best: "optimal",
  fast: "schnell",
  win: "Sieg",
  winShare: (share) => `Sieg ${share}`,
  layer: "Auf jedem Feld zeigen, wie viele Würfe noch fehlen",
  layerNote:
    "Die Zahl auf einem Feld: So viele Würfe brauchst du im Schnitt noch, wenn du es ankreuzt und dann so " +
    "schnell wie möglich spielst.",
  choices: "Jede Wahl",
  choicesIfFast: "Jede Wahl, wenn beide danach auf Schnelligkeit spielen",
  columns: {
    mark: "Feld",
    left: "Würfe bis zum Ende",
    win: "du gewinnst",
    lose: "Computer gewinnt",
    tie: "unentschieden",
  },

  how: "So lief es",
  notFinished: "und noch nicht fertig",
  rollUnit: (n) => many(n, { one: "Wurf", other: "Würfe" }),
  exactlyAverage: "genau der Durchschnitt",
  fewer: (by) => `${by} weniger als im Schnitt`,
  more: (by) => `${by} mehr als im Schnitt`,
  guessed: (guess, took, average) =>
    `Du hast ${rolls(guess)} geschätzt. Gebraucht hast du ${took}, und im Schnitt braucht diese Karte ${average}.`,
  guessedUnfinished: (guess, average) =>
    `Du hast ${rolls(guess)} geschätzt. Im Schnitt braucht diese Karte ${average}.`,
  parts: { average: "Schnitt", choices: "Wahl", dice: "Würfel", you: "du", left: "fehlen" },
  costOfChoices: "Was deine Entscheidungen gekostet haben",
  costOfDice: "Was die Würfel gekostet haben",
  stillToGo: "Würfe, die noch fehlen",
  averageLuck: "Dein Glück war genau durchschnittlich.",
  lucky: (by) => `Du hattest Glück: Die Würfel haben dir ${by} Würfe erspart.`,
  unlucky: (by) => `Du hattest Pech: Die Würfel haben dich ${by} Würfe gekostet.`,
  noChoices: "In diesem Spiel hattest du nie die Wahl.",
  allPerfect: (n) =>
    n === 1
      ? "Du musstest dich einmal entscheiden, und das war perfekt."
      : `Alle deine ${n} Entscheidungen waren perfekt!`,
  oneChoice: (by) => `Du musstest dich einmal entscheiden, und das hat im Schnitt ${by} Würfe gekostet.`,
  nonePerfect: (n, by) =>
    `Keine deiner ${n} Entscheidungen war perfekt. Zusammen haben sie im Schnitt ${by} Würfe gekostet.`,
  somePerfect: (perfect, n, by) =>
    `${perfect} deiner ${n} Entscheidungen ${perfect === 1 ? "war" : "waren"} perfekt. ` +
    (n - perfect === 1
      ? `Die andere hat im Schnitt ${by} Würfe gekostet.`
      : `Die anderen haben im Schnitt ${by} Würfe gekostet.`),
  noneLonger: "Kein perfektes Spiel dauert länger als deines.",
  longer: (share) => `${share} aller perfekten Spiele dauern länger als deines.`,
  allGames: "Alle Spiele mit dieser Karte, perfekt gespielt",
  allGamesLabel: (longer) => `Wie viele Würfe alle Spiele mit dieser Karte dauern. ${longer}`.trim(),
  finishing: "Wann perfekte Spiele mit dieser Karte enden",
  finishingColumns: ["Wurf", "Chance, hier zu enden", "bis hier beendet"],
  bar: (first, last, share) => (first === last ? `Wurf ${first}: ${share}` : `Wurf ${first} bis ${last}: ${share}`),
  you: "du",
  youSoFar: "du, bisher",
  workingOut: "Alle Spiele werden durchgerechnet",
  noChart: (reason) => `Kein Diagramm aller Spiele: ${reason}`,
  yourChoices: "Was deine Entscheidungen gekostet haben",
  tapToReplay: "Tippe auf eine Entscheidung, um die Karte von damals zu sehen.",
  perfect: "perfekt",
  choice: (roll, value, verdict) => `Wurf ${roll}, ${value}: ${verdict}. Noch einmal ansehen.`,
  cost: (by) => `kostete ${by} Würfe`,
  wasPerfect: (roll, value, cells) => `Wurf ${roll}, ${value}: Du hast das Feld ${cells} angekreuzt. Das war perfekt.`,
  wasSlower: (roll, value, cells, by, faster) =>
    `Wurf ${roll}, ${value}: Du hast das Feld ${cells} angekreuzt. Das kostete ${by} Würfe; schneller: ${faster}.`,
  everyRoll: "Jeder Wurf als Tabelle",
  everyRollCaption: "Jeder Wurf des Spiels",
  rollColumns: ["Nummer", "Wurf", "angekreuzt", "am schnellsten", "Würfe verloren"],
  cardColumns: ["Nummer", "Wurf", "Stein"],
  takenOff: "weggenommen",
  noneLeft: "keiner mehr da",
  nothing: "nichts",
  sameAgain: "Dieselben Würfe noch einmal",
  changeMine: "Meine Karte ändern",
  compareBoth: "Die beiden Karten vergleichen",

  thisGame: "Dieses Spiel",
  dice: "Würfel",
  rolledHere: "hier gewürfelt",
  realDice: "echte Würfel, eingetippt",
  gameNumber: "Nummer des Spiels (gleiche Nummer, gleiche Würfe)",
  newGame: "Neues Spiel",
  surprise: "Zufallskarte",
  surpriseYou: "Zufallskarte für dich",
  surpriseComputer: "Zufallskarte für den Computer",
  badNumber: "Die Nummer eines Spiels ist 0, 1, 2, …",
  impossible: "Diese Karte hat ein Feld, das kein Wurf ankreuzen kann.",

  link: {
    opponent: "Der Gegner",
    dice: "Die Art der Würfel",
    number: "Die Nummer des Spiels",
    notANumber: "Sie ist nicht 0, 1, 2, … Das ist ein neues Spiel.",
    guess: "Die Schätzung",
    notRolls: "Sie ist keine Anzahl von Würfen.",
    game: "Das Spiel",
    notAGame: "Keine Folge von Würfen und Kreuzen führt dahin. Das ist ein neues Spiel.",
  },

  yourGames: "Deine Spiele",
  lastGames: "Deine letzten Spiele, in Würfen",
  reset: "Zurücksetzen",
  restore: "Wiederherstellen",
  noGames:
    "Noch keine Spiele mit diesen Regeln und diesem Gegner. Deine Ergebnisse werden nur auf diesem Gerät gespeichert.",
  games: (n) => many(n, { one: "1 Spiel", other: `${n} Spiele` }),
  record: (won, tied, lost) => `${won} gewonnen, ${tied} unentschieden, ${lost} verloren`,
  toBingo: (amount) => `${amount} Würfe bis zum Bingo`,
  effects: (luck, loss) =>
    `Durchschnittliche Wirkung auf ein Spiel: Würfel ${luck} Würfe, deine Entscheidungen ${loss}.`,
  results: {
    lost: "verloren",
    tied: "unentschieden",
    quick: "weniger als der Durchschnitt",
    even: "der Durchschnitt",
    slow: "mehr als der Durchschnitt",
  },
};
