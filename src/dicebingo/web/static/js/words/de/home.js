/** Die Texte der Startseite. */

/** @type {typeof import("../en/home.js").WORDS} */
export const WORDS = {
  lead: "Eine Karte, zwei Würfel und eine Frage: Welche Zahlen würdest du schreiben?",
  write: {
    title: "Zahlen schreiben",
    about: "Schreibe in jedes Feld eine Zahl von 2 bis 12. Jede Zahl darf beliebig oft vorkommen.",
    picture: "Eine Karte mit drei mal drei Feldern, zur Hälfte mit Zahlen gefüllt",
  },
  roll: {
    title: "Würfeln und ankreuzen",
    about: "Zähle die beiden Würfel zusammen und kreuze ein Feld mit dieser Summe an. Gibt es mehrere, wählst du.",
    picture: "Zwei Würfel zeigen fünf und drei: acht. Eine der beiden Achten ist angekreuzt.",
  },
  line: {
    title: "Eine Reihe füllen",
    about: "Eine volle Zeile, Spalte oder Diagonale ist ein Bingo. Je weniger Würfe, desto besser.",
    picture: "Eine Karte, deren Diagonale vollständig ist",
  },
  doors: {
    design: "Karte schreiben",
    designAbout: "Schreibe neun Zahlen und sieh, wie viele Würfe sie brauchen.",
    play: "Spielen",
    playAbout: "Allein mit möglichst wenigen Würfen oder gegen den Computer.",
    story: "Geschichten",
    storyAbout: "Sieben Kapitel. Erst raten, dann sehen.",
    class: "Klasse",
    classAbout: "Für Lehrkräfte: ein Spiel auf vielen Bildschirmen.",
  },
};
