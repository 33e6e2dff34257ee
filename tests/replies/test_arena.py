"""The arena finds mixtures that no board beats; tests compute the margins of all boards as plain fractions."""

from __future__ import annotations

import json
import signal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from dicebingo.answer import Status
from dicebingo.errors import Stopped
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.variants import classic, find_rules
from dicebingo.replies.arena import arena, fastest_found
from dicebingo.replies.counter import found_reply
from dicebingo.replies.reply import ReplySearch
from dicebingo.running import stopping
from dicebingo.running.run import Progress, Run
from dicebingo.solo.mdp import optimal_play
from dicebingo.tournaments.results import Game
from tests.commands import run
from tests.searches.spaces import space_of
from tests.twins.duels import DuelTwin
from tests.twins.matches import margin, optimal, outcomes
from tests.twins.searches import LOADED, Everything
from tests.twins.solo import NONE

OPTIMUM = "8 8 9 / 7 6 10 / 7 4 5"
COPIES = "5 10 9 / 8 6 4 / 8 7 7", "7 10 9 / 7 8 4 / 6 6 5"

SMALL = {
    "one die": Everything("2x2:rows", "1d6", values=(1, 2, 3, 4)),
    "two dice": Everything("2x2", "2d6", values=(2, 5, 7, 9)),
    "a loaded die": Everything("2x2", LOADED),
}


@lru_cache(maxsize=100_000)
def twin_margin(name: str, first: tuple[int, ...], second: tuple[int, ...], game: Game) -> Fraction:
    games = [SMALL[name].game(values) for values in (first, second)]
    if game is Game.DUEL:
        return DuelTwin(games[0], games[1]).value((NONE, NONE))
    return margin(outcomes([optimal(twin) for twin in games]))


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
def test_no_board_beats_a_proven_mixture(name: str, game: Game) -> None:
    everything = SMALL[name]
    rules, values = space_of(everything).rules, everything.values
    found = arena(rules=rules, values=values, game=game, restarts=3, prove=True)
    assert found.is_equilibrium
    assert found.status is Status.PROVEN
    mixture = found.mixture
    assert sum(mixture.shares) == 1
    for board in everything.boards:
        against = [twin_margin(name, board, own.values, game) for own in mixture.boards]
        assert sum(x * Fraction(str(share)) for x, share in zip(against, mixture.shares, strict=True)) <= 0, board


@pytest.mark.slow
def test_every_round_adds_the_reply_that_beats_its_mixture() -> None:
    rules = find_rules("knuth")
    found = arena(["1 1 / 2 2"], rules="knuth", restarts=3, rounds=100, prove=False)
    rounds = found.rounds
    assert 2 < len(rounds) < 101
    assert [r.boards for r in rounds] == list(range(1, len(rounds) + 1))
    assert rounds[0].mixture.boards == (Board((1, 1, 2, 2), rules),)
    assert all(r.reply.margin > 0 for r in rounds[:-1])
    assert rounds[-1].reply.margin <= 0
    assert found.best_reply is rounds[-1].reply
    assert found.status is Status.BEST_FOUND
    assert not found.is_equilibrium  # the search has not tried all boards at this point
    added = {Board((1, 1, 2, 2), rules), *(r.reply.board for r in rounds)}
    assert len(added) >= len(rounds)
    assert set(rounds[-1].mixture.boards) <= added


@pytest.mark.slow
def test_the_fastest_board_is_found() -> None:
    assert optimal_play(fastest_found(classic())).expected_rolls == optimal_play(OPTIMUM).expected_rolls


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boards", "values"),
    [(("7 6 8 / 8 7 6 / 6 8 7",), (6, 7, 8)), pytest.param((OPTIMUM, *COPIES), None, marks=pytest.mark.long)],
    ids=["6..8", "classic"],
)
def test_a_heuristic_arena_finds_a_mixture_that_is_hard_to_beat(
    boards: tuple[str, ...], values: tuple[int, ...] | None
) -> None:
    """Check the mixture with a longer search for replies than the arena's, starting from different boards."""
    found = arena(boards, values=values, restarts=3, rounds=6, prove=False)
    assert found.rounds[0].reply.margin > Fraction(1, 1000)
    assert found.best_reply.margin < Fraction(1, 1000)
    assert found_reply(ReplySearch.of(found.mixture, values), 77, 8, Run()).margin < Fraction(1, 1000)


