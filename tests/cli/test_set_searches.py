"""``rings --search``, ``counter`` and ``upsets``: text, JSON, files, Ctrl-C and errors."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from dicebingo.answer import Answer
from dicebingo.duels.duel import duel
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.variants import find_rules
from dicebingo.replies.arena import arena
from dicebingo.replies.counter import counter
from dicebingo.replies.reply import AllReplies, ReplyClimbs
from dicebingo.running import shards, stopping
from dicebingo.running.run import Run
from dicebingo.solo.mdp import optimal_play
from dicebingo.tournaments import set_search
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.rings import rings
from dicebingo.tournaments.set_search import SetSearch
from dicebingo.tournaments.tournament import tournament
from dicebingo.tournaments.upsets import upsets
from tests.commands import run
from tests.matches.tables import C, D

SMALL = ("--rules", "knuth", "--values", "1..3")
RINGS = ("rings", "--search", *SMALL, "--restarts", "16")
UPSETS = ("upsets", "--search", *SMALL, "--restarts", "16")
KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6", "--rules", "knuth")
COUNTER = ("counter", "1 2 / 1 2", *SMALL)
OPTIMUM = "8 8 9 / 7 6 10 / 7 4 5"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten simulated annealing, so that searches are fast."""
    shorter = {aim: replace(cooling, steps=300) for aim, cooling in set_search.COOLING.items()}
    monkeypatch.setattr(set_search, "COOLING", shorter)


def is_number(found: Any) -> bool:
    if not isinstance(found, dict) or found.keys() != {"exact", "decimal"}:
        return False
    return bool(float(Fraction(found["exact"])) == found["decimal"])


def exact(number: Any) -> Fraction:
    return Fraction(number["exact"])


def ends_of(first: list[int], second: list[int], game: Game) -> list[Fraction]:
    """Return P(win), P(lose) and P(tie) of a game between two of Knuth's cards."""
    play = duel if game is Game.DUEL else match
    ends = play(first, second, rules="knuth").outcomes
    return [Fraction(str(end)) for end in (ends.first, ends.second, ends.tie)]


# JSON.


@pytest.mark.slow
@pytest.mark.parametrize("game", Game)
def test_the_json_of_rings_has_exact_margins(game: Game) -> None:
    found = run(*RINGS, "--game", game.value, "--seed", "2", "--json").json()
    keys = (
        "rules",
        "game",
        "tie_break",
        "length",
        "count",
        "at_most",
        "universe",
        "seed",
        "restarts",
        "status",
        "rings",
    )
    assert found.keys() == {*keys}
    assert found["at_most"] == (None if game is Game.DUEL else {"exact": "1/3", "decimal": 1 / 3})
    assert (found["rules"]["name"], found["game"]) == ("knuth", game.value)
    assert found["tie_break"] == ("smallest" if game is Game.MATCH else None)
    assert (found["length"], found["count"]) == (3, None)
    assert (found["seed"], found["restarts"], found["status"]) == (2, 16, "best found")
    assert found["rings"]
    margins = [exact(ring["smallest_margin"]) for ring in found["rings"]]
    assert margins == sorted(margins, reverse=True)
    assert min(margins) > 0
    for ring in found["rings"]:
        assert ring.keys() == {"boards", "links", "smallest_margin", "sure"}
        after = ring["boards"][1:] + ring["boards"][:1]
        assert len(ring["links"]) == 3
        for link, first, second in zip(ring["links"], ring["boards"], after, strict=True):
            assert link.keys() == {"win", "lose", "tie", "sure"}
            assert all(is_number(link[end]) for end in ("win", "lose", "tie"))
            assert [exact(link[end]) for end in ("win", "lose", "tie")] == ends_of(first, second, game)
        assert exact(ring["smallest_margin"]) == min(exact(k["win"]) - exact(k["lose"]) for k in ring["links"])
        assert ring["sure"] is all(link["sure"] for link in ring["links"])


def test_the_length_and_number_of_rings_can_be_chosen() -> None:
    found = run(*RINGS[:-1], "33", "--length", "4", "--most", "1", "--json").json()
    assert (found["length"], found["restarts"]) == (4, 48)  # restarts run in whole batches of 16
    assert len(found["rings"]) == 1
    assert len(found["rings"][0]["boards"]) == 4


