/** The English strings for *Play*. */

import { many } from "../../language.js";

/** @param {number} n */
const rolls = (n) => many(n, { one: "1 roll", other: `${n} rolls` });

export const WORDS = {
  title: "Play",
  yourBoard: "Your board",
  theirBoard: "The computer’s board",
  theComputer: "The computer",
  whatToDo: "What to do",
  roll: "Roll the dice",
  playAgain: "Play again",
  whatShown: "What did your dice show?",
  hint: "Hint",
  back: "Back to the game",
  rolls: "Rolls",
  rollsSoFar: "The rolls so far",
  noRolls: "none yet",
  wasted: "wasted",
  unmarked: "is not marked yet",
  /** @param {number} n */
  tally: (n) => rolls(n),
  average: "average",
  averageOfBoard: "Average number of rolls for this board",

  opponent: "Opponent",
  opponents: { none: "alone", solo: "a fast computer", duel: "a clever computer" },
  notWithThese: (/** @type {string} */ opponent) => `${opponent} (cannot play these boards)`,
  about: {
    none: "How few rolls do you need?",
    solo: "The computer marks the fastest cell for its own board and never looks at yours.",
    duel: "The computer looks at both boards and plays to win: no other strategy guarantees it a better result.",
  },
  cleverCannot: (/** @type {string} */ reason) => `The clever computer cannot play these boards. ${reason}`,
  fastInstead: (/** @type {string} */ reason) =>
    `The clever computer cannot play these boards, so you play against the fast one. ${reason}`,
  computerCannot: (/** @type {string} */ reason) => `The computer cannot play these boards. ${reason}`,
  aloneInstead: (/** @type {string} */ reason) => `You play alone: the computer cannot play these boards. ${reason}`,
  playedForSpeed: "The computer could not work out how to win on this roll, so it played for speed.",
  playedFirst: "The computer could not work out what to mark on this roll, so it marked the first cell.",
  tooManyTogether: "Together, these boards have too many positions to solve.",

  // What to do now
  lookingAhead: "Looking ahead…",
  before: (/** @type {number} */ roll) => `The boards just before roll ${roll}.`,
  rolling: "Rolling…",
  thinking: "The computer is thinking…",
  rollAgain: "Roll again.",
  rollAgainByHand: "Roll again and tap the result.",
  ready: "Ready? Roll the dice.",
  readyByHand: "Roll your dice and tap the result.",
  alreadyFull: "A line is already full: there is nothing left to roll.",
  computerWins: (/** @type {number} */ n) => `The computer wins after ${rolls(n)}.`,
  bothWin: (/** @type {number} */ n) => `A tie: you both have a bingo after ${rolls(n)}.`,
  youWin: (/** @type {number} */ n) => `You win after ${rolls(n)}!`,
  bingo: (/** @type {number} */ n) => `Bingo after ${rolls(n)}!`,
  takeOff: (/** @type {number} */ roll) => `${roll}! Tap this number to remove a token.`,
  markAll: (/** @type {number} */ roll, /** @type {number} */ cells) =>
    `${roll}! Tap any ${roll} to mark all ${cells}.`,
  markIt: (/** @type {number} */ roll, /** @type {string} */ cell) => `${roll}! Mark it: ${cell}.`,
  which: (/** @type {number} */ roll, /** @type {number} */ cells) =>
    `${roll}! Which of the ${cells} cells do you mark?`,
  noToken: (/** @type {number} */ roll) => `You have no tokens left on ${roll}.`,
  noCell: (/** @type {number} */ roll) => `None of your open cells shows ${roll}.`,
  markFirst: "First mark one of the highlighted cells.",
  diceStillRoll: "The dice are still rolling.",
  hintLater: "A hint is available when you have a choice.",

  // Advice
  forSpeed: "For speed",
  toWin: "To win",
  rollsLeft: (/** @type {string} */ amount) => `${amount} rolls left`,
  youWinShare: (/** @type {string} */ share) => `you win ${share}`,
  tooLarge: "these boards are too large",
  eachInNumbers: "Each choice in numbers",
  inDuel: "Open this roll in Duel",
  tooLargeToWin: (/** @type {string} */ reason) => `There is no advice on winning. ${reason}`,
  noOther: "There is no other choice.",
  allEqual: "All choices are equally good.",
  extraCost: "The number on a cell is its extra cost in rolls, on average.",
  letChance: "Let chance decide with these odds: no plan wins more often against the computer’s best play.",
  allEqualBoth: "All choices are equally good for both aims.",
  winEqually: "All choices win equally often, but they are not equally fast.",
  fastestWins: "Here the fastest cell is also the best cell for winning.",
  differSame: (/** @type {string} */ cell, /** @type {string} */ slower, /** @type {string} */ share) =>
    `Here the two aims differ. ${cell} is ${slower} rolls slower, and both cells win ${share} of the games against ` +
    "the computer’s best play. A tie is not a win.",
  differ: (
    /** @type {string} */ cell,
    /** @type {string} */ slower,
    /** @type {string} */ more,
    /** @type {string} */ less,
  ) =>
    `Here the two aims differ. ${cell} is ${slower} rolls slower, but wins ${more} of the games instead of ${less}. ` +
    "A tie is not a win.",
  differSlightly: (/** @type {string} */ cell, /** @type {string} */ slower) =>
    `Here the two aims differ. ${cell} is ${slower} rolls slower, but wins slightly more often. A tie is not a win.`,
  best: "best",
  fast: "fast",
  win: "win",
  winShare: (/** @type {string} */ share) => `win ${share}`,
  layer: "Rolls left after each mark",
  layerNote:
    "The number on a cell is how many rolls are left on average if you mark it and then play as fast as possible.",
  choices: "Each choice",
  choicesIfFast: "Each choice, if both players then play for speed",
  columns: { mark: "mark", left: "rolls left", win: "you win", lose: "computer wins", tie: "tie" },

  // After the game
  how: "How it went",
  notFinished: "and not finished yet",
  rollUnit: (/** @type {number} */ n) => many(n, { one: "roll", other: "rolls" }),
  exactlyAverage: "exactly the average",
  fewer: (/** @type {string} */ by) => `${by} fewer than average`,
  more: (/** @type {string} */ by) => `${by} more than average`,
  guessed: (/** @type {number} */ guess, /** @type {number} */ took, /** @type {string} */ average) =>
    `You guessed ${rolls(guess)}. You needed ${took}, and on average this board takes ${average}.`,
  guessedUnfinished: (/** @type {number} */ guess, /** @type {string} */ average) =>
    `You guessed ${rolls(guess)}. On average this board takes ${average}.`,
  parts: { average: "average", choices: "choices", dice: "dice", you: "you", left: "to go" },
  costOfChoices: "Cost of your choices",
  costOfDice: "Cost of the dice",
  stillToGo: "Rolls still to go",
  averageLuck: "Your luck was exactly average.",
  lucky: (/** @type {string} */ by) => `You were lucky: the dice saved you ${by} rolls.`,
  unlucky: (/** @type {string} */ by) => `You were unlucky: the dice cost you ${by} rolls.`,
  noChoices: "You had no choices in this game.",
  allPerfect: (/** @type {number} */ n) =>
    n === 1 ? "You had one choice, and it was perfect." : `All your ${n} choices were perfect!`,
  oneChoice: (/** @type {string} */ by) => `You had one choice, and it cost ${by} rolls on average.`,
  nonePerfect: (/** @type {number} */ n, /** @type {string} */ by) =>
    `None of your ${n} choices was perfect. Together they cost ${by} rolls on average.`,
  somePerfect: (/** @type {number} */ perfect, /** @type {number} */ n, /** @type {string} */ by) =>
    `${perfect} of your ${n} choices ${perfect === 1 ? "was" : "were"} perfect. ` +
    `The ${n - perfect === 1 ? "other" : "others"} cost ${by} rolls on average.`,
  noneLonger: "No perfect game takes longer than yours.",
  longer: (/** @type {string} */ share) => `${share} of all perfect games take longer than yours.`,
  allGames: "All games with this board, played perfectly",
  allGamesLabel: (/** @type {string} */ longer) => `The number of rolls in games with this board. ${longer}`.trim(),
  finishing: "When perfect games with this board finish",
  finishingColumns: ["roll", "finishes on this roll", "finished by this roll"],
  bar: (/** @type {number} */ first, /** @type {number} */ last, /** @type {string} */ share) =>
    first === last ? `roll ${first}: ${share}` : `rolls ${first} to ${last}: ${share}`,
  you: "you",
  youSoFar: "you, so far",
  workingOut: "Working out the chart of all games",
  noChart: (/** @type {string} */ reason) => `No chart of all games: ${reason}`,
  yourChoices: "What your choices cost",
  tapToReplay: "Tap a choice to see the board at that point.",
  perfect: "perfect",
  choice: (/** @type {number} */ roll, /** @type {string} */ value, /** @type {string} */ verdict) =>
    `Roll ${roll}, ${value}: ${verdict}. Review this choice.`,
  cost: (/** @type {string} */ by) => `cost ${by} rolls`,
  wasPerfect: (/** @type {number} */ roll, /** @type {string} */ value, /** @type {string} */ cells) =>
    `Roll ${roll}, ${value}: you marked ${cells}. That was perfect.`,
  wasSlower: (
    /** @type {number} */ roll,
    /** @type {string} */ value,
    /** @type {string} */ cells,
    /** @type {string} */ by,
    /** @type {string} */ faster,
  ) => `Roll ${roll}, ${value}: you marked ${cells}. That cost ${by} rolls. Faster: ${faster}.`,
  everyRoll: "Every roll, as a table",
  everyRollCaption: "Every roll of the game",
  rollColumns: ["number", "roll", "marked", "fastest", "rolls lost"],
  cardColumns: ["number", "roll", "token"],
  takenOff: "taken off",
  noneLeft: "none left",
  nothing: "nothing",
  sameAgain: "Same rolls again",
  changeMine: "Change my board",
  compareBoth: "Compare the two boards",

  // The settings of a game
  thisGame: "This game",
  dice: "Dice",
  rolledHere: "rolled here",
  realDice: "real dice, typed in",
  gameNumber: "Game number (the same number gives the same rolls)",
  newGame: "New game",
  surprise: "Surprise me",
  surpriseYou: "Surprise me: a random board for you",
  surpriseComputer: "Surprise me: a random board for the computer",
  badNumber: "A game number must be a whole number: 0, 1, 2, …",
  impossible: "That board has a cell that no roll can mark.",

  // Unreadable links
  link: {
    opponent: "The opponent",
    dice: "The kind of dice",
    number: "The game number",
    notANumber: "it must be 0, 1, 2, … A new game has been started.",
    guess: "The guess",
    notRolls: "it is not a number of rolls.",
    game: "The game",
    notAGame: "it is not a valid game. A new game has been started.",
  },

  // The visitor's games
  yourGames: "Your games",
  lastGames: "Your last games, in rolls",
  reset: "Reset",
  restore: "Restore",
  noGames: "No games yet with these rules and this opponent. Your results are stored on this device only.",
  games: (/** @type {number} */ n) => many(n, { one: "1 game", other: `${n} games` }),
  record: (/** @type {number} */ won, /** @type {number} */ tied, /** @type {number} */ lost) =>
    `won ${won}, tied ${tied}, lost ${lost}`,
  toBingo: (/** @type {string} */ amount) => `${amount} rolls per bingo`,
  effects: (/** @type {string} */ luck, /** @type {string} */ loss) =>
    `Average effect on a game: dice ${luck} rolls, your choices ${loss}.`,
  results: {
    lost: "lost",
    tied: "a tie",
    quick: "fewer than average",
    even: "the average",
    slow: "more than average",
  },
};
