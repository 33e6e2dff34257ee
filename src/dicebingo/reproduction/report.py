"""The results in the report: the paper's claims, boards, matches and figures, and results that go beyond the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from dicebingo.duels.duel import Duel, duel
from dicebingo.duels.nash import Nash, nash
from dicebingo.matches.match import Match
from dicebingo.reproduction.independent_rolls import independent_margin
from dicebingo.reproduction.paper import PaperCheck
from dicebingo.reproduction.printed import BOARDS, ROLL, STAGE
from dicebingo.reproduction.section2_one_board import SEARCH, SEVEN_CENTRED, chain, rank_of
from dicebingo.reproduction.section4_shared_rolls import PANELS, game
from dicebingo.reproduction.section5_nontransitive import RING, decided_margin
from dicebingo.running.run import Run
from dicebingo.searches.ranking import Rank
from dicebingo.solo.chain import Chain

if TYPE_CHECKING:  # these imports would load numba, which most claims do not need
    from dicebingo.replies.arena import Arena
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.space import Found
    from dicebingo.tournaments.results import Ring

VALUES = (6, 7, 8)
START = (
    "7 7 8 / 8 6 6 / 8 7 6",
    "7 6 6 / 8 8 7 / 6 8 7",
    "7 6 6 / 7 8 7 / 6 8 8",
    "7 7 8 / 6 6 8 / 8 6 7",
    "8 6 7 / 7 7 7 / 6 6 8",
)
"""The boards that ``dicebingo arena --values 6,7,8`` finds. Starting with them saves time.

The proof covers all boards with values 6, 7 and 8, not only these.
"""


Panels: TypeAlias = dict[tuple[str, bool], tuple[Sequence[Fraction], Sequence[Fraction]]]
"""The probabilities for boards A and B, keyed by "alone" or "on shared rolls", and by whether they are cumulative."""


@dataclass(frozen=True, slots=True)
class PaperReport:
    """The results in a report. Most dictionaries are keyed by names of the paper's boards, or by pairs of names.

    ``panels`` are the four panels of the paper's figure: P(T = k) and P(T <= k), each for boards that play alone and
    for boards on shared rolls. ``decided_margins`` are the margins among games that are not tied, and
    ``independent_margins`` the margins on independent rolls.
    """

    check: PaperCheck
    search: SearchResult
    seven_centred: Found
    chains: dict[str, Chain]
    ranks: dict[str, Rank]
    matches: dict[str, Match]
    decided_margins: dict[str, Fraction]
    independent_margins: dict[str, Fraction]
    panels: Panels
    ring: Ring
    stages: dict[str, Nash]
    duels: dict[str, Duel]
    arena: Arena


def paper_report(check: PaperCheck, *, run: Run | None = None) -> PaperReport:
    """Compute the results that the report shows in addition to the checked claims."""
    from dicebingo.replies.arena import arena  # noqa: PLC0415  (numba, which most claims do not need)
    from dicebingo.tournaments.results import certify  # noqa: PLC0415  (numba)

    run = Run.of(run)
    chosen = arena(START, values=VALUES, prove=True, run=run.within("arena"))
    run.expect_more()  # a stopped arena's mixture need not be an equilibrium
    pairs = ("AB", *RING)
    return PaperReport(
        check=check,
        search=SEARCH.result(run),
        seven_centred=SEVEN_CENTRED.result(run).best[0],
        chains={name: chain(name) for name in BOARDS},
        ranks={name: rank_of(name) for name in BOARDS},
        matches={pair: game(pair) for pair in pairs},
        decided_margins={pair: decided_margin(pair) for pair in RING},
        independent_margins={pair: independent_margin(pair) for pair in RING},
        panels=_panels(),
        ring=certify([BOARDS[name] for name in "CDE"]),
        stages={how: nash(*STAGE, ROLL, continuation=how) for how in ("solo", "duel")},
        duels={pair: duel(BOARDS[pair[0]], BOARDS[pair[1]], run=run) for pair in pairs},
        arena=chosen,
    )


def _panels() -> Panels:
    panels: Panels = {}
    for where, compute in PANELS.items():
        first, second = compute["A"](), compute["B"]()
        panels[where, False] = (first, second)
        panels[where, True] = (tuple(accumulate(first)), tuple(accumulate(second)))
    return panels
