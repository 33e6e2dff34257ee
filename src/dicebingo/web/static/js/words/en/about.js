/** The strings for the *About* page. The page contains the same strings in English; a test compares the two. */

export const WORDS = {
  title: "About these pages",
  paper: {
    title: "The game and the paper",
    about:
      "The paper finds the best board, three boards that beat each other in a ring, and a position in which no fixed " +
      "plan is best. This command recomputes every number in the paper and writes a report:",
    game:
      "The game itself comes from the Julia Robinson Mathematics Festival. The authors have published their own " +
      "programs:",
    code: "The authors' repository",
    notebook: "Their notebook",
    page: "Their page",
    festival: "The festival",
  },
  cite: {
    title: "How to cite",
    about:
      "Please cite the paper. If you use numbers that only this program computes (ranks, duels, rings found by " +
      "search), please cite the program too, with its version.",
    copy: "Tap any number on these pages to see its exact fraction and to copy it as text or LaTeX.",
  },
  class: {
    title: "A class",
    about:
      "One game on many screens: you roll, the pupils mark their boards on their phones, and the projector shows " +
      "everything. Install the program on your computer and run this command:",
    then:
      "Your browser opens the page where you start the class. The class page shows the address and a QR code for the " +
      "phones.",
    print: "Play on paper instead",
  },
  docs: {
    title: "Documentation",
    server:
      "The documentation is in the program's “docs” folder: tutorials, the notation for boards, the rules, the theory " +
      "with proofs, the library and every command. This command builds it as a site:",
    site: "Tutorials, the notation for boards, the rules, the theory with proofs, the library and every command:",
    open: "Open the documentation",
  },
  api: {
    title: "API",
    server:
      "Other programs can ask the server the same questions as these pages: they post a question as JSON to " +
      "api/NAME and get exact numbers as fractions. The OpenAPI description lists all questions and answers.",
    description: "OpenAPI description",
    site:
      "This site has no server: your browser computes every number with the same program. If you install the program, " +
      "you also get a live class, exact ranks among all boards, boards of 25 cells, and a JSON API for other " +
      "programs.",
    docs: "About the server",
  },
};
