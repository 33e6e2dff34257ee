"""``verify`` accepts certificates as JSON or as files, reports its findings, and rejects other files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo import __version__
from dicebingo.errors import DiceBingoError, InputError, Stopped
from dicebingo.exact import number_json
from dicebingo.model.rules import Rules
from dicebingo.model.variants import find_rules
from dicebingo.proofs.certificate import PROOF_KIND, SEARCH_KIND, proof_certificate, search_certificate
from dicebingo.proofs.prove import prove
from dicebingo.proofs.verify import Check, checks_of, verify
from dicebingo.running.run import Progress, Run
from dicebingo.searches.all_boards import search_all
from dicebingo.searches.space import Constraints, Space
from tests.commands import run as ask
from tests.twins.solo import make_game


def of_a_search() -> dict[str, Any]:
    return search_certificate(search_all(Space.of(find_rules("knuth")), top=2))


def of_a_proof() -> dict[str, Any]:
    return proof_certificate(prove("knuth"))


@pytest.mark.parametrize("make", [of_a_search, of_a_proof])
def test_a_certificate_is_accepted_as_json_or_as_a_file(make: Any, tmp_path: Path) -> None:
    claim = make()
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(claim))
    for full in (False, True):
        found = verify(claim, full=full)
        assert found.holds
        assert found.full is full
        assert verify(path, full=full) == verify(str(path), full=full) == found
    assert len(verify(claim, full=True).findings) > len(verify(claim).findings)
    assert repr(verify(claim)) == f"<Verification: holds, {len(verify(claim).findings)} findings>"


@pytest.mark.parametrize(("make", "stage"), [(of_a_search, "evaluating all boards"), (of_a_proof, "round 1 of 1")])
def test_a_full_check_is_announced_and_can_be_stopped(make: Any, stage: str) -> None:
    claim = make()
    told: list[Progress] = []
    assert verify(claim, full=True, run=Run(progress=told.append)).holds
    assert stage in {now.stage for now in told}

    def stop(now: Progress) -> None:
        if now.stage == stage:
            run.stop()

    run = Run(progress=stop)
    with pytest.raises(Stopped):
        verify(claim, full=True, run=run)


def test_findings_are_reported_one_by_one() -> None:
    """The results of quick checks are reported before anything is recomputed."""
    findings = checks_of(of_a_search(), full=True, run=Run(progress=lambda _: pytest.fail("began to recompute")))
    assert next(findings) == Check("the certificate covers all 1,296 boards of 2x2:rows, 1d6", True)


def test_false_claims_are_reported() -> None:
    found = verify({**of_a_search(), "total_boards": 1_297})
    assert not found.holds
    assert [finding.what for finding in found.findings if not finding.holds] == [
        "the certificate covers all 1,296 boards of 2x2:rows, 1d6"
    ]
    assert found.to_dict()["holds"] is False
    assert repr(found).startswith("<Verification: does not hold, ")


def failures(claim: Any) -> list[str]:
    return [finding.what for finding in verify(claim).findings if not finding.holds]


def test_a_proof_that_contradicts_itself_is_rejected() -> None:
    """Each certificate contradicts itself in one place and is otherwise consistent."""
    two = Rules.of("2x2", "2d6")
    claim = proof_certificate(prove(two))
    worse = {"board": [7, 7, 7, 7], "best": [[7, 7, 7, 7]], "expected_rolls": number_json(Fraction(12))}
    assert failures({**claim, **worse, "start": claim["board"]}) == [
        "the board that the proof began with takes more rolls"
    ]
    case = {**claim["cases"][0], "bounds": 0}
    assert failures({**claim, "cases": [case, *claim["cases"]]}) == ["there are 246 multisets"]
    value_only = proof_certificate(prove(two, lemma=True))
    assert failures({**value_only, "best": []}) == ["the list of best boards agrees with the named board"]
    of_three = proof_certificate(prove(two, distinct_values=3))
    assert (of_three["best"], of_three["unique"], len(set(of_three["board"]))) == ([], None, 4)
    listed = {**of_three, "best": [of_three["board"]], "unique": True}
    assert failures(listed) == ["every best board has 3 different values"]
    everything = Space.of(find_rules("knuth"), Constraints(values=(1, 2, 3, 4), distinct=True))
    without_runner_up = search_certificate(search_all(everything))
    assert failures({**without_runner_up, "gap": number_json(Fraction(1))}) == [
        "there is no runner-up: all boards are equally good"
    ]


@pytest.mark.parametrize("claim", [None, 7, [], {}, {"kind": "a cake recipe"}, {"kind": []}], ids=repr)
def test_a_file_that_is_not_a_certificate_is_rejected(claim: Any) -> None:
    with pytest.raises(InputError, match="This is not a certificate of a search, a proof or a reply"):
        verify(claim)


@pytest.mark.parametrize("make", [of_a_search, of_a_proof])
def test_a_certificate_of_another_version_is_rejected(make: Any) -> None:
    """Another version may count differently, so its counts cannot be compared even if the certificate is correct."""
    claim = make()
    assert claim.pop("version") == __version__
    expected = f"expected a certificate of version {__version__}, got one "
    for version, got in (("0.0.9", "of version '0.0.9'"), (7, "of version 7"), (None, "of version None")):
        with pytest.raises(InputError, match=re.escape(expected + got + "; create it again")):
            verify({**claim, "version": version, "cases": "other", "best": "keys"})
    with pytest.raises(InputError, match=re.escape(expected + "without a version")):
        verify(claim)


def test_numbers_too_long_to_print_are_rejected() -> None:
    claim = of_a_proof()
    claim["cases"] = [{**case, "bounds": 10**4_300 - 1} for case in claim["cases"]]
    with pytest.raises(InputError, match=r"the certificate, cases\[0\].bounds: expected a whole number, got 999"):
        verify(json.loads(json.dumps(claim)))


# Test arbitrary file contents

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from([2**63, 10**30, -(10**4_000)])
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["F", "1/0", "2x2", "3x3:all", "1d6", "99999999d6", "10x10", "all", "\ud800", "9" * 5_000])
    | st.sampled_from([50, 300, 900]).map(lambda depth: json.loads("[" * depth + "]" * depth)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["exact", "decimal", "board", "layout", "distinct", "kind"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@cache
def certificates() -> tuple[str, ...]:
    """Return certificates of proofs and of searches.

    Some have a starting board, a fixed number of different values, the lemma or a runner-up, and others do not.
    """
    two, one_line = Rules.of("2x2", "2d6"), Rules.of("1x4:##..", "1d6")
    proofs = [
        prove("knuth"),
        prove(two, upper="2 3 / 11 12"),
        prove(two, distinct_values=3),
        prove(two, distinct_values=4, lemma=True),
        prove(one_line),
    ]
    searches = [
        search_all(Space.of(find_rules("knuth")), top=3),
        search_all(Space.of(find_rules("knuth"), Constraints(values=(1, 2, 3, 4), distinct=True))),
        search_all(Space.of(two, Constraints(values=(5, 6, 7), fixed=((1, 6),)))),
    ]
    return (*map(json.dumps, map(proof_certificate, proofs)), *map(json.dumps, map(search_certificate, searches)))


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside ``node``."""
    if path:
        yield path
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(value, (*path, key))


