/** Warum der Server eine Frage ablehnt, nach Code. */

/** @type {typeof import("../en/refusals.js").WORDS} */
export const WORDS = {
  board: ({ expected, got }) => `Eine Karte nach diesen Regeln hat ${expected} Zahlen, nicht ${got}.`,
  boards: ({ most, got }) => `Nach diesen Regeln gibt es nur ${most} verschiedene Karten, aber ${got} sollten es sein.`,
  cancelled: () => "Die Berechnung wurde abgebrochen.",
  cells: ({ most, got }) =>
    `Diese Karte hat ${got} offene Felder. Berechnen lassen sich nur Karten mit höchstens ${most}.`,
  dice: ({ got }) => `Diese Würfel gehen nicht: „${got}“. Ein Beispiel ist 2d6: zwei Würfel mit sechs Seiten.`,
  ended: () => "Die Berechnung endete ohne Antwort. Vielleicht brauchte sie zu viel Speicher.",
  extra: ({ package: name }) => `Dem Server fehlt ${name}, das dafür nötig ist.`,
  jobs: ({ most }) =>
    `Du hast schon ${most} lange Berechnungen laufen, mehr sind nicht erlaubt. Warte, bis eine fertig ist.`,
  layout: ({ got }) => `Diese Form geht nicht: „${got}“. Ein Beispiel ist 3x3: drei Zeilen und drei Spalten.`,
  memory: ({ megabytes }) => `Das braucht mehr als ${megabytes} MB Speicher; mehr erlaubt dieser Server nicht.`,
  output: ({ megabytes }) => `Die Antwort hat mehr als ${megabytes} MB; mehr erlaubt dieser Server nicht.`,
  queue: ({ most }) => `Schon ${most} Fragen warten auf den Server. Versuche es gleich noch einmal.`,
  rules: ({ got }) => `Es gibt keine Regeln mit dem Namen „${got}“.`,
  size: () => "Das ist zu groß, um es zu berechnen.",
  states: ({ most }) => `Das sind mehr als ${most} Stellungen und damit zu viele, um es zu berechnen.`,
  stopping: () => "Der Server wird gerade beendet.",
  time: ({ seconds }) => `Das dauert länger als ${seconds} Sekunden; mehr erlaubt dieser Server nicht.`,
  value: ({ dice, got }) => `Mit ${dice} lässt sich ${got} nicht würfeln.`,
  values: ({ most }) => `Diese Würfel ergeben zu viele verschiedene Zahlen. Hier gehen höchstens ${most}.`,
  visitor: ({ most }) => `Schon ${most} deiner Fragen warten auf den Server. Versuche es gleich noch einmal.`,
};
