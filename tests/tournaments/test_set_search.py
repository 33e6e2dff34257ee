"""Searches for rings and upsets: each restart is repeatable, and in small games the results are optimal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import exp, log
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicebingo.answer import Status
from dicebingo.errors import InputError, Stopped
from dicebingo.model.board import Board
from dicebingo.model.variants import classic, find_rules
from dicebingo.running import shards, stopping
from dicebingo.running.run import Progress, Run
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak
from dicebingo.tournaments import set_search as module
from dicebingo.tournaments.local_search import Annealing, _draw, anneal, restarts
from dicebingo.tournaments.margins import margins_for
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.rings import rings
from dicebingo.tournaments.set_search import Aim, SetSearch
from dicebingo.tournaments.tournament import tournament
from dicebingo.tournaments.upsets import upsets
from tests.searches.spaces import board_of, space_of
from tests.twins.duels import DuelTwin
from tests.twins.matches import margin, optimal, outcomes
from tests.twins.searches import LOADED, Everything, Values
from tests.twins.solo import NONE

SMALL = {
    "knuth": Everything("2x2:rows", "1d6", values=(1, 2, 3)),
    "loaded": Everything("2x2:rows", LOADED),
    "2x2": Everything("2x2", LOADED),
    "no upset": Everything("2x2:rows", LOADED, marks_all=True),
}
CASES = [
    ("knuth", TieBreak.SMALLEST, Game.MATCH),
    ("knuth", TieBreak.SMALLEST, Game.DUEL),
    ("loaded", TieBreak.RANDOM, Game.MATCH),
    pytest.param("loaded", TieBreak.SMALLEST, Game.DUEL, marks=pytest.mark.long),
]

Pair = tuple[Values, Values]
Margins = dict[Pair, Fraction]


# Brute force: the reference implementation computes the margins of all pairs of boards.


def images_of(name: str, pair: Pair, *, ordered: bool) -> Iterator[Pair]:
    """Yield the images of a pair of boards.

    All images have the same margin, so the reference implementation plays only one of them.
    """
    everything = SMALL[name]
    for swap in everything.swaps():
        first, second = (tuple(swap[value] for value in board) for board in pair)
        if ordered:
            yield first, second
        elif everything.layout == "2x2":  # any two cells win
            yield tuple(sorted(first)), tuple(sorted(second))
        else:  # the order of the rows does not matter, nor does the order of the cells within a row
            rows = [sorted([sorted(board[:2]), sorted(board[2:])]) for board in (first, second)]
            yield (*rows[0][0], *rows[0][1]), (*rows[1][0], *rows[1][1])


@lru_cache
def twin_margins(name: str, tie_break: TieBreak, game: Game) -> Margins:
    everything = SMALL[name]
    ordered = game is Game.MATCH and tie_break is not TieBreak.RANDOM and not everything.marks_all
    known: Margins = {}
    found: Margins = {}
    for pair in combinations(everything.boards, 2):
        key = min(images_of(name, pair, ordered=ordered))
        if key not in known:
            first, second = (everything.game(values) for values in key)
            if game is Game.DUEL:
                known[key] = DuelTwin(first, second).value((NONE, NONE))
            else:
                known[key] = margin(outcomes([optimal(twin, tie_break.value) for twin in (first, second)]))
            known[key[::-1]] = -known[key]
        found[pair], found[pair[::-1]] = known[key], -known[key]
    return found


def twin_rings(name: str, tie_break: TieBreak, game: Game, length: int) -> Fraction:
    """Return the smallest margin of the best ring, found by following wins from each board."""
    margins = twin_margins(name, tie_break, game)
    beats: dict[Values, list[tuple[Values, Fraction]]] = {}
    for (a, b), size in margins.items():
        if size > 0:
            beats.setdefault(a, []).append((b, size))
    best = Fraction(0)
    for start in beats:
        # For each board that a walk of wins from ``start`` can reach, store the largest smallest margin of such a walk.
        ends = {start: Fraction(1)}
        for _ in range(length):
            longer: dict[Values, Fraction] = {}
            for board, least in ends.items():
                for after, size in beats.get(board, ()):
                    longer[after] = max(longer.get(after, Fraction(0)), min(least, size))
            ends = longer
        best = max(best, ends.get(start, Fraction(0)))
    return best


def twin_upsets(name: str, tie_break: TieBreak, game: Game) -> list[tuple[Fraction, Fraction]]:
    """Return the margin and the handicap of every upset."""
    everything = SMALL[name]
    rolls = {values: everything.game(values).value(NONE) for values in everything.boards}
    pairs = twin_margins(name, tie_break, game).items()
    return [(size, rolls[a] - rolls[b]) for (a, b), size in pairs if size > 0 and rolls[a] > rolls[b]]


def search_of(name: str, tie_break: TieBreak, game: Game, aim: Aim, boards: int, seed: int = 1) -> SetSearch:
    everything = SMALL[name]
    rules = space_of(everything).rules
    return SetSearch(rules, everything.values or rules.dice.values, tie_break, game, aim, boards, seed, 1)


@pytest.fixture
def steps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use short searches: 150 steps, or the number set by the test. Never cancel a running batch."""
    monkeypatch.setattr(stopping, "PATIENCE", 3600)
    monkeypatch.setattr(shards, "GRACE", 3600)
    shorten(monkeypatch, getattr(request, "param", 150))


