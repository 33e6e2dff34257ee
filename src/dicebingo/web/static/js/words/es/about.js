/** Los textos de la página sobre estas páginas. */

/** @type {typeof import("../en/about.js").WORDS} */
export const WORDS = {
  title: "Acerca de estas páginas",
  paper: {
    title: "El juego y el artículo",
    about:
      "El artículo encuentra el mejor tablero, tres tableros que se vencen en círculo y una posición en la que ningún " +
      "plan fijo es el mejor. Este comando vuelve a calcular cada número del artículo y escribe un informe:",
    game: "El juego viene del Julia Robinson Mathematics Festival. Los autores han publicado sus propios programas:",
    code: "El repositorio de los autores",
    notebook: "Su cuaderno",
    page: "Su página",
    festival: "El festival",
  },
  cite: {
    title: "Cómo citar",
    about:
      "Cita el artículo, por favor. Si usas números que solo calcula este programa (puestos, duelos, anillos " +
      "encontrados por búsqueda), cita también el programa, con su versión.",
    copy: "Toca cualquier número de estas páginas para ver su fracción exacta y copiarla como texto o LaTeX.",
  },
  class: {
    title: "Una clase",
    about:
      "Una partida en muchas pantallas: tú lanzas los dados, los alumnos marcan sus tableros en su teléfono y el proyector " +
      "lo muestra todo. Instala el programa en tu computadora y ejecuta este comando:",
    then: "Tu navegador abre la página en la que empiezas la clase. Muestra la dirección y un código para los teléfonos.",
    print: "Mejor jugar en papel",
  },
  docs: {
    title: "Documentación",
    server:
      "La documentación (en inglés) está en la carpeta «docs» del programa: tutoriales, la notación de los tableros, las " +
      "reglas, la teoría con demostraciones, la biblioteca y todos los comandos. Este comando la convierte en un sitio:",
    site:
      "Tutoriales, la notación de los tableros, las reglas, la teoría con demostraciones, la biblioteca y todos los " +
      "comandos (en inglés):",
    open: "Abrir la documentación",
  },
  api: {
    title: "API",
    server:
      "Otros programas pueden preguntar al servidor todo lo que preguntan estas páginas: envían una pregunta en JSON a " +
      "api/NAME, y los números exactos vuelven como fracciones. La descripción OpenAPI enumera todas las preguntas y " +
      "respuestas.",
    description: "Descripción OpenAPI",
    site:
      "Este sitio no tiene servidor: tu navegador calcula cada número con el mismo programa. Si instalas el programa, " +
      "tienes además una clase en vivo, puestos exactos entre todos los tableros, tableros de 25 casillas y un servidor " +
      "que responde en JSON a otros programas.",
    docs: "Acerca del servidor",
  },
};