def test_two_images_of_the_optimum_are_even() -> None:
    """The arena of all classic boards ends with a mixture of two images of the optimum.

    An image results from symmetries of the square and swaps of equally likely values. Each image alone is beaten by
    some board, so neither image can have too large a share of the mixture.
    """
    first, second = COPIES
    assert (
        optimal_play(first).expected_rolls
        == optimal_play(second).expected_rolls
        == optimal_play(OPTIMUM).expected_rolls
    )
    assert match(first, second, fast=False).outcomes.margin == 0


def test_a_single_allowed_value_gives_a_single_board() -> None:
    found = arena(rules="knuth", values=[3], restarts=1, rounds=1)
    assert [str(board) for board in found.mixture.boards] == ["3 3 / 3 3"]
    assert found.is_equilibrium


# Limits.


@pytest.mark.slow
def test_the_number_of_rounds_is_limited() -> None:
    whole = arena(["1 1 / 2 2"], rules="knuth", restarts=3).rounds
    for rounds in (0, 2):
        assert arena(["1 1 / 2 2"], rules="knuth", restarts=3, rounds=rounds).rounds == whole[: rounds + 1]


def test_a_round_that_has_started_is_finished_despite_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    found = arena(["1 1 / 2 2"], rules="knuth", restarts=3, seconds=0.001)
    assert len(found.rounds) == 1
    assert found.status is Status.BEST_FOUND


def stopped_in(stage: str) -> tuple[Run, list[Progress]]:
    told: list[Progress] = []

    def tell(now: Progress) -> None:
        told.append(now)
        if now.stage == stage and now.done:
            stopped.stop()

    stopped = Run(progress=tell)
    return stopped, told


def test_a_stopped_arena_returns_the_last_round() -> None:
    stopped, told = stopped_in("round 1: replies")
    found = arena(["1 1 / 2 2"], rules="knuth", restarts=3, run=stopped)
    assert [now.stage for now in told if now.total == 4][-1] == "round 1: replies"
    assert found.status is Status.STOPPED
    assert found.rounds == arena(["1 1 / 2 2"], rules="knuth", restarts=3, rounds=0).rounds
    with pytest.raises(Stopped):
        arena(["1 1 / 2 2"], rules="knuth", restarts=3, run=stopped)


@pytest.mark.parametrize("stage", ["round 0: replies", "round 0: bounding boards"])
def test_an_arena_stopped_in_the_first_round_returns_the_best_reply_so_far(stage: str) -> None:
    asked: dict[str, Any] = {"rules": "knuth", "values": (1, 2), "restarts": 3}
    stopped, _ = stopped_in(stage)
    found = arena(["1 1 / 2 2"], **asked, run=stopped)
    assert (found.status, found.is_equilibrium, len(found.rounds)) == (Status.STOPPED, False, 1)
    assert found.mixture.boards == (Board.parse("1 1 / 2 2", find_rules("knuth")),)
    assert found.best_reply.margin <= arena(["1 1 / 2 2"], **asked).best_reply.margin


def test_a_stopped_proof_is_not_called_proven() -> None:
    asked: dict[str, Any] = {"rules": "knuth", "values": (1, 2, 3), "restarts": 3}
    last = len(arena(["1 1 / 2 2"], **asked).rounds) - 1
    assert last > 0
    stopped, _ = stopped_in(f"round {last}: bounding boards")
    found = arena(["1 1 / 2 2"], **asked, run=stopped)
    assert (found.status, found.is_equilibrium, len(found.rounds)) == (Status.STOPPED, False, last + 1)


