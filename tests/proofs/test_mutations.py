"""A changed certificate of any kind is rejected unless its claim is still true."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from dicebingo.errors import DiceBingoError
from dicebingo.exact import number_json
from dicebingo.json_form import to_json
from dicebingo.matches.match import match
from dicebingo.matches.mixture import Mixture
from dicebingo.model.board import Board
from dicebingo.model.rules import Rules
from dicebingo.model.symmetry import symmetries
from dicebingo.proofs.certificate import PROOF_KIND, REPLY_KIND, proof_certificate, search_certificate
from dicebingo.proofs.prove import prove
from dicebingo.proofs.reply_certificate import reply_certificate
from dicebingo.proofs.verify import verify
from dicebingo.replies.arena import arena
from dicebingo.replies.counter import counter
from dicebingo.replies.equilibrium_weights import ends
from dicebingo.replies.prover import ReplyProver
from dicebingo.replies.reply import ReplySearch
from dicebingo.running.run import Run
from dicebingo.searches.all_boards import search_all
from dicebingo.searches.space import Constraints, Space

Path = tuple[Any, ...]
ROWS = Rules.of("2x3:rows", "1d6")
TWO = ("1 2 3 / 3 3 3", "1 3 2 / 2 2 2")
KNUTH = Rules.of("2x2:rows", "1d6")

MAKE: dict[str, Callable[[], Any]] = {
    "search": lambda: search_certificate(search_all(Space.of(KNUTH), top=3)),
    "search with values": lambda: search_certificate(search_all(Space.of(KNUTH, Constraints(values=(1, 2, 3))))),
    "proof": lambda: proof_certificate(prove("knuth")),
    "proof of a part": lambda: proof_certificate(prove("knuth", distinct_values=3, lemma=False)),
    "counter": lambda: reply_certificate(counter("1 2 / 3 4", rules="knuth", values=(1, 2, 3), prove=True)),
    "mixture": lambda: reply_certificate(
        counter("1 2 / 3 4", "1 1 / 2 3", weights="1/3,2/3", rules="knuth", values=(1, 2, 4), prove=True)
    ),
    "arena": lambda: reply_certificate(arena(TWO, rules=ROWS, values=(1, 2, 3))),
}


@cache
def made(kind: str) -> str:
    return json.dumps(MAKE[kind]())


def claim_of(kind: str) -> Any:
    """Return a certificate as if it were read from a file."""
    return json.loads(made(kind))


def accepted(claim: Any, *, full: bool = False) -> bool:
    """Return whether a certificate is accepted. Malformed certificates are never accepted."""
    try:
        return verify(claim, full=full).holds
    except DiceBingoError:
        return False


# The claim of a certificate


def pattern(values: list[int], rules: Rules) -> Any:
    """Return a representative of a board up to symmetries and swaps of values.

    All values of the dice must be equally likely.
    """
    images = []
    for image in symmetries(rules.layout):
        number: dict[int, int] = {}
        images.append(tuple(number.setdefault(values[cell], len(number)) for cell in image))
    return min(images)


def orbit(values: list[int], rules: Rules) -> Any:
    """Return the least image of a board under the symmetries of its layout."""
    return min(tuple(values[cell] for cell in image) for image in symmetries(rules.layout))


def ours(claim: Any, like: Any) -> Any:
    """Return a certificate without the keys that ``like`` lacks; such keys are optional."""
    if isinstance(like, dict) and isinstance(claim, dict):
        return {key: ours(claim[key], like[key]) for key in like}
    if isinstance(like, list) and isinstance(claim, list) and like and isinstance(like[0], dict):
        return [ours(item, like[0]) for item in claim]
    return claim


def statement(claim: Any) -> Any:
    """Return what a certificate claims, in a form in which equivalent claims are equal."""
    rules = Rules.of(*(claim["rules"][key] for key in ("layout", "dice", "marking")))
    if claim["kind"] == REPLY_KIND:
        return _reply(claim, rules)
    stated = {**claim, "rules": rules}
    if claim["kind"] == PROOF_KIND:
        stated.pop("start", None)
        if not claim["best"]:
            del stated["lemma"]  # the lemma affects only the list of the best boards
        stated["board"] = pattern(claim["board"], rules)
        stated["best"] = sorted(pattern(board, rules) for board in claim["best"])
        return stated
    allowed = claim["constraints"]["values"]
    stated["constraints"] = {**claim["constraints"], "values": set(allowed or rules.dice.values)}
    for key in ("best", "runner_up"):
        entries = claim[key] if key == "best" else [claim[key]]
        stated[key] = [{**entry, "board": pattern(entry["board"], rules)} for entry in entries]
    return stated


def _reply(claim: Any, rules: Rules) -> Any:
    """Return what a certificate of a reply claims: margins and counts, but neither ``target`` nor the best boards."""
    weights = [[Fraction(share) for share in row] for row in claim["weights"]]
    mixture = list(zip(map(tuple, claim["boards"]), zip(*weights, strict=True), strict=True))
    interval = claim["interval"]
    if interval is not None:
        interval = {**interval, **{side: interval[side] is None for side in ("below", "above")}}
    stated = {key: value for key, value in claim.items() if key not in ("target", "boards", "weights")}
    return {
        **stated,
        "rules": rules,
        "values": set(claim["values"]),
        "mixture": sorted(mixture) if interval is None else mixture,
        "ends": [end["margin"] for end in claim["ends"]],
        "interval": interval,
        "left_boards": sorted(orbit(board, rules) for board in claim["left_boards"]),
    }


def margins(claim: Any) -> list[tuple[Fraction, ...]]:
    """Return the margins of all boards over each board of the mixture, computed from matches."""
    rules = Rules.of(*(claim["rules"][key] for key in ("layout", "dice", "marking")))
    values, how = tuple(sorted(set(claim["values"]))), (rules, claim["tie_break"])
    return list(zip(*(margins_over(tuple(board), values, *how) for board in claim["boards"]), strict=True))


@cache
def margins_over(board: tuple[int, ...], values: tuple[int, ...], rules: Rules, tie_break: Any) -> list[Fraction]:
    """Return the margins over ``board`` of all boards with these values."""
    every = product(values, repeat=rules.layout.size)
    return [match(one, board, rules=rules, tie_break=tie_break, fast=False).outcomes.margin for one in every]


def is_true(claim: Any) -> bool:
    """Return whether the stated margins are those of the best replies among all boards.

    If there is an interval, it must contain exactly the weights at which no board beats the mixture.
    """
    lines = margins(claim)
    for row, end in zip(claim["weights"], claim["ends"], strict=True):
        best = max(sum(Fraction(x) * m for x, m in zip(row, line, strict=True)) for line in lines)
        if number_json(best) != end["margin"]:
            return False
    if claim["interval"] is None:
        return True
    found = ends((first, second) for first, second in lines)
    return found is not None and [number_json(end) for end in found] == [claim["interval"][k] for k in ("low", "high")]


# Mutations.


def nodes(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every part of a certificate, with its path."""
    if path:
        yield path, node
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from nodes(value, (*path, key))