def outcome(claim: Any) -> str:
    """Verify a claim, and return "accepted", "rejected" (with findings) or "refused" (with a one-line error).

    Any other exception fails the test.
    """
    try:
        found = verify(claim)
    except DiceBingoError as error:
        line = str(error)
    else:
        assert all(finding.what for finding in found.findings)
        return "accepted" if found.holds else "rejected"
    assert re.match("((layout|dice|cell|the certificate).*: )?expected .*, got |This is not a certificate", line)
    assert "\n" not in line
    return "refused"


@given(JSON, st.sampled_from([None, SEARCH_KIND, PROOF_KIND]))
def test_arbitrary_json_is_refused(claim: Any, kind: str | None) -> None:
    if isinstance(claim, dict) and kind:
        claim |= {"kind": kind, "version": __version__}
    assert outcome(claim) == "refused"


@given(st.data())
@settings(max_examples=200)
@pytest.mark.slow
def test_swapping_equivalent_boards_is_the_only_accepted_change(data: st.DataObject) -> None:
    old, new = (json.loads(text) for text in [data.draw(st.sampled_from(certificates()))] * 2)
    path = data.draw(st.sampled_from(sorted(places(old), key=str)))
    node = new
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = data.draw(JSON)
    if outcome(new) == "accepted" and new != old:
        assert [rolls(old, board) for board in boards_of(old)] == [rolls(new, board) for board in boards_of(new)], path
        assert "start" not in new or rolls(new, new["start"]) > rolls(new, new["board"])
        for key in new.keys() - {"board", "best", "runner_up", "start"}:
            assert new[key] == old[key]


def boards_of(claim: Any) -> list[list[int]]:
    """Return the boards that a certificate names."""
    if claim["kind"] == PROOF_KIND:
        return [claim["board"], *claim["best"]]
    return [found["board"] for found in (*claim["best"], claim["runner_up"]) if found]


def rolls(claim: Any, board: list[int]) -> Fraction:
    """Return the expected number of rolls V of a board, computed by the reference implementation."""
    return make_game(claim["rules"]["layout"], claim["rules"]["dice"], board).value(frozenset())


def test_unreadable_files_get_a_one_line_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Cannot read .* as a certificate"):
        verify(tmp_path / "nowhere.json")
    (tmp_path / "text.json").write_text("text")
    with pytest.raises(InputError, match="is not a certificate in JSON"):
        verify(str(tmp_path / "text.json"))


ARENA = ("arena", "--layout", "2x3:rows", "--dice", "1d6", "--values", "1..3", "--restarts", "5")
MIXTURE = ("counter", "1 2 / 3 4", "1 1 / 2 2", "--rules", "knuth", "--weights", "1/3,2/3", "--restarts", "3")


@pytest.mark.parametrize("asked", [MIXTURE, pytest.param(ARENA, marks=pytest.mark.long)], ids=["counter", "arena"])
def test_certificates_of_replies_are_verified(asked: tuple[str, ...], tmp_path: Path) -> None:
    """Both the quick and the full check accept true certificates and detect changes."""
    file = tmp_path / "reply.json"
    assert ask(*asked, "--certificate", str(file), "--json").json()["certificate"] == str(file)
    claim = json.loads(file.read_text())
    assert verify(claim).holds
    assert verify(claim, full=True).holds
    for key in ("multisets", "followed", "orbits"):
        assert not verify({**claim, key: claim[key] + 1}).holds, key
    assert not verify({**claim, "left": claim["left"] + 1}, full=True).holds
    wrong = {**claim["ends"][0], "margin": {"exact": "1/7", "decimal": 1 / 7}}
    assert not verify({**claim, "ends": [wrong, *claim["ends"][1:]]}).holds
    assert not verify({**claim, "target": "2"}).holds
    if claim["interval"]:
        moved = {**claim["interval"], "low": {"exact": "0", "decimal": 0.0}}
        assert not verify({**claim, "interval": moved}).holds
