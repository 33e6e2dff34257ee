/** The strings for Home. The page contains the same strings in English; a test compares the two. */

export const WORDS = {
  lead: "A board, two dice and one question: which numbers would you write?",
  write: {
    title: "Write numbers",
    about: "Write a number from 2 to 12 in each cell. You can use a number as often as you like.",
    picture: "A three-by-three board, half filled with numbers",
  },
  roll: {
    title: "Roll and mark",
    about: "Add the two dice and mark one cell that shows the sum. If several cells do, you choose.",
    picture: "Two dice show five and three: eight. One of the two eights is crossed out.",
  },
  line: {
    title: "Fill a line",
    about: "A full row, column or diagonal is a bingo. Fewer rolls are better.",
    picture: "A board whose diagonal is complete",
  },
  doors: {
    design: "Make a board",
    designAbout: "Write nine numbers and see how many rolls they take.",
    play: "Play",
    playAbout: "Alone, in as few rolls as you can, or against the computer.",
    story: "Stories",
    storyAbout: "Seven chapters. Guess first, then see.",
    class: "Class",
    classAbout: "For teachers: one game on many screens.",
  },
};
