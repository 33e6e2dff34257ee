"""All extreme equilibria of random games against those that Gambit's vertex enumeration finds, over the rationals."""

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
MOST_CHOICES = 12

Strategies = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def fractions(strategy: Mixed) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(share)) for share in strategy)


def ours(game: Bimatrix) -> set[Strategies]:
    return {(fractions(e.first), fractions(e.second)) for e in game.equilibria().extreme}


def gambits(game: Bimatrix) -> set[Strategies]:
    payoffs = [[list(fractions(row)) for row in matrix] for matrix in (game.first, game.second)]
    return enumerated(getattr(pygambit, "StrategicGame", pygambit.Game).from_arrays(*payoffs))  # before version 17


def enumerated(table: Any) -> set[Strategies]:
    found = pygambit.nash.enummixed_solve(table, rational=True).equilibria
    return {(shares(profile, 0), shares(profile, 1)) for profile in found}


def shares(profile: Any, player: int) -> tuple[Fraction, ...]:
    """The probabilities of a player's strategies, in their order."""
    return tuple(Fraction(str(share)) for _, share in profile[list(profile.game.players)[player]])


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 4), (3, 3), (4, 3), (5, 5)])
@pytest.mark.parametrize("most", [1, 2, 5, 1000])
def test_random_games(height: int, width: int, most: int) -> None:
    """Payoffs from 0 to ``most``: the fewer there are, the more games are degenerate."""
    source = random.Random(1000 * most + 10 * height + width)
    degenerate = 0
    for _ in range(GAMES if height * width < 25 else GAMES // 4):
        matrices = [[[source.randint(0, most) for _ in range(width)] for _ in range(height)] for _ in range(2)]
        game = Bimatrix(*matrices)
        assert ours(game) == gambits(game), matrices
        degenerate += game.equilibria().degenerate
    assert degenerate or most > 5


def test_stage_games_of_boards() -> None:
    for boards, roll in (
        (("7 4 6 / 9 7 8 / 6 9 5", "6 9 x / x 5 5 / 8 x 6"), 6),
        (("7 8 7 / 8 5 7 / 7 *8 7", "5 5 9 / 8 6 7 / 5 *6 8"), 8),
        (("6 7 6 / 7 7 7 / 6 6 6", "9 6 7 / 7 9 6 / 6 7 9"), 7),
    ):
        for objective in ("win", "score"):
            game = nash(*boards, roll, objective=objective).game
            assert ours(game) == gambits(game)


def stages(count: int) -> Iterator[tuple[list[Position], int]]:
    """Random stage games with a choice."""
    source, rules = random.Random(4), Rules.of("2x3", "{1:1,2:3,5:2}")
    while count:
        boards = [Position(Board(tuple(source.choices((1, 2, 5), k=6)), rules)) for _ in range(2)]
        roll = source.choice((1, 2, 5))
        if max(len(board.options(roll)) for board in boards) > 1:
            count -= 1
            yield boards, roll


@pytest.mark.parametrize("count", [8, pytest.param(100, marks=pytest.mark.long)])
def test_stage_games_from_their_files(count: int, tmp_path: Path) -> None:
    path = tmp_path / "stage.nfg"
    for number, (boards, roll) in enumerate(stages(count)):
        found = nash(boards[0], boards[1], roll, objective=("win", "score")[number % 2])
        path.write_text(found.export("nfg"), encoding="utf-8")
        assert enumerated(pygambit.read_nfg(path)) == ours(found.game)


def duels(count: int) -> Iterator[list[Position]]:
    """Random duels with a choice, so small that all strategies can be listed."""
    source, rules = random.Random(5), Rules.of("2x2", "{1:1,2:3,5:2}")
    while count:
        boards = [Position(Board(tuple(source.choices((1, 2, 5), k=4)), rules)) for _ in range(2)]
        if duel(*boards).export("efg").count("\np ") in range(1, MOST_CHOICES):
            count -= 1
            yield boards


def value_of(profile: Any, player: Any) -> Fraction:
    """What a profile is worth to a player; the method has another name before version 17."""
    return Fraction(str(profile.payoffs[player] if hasattr(profile, "payoffs") else profile.payoff(player)))


@pytest.mark.parametrize("count", [3, pytest.param(20, marks=pytest.mark.long)])
def test_duels_from_their_files(count: int, tmp_path: Path) -> None:
    """The value of the tree, with every choice in it, is that of backward induction."""
    path = tmp_path / "duel.efg"
    for boards in duels(count):
        found = duel(*boards)
        path.write_text(found.export("efg"), encoding="utf-8")
        tree = pygambit.read_efg(path)
        # By its strategic form, which finds -7/18 for 2 5 / 5 5 against 5 5 / 1 2, as backward induction does; by its
        # sequence form version 17.0.0b2 says -29/90.
        solved = pygambit.nash.lp_solve(tree, rational=True, use_strategic=True)
        profile = solved.equilibrium if hasattr(solved, "equilibrium") else solved.equilibria[0]  # before version 17
        assert value_of(profile, next(iter(tree.players))) == Fraction(str(found.value))
