/** Los textos de la página de inicio. */

/** @type {typeof import("../en/home.js").WORDS} */
export const WORDS = {
  lead: "Un tablero, dos dados y una pregunta: ¿qué números escribirías?",
  write: {
    title: "Escribe números",
    about: "Escribe un número del 2 al 12 en cada casilla. Puedes repetir un número las veces que quieras.",
    picture: "Un tablero de tres por tres casillas, con la mitad de los números escritos",
  },
  roll: {
    title: "Lanza y marca",
    about: "Suma los dos dados y marca una casilla con ese número. Si hay varias, eliges tú.",
    picture: "Dos dados muestran cinco y tres: ocho. Uno de los dos ochos está tachado.",
  },
  line: {
    title: "Completa una línea",
    about: "Una fila, columna o diagonal completa es un bingo. Cuantas menos tiradas, mejor.",
    picture: "Un tablero con la diagonal completa",
  },
  doors: {
    design: "Crear un tablero",
    designAbout: "Escribe nueve números y mira cuántas tiradas necesitan.",
    play: "Jugar",
    playAbout: "Sin rival, con el menor número de tiradas, o contra la computadora.",
    story: "Historias",
    storyAbout: "Siete capítulos. Primero adivina, luego mira.",
    class: "Clase",
    classAbout: "Para docentes: una partida en muchas pantallas.",
  },
};
