"""The words of printed pages in English."""

from __future__ import annotations

from dicebingo.render.printing.words.texts import (
    CardWords,
    DiceWords,
    KeyWords,
    LessonWords,
    Notation,
    PlanWords,
    RulesWords,
    SheetWords,
    TallyWords,
)

NOTATION = Notation(comma=".", thousands=",", percent="{}%", and_="and", or_="or", or_before_o="or")

LESSON = LessonWords(
    notation=NOTATION,
    title="Dice Bingo: a lesson",
    day="{} {} {}",
    months="January February March April May June July August September October November December",
    marking={"one": "a roll marks one cell", "all": "a roll marks every matching cell"},
    round="Round",
    rolls="Rolls",
    roll="roll",
    real="real dice",
    seed="Seed of the program's dice",
    first="First",
    nobody="no one",
    columns={"name": "name", "board": "board", "bingo": "bingo on", "expected": "expected"}
    | {"lost": "lost", "luck": "luck", "chance": "chance", "share": "share"},
    ring="A ring of boards",
    beats=" beats ",
    largest="Largest share of the win in this class",
    exact="exact",
    simulated="simulated, {} games",
    newcomer="Best board found for a newcomer",
    fair="fair",
    score="Score: rounds won",
    teams="Score by team",
    pupil="pupil",
    team="team",
    legend=(
        "Expected: the average number of rolls with optimal play.",
        "Lost: the average number of rolls that the pupil's marks cost.",
        "Luck: the rolls that the dice saved or cost.",
        "Chance: the probability that this board has the first bingo in this class.",
        "Share: like the chance, but a bingo shared by k boards counts 1/k for each.",
    ),
)

