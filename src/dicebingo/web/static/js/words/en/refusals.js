/** Why the server rejects a question, by code (`REASONS` in errors.py); loaded when it rejects one. */

/** @typedef {Record<string, string>} Given  The values of a refusal. */

export const WORDS = {
  board: (/** @type {Given} */ { expected, got }) => `A board for these rules has ${expected} numbers, not ${got}.`,
  boards: (/** @type {Given} */ { most, got }) =>
    `There are only ${most} different boards for these rules, but you asked for ${got}.`,
  cancelled: () => "The computation was cancelled.",
  cells: (/** @type {Given} */ { most, got }) =>
    `This board has ${got} open cells, but at most ${most} can be computed.`,
  dice: (/** @type {Given} */ { got }) =>
    `These dice are not possible: “${got}”. An example is 2d6, two dice with six sides.`,
  ended: () => "The computation ended without an answer. It may have needed too much memory.",
  extra: (/** @type {Given} */ { package: name }) => `This needs ${name}, which the server does not have.`,
  jobs: (/** @type {Given} */ { most }) =>
    `You already have ${most} long computations running, the most allowed. Wait until one has finished.`,
  layout: (/** @type {Given} */ { got }) =>
    `This layout is not possible: “${got}”. An example is 3x3, three rows and three columns.`,
  memory: (/** @type {Given} */ { megabytes }) =>
    `This needs more than ${megabytes} MB of memory, the limit of this server.`,
  output: (/** @type {Given} */ { megabytes }) =>
    `The answer is larger than ${megabytes} MB, the limit of this server.`,
  queue: (/** @type {Given} */ { most }) =>
    `More than ${most} questions are waiting for the server. Try again in a moment.`,
  rules: (/** @type {Given} */ { got }) => `There are no rules with the name “${got}”.`,
  size: () => "This is too large to compute.",
  states: (/** @type {Given} */ { most }) => `This has more than ${most} positions, which is too many to compute.`,
  stopping: () => "The server is being stopped.",
  time: (/** @type {Given} */ { seconds }) => `This takes more than ${seconds} seconds, the limit of this server.`,
  value: (/** @type {Given} */ { dice, got }) => `The dice ${dice} cannot give ${got}.`,
  values: (/** @type {Given} */ { most }) =>
    `These dice give too many different numbers. At most ${most} are possible here.`,
  visitor: (/** @type {Given} */ { most }) =>
    `More than ${most} of your questions are waiting for the server. Try again in a moment.`,
};
