"""verify: certificates of both kinds, as JSON or as files; what is found, and what is not a certificate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dicebingo.errors import InputError, Stopped
from dicebingo.model.variants import find_rules
from dicebingo.proofs.prove import prove
from dicebingo.proofs.verify import PROOF_KIND, Check, checks_of, proof_certificate, search_certificate, verify
from dicebingo.running.run import Progress, Run
from dicebingo.searches.all_boards import search_all
from dicebingo.searches.space import Space


def of_a_search() -> dict[str, Any]:
    return search_certificate(search_all(Space.of(find_rules("knuth")), top=2))


def of_a_proof() -> dict[str, Any]:
    return proof_certificate(prove("knuth"))


@pytest.mark.parametrize("make", [of_a_search, of_a_proof])
def test_a_certificate_holds_in_any_form(make: Any, tmp_path: Path) -> None:
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
def test_a_full_check_is_told_and_can_be_stopped(make: Any, stage: str) -> None:
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


def test_findings_come_one_by_one() -> None:
    """The quick ones before anything is computed again."""
    findings = checks_of(of_a_search(), full=True, run=Run(progress=lambda _: pytest.fail("not yet")))
    assert next(findings) == Check("the space has 1,296 boards", True)


def test_what_does_not_hold() -> None:
    found = verify({**of_a_search(), "total_boards": 1_297})
    assert not found.holds
    assert [finding.what for finding in found.findings if not finding.holds] == ["the space has 1,296 boards"]
    assert found.to_dict()["holds"] is False
    assert repr(found).startswith("<Verification: does not hold, ")


@pytest.mark.parametrize("claim", [None, 7, [], {}, {"kind": "a cake recipe"}, {"kind": PROOF_KIND}], ids=repr)
def test_what_is_not_a_certificate(claim: Any) -> None:
    with pytest.raises(InputError, match=r"expected a certificate of a (search|proof), got something else"):
        verify(claim)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a readable certificate, got"):
        verify(tmp_path / "nowhere.json")
    (tmp_path / "text.json").write_text("text")
    with pytest.raises(InputError, match="expected a certificate in JSON, got"):
        verify(str(tmp_path / "text.json"))
