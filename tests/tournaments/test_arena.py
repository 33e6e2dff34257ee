"""The arena: mixtures that no board beats, held against all boards in plain fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import islice

import pytest

from dicebingo.cli.commands import arena as command
from dicebingo.errors import InputError
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.variants import classic, find_rules
from dicebingo.solo.mdp import solve
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments.arena import Round, arena, fastest_found
from dicebingo.tournaments.counter import best_reply
from dicebingo.tournaments.mixture import Question, Reply, Status
from dicebingo.tournaments.notion import Notion
from tests.commands import run
from tests.searches.spaces import space_of
from tests.twins.duels import DuelTwin
from tests.twins.matches import margin, optimal, outcomes
from tests.twins.searches import LOADED, Everything
from tests.twins.solo import NONE

OPTIMUM = "8 8 9 / 7 6 10 / 7 4 5"

SMALL = {
    "one die": Everything("2x2:rows", "1d6", values=(1, 2, 3, 4)),
    "two dice": Everything("2x2", "2d6", values=(2, 5, 7, 9)),
    "a loaded die": Everything("2x2", LOADED),
}


def local(question: Question, number: int) -> Reply:
    return best_reply(question, seed=number, number=3 if question.count < 10_000 else 12)


def proving(question: Question, number: int) -> Reply:
    reply = local(question, number)
    return reply if reply.margin > 0 else best_reply(question, prove=True)


@lru_cache(maxsize=100_000)
def twin_margin(name: str, first: tuple[int, ...], second: tuple[int, ...], notion: Notion) -> Fraction:
    games = [SMALL[name].game(values) for values in (first, second)]
    if notion is Notion.DUEL:
        return DuelTwin(games[0], games[1]).value((NONE, NONE))
    return margin(outcomes([optimal(game) for game in games]))


@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("name", SMALL)
def test_no_board_at_all_beats_a_proven_mixture(name: str, notion: Notion) -> None:
    everything = SMALL[name]
    start = [fastest_found(space_of(everything).rules, everything.values)]
    *_, last = arena(start, everything.values, TieBreak.SMALLEST, notion, proving)
    assert last.is_equilibrium
    assert sum(last.mixture.shares) == 1
    for board in everything.boards:
        against = [twin_margin(name, board, own.values, notion) for own in last.mixture.boards]
        assert sum(x * Fraction(str(share)) for x, share in zip(against, last.mixture.shares, strict=True)) <= 0, board


def rounds_of(count: int, *start: str) -> list[Round]:
    boards = [Board.parse(text) for text in start]
    return list(islice(arena(boards, None, TieBreak.SMALLEST, Notion.MATCH, local), count))


def test_every_round_adds_the_reply_that_beats_its_mixture() -> None:
    rules = find_rules("knuth")
    rounds = list(arena([Board((1, 1, 2, 2), rules)], None, TieBreak.SMALLEST, Notion.MATCH, local))
    assert [r.number for r in rounds] == list(range(len(rounds)))
    assert [r.boards for r in rounds] == list(range(1, len(rounds) + 1))
    assert rounds[0].mixture.boards == (Board((1, 1, 2, 2), rules),)
    assert all(r.reply.margin > 0 for r in rounds[:-1])
    assert rounds[-1].reply.margin <= 0
    assert rounds[-1].reply.status is Status.BEST_FOUND
    assert not rounds[-1].is_equilibrium  # nobody has tried all boards
    added = {Board((1, 1, 2, 2), rules), *(r.reply.board for r in rounds)}
    assert len(added) >= len(rounds)
    assert set(rounds[-1].mixture.boards) <= added


def test_the_fastest_board_is_found() -> None:
    assert solve(fastest_found(classic())).expected_rolls == solve(OPTIMUM).expected_rolls


@pytest.mark.slow
def test_the_solo_optimum_alone_is_beaten() -> None:
    [first] = rounds_of(1, OPTIMUM)
    assert first.mixture.shares == (1,)
    assert first.reply.margin > Fraction(49, 10_000)


@pytest.mark.slow
def test_the_whole_arena_comes_to_a_mixture_that_is_hard_to_beat() -> None:
    """The last reply search is longer than, and apart from, those that led there."""
    last = rounds_of(12, OPTIMUM)[-1]
    assert last.reply.margin < Fraction(1, 1000)
    assert best_reply(Question.about(last.mixture), seed=77, number=20).margin < Fraction(1, 1000)


def test_two_copies_of_the_optimum_are_even() -> None:
    """They are what the whole arena ends with; each alone is beaten, so how they are mixed hangs on the others."""
    first, second = "5 10 9 / 8 6 4 / 8 7 7", "7 10 9 / 7 8 4 / 6 6 5"
    assert solve(first).expected_rolls == solve(second).expected_rolls == solve(OPTIMUM).expected_rolls
    assert match(first, second).probability(0) == match(first, second).probability(1)


def test_nothing_to_start_with_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least one board to start with, got none"):
        next(arena([], None, TieBreak.SMALLEST, Notion.MATCH, local))


# The command.

SMALL_ARENA = ("arena", "--rules", "knuth", "--values", "1..3")


@pytest.mark.parametrize("notion", Notion)
def test_json(notion: Notion) -> None:
    found = run(*SMALL_ARENA, "--notion", notion.value, "--json").json()
    assert found.keys() == {
        *("rules", "notion", "tie_break", "mixture", "best_reply", "status", "equilibrium", "rounds")
    }
    assert (found["status"], found["equilibrium"]) == ("proven", True)
    assert found["tie_break"] == ("smallest" if notion is Notion.MATCH else None)
    assert sum(Fraction(part["probability"]["exact"]) for part in found["mixture"]) == 1
    assert found["best_reply"]["margin"]["decimal"] <= 0
    assert found["rounds"][-1]["best_reply"] == found["best_reply"]


def test_text() -> None:
    shown = run(*SMALL_ARENA).out
    assert "Proven: no board beats this mixture." in shown
    assert "probability" in shown


def test_what_was_not_proven_is_not_called_so() -> None:
    given = ("arena", "1 1 / 2 2", "--rules", "knuth", "--restarts", "3")
    assert "Others may beat it by more." in run(*given, "--rounds", "0").out
    shown = run("arena", "5 6 / 7 8", "--layout", "2x2", "--restarts", "3").out
    assert "No board was found that beats this mixture. That is no proof." in shown
    assert "Proven" not in shown


def test_rounds_that_are_checkpointed_are_not_played_again(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    given = (*SMALL_ARENA, "--checkpoint", str(tmp_path), "--json")
    first = run(*given).json()

    def fail(*_: object) -> None:
        raise AssertionError("a shard that was there was computed again")

    monkeypatch.setattr("dicebingo.tournaments.all_replies.Everything.shard", fail)
    monkeypatch.setattr("dicebingo.tournaments.counter._Climbs.shard", fail)
    assert run(*given).json() == first


def test_an_interruption_leaves_the_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    search = command._search

    def interrupted(*arguments: object) -> object:
        real = search(*arguments)  # type: ignore[arg-type]

        def once(question: Question, number: int) -> Reply:
            if number:
                raise KeyboardInterrupt
            return real(question, number)

        return once

    monkeypatch.setattr(command, "_search", interrupted)
    found = run("arena", "1 1 / 2 2", "--rules", "knuth", "--restarts", "3")
    assert found.code == 130
    assert found.err == "interrupted: this is the last round\n"
    assert "Others may beat it by more." in found.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--rounds", "-1"), "expected 0 to 10,000 rounds, got -1"),
        (("--values", "6,7", "*7 7 7 7 7 7 7 7 7"), "expected boards without marks"),
        (("--values", "1,7"), "expected values of 2d6, got 1"),
        (("--notion", "war"), "expected the notion match or duel, got 'war'"),
        (("--rules", "4x4"), "expected at most 12 cells"),
        (("--restarts", "-3"), "expected a seed and a number of restarts from 0"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("arena", *arguments).complaint()