SHEET = SheetWords(
    notation=NOTATION,
    cards=CardWords(title="Boards", blank="Blank boards", name="Name", rolls="Rolls", free="free"),
    dice=DiceWords(
        counts=("two", "three", "four", "five", "six", "seven", "eight", "nine"),
        one="Roll one die",
        one_sided="Roll one die with {sides} sides",
        add="Roll {count} dice and add them",
        add_sided="Roll {count} dice with {sides} sides and add them",
        multiply="Roll {count} dice and multiply them",
        multiply_sided="Roll {count} dice with {sides} sides and multiply them",
        mixed="Roll dice with {sides} sides and add them",
        other="Roll {dice}",
        values="a number from {first} to {last}",
        some_values="a number from {first} to {last} that the dice can give",
        listed_values="one of the numbers {values}",
        chance="{ways} of {total}, or {share}",
    ),
    rules=RulesWords(
        title="How to play",
        write="Write numbers",
        write_how="Write {values} in every cell. You may use a number as often as you like. Or play with a printed "
        "board.",
        write_free="Write {values} in every cell. Free cells count as marked. You may use a number as often as you "
        "like. Or play with a printed board.",
        roll="Roll and mark",
        roll_how="{roll}. Everyone uses the same roll. {mark} Nothing to mark? Wait for the next roll.",
        mark_all="Mark every cell that shows the number.",
        mark_one="Mark one cell that shows the number. If several cells do, choose one.",
        mark_any="Mark one cell that shows the number.",
        fill="Fill a line",
        fill_all="Mark them all",
        win_how="{win}. The first player with a bingo shouts “Bingo!” and wins. If two players have one on the "
        "same roll, both win. Count the rolls: the fewer, the better.",
        win_all="A board with all cells marked is a bingo",
        win_lines="A full {lines} is a bingo",
        win_cells="The shaded cells together are a bingo",
        lines={"row": "row", "column": "column", "diagonal": "diagonal"},
        rolled="You roll {value}.",
        winning="Ways to win",
        winning_one="This wins",
        more="Ways to win (and {count} more)",
    ),
    tally=TallyWords(
        title="Tally",
        heading="Tally of the rolls",
        how="{roll}. Write each roll in the row below, and tick the next free box for that number. The shaded boxes "
        "show the expected counts after **{rolls} rolls.**",
        number="number",
        chance="chance",
        ticks="ticks",
        asked="Which number came up most often? Which one does theory predict? What do you notice?",
    ),
    key=KeyWords(
        title="Answer key",
        teacher="for the teacher",
        about="The key shows the average number of rolls that each board takes with optimal play, as a decimal and, "
        "below it, exactly. The board with the smallest number is the strongest on this sheet (place 1).",
        mark_any="**What to mark:** cells with the same number are equally good, because all must be marked.",
        mark_order="**What to mark:** if a number is in several cells, the small figures show which cell to mark "
        "first: 1, then 2; cells with equal figures are equally good. Later, the best cell depends on the marks.",
        mark_cost="If you always follow this order, you need the extra rolls shown, on average.",
        rolls="{rolls} rolls",
        place="place {place} of {count}",
        place_among_all="place {place} of {count}; better than about {share} of all boards",
        no_choice="all numbers differ: there is no choice",
        cost="following the order costs {rolls} rolls",
        no_cost="following the order costs nothing",
    ),
    plan=PlanWords(
        title="Lesson plan",
        heading="Which numbers would you write?",
        minutes="45 minutes",
        aim="**Aim:** by playing, pupils find out {aims}.",
        aim_dice="that some rolls are likelier than others",
        aim_card="that a card with many different numbers, or with very few, is slow",
        aim_line="that a line of equal numbers is slow",
        aim_chance="how long a game of chance takes",
        prepare="**Prepare:** large dice that everyone can see, or the web page's dice on a screen. Each pupil needs "
        "a pen, one printed board and one blank board (copy the page of blank boards, and cut all boards out). Each "
        "pair needs a tally sheet. Hang up one rule sheet. Keep this plan with you.",
        prepare_key="You also need the answer key, which shows how fast each board is.",
        course=(
            "**The rules.** Read the rule sheet together. Play a few rolls on the blackboard, including one "
            "that matches two cells: which would you mark, and why?",
            "**Your own board.** Everyone writes numbers on a blank board, without advice. You roll, everyone marks, "
            "and one pupil per pair keeps the tally. Continue until half the class has a bingo; note how many "
            "rolls each pupil needed.",
            "**The dice.** Add up the tallies on the blackboard, and compare them with the shaded boxes. Discuss "
            "questions 1 and 2.",
            "**A random board.** Hand out the printed boards. First, everyone guesses: is my board in the faster half? "
            "Play two or three games on the same rolls, and write down how many rolls your board took.",
            "**The answer.** Which boards were fast? Who guessed right? What do the fast boards have in common? "
            "Discuss the other questions.",
            "**Next time.** Everyone fills in another board. Collect the boards and type them into the web page, which "
            "shows how fast each one is.",
        ),
        questions="Questions and answers",
        often="**Which number is rolled most often, and why?** {answer}",
        often_equal="All are equally likely: {chance}.",
        often_two_dice=" (1+6, 2+5, 3+4 and the other way round)",
        run="{first} to {last}",
        same="**Is a board with {value} in every cell a good one?** {verdict}",
        same_bad="No: it takes {rolls} rolls on average, because only {share} of the rolls help.",
        same_compare="Compare it with the other boards: it takes {rolls} rolls on average, because only {share} of the "
        "rolls help.",
        fastest="**How fast can a board be?** {answer}",
        fastest_known="The best of all {count} boards takes {rolls} rolls on average; it is drawn below.",
        fastest_here="The strongest printed board, number {number}, takes {rolls} rolls.",
        fastest_unknown="Try to find a board that is faster than today's fastest.",
        choice="**A roll matches two cells. Which one should you mark?** {answer}",
        choice_lines="Look at the lines through each cell: which line could be full first? It depends on the "
        "marks so far.",
        choice_all="Every matching cell: there is no choice in this game.",
        choice_card="Either one: all cells must be marked in the end.",
        slower="**Can a slower board beat a faster one more often than not?** Yes: on the same rolls, {slower} "
        "({slower_rolls} rolls) wins {share} of the games against {faster} ({faster_rolls} rolls).",
        sight="**What you will see.** On their first boards, pupils write lucky numbers, or one number everywhere.",
        sight_dice="After the tally, most pupils choose likely numbers.",
        sight_lines="Few see at once that different numbers in a line are better than equal ones, because more of "
        "the rolls help.",
        sight_chance="A single game is decided by chance: ask pupils to explain why the strongest board can lose.",
        best="the best board",
        notes="Notes",
    ),
)
