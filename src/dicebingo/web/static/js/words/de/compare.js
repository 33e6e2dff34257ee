/** The German strings for *Compare*. */

import { count, many } from "../../language.js";

const MORAL = "Im Schnitt schnell zu sein ist nicht dasselbe, wie zuerst fertig zu sein.";
const PAPER = (/** @type {string} */ section) => `Hemmer und Ong, Abschnitt ${section}`;
const SEARCH = "von einer Suche am Computer gefunden";
const KNUTH = {
  about: "Eine von vier Karten für einen Würfel; eine Zeile mit zwei Feldern gewinnt.",
  source: "Knuth, in Gardners „Time Travel“ (1988)",
};

/** @type {typeof import("../en/compare.js").WORDS} */
export const WORDS = {
  title: "Karten vergleichen",
  boards: "Die Karten",
  board: (name) => `Karte ${name}`,
  again: "Noch einmal versuchen",
  noAnswer: "Noch keine Antwort.",
  fillAll: "Fülle alle Felder aus, um zu sehen, wer gewinnt.",
  placeAll: "Lege alle Steine, um zu sehen, wer gewinnt.",
  working: "Es wird berechnet, wer gewinnt",
  workingWhen: "Es wird berechnet, wann sie fertig sind",
  everyPair: "jedes Paar",
  tryingAll: "Alle Auswahlregeln werden getestet",
  howFast: "Wie schnell ist jede Karte?",
  tooLarge: "Zu groß, um zu berechnen, wer gewinnt.",
  stillRace: (reason) =>
    `${reason} Du kannst sie trotzdem um die Wette spielen lassen. Wie schnell jede Karte allein ist, steht darunter.`,
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
    "Diese Karten sind zu groß für genaue Wahrscheinlichkeiten. " +
    `Der Computer hat stattdessen ${games} Spiele simuliert.`,
  firstBingo: (rolls) => ["Das erste Bingo kommt im Schnitt nach ", rolls, " Würfen."],
  untilFirst: "Würfe bis zum ersten Bingo",
  shareTies: "Wenn sich Karten bei Gleichstand den Sieg teilen:",
  withTies: (name) => `${name}, mit dem Anteil an den Unentschieden`,

  who: {
    depends: "Es hängt davon ab, welche der gleich guten Felder sie ankreuzen.",
    undecided: "Die beiden Karten liegen zu nah beieinander, um das zu entscheiden.",
    close: "Zu knapp, um es zu sagen.",
    even: "Die beiden Karten sind gleich stark.",
    surely: (winner, loser) => `${winner} schlägt ${loser}, egal, welche der gleich guten Felder sie ankreuzen.`,
  },

  alone: {
    faster: (name) => `${name} ist auch allein die schnellere Karte.`,
    about: "Allein sind die beiden Karten etwa gleich schnell.",
    equal: (rolls) => `Allein sind die beiden Karten gleich schnell: ${rolls} Würfe. ${MORAL}`,
    slower: (name, fast, slow) =>
      `Dabei ist ${name} allein die schnellere Karte: ${fast} Würfe gegenüber ${slow}. ${MORAL}`,
    barely: (name) => `Dabei ist ${name} allein die schnellere Karte, um weniger als 0,000001 Würfe. ${MORAL}`,
  },

  share: {
    title: "Alle Karten in einem Spiel",
    all: "Wenn alle Karten zusammen spielen",
    games: (games) => `In ${games} Spielen mit allen Karten zusammen`,
    each: (where) => `${where}: Jede gewinnt gleich oft.`,
    several: (where, names) => `${where}: ${names} gewinnen am häufigsten, und zwar gleich oft.`,
    one: (where, name) => `${where}: ${name} gewinnt am häufigsten.`,
  },

  ties: {
    title: "Unentschieden und gleich gute Felder",
    mark: "Wenn mehrere Felder gleich gut sind, kreuze an:",
    first: "das erste",
    last: "das letzte",
    random: "ein zufälliges",
    words: {
      smallest: "das erste, Zeile für Zeile",
      largest: "das letzte, Zeile für Zeile",
      random: "ein zufälliges",
    },
    howMuch: "Wie viel macht diese Auswahl aus?",
    means: "Unentschieden heißt: Zwei Karten haben beim selben Wurf eine volle Reihe.",
    meansCard: "Unentschieden heißt: Zwei Karten sind beim selben Wurf fertig.",
    happens: (share) => [
      "Das passiert in ",
      share,
      " der Spiele: Karten, die auf dieselben Zahlen warten, werden oft gleichzeitig fertig.",
    ],
    never: "Das passiert mit diesen Karten nie.",
    notSeen: (games) => `Das kam in ${games} simulierten Spielen nie vor.`,
    breaks: (cell) =>
      "Etwas anderes ist die Auswahlregel: Wenn für eine Karte allein mehrere Felder gleich gut sind, legt sie fest, " +
      `welches angekreuzt wird. Hier ist es ${cell}.`,
    same: "Hier ändert diese Auswahl nichts daran, wer vorn liegt.",
    matters: "Hier kommt es darauf an: Mit manchen Auswahlregeln liegt die eine Karte vorn, mit anderen die andere.",
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
    best: (name) => `Kein Ring: ${name} schlägt jede andere Karte`,
    even: "Keine Karte schlägt eine andere",
    none: "Kein Ring, aber auch keine Karte, die alle anderen schlägt",
    against: (from, to, end) => `${from} gegen ${to}: ${end}`,
    odds: (win, lose, tie, sure) => [
      win,
      " zu ",
      lose,
      ...(tie ? [", unentschieden ", tie] : []),
      sure ? ", egal, welche der gleich guten Felder sie ankreuzen." : ".",
    ],
    line: (beats, win, lose, tie) => `${beats}: ${win} zu ${lose}, unentschieden ${tie}\n`,
    head: ["Karte", "schlägt", "gewinnt", "verliert", "unentschieden"],
  },

  pairs: {
    title: "Alle Paare in Zahlen",
    name: "alle Paare",
    every: "Jedes Paar",
    board: "Karte",
    beats: (name) => `schlägt ${name}`,
    caption: "Wie oft die Karte links die Karte oben schlägt",
    rest: "Der Rest ist unentschieden: Beide Karten sind beim selben Wurf fertig.",
    pending: "Einige Paare fehlen noch.",
    simulated: (games) =>
      "Diese Karten sind zu groß für genaue Wahrscheinlichkeiten. " +
      `Der Computer hat stattdessen ${games} Spiele für jedes Paar simuliert.`,
  },

  curves: {
    title: "Wann sie fertig sind",
    alone: "Allein: wann jede Karte fertig ist",
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
      alone: "Die Wahrscheinlichkeit, dass jede Karte allein bei einem Wurf fertig wird",
      together: "Die Wahrscheinlichkeit, dass jede Karte bei einem Wurf gewinnt",
    },
    by: {
      alone: "Die Wahrscheinlichkeit, dass jede Karte allein bis zu einem Wurf fertig ist",
      together: "Die Wahrscheinlichkeit, dass jede Karte bis zu einem Wurf gewonnen hat",
    },
  },

  race: {
    title: "Ein Rennen ansehen",
    about: "Für alle Karten gelten dieselben Würfe, und jede kreuzt an, als wäre sie allein.",
    one: "Ein Rennen",
    roll: "Ein Wurf",
    stop: "Anhalten",
    soFar: (wins, ties) => `Rennen bisher: ${wins}, unentschieden ${ties}.`,
    bingo: (value, names, rolls) =>
      `${value}: Bingo für ${names} nach ${many(rolls, { one: "1 Wurf", other: `${count(rolls)} Würfen` })}!`,
    marks: (value, names, boards) => `${value}: ${names} ${boards === 1 ? "kann" : "können"} ankreuzen.`,
    wasted: (value) => `${value}: nützt keiner Karte.`,
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
    predicts: (due, name, off) => `Die Theorie sagt ${due} für ${name} voraus; die Abweichung beträgt ${off}.`,
    often: (off) => `Allein durch Zufall sind Abweichungen bis ${off} häufig.`,
  },

  entrants: {
    add: "Karte hinzufügen",
    surprise: "Zufall",
    surpriseFor: (name) => `Zufall: eine Karte für ${name}`,
    remove: "Entfernen",
    removeThis: (label) => `${label} entfernen`,
    nameOf: (label) => `Name von ${label}`,
    of: (label) => ` von ${label}`,
    bare: (label) => label.replace(/^karte (?=..?$)/i, ""),
    alone: (rolls) => [rolls, " Würfe allein"],
    aloneName: (label) => `${label}, allein: Würfe im Schnitt`,
  },

  gallery: {
    title: "Galerie",
    rings: "Ringe: Jede Karte schlägt die nächste, und die letzte schlägt die erste",
    boards: "Karten zum Ausprobieren",
    full: "Du hast schon vier Karten. Entferne eine, um eine andere hinzuzufügen.",
    add: "Hinzufügen",
    open: "Öffnen",
    compare: "Vergleichen",
    addThis: (name) => `${name} hinzufügen`,
    openThis: (name) => `${name} öffnen`,
    compareThis: (name) => `${name} vergleichen`,
    pieces: {
      optimal: {
        name: "Die beste Karte",
        about: "Keine Karte braucht weniger Würfe: 6,31.",
        source: PAPER("2.5"),
      },
      sevens: {
        name: "Neun Siebenen",
        about: "Überall die häufigste Summe: 18 Würfe.",
        source: PAPER("2.4"),
      },
      magic: {
        name: "Magisches Quadrat",
        about: "Jede Reihe hat die Summe 21, und die Karte ist fast so gut wie die beste: 6,60 Würfe.",
        source: PAPER("1"),
      },
      A: { name: "A", about: "Allein langsamer als B, und doch gewinnt sie öfter.", source: PAPER("4.4") },
      B: { name: "B", about: "Allein schneller als A, und doch verliert sie öfter.", source: PAPER("4.4") },
      C: { name: "C", about: "Schlägt D und verliert gegen E.", source: PAPER("5") },
      D: { name: "D", about: "Schlägt E und verliert gegen C.", source: PAPER("5") },
      E: { name: "E", about: "Schlägt C und verliert gegen D.", source: PAPER("5") },
      "ring-1": { name: "Erste im Ring", about: "Schlägt die zweite in ihrem Ring.", source: SEARCH },
      "ring-2": { name: "Zweite im Ring", about: "Schlägt die dritte in ihrem Ring.", source: SEARCH },
      "ring-3": { name: "Dritte im Ring", about: "Schlägt die erste in ihrem Ring.", source: SEARCH },
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
          "Jede Karte schlägt die nächste mit mehr als elf Prozentpunkten Vorsprung, egal nach welcher Auswahlregel; " +
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
    title: "Ein Turnier mit vielen Karten",
    field: "Eine Karte je Zeile, davor nach Wunsch ein Name",
    rings: "Ringe suchen",
    of: (boards) => `aus ${boards} Karten`,
    play: "Turnier spielen",
    take: "Die Karten von oben nehmen",
    atLeast: (boards) => `Bitte mindestens ${boards} Karten.`,
    atMost: (boards) => `Bitte höchstens ${boards} Karten.`,
    count: (boards) => many(boards, { one: "1 Karte.", other: `${count(boards)} Karten.` }),
    line: (line, why) => `Zeile ${line}: ${why}`,
    impossible: "Die Karte hat ein Feld, das kein Wurf treffen kann.",
    marked: "Karten in einer Liste dürfen keine angekreuzten Felder haben.",
    playing: "Jede Karte gegen jede andere",
    looking: "Ringe werden gesucht",
    pairs: "Die genauen Wahrscheinlichkeiten jedes Paars",
    beatsAll: (name) => `${name} schlägt jede andere Karte.`,
    top: (names) => `Keine Karte schlägt alle anderen. An der Spitze: ${names}.`,
    triples: (rings) =>
      rings
        ? many(rings, {
            one: "Es gibt 1 Ring aus drei Karten.",
            other: `Es gibt ${count(rings)} Ringe aus drei Karten.`,
          })
        : "Es gibt keinen Ring aus drei Karten.",
    standings: "Tabelle",
    standingsCaption: "Tabelle: wie viele Karten jede Karte schlägt",
    columns: ["Karte", "schlägt", "verliert gegen", "gleich", "Siege"],
    found: (rings, length, shown) => {
      const all = many(rings, {
        one: `1 Ring aus ${length} Karten`,
        other: `${count(rings)} Ringe aus ${length} Karten`,
      });
      return rings > shown ? `${all}; hier die ${shown} stärksten` : all;
    },
    none: (length) => `Kein Ring aus ${length} Karten`,
  },
};