def at(claim: Any, path: Path) -> Any:
    for key in path:
        claim = claim[key]
    return claim


def changed(value: Any, draw: random.Random) -> Any:
    """Return a value close to the given value, or a value of another type."""
    others: list[Any] = [None, True, False, 0, -1, 10**30, 0.5, "", "1/0", "F", [], {}]
    near: list[Any] = []
    if isinstance(value, bool):
        near = [not value]
    elif isinstance(value, int | float):
        near = [value + 1, value - 1, value * 2, value * (1 + 2**-52), -value]
    elif isinstance(value, str):
        near = [value + "1", value[:-1], value.upper(), draw.choice(["smallest", "largest", "random", "duel", "2d6"])]
        if value.replace("/", "").replace("-", "").isdigit():
            step = Fraction(1, draw.choice([10**30, 7, 70]))
            near = [str(Fraction(value) + step), str(Fraction(value) - step), str(1 - Fraction(value))]
    return draw.choice(near) if near and draw.random() < 0.75 else draw.choice(others)


def mutated(claim: Any, draw: random.Random) -> Any:
    """Return a certificate with one part changed, removed, added or duplicated, or with two parts swapped."""
    new = deepcopy(claim)
    parts = list(nodes(new))
    path, value = draw.choice(parts)
    parent, key = at(new, path[:-1]), path[-1]
    what = draw.choice(["change", "change", "change", "drop", "add", "swap", "swap boards"])
    if what == "change":
        leaves = [(where, leaf) for where, leaf in parts if not isinstance(leaf, dict | list)]
        path, value = draw.choice(leaves if draw.random() < 0.9 else parts)
        at(new, path[:-1])[path[-1]] = changed(value, draw)
    elif what == "drop":
        del parent[key]
    elif what == "add":
        if isinstance(parent, list):
            parent.insert(draw.randrange(len(parent) + 1), deepcopy(value))
        else:
            parent[draw.choice(["extra", "start", "boards", "below"])] = deepcopy(value)
    else:
        boards = [where for where, one in parts if isinstance(one, list) and one and isinstance(one[0], int)]
        alike = [where for where, one in parts if type(one) is type(value) and where[: len(path)] != path]
        if what == "swap boards" and len(boards) > 1:
            path, other = draw.sample(boards, 2)
        elif alike:
            other = draw.choice(alike)
        else:
            return new
        first, second = deepcopy(at(new, path)), deepcopy(at(new, other))
        if path[: len(other)] != other and other[: len(path)] != path:
            at(new, path[:-1])[path[-1]], at(new, other[:-1])[other[-1]] = second, first
    return new


