"""What the report shows beside the claims: the paper's boards, matches and figures, and what goes beyond the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from dicebingo.duels.duel import Duel, duel
from dicebingo.duels.nash import Nash, nash
from dicebingo.matches.match import Match
from dicebingo.reproduction.independent_rolls import independent_margin
from dicebingo.reproduction.paper import PaperCheck
from dicebingo.reproduction.printed import BOARDS, ROLL, STAGE
from dicebingo.reproduction.section2_one_board import SEARCH, SEVEN_CENTRED, chain, rank_of
from dicebingo.reproduction.section4_shared_rolls import PANELS, game, running_sums
from dicebingo.reproduction.section5_nontransitive import RING, decided_margin
from dicebingo.running.run import Run
from dicebingo.searches.ranking import Rank
from dicebingo.solo.chain import Chain

if TYPE_CHECKING:  # numba, which the claims can do without
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
"""The boards that the rounds of ``dicebingo arena --values 6,7,8`` add: starting with them saves rounds, not proof."""


Panels: TypeAlias = dict[tuple[str, bool], tuple[Sequence[Fraction], Sequence[Fraction]]]
"""By where (alone, or on shared rolls) and whether they are cumulative: the numbers of boards A and B."""


@dataclass(frozen=True, slots=True)
class PaperReport:
    """The results that a report shows, by the names of the paper's boards or of pairs of them.

    ``panels`` are the four of the paper's figure: P(T = k) and P(T <= k), each board alone and on shared rolls.
    ``decided_margins`` are those among the games that are no tie, and ``independent_margins`` those of boards with
    rolls of their own.
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
    """Compute what the report shows beside the claims that were checked."""
    from dicebingo.replies.arena import arena  # noqa: PLC0415  (numba, which the claims can do without)
    from dicebingo.tournaments.results import certify  # noqa: PLC0415

    run = Run.of(run)
    chosen = arena(START, values=VALUES, prove=True, run=run.within("arena"))
    run.expect_more()  # of a run that was stopped, what the arena found so far is no equilibrium
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
        panels[where, True] = (running_sums(first), running_sums(second))
    return panels
