"""Every named variant: values match hand computations and a reference implementation, and every command works."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.exact import decimal
from dicebingo.model.board import Board, Position
from dicebingo.model.layout import Layout, mask_of
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.model.variants import VARIANTS, Variant, find_rules, rules
from dicebingo.solo.mdp import optimal_play
from tests.commands import run
from tests.twins.solo import DICE, FREE, LINES, make_game, size_of

by_name = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
LARGEST = {"5x5", "full-5x5"}
"""Variants whose boards take seconds to solve."""
marked_slow = pytest.mark.parametrize(
    "variant",
    [pytest.param(v, id=v.name, marks=[pytest.mark.slow] if v.name in LARGEST else []) for v in VARIANTS],
)

# Boards with one value in every cell: the value, how many rolls of it a win takes, and the probability of such a roll.
BY_HAND = {
    "classic": (7, 3, Fraction(1, 6)),
    "4x4": (7, 4, Fraction(1, 6)),
    "5x5": (7, 5, Fraction(1, 6)),
    "5x5-free": (7, 4, Fraction(1, 6)),
    "blackout": (7, 9, Fraction(1, 6)),
    "corners": (2, 4, Fraction(1, 36)),
    "cross": (12, 5, Fraction(1, 36)),
    "knuth": (3, 2, Fraction(1, 6)),
    "3d6": (10, 3, Fraction(27, 216)),
    "product": (12, 3, Fraction(4, 36)),  # 12 is 2·6 or 3·4, in both orders
    "d10+d20": (15, 4, Fraction(10, 200)),
    "knock-em-down": (7, 12, Fraction(1, 6)),
    "ten-numbers": (7, 10, Fraction(1, 6)),
    "full-5x5": (7, 25, Fraction(1, 6)),
    "chance-bingo": (21, 10, Fraction(20, 400)),
    "teaser-2846": (5, 5, Fraction(12, 36)),  # 5 is 2 + 3, in both orders
    "mark-all": (7, 1, Fraction(1, 6)),
}


def position_of(variant: Variant, values: list[int | None], marked: frozenset[int] = frozenset()) -> Position:
    return Position(Board(tuple(values), variant.rules), mask_of(marked))


@marked_slow
def test_boards_with_one_value_everywhere_match_a_hand_computation(variant: Variant) -> None:
    value, times, chance = BY_HAND[variant.name]
    layout = variant.rules.layout
    values = [None if layout.free >> cell & 1 else value for cell in range(layout.size)]
    exact = layout.size <= 16
    found = optimal_play(position_of(variant, values), exact=exact).expected_rolls
    if exact:
        assert str(found) == str(times / chance)
    else:
        assert float(found) == pytest.approx(float(times / chance), rel=1e-12)


@by_name
@pytest.mark.slow
def test_random_boards_match_the_reference_implementation(variant: Variant) -> None:
    layout, dice = variant.layout, variant.dice
    size, free = size_of(layout), frozenset(FREE.get(layout, ()))
    assert variant.rules.layout.size == size

    @settings(max_examples=4)
    @given(st.data())
    def compare(data: st.DataObject) -> None:
        chances = DICE[dice]
        values = [None if cell in free else data.draw(st.sampled_from(sorted(chances))) for cell in range(size)]
        game = make_game(layout, dice, values, marks_all=variant.rules.marking == "all")
        # For large boards, use positions with nine unmarked cells.
        open_cells = data.draw(st.permutations([cell for cell in range(size) if cell not in free]))[:9]
        marked = frozenset(range(size)) - free - frozenset(open_cells)
        position = position_of(variant, values, marked)
        assert str(optimal_play(position).expected_rolls) == str(game.value(marked))

    compare()


def test_every_variant_is_covered() -> None:
    assert BY_HAND.keys() == {variant.name for variant in VARIANTS}
    wanted = (
        "classic 4x4 5x5 5x5-free blackout corners cross knuth 3d6 product d10+d20 knock-em-down ten-numbers full-5x5 "
        "chance-bingo teaser-2846 mark-all"
    )
    assert wanted.split() == [variant.name for variant in VARIANTS]
    assert all(variant.about.endswith(".") for variant in VARIANTS)


@pytest.mark.slow
def test_a_whole_4x4_board_matches_an_independent_recursion() -> None:
    """Compute V in plain floats, with dictionaries and with winning lines listed by hand.

    The float agrees with the exact fraction except in its last digits.
    """
    board = [8, 6, 7, 5, 9, 7, 8, 6, 10, 4, 7, 8, 6, 9, 5, 7]
    chances = {value: float(chance) for value, chance in DICE["2d6"].items()}
    lines = [sum(1 << cell for cell in line) for line in LINES["4x4"]]
    cells = {value: [1 << c for c, v in enumerate(board) if v == value] for value in set(board)}
    rolls = [0.0] * (1 << 16)
    for s in range((1 << 16) - 1, -1, -1):
        if any(s & line == line for line in lines):
            continue
        after = {v: [rolls[s | bit] for bit in bits if not s & bit] for v, bits in cells.items()}
        hits = {v: min(found) for v, found in after.items() if found}
        rolls[s] = (1 + sum(chances[v] * least for v, least in hits.items())) / sum(chances[v] for v in hits)
    exact = optimal_play(board, rules="4x4").expected_rolls
    assert decimal(exact) == 10.005988706515973
    assert rolls[0] == pytest.approx(decimal(exact), rel=1e-13)
    assert 100 < len(str(exact)) < 200


# Sizes of symmetry groups, counted by hand


@pytest.mark.parametrize(
    ("layout", "order"),
    [
        ("3x3", 8),
        ("4x4", 32),  # the symmetries of the square, and exchanges of rows and columns that preserve the diagonals
        ("5x5", 32),
        ("5x5:free-centre", 32),
        ("3x3:rows", 6 * 6**3),
        ("3x3:rows+columns", 6 * 6 * 2),
        ("3x3:all", 362_880),
        ("3x3:corners", 24 * 120),
        ("2x2:rows", 8),
        ("2x2", 24),  # in this layout, every pair of cells is a line
        ("3x4", 6 * 24),
    ],
)
def test_symmetry_groups_have_the_orders_counted_by_hand(layout: str, order: int) -> None:
    assert symmetries(Layout.parse(layout)).order == order


# Every command gives an answer or a one-line error

SMALL = {
    "knuth": ("1 2 / 3 4", "2 4 / 5 6", 2),
    "corners": ("7 2 7 / 2 2 2 / 6 2 8", "6 2 6 / 2 2 2 / 7 2 7", 7),
    "product": ("6 12 6 / 4 12 8 / 6 10 12", "6 6 6 / 12 12 12 / 4 4 8", 6),
    "mark-all": ("7 6 7 / 8 7 6 / 5 7 9", "7 7 6 / 6 8 8 / 5 9 9", 7),
    "free.toml": ("7 6 5 / 8 F 6 / 9 10 8", "6 6 6 / 7 F 7 / 8 8 8", 6),
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "free.toml").write_text('layout = """\n###\n#F#\n###\n"""', encoding="utf-8")