def expect_the_same(kind: str, claim: Any, new: Any) -> None:
    """Assert that an accepted certificate makes the same claim as the original.

    A shorter list of the best boards claims less. A certificate for another tie-break or an equivalent opponent makes
    a different claim, which may be accepted if it is true.
    """
    if kind == "search":
        claim = {**claim, "best": claim["best"][: len(new["best"])]}
    if statement(ours(new, claim)) != statement(claim):
        assert claim["kind"] == REPLY_KIND, (kind, new)
        assert is_true(new), (kind, new)


@pytest.mark.parametrize("part", [1, *(pytest.param(part, marks=pytest.mark.long) for part in (2, 3, 4))])
@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.slow
def test_a_true_certificate_is_accepted_and_false_mutations_are_rejected(kind: str, part: int) -> None:
    claim, draw = claim_of(kind), random.Random(f"mutations of {kind}, part {part}")
    assert accepted(claim)
    for _ in range(15 if kind == "arena" else 50):  # computing the margins of all boards takes a long time
        new = mutated(claim, draw)
        if accepted(new):
            expect_the_same(kind, claim, new)


@pytest.mark.parametrize("part", [1, *(pytest.param(part, marks=pytest.mark.long) for part in (2, 3))])
@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.slow
def test_the_full_check_also_rejects_false_mutations(kind: str, part: int) -> None:
    claim, draw = claim_of(kind), random.Random(f"full checks of {kind}, part {part}")
    assert accepted(claim, full=True)
    for _ in range(6):
        new = mutated(claim, draw)
        if accepted(new, full=True):
            expect_the_same(kind, claim, new)


# Intervals.


def interval_claim(share: Fraction, beyond: tuple[Any, Any]) -> Any:
    """Return a certificate whose interval is the weight ``share`` alone, with the counts of a proof for this weight."""
    claim = claim_of("arena")
    boards = tuple(Board.parse(board, ROWS) for board in TWO)
    row = Fraction(share), Fraction(1 - share)
    prover = ReplyProver(ReplySearch.of(Mixture(boards, row), (1, 2, 3)), (row,), Fraction(0))
    prover.work(Run())
    proof = prover.proof
    assert proof is not None
    end = number_json(row[0])
    interval = {"board": claim["boards"][0], "low": end, "high": end, "below": beyond[0], "above": beyond[1]}
    counts = {key: getattr(proof, key) for key in ("multisets", "followed", "orbits", "left")}
    left = [to_json(board) for board in proof.left_boards] if hasattr(proof, "left_boards") else []
    weights = [[str(x) for x in row]]
    return {**claim, "weights": weights, "ends": claim["ends"][:1], "interval": interval, **counts, "left_boards": left}


@pytest.mark.slow
def test_the_interval_contains_exactly_the_weights_at_which_no_board_beats_the_mixture() -> None:
    claim = claim_of("arena")
    assert (claim["interval"]["low"]["exact"], claim["interval"]["high"]["exact"]) == ("3/70", "67/70")
    assert is_true(claim)


@pytest.mark.slow
def test_an_interval_that_is_too_narrow_is_rejected() -> None:
    """No board beats the mixture at the weight 1/2, nor at some other weights, so the true interval is larger."""
    claim = claim_of("arena")
    sides = claim["interval"]["below"], claim["interval"]["above"]
    for beyond in ((None, None), sides, sides[::-1], *((board, board) for board in claim["left_boards"])):
        narrow = interval_claim(Fraction(1, 2), beyond)
        assert not accepted(narrow)
        assert not accepted(narrow, full=True)
        assert not is_true(narrow)


@pytest.mark.slow
def test_an_interval_that_names_the_wrong_board_is_rejected() -> None:
    claim = claim_of("arena")
    assert not accepted({**claim, "interval": {**claim["interval"], "board": claim["boards"][1]}})


def test_a_wrong_number_or_list_of_remaining_boards_is_rejected() -> None:
    claim = claim_of("counter")
    for other in (claim["left"] + 1, claim["left"] - 1, 0, None, str(claim["left"])):
        assert not accepted({**claim, "left": other})
    assert not accepted({**claim, "left_boards": claim["left_boards"][1:]})
    assert not accepted({**claim, "left_boards": [*claim["left_boards"], [1, 1, 1, 1]], "left": claim["left"] + 1})
