"""The question ``crowd``: a board's share of the win in a class of n players.

You have a board. The other n - 1 players draw their boards independently from a population (``crowds.population``).
Everyone sees the same rolls and plays solo-optimally. The game ends as soon as a player finishes, and all players who
finish on that roll share the win.

``crowd(board, players=n, population=P)`` returns

    share            your share of the win: 1 / (number of winners) if you are one of them, otherwise 0; ``fair`` is 1/n
    alone, first     the probabilities of winning alone, and of finishing first, alone or with others
    expected_length  the expected number of rolls of the game

For ``distinct`` boards and for listed boards, these numbers are exact (``crowds.chain``), or computed in float64 with
proven bounds if there are too many joint states (``crowds.fast_chain``). Everything else is simulated
(``crowds.simulated``), and each number is an estimate with a 95% confidence interval. Without a board, all n players
draw theirs, and the answer is the length of the game.

``compare`` ranks boards that play against the same opponents on the same rolls. ``best`` searches for the board with
the largest share (``crowds.best``). ``equilibrium`` searches for a mixture that no board beats when all other players
draw from it (``crowds.equilibrium``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, Unpack, overload

from dicebingo.crowds.answers import Asking, Crowd, CrowdComparison, CrowdEquilibrium
from dicebingo.crowds.population import PopulationLike, population_of
from dicebingo.crowds.shares import compared, one_in_crowd
from dicebingo.errors import InputError, flag, naming_extras, whole_number
from dicebingo.matches.joint import JOINT_STATES, MAX_JOINT_STATES, MaxStates
from dicebingo.matches.mixture import WeightsLike
from dicebingo.matches.simulation import SeedLike
from dicebingo.model.board import PositionLike, RulesArguments, RulesLike, as_board, as_rules, changed_rules
from dicebingo.model.rules import DiceLike, LayoutLike, MarkingLike, TokensLike
from dicebingo.question import Doc, question
from dicebingo.running.run import MAX_BATCHES, Run, RunLike
from dicebingo.solo.policy import TieBreak, TieBreakLike

MAX_PLAYERS = 10_000
MAX_COMPARED = 200
MAX_SEQUENCES = 10**9


class _Arguments(RulesArguments, total=False):
    weights: WeightsLike | None
    simulate: int | None
    seconds: float | None
    restarts: int
    seed: int
    tie_break: TieBreakLike
    max_states: int
    run: RunLike


@overload
def crowd(
    board: PositionLike | None = ...,
    *,
    players: int,
    population: PopulationLike,
    best: bool = ...,
    **more: Unpack[_Arguments],
) -> Crowd: ...
@overload
def crowd(
    board: PositionLike | None = ...,
    *,
    players: int,
    population: PopulationLike,
    compare: Sequence[PositionLike],
    **more: Unpack[_Arguments],
) -> CrowdComparison: ...
@overload
def crowd(
    *,
    players: int,
    population: PopulationLike,
    equilibrium: Literal[True],
    **more: Unpack[_Arguments],
) -> CrowdEquilibrium: ...
@question
def crowd(
    board: Annotated[
        PositionLike | None, Doc("Your board; if omitted, all players draw their boards.", "[BOARD]")
    ] = None,
    *,
    players: Annotated[int, Doc("The number of players, including you.", "N", 1, MAX_PLAYERS)],
    population: PopulationLike,
    weights: Annotated[
        str | Sequence[int | str | Fraction] | None,
        Doc("The weight of each listed board, such as 1/2,1/2 or 3,1 (default: all equal).", "P,P,..."),
    ] = None,
    compare: Annotated[
        Sequence[PositionLike], Doc("Rank these boards, together with BOARD if you give one.", "BOARD...")
    ] = (),
    best: Annotated[bool, Doc("Search for the board with the largest share.")] = False,
    equilibrium: Annotated[
        bool,
        Doc("Search for an equilibrium mixture: if all other players draw from it, no board exceeds the fair share."),
    ] = False,
    simulate: Annotated[
        int | None, Doc("Estimate by simulating this many sequences of rolls.", "N", 1, MAX_SEQUENCES)
    ] = None,
    seconds: Annotated[
        float | None, Doc("Time limit in seconds; the answer covers the work done by then.", "S")
    ] = None,
    restarts: Annotated[int, Doc("Start local search from this many random boards.", "N", 0)] = 12,
    seed: SeedLike = 1,
    tie_break: TieBreakLike = "smallest",
    max_states: MaxStates = MAX_JOINT_STATES,
    rules: RulesLike = None,
    layout: LayoutLike = None,
    dice: DiceLike = None,
    marking: MarkingLike = None,
    tokens: TokensLike = None,
    run: RunLike = None,
) -> Crowd | CrowdComparison | CrowdEquilibrium:
    """Find your share of the win in a class of n players.

    The other players draw their boards from a population. All players see the same rolls and play solo-optimally.
    Players who finish first on the same roll share the win. The answer is exact for distinct boards and for listed
    boards, up to ``max_states`` joint states. Larger chains are computed in float64, with proven bounds. For all other
    populations, and if a chain is too large for float64, the answer is simulated, with 95% confidence intervals.
    Without BOARD, all players draw their boards, and the answer is the length of the game.

    With ``best`` or ``equilibrium``, the answer is the best board or mixture found. The search for an equilibrium
    starts from the population's boards if they are listed.

    >>> found = crowd("5 3 6 / 4 7 10 / 8 11 9", players=30, population="copies:8 8 9 / 7 6 10 / 7 4 5")
    >>> print(f"{float(found.share):.4f} {float(found.times_fair):.2f}")
    0.2321 6.96
    """
    best, equilibrium, run = flag(best), flag(equilibrium), Run.of(run, seconds)
    players = whole_number(players, "{} to {} players", 1, MAX_PLAYERS)
    seed, tie = whole_number(seed, "a non-negative seed", 0), TieBreak.parse(tie_break)
    restarts = whole_number(restarts, "{} to {:,} restarts", 0, MAX_BATCHES)
    most = whole_number(max_states, JOINT_STATES, 1)
    sequences = None if simulate is None else whole_number(simulate, "{} to {} sequences", 1, MAX_SEQUENCES)
    given = changed_rules(rules, layout, dice, marking, tokens)
    mine = None if board is None else as_board(board, given)
    known = mine.rules if mine else as_rules(given)
    asking = Asking(population_of(population, weights, known), players, tie)
    ranked = list(dict.fromkeys([*([mine] if mine else []), *(as_board(one, known) for one in compare)]))
    asked = [name for name, wanted in (("compare", compare), ("best", best), ("equilibrium", equilibrium)) if wanted]
    if len(asked) > 1:
        raise InputError(f"expected one of compare, best and equilibrium, got {' and '.join(asked)}")
    if (best or equilibrium) and mine:
        raise InputError(f"{asked[0]} cannot be combined with a board, got {mine}")
    if best or equilibrium:
        return _searched(asking, equilibrium, sequences, restarts, seed, most, run)
    if asked:
        if not 2 <= len(ranked) <= MAX_COMPARED:
            raise InputError(f"expected 2 to {MAX_COMPARED} different boards to compare, got {len(ranked)}")
        return compared(asking, ranked, sequences, seed, most, run)
    return one_in_crowd(asking, mine, sequences, seed, most, run)


def _searched(
    asking: Asking, equilibrium: bool, sequences: int | None, restarts: int, seed: int, most: int, run: Run
) -> Crowd | CrowdEquilibrium:
    with naming_extras():
        if equilibrium:
            from dicebingo.crowds.equilibrium import find_equilibrium  # noqa: PLC0415  (an extra)

            return find_equilibrium(asking, restarts, seed, most, run)
        from dicebingo.crowds.best import best_in_crowd  # noqa: PLC0415  (an extra)
    return best_in_crowd(asking, sequences, restarts, seed, most, run)
