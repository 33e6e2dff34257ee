/** The English strings for *Compare*. */

import { count, many } from "../../language.js";

/** @typedef {import("../../dom.js").Child} Child */
/** @typedef {{name: string, about: string, source: string}} PieceWords */
/** @typedef {{name: string, about: string, status: string}} RingWords */

const MORAL = "Being fast on average is not the same as being first.";

export const WORDS = {
  title: "Compare boards",
  boards: "The boards",
  board: (/** @type {string} */ name) => `Board ${name}`,
  again: "Try again",
  noAnswer: "No answer yet.",
  fillAll: "Fill all cells to see who wins.",
  placeAll: "Place all tokens to see who wins.",
  working: "Working out who wins",
  workingWhen: "Working out when the boards finish",
  everyPair: "every pair",
  tryingAll: "Trying all tie-breaks",
  howFast: "How fast is each board?",
  tooLarge: "These boards are too large to compare.",
  stillRace: (/** @type {string} */ reason) =>
    `${reason} You can still race the boards. Each board shows how fast it is alone.`,
  tieBreak: "The tie-break",

  wins: (/** @type {string} */ name) => `${name} wins`,
  beats: (/** @type {string} */ winner, /** @type {string} */ loser) => `${winner} beats ${loser}`,
  winsAgainst: (/** @type {string} */ name, /** @type {string} */ other) => `${name} wins against ${other}`,
  to: (/** @type {string} */ share) => `to ${share}`,
  tie: "tie",
  aTie: "A tie",
  tieOf: (/** @type {string} */ names) => `tie between ${names}`,
  between: (/** @type {string} */ bounds) => `between ${bounds}`,
  asFar: (/** @type {string} */ games) => `, as far as ${games} games can tell`,
  simulated: (/** @type {string} */ games, /** @type {string} */ range) =>
    `Estimated from ${games} simulated games: between ${range}, with 95% confidence.`,
  neverSimulated: (/** @type {string} */ games) => `This outcome never occurred in ${games} simulated games.`,
  tooLargeExact: (/** @type {string} */ games) =>
    `These boards are too large for exact chances. The computer simulated ${games} games instead.`,
  firstBingo: (/** @type {Child} */ rolls) => ["The first bingo comes after ", rolls, " rolls on average."],
  untilFirst: "Rolls until the first bingo",
  shareTies: "If tied boards share the win evenly:",
  withTies: (/** @type {string} */ name) => `${name}, with its share of the ties`,

  who: {
    depends: "The winner depends on which of the equally good cells the boards mark.",
    undecided: "The two boards are too close to call.",
    close: "Too close to call.",
    even: "The two boards are even.",
    surely: (/** @type {string} */ winner, /** @type {string} */ loser) =>
      `${winner} beats ${loser}, no matter which of the equally good cells they mark.`,
  },

  alone: {
    faster: (/** @type {string} */ name) => `${name} is also faster alone.`,
    about: "Alone, the two boards are about equally fast.",
    equal: (/** @type {string} */ rolls) => `Alone, the two boards are equally fast: ${rolls} rolls. ${MORAL}`,
    slower: (/** @type {string} */ name, /** @type {string} */ fast, /** @type {string} */ slow) =>
      `Yet ${name} is faster alone: ${fast} rolls against ${slow}. ${MORAL}`,
    barely: (/** @type {string} */ name) => `Yet ${name} is faster alone, by less than 0.000001 rolls. ${MORAL}`,
  },

  share: {
    title: "All boards in one game",
    all: "With all the boards in one game",
    games: (/** @type {string} */ games) => `In ${games} games with all the boards`,
    each: (/** @type {string} */ where) => `${where}, each wins equally often.`,
    several: (/** @type {string} */ where, /** @type {string} */ names) =>
      `${where}, ${names} win equally often, and more often than the other boards.`,
    one: (/** @type {string} */ where, /** @type {string} */ name) => `${where}, ${name} wins most often.`,
  },

  ties: {
    title: "Ties and tie-breaks",
    mark: "If several cells are equally good, mark",
    first: "the first",
    last: "the last",
    random: "one at random",
    words: {
      smallest: "the first cell, row by row",
      largest: "the last cell, row by row",
      random: "a random cell",
    },
    howMuch: "How much do tie-breaks matter?",
    means: "A tie means that two boards complete a line on the same roll.",
    meansCard: "A tie means that two boards finish on the same roll.",
    happens: (/** @type {Child} */ share) => [
      "Ties happen in ",
      share,
      " of the games: boards that wait for the same numbers often tie.",
    ],
    never: "These boards never tie.",
    notSeen: (/** @type {string} */ games) => `No tie occurred in ${games} simulated games.`,
    breaks: (/** @type {string} */ cell) =>
      "A tie-break is something different: it decides which of several equally good cells a board marks. " +
      `Here the board marks ${cell}.`,
    same: "Here the tie-break does not change who is ahead.",
    matters: "Here the tie-break decides which board is ahead.",
    unknown: "We do not know whether the tie-break matters here.",
    range: (
      /** @type {string} */ a,
      /** @type {string} */ first,
      /** @type {string} */ b,
      /** @type {string} */ second,
    ) => `Across all tie-breaks, ${a} wins ${first} of the games and ${b} ${second}.`,
  },

  copy: {
    text: "Copy as text",
    textOf: (/** @type {string} */ what) => `Copy as text: ${what}`,
    latexOf: (/** @type {string} */ what) => `LaTeX: ${what}`,
    csvOf: (/** @type {string} */ what) => `Download as CSV: ${what}`,
  },

  ring: {
    name: "the ring",
    of: (/** @type {string} */ names) => `A ring of ${names}`,
    found: (/** @type {string} */ ring) => `A ring: ${ring}`,
    best: (/** @type {string} */ name) => `No ring here: ${name} beats every other board`,
    even: "No board beats another",
    none: "No ring here, but no board beats all others",
    against: (/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ end) =>
      `${from} against ${to}: ${end}`,
    odds: (
      /** @type {Child} */ win,
      /** @type {Child} */ lose,
      /** @type {Child} */ tie,
      /** @type {boolean} */ sure,
    ) => [
      win,
      " to ",
      lose,
      ...(tie ? [", tie ", tie] : []),
      sure ? ", no matter which of the equally good cells they mark." : ".",
    ],
    line: (
      /** @type {string} */ beats,
      /** @type {string} */ win,
      /** @type {string} */ lose,
      /** @type {string} */ tie,
    ) => `${beats}: ${win} to ${lose}, tie ${tie}\n`,
    head: ["board", "beats", "wins", "loses", "ties"],
  },

  pairs: {
    title: "All pairs in numbers",
    name: "all pairs",
    every: "Every pair",
    board: "board",
    beats: (/** @type {string} */ name) => `beats ${name}`,
    caption: "How often the board on the left beats the board at the top",
    rest: "The rest are ties: both boards finish on the same roll.",
    pending: "Some pairs have not been computed yet.",
    simulated: (/** @type {string} */ games) =>
      `These boards are too large for exact chances. The computer simulated ${games} games of each pair instead.`,
  },

  curves: {
    title: "When the boards finish",
    alone: "Alone: when each board finishes",
    together: "Together: who wins on which roll",
    aloneTable: "Alone",
    togetherTable: "Together",
    show: "Curves",
    at: "at each roll",
    upTo: "up to each roll",
    roll: "roll",
    finishes: (/** @type {string} */ name) => `${name} finishes on this roll`,
    finished: (/** @type {string} */ name) => `${name} has finished by this roll`,
    here: (/** @type {string} */ outcome) => `${outcome} on this roll`,
    byNow: (/** @type {string} */ outcome) => `${outcome} by this roll`,
    on: {
      alone: "The chance that each board, playing alone, finishes on each roll",
      together: "The chance that each board wins on each roll",
    },
    by: {
      alone: "The chance that each board, playing alone, has finished by each roll",
      together: "The chance that each board has won by each roll",
    },
  },

  race: {
    title: "Watch one race",
    about: "All boards share the same rolls, and each is played as if it were alone.",
    one: "One race",
    roll: "One roll",
    stop: "Stop",
    soFar: (/** @type {string} */ wins, /** @type {string} */ ties) => `Races so far: ${wins}, ties ${ties}.`,
    bingo: (/** @type {number} */ value, /** @type {string} */ names, /** @type {number} */ rolls) =>
      `${value}: bingo for ${names} after ${many(rolls, { one: "1 roll", other: `${count(rolls)} rolls` })}!`,
    marks: (/** @type {number} */ value, /** @type {string} */ names, /** @type {number} */ _boards) =>
      `${value}: ${names} can mark a cell.`,
    wasted: (/** @type {number} */ value) => `${value}: wasted for all boards.`,
  },

  thousand: {
    go: (/** @type {string} */ races) => `Race ${races} times`,
    theory: "Theory",
    games: (/** @type {string} */ games) => `${games} games`,
    races: (/** @type {number} */ races, /** @type {string} */ text) =>
      many(races, { one: `${text} race`, other: `${text} races` }),
    racing: "Racing…",
    won: (/** @type {string} */ name, /** @type {string} */ races) => `${name} won ${races}`,
    withTies: (/** @type {string} */ won, /** @type {number} */ ties, /** @type {string} */ text) =>
      many(ties, { one: `${won}, and 1 race ended in a tie.`, other: `${won}, and ${text} races ended in a tie.` }),
    predicts: (/** @type {string} */ due, /** @type {string} */ name, /** @type {string} */ off) =>
      `Theory predicts ${due} for ${name}, so this result is off by ${off}.`,
    often: (/** @type {string} */ off) => `Chance alone often shifts the result by up to ${off}.`,
  },

  entrants: {
    add: "Add a board",
    surprise: "Surprise",
    surpriseFor: (/** @type {string} */ name) => `A surprise board for ${name}`,
    remove: "Remove",
    removeThis: (/** @type {string} */ label) => `Remove ${label}`,
    nameOf: (/** @type {string} */ label) => `Name of ${label}`,
    of: (/** @type {string} */ label) => ` of ${label}`,
    bare: (/** @type {string} */ label) => label.replace(/^board (?=..?$)/i, ""),
    alone: (/** @type {Child} */ rolls) => [rolls, " rolls alone"],
    aloneName: (/** @type {string} */ label) => `${label}, alone: rolls on average`,
  },

  gallery: {
    title: "Gallery",
    rings: "Rings: each board beats the next, and the last beats the first",
    boards: "Boards worth trying",
    full: "You already have four boards. Remove one to add another.",
    add: "Add",
    open: "Open",
    compare: "Compare",
    addThis: (/** @type {string} */ name) => `Add ${name}`,
    openThis: (/** @type {string} */ name) => `Open ${name}`,
    compareThis: (/** @type {string} */ name) => `Compare ${name}`,
    /** These are empty because the server sends the gallery in English. */
    pieces: /** @type {Record<string, PieceWords>} */ ({}),
    ringsSaid: /** @type {Record<string, RingWords>} */ ({}),
  },

  list: {
    title: "A tournament of many boards",
    field: "One board per line, with an optional name in front",
    rings: "Look for rings",
    of: (/** @type {number} */ boards) => `of ${boards} boards`,
    play: "Play the tournament",
    take: "Use the boards above",
    atLeast: (/** @type {number} */ boards) => `At least ${boards} boards, please.`,
    atMost: (/** @type {number} */ boards) => `At most ${boards} boards, please.`,
    count: (/** @type {number} */ boards) => many(boards, { one: "1 board.", other: `${count(boards)} boards.` }),
    line: (/** @type {number} */ line, /** @type {string} */ why) => `Line ${line}: ${why}`,
    impossible: "this board has a cell that no roll can mark.",
    marked: "boards in a list must have no marks.",
    playing: "Every board against every other",
    looking: "Looking for rings",
    pairs: "The exact chances of every pair",
    beatsAll: (/** @type {string} */ name) => `${name} beats every other board.`,
    top: (/** @type {string} */ names) => `No board beats all others. At the top: ${names}.`,
    triples: (/** @type {number} */ rings) =>
      rings
        ? many(rings, { one: "There is 1 ring of three.", other: `There are ${count(rings)} rings of three.` })
        : "There is no ring of three.",
    standings: "Standings",
    standingsCaption: "Standings: how many boards each board beats",
    columns: ["board", "beats", "loses to", "even", "win rate"],
    found: (/** @type {number} */ rings, /** @type {number} */ length, /** @type {number} */ shown) => {
      const all = many(rings, {
        one: `1 ring of ${length} boards`,
        other: `${count(rings)} rings of ${length} boards`,
      });
      return rings > shown ? `${all}; the ${shown} strongest are shown` : all;
    },
    none: (/** @type {number} */ length) => `No ring of ${length} boards`,
  },
};
