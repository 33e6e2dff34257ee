"""Simple parsers, standing in for Gambit and Storm, read exported files back and find the same numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from dicebingo import advise, duel, match, nash, solve
from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import text
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules
from dicebingo.render.exports import gambit
from tests.commands import run
from tests.twins.duels import game_value

A, B = "9 6 7 / 7 9 6 / 6 7 9", "6 7 6 / 7 7 7 / 6 6 6"
STAGE = "7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"


def explicit(drn: str) -> list[tuple[int, set[str], list[dict[int, Fraction]]]]:
    """Return each state in a file: its reward, its labels, and the distribution of each action."""
    states: list[tuple[int, set[str], list[dict[int, Fraction]]]] = []
    for line in drn.partition("@model\n")[2].splitlines():
        if found := re.fullmatch(r"state \d+ \[(\d)\](.*)", line):
            states.append((int(found[1]), set(found[2].split()), []))
        elif line.startswith("\taction"):
            states[-1][2].append({})
        else:
            to, chance = line.split(" : ")
            states[-1][2][-1][int(to)] = Fraction(chance)
    return states


def least(drn: str, goal: str, *, chance: bool = False) -> Fraction:
    """Return the least expected reward until reaching ``goal`` or, with ``chance``, the probability of reaching it."""
    states = explicit(drn)
    assert all(sum(action.values()) == 1 for _, _, actions in states for action in actions)
    assert "init" in states[0][1]
    known: dict[int, Fraction] = {}

    def value(i: int) -> Fraction:
        reward, labels, actions = states[i]
        if i not in known:
            if goal in labels or all(set(action) == {i} for action in actions):
                known[i] = Fraction(chance and goal in labels)
            else:
                gain = Fraction(0 if chance else reward)
                known[i] = min(
                    (gain + sum((p * value(j) for j, p in action.items() if j != i), Fraction(0)))
                    / (1 - action.get(i, 0))
                    for action in actions
                )
        return known[i]

    return value(0)


@pytest.mark.parametrize(
    ("board", "rules"),
    [(B, None), ("*8 8 9 / 7 *6 10 / x 4 5", None), ("1 2 / 1 4", "knuth"), ("2 3 4 / 6 6 9 / 12 6 20", "product")],
)
def test_an_exported_board_has_the_same_value(board: str, rules: str | None) -> None:
    solution = solve(board, rules=rules)
    assert least(solution.export("drn"), "won") == Fraction(text(solution.expected_rolls))


def test_a_won_position_has_a_reward_that_storm_accepts() -> None:
    """Storm rejects a reward that is 0 in every state."""
    drn = solve("*1 *2 / 3 4", rules="knuth").export("drn")
    assert least(drn, "won") == 0
    assert sorted(reward for reward, _, _ in explicit(drn)) == [0, 1]


def test_an_exported_match_has_the_same_outcomes() -> None:
    result = match(A, B, fast=False)
    drn = result.export("drn")
    assert least(drn, "over") == Fraction(text(result.expected_length))
    assert least(drn, "first_0", chance=True) == Fraction(text(result.outcomes.first))
    assert least(drn, "first_1", chance=True) == Fraction(text(result.outcomes.second))


def test_an_exported_stage_game_has_the_same_payoffs() -> None:
    """The first player's choice varies fastest, and each entry contains both payoffs."""
    found = nash(*STAGE, 6)
    head, _, choices, comment, _, *payoffs = found.export("nfg").splitlines()
    assert head.startswith("NFG 1 R ")
    assert (choices, comment) == ('{ { "cell 2" "cell 6" } { "cell 0" "cell 8" } }', '""')
    numbers = [Fraction(number) for line in payoffs for number in line.split()]
    expected = [matrix[i][j] for j in (0, 1) for i in (0, 1) for matrix in (found.game.first, found.game.second)]
    assert numbers == [Fraction(text(number)) for number in expected]


class Tree:
    """An .efg file, solved by backward induction.

    After a roll, both players choose simultaneously, so every stage is a matrix game.
    """

    def __init__(self, efg: str) -> None:
        self.lines = efg.splitlines()[3:]
        self.at, self.stage = 0, 0
        self.sets, self.known = dict[tuple[str, str], int](), dict[tuple[int, str], str]()

    def value(self) -> Fraction:
        """Return the value for the first player from the next node."""
        line = self.lines[self.at]
        kind, _, player, *_ = line.split()
        self.at += 1
        if kind == "t":
            first, second = (Fraction(pay) for pay in re.findall(r"\{ (\S+), (\S+) \}", line)[0])
            assert first == -second
            return first
        told = line.partition("{")[2]
        if kind == "c":
            chances = [Fraction(chance) for chance in re.findall(r'" (\d+/\d+|1)', told)]
            assert sum(chances) == 1
            return sum((chance * self.value() for chance in chances), Fraction(0))
        self.at -= 1
        self.stage += 1
        return game_value(self.matrix(self.stage, int(player == "1")))

    def matrix(self, stage: int, first_chooses: int) -> list[list[Fraction]]:
        rows = self.choices(stage, "1") if first_chooses else 1
        return [[self.value() for _ in range(self.choices(stage, "2"))] for _ in range(rows)]

    def choices(self, stage: int, who: str) -> int:
        """Return how many choices a player has in a stage, and check that the stage is a separate information set."""
        kind, _, player, number, *_ = self.lines[self.at].split()
        if (kind, player) != ("p", who):
            return 1
        self.at += 1
        assert self.sets.setdefault((who, number), stage) == stage
        assert self.known.setdefault((stage, who), number) == number  # a player does not see the other player's mark
        return len(re.findall(r'"[^"]+"', self.lines[self.at - 1].partition("{")[2]))


def random_duels(count: int) -> Iterator[list[Position]]:
    source, rules = Random(5), Rules.of("2x2", "{1:1,2:3,5:2}")
    for _ in range(count):
        yield [Position(Board(tuple(source.choices((1, 2, 5), k=4)), rules)) for _ in range(2)]


def test_an_exported_duel_has_the_same_value() -> None:
    cards = [Position.parse(board, "knuth") for board in ("1 2 / 3 4", "2 4 / 5 6")]
    for boards in [cards, *random_duels(12)]:
        found = duel(*boards)
        tree = Tree(found.export("efg"))
        assert tree.value() == Fraction(text(found.value))
        assert tree.at == len(tree.lines)


def test_the_command_and_the_answer_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "board.prism"
    assert run("export", "prism", B, "--out", str(path)).err == f"wrote {path}\n"
    assert path.read_text(encoding="utf-8") == run("export", "prism", B).out == solve(B).export("prism")
    assert run("export", "nfg", *STAGE, "--roll", "6").out == nash(*STAGE, 6).export("nfg")
    assert run("export", "drn", A, B, "--json").json() == {
        "form": "drn",
        "lines": match(A, B, fast=False).export("drn").splitlines(),
    }


def test_bad_input_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, form in ((solve(B), "nfg"), (advise(B, 6), "prism")):
        with pytest.raises(InputError, match=r"expected (Nash|Solution or Match) for the form"):
            answer.export(form)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected one of the forms nfg, efg, prism, drn, got 'csv'"):
        solve(B).export("csv")  # type: ignore[arg-type]
    monkeypatch.setattr(gambit, "MAX_NODES", 200)
    with pytest.raises(TooLarge, match="The tree of this duel has more than 200 nodes"):
        duel(A, B).export("efg")
