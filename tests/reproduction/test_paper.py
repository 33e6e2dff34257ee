"""The claims of the paper: all sections hold, errata are explained, and a broken program is noticed."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from dicebingo.errors import InputError, Stopped
from dicebingo.reproduction.claims import Claim, LongComputation, check, equals, graded
from dicebingo.reproduction.paper import CLAIMS, claims_of, paper
from dicebingo.running.run import Run
from tests.commands import run

QUICK = [claim for claim in CLAIMS if not claim.rests_on]


@pytest.mark.parametrize("section", ["2.4", "3", "4.1", "6.2", "6.3", "6.4"])
def test_sections_hold(section: str) -> None:
    answer = run("paper", "--only", section, "--json").json()
    assert answer["holds"] is True
    assert all(claim["holds"] == (claim["erratum"] is None) for claim in answer["claims"])
    assert {claim["section"] for claim in answer["claims"]} == {section}
    assert set(answer["claims"][0]) == {"section", "claim", "printed", "computed", "holds", "erratum", "grade"}


def test_errata_are_reported() -> None:
    errata = [claim.erratum for claim in CLAIMS if claim.erratum]
    for known in (
        "It also holds at k = 5",
        "running sum of the rounded pdf, so its last digits are off by up to 2.2e-8",
        "Nobody can finish in one or two rolls",
        "the remark describes board C",
        "Q is lower triangular",
        "6.0, 6.7 and 7.4 points; among decided games they are 7.6 to 9.6%",
        "The shared rolls do not amplify the ring, they make it",
        "cell 7 wins 20.2% and cell 2, far from never, 15.7%",
    ):
        assert any(known in erratum for erratum in errata), known
    in_order = [(claim.section, claim.grade) for claim in graded(CLAIMS)]
    assert in_order[:2] == [("5.1", "substantial"), ("6.2", "substantial")]
    assert [grade for _, grade in in_order[2:]] == ["slip"] * 5 + ["rounding"] * 5


MUTANTS = {
    "nothing": "",
    "a probability": """
from dicebingo.model import dice
parse = dice.Dice.parse
loaded = "{2:1,3:2,4:3,5:4,6:6,7:6,8:5,9:4,10:3,11:2,12:1}"
dice.Dice.parse = staticmethod(lambda text: parse(loaded if text == "2d6" else text))
""",
    "no diagonals": """
from dataclasses import replace
from dicebingo.model import variants
mutate = lambda v: replace(v, layout="3x3:rows+columns") if v.name == "classic" else v
variants.VARIANTS = tuple(map(mutate, variants.VARIANTS))
""",
    "the last cell instead of the best": """
from dicebingo.solo import mdp
mdp._one_step = lambda table, s, g: next((table[s | bit] for bit in reversed(g.bits) if not s & bit), None)
""",
}

PROBE = """
import sys
{mutation}
from dicebingo.cli.start import main
from dicebingo.reproduction import paper
paper.CLAIMS = tuple(claim for claim in paper.CLAIMS if not claim.rests_on)
sys.argv = ["dicebingo", "paper", "--json"]
main()
"""


def mutated(mutant: str) -> tuple[int, set[str]]:
    """Run the command without its long claims in a broken program; return its exit code and what it noticed."""
    command = [sys.executable, "-c", PROBE.replace("{mutation}", MUTANTS[mutant])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    claims = json.loads(done.stdout)["claims"]
    assert len(claims) == len(QUICK)
    return done.returncode, {c["claim"] for c in claims if c["holds"] == bool(c["erratum"])}


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_program_is_noticed(mutant: str) -> None:
    """The checks would be worth nothing if they could not fail."""
    code, noticed = mutated(mutant)
    assert code == (mutant != "nothing")
    assert bool(noticed) == (mutant != "nothing")
    if mutant == "a probability":  # of a six, which is on every board but nine sevens and D: no decimal may survive
        decimals = {c.text for c in QUICK if re.fullmatch(r"\d+\.\d+", c.printed) and not c.erratum}
        assert len(decimals) > 20
        assert decimals <= noticed


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
ERRATUM = Claim("2", "One is two", "2", equals(lambda: 1, "2"), "It is one.")
WRONG_ERRATUM = Claim("2", "One is one", "1", equals(lambda: 1, "1"), "It is two.")


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([TRUE], 0),
        ([TRUE, ERRATUM], 0),
        ([TRUE, FALSE], 1),
        ([TRUE, WRONG_ERRATUM], 1),
    ],
)
def test_a_claim_must_hold_and_an_erratum_must_not(
    claims: list[Claim], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicebingo.reproduction.paper.CLAIMS", tuple(claims))
    shown = run("paper")
    assert (shown.code, shown.err) == (code, "")
    assert f"{code} unexpected" in shown.out
    assert run("paper", "--json").code == code
    assert [check(claim).as_expected for claim in claims].count(False) == code


def test_sections() -> None:
    assert claims_of() == list(CLAIMS)
    assert {claim.section for claim in claims_of("2")} >= {"2", "2.3", "2.4", "2.5"}
    assert {claim.section for claim in claims_of("2.5")} == {"2.5"}
    with pytest.raises(InputError, match=r"expected a section with claims \(1, 2, 2.2, .*, 6.4\), got '9'"):
        claims_of("9")
    assert [claim.section for claim in CLAIMS] == sorted(claim.section for claim in CLAIMS)
    assert len({claim.text for claim in CLAIMS}) == len(CLAIMS)


def test_the_library_answers_as_the_command_does() -> None:
    found = paper("2.4")
    assert found.to_dict() == run("paper", "--only", "2.4", "--json").json()
    assert found.latex() == run("paper", "--only", "2.4", "--latex").out.rstrip("\n")
    assert repr(found) == "<PaperCheck: 3 hold, 0 errata, 0 fail>"
    assert found.seconds == sum(finding.seconds for finding in found.findings)


def test_a_long_computation_is_told_and_can_be_stopped() -> None:
    told: list[str] = []
    run_ = Run(progress=lambda now: told.append(now.stage))

    def long(run: Run) -> int:
        with run.stage("counting", 3) as step:
            step()
            run.stop()
            step()
        return 3

    claim = Claim("9", "It is three", "3", equals(lambda: 3, "3"), rests_on=LongComputation("counting", long))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dicebingo.reproduction.paper.CLAIMS", (claim,))
        with pytest.raises(Stopped):
            paper(run=run_)
    assert told == ["counting"] * 3
