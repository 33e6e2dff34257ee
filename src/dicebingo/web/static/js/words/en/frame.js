/** The texts of the frame: the tabs, the tools, the connection, failures. A text with variable parts is a function. */

/** @typedef {Record<string, string>} Given  The values of a refusal. */

export const WORDS = {
  title: "Dice Bingo",
  about: "Dice Bingo: design a board, play it, and pit it against others.",
  skip: "Skip to the board",
  rooms: "Rooms",
  tabs: /** @type {Record<string, string>} */ ({
    home: "Dice Bingo",
    design: "Make a board",
    play: "Play",
    compare: "Compare",
    duel: "Duel",
    story: "Stories",
    rules: "Rules",
    print: "Print",
  }),
  short: /** @type {Record<string, string>} */ ({
    design: "Board",
    play: "Play",
    compare: "Compare",
    duel: "Duel",
    story: "Stories",
    rules: "Rules",
    print: "Print",
  }),
  titles: /** @type {Record<string, string>} */ ({
    home: "Dice Bingo",
    design: "Make a board",
    play: "Play",
    compare: "Compare boards",
    duel: "Duel",
    story: "Stories",
    rules: "Rules",
    print: "Print for a class",
  }),
  undo: "Undo",
  redo: "Redo",
  nothing: { undo: "Nothing to undo.", redo: "Nothing to redo." },
  projector: "Projector: enlarge everything (key P)",
  theme: /** @type {Record<string, string>} */ ({
    system: "Theme: system",
    light: "Theme: light",
    dark: "Theme: dark",
  }),
  languages: "Language",
  network: {
    fine: "",
    slow: "Slow connection; still waiting…",
    busy: "The server is busy; trying again…",
    lost: "No connection; trying again…",
  },
  wait: "One moment",
  loading: "One moment: the page is loading.",
  script: "The rest of this page needs JavaScript.",
  unknown: (/** @type {string} */ room) => `The page in this link does not exist: ${room}. This is the start page.`,
  incomplete: "This page has not loaded completely. It will continue when the connection is back.",
  wrong: "Something went wrong on this page.",
  status: (/** @type {number} */ status) => `The server returned status ${status}.`,
  /** The reasons of the server, by code (`REASONS` in errors.py). */
  refusals: {
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
  },
  /** Another failure: a general sentence in the page's language, and the server's message in English. */
  detail: (/** @type {string} */ _general, /** @type {string} */ message) => message,
  /** By status, for a failure without a reason. */
  failures: /** @type {Record<number, string>} */ ({
    404: "This does not exist.",
    422: "This cannot be computed.",
    429: "There were too many questions at once. Try again in a moment.",
    500: "Something went wrong on the server.",
    502: "The reply cannot be read. Something between you and the server may have changed it.",
    503: "The server is busy. Try again in a moment.",
  }),
  downloading: "Downloading Python",
  python: (/** @type {string} */ why) => `Python failed in this browser: ${why}`,
  again: "Try again",
  close: "Close",
  closeMessage: "Close this message",
  more: "More",
  credit: "The game comes from the Julia Robinson Mathematics Festival. The questions come from the paper",
  authors: "by David J. Hemmer and Benjamin W. Ong. Tap a number to see its exact fraction, or how certain it is.",
  paper: "About the paper",
  cite: "How to cite",
  docs: "Documentation",
  api: "API",
};