# The command.

SMALL_ARENA = ("arena", "--rules", "knuth", "--values", "1..3")


@pytest.mark.parametrize("game", Game)
def test_the_json_of_the_arena_is_complete_and_consistent(game: Game) -> None:
    found = run(*SMALL_ARENA, "--game", game.value, "--json").json()
    assert found.keys() == {
        *("rules", "game", "tie_break", "values", "universe", "mixture", "best_reply", "status", "equilibrium"),
        *("interval", "excluded", "proof", "rounds"),
    }
    assert (found["status"], found["equilibrium"]) == ("proven", True)
    assert found["tie_break"] == ("smallest" if game is Game.MATCH else None)
    assert sum(Fraction(part["probability"]["exact"]) for part in found["mixture"]) == 1
    assert found["best_reply"]["margin"]["decimal"] <= 0
    assert found["rounds"][-1]["best_reply"] == found["best_reply"]


def test_the_text_of_the_arena_states_what_is_proven() -> None:
    shown = run(*SMALL_ARENA).out
    assert "Proven: of all 81 boards with values 1 to 3, none beats this mixture." in shown
    assert "probability" in shown


def test_an_unproven_mixture_is_not_called_proven() -> None:
    given = ("arena", "1 1 / 2 2", "--rules", "knuth", "--restarts", "3")
    found = " ".join(run(*given, "--rounds", "0").out.split())
    assert "Among all 1,296 boards, another board may beat this mixture by more." in found
    shown = run("arena", "5 6 / 7 8", "--layout", "2x2", "--restarts", "3", "--no-prove").out
    assert "Not proven: among all 14,641 boards, the search found none that beats this mixture." in " ".join(
        shown.split()
    )
    assert "Proven" not in shown


def test_checkpointed_rounds_are_not_computed_again(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    given = (*SMALL_ARENA, "--checkpoint", str(tmp_path), "--json")
    first = run(*given).json()

    def fail(*_: object) -> None:
        raise AssertionError("a checkpointed shard was computed again")

    monkeypatch.setattr("dicebingo.replies.prover.ArrangementJob.shard", fail)
    monkeypatch.setattr("dicebingo.replies.reply.ReplyClimbs.shard", fail)
    assert run(*given).json() == first


def test_an_interrupted_arena_prints_the_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    within = Run.within

    def interrupted(self: Run, name: str) -> Run:
        if name == "round-0001":
            signal.raise_signal(signal.SIGINT)
        return within(self, name)

    monkeypatch.setattr(Run, "within", interrupted)
    given = ("arena", "1 1 / 2 2", "--rules", "knuth", "--restarts", "3")
    found = run(*given)
    assert (found.code, found.err) == (130, "interrupted\n")
    assert "Stopped: this is the last finished round.\nBest reply found: " in found.out
    assert "Among all 1,296 boards, another board may beat this mixture by more." in " ".join(found.out.split())
    found = run(*given, "--json")
    assert (found.code, json.loads(found.out)["status"]) == (130, "stopped")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--rounds", "-1"), "expected 0 to 10,000 rounds, got -1"),
        (("--values", "6,7", "*7 7 7 7 7 7 7 7 7"), "expected a board without marks"),
        (("--values", "1,7"), "expected values of 2d6, got 1"),
        (("--game", "war"), "expected the game match or duel, got 'war'"),
        (("--rules", "4x4"), "at most 12 cells"),
        (("--restarts", "-3"), "expected 0 to 1,000,000 restarts, got -3"),
        (("--seed", "-1"), "expected a non-negative seed, got -1"),
        (("--seconds", "0"), "expected a positive number of seconds, got 0"),
    ],
)
def test_bad_input_is_rejected(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("arena", *arguments).complaint()