@pytest.mark.parametrize("game", Game)
def test_the_json_of_a_reply_has_an_exact_margin(game: Game) -> None:
    found = run(*COUNTER, "--game", game.value, "--json").json()
    assert found.keys() == {
        *("rules", "game", "tie_break", "values", "against", "mixture", "board", "margin", "outcomes", "status"),
        *("universe", "tried", "proof"),
    }
    assert (found["against"], found["values"], found["status"]) == ([1, 2, 1, 2], [1, 2, 3], "proven")
    assert found["outcomes"].keys() == {"win", "lose", "tie"}
    assert all(map(is_number, (found["margin"], *found["outcomes"].values())))
    ends = [exact(found["outcomes"][end]) for end in ("win", "lose", "tie")]
    assert ends == ends_of(found["board"], [1, 2, 1, 2], game)
    assert exact(found["margin"]) == ends[0] - ends[1] > 0
    assert 0 < found["tried"] <= 81


@pytest.mark.slow
def test_an_unproven_reply_is_not_called_proven() -> None:
    given = ("counter", OPTIMUM, "--values", "6,7", "--restarts", "1", "--json")
    assert run(*given).json()["status"] == "proven"  # 512 boards are few enough for a proof
    given = ("counter", "7 7 7 / 7 7 7 / 7 7 7", "--values", "5..8", "--restarts", "1", "--json")
    found = run(*given).json()
    assert (found["status"], found["tried"]) == ("best found", 2)
    assert found["values"] == [5, 6, 7, 8]


@pytest.mark.parametrize("by", ["margin", "handicap"])
def test_the_json_of_upsets_has_exact_margins_and_handicaps(by: str) -> None:
    searched = run(*UPSETS, "--by", by, "--json").json()
    keys = {"rules", "game", "tie_break", "by", "count", "upsets"}
    assert searched.keys() == keys | {"universe", "seed", "restarts", "status"}
    assert (searched["count"], searched["status"], searched["restarts"]) == (None, "best found", 16)
    played = run("upsets", "--all", *SMALL, "--by", by, "--json").json()
    assert played.keys() == keys
    assert played["count"] == 48
    assert len(played["upsets"]) == 5
    assert searched["upsets"][0][by] == played["upsets"][0][by]
    for found in (searched, played):
        assert (found["by"], found["tie_break"]) == (by, "smallest")
        sizes = [exact(upset[by]) for upset in found["upsets"]]
        assert sizes == sorted(sizes, reverse=True)
        for upset in found["upsets"]:
            check_upset(upset)


def check_upset(upset: dict[str, Any]) -> None:
    assert upset.keys() == {"slower", "faster", "expected_rolls", "handicap", "outcomes", "margin", "sure"}
    assert all(map(is_number, (*upset["expected_rolls"], upset["handicap"], upset["margin"])))
    ends = [exact(upset["outcomes"][end]) for end in ("win", "lose", "tie")]
    assert ends == ends_of(upset["slower"], upset["faster"], Game.MATCH)
    assert exact(upset["margin"]) == ends[0] - ends[1] > 0
    rolls = [
        Fraction(str(optimal_play(Board(tuple(upset[which]), find_rules("knuth"))).expected_rolls))
        for which in ("slower", "faster")
    ]
    assert [exact(number) for number in upset["expected_rolls"]] == rolls
    assert exact(upset["handicap"]) == rolls[0] - rolls[1] > 0


