"""Certificates of searches: true certificates are accepted, and every change is detected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from dicebingo import __version__
from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.variants import classic, find_rules
from dicebingo.proofs.certificate import SEARCH_KIND, search_certificate
from dicebingo.proofs.verify import checks_of
from dicebingo.searches.all_boards import search_all
from dicebingo.searches.space import Constraints, Space
from dicebingo.solo.mdp import optimal_play
from tests.searches.spaces import nearly_fair, space_of
from tests.twins.searches import SMALL

Path = tuple[str | int, ...]
FAST = [name for name in SMALL if not name.startswith("3x3")]


@cache
def made(name: str, best: int) -> str:
    return json.dumps(search_certificate(search_all(space_of(SMALL[name]), top=best)))


def claim_of(name: str, best: int = 1) -> Any:
    """Return a certificate as if it were read from a file."""
    return json.loads(made(name, best))


def failed(claim: Any, *, full: bool = False) -> list[str]:
    """Return the problems that the check finds."""
    return [finding.what for finding in checks_of(claim, full=full) if not finding.holds]


@pytest.mark.parametrize("best", [1, 4])
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
def test_a_true_certificate_is_accepted(name: str, best: int) -> None:
    assert failed(claim_of(name, best)) == []
    assert failed(claim_of(name, best), full=True) == []


def test_a_certificate_states_its_question_and_its_answer() -> None:
    claim = claim_of("2x2, fixed and contains")
    assert claim["kind"] == SEARCH_KIND
    assert claim["version"] == __version__
    assert claim["rules"] == {"layout": "2x2", "dice": "1d6", "marking": "one"}
    assert claim["constraints"] == {"values": None, "contains": [2, 3], "fixed": [[1, 2]], "distinct": False}
    assert (claim["total_boards"], claim["relative_error_bound"]) == (91, 1.01 * 4 * 6 * 2.0**-53)
    (best,) = claim["best"]
    assert best["expected_rolls"] == {"exact": "7/2", "decimal": 3.5}
    # The 2 is fixed, the 3 has three possible cells, and the last two cells have 4 and 3 possible values.
    assert best["orbit_size"] == 3 * 4 * 3
    assert claim["runner_up"]["expected_rolls"]["decimal"] > 3.5
    assert claim["gap"]["decimal"] == pytest.approx(claim["runner_up"]["expected_rolls"]["decimal"] - 3.5)
    assert claim["unique"]


def leaves(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every number, string, Boolean and null of a JSON object, with its path."""
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, (*path, key))
    else:
        yield path, node


def changes(value: Any) -> list[Any]:
    """Return other values of the same type and of other types."""
    others: list[Any] = [None, True, False, 0, -1, 10**30, 0.5, "", "1/0", "F", [], [1], {}, {"exact": "1"}]
    if isinstance(value, bool):
        others.append(not value)
    elif isinstance(value, int | float):
        others += [value + 1, value - 1, value * (1 + 1e-15), str(value)]
    elif isinstance(value, str):
        others += [value + "1", value[:-1]]
    return [other for other in others if other != value or type(other) is not type(value)]


def changed(claim: Any, path: Path, value: Any) -> Any:
    new = deepcopy(claim)
    node = new
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return new


def without(claim: Any, path: Path) -> Any:
    new = deepcopy(claim)
    node = new
    for key in path[:-1]:
        node = node[key]
    del node[path[-1]]
    return new


def is_noticed(claim: Any) -> bool:
    """Return whether the check finds a problem or rejects the claim with a one-line error.

    Any other exception fails the test.
    """
    try:
        return bool(failed(claim))
    except InputError as error:
        return "\n" not in str(error)


def same_meaning(name: str, old: Any, new: Any, path: Path) -> bool:
    """Return whether a change has no effect, such as replacing True by 1, or a board by another board in its orbit."""
    if path == ("version",) or (path[-1] not in ("unique", "distinct") and part(old, path) == part(new, path)):
        return True
    if "board" not in path:
        return False
    everything = SMALL[name]
    where = path[: path.index("board") + 1]
    boards = [[value for value in part(claim, where) if value not in ("F", None)] for claim in (old, new)]
    return boards[1] in map(list, everything.orbit(tuple(boards[0]), everything.symmetries()))


def part(claim: Any, path: Path) -> Any:
    for key in path:
        claim = claim[key]
    return claim


@pytest.mark.parametrize("name", ["2x2, contains", "2x2, fixed", "shape", "knuth", "2x2, distinct, fixed and contains"])
@pytest.mark.slow
def test_any_change_is_detected(name: str) -> None:
    claim = claim_of(name, 2)
    for path, value in leaves(claim):
        for new in changes(value):
            other = changed(claim, path, new)
            assert is_noticed(other) or same_meaning(name, claim, other, path), (path, new)
        if path != ("version",):
            assert is_noticed(without(claim, path)), path


