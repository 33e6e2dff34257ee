/** The texts of *Compare* in German. */

import { count } from "../../format.js";
import { many } from "../../language.js";

const MORAL = "Im Durchschnitt schnell zu sein ist nicht dasselbe, wie zuerst fertig zu sein.";
const PAPER = (/** @type {string} */ section) => `Hemmer und Ong, Abschnitt ${section}`;
const SEARCH = "von einer Suche am Computer gefunden";
const KNUTH = {
  about: "Eine von vier Karten für einen Würfel; eine Zeile mit zwei Feldern gewinnt.",
  source: "Knuth, in Gardners „Time Travel“ (1988)",
};

/** @type {typeof import("../en/compare.js").WORDS} */
export const WORDS = {
  title: "Bretter vergleichen",
  boards: "Die Bretter",
  board: (name) => `Brett ${name}`,
  again: "Noch einmal versuchen",
  noAnswer: "Noch keine Antwort.",
  fillAll: "Fülle alle Felder aus, um zu sehen, wer gewinnt.",
  placeAll: "Lege alle Steine, um zu sehen, wer gewinnt.",
  working: "Es wird berechnet, wer gewinnt",
  workingWhen: "Es wird berechnet, wann sie fertig sind",
  everyPair: "jedes Paar",
  tryingAll: "Alle Auswahlregeln werden probiert",
  howFast: "Wie schnell ist jedes Brett?",
  tooLarge: "Zu groß, um zu berechnen, wer gewinnt.",
  stillRace: (reason) =>
    `${reason} Du kannst sie trotzdem um die Wette spielen lassen. Wie schnell jedes Brett allein ist, steht darunter.`,
  tieBreak: "Die Auswahlregel",

  wins: (name) => `${name} gewinnt`,
  beats: (winner, loser) => `${winner} schlägt ${loser}`,
  winsAgainst: (name, other) => `${name} gewinnt gegen ${other}`,
  to: (share) => `zu ${share}`,
  tie: "unentschieden",
  aTie: "Ein Unentschieden",
  tieOf: (names) => `${names} unentschieden`,
  between: (bounds) => `zwischen ${bounds}`,
  asFar: (games) => `, soweit sich das nach ${games} Spielen sagen lässt`,
  simulated: (games, range) => `In ${games} simulierten Spielen: zwischen ${range}, mit 95\u00a0% Sicherheit.`,
  neverSimulated: (games) => `Das kam in ${games} simulierten Spielen nie vor.`,
  tooLargeExact: (games) =>
    "Diese Bretter sind zu groß für genaue Wahrscheinlichkeiten. " +
    `Der Computer hat stattdessen ${games} Spiele simuliert.`,
  firstBingo: (rolls) => ["Das erste Bingo kommt im Durchschnitt nach ", rolls, " Würfen."],
  untilFirst: "Würfe bis zum ersten Bingo",
  shareTies: "Wenn sich Bretter bei Gleichstand den Sieg teilen:",
  withTies: (name) => `${name}, mit seinem Anteil an den Unentschieden`,

  who: {
    depends: "Es hängt davon ab, welche gleich guten Felder sie markieren.",
    undecided: "Die beiden Bretter liegen zu nah beieinander, um das zu entscheiden.",
    close: "Zu knapp, um es zu sagen.",
    even: "Die beiden Bretter sind gleich stark.",
    surely: (winner, loser) => `${winner} schlägt ${loser}, egal welche gleich guten Felder sie markieren.`,
  },

  alone: {
    faster: (name) => `${name} ist auch allein das schnellere Brett.`,
    about: "Allein sind die beiden Bretter etwa gleich schnell.",
    equal: (rolls) => `Allein sind die beiden Bretter gleich schnell: ${rolls} Würfe. ${MORAL}`,
    slower: (name, fast, slow) =>
      `Dabei ist ${name} allein das schnellere Brett: ${fast} Würfe gegenüber ${slow}. ${MORAL}`,
    barely: (name) => `Dabei ist ${name} allein das schnellere Brett, um weniger als 0,000001 Würfe. ${MORAL}`,
  },

  share: {
    title: "Alle Bretter in einem Spiel",
    all: "Wenn alle Bretter zusammen spielen",
    games: (games) => `In ${games} Spielen mit allen Brettern zusammen`,
    each: (where) => `${where}: Jedes gewinnt gleich oft.`,
    several: (where, names) => `${where}: ${names} gewinnen am häufigsten, und zwar gleich oft.`,
    one: (where, name) => `${where}: ${name} gewinnt am häufigsten.`,
  },

  ties: {
    title: "Unentschieden und gleich gute Felder",
    mark: "Wenn mehrere Felder gleich gut sind, markiere",
    first: "das erste",
    last: "das letzte",
    random: "ein zufälliges",
    words: {
      smallest: "das erste, Zeile für Zeile",
      largest: "das letzte, Zeile für Zeile",
      random: "ein zufälliges",
    },
    howMuch: "Wie viel macht diese Auswahl aus?",
    means: "Unentschieden heißt: Zwei Bretter haben beim selben Wurf eine volle Linie.",
    meansCard: "Unentschieden heißt: Zwei Bretter sind beim selben Wurf fertig.",
    happens: (share) => [
      "Das passiert in ",
      share,
      " der Spiele: Bretter, die auf dieselben Zahlen warten, werden oft gleichzeitig fertig.",
    ],
    never: "Das passiert mit diesen Brettern nie.",
    notSeen: (games) => `Das kam in ${games} simulierten Spielen nie vor.`,
    breaks: (cell) =>
      "Etwas anderes ist die Auswahlregel: Wenn für ein Brett allein mehrere Felder gleich gut sind, legt sie fest, " +
      `welches es markiert. Hier ist es ${cell}.`,
    same: "Hier ändert diese Auswahl nichts daran, wer vorn liegt.",
    matters: "Hier kommt es darauf an: Mit manchen Auswahlregeln liegt das eine Brett vorn, mit anderen das andere.",
    unknown: "Ob diese Auswahl hier etwas ändert, wissen wir nicht.",
    range: (a, first, b, second) => `Über alle Auswahlregeln gewinnt ${a} ${first} der Spiele und ${b} ${second}.`,
  },

  copy: {
    text: "Als Text kopieren",
    textOf: (what) => `Als Text kopieren: ${what}`,
    latexOf: (what) => `LaTeX: ${what}`,
    csvOf: (what) => `Als CSV herunterladen: ${what}`,
  },

  ring: {
    name: "der Ring",
    of: (names) => `Ein Ring aus ${names}`,
    found: (ring) => `Ein Ring: ${ring}`,
    best: (name) => `Kein Ring: ${name} schlägt jedes andere Brett`,
    even: "Kein Brett schlägt ein anderes",
    none: "Kein Ring: Kein Brett schlägt alle anderen",
    against: (from, to, end) => `${from} gegen ${to}: ${end}`,
    odds: (win, lose, tie, sure) => [
      win,
      " zu ",
      lose,
      ...(tie ? [", unentschieden ", tie] : []),
      sure ? ", egal welche gleich guten Felder sie markieren." : ".",
    ],
    line: (beats, win, lose, tie) => `${beats}: ${win} zu ${lose}, unentschieden ${tie}\n`,
    head: ["Brett", "schlägt", "gewinnt", "verliert", "unentschieden"],
  },

  pairs: {
    title: "Je zwei Bretter, in Zahlen",
    name: "alle Paare",
    every: "Jedes Paar",
    board: "Brett",
    beats: (name) => `schlägt ${name}`,
    caption: "Wie oft das Brett links das Brett oben schlägt",
    rest: "Der Rest ist unentschieden: Beide Bretter sind beim selben Wurf fertig.",
    pending: "Einige Paare fehlen noch.",
    simulated: (games) =>
      "Diese Bretter sind zu groß für genaue Wahrscheinlichkeiten. " +
      `Der Computer hat stattdessen ${games} Spiele für jedes Paar simuliert.`,
  },

  curves: {
    title: "Wann sie fertig sind",
    alone: "Allein: wann jedes Brett fertig ist",
    together: "Zusammen: wer wann gewinnt",
    aloneTable: "Allein",
    togetherTable: "Zusammen",
    show: "Kurven",
    at: "bei jedem Wurf",
    upTo: "bis zu jedem Wurf",
    roll: "Wurf",
    finishes: (name) => `${name} wird hier fertig`,
    finished: (name) => `${name} ist bis hier fertig`,
    here: (outcome) => `${outcome}, hier`,
    byNow: (outcome) => `${outcome}, bis hier`,
    on: {
      alone: "Die Wahrscheinlichkeit, dass jedes Brett allein bei einem Wurf fertig wird",
      together: "Die Wahrscheinlichkeit, dass jedes Brett bei einem Wurf gewinnt",
    },
    by: {
      alone: "Die Wahrscheinlichkeit, dass jedes Brett allein bis zu einem Wurf fertig ist",
      together: "Die Wahrscheinlichkeit, dass jedes Brett bis zu einem Wurf gewonnen hat",
    },
  },

  race: {
    title: "Ein Rennen ansehen",
    about: "Für alle Bretter gelten dieselben Würfe, und jedes markiert, als wäre es allein.",
    one: "Ein Rennen",
    roll: "Ein Wurf",
    stop: "Anhalten",
    soFar: (wins, ties) => `Rennen bisher: ${wins}, unentschieden ${ties}.`,
    bingo: (value, names, rolls) =>
      `${value}: Bingo für ${names} nach ${many(rolls, { one: "1 Wurf", other: `${count(rolls)} Würfen` })}!`,
    marks: (value, names, boards) => `${value}: ${names} ${boards === 1 ? "kann" : "können"} markieren.`,
    wasted: (value) => `${value}: nützt keinem Brett.`,
  },

  thousand: {
    go: (races) => `${races} Rennen starten`,
    theory: "Theorie",
    games: (games) => `${games} Spiele`,
    races: (_races, text) => `${text} Rennen`,
    racing: "Die Rennen laufen …",
    won: (name, races) => `${name} gewann ${races}`,
    withTies: (won, ties, text) =>
      many(ties, {
        one: `${won}, und 1 Rennen ging unentschieden aus.`,
        other: `${won}, und ${text} Rennen gingen unentschieden aus.`,
      }),
    predicts: (due, name, off) => `Die Theorie sagt ${due} für ${name} voraus; das weicht um ${off} ab.`,
    often: (off) => `Allein durch Zufall sind Abweichungen bis ${off} häufig.`,
  },

  entrants: {
    add: "Brett hinzufügen",
    surprise: "Zufall",
    surpriseFor: (name) => `Zufall: ein Brett für ${name}`,
    remove: "Entfernen",
    removeThis: (label) => `${label} entfernen`,
    nameOf: (label) => `Name von ${label}`,
    of: (label) => ` von ${label}`,
    bare: (label) => label.replace(/^brett (?=..?$)/i, ""),
    alone: (rolls) => [rolls, " Würfe allein"],
    aloneName: (label) => `${label}, allein: Würfe im Durchschnitt`,
  },

  gallery: {
    title: "Galerie",
    rings: "Ringe: Jedes Brett schlägt das nächste, und das letzte schlägt das erste",
    boards: "Bretter zum Ausprobieren",
    full: "Du hast schon vier Bretter. Entferne eins, um ein anderes hinzuzufügen.",
    add: "Hinzufügen",
    open: "Öffnen",
    compare: "Vergleichen",
    addThis: (name) => `${name} hinzufügen`,
    openThis: (name) => `${name} öffnen`,
    compareThis: (name) => `${name} vergleichen`,
    pieces: {
      optimal: {
        name: "Das beste Brett",
        about: "Kein Brett braucht weniger Würfe: 6,31.",
        source: PAPER("2.5"),
      },
      sevens: {
        name: "Neun Siebenen",
        about: "Überall die häufigste Summe: 18 Würfe.",
        source: PAPER("2.4"),
      },
      magic: {
        name: "Magisches Quadrat",
        about: "Jede Linie hat die Summe 21, und es ist fast so gut wie das beste: 6,60 Würfe.",
        source: PAPER("1"),
      },
      A: { name: "A", about: "Allein langsamer als B, und doch gewinnt es öfter.", source: PAPER("4.4") },
      B: { name: "B", about: "Allein schneller als A, und doch verliert es öfter.", source: PAPER("4.4") },
      C: { name: "C", about: "Schlägt D und verliert gegen E.", source: PAPER("5") },
      D: { name: "D", about: "Schlägt E und verliert gegen C.", source: PAPER("5") },
      E: { name: "E", about: "Schlägt C und verliert gegen D.", source: PAPER("5") },
      "ring-1": { name: "Erstes im Ring", about: "Schlägt das zweite in seinem Ring.", source: SEARCH },
      "ring-2": { name: "Zweites im Ring", about: "Schlägt das dritte in seinem Ring.", source: SEARCH },
      "ring-3": { name: "Drittes im Ring", about: "Schlägt das erste in seinem Ring.", source: SEARCH },
      "knuth-a": { name: "Knuths A", ...KNUTH },
      "knuth-b": { name: "Knuths B", ...KNUTH },
      "knuth-c": { name: "Knuths C", ...KNUTH },
      "knuth-d": { name: "Knuths D", ...KNUTH },
    },
    ringsSaid: {
      cde: {
        name: "Der Ring des Artikels",
        about: "C schlägt D, D schlägt E und E schlägt C.",
        status: "im Artikel gedruckt",
      },
      found: {
        name: "Ein stärkerer Ring",
        about:
          "Jedes schlägt das nächste mit mehr als elf Prozentpunkten Vorsprung, egal nach welcher Auswahlregel; " +
          "im Ring des Artikels sind es sechs.",
        status: "der beste gefundene; ob es einen stärkeren gibt, ist nicht bekannt",
      },
      knuth: {
        name: "Knuths vier Karten",
        about: "Jede Karte schlägt die nächste, und die letzte schlägt die erste.",
        status: "von Gardner veröffentlicht",
      },
    },
  },

  list: {
    title: "Ein Turnier mit vielen Brettern",
    field: "Ein Brett je Zeile, davor nach Wunsch ein Name",
    rings: "Ringe suchen",
    of: (boards) => `aus ${boards} Brettern`,
    play: "Turnier spielen",
    take: "Die Bretter von oben nehmen",
    atLeast: (boards) => `Bitte mindestens ${boards} Bretter.`,
    atMost: (boards) => `Bitte höchstens ${boards} Bretter.`,
    count: (boards) => many(boards, { one: "1 Brett.", other: `${count(boards)} Bretter.` }),
    line: (line, why) => `Zeile ${line}: ${why}`,
    impossible: "Das Brett hat ein Feld, das kein Wurf markieren kann.",
    marked: "Bretter in einer Liste dürfen keine markierten Felder haben.",
    playing: "Jedes Brett gegen jedes andere",
    looking: "Ringe werden gesucht",
    pairs: "Die genauen Wahrscheinlichkeiten jedes Paars",
    beatsAll: (name) => `${name} schlägt jedes andere Brett.`,
    top: (names) => `Kein Brett schlägt alle anderen. An der Spitze: ${names}.`,
    triples: (rings) =>
      rings
        ? many(rings, {
            one: "Es gibt 1 Ring aus drei Brettern.",
            other: `Es gibt ${count(rings)} Ringe aus drei Brettern.`,
          })
        : "Es gibt keinen Ring aus drei Brettern.",
    standings: "Tabelle",
    standingsCaption: "Tabelle: wie viele Bretter jedes Brett schlägt",
    columns: ["Brett", "schlägt", "verliert gegen", "gleich", "Siege"],
    found: (rings, length, shown) => {
      const all = many(rings, {
        one: `1 Ring aus ${length} Brettern`,
        other: `${count(rings)} Ringe aus ${length} Brettern`,
      });
      return rings > shown ? `${all}; hier die ${shown} stärksten` : all;
    },
    none: (length) => `Kein Ring aus ${length} Brettern`,
  },
};