def test_upsets_can_be_found_in_a_tournament_file(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = str(tmp_path / "t.parquet")
    run("tournament", "--all", *SMALL, "--out", path, "--json").json()
    assert run("upsets", "--from", path, "--json").json() == run("upsets", "--all", *SMALL, "--json").json()


# Text.


def test_the_text_of_rings_shows_which_board_beats_which() -> None:
    shown = run(*RINGS, "--most", "1")
    assert (shown.code, shown.err) == (0, "")
    where = "16 restarts among all 81 boards with values 1 to 3: the best rings of 3 boards found"
    assert f"knuth (2x2:rows, 1d6), tie-break smallest {where} " in " ".join(shown.out.split())
    assert "smallest margin 6.944 points" in shown.out
    for verb in ("beats B", "beats C", "beats A"):
        assert verb in shown.out
    assert "duels\n16 restarts" in run(*RINGS, "--most", "1", "--game", "duel").out


def test_the_text_reports_that_nothing_was_found() -> None:
    alone = ("--search", "--rules", "knuth", "--values", "4", "--restarts", "1")
    assert "No ring was found among the only board with value 4." in run("rings", *alone).out
    assert "No upset was found among the only board with value 4." in run("upsets", *alone).out
    assert "There are no upsets." in run("upsets", "1 1 / 2 2", "2 2 / 1 1", "--rules", "knuth").out


def test_the_text_of_upsets_shows_their_number_and_handicaps() -> None:
    shown = run("upsets", "--all", *SMALL, "--by", "handicap").out
    assert "knuth (2x2:rows, 1d6), tie-break smallest\n48 upsets among 81 boards, by handicap; handicaps in" in shown
    assert "0.7500" in shown
    assert shown.count("beats") == 5
    assert "16 restarts among all 81 boards with values 1 to 3, by margin" in run(*UPSETS).out


def test_the_text_states_whether_a_reply_is_proven() -> None:
    shown = run(*COUNTER).out
    assert "Proven: of all 81 boards with values 1 to 3, none does better." in shown
    assert "against 1 2 / 1 2: all 81 boards" in shown
    assert "This reply does not beat the board." not in shown
    found = run("counter", "7 7 7 / 7 7 7 / 7 7 7", "--values", "5..8", "--restarts", "0").out
    assert "against 7 7 7 / 7 7 7 / 7 7 7: 1 climb; margins in points\n" in found
    assert "none that differs from this reply in one or two cells does better." in " ".join(found.split())
    assert "Proven" not in found


def test_the_text_reports_that_a_board_cannot_be_beaten() -> None:
    shown = run("counter", "7 7 / 7 7", "--layout", "2x2", "--values", "7").out
    assert "none does better. This reply does not beat the board. margin = 0" in " ".join(shown.split())


# Pictures.


def test_the_best_ring_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "ring.svg"
    found = json.loads(run(*RINGS, "--plot-file", str(path), "--json").out)
    drawn = ET.parse(path).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    texts = ["".join(text.itertext()) for text in drawn.iter() if text.tag.endswith("}text")]
    assert {"A", "B", "C"} <= set(texts)
    values = sorted(str(value) for board in found["rings"][0]["boards"] for value in board)
    assert sorted(text for text in texts if text in ("1", "2", "3")) == values


def test_nothing_is_drawn_if_no_ring_is_found(tmp_path: Path) -> None:
    path = tmp_path / "ring.svg"
    run("rings", "--search", "--rules", "knuth", "--values", "4", "--restarts", "1", "--plot-file", str(path), "--json")
    assert not path.exists()


# Time limits, checkpoints, and Ctrl-C


def let_batches_be_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a run ends, let it wait for unfinished work for up to an hour."""
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    monkeypatch.setattr(shards, "GRACE", 3600)


def test_a_search_ends_at_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    let_batches_be_finished(monkeypatch)
    found = run(*RINGS[:-2], "--seconds", "0.001", "--json").json()
    assert found["restarts"] % 16 == 0 < found["restarts"]  # restarts run in whole batches of 16
    assert found["rings"] == run(*RINGS[:-1], str(found["restarts"]), "--json").json()["rings"]


@pytest.mark.parametrize("given", [RINGS, UPSETS])
def test_batches_in_a_checkpoint_are_not_repeated(
    given: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, shard = ("--checkpoint", str(tmp_path / "kept"), "--json"), SetSearch.shard
    first = run(*given, *keep)
    computed: list[int] = []

    def counting(self: SetSearch, number: int) -> Any:
        computed.append(number)
        return shard(self, number)

    monkeypatch.setattr(SetSearch, "shard", counting)
    assert run(*given, *keep) == first
    assert computed == []
    longer = (*given[:-1], "32")
    found = run(*longer, *keep)  # the longer search continues the shorter search
    assert computed == [1]
    assert found == run(*longer, "--json")
    assert "belongs to another job" in run(*given, "--seed", "9", *keep).complaint()


def test_climbs_in_a_checkpoint_are_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ("counter", "7 7 7 / 7 7 7 / 7 7 7", "--values", "5..8", "--restarts", "1", "--json")
    first = run(*given, "--checkpoint", str(tmp_path / "kept"))

    def fail(*_: object) -> None:
        raise AssertionError("repeated a climb that the checkpoint contains")

    monkeypatch.setattr(ReplyClimbs, "shard", fail)
    assert run(*given, "--checkpoint", str(tmp_path / "kept")) == first


def interrupt_after_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send Ctrl-C when the first batch or climb is done, and let running batches finish."""
    tell_best = Run.tell_best
    let_batches_be_finished(monkeypatch)

    def interrupted(self: Run, best: str) -> None:
        if not self.stopped:
            signal.raise_signal(signal.SIGINT)
        tell_best(self, best)

    monkeypatch.setattr(Run, "tell_best", interrupted)


@pytest.mark.parametrize(("given", "listed"), [(RINGS, "rings"), (UPSETS, "upsets")])
def test_an_interrupted_search_prints_the_best_so_far(
    given: tuple[str, ...], listed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:
        interrupt_after_the_first(context)
        found = run(*given[:-1], "160", "--json")
        assert "boards with values 1 to 3, stopped" in run(*given[:-1], "160").out
    assert (found.code, found.err) == (130, "interrupted\n")
    stopped = replace(found, code=0, err="").json()
    assert 0 < stopped["restarts"] < 160
    whole = run(*given[:-1], str(stopped["restarts"]), "--json").json()
    assert stopped == {**whole, "status": "stopped"}
    assert whole[listed]


@pytest.mark.parametrize(
    ("given", "job"),
    [(RINGS, SetSearch), (UPSETS, SetSearch), (("counter", OPTIMUM), ReplyClimbs), (COUNTER, AllReplies)],
)
def test_a_search_interrupted_early_claims_nothing(
    given: tuple[str, ...], job: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def interrupted(_: object, number: int) -> Any:
        if number == 0:
            os.kill(os.getpid(), signal.SIGINT)
        over.wait()  # as if this shard took far longer than the test
        return {}

    monkeypatch.setattr(job, "shard", interrupted)
    monkeypatch.setattr(shards, "GRACE", 0)
    found = run(*given)
    over.set()
    assert (found.code, found.out, found.err.count("\n")) == (130, "", 1)


def test_an_interrupted_search_for_a_reply_is_marked_as_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_after_the_first(monkeypatch)
    given = ("counter", "7 7 7 / 7 7 7 / 7 7 7", "--values", "5..8")
    found = run(*given)
    assert found.code == 130
    assert 1 <= int(re.findall(r"([0-9]+) climbs?;", found.out)[0]) < 60  # climbs that were already running may finish
    assert "Stopped: this is the best found so far among all 262,144 boards with values 5 to\n8." in found.out
    assert json.loads(run(*given, "--json").out)["status"] == "stopped"


# The library and the command give the same answer

LIBRARY: list[tuple[tuple[str, ...], Callable[..., Answer], dict[str, Any]]] = [
    (("tournament", C, D), tournament, {"boards": [C, D]}),
    (("rings", *KNUTH, "--length", "4"), rings, {"boards": KNUTH[:4], "rules": "knuth", "length": 4}),
    (RINGS, rings, {"rules": "knuth", "values": "1..3", "restarts": 16}),
    (("upsets", *KNUTH, "--by", "handicap"), upsets, {"boards": KNUTH[:4], "rules": "knuth", "by": "handicap"}),
    (UPSETS, upsets, {"rules": "knuth", "values": "1..3", "restarts": 16}),
    (COUNTER, partial(counter, "1 2 / 1 2"), {"rules": "knuth", "values": "1..3"}),
    (("arena", *SMALL), arena, {"rules": "knuth", "values": "1..3"}),
]


@pytest.mark.parametrize(("command", "function", "arguments"), LIBRARY)
def test_the_library_gives_the_same_answer_as_the_command(
    command: tuple[str, ...], function: Callable[..., Answer], arguments: dict[str, Any]
) -> None:
    answer = function(**arguments)
    assert answer.to_dict() == run(*command, "--json").json()
    assert repr(answer).startswith(f"<{type(answer).__name__}")
    assert "\n" not in repr(answer)


# The paper's game


@pytest.mark.slow
def test_the_solo_optimum_is_beaten() -> None:
    found = run("counter", OPTIMUM, "--restarts", "6", "--seed", "1", "--json").json()
    assert found["margin"]["decimal"] >= 0.0049
    assert exact(found["margin"]) == match(found["board"], OPTIMUM).outcomes.margin
    assert found["status"] == "best found"
    assert found["against"] == [8, 8, 9, 7, 6, 10, 7, 4, 5]


# Errors.

SEARCHES: list[tuple[tuple[str, ...], str]] = [
    ((C, D), "--search finds the boards itself; omit the boards, --random, --top and --all."),
    (("--random", "5"), "--search finds the boards itself"),
    (("--all", "--values", "6,7"), "--search finds the boards itself"),
    (("--seconds", "0"), "expected a positive number of seconds, got 0.0"),
    (("--seconds", "-1"), "expected a positive number of seconds, got -1.0"),
    (("--seconds", "inf"), "expected a number, got 'inf'"),
    (("--seconds", "nan"), "expected a number, got 'nan'"),
    (("--seconds", "3", "--restarts", "3"), "expected seconds or restarts, got both"),
    (("--restarts", "0"), "expected 1 to 16,000,000 restarts, got 0"),
    (("--restarts", "0", "--game", "duel"), "expected 1 to 4,000,000 restarts, got 0"),
    (("--seed", "-1"), "expected a non-negative seed, got -1"),
    (("--values", "6,13"), "expected values of 2d6, got 13"),
    (("--values", "six"), "expected values such as 5..9 or 6,7,8, got 'six'"),
    (("--rules", "4x4"), "expected boards with at most 12 cells"),
    (("--game", "war"), "expected the game match or duel, got 'war'"),
    (("--tie-break", "first"), "expected the tie-break smallest, largest or random"),
    (("--most", "0"), "expected 1 to 1000"),
    (("--workers", "0", "--restarts", "1"), "workers (4 per core), got 0"),
    (("--checkpoint", "/dev/null", "--restarts", "1"), "expected a checkpoint or an empty folder"),
]


@pytest.mark.parametrize("command", ["rings", "upsets"])
@pytest.mark.parametrize(("arguments", "reason"), SEARCHES)
def test_bad_searches_get_a_one_line_error(command: str, arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run(command, "--search", *arguments).complaint()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("rings", "--search", "--length", "13"), "expected rings of 3 to 12 boards, got 13"),
        (("rings", "--search", "--length", "2"), "expected rings of 3 to 12 boards, got 2"),
        (("rings", "--search", "--plot-file", "/nowhere/ring.svg"), "Cannot write"),
        (("rings", C, D, "--seconds", "5"), "the option seconds applies only to a search"),
        (("upsets", C, D, "--restarts", "5"), "the option restarts applies only to a search"),
        (("upsets", "--search", "--by", "x"), "expected margin or handicap, got 'x'"),
        (("upsets", C, D, "--by", "ring"), "expected margin or handicap, got 'ring'"),
        (("upsets", C), "got 1 board\n"),
        (("upsets", C, "*7 5 9 / 9 7 5 / 5 9 7"), "expected a board without marks, got *7 5 9 / 9 7 5 / 5 9 7"),
        (("counter",), "Missing argument 'BOARD [BOARD...]'"),
        (("counter", "*7 5 9 / 9 7 5 / 5 9 7"), "expected a board without marks, got *7 5 9 / 9 7 5 / 5 9 7"),
        (("counter", "7 5 9"), "expected 9 values"),
        (("counter", "1 5 9 / 9 7 5 / 5 9 7"), "got 1"),
        (("counter", C, "--values", "6,13"), "expected values of 2d6, got 13"),
        (("counter", C, "--values", "x"), "expected values such as 5..9 or 6,7,8, got 'x'"),
        (("counter", C, "--seed", "-1"), "expected a non-negative seed, got -1"),
        (("counter", C, "--restarts", "-2"), "expected 0 to 1,000,000 restarts, got -2"),
        (("counter", C, "--game", "war"), "expected the game match or duel, got 'war'"),
        (("counter", C, "--tie-break", "first"), "expected the tie-break smallest, largest or random"),
        (("counter", " ".join("7" * 16), "--rules", "4x4"), "expected boards with at most 12 cells"),
        (
            ("counter", " ".join("7" * 12), "--layout", "3x4", "--prove"),
            "expected at most 100,000,000 arrangements of the same values for a proof, got 239,500,800",
        ),
        (("counter", C, "--checkpoint", "/dev/null"), "expected a checkpoint or an empty folder"),
        (("counter", C, "--workers", "0"), "workers (4 per core), got 0"),
    ],
)
def test_bad_input_gets_a_one_line_error(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run(*arguments).complaint()
