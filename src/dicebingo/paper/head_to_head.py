"""The claims of sections 4 and 5 on matches of two boards."""

from __future__ import annotations

from functools import cache, partial

from dicebingo.exact import Rational, decimal
from dicebingo.paper.claims import Claim, equals, points, rounds_to, that
from dicebingo.paper.printed import BOARDS, FIGURE_ROLLS, JOINT_CDF_A, JOINT_CDF_B, JOINT_PDF_A, JOINT_PDF_B
from dicebingo.paper.solo import rolls, solution
from dicebingo.solo.policy import TieBreak
from dicebingo.versus.match import Match, match

__all__ = ["CLAIMS"]

RING = ("CD", "DE", "EC")


@cache
def game(pair: str, tie_break: TieBreak = TieBreak.SMALLEST) -> Match:
    """Return the match of two of the paper's boards."""
    return match(BOARDS[pair[0]], BOARDS[pair[1]], tie_break=tie_break)


def wins(pair: str) -> Rational:
    """Return the probability that the first board of a pair finishes first."""
    return game(pair).probability(0)


def loses(pair: str) -> Rational:
    """Return the probability that the second board finishes first."""
    return game(pair).probability(1)


def ties(pair: str) -> Rational:
    """Return the probability that both finish on the same roll."""
    return game(pair).probability(0, 1)


@cache
def pdf(player: int) -> list[Rational]:
    """Return P(T = k) of A (0) or B (1) on shared rolls, for the rolls of the figure."""
    distribution = game("AB").distribution(FIGURE_ROLLS[-1])
    return [distribution[k].get(1 << player, Rational(0)) for k in FIGURE_ROLLS]


def cdf(player: int) -> list[Rational]:
    """Return P(T <= k) of A (0) or B (1) on shared rolls; nothing happens before the rolls of the figure."""
    return [sum(pdf(player)[: i + 1], Rational(0)) for i in range(len(pdf(player)))]


def running_sums(player: int, printed_pdf: tuple[str, ...], printed_cdf: tuple[str, ...]) -> tuple[object, bool]:
    """Say whether a printed cdf sums its printed pdf, and how far it is from the exact one."""
    sums = [sum(map(Rational, printed_pdf[: i + 1]), Rational(0)) for i in range(len(printed_pdf))]
    off = max(abs(Rational(p) - exact) for p, exact in zip(printed_cdf, cdf(player), strict=True))
    return f"running sums of the rounded pdf; off by up to {decimal(off):.2g}", sums == list(map(Rational, printed_cdf))


def likelier_rolls() -> list[int]:
    """Return the rolls k from 1 to 25 with P(T_A = k) > P(T_B = k) on shared rolls."""
    distribution = game("AB").distribution(FIGURE_ROLLS[-1])
    none = Rational(0)
    return [k for k, ends in enumerate(distribution) if k and ends.get(1, none) > ends.get(2, none)]


def _from_three() -> tuple[object, bool]:
    found = likelier_rolls()
    return f"k = {found[0]} to {found[-1]}", set(found) >= set(FIGURE_ROLLS)


def _from_one() -> tuple[object, bool]:
    found = likelier_rolls()
    return f"k = {found[0]} to {found[-1]}", found == list(range(1, 26))


def tie_breaks_agree() -> tuple[object, bool]:
    """Prove that no tie-break changes the matches of boards A to E that the paper plays."""
    pairs = ("AB", *RING)
    same = all(len({tuple(game(pair, tie).outcomes()) for tie in TieBreak}) == 1 for pair in pairs)
    bounds = [game(pair).ranges() for pair in pairs]
    points_only = all(r.low == r.high for found in bounds for r in (found.first, found.second, found.margin))
    return "the bounds over all tie-breaks coincide", same and points_only


def slower_wins(pair: str) -> tuple[object, bool]:
    """Say whether the board that is slower alone is favoured."""
    slower = rolls(pair[0]) > rolls(pair[1])
    verdict = game(pair).verdict()
    return f"{pair[0]} {verdict.kind} {pair[1]}", bool(slower) and verdict.favoured == 0


