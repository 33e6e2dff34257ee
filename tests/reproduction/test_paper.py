"""The paper's claims hold except for listed errors, our remarks are accurate, and claims fail in a broken program."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dicebingo.errors import InputError, Stopped
from dicebingo.exact import nearest
from dicebingo.reproduction.claims import Claim, LongComputation, Remark, RemarkGroup, check, equals, remarked
from dicebingo.reproduction.independent_rolls import independent_margin
from dicebingo.reproduction.paper import CLAIMS, claims_of, paper
from dicebingo.reproduction.section4_shared_rolls import game, longer
from dicebingo.reproduction.section5_nontransitive import RING
from dicebingo.reproduction.section6_playing_to_win import example, indifferent_to_the_other
from dicebingo.running.run import Run
from tests.commands import run

QUICK = [claim for claim in CLAIMS if not claim.rests_on]


@pytest.mark.parametrize("section", ["2.4", "3", "4.1", "6.2", "6.3", "6.4"])
def test_every_claim_holds_except_listed_errors(section: str) -> None:
    answer = run("paper", "--only", section, "--json").json()
    assert answer["holds"] is True
    assert all(claim["holds"] == (claim["group"] not in ("error", "last digits")) for claim in answer["claims"])
    assert {claim["section"] for claim in answer["claims"]} == {section}
    facts = {"section", "claim", "printed", "computed", "holds"}
    assert set(answer["claims"][0]) == facts | {"group", "quote", "place", "note", "command"}


def test_remarks_are_listed_by_group_with_errors_first() -> None:
    assert [(claim.section, claim.remark.group) for claim in remarked(CLAIMS)] == [
        ("3", "error"),
        ("5.1", "error"),
        ("5.1", "error"),
        ("6.4", "error"),
        ("4.4", "reading"),
        ("4.4", "reading"),
        ("5", "reading"),
        ("6.2", "reading"),
        ("4.4", "last digits"),
    ]
    for claim in remarked(CLAIMS):
        assert all((claim.remark.quote, claim.remark.place, claim.remark.note, claim.remark.command))


@pytest.mark.parametrize("command", sorted({claim.remark.command or "" for claim in remarked(CLAIMS)}))
def test_commands_in_remarks_run(command: str) -> None:
    name, *arguments = shlex.split(command)
    assert name == "dicebingo"
    if arguments[0] == "paper":
        assert claims_of(arguments[2])  # other tests check this section's claims
    else:
        assert run(*arguments).code == 0


def test_the_numbers_in_the_notes_match_computed_numbers() -> None:
    alone = {pair: nearest(100 * independent_margin(pair), 1) for pair in ("DC", "DE", "CE")}
    note = notes("5.1")[1]
    assert f"D beats C by {alone['DC']}, D beats E by {alone['DE']} and C beats E by {alone['CE']}" in note
    shared = [game(pair).outcomes for pair in RING]
    points = [nearest(100 * ends.margin, 1) for ends in shared]
    assert "C beats D by {} points, D beats E by {} and E beats C by {}".format(*points) in note
    decided = [nearest(100 * ends.margin / (1 - ends.tie), 1) for ends in shared]
    assert "{}, {} and {} points".format(*points) in notes("5")[0]
    assert "{}, {} and {}%".format(*decided) in notes("5")[0]
    (two,), (seven,) = example().stage.entries
    assert (
        f"cell 7 wins {nearest(100 * seven.first, 1)}% and cell 2 wins {nearest(100 * two.first, 1)}%"
        in notes("6.2")[0]
    )
    assert f": {nearest(longer(), 3)}." in notes("4.4")[0]
    shown, _ = indifferent_to_the_other()
    assert str(shown).replace(", ", " and ") in notes("6.4")[0]


def notes(section: str) -> list[str]:
    """Return the notes on the claims of a section."""
    return [claim.remark.note for claim in CLAIMS if claim.section == section and claim.remark.note]


PAPER = Path(__file__).resolve().parents[3] / "shared" / "paper.tex"
"""The paper itself is not part of the project; if it is available, the quotations are compared with it."""
QUOTED = {
    "docs/theory/equilibria.md": (
        "a one-in-four chance of winning",
        "the zero percent offered by the solo-optimal choice",
        "assuming no other winning lines surface",
    ),
}
"""Quotations from the paper in the documentation."""


@pytest.mark.skipif(not PAPER.exists(), reason="needs the paper's text")
def test_quotations_match_the_paper() -> None:
    paper_text = plain(PAPER.read_text(encoding="utf-8"))
    quotes = [claim.remark.quote for claim in CLAIMS if claim.remark.quote]
    quotes += [quote for texts in QUOTED.values() for quote in texts]
    quotes += re.findall(r'"([^"]*)"', " ".join(claim.remark.note or "" for claim in CLAIMS))
    for quote in quotes:
        assert plain(quote).lower() in paper_text.lower(), quote


def test_listed_quotations_appear_in_the_documentation() -> None:
    root = Path(__file__).resolve().parents[2]
    for name, quotes in QUOTED.items():
        text = plain((root / name).read_text(encoding="utf-8"))
        assert all(f'"{quote}"' in text for quote in quotes), name


def plain(tex: str) -> str:
    r"""Return a string without its typesetting: ``$k\le 25$`` becomes ``k <= 25``."""
    text = re.sub(r"\\(?:emph|textit|textbf)\{([^}]*)\}", r"\1", tex)
    text = re.sub(r"\s*\\le\b\s*", " <= ", text)
    for old, new in (("--", "-"), ("$", ""), ("\\", ""), ("~", " ")):
        text = text.replace(old, new)
    return re.sub(r"\s+", " ", text)


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
    """Break the program, run ``paper`` without the long claims, and return the exit code and the failed claims."""
    command = [sys.executable, "-c", PROBE.replace("{mutation}", MUTANTS[mutant])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    claims = json.loads(done.stdout)["claims"]
    assert len(claims) == len(QUICK)
    return done.returncode, {c["claim"] for c in claims if c["holds"] == (c["group"] in ("error", "last digits"))}


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [pytest.param(mutant, marks=pytest.mark.long if mutant == "no diagonals" else ()) for mutant in MUTANTS],
)
def test_a_broken_program_is_detected(mutant: str) -> None:
    """Break the program in one place, and check that a claim fails."""
    code, noticed = mutated(mutant)
    assert code == (mutant != "nothing")
    assert bool(noticed) == (mutant != "nothing")
    if (
        mutant == "a probability"
    ):  # a wrong probability of a six changes every decimal, except for nine sevens and board D, which have no six
        decimals = {c.text for c in QUICK if re.fullmatch(r"\d+\.\d+", c.printed) and not c.is_erratum}
        assert len(decimals) > 20
        assert decimals <= noticed


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
ERRATUM = Claim("2", "One is two", "2", equals(lambda: 1, "2"), Remark(RemarkGroup.ERROR, note="It is one."))
WRONG_ERRATUM = Claim("2", "One is one", "1", equals(lambda: 1, "1"), Remark(RemarkGroup.ERROR, note="It is two."))


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([TRUE], 0),
        ([TRUE, ERRATUM], 0),
        ([TRUE, FALSE], 1),
        ([TRUE, WRONG_ERRATUM], 1),
    ],
)
def test_false_claims_and_wrongly_listed_errors_count_as_unexpected(
    claims: list[Claim], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicebingo.reproduction.paper.CLAIMS", tuple(claims))
    shown = run("paper")
    assert (shown.code, shown.err) == (code, "")
    assert f"{code} unexpected" in shown.out
    assert run("paper", "--json").code == code
    assert [check(claim).as_expected for claim in claims].count(False) == code


def test_sections_can_be_selected() -> None:
    assert claims_of() == list(CLAIMS)
    assert {claim.section for claim in claims_of("2")} >= {"2", "2.3", "2.4", "2.5"}
    assert {claim.section for claim in claims_of("2.5")} == {"2.5"}
    with pytest.raises(InputError, match=r"expected a section with claims \(1, 2, 2.2, .*, 6.4\), got '9'"):
        claims_of("9")
    assert [claim.section for claim in CLAIMS] == sorted(claim.section for claim in CLAIMS)
    assert len({claim.text for claim in CLAIMS}) == len(CLAIMS)


def test_the_library_gives_the_same_answer_as_the_command() -> None:
    found = paper("2.4")
    assert found.to_dict() == run("paper", "--only", "2.4", "--json").json()
    assert found.latex() == run("paper", "--only", "2.4", "--latex").out.rstrip("\n")
    assert repr(found) == "<PaperCheck: 3 claims checked, 0 errors, 0 unexpected>"
    assert found.seconds == sum(finding.seconds for finding in found.findings)


def test_a_long_computation_is_announced_and_can_be_stopped() -> None:
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
