"""Parts of a report, and what it says of claims."""

from __future__ import annotations

from dicebingo.exact import Rational
from dicebingo.render.html import paper
from dicebingo.render.html.report import mathematics, number
from dicebingo.reproduction.claims import Claim, check, equals, rounds_to
from dicebingo.reproduction.paper import PaperCheck


def test_numbers_open_their_exact_form() -> None:
    assert number(Rational(2, 3), 3) == (
        '<details class="exact"><summary>0.667</summary><span class="fraction">2/<wbr>3</span></details>'
    )
    assert number(Rational(1, 2)) == "0.5"
    assert number(Rational(2357947691)) == "2,357,947,691"
    assert number(0.25, 2, percent=True) == "25.00%"
    assert "√(415080/<wbr>14641)" in number(Rational(415080, 14641), 3, root=True)
    assert "5.325<" in number(Rational(415080, 14641), 3, root=True)


def test_mathematics_is_set_as_one_writes_it() -> None:
    assert mathematics("P(T_A <= k), b_4 != 7") == "P(T<sub>A</sub> ≤ k), b<sub>4</sub> ≠ 7"
    assert mathematics("N = (I - Q)^-1 & 11^16") == "N = (I - Q)<sup>−1</sup> &amp; 11<sup>16</sup>"


TRUE = Claim("2", "One is one", "1", equals(lambda: 1, "1"))
FALSE = Claim("2", "One is two", "2", equals(lambda: 1, "2"))
ERRATUM = Claim("2", "T_A is two", "2", rounds_to(lambda: Rational(1, 3), "2"), "It is a third.")


def test_a_report_shows_what_failed() -> None:
    checked = PaperCheck(tuple(check(claim) for claim in (TRUE, FALSE, ERRATUM)))
    assert '<li class="fails"><strong>1</strong><span>unexpected</span></li>' in paper.lead(checked)
    assert '<li class="holds"><strong>1</strong>' in paper.lead(checked)
    errata = paper.errata(checked)
    assert "It is a third." in errata
    assert "T<sub>A</sub> is two" in errata
    assert "One is two" not in errata
    shown = paper.all_claims(checked)
    assert '<summary>0.3333333333</summary><span class="fraction">1/<wbr>3</span>' in shown
    assert [shown.count(f'<li class="{kind}">') for kind in ("holds", "fails", "erratum")] == [1, 1, 1]


def test_a_report_without_failures_has_none_in_red() -> None:
    assert '<li class=""><strong>0</strong><span>unexpected</span></li>' in paper.lead(PaperCheck((check(TRUE),)))
