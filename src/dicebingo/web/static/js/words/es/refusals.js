/** Por qué el servidor rechaza una pregunta, por código. */

/** @type {typeof import("../en/refusals.js").WORDS} */
export const WORDS = {
  board: ({ expected, got }) => `Un tablero con estas reglas tiene ${expected} números, no ${got}.`,
  boards: ({ most, got }) => `Con estas reglas solo hay ${most} tableros distintos, pero pediste ${got}.`,
  cancelled: () => "El cálculo se canceló.",
  cells: ({ most, got }) => `Este tablero tiene ${got} casillas abiertas. Esto solo se puede calcular hasta ${most}.`,
  dice: ({ got }) => `Estos dados no son posibles: «${got}». Un ejemplo es 2d6: dos dados de seis caras.`,
  ended: () => "El cálculo terminó sin respuesta. Quizá necesitaba demasiada memoria.",
  extra: ({ package: name }) => `Al servidor le falta ${name}, que es necesario para esto.`,
  jobs: ({ most }) => `Ya tienes ${most} cálculos largos en marcha y no se permiten más. Espera a que termine uno.`,
  layout: ({ got }) => `Esta forma no es posible: «${got}». Un ejemplo es 3x3: tres filas y tres columnas.`,
  memory: ({ megabytes }) => `Esto necesita más de ${megabytes} MB de memoria, el límite de este servidor.`,
  output: ({ megabytes }) => `La respuesta tiene más de ${megabytes} MB, el límite de este servidor.`,
  queue: ({ most }) => `Ya hay ${most} preguntas esperando al servidor. Inténtalo de nuevo en un momento.`,
  rules: ({ got }) => `No hay reglas con el nombre «${got}».`,
  size: () => "Esto es demasiado grande para calcularlo.",
  states: ({ most }) => `Esto tiene más de ${most} posiciones, demasiadas para calcularlas.`,
  stopping: () => "El servidor se está cerrando.",
  time: ({ seconds }) => `Esto tarda más de ${seconds} segundos, el límite de este servidor.`,
  value: ({ dice, got }) => `Con ${dice} no puede salir ${got}.`,
  values: ({ most }) => `Estos dados dan demasiados números distintos. Aquí son posibles como máximo ${most}.`,
  visitor: ({ most }) => `Ya hay ${most} preguntas tuyas esperando al servidor. Inténtalo de nuevo en un momento.`,
};