def shorten(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    shorter = {aim: replace(cooling, steps=steps) for aim, cooling in module.COOLING.items()}
    monkeypatch.setattr(module, "COOLING", shorter)


def search_for(steps: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("steps", [steps], indirect=True)


def asked(name: str, tie_break: TieBreak, game: Game) -> dict[str, Any]:
    everything = SMALL[name]
    rules = space_of(everything).rules
    return {"rules": rules, "values": everything.values, "tie_break": tie_break, "game": game}


@pytest.mark.slow
@search_for(1_500)
@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize(
    ("name", "tie_break", "game", "length"),
    [
        ("knuth", TieBreak.SMALLEST, Game.MATCH, 3),
        ("knuth", TieBreak.SMALLEST, Game.DUEL, 4),
        ("loaded", TieBreak.RANDOM, Game.MATCH, 3),
        pytest.param("knuth", TieBreak.SMALLEST, Game.MATCH, 4, marks=pytest.mark.long),
        pytest.param("knuth", TieBreak.SMALLEST, Game.DUEL, 3, marks=pytest.mark.long),
        pytest.param("loaded", TieBreak.SMALLEST, Game.DUEL, 3, marks=pytest.mark.long),
    ],
)
def test_the_best_of_all_rings_is_found(name: str, tie_break: TieBreak, game: Game, length: int) -> None:
    found = rings(**asked(name, tie_break, game), length=length, restarts=1)
    assert (found.count, found.among, found.seed, found.restarts) == (None, None, 1, module.BATCH[game])
    assert found.status is Status.BEST_FOUND
    ring = found.rings[0]
    # Closed walks of up to four wins visit no board twice, because no two boards beat each other.
    assert Fraction(str(ring.smallest_margin)) == twin_rings(name, tie_break, game, length) > 0
    assert len(set(ring.boards)) == length
    assert found.names[0] == tuple("ABCD"[:length])


@pytest.mark.usefixtures("steps")
@pytest.mark.slow
def test_no_ring_is_found_if_there_is_none() -> None:
    assert twin_rings("2x2", TieBreak.RANDOM, Game.MATCH, 3) == 0
    assert not rings(**asked("2x2", TieBreak.RANDOM, Game.MATCH), restarts=1)


@search_for(600)
@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize("aim", [Aim.MARGIN, Aim.HANDICAP])
@pytest.mark.parametrize(("name", "tie_break", "game"), CASES)
@pytest.mark.slow
def test_the_largest_of_all_upsets_is_found(name: str, tie_break: TieBreak, game: Game, aim: Aim) -> None:
    expected = twin_upsets(name, tie_break, game)
    found = upsets(**asked(name, tie_break, game), by=aim.value, restarts=32).upsets[0]  # type: ignore[arg-type]
    sizes = Fraction(str(found.margin)), Fraction(str(found.handicap))
    assert sizes in expected
    wanted = 0 if aim is Aim.MARGIN else 1
    assert sizes[wanted] == max(upset[wanted] for upset in expected)
    assert found.size(aim) == sizes[wanted]


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize("aim", [Aim.MARGIN, Aim.HANDICAP])
def test_no_upset_is_found_if_there_is_none(aim: Aim) -> None:
    assert twin_upsets("no upset", TieBreak.SMALLEST, Game.MATCH) == []
    assert not upsets(**asked("no upset", TieBreak.SMALLEST, Game.MATCH), by=aim, restarts=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("aim", [Aim.MARGIN, Aim.HANDICAP])
@pytest.mark.parametrize(("name", "tie_break", "game"), CASES)
@pytest.mark.slow
def test_a_tournament_lists_its_largest_upsets(name: str, tie_break: TieBreak, game: Game, aim: Aim) -> None:
    everything = SMALL[name]
    boards = [board_of(everything, values) for values in everything.boards]
    expected = twin_upsets(name, tie_break, game)
    found = upsets(boards, by=aim, most=7, tie_break=tie_break, game=game)  # type: ignore[arg-type]
    assert (found.count, found.among, found.status) == (len(expected), len(boards), None)
    wanted = 0 if aim is Aim.MARGIN else 1
    largest = sorted((upset[wanted] for upset in expected), reverse=True)[:7]
    assert [Fraction(str(upset.size(aim))) for upset in found] == largest
    for upset in found:
        assert (Fraction(str(upset.margin)), Fraction(str(upset.handicap))) in expected
        assert upset.expected_rolls == (
            optimal_play(upset.slower).expected_rolls,
            optimal_play(upset.faster).expected_rolls,
        )


@pytest.mark.parametrize(
    "texts",
    [
        ("7 5 8 / 8 9 8 / 6 6 8", "8 5 7 / 8 9 8 / 8 6 6"),
        ("7 8 5 / 8 6 9 / 8 7 4", "6 6 7 / 7 8 6 / 10 5 9"),  # rotated, and with v replaced by 14 - v
    ],
)
def test_two_images_of_a_board_are_not_an_upset(texts: tuple[str, str]) -> None:
    """Images of a board have the same V, even if float64 values differ in the last digit, as for the second pair."""
    boards = [Board.parse(text) for text in texts]
    result = tournament(boards)
    assert result.sign[0, 1] != 0
    found = upsets(result, by="handicap")
    assert (found.upsets, found.count) == ((), 0)
    margins = margins_for(classic(), TieBreak.SMALLEST)
    for aim in (Aim.MARGIN, Aim.HANDICAP):
        search = SetSearch(classic(), classic().dice.values, TieBreak.SMALLEST, Game.MATCH, aim, 2, 1, 1)
        states = margins.preparer.rows([*boards, *boards[::-1]]).reshape(2, 2, 9)
        assert search._score(margins, states).max() <= 1e-9


# Scores.


@pytest.mark.slow
def test_scores_of_upsets_match_their_definition() -> None:
    """The score of an upset is its margin or handicap.

    The score of any other pair is the sum of its margin and handicap, with positive numbers replaced by 0.
    """
    name, how = "loaded", (TieBreak.RANDOM, Game.MATCH)
    everything, exact = SMALL[name], twin_margins(name, *how)
    rolls = {values: everything.game(values).value(NONE) for values in everything.boards}
    margins = margins_for(space_of(everything).rules, how[0])
    pairs = list(exact)[::97]
    boards = [board_of(everything, values) for pair in pairs for values in pair]
    states = margins.preparer.rows(boards).reshape(-1, 2, 4)
    for aim in (Aim.MARGIN, Aim.HANDICAP):
        found = search_of(name, *how, aim, 2)._score(margins, states)
        for (a, b), score in zip(pairs, found, strict=True):
            size, handicap = exact[a, b], rolls[a] - rolls[b]
            if size > 0 and handicap > 0:
                expected = size if aim is Aim.MARGIN else handicap
            else:
                expected = min(size, Fraction(0)) + min(handicap, Fraction(0))
            assert score == pytest.approx(float(expected), abs=1e-9)


def test_the_score_of_a_ring_is_its_smallest_margin() -> None:
    search = SetSearch(find_rules("knuth"), (1, 2, 3, 4, 5, 6), TieBreak.SMALLEST, Game.MATCH, Aim.RING, 4, 1, 1)
    margins = margins_for(search.rules, search.tie_break)
    ring = np.array([[0, 1, 2, 3], [1, 3, 4, 5], [0, 2, 3, 4], [0, 4, 1, 5]])
    states = np.array([ring, np.roll(ring, 1, axis=0), ring[::-1], ring[[0, 1, 2, 0]]])
    assert search._score(margins, states) == pytest.approx(
        [1 / 30, 1 / 30, -1 / 30, -1]
    )  # in the last set, a board occurs twice


# Equivalent sets.


@pytest.mark.parametrize("aim", Aim)
def test_rotations_and_swaps_of_equally_likely_values_do_not_change_the_key(aim: Aim) -> None:
    count = 3 if aim is Aim.RING else 2
    search = SetSearch(classic(), classic().dice.values, TieBreak.SMALLEST, Game.MATCH, aim, count, 1, 1)
    state = np.random.default_rng(4).integers(11, size=(count, 9))
    state[0, 3], state[1, 5] = 2, 8
    key = search._key(state)
    swap = np.arange(11)
    swap[[2, 8]] = 8, 2  # 4 and 10 are equally likely, so they can be swapped on all boards at once
    assert search._key(swap[state]) == key
    turned = [search._key(np.roll(state, turn, axis=0)) == key for turn in range(1, count)]
    assert turned == [aim is Aim.RING] * (count - 1)
    assert search._key(np.concatenate([swap[state[:1]], state[1:]])) != key, (
        "expected another key if values are swapped on one board only"
    )
    other = np.arange(11)
    other[[2, 3]] = 3, 2
    assert search._key(other[state]) != key, "expected another key, because 4 and 5 are not equally likely"
    if aim is Aim.RING:
        assert search._key(state[::-1]) != key, "expected another key for the reversed ring"


def test_equivalent_sets_share_a_key() -> None:
    """No two values of this die are equally likely, so a ring shares its key only with its rotations."""
    rules = space_of(SMALL["loaded"]).rules
    search = SetSearch(rules, rules.dice.values, TieBreak.SMALLEST, Game.MATCH, Aim.RING, 3, 1, 1)
    seen: dict[Any, set[tuple[tuple[int, ...], ...]]] = {}
    for boards in product(product(range(3), repeat=2), repeat=3):
        seen.setdefault(search._key(np.array(boards)), set()).add(boards)
    for orbit in seen.values():
        first = min(orbit)
        assert orbit == {(*first[turn:], *first[:turn]) for turn in range(3)}


@pytest.mark.usefixtures("steps")
def test_the_best_sets_so_far_are_different_and_listed_best_first() -> None:
    search = search_of("knuth", TieBreak.SMALLEST, Game.MATCH, Aim.RING, 3)
    part = search.shard(0)
    turned = {"states": np.roll(part["states"], 1, axis=1), "scores": part["scores"]}
    worse = {"states": part["states"], "scores": np.full(len(part["scores"]), 1e-10)}
    found = list(search._best_so_far([worse, part, turned], 4))
    assert found[0] == []  # the search treats margins this small as 0
    assert same(found[1], found[2])
    scores = [score for score, _ in found[1]]
    assert 2 <= len(scores) <= 4
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == part["scores"].max()
    assert len({search._key(state) for _, state in found[1]}) == len(scores)
    [fewer] = search._best_so_far([part], 2)
    assert same(fewer, found[1][:2])


def same(first: list[tuple[float, NDArray[np.int64]]], second: list[tuple[float, NDArray[np.int64]]]) -> bool:
    return [(score, state.tolist()) for score, state in first] == [(score, state.tolist()) for score, state in second]


# Restarts.


def states_of(search: SetSearch, numbers: list[int], steps: int = 150) -> tuple[NDArray[Any], NDArray[Any]]:
    """Run the restarts with these numbers together, and return their results."""
    margins = margins_for(search.rules, search.tie_break, search.game)
    values = margins.preparer.value_indices(search.values)
    begun = restarts(search.seed, numbers, search.boards, margins.preparer.size, values, (4, 5))
    return anneal(partial(search._score, margins), begun, Annealing(steps, 0.02, 0.003))


@pytest.mark.parametrize(("aim", "boards"), [(Aim.RING, 3), (Aim.HANDICAP, 2)])
@pytest.mark.parametrize("game", Game)
def test_a_restart_does_not_depend_on_other_restarts(aim: Aim, boards: int, game: Game) -> None:
    rules = classic() if game is Game.MATCH else find_rules("knuth")
    search = SetSearch(rules, rules.dice.values, TieBreak.SMALLEST, game, aim, boards, 3, 1)
    states, scores = states_of(search, list(range(16)))
    for number in (0, 11):
        alone, score = states_of(search, [number])
        assert np.array_equal(alone[0], states[number])
        assert score[0] == scores[number]
    others, _ = states_of(search, [13, 5])
    assert np.array_equal(others, states[[13, 5]])
    assert len(np.unique(states, axis=0)) > 8, "expected restarts to differ"


@pytest.mark.usefixtures("steps")
def test_a_batch_depends_only_on_the_seed_and_its_number() -> None:
    search = search_of("knuth", TieBreak.SMALLEST, Game.MATCH, Aim.RING, 3, seed=7)
    again, longer = search.shard(1), replace(search, batches=3)
    parts = list(Run().batches(longer, "searching"))
    assert len(parts) == 3
    assert longer.name() == search.name()
    for name, part in again.items():
        assert np.array_equal(part, parts[1][name])
    assert not np.array_equal(again["states"], parts[0]["states"])
    other = replace(search, seed=8)
    assert other.name() != search.name()
    assert not np.array_equal(other.shard(1)["states"], again["states"])


def test_different_searches_have_different_job_names() -> None:
    search = search_of("knuth", TieBreak.SMALLEST, Game.MATCH, Aim.RING, 3)
    others: list[dict[str, Any]] = [
        *({"boards": 4}, {"seed": 2}, {"values": (1, 2)}, {"tie_break": TieBreak.RANDOM}),
        *({"game": Game.DUEL}, {"aim": Aim.MARGIN}, {"rules": classic(), "values": (6, 7, 8)}),
    ]
    names = [search.name(), *(replace(search, **other).name() for other in others)]
    assert len(set(names)) == len(names)


def test_a_restart_uses_few_values_and_depends_only_on_its_number() -> None:
    values = np.array([1, 4, 5, 9])
    for number, restart in enumerate(restarts(2, range(20), 3, 9, values, (2, 3, 11))):
        assert restart.start.shape == (3, 9)
        assert set(restart.palette) <= set(values)
        assert len(set(restart.palette)) in (2, 3, 4)
        assert np.isin(restart.start, restart.palette).all()
        assert np.array_equal(restart.start, restarts(2, [number], 3, 9, values, (2, 3, 11))[0].start)
    sizes = {len(restart.palette) for restart in restarts(2, range(20), 3, 9, values, (2, 3, 11))}
    assert sizes == {2, 3, 4}


def plain_annealing(score: Any, restart: Any, cooling: Annealing) -> tuple[list[list[int]], float]:
    """Run one restart step by step, as documented."""
    state = restart.start.tolist()
    draws = zip(*_draw(restart, restart.start.shape, cooling.steps), strict=True)
    value = best = score(np.array([state]))[0]
    kept = [list(board) for board in state]
    for step, (board, cell, other, new, swaps, log_u) in enumerate(draws):
        temperature = cooling.hot * exp(log(cooling.cold / cooling.hot) * step / cooling.steps)
        changed = [list(row) for row in state]
        if swaps:
            changed[board][cell], changed[board][other] = state[board][other], state[board][cell]
        else:
            changed[board][cell] = int(new)
        after = score(np.array([changed]))[0]
        if after >= value or exp((after - value) / temperature) >= exp(log_u):
            state, value = changed, after
        if value > best:
            kept, best = state, value
    return kept, best


def test_annealing_follows_its_description() -> None:
    """The results agree with ``plain_annealing`` for an artificial score that has many local maxima."""
    weights = np.random.default_rng(1).random((2, 6, 7))

    def score(states: NDArray[np.int64]) -> NDArray[np.float64]:
        picked = np.take_along_axis(weights[None], states[..., None], axis=-1)[..., 0]
        found: NDArray[np.float64] = np.round(np.cos(9 * picked.sum(axis=(1, 2))) + picked.mean(axis=(1, 2)), 3)
        return found

    cooling = Annealing(300, 0.5, 0.01)
    values = np.arange(7)
    states, scores = anneal(score, restarts(1, range(6), 2, 6, values, (3, 7)), cooling)
    assert np.array_equal(score(states), scores)
    for i, restart in enumerate(restarts(1, range(6), 2, 6, values, (3, 7))):
        kept, best = plain_annealing(score, restart, cooling)
        assert scores[i] == best
        assert states[i].tolist() == kept


def changes(state: NDArray[np.int64], values: int) -> Iterator[NDArray[np.int64]]:
    for board, cell, value in np.ndindex(*state.shape, values):
        new = state.copy()
        new[board, cell] = value
        yield new
    for board in range(len(state)):
        for order in permutations(range(state.shape[1]), 2):
            new = state.copy()
            new[board, order] = state[board, order[::-1]]
            yield new


@pytest.mark.usefixtures("steps")
def test_the_best_of_a_batch_is_polished(monkeypatch: pytest.MonkeyPatch) -> None:
    """No single-cell change and no swap improves the best result.

    The other results are not polished, so after little annealing, they can still be improved.
    """
    monkeypatch.setitem(module.COOLING, Aim.RING, Annealing(5, 0.02, 0.003))
    rules = find_rules("knuth")
    search = SetSearch(rules, rules.dice.values, TieBreak.SMALLEST, Game.MATCH, Aim.RING, 3, 2, 1)
    part = search.shard(0)
    best = part["states"][int(part["scores"].argmax())]
    margins = margins_for(rules, TieBreak.SMALLEST)
    around = np.array(list(changes(best, 6)))
    assert search._score(margins, around).max() <= part["scores"].max()
    assert search._score(margins, part["states"]).tolist() == part["scores"].tolist()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"values": (1, 7)}, "expected values of 1d6, got 7"),
        ({"values": "1..7"}, "expected values of 1d6, got 7"),
        ({"values": ()}, "expected at least one value, got none"),
        ({"values": 7}, "expected values such as '5..9' or"),
        ({"seed": -1}, "expected a non-negative seed, got -1"),
        ({"restarts": 0}, "expected 1 to 16,000,000 restarts, got 0"),
        ({"restarts": 0, "game": "duel"}, "expected 1 to 4,000,000 restarts, got 0"),
        ({"restarts": 3, "seconds": 3}, "expected seconds or restarts, got both"),
        ({"seconds": 0}, "expected a positive number of seconds, got 0"),
        ({"most": 0}, "expected 1 to 1000"),
        ({"game": "war"}, "expected the game match or duel, got 'war'"),
        ({"tie_break": "first"}, "expected the tie-break smallest, largest or random, got 'first'"),
        ({"rules": "nothing"}, "expected named rules"),
        ({"boards": 5}, "expected a list of boards, got 5"),
        ({"boards": ["1 2 / 3 4", "1 2 / 1 2"], "values": (1, 2)}, "the option values applies only to a search"),
        ({"boards": ["1 2 / 3 4", "1 2 / 1 2"], "seconds": 2}, "seconds applies only to a search"),
        ({"boards": ["1 2 / 3 4", "1 2 / 1 2"], "restarts": 2}, "restarts applies only to a search"),
    ],
)
@pytest.mark.parametrize("find", [rings, upsets])
def test_bad_searches_are_rejected(find: Callable[..., Any], changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        find(**{"rules": "knuth", **changed})


def test_upsets_are_ranked_only_by_margin_or_handicap() -> None:
    for text in ("ring", "x"):
        with pytest.raises(InputError, match=f"expected margin or handicap, got '{text}'"):
            upsets(["1 2 / 3 4", "1 2 / 1 2"], rules="knuth", by=text)  # type: ignore[arg-type]


# Time limits, progress and requests to stop


@pytest.mark.usefixtures("steps")
def test_a_search_reports_its_batches() -> None:
    told: list[Progress] = []
    found = rings(rules="knuth", restarts=32, run=Run(progress=told.append))
    searching = [now for now in told if now.stage == "searching"]
    # Whenever a function is compiled, the previous report is repeated.
    assert list(dict.fromkeys((now.done, now.total) for now in searching)) == [(0, 2), (1, 2), (2, 2)]
    assert searching[-1].best == f"{float(found.rings[0].smallest_margin):.4f} after 32 restarts"
    assert told[-1].stage == "certifying"


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize("how", [{"seconds": 0.001}, {"run": Run(seconds=0.001)}])
def test_a_search_ends_at_its_time_limit(how: dict[str, Any]) -> None:
    found = rings(rules="knuth", **how)
    assert found.restarts is not None
    assert found.restarts >= 16  # a batch that is running at the time limit also counts
    assert found.status is Status.BEST_FOUND
    assert found.rings == rings(rules="knuth", restarts=found.restarts).rings


@pytest.mark.usefixtures("steps")
def test_the_default_time_limit_is_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []
    batches = Run.batches

    def first(self: Run, *job: Any) -> Iterator[Any]:
        limits.append(self.seconds)
        yield next(batches(self, *job))

    monkeypatch.setattr(Run, "batches", first)
    assert rings(rules="knuth").restarts == 16
    assert rings(rules="knuth", restarts=32).restarts == 16
    assert limits == [60, None]


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize(("find", "listed"), [(rings, "rings"), (upsets, "upsets")])
def test_a_stopped_search_reports_its_status(find: Callable[..., Any], listed: str) -> None:
    run = Run(progress=lambda now: run.stop() if now.done else None)
    found = find(rules="knuth", restarts=160, run=run)
    assert 16 <= found.restarts < 160  # a batch that is running when the search is stopped also counts
    assert found.status is Status.STOPPED
    assert getattr(found, listed) == getattr(find(rules="knuth", restarts=found.restarts), listed)
    with pytest.raises(Stopped):
        find(rules="knuth", restarts=160, run=run)  # this run has already been stopped


@pytest.mark.slow
def test_few_restarts_find_a_ring_almost_as_good_as_the_one_in_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest margin of the paper's ring is 0.060."""
    shorten(monkeypatch, 1_200)
    told: list[Progress] = []
    [ring] = rings(restarts=16, most=1, run=Run(progress=told.append))
    assert ring.smallest_margin > Fraction(5, 100)
    assert told[-1].best == f"{float(ring.smallest_margin):.4f} after 16 restarts"