@pytest.mark.parametrize("key", ["best", "runner_up", "gap", "unique", "constraints", "rules", "total_boards", "kind"])
def test_any_missing_part_is_detected(key: str) -> None:
    claim = claim_of("2x2, contains", 2)
    assert is_noticed(without(claim, (key,)))
    nothings: list[Any] = [None, [], {}, "", 0]
    for nothing in nothings:
        assert is_noticed(changed(claim, (key,), nothing))


def test_a_worse_board_is_detected() -> None:
    """A worse board is rejected even if its value and orbit are correct, because it is worse than the runner-up."""
    claim = claim_of("knuth")
    worse = Board.parse("1 1 / 2 2", "knuth")
    rolls = optimal_play(worse).expected_rolls
    swapped = {
        "board": [1, 1, 2, 2],
        "expected_rolls": {"exact": str(rolls), "decimal": float(rolls)},
        "orbit_size": 30,
    }
    assert failed(changed(claim, ("best",), [swapped])) == ["the runner-up is worse by -1.166666667 rolls"]
    # The gap has the correct size but the wrong sign.
    upside_down = {**claim, "best": [claim["runner_up"]], "runner_up": claim["best"][0]}
    upside_down["gap"] = {"exact": "-" + claim["gap"]["exact"], "decimal": -claim["gap"]["decimal"]}
    assert failed(upside_down) == ["the runner-up is worse by -0.8333333333 rolls"]
    # This list also contains the second-best board, so the runner-up must be that board.
    both = claim_of("knuth", 2)
    both["runner_up"] = swapped
    assert "no listed board is between the best boards and the runner-up" in failed(both)
    # The wrong best board, runner-up and gap fit together, so only the full check detects them.
    other = changed(claim, ("best",), [claim["runner_up"]])
    other["runner_up"] = swapped
    gap = rolls - optimal_play(Board.parse(_notation(claim["runner_up"]["board"]), "knuth")).expected_rolls
    other["gap"] = {"exact": str(gap), "decimal": float(gap)}
    assert failed(other) == []
    assert "a new search gives equally good boards" in failed(other, full=True)


def _notation(values: list[int]) -> str:
    return " ".join(map(str, values))


def test_a_board_outside_the_space_is_detected() -> None:
    claim = claim_of("2x2, fixed and contains")
    outside = [[1, 2, 1, 1], [3, 1, 2, 4], [2, 2, 2, 2]]
    for values in outside:
        (what,) = failed(changed(claim, ("best", 0, "board"), values))
        assert what.endswith("meets the constraints")


def test_a_list_with_a_repeated_board_is_detected() -> None:
    claim = claim_of("knuth")
    (best,) = claim["best"]
    mirrored = {**best, "board": best["board"][::-1]}
    twice = {**claim, "best": [best, mirrored], "unique": False}
    assert failed(twice) == ["the best boards are essentially different"]


def test_a_list_in_the_wrong_order_is_detected() -> None:
    claim = claim_of("knuth", 3)
    assert "the best boards are listed in order" in failed({**claim, "best": claim["best"][::-1]})


def test_the_full_check_detects_an_omitted_tie() -> None:
    claim = claim_of("one line")
    assert len(claim["best"]) > 1
    shorter = {**claim, "best": claim["best"][:1], "unique": True}
    assert failed(shorter) == []
    assert "a new search confirms the claim 'unique'" in failed(shorter, full=True)


def test_there_is_no_runner_up_if_all_boards_are_equally_good() -> None:
    claim = claim_of("2x3, distinct")
    assert (claim["runner_up"], claim["gap"], claim["unique"]) == (None, None, True)
    assert failed(claim) == []
    other = claim_of("knuth")
    kept_back = {**other, "runner_up": None, "gap": None}
    assert failed(kept_back) == ["there is no runner-up: all boards are equally good"]


def test_a_gap_below_the_error_bound_is_accepted() -> None:
    """The search compares boards exactly if float64 cannot tell them apart."""
    claim = json.loads(json.dumps(search_certificate(search_all(nearly_fair()))))
    assert 0 < claim["gap"]["decimal"] < claim["relative_error_bound"]
    assert failed(claim, full=True) == []


@pytest.mark.long
def test_the_certificate_of_all_boards_is_accepted() -> None:
    claim = json.loads(json.dumps(search_certificate(search_all(Space.of(classic())))))
    assert (claim["total_boards"], claim["evaluated"], claim["unique"]) == (2_357_947_691, 18_645_336, True)
    assert claim["best"][0]["orbit_size"] == 64
    assert failed(claim, full=True) == []
    assert failed({**claim, "evaluated": 18_645_337}) == ["18,645,336 boards are essentially different"]
    assert failed({**claim, "total_boards": 11**9 + 1}) == [
        "the certificate covers all 2,357,947,691 boards of 3x3, 2d6"
    ]


def test_constraints_are_read_back_from_a_certificate() -> None:
    for constraints in (Constraints(values=(1, 2, 3, 4)), Constraints(distinct=True), Constraints(fixed=((0, 6),))):
        claim = json.loads(json.dumps(search_certificate(search_all(Space.of(find_rules("knuth"), constraints)))))
        assert failed(claim, full=True) == []
