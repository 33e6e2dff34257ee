"""Extreme equilibria, exported stage games and exported duels agree with Gambit's exact results."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicebingo.duels.duel import duel
from dicebingo.duels.nash import nash
from dicebingo.games.bimatrix import Bimatrix
from dicebingo.games.matrices import Mixed
from dicebingo.model.board import Board, Position
from dicebingo.model.rules import Rules

pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed: an optional cross-check")

GAMES = 120
MAX_CHOICES, LARGEST = 12, 36
"""Use the strategic form below ``MAX_CHOICES`` decision nodes, and the sequence form from there to ``LARGEST``."""
SMALL = Rules.of("2x2", "{1:1,2:3,5:2}")

sequence_form = pytest.mark.skipif(not hasattr(pygambit, "H"), reason="profiles differ in pygambit before 17")

Strategies = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def fractions(strategy: Mixed) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(share)) for share in strategy)


def ours(game: Bimatrix) -> set[Strategies]:
    return {(fractions(e.first), fractions(e.second)) for e in game.equilibria().extreme}


def gambits(game: Bimatrix) -> set[Strategies]:
    payoffs = [[list(fractions(row)) for row in matrix] for matrix in (game.first, game.second)]
    # before version 17, the class was called Game
    return enumerated(getattr(pygambit, "StrategicGame", pygambit.Game).from_arrays(*payoffs))


def enumerated(table: Any) -> set[Strategies]:
    found = pygambit.nash.enummixed_solve(table, rational=True).equilibria
    return {(shares(profile, 0), shares(profile, 1)) for profile in found}


def shares(profile: Any, player: int) -> tuple[Fraction, ...]:
    """Return the probabilities of a player's strategies, in order."""
    return tuple(Fraction(str(share)) for _, share in profile[list(profile.game.players)[player]])


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 4), (3, 3), (4, 3), (5, 5)])
@pytest.mark.parametrize("most", [1, 2, 5, 1000])
def test_equilibria_of_random_games_match_gambit(height: int, width: int, most: int) -> None:
    """Payoffs range from 0 to ``most``. The smaller this range, the more games are degenerate."""
    source = random.Random(1000 * most + 10 * height + width)
    degenerate = 0
    for _ in range(GAMES if height * width < 25 else GAMES // 4):
        matrices = [[[source.randint(0, most) for _ in range(width)] for _ in range(height)] for _ in range(2)]
        game = Bimatrix(*matrices)
        assert ours(game) == gambits(game), matrices
        degenerate += game.equilibria().degenerate
    assert degenerate or most > 5


def test_stage_games_of_boards_match_gambit() -> None:
    for boards, roll in (
        (("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"), 6),
        (("7 8 7 / 8 5 7 / 7 *8 7", "5 5 9 / 8 6 7 / 5 *6 8"), 8),
        (("6 7 6 / 7 7 7 / 6 6 6", "9 6 7 / 7 9 6 / 6 7 9"), 7),
    ):
        for objective in ("win", "score"):
            game = nash(*boards, roll, objective=objective).game
            assert ours(game) == gambits(game)


def stages(count: int) -> Iterator[tuple[list[Position], int]]:
    """Yield random stage games in which at least one player has a choice."""
    source, rules = random.Random(4), Rules.of("2x3", "{1:1,2:3,5:2}")
    while count:
        boards = [Position(Board(tuple(source.choices((1, 2, 5), k=6)), rules)) for _ in range(2)]
        roll = source.choice((1, 2, 5))
        if max(len(board.options(roll)) for board in boards) > 1:
            count -= 1
            yield boards, roll


@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.long)])
def test_exported_stage_games_match_gambit(count: int, tmp_path: Path) -> None:
    path = tmp_path / "stage.nfg"
    for number, (boards, roll) in enumerate(stages(count)):
        found = nash(boards[0], boards[1], roll, objective=("win", "score")[number % 2])
        path.write_text(found.export("nfg"), encoding="utf-8")
        assert enumerated(pygambit.read_nfg(path)) == ours(found.game)


def duels(rules: Rules, choices: range, count: int) -> Iterator[list[Position]]:
    """Yield random duels whose trees have a number of decision nodes in the range ``choices``."""
    source = random.Random(5)
    while count:
        boards = [Position(Board(tuple(source.choices(rules.dice.values, k=4)), rules)) for _ in range(2)]
        if duel(*boards).export("efg").count("\np ") in choices:
            count -= 1
            yield boards


def read(boards: list[Position], folder: Path) -> tuple[Any, Fraction]:
    """Return the tree that Gambit reads from an exported duel, and the duel's value."""
    found, path = duel(*boards), folder / "duel.efg"
    path.write_text(found.export("efg"), encoding="utf-8")
    return pygambit.read_efg(path), Fraction(str(found.value))


def solved(tree: Any, **how: bool) -> Any:
    found = pygambit.nash.lp_solve(tree, rational=True, **how)
    return found.equilibrium if hasattr(found, "equilibrium") else found.equilibria[0]  # a list before version 17


def value_of(profile: Any) -> Fraction:
    """Return a profile's payoff for the first player. Gambit's method had another name before version 17."""
    first = next(iter(profile.game.players))
    return Fraction(str(profile.payoffs[first] if hasattr(profile, "payoffs") else profile.payoff(first)))


def completed(profile: Any) -> int:
    """Add a choice at each information set where a profile makes none, and return the number of these sets.

    If all choices are equally bad, the sequence form of Gambit 17.0.0b2 gives them all probability 0, and the payoffs
    omit everything that follows.
    """
    missing = 0
    for player in profile.game.players:
        for history, mixed in list(profile[player]):
            if not any(Fraction(str(share)) for _, share in mixed):
                missing += 1
                profile[pygambit.H.path(*history.actions)] = {next(iter(mixed))[0]: 1}
    return missing


@pytest.mark.parametrize("count", [3, pytest.param(20, marks=pytest.mark.long)])
def test_exported_duels_match_gambit(count: int, tmp_path: Path) -> None:
    """The tree's value, which Gambit computes from the strategic form, equals the value of the duel."""
    for boards in duels(SMALL, range(1, MAX_CHOICES), count):
        tree, value = read(boards, tmp_path)
        assert value_of(solved(tree, use_strategic=True)) == value


@sequence_form
@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("rules", [SMALL, Rules.of("1x4:##..", "{1:1,2:3,5:2}")], ids=str)
def test_larger_exported_duels_match_gambit(rules: Rules, count: int, tmp_path: Path) -> None:
    """Gambit's solution, once completed, is an equilibrium: neither player can gain by deviating."""
    for boards in duels(rules, range(MAX_CHOICES, LARGEST), count):
        tree, value = read(boards, tmp_path)
        profile = solved(tree)
        completed(profile)
        assert (value_of(profile), profile.max_regret()) == (value, 0)


@sequence_form
def test_a_profile_with_a_missing_choice_is_completed(tmp_path: Path) -> None:
    """After the rolls 1 and 5, the second player has won, whatever the first player marks.

    From then on, the first player's choice does not matter. Some versions of Gambit omit this choice and the payoff
    that follows, which changes the value by 1/15.
    """
    tree, value = read([Position.parse(board, SMALL) for board in ("2 5 / 5 5", "5 5 / 1 2")], tmp_path)
    assert value == value_of(solved(tree, use_strategic=True)) == Fraction(-7, 18)
    profile = solved(tree)
    assert value_of(profile) in (value, value + Fraction(1, 15))  # version 17.0.0b2 gives the second value
    completed(profile)
    assert (value_of(profile), profile.max_regret()) == (value, 0)
