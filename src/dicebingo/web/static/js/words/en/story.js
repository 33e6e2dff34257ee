/** The English strings for the stories. Strings with variable parts are functions. */

import { listed, many } from "../../language.js";

/** @typedef {import("../../dom.js").Child} Child */

export const WORDS = {
  list: {
    title: "Stories",
    lead: "One story in seven chapters. Guess first, then see the answer.",
    start: "Start with chapter 1",
    resume: (/** @type {string} */ title) => `Continue: ${title}`,
    board: "Board",
    guessed: (/** @type {string} */ guess) => `You guessed: ${guess}.`,
    unknown: "There is no chapter with that name. Here are all chapters.",
  },
  end: {
    title: "Your guesses",
    score: (/** @type {number} */ right, /** @type {number} */ made) => `You were right ${right} out of ${made} times.`,
    none: "You have not made a guess yet.",
    about: "Wrong guesses are part of the story: most people are wrong about the race, the ring and the class.",
    yours: "Your guess",
    answer: "The answer",
    right: "right",
    open: "Not guessed yet",
    again: "Forget my guesses",
    next: "What next? Make a board of your own, or play.",
    make: "Make a board",
    play: "Play",
  },
  telling: {
    chapter: (/** @type {number} */ number, /** @type {number} */ all) => `Chapter ${number} of ${all}`,
    steps: "Steps",
    step: (/** @type {number} */ step, /** @type {number} */ all) => `Step ${step} of ${all}`,
    back: "Back",
    show: "Show me",
    why: "Why?",
    next: "Next chapter",
    end: "Your guesses",
    first: "Make a guess first.",
    again: "Guess again",
    all: "All chapters",
    answer: "The answer",
    yours: (/** @type {Child} */ guess, /** @type {string} */ reply) => ["Your guess: ", guess, `. ${reply}`],
    compare: "Try it in Compare",
    design: "Continue in Make a board",
    duel: "Try it in Duel",
    badGuess: ["The guess", "is not one of the answers."],
    what: { step: "The step", seed: "The seed", dice: "The choice of dice" },
  },
  guess: {
    name: "Your guess",
    slide: "Move the slider",
  },
  parts: {
    board: (/** @type {string} */ name) => `Board ${name}`,
    rolls: (/** @type {Child} */ rolls) => [rolls, " rolls on average"],
    rollsOf: (/** @type {string} */ name) => `Rolls on average, ${name}`,
    boardRolls: (/** @type {string} */ name) => `Rolls on average, board ${name}`,
    bar: (/** @type {string} */ rolls) => `${rolls} rolls`,
    alone: (/** @type {string} */ name) => `${name} alone`,
    yourBoard: "Your board",
    unit: "rolls on average",
  },
  odds: {
    pair: (/** @type {Child} */ win, /** @type {Child} */ lose) => [win, " to ", lose],
    tied: (/** @type {Child} */ win, /** @type {Child} */ lose, /** @type {Child} */ tie) => [
      win,
      " to ",
      lose,
      " (the other ",
      tie,
      " are ties)",
    ],
    name: (/** @type {string} */ first, /** @type {string} */ second, /** @type {string} */ what) =>
      `${first} against ${second}: ${what}`,
    wins: (/** @type {string} */ name) => `${name} wins`,
    tie: "Tie",
    beats: (/** @type {string} */ winner, /** @type {string} */ loser) => `${winner} beats ${loser}:`,
    rounded: "Rounded numbers, computed from each board’s chances of finishing on each roll.",
  },
  dice: {
    legend: "The dice",
    same: "the same for both",
    own: "each has its own",
  },
  games: {
    stop: "Stop",
    resume: "Continue",
    again: (/** @type {string} */ what) => `${what} again`,
    simulated: (/** @type {string} */ what) => `Simulated: ${what}.`,
    theory: (/** @type {string} */ what, /** @type {string} */ expected, /** @type {string} */ often) =>
      `Simulated: ${what}. Theory predicts ${expected}; chance alone often shifts the result by up to ${often}.`,
    races: (/** @type {string} */ races) => `${races} races`,
    oneRace: "One race",
    name: "Races",
    won: (/** @type {string} */ wins, /** @type {string} */ happened, /** @type {string} */ all) =>
      `${wins} ${happened} of ${all} races`,
    bingo: (/** @type {string[]} */ who, /** @type {number} */ rolls) =>
      many(rolls, {
        one: `${listed(who)}: bingo after 1 roll.`,
        other: `${listed(who)}: bingo after ${rolls} rolls.`,
      }),
    piles: (/** @type {string} */ endings) =>
      `A dot for each game: ${endings}; the dashed lines show what theory predicts`,
    theoryRow: "Theory (dashed line)",
    simulatedRow: "Simulated",
  },
  sums: {
    kind: (/** @type {string} */ name, /** @type {number} */ ways, /** @type {number} */ total) =>
      `${name}: ${ways} of ${total} throws`,
  },
  draw: {
    name: "Random boards",
    button: (/** @type {number} */ boards) => `Draw ${boards} boards`,
    empty: "Random boards will appear here.",
    fastest: "The fastest so far",
    fastestIs: (/** @type {string} */ rolls) => `The fastest so far: ${rolls} rolls on average.`,
    axis: "rolls on average",
    label: (/** @type {string} */ name, /** @type {string} */ rolls) =>
      `Each dot is a board at its average number of rolls; the line marks the average of ${name}, ${rolls}`,
    faster: (/** @type {number} */ won, /** @type {number} */ all, /** @type {string} */ name) =>
      `${won} of ${all} boards are faster than ${name}`,
  },
  two: {
    ahead: "A wins more often:",
    reveal: (/** @type {Child[]} */ odds, /** @type {Child} */ a, /** @type {Child} */ b) => [
      ...odds,
      ". And yet A needs ",
      a,
      " rolls on average, and B only ",
      b,
      ".",
    ],
    gone: "The surprise is gone.",
    turned: (/** @type {Child[]} */ odds) => ["Now B wins more often: ", ...odds, "."],
  },

  sevens: {
    title: "Nine sevens",
    teaser: "Seven is the likeliest sum. Is a board full of sevens a good board?",
    headings: ["The likeliest number", "Almost every board is faster", "Why? Most rolls are wasted"],
    question: "Take 100 random boards with numbers from 2 to 12. How many of them are faster than nine sevens?",
    unit: (/** @type {string} */ guess) => `${guess} of 100 are faster`,
    right: "Right: a mix of good numbers is better than a single number.",
    wrong: "Sevens do come up more often than any other sum. But that does not make a board of sevens fast.",
    answer: "Almost all of them.",
    name: "nine sevens",
    begin: [
      "A pupil writes a 7 in every cell: of the 36 ways two dice can fall, six add up to 7, more than to any other number.",
    ],
    throws: "All throws of two dice, by their sum",
    makes: ["makes 7", "makes another sum"],
    about: (/** @type {number} */ about) => `About ${about} of 100 boards are faster.`,
    slower: (/** @type {string} */ all, /** @type {Child} */ slower) => [
      `Of all ${all} boards, only `,
      slower,
      " are slower.",
    ],
    slowerName: "Boards slower than nine sevens",
    scale: (/** @type {number} */ guess, /** @type {number} */ answer) =>
      `You guessed ${guess}; the answer is ${answer} out of 100`,
    you: "you",
    need: (/** @type {Child} */ rolls) => [
      "Nine sevens need ",
      rolls,
      " rolls on average. Only sevens help, and a 7 comes up once in six rolls: 6 rolls for the first, 6 for the " +
        "second, 6 for the third.",
    ],
    wasted: "With nine sevens, 30 of the 36 throws are wasted. Five rolls out of six do nothing at all.",
    change: "Change some cells: tap a cell, then a number. Watch how many throws become useful.",
    helps: "Which throws help this board",
    useful: ["useful", "wasted"],
    below: "Can you get below 9 rolls on average? Below 7? The next chapter shows the best possible average.",
  },

  best: {
    title: "The best board",
    teaser: "Which nine numbers would you write, and where?",
    headings: ["Which numbers are good?", "A bit of everything", "Why? Every cell counts"],
    question: "Which of these boards is the fastest?",
    options: { a: "A: only 6, 7 and 8", b: "B: nine different numbers", c: "C: 4 to 10, with 7 and 8 twice" },
    replies: {
      a: "These numbers are the likeliest. But more than half of the throws do not help.",
      b: "Close: almost every throw helps. But 3 and 11 are rare, so lines with them take a long time to fill.",
      c: "Right: enough throws help, and no line takes too long to fill.",
    },
    answer: "Board C, with 4 to 10 and two numbers twice.",
    begin: ["Here are three ideas for a board, each in its fastest form. A faster board needs fewer rolls on average."],
    fastest: "C is the fastest:",
    reveal: (/** @type {Child} */ c, /** @type {Child} */ b, /** @type {Child} */ a) => [
      c,
      " rolls on average. B needs ",
      b,
      " and A needs ",
      a,
      ".",
    ],
    proven: (/** @type {string} */ all) => `Provably, none of the ${all} possible boards is faster than C.`,
    name: "the best board",
    change:
      "Change a cell of the best board: tap a cell, then a number. The board gets slower or, at best, stays " +
      "just as fast.",
    helps: "Which throws help this board",
    useful: ["useful", "wasted"],
    slower: (/** @type {Child} */ rolls) => [rolls, " rolls slower than the best"],
    slowerName: "Slower than the best board",
    equal: "as fast as the best",
    why:
      "With a third 7, fewer of the 36 throws would be useful, and a 2 or a 12 is rolled too rarely. Position matters too: " +
      "the centre is on four lines, a corner on three, and every other cell on two.",
  },

  slower: {
    title: "Two boards race",
    teaser: "Two boards, the same dice. One is faster on average. Which one wins?",
    headings: ["Who wins the race?", "The slower board wins", "Why? The dice are shared"],
    question: "Who wins more of the races?",
    options: { a: "Board A", b: "Board B", even: "Both win equally often" },
    replies: {
      a: "Right: averages do not decide a race.",
      b: "The averages suggest that. But a race is not about averages.",
      even: "It is close, but not even: watch the dots.",
    },
    answer: "Board A, the slower one.",
    name: (/** @type {string} */ letter) => `Board ${letter}`,
    rollsOf: (/** @type {string} */ letter) => `Rolls on average, board ${letter}`,
    begin: (/** @type {Child} */ a, /** @type {Child} */ b) => [
      "Alone, board B is faster: ",
      b,
      " rolls on average, against ",
      a,
      " for A. Now they race with the same dice, and the first bingo wins.",
    ],
    race: "See for yourself: let them race. Each dot is one race.",
    own: "Now give each board its own dice: is A still ahead?",
    shared:
      "The boards share the dice. At first, a 6 or 7 helps both boards, a 9 helps only A, and no roll helps only B.",
    helps: "Which board each throw helps at the start",
    helped: { both: "both", a: "only A", b: "only B", none: "neither" },
    why:
      "Sometimes A waits a very long time for its nines, and that spoils its average. But a race lost by twenty " +
      "rolls counts no more than a race lost by one.",
  },

  ring: {
    title: "Three boards",
    teaser: "C beats D, and D beats E. Then who wins, C or E?",
    headings: ["Which board is best?", "Round and round", "Why? The dice are shared again"],
    question: "And C against E: who wins more often?",
    options: { c: "C", e: "E", even: "Both win equally often" },
    replies: {
      c: "That would be true of speeds, weights or heights, but not of these boards.",
      e: "You saw it coming.",
      even: "Not quite: one of them is clearly ahead.",
    },
    answer: "E: the three boards form a ring.",
    begin: "Three boards race in pairs. In each race, both boards use the same dice.",
    none: "None of these three boards is best, just as in rock, paper, scissors.",
    choose: "Choose a board. The computer chooses after you.",
    takes: (/** @type {string} */ other) => `The computer takes ${other}.`,
    beats: (/** @type {string} */ other, /** @type {string} */ yours) => `${other} beats ${yours}.`,
    isRing: "A ring: each board beats the next.",
    noRing: (/** @type {string} */ best, /** @type {string[]} */ others) => `No ring: ${best} beats ${listed(others)}.`,
    who: "Which boards race?",
    pair: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other}`,
    ask: "Does the ring come from the boards or from the dice? Give each board its own dice and see.",
    why:
      "With shared dice, it matters which rolls help one board and not the other. With separate dice, only " +
      "speed counts, and these three boards can be ranked. The shared dice make the ring.",
    what: { board: "Your board", race: "The race" },
  },

  mixed: {
    title: "Two sixes",
    teaser: "You can mark one of two sixes, and the computer knows your plan. Which plan is best?",
    headings: [
      "The computer knows your plan",
      "Every plan but one has a weakness",
      "How often should you choose each?",
    ],
    question: "The computer will know your plan. Which plan is best?",
    options: {
      first: "Always top right",
      second: "Always bottom left",
      mix: "Sometimes one, sometimes the other",
    },
    replies: {
      first: "A sound move as long as it stays secret. An opponent who knows it can counter it.",
      second: "A sound move as long as it stays secret. An opponent who knows it can counter it.",
      mix: "Yes: your opponent cannot use what you do not know yourself.",
    },
    answer: "Let chance decide, as with a coin toss.",
    you: "You",
    computer: "Computer",
    begin: (/** @type {number} */ roll) => `The dice show ${roll}. You and the computer each mark one of two sixes.`,
    rock: "Not sure? Try rock, paper, scissors first",
    tryPlans: "The computer knows your plan, but not how a die will fall.",
    chance: "Let chance decide.",
    fixed: (/** @type {string} */ cell, /** @type {Child} */ wins) => [
      `If you always mark ${cell} and the computer knows it, it wins `,
      wins,
      " of the games.",
    ],
    mixing: (
      /** @type {string[]} */ [first, second],
      /** @type {Child[]} */ [often, seldom],
      /** @type {Child} */ wins,
    ) => [
      `Let chance choose ${first} in `,
      often,
      ` and ${second} in `,
      seldom,
      " of the games: the computer wins only ",
      wins,
      ".",
    ],
    computerWins: "The computer wins",
    computerWinsBy: (/** @type {string} */ plan) => `The computer wins: ${plan}`,
    youMark: (/** @type {string} */ cell) => `You mark ${cell}`,
    itMarks: (/** @type {string} */ cell) => `The computer marks ${cell}`,
    plans: (/** @type {string[]} */ [first, second]) => [`always ${first}`, `always ${second}`, "let chance decide"],
    play: (/** @type {string} */ games) => `Play ${games} games with each plan`,
    played: (/** @type {string} */ games, /** @type {string} */ often) =>
      `Simulated: ${games} games with each plan. Chance alone often shifts a result by up to ${often} points.`,
    marks: (/** @type {string} */ cell) => `the computer marks ${cell}`,
    results: (/** @type {Child} */ theory, /** @type {Child} */ played) => [
      "In theory, the computer wins ",
      theory,
      " (dashed line). Simulated: ",
      played,
    ],
    indifferent: "both of the computer’s sixes are equally good",
    zoom: (/** @type {string} */ low, /** @type {string} */ high) =>
      `How often the computer wins, from ${low} to ${high}: the dot shows the simulated games, and the dashed line shows theory`,
    after:
      "After this roll, both players play as fast as they can. The plans differ so little that it takes many games " +
      "to show the difference.",
    move: "How often should you mark each six? Move the slider until the computer wins as rarely as possible.",
    lines:
      "Each line shows one of the computer's replies. The computer knows your mix and picks the higher line. Where the " +
      "lines cross, both replies are equally good, and knowing your mix does not help.",
    cross: (/** @type {Child} */ often, /** @type {string} */ cell, /** @type {Child} */ wins) => [
      "The lines cross at ",
      often,
      ` for ${cell}. The computer wins `,
      wins,
      " there and more often everywhere else.",
    ],
    its: (/** @type {Child[]} */ [one, other], /** @type {string[]} */ [first, second]) => [
      "The computer needs a mix too: ",
      one,
      ` ${first} and `,
      other,
      ` ${second}. With these two mixes, neither of you gains by changing. This is called a Nash equilibrium.`,
    ],
    mix: "The mix",
    yourMix: "Your mix",
    valley: (/** @type {string[]} */ replies) =>
      `How often the computer wins for each mix: one line for each of its replies, ${listed(replies)}`,
    often: "How often the computer wins",
    slider: (/** @type {string} */ cell) => `How often you mark ${cell}, out of 100`,
    now: (
      /** @type {number} */ times,
      /** @type {string[]} */ [first, second],
      /** @type {string} */ reply,
      /** @type {Child} */ wins,
    ) => [
      `You mark ${first} ${times} times in 100, otherwise ${second}. The computer marks ${reply} and wins `,
      wins,
      ".",
    ],
    nowShort: (/** @type {number} */ times, /** @type {string} */ wins) => `${times} of 100: the computer wins ${wins}`,
  },

  rock: {
    name: "Rock, paper, scissors",
    plan: "Your plan",
    plans: { rock: "always rock", paper: "always paper", scissors: "always scissors", die: "roll a die" },
    play: (/** @type {number} */ rounds) => `Play ${rounds} rounds`,
    endings: ["You win", "Tie", "Computer wins"],
    played: (/** @type {number} */ won, /** @type {number} */ lost, /** @type {number} */ tied) =>
      `Simulated: you won ${won}, lost ${lost}, and ${tied} were ties.`,
  },

  crowd: {
    title: "A class of thirty",
    teaser: "You are one of thirty players, and the other 29 all copy the best board. Which board should you choose?",
    headings: ["Everyone copies the best board", "Be different", "Why? Winners share"],
    question: "Which board wins most often for you?",
    options: { best: "The best board", other: "The board with 3 and 11", sevens: "Nine sevens" },
    replies: {
      best: "It is the fastest board. But 29 others have it too, so you win together or not at all.",
      other: "Right: being different counts for more than being fast.",
      sevens: "Being different is a good idea. But nine sevens are too slow even for that.",
    },
    answer: "The board with 3 and 11: it is different.",
    boards: { best: "The best board", other: "With 3 and 11", sevens: "Nine sevens" },
    alone: (/** @type {Child} */ rolls) => [rolls, " rolls on average when played alone"],
    begin: [
      "You play in a class of 30, all with the same dice. The first bingo wins, and players who bingo on the same " +
        "roll share the win. The other 29 copy the best board.",
    ],
    exchanged: "Some of the others swap 6 and 8, 5 and 9, or 4 and 10. Their boards are just as fast.",
    wins: "The board with 3 and 11 wins",
    shares: (
      /** @type {Child} */ other,
      /** @type {string} */ fair,
      /** @type {Child} */ best,
      /** @type {Child} */ sevens,
    ) => [
      other,
      ` of the games. A fair share would be ${fair}. The best board wins `,
      best,
      ", and nine sevens win ",
      sevens,
      ".",
    ],
    share: {
      other: "Share of the win, the board with 3 and 11",
      best: "Share of the win, the best board",
      sevens: "Share of the win, nine sevens",
      yours: "Your share of the win",
    },
    together:
      "Played alone, the board with 3 and 11 is slower. But when it wins, it usually wins alone. The copies of the " +
      "best board win together.",
    dots: (/** @type {number} */ games, /** @type {number} */ won, /** @type {number} */ fair) =>
      `Of ${games} games you win ${won}; a fair share would be ${fair}`,
    times: (/** @type {string} */ won, /** @type {string} */ games, /** @type {string} */ times) =>
      `${won} of ${games} games, ${times} times the fair share`,
    fairly: (/** @type {string} */ won, /** @type {string} */ games) =>
      `${won} of ${games} games, about the fair share`,
    youWin: (/** @type {Child} */ share, /** @type {string} */ said) => ["You win ", share, `: ${said}.`],
    simulated: (/** @type {string} */ low, /** @type {string} */ high) =>
      `Simulated: with 95% confidence between ${low} and ${high}.`,
    exact: "These numbers are exact.",
    takes: (/** @type {string} */ rolls, /** @type {string} */ note) =>
      `A game takes ${rolls} rolls on average. ${note}`,
    players: (/** @type {number} */ players) => `${players} players`,
    many: "Number of players",
    write: "The other players’ boards",
    others: {
      copies: "the best board",
      distinct: "nine different numbers",
      sensible: "4 to 10, with two repeats",
      uniform: "anything at all",
    },
    server: "You have more choices if this page comes from a server, which can simulate the games.",
    lucky:
      "In a race with many players, someone is always lucky. You win only if you are lucky when the others are " +
      "not.",
    better: "Can you do better? Tap a cell, then a number.",
    what: { players: "The number of players" },
  },

  tokens: {
    title: "Two cards race",
    teaser: "Fifteen tokens on each card. One card is three rolls faster. Which one wins?",
    headings: ["Which card is empty first?", "Three rolls slower, but ahead", "Why? The last pile decides"],
    question: "Who wins more of the races?",
    options: { a: "Card A", b: "Card B", even: "Both win equally often" },
    replies: {
      a: "Good guess: averages do not decide races.",
      b: "Three rolls is a lot. But a race is not about averages.",
      even: "It is close, but not even: watch the dots.",
    },
    answer: "Card A, the slower one.",
    name: (/** @type {string} */ letter) => `Card ${letter}`,
    rollsOf: (/** @type {string} */ letter) => `Rolls on average, card ${letter}`,
    begin: (/** @type {Child} */ a, /** @type {Child} */ b) => [
      "Each roll takes one token off the number rolled. Alone, card B is empty after ",
      b,
      " rolls on average, and card A after ",
      a,
      ". Now they race with the same dice: the first empty card wins.",
    ],
    race: "It is proven that no other card of 15 tokens beats A. See for yourself: let A and B race.",
    own: "Now give each card its own dice: is A still ahead?",
    larger: "For each number, take the larger of the two piles, and watch which of these piles is cleared last:",
    largerName: "For each number, the larger of the two piles",
    last: (/** @type {Child} */ a, /** @type {Child} */ b) => [
      "In ",
      a,
      " of the races it is 6 or 8, where B has more tokens: A is already empty and wins. In ",
      b,
      " it is 3 or 11, where A has more tokens: B wins. If it is any other number, both cards finish together.",
    ],
    lastNames: ["6 or 8 is cleared last", "3 or 11 is cleared last"],
    why:
      "Waiting for a 3 or an 11 takes a very long time, and that spoils A’s average. But a race lost by thirty rolls " +
      "counts no more than a race lost by one.",
  },
};
