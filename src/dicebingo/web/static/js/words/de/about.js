/** Die Texte der Seite über diese Seiten. */

/** @type {typeof import("../en/about.js").WORDS} */
export const WORDS = {
  title: "Über diese Seiten",
  paper: {
    title: "Das Spiel und der Artikel",
    about:
      "Der Artikel findet die beste Karte, drei Karten, die einander im Kreis schlagen, und eine Stellung, in der kein " +
      "fester Plan der beste ist. Dieser Befehl rechnet jede Zahl des Artikels nach und schreibt einen Bericht:",
    game:
      "Das Spiel selbst stammt vom Julia Robinson Mathematics Festival. Die Autoren haben eigene Programme " +
      "veröffentlicht:",
    code: "Das Repository der Autoren",
    notebook: "Ihr Notebook",
    page: "Ihre Seite",
    festival: "Das Festival",
  },
  cite: {
    title: "Zitieren",
    about:
      "Bitte zitiere den Artikel. Wenn du Zahlen verwendest, die nur dieses Programm berechnet (Ränge, Duelle, durch " +
      "Suche gefundene Ringe), zitiere bitte auch das Programm mit seiner Version.",
    copy: "Tippe auf eine Zahl, um ihren genauen Bruch zu sehen und ihn als Text oder LaTeX zu kopieren.",
  },
  class: {
    title: "Eine Klasse",
    about:
      "Ein Spiel auf vielen Bildschirmen: Du würfelst, alle kreuzen auf dem Handy ihre Karte an, und der Beamer zeigt, " +
      "was geschieht. Installiere das Programm auf deinem Computer und starte diesen Befehl:",
    then: "Dein Browser öffnet die Seite, auf der du die Klasse startest. Sie zeigt die Adresse und einen Code für die Handys.",
    print: "Lieber auf Papier spielen",
  },
  docs: {
    title: "Dokumentation",
    server:
      "Die Dokumentation (auf Englisch) liegt im Ordner „docs“ des Programms: Einführungen, die Schreibweise für Karten, " +
      "die Regeln, die Theorie mit Beweisen, die Bibliothek und alle Befehle. Dieser Befehl erzeugt sie als Website:",
    site:
      "Einführungen, die Schreibweise für Karten, die Regeln, die Theorie mit Beweisen, die Bibliothek und alle Befehle " +
      "(auf Englisch):",
    open: "Dokumentation öffnen",
  },
  api: {
    title: "API",
    server:
      "Andere Programme können den Server alles fragen, was diese Seiten fragen: Sie senden eine Frage als JSON an " +
      "api/NAME, und genaue Zahlen kommen als Brüche zurück. Die OpenAPI-Beschreibung nennt alle Fragen und Antworten.",
    description: "OpenAPI-Beschreibung",
    site:
      "Diese Website hat keinen Server: Dein Browser berechnet jede Zahl mit demselben Programm. Wenn du das Programm " +
      "installierst, bekommst du außerdem eine Klasse, genaue Ränge unter allen Karten, Karten mit 25 Feldern und einen " +
      "Server, der anderen Programmen in JSON antwortet.",
    docs: "Über den Server",
  },
};