def ring() -> tuple[object, bool]:
    """Say whether C beats D, D beats E and E beats C, for every tie-break."""
    kinds = [game(pair).verdict() for pair in RING]
    sure = all(verdict.favoured == 0 and verdict.kind == "surely beats" for verdict in kinds)
    return ", ".join(f"{p[0]} {v.kind} {p[1]}" for p, v in zip(RING, kinds, strict=True)), sure


def ring_margins() -> tuple[object, bool]:
    """Return the margins among decided games, of which the paper says that they are about 6 to 7 per cent."""
    plain = [wins(pair) - loses(pair) for pair in RING]
    decided = [(wins(pair) - loses(pair)) / (wins(pair) + loses(pair)) for pair in RING]
    found = " ".join(f"{100 * decimal(m):.1f}" for m in plain), " ".join(f"{100 * decimal(m):.1f}" for m in decided)
    return f"{found[0]} points; {found[1]} among decided games", all(6 <= round(100 * decimal(m)) <= 7 for m in decided)


CDF_ERRATUM = "As in the solo panels, the printed cdf is the running sum of the rounded pdf."

_TABLE = {
    "CD": ("0.4281", "0.3680", "0.2039"),
    "DE": ("0.3851", "0.3177", "0.2972"),
    "EC": ("0.4948", "0.4207", "0.0845"),
}

_TABLE_CLAIMS = tuple(
    Claim("5", f"Table, {pair[0]} against {pair[1]}: {what}", printed, rounds_to(partial(compute, pair), printed))
    for pair, row in _TABLE.items()
    for what, compute, printed in zip(
        (f"{pair[0]} wins", f"{pair[1]} wins", "tie"), (wins, loses, ties), row, strict=True
    )
)

CLAIMS: tuple[Claim, ...] = (
    Claim("4.1", "Pairs of transient sets", "52,900", equals(lambda: solution("A").transient_states ** 2, "52,900")),
    Claim("4.4", "A against B: A wins", "0.5315", rounds_to(lambda: wins("AB"), "0.5315")),
    Claim("4.4", "A against B: B wins", "0.4685", rounds_to(lambda: loses("AB"), "0.4685")),
    Claim("4.4", "A against B: tie", "0", equals(lambda: ties("AB"), "0")),
    Claim("4.4", "A is slower alone and favoured head to head", "A beats B", that(lambda: slower_wins("AB"))),
    Claim("4.4", "Figure, P(T_A = k) on shared rolls, k = 3 to 25", "23 points", points(lambda: pdf(0), JOINT_PDF_A)),
    Claim("4.4", "Figure, P(T_B = k) on shared rolls, k = 3 to 25", "23 points", points(lambda: pdf(1), JOINT_PDF_B)),
    Claim("4.4", "Figure, P(T_A <= k) on shared rolls", "23 points", points(lambda: cdf(0), JOINT_CDF_A), CDF_ERRATUM),
    Claim("4.4", "Figure, P(T_B <= k) on shared rolls", "23 points", points(lambda: cdf(1), JOINT_CDF_B), CDF_ERRATUM),
    Claim(
        "4.4",
        "The printed joint cdf of A sums its printed pdf",
        "running sums",
        that(lambda: running_sums(0, JOINT_PDF_A, JOINT_CDF_A)),
    ),
    Claim(
        "4.4",
        "The printed joint cdf of B sums its printed pdf",
        "running sums",
        that(lambda: running_sums(1, JOINT_PDF_B, JOINT_CDF_B)),
    ),
    Claim("4.4", "On shared rolls, P(T_A = k) > P(T_B = k) for 3 <= k <= 25", "k <= 25", that(_from_three)),
    Claim(
        "4.4",
        "... and for k = 1 and 2",
        "k <= 25",
        that(_from_one),
        "Nobody can finish in one or two rolls: both probabilities are 0.",
    ),
    *_TABLE_CLAIMS,
    Claim("5", "C beats D, D beats E and E beats C", "a cycle", that(ring)),
    Claim("5", "E is slower alone than C and beats it", "E beats C", that(lambda: slower_wins("EC"))),
    Claim(
        "5",
        "The margins of the ring, ignoring ties",
        "about 6 to 7%",
        that(ring_margins),
        "Counting ties as neither, the margins are 6.0, 6.7 and 7.4 points; among decided games they are 7.6 to 9.6%.",
    ),
    Claim("5.1", "All tie-breaks give the same for these boards", "identical", that(tie_breaks_agree)),
)
