"""The claims of section 5: nontransitive boards, the role of variance, and ties between equally good cells."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations

from dicebingo.exact import decimal, nearest
from dicebingo.matches.match import match
from dicebingo.model.board import Board
from dicebingo.model.layout import mask_of
from dicebingo.model.symmetry import symmetries
from dicebingo.reproduction.claims import Claim, Remark, RemarkGroup, root_rounds_to, rounds_to, that
from dicebingo.reproduction.independent_rolls import independent_margin
from dicebingo.reproduction.printed import BOARDS, CENTRE
from dicebingo.reproduction.section2_one_board import cells_text, chain, rolls, solution
from dicebingo.reproduction.section4_shared_rolls import (
    compared,
    game,
    loses,
    margin,
    slower_wins,
    ties,
    wins,
)
from dicebingo.solo.chain import moments
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, TieBreak

RING = ("CD", "DE", "EC")

KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6")
"""Knuth's cards: each beats the next, and the last beats the first (2x2, rows only, one die)."""

PAIRS = tuple("".join(pair) for pair in combinations("ABCDE", 2))
"""The pairs of the boards A to E."""

COINCIDENCE = "8 8 7 / 5 6 6 / 7 6 5"
"""A board on which equally good cells lead to different distributions, so no symmetry explains the tie."""

TAIL = 200


def ring() -> tuple[object, bool]:
    """Check whether C beats D, D beats E and E beats C, for every tie-break."""
    kinds = [game(pair).verdict for pair in RING]
    sure = all(verdict.favoured == 0 and verdict.kind == "surely beats" for verdict in kinds)
    return ", ".join(f"{p[0]} {v.kind} {p[1]}" for p, v in zip(RING, kinds, strict=True)), sure


def decided_margin(pair: str) -> Fraction:
    """Return the margin among the games that are not tied."""
    return margin(pair) / (wins(pair) + loses(pair))


def ring_margins() -> tuple[object, bool]:
    """Return the margins, about 6 to 7 per cent in the paper, and the margins among the games that are not tied."""
    plain = [100 * margin(pair) for pair in RING]
    decided = [100 * decided_margin(pair) for pair in RING]
    shown = [" ".join(nearest(m, 1) for m in margins) for margins in (plain, decided)]
    about = all(Fraction(11, 2) <= m < Fraction(15, 2) for m in plain)
    return f"{shown[0]} points; {shown[1]}% of the decided games", about


def knuth() -> tuple[object, bool]:
    """Check whether Knuth's four cards beat each other in a ring."""
    results = [match(a, b, rules="knuth", fast=False) for a, b in zip(KNUTH, [*KNUTH[1:], KNUTH[0]], strict=True)]
    shown = ", ".join(f"{r.outcomes.first} to {r.outcomes.second}" for r in results)
    return shown, all(r.outcomes.margin > 0 for r in results)


def variance_ratio() -> Fraction:
    """Return the squared ratio of the standard deviations of E and C."""
    return Fraction(chain("E").variance) / Fraction(chain("C").variance)


def both_tails() -> tuple[object, bool]:
    """Compare the tails of E and C: E is more likely to finish early, and also more likely to finish late."""
    c, e = (chain(name).distribution(TAIL) for name in "CE")
    early = [k for k in range(3, TAIL + 1) if e[k][1] > c[k][1]]
    late = [k for k in range(3, TAIL + 1) if e[k][1] < c[k][1]]
    shown = f"finished by roll k: E ahead for k = {early[0]} to {early[-1]}, C for k = {late[0]} to {late[-1]}"
    return shown, early[-1] < late[0] and early[0] == 3 and len(early) + len(late) == TAIL - 2


def tie_breaks_agree() -> tuple[object, bool]:
    """Prove that no tie-break changes any match among the boards A to E."""
    same = all(len({tuple(game(pair, tie).outcomes.items()) for tie in TieBreak}) == 1 for pair in PAIRS)
    bounds = [game(pair).ranges for pair in PAIRS]
    points_only = all(r.low == r.high for found in bounds for r in (found.first, found.second, found.margin))
    return f"the bounds over all tie-breaks coincide, for all {len(bounds)} pairs of A to E", same and points_only


def ties_cost_nothing() -> tuple[object, bool]:
    """Check whether V of each of the boards A to E is the same under all tie-breaks."""
    means = [{moments(solution(name), Optimal(tie)).mean for tie in TieBreak} for name in "ABCDE"]
    return "each board has the same V under all tie-breaks", means == [{rolls(name)} for name in "ABCDE"]


def second_six() -> tuple[object, bool]:
    """Check the paper's remark about two 6s for board A, where it fails, and for board C, where it holds."""
    found = {}
    for name in "AC":
        first = solution(name).optimal_cells(6)
        second = solution(name).optimal_cells(6, mask_of([CENTRE])) if CENTRE in first else ()
        found[name] = (first, second)
    first_a, (first_c, second_c) = found["A"][0], found["C"]
    words = f"A: {cells_text(first_a)}; C: {cells_text(first_c)}, then {cells_text(second_c)}"
    return words, found["A"] == ((CENTRE,), (6, 8))


