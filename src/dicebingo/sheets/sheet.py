"""``sheet`` prints everything that a class needs to play on paper: boards, rules, a tally sheet and the answer key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Annotated, Literal, TypeAlias
from unicodedata import category

from dicebingo.answer import Answer
from dicebingo.checked import Checked
from dicebingo.errors import InputError, TooLarge, Word, expect_type, flag, quote, shown, whole_number
from dicebingo.exact import Number, decimal
from dicebingo.json_form import Measured
from dicebingo.matches.shared_rolls import NamesLike
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import Position, PositionLike, RulesLike, as_positions, as_rules, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, Marking, MarkingLike, Rules, TokensLike
from dicebingo.model.variants import classic
from dicebingo.question import Doc, question
from dicebingo.running.randomness import shuffled
from dicebingo.running.run import Run, RunLike
from dicebingo.searches.ranking import rank
from dicebingo.sheets.choice import QUICK_CELLS, Strength, StrengthName, choose_boards, is_solved
from dicebingo.solo.evaluation import evaluate
from dicebingo.solo.mdp import EXACT_LIMIT, OptimalPlay, optimal_play
from dicebingo.solo.policy import Prefer

A_CLASS = 30
MAX_PRINTED = 100
LONGEST_NAME = 30
PER_PAGE = (6, 1, 2, 4, 9)
"""The allowed numbers of boards on a page; the first is the default."""
ON_A_PAGE = f"{', '.join(map(str, sorted(PER_PAGE)[:-1]))} or {max(PER_PAGE)} boards per page"


class SheetKind(Word):
    """The kind of sheet to print; ``ALL`` prints every kind."""

    __kind__ = "kind of sheet"
    ALL = "all"
    BOARDS = "boards"
    BLANK = "blank"
    RULES = "rules"
    TALLY = "tally"
    KEY = "key"
    PLAN = "plan"


SheetKindName: TypeAlias = Literal["all", "boards", "blank", "rules", "tally", "key", "plan"]


class SheetOrder(Word):
    """The order of the boards: at random, so that their numbers give nothing away, or strongest first."""

    __kind__ = "order"
    SHUFFLED = "shuffled"
    SORTED = "sorted"


SheetOrderName: TypeAlias = Literal["shuffled", "sorted"]


class Paper(Word):
    """The paper size."""

    __kind__ = "paper"
    A4 = "a4"
    LETTER = "letter"


PaperName: TypeAlias = Literal["a4", "letter"]


class Language(Word):
    """The language of the printed pages: English, German or Spanish."""

    __kind__ = "language"
    EN = "en"
    DE = "de"
    ES = "es"


LanguageName: TypeAlias = Literal["en", "de", "es"]


@dataclass(frozen=True, slots=True)
class Preference(Checked):
    """Cells that share a value, best first: the order in which to mark them on a roll at the start of the game.

    Equally good cells form a group.
    """

    value: int
    cells: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PrintedBoard(Checked):
    """A board on a sheet, and the facts about it that a teacher needs; a fact that was not computed is None.

    ``place`` is the board's rank on the sheet (1 is the strongest), ``percentile`` the approximate percentage of all
    boards that are worse, and ``loss`` the cost in rolls of following ``preferences`` for the whole game.
    """

    _json_keys_ = (
        "board=position.board marked=position.marked_cells number name expected_rolls place percentile preferences loss"
    )

    number: int
    name: str
    position: Position
    expected_rolls: Number | None = None
    place: int | None = None
    percentile: Measured | None = None
    preferences: tuple[Preference, ...] = ()
    loss: Number | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Sheet(Answer):
    """The sheets for a class; ``pdf()`` returns the document."""

    rules: Rules
    kind: SheetKind
    count: int
    strength: Strength
    order: SheetOrder
    seed: int
    per_page: int
    cut: bool
    paper: Paper
    language: Language
    boards: tuple[PrintedBoard, ...]

    def pdf(self) -> bytes:
        """Return the document. Equal sheets produce identical files, byte for byte."""
        return bytes(self._used("pdf.writer.sheet_pdf"))

    def __repr__(self) -> str:
        return f"<Sheet of {self.rules}: {self.kind}, {self.count} boards, {self.paper}>"


@question
def sheet(
    *boards: Annotated[
        PositionLike, Doc("Boards to print; by default, boards are drawn at random using the seed.", "[BOARD...]")
    ],
    count: Annotated[
        int | None,
        Doc("Number of boards (default: one for each given board or name; 30 if none are given).", "N", 1, MAX_PRINTED),
    ] = None,
    kind: Annotated[SheetKind | SheetKindName, Doc("Which part to print, or all parts.", "PART")] = "all",
    strength: Annotated[Strength | StrengthName, Doc("Strength of boards chosen by the program.", "WORD")] = "mixed",
    order: Annotated[
        SheetOrder | SheetOrderName, Doc("Order of the boards: shuffled or sorted (from strong to weak).")
    ] = "shuffled",
    seed: SeedLike = 1,
    names: NamesLike = None,
    per_page: Annotated[int, Doc("Boards per page: 1, 2, 4, 6 or 9.", "N", 1, 9)] = 6,
    cut: Annotated[bool, Doc("Draw lines to cut along.")] = True,
    paper: Annotated[Paper | PaperName, Doc("Paper size.")] = "a4",
    language: Annotated[Language | LanguageName, Doc("Language of the printed pages.")] = "en",
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Sheet:
    """Make printable sheets for a class: boards, rules, tally sheet, answer key, lesson plan.

    If you give boards, they are printed in the given order, and repeated if ``count`` is larger than their number.
    Otherwise, the program chooses boards, no two of which are equal up to a symmetry of the layout.

    >>> kit = sheet(count=3, seed=4, order="sorted")
    >>> for board in kit.boards:
    ...     print(board.number, board.position, f"{float(board.expected_rolls):.2f}")
    1 6 5 8 / 9 7 9 / 10 9 6 7.01
    2 4 10 8 / 7 5 3 / 8 10 10 8.43
    3 12 6 5 / 5 10 2 / 6 2 5 13.06
    """
    cut = flag(cut)
    rules = changed_rules(rules, layout, dice, marking, tokens)
    given = as_positions(boards, rules)
    known = given[0].rules if given else as_rules(rules)
    called = _names(names)
    number = whole_number(
        (len(given) or len(called) or A_CLASS) if count is None else count, "{} to {} boards", 1, MAX_PRINTED
    )
    if len(given) > number:
        raise InputError(f"expected a count of at least {len(given)}, the number of boards given, got {number}")
    if len(called) > number:
        raise InputError(f"expected no more names than boards ({number}), got {len(called)}")
    if whole_number(per_page, ON_A_PAGE) not in PER_PAGE:
        raise InputError(f"expected {ON_A_PAGE}, got {shown(per_page)}")
    empty = Sheet(
        known,
        SheetKind.parse(kind),
        number,
        Strength.parse(strength),
        SheetOrder.parse(order),
        whole_number(seed, "a seed"),
        per_page,
        bool(cut),
        Paper.parse(paper),
        Language.parse(language),
        (),
    )
    if empty.kind not in (SheetKind.ALL, SheetKind.BOARDS, SheetKind.KEY):
        if given or called:
            raise InputError(f"A sheet of kind {empty.kind} has no boards; omit boards and names.")
        return empty
    return replace(empty, boards=_printed(empty, given, called, Run.of(run)))


def _names(names: NamesLike) -> list[str]:
    """Return the names without surrounding spaces. For an empty name, the sheet has a line to write on."""
    names = () if names is None else names
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise InputError(f"expected a list of names, got {shown(names)}")
    found: list[str] = []
    for name in names:
        expect_type(name, str)
        if len(name) > LONGEST_NAME:
            raise InputError(f"expected names of at most {LONGEST_NAME} characters, got {shown(name)}")
        if any(category(character)[0] == "C" for character in name):
            raise InputError(f"expected names without control characters, got {quote(name)}")
        found.append(name.strip())
    return found


def _printed(asked: Sheet, given: list[Position], names: list[str], run: Run) -> tuple[PrintedBoard, ...]:
    """Return the numbered boards of a sheet, with their names and the facts about each."""
    known = is_solved(asked.rules)
    if not known and (asked.kind is SheetKind.KEY or asked.order is SheetOrder.SORTED):
        what = "the answer key" if asked.kind is SheetKind.KEY else "sorted boards"
        cells = len(asked.rules.layout.open_cells)
        raise TooLarge(
            f"expected boards with at most {EXACT_LIMIT} open cells for {what}, got {cells}",
            "cells",
            most=EXACT_LIMIT,
            got=cells,
        )
    if given:
        positions = [given[i % len(given)] for i in range(asked.count)]
    else:
        chosen = choose_boards(asked.rules, asked.count, asked.strength, asked.seed, run)
        positions = [Position(board) for board in shuffled(chosen, asked.seed)]
    with run.stage("solving boards", len(positions)) as step:
        found = []
        for position in positions:
            found.append(_studied(position) if known else PrintedBoard(0, "", position))
            step()
    if asked.order is SheetOrder.SORTED and not given:
        found.sort(key=_rolls)
    values = sorted(map(_rolls, found))
    names += [""] * (len(found) - len(names))
    return tuple(
        replace(board, number=number, name=name, place=1 + values.index(_rolls(board)) if known else None)
        for number, (board, name) in enumerate(zip(found, names, strict=True), start=1)
    )


def _rolls(board: PrintedBoard) -> Number:
    """Return the expected number of rolls, or 0 if it is not known."""
    return 0.0 if board.expected_rolls is None else board.expected_rolls


def _studied(position: Position) -> PrintedBoard:
    """Solve a board, and return it with the facts that a teacher needs."""
    play = optimal_play(position)
    preferences = _preferences(play)
    loss = None
    if preferences and len(position.unmarked_cells) <= QUICK_CELLS:
        order = [cell for preference in preferences for equal in preference.cells for cell in equal]
        loss = evaluate(position, policy=Prefer(tuple(order))).loss()
    ranked = position.rules == classic() and not position.marked
    percentile = decimal(rank(position, approximate=True).percentile) if ranked else None
    return PrintedBoard(0, "", position, play.expected_rolls, None, percentile, preferences, loss)


def _preferences(play: OptimalPlay) -> tuple[Preference, ...]:
    """Return the order in which to mark cells that share a value, best first, for a roll at the start."""
    rules = play.position.rules
    if rules.marking is Marking.ALL or rules.is_full_card or play.position.is_bingo:
        return ()
    found = []
    for value in play.hits():
        candidates = play.candidates(value)
        if len(candidates) > 1:
            groups = groupby(candidates, key=lambda candidate: candidate.expected_rolls)
            found.append(Preference(value, tuple(tuple(c.cell for c in equal) for _, equal in groups)))
    return tuple(found)
