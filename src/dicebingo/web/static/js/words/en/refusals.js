/**
 * Messages that explain why the server rejected a question, by reason code (see `REASONS` in errors.py). The page loads
 * this file at the first rejection.
 */

/** @typedef {Record<string, string>} Given  The values to insert into the message. */

export const WORDS = {
  board: (/** @type {Given} */ { expected, got }) => `A board for these rules has ${expected} numbers, not ${got}.`,
  boards: (/** @type {Given} */ { most, got }) =>
    `There are only ${most} different boards for these rules, but you asked for ${got}.`,
  cancelled: () => "The computation was cancelled.",
  cells: (/** @type {Given} */ { most, got }) =>
    `This board has ${got} open cells. Boards with more than ${most} cannot be computed.`,
  dice: (/** @type {Given} */ { got }) =>
    `These dice are not possible: “${got}”. An example is 2d6, two dice with six sides.`,
  ended: () => "The computation ended without an answer. It may have needed too much memory.",
  extra: (/** @type {Given} */ { package: name }) => `This computation needs ${name}, which the server does not have.`,
  jobs: (/** @type {Given} */ { most }) =>
    `You already have ${most} long computations running, which is the limit. Wait until one has finished.`,
  layout: (/** @type {Given} */ { got }) =>
    `This layout is not possible: “${got}”. An example is 3x3, three rows and three columns.`,
  memory: (/** @type {Given} */ { megabytes }) =>
    `This computation needs more memory than this server allows (${megabytes} MB).`,
  output: (/** @type {Given} */ { megabytes }) => `The answer is larger than this server allows (${megabytes} MB).`,
  queue: (/** @type {Given} */ { most }) =>
    `${most} questions are already waiting for the server. Try again in a moment.`,
  rules: (/** @type {Given} */ { got }) => `There are no rules named “${got}”.`,
  size: () => "This question is too large to compute.",
  states: (/** @type {Given} */ { most }) =>
    `This question involves more than ${most} positions, which is too many to compute.`,
  stopping: () => "The server is shutting down.",
  time: (/** @type {Given} */ { seconds }) =>
    `This computation takes longer than this server allows (${seconds} seconds).`,
  value: (/** @type {Given} */ { dice, got }) => `The dice ${dice} cannot show ${got}.`,
  values: (/** @type {Given} */ { most }) =>
    `These dice have too many different results. At most ${most} are possible here.`,
  visitor: (/** @type {Given} */ { most }) =>
    `${most} of your questions are already waiting for the server. Try again in a moment.`,
};