def commands(first: str, second: str, roll: int) -> list[list[str]]:
    return [
        ["solve", first],
        ["advise", first, "--roll", str(roll)],
        ["improve", first, "--most", "1"],
        ["match", first, second],
        ["match", first, second, "--fast"],
        ["match", first, second, "--simulate", "50"],
        ["duel", first, second],
        ["nash", first, second, "--roll", str(roll)],
        ["exploit", first, second],
        ["tournament", first, second],
        ["rings", first, second],
        ["upsets", first, second],
        ["counter", first, "--values", str(roll)],
        ["search", "--values", str(roll)],
        ["search", "--restarts", "1", "--values", str(roll)],
    ]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
def test_every_command_works_with_every_variant(name: str) -> None:
    ranked = [["rank", SMALL[name][0]]] if name == "knuth" else []  # ranking a larger board takes a while
    for command in [*commands(*SMALL[name]), *ranked]:
        done = run(*command, "--rules", name, "--json")
        refused = done.code == 2 and done.out == "" and done.err.count("\n") == 1 and "mark" in done.err
        assert done.code == 0 or (name == "mark-all" and refused), (command, done)


LARGE = "8 6 7 5 9 7 8 6 10 4 7 8 6 9 5 7"
HUGE = " ".join(["8 6 7 5 9"] * 5)
REFUSED = [
    (["rank", LARGE, "--rules", "4x4"], "essentially different boards"),
    (["tournament", LARGE, LARGE, "--rules", "4x4"], "expected boards with at most 12 cells for many matches, got 16"),
    (["rings", LARGE, LARGE, "--rules", "d10+d20"], "expected boards with at most 12 cells for many matches, got 16"),
    (["counter", LARGE, "--rules", "4x4"], "expected boards with at most 12 cells for many matches, got 16"),
    (["match", HUGE, HUGE, "--rules", "5x5"], "expected at most 16 unmarked cells for an exact solution, got 25"),
    (["match", HUGE, HUGE, "--rules", "5x5", "--fast"], "expected at most 16 unmarked cells for an exact solution"),
    (["duel", HUGE, HUGE, "--rules", "5x5"], "needs more than 100,000 sets of marks"),
    (["search", "--rules", "5x5"], "expected boards with at most 20 cells for a search, got 25"),
    (["solve", " ".join(["7"] * 26), "--layout", "2x13"], "expected at most 25 unmarked cells for a float64 solution"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_games_that_are_too_large_get_a_one_line_error(arguments: list[str], message: str) -> None:
    assert message in run(*arguments).complaint()


def test_named_rules_have_descriptions() -> None:
    assert rules().variants is VARIANTS
    assert repr(rules()).startswith("<NamedRules: classic, 4x4, ")
    found = rules("Plus")
    assert (found.rules, found.about) == (find_rules("cross"), "The middle row and column must both be complete.")
    assert rules(Rules.of("3x3:.#./###/.#.", "2d6")).about == found.about
    assert rules(Rules.of("3x3", "d20")).about == ""
    assert repr(found) == "<RulesDescription of cross (3x3:.#./###/.#., 2d6)>"
    with pytest.raises(InputError, match="expected named rules, such as 'classic', got '3'"):
        rules(3)  # type: ignore[call-overload]
    with pytest.raises(InputError, match=r"expected named rules \(classic, 4x4, .*, got 'chess'"):
        rules("chess")


def test_named_rules_are_found_by_alias() -> None:
    assert find_rules("free-centre") == find_rules("5x5-free")
