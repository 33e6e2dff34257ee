"""Every claim states the set of boards it refers to."""

from __future__ import annotations

import re
from itertools import product

import pytest

from dicebingo.errors import InputError
from dicebingo.model.rules import Rules
from dicebingo.replies.arena import arena
from dicebingo.searches.space import Constraints, Space
from dicebingo.searches.universe import Universe, values_text
from tests.commands import run

SMALL = ("--layout", "2x3:rows", "--dice", "1d6")


def sentences(text: str) -> str:
    """Return the text on one line, without the drawing of the board."""
    return " ".join(re.sub(r"[│├└┌].*?[│┤┘┐](?= {2,})", "", text).split())


def test_the_universe_is_counted_and_described() -> None:
    rules = Rules.of("2x2:rows", "1d4")
    boards = list(product(range(1, 5), repeat=4))
    for count in range(1, 5):
        found = Universe.of_different(rules, count)
        assert found.boards == sum(len(set(board)) == count for board in boards)
        assert found.words.endswith(f"with exactly {count} different value{'s' * (count > 1)}")
    assert Universe.of_values(rules).words == Universe.of_values(rules, (1, 2, 3, 4)).words == "all 256 boards"
    assert Universe.of_values(rules, (3,)).words == "the only board with value 3"
    wanted = Constraints((1, 2, 3), (2,), ((0, 1),), True)
    words = Space.of(rules, wanted).universe.words
    assert words.endswith("boards with values 1 to 3, at least one 2, 1 in cell 0 and no value twice")
    assert values_text([2, 4, 5, 6, 9]) == "2, 4 to 6 and 9"


def test_a_board_with_a_value_that_is_not_allowed_is_rejected() -> None:
    boards = ("1 2 3 / 3 3 3", "1 3 2 / 2 2 2", "3 5 6 / 6 6 3")
    complaint = run("arena", *boards, *SMALL, "--values", "1..3").complaint()
    assert "expected boards with values 1 to 3, got 3 5 6 / 6 6 3" in complaint
    with pytest.raises(InputError, match="values 1 to 3"):
        arena(boards, rules=Rules.of("2x3:rows", "1d6"), values=(1, 2, 3))


@pytest.mark.parametrize(
    "command",
    [
        ("arena", "1 1 / 2 2", "--rules", "knuth", "--values", "1..3", "--restarts", "2"),
        ("counter", "1 2 / 3 4", "--rules", "knuth", "--values", "1..3"),
        ("search", "--rules", "knuth", "--values", "1..3"),
        ("search", "--rules", "knuth", "--values", "1..3", "--objective", "median"),
        ("rings", "--search", "--rules", "knuth", "--values", "1..3", "--restarts", "1"),
        ("upsets", "--search", "--rules", "knuth", "--values", "1..3", "--restarts", "1"),
    ],
)
def test_text_and_json_describe_the_universe(command: tuple[str, ...]) -> None:
    assert "all 81 boards with values 1 to 3" in sentences(run(*command).out)
    universe = run(*command, "--json").json()["universe"]
    assert (universe["words"], universe["boards"]) == ("all 81 boards with values 1 to 3", 81)
    assert universe["values"] == [1, 2, 3]


def test_proofs_and_ranks_describe_the_universe() -> None:
    part = run("prove", "--rules", "knuth", "--distinct-values", "3", "--json").json()["universe"]
    assert (part["boards"], part["distinct_values"]) == (20 * 36, 3)
    shown = run("prove", "--rules", "knuth", "--distinct-values", "3").out
    assert "of all 720 boards with exactly 3 different values, none is as fast" in sentences(shown)