def mirrored() -> tuple[object, bool]:
    """Check whether a symmetry of board C swaps its bottom corners and fixes the centre."""
    board = Board.parse(BOARDS["C"])
    own = [s for s in symmetries(board.rules.layout) if board.permuted(s) == board]
    swapping = [s for s in own if (s[6], s[8], s[CENTRE]) == (8, 6, CENTRE)]
    second = solution("C").optimal_cells(6, mask_of([CENTRE]))
    return f"{len(swapping)} symmetry of board C swaps cells 6 and 8", bool(swapping) and second == (6, 8)


def coincidence() -> tuple[object, bool]:
    """Check that two cells are equally good, but lead to different variances, so that no symmetry explains the tie."""
    found = optimal_play(COINCIDENCE)
    small, large = (moments(found, Optimal(tie)) for tie in (TieBreak.SMALLEST, TieBreak.LARGEST))
    variances = " and ".join(f"{decimal(m.variance):.8g}" for m in (small, large))
    return f"{COINCIDENCE}: variance {variances}", small.mean == large.mean and small.variance != large.variance


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


def ring_independent() -> tuple[object, bool]:
    """Check whether C, D and E already form a ring on independent rolls, which shared rolls could then amplify."""
    return compared(RING), all(independent_margin(pair) > 0 for pair in RING)


def _used_values() -> tuple[object, bool]:
    used = {value for name in "CDE" for value in Board.parse(BOARDS[name]).values}
    return ", ".join(map(str, sorted(filter(None, used)))), used <= {5, 6, 7, 8, 9}


def _slowest() -> tuple[object, bool]:
    times = {name: rolls(name) for name in "CDE"}
    slowest = max(times, key=lambda name: times[name])
    return f"board {slowest}", slowest == "E"


CLAIMS: tuple[Claim, ...] = (
    Claim("5", "Knuth's cards: a ring of 2x2 boards, one die, rows only", "nontransitive", that(knuth)),
    Claim("5", "Boards C, D and E contain only values from 5 to 9", "5, 6, 7, 8, 9", that(_used_values)),
    Claim("5", "Expected rolls of board C", "11.31", rounds_to(lambda: rolls("C"), "11.31")),
    Claim("5", "Expected rolls of board D", "11.34", rounds_to(lambda: rolls("D"), "11.34")),
    Claim("5", "Expected rolls of board E", "12.39", rounds_to(lambda: rolls("E"), "12.39")),
    *_TABLE_CLAIMS,
    Claim("5", "C beats D, D beats E and E beats C", "a cycle", that(ring)),
    Claim("5", "Of C, D and E, board E is the slowest when played alone", "E", that(_slowest)),
    Claim("5", "E is slower than C when each plays alone, but beats C", "E beats C", that(lambda: slower_wins("EC"))),
    Claim(
        "5",
        "The margins of the ring, ignoring ties",
        "about 6 to 7%",
        that(ring_margins),
        Remark(
            RemarkGroup.READING,
            "The margins are about 6-7% in each matchup, after ignoring ties",
            "after the table",
            "We read a margin as wins minus losses among all games: 6.0, 6.7 and 7.4 points, which round to 6 and 7."
            " Among the games that are not tied, the margins are 7.6, 9.6 and 8.1%.",
            "dicebingo paper --only 5",
        ),
    ),
    Claim("5.1", "Standard deviation of T_C", "5.32", root_rounds_to(lambda: chain("C").variance, "5.32")),
    Claim("5.1", "Standard deviation of T_D", "5.63", root_rounds_to(lambda: chain("D").variance, "5.63")),
    Claim("5.1", "Standard deviation of T_E", "7.52", root_rounds_to(lambda: chain("E").variance, "7.52")),
    Claim(
        "5.1",
        "The standard deviation of T_E is 41% larger than that of T_C",
        "1.41",
        root_rounds_to(variance_ratio, "1.41"),
    ),
    Claim("5.1", "T_E has more mass than T_C in both tails", "both tails", that(both_tails)),
    Claim(
        "5.1",
        "Ties between equally good cells do not change the expected time",
        "equal",
        that(ties_cost_nothing),
    ),
    Claim("5.1", "All tie-breaks give the same results for these boards", "identical", that(tie_breaks_agree)),
    Claim(
        "5.1",
        "On board C, a first 6 belongs in the centre and a second 6 in either bottom corner (the paper names board A)",
        "board A",
        that(second_six),
        Remark(
            RemarkGroup.ERROR,
            "for example in board A if a six is rolled the optimal strategy is to mark the center",
            "the second remark",
            "Board A has a 9 in the centre, so a 6 cannot be marked there. The remark is true of board C, which is "
            "probably meant.",
            "dicebingo paper --only 5.1",
        ),
    ),
    Claim("5.1", "The two best cells for the second 6 are mirror images on board C", "symmetric", that(mirrored)),
    Claim("5.1", "Cells may be equally good by coincidence, not by symmetry", "possible", that(coincidence)),
    Claim(
        "5.1",
        "The ring can be explained by the spread of the completion times, and the shared rolls amplify it",
        "amplified",
        that(ring_independent),
        Remark(
            RemarkGroup.ERROR,
            "the effect is amplified by the correlation induced by the shared dice sequence",
            "before the first remark",
            "For this triple, the shared rolls create the ring rather than amplify it. With them, C beats D by 6.0 "
            "points, D beats E by 6.7 and E beats C by 7.4. If every board has its own rolls, each "
            "completion time keeps its distribution, but D beats C by 0.9, D beats E by 4.5 and C beats E by 3.7. "
            "Only the margin of D over E is amplified.",
            "dicebingo paper --only 5.1",
        ),
    ),
)
