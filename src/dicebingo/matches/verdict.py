"""The verdict on two boards: which board is favoured, and whether the tie-break between equally good cells matters.

With m = P(first wins) - P(second wins):

    surely beats    m has the same sign for every tie-break: proven by the bounds of ``matches.ranges``
    depends         two known tie-breaks favour different boards; the verdict contains both
    even            m = 0 exactly, under the chosen tie-break
    beats           otherwise: m favours one board under the chosen tie-break
    undecided       m was computed in float64, and its error bound does not exclude 0

If a player follows a policy that is not optimal, there are no bounds, and the verdict describes the match as played.
Even if both policies are optimal, it may be unknown whether another tie-break would change the favoured board: the
bounds have different signs but no such tie-break was found, or there are too many joint states to compute bounds, or
the match was computed in float64. If this is unknown, the verdict describes only the chosen tie-break and is not
``decided``.

To decide between the verdicts, a search looks for one pair of tie-breaks, one per player, that favours the first board,
and for another pair that favours the second. The search first tries every pair of named tie-breaks. Then the search
starts from each of these pairs and changes the two tie-breaks in turn, always in favour of the same board. The search
may miss an existing pair, but every pair it finds is evaluated exactly.

A *case* of a tie-break is a set of the player's own marks and a roll with several optimal cells. The case may arise in
several joint states with different frequencies. A player does not see the other board, and so must choose the same cell
in all joint states of a case. Cases are decided from the most marks to the fewest. The frequency of a case depends on
cases with fewer marks, which have not changed yet, and the value of a choice depends on cases with more marks, which
have been decided. Two cases with the same number of marks never arise in the same game. So if the cell that is best on
average for one board is chosen in every case, that board's margin never gets worse. The resulting tie-break need not be
the best possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import cycle, groupby, islice, product
from typing import NamedTuple

from dicebingo.checked import Checked
from dicebingo.errors import TooLarge
from dicebingo.exact import Number, mpq
from dicebingo.matches.joint import Choice, JointChain, State, make_joint, winners
from dicebingo.matches.ranges import Range, TieGraph, margin
from dicebingo.matches.strategy import WON, Strategy, prepare
from dicebingo.model.layout import cells_of
from dicebingo.running.run import Run
from dicebingo.solo.absorbing import visits
from dicebingo.solo.mdp import OptimalPlay
from dicebingo.solo.policy import Optimal, TieBreak

MAX_TURNS = 16
MAX_STATES = 1 << 15
"""The maximum total number of joint states that may be computed to reach a verdict.

This is a count, not a time limit, so that answers are reproducible.
"""

TieCase = tuple[int, int]
"""The number of a player's own state, and the index of a roll among the values of the dice."""

Rows = Mapping[State, list[Choice]]
Values = dict[State, mpq]
Scores = dict[TieCase, dict[int, tuple[mpq, mpq]]]


class TieChoice(NamedTuple):
    """The cell that a tie-break marks, given a set of marks and a roll."""

    marked: tuple[int, ...]
    roll: int
    cell: int


class Kind(StrEnum):
    """The kinds of verdict, as described at the top of this module."""

    SURELY_BEATS = "surely beats"
    BEATS = "beats"
    EVEN = "even"
    DEPENDS = "depends"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class TieTable(Checked):
    """A tie-break that takes its choices in some cases from a table.

    The table maps (packed marks, roll) to a packed option. In all other cases, the tie-break chooses the smallest cell.
    """

    cases: Mapping[tuple[int, int], int]

    def choose(self, solution: OptimalPlay, packed: int, roll: int, options: Sequence[int]) -> Mapping[int, Fraction]:
        """Return the listed option, or the smallest optimal option."""
        best = solution.optimal_among(packed, options)
        return {self.cases.get((packed, roll), best[0]): Fraction(1)}

    def __str__(self) -> str:
        return f"smallest except in {len(self.cases)} case{'s' if len(self.cases) != 1 else ''}"


@dataclass(frozen=True, slots=True)
class Witness(Checked):
    """A tie-break for each player, and the margin of the match under these tie-breaks."""

    _json_keys_ = "tie_breaks=listed margin"

    tie_breaks: tuple[Optimal | TieTable, ...]
    margin: Fraction
    solutions: tuple[OptimalPlay, ...]

    def names(self) -> list[str]:
        """Return the tie-breaks in words."""
        return [str(tie) if isinstance(tie, TieTable) else tie.tie_break.value for tie in self.tie_breaks]

    @property
    def listed(self) -> tuple[str | list[TieChoice], ...]:
        """Each player's tie-break, as a name or as a list of choices."""
        return tuple(
            cases if isinstance(tie, TieTable) else tie.tie_break.value
            for tie, cases in zip(self.tie_breaks, self.cases(), strict=True)
        )

    def cases(self) -> list[list[TieChoice]]:
        """Return the cases in each player's table; the list for a named tie-break is empty."""
        return [
            [
                TieChoice(cells_of(s.problem.unpack(packed)), roll, s.problem.cells[option.bit_length() - 1])
                for (packed, roll), option in (tie.cases.items() if isinstance(tie, TieTable) else ())
            ]
            for tie, s in zip(self.tie_breaks, self.solutions, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Verdict(Checked):
    """The player favoured under the chosen tie-break (None if even), the kind of verdict, and bounds on the margin.

    The verdict is ``decided`` if it is known whether another tie-break could change the favoured player.
    """

    favoured: int | None
    kind: Kind
    margin: Number
    bounds: Range | None = None
    witnesses: tuple[Witness, ...] = ()
    decided: bool = True


def verdict_on(
    strategies: Sequence[Strategy], now: Fraction, most: int = MAX_STATES, run: Run | None = None
) -> Verdict:
    """Return the verdict on a two-player match with the margin ``now``, using at most ``most`` joint states."""
    favoured = None if now == 0 else int(now < 0)
    chosen = Kind.EVEN if favoured is None else Kind.BEATS
    if not all(isinstance(strategy.policy, Optimal) for strategy in strategies):
        return Verdict(favoured, chosen, now)
    graph, bounds = TieGraph([strategy.solution for strategy in strategies], most, run), None
    try:
        bounds = graph.range(margin) if graph.has_choices else Range(now, now)
        if bounds.low > 0 or bounds.high < 0:
            return Verdict(favoured, Kind.SURELY_BEATS, now, bounds)
        if bounds.low < 0 < bounds.high and (witnesses := _find_witnesses(graph)):
            return Verdict(favoured, Kind.DEPENDS, now, bounds, witnesses)
    except TooLarge:
        pass
    return Verdict(favoured, chosen, now, bounds, decided=bounds is not None and bounds.low == bounds.high)


def _find_witnesses(graph: TieGraph) -> tuple[Witness, Witness] | None:
    """Return two witnesses, one favouring each player, or None if either one is not found."""
    named = [_evaluated(graph, tuple(map(Optimal, ties)))[0] for ties in product(TieBreak, repeat=2)]
    high, low = _search(graph, named, 1), _search(graph, named, -1)
    return (high, low) if high.margin > 0 > low.margin else None


def _search(graph: TieGraph, named: list[Witness], sign: int) -> Witness:
    """Return a witness whose margin is positive (sign 1) or negative (sign -1), or else the best witness found."""
    starts = sorted(named, key=lambda witness: -sign * witness.margin)
    best = starts[0]
    for start in starts:
        if sign * best.margin > 0:
            break
        best = max(best, _improved(graph, start, sign), key=lambda witness: sign * witness.margin)
    return best


def _evaluated(graph: TieGraph, ties: tuple[Optimal | TieTable, ...]) -> tuple[Witness, JointChain]:
    solutions = tuple(player.solution for player in graph.players)
    players = [prepare(solution, tie, graph.run) for solution, tie in zip(solutions, ties, strict=True)]
    chain = make_joint(players, graph.left, graph.run)
    graph.left -= len(chain.states)
    return Witness(ties, chain.outcomes.margin, solutions), chain


def _improved(graph: TieGraph, start: Witness, sign: int) -> Witness:
    """Change the players' tie-breaks in turn until the margin has the given sign or neither change helps."""
    now, chain = _evaluated(graph, start.tie_breaks)
    unchanged = 0
    for player in islice(cycle(range(2)), MAX_TURNS):
        ties = list(now.tie_breaks)
        ties[player] = _improved_table(graph, chain, player, sign)
        found, chain = _evaluated(graph, tuple(ties))
        unchanged = 0 if sign * found.margin > sign * now.margin else unchanged + 1
        now = found
        if sign * now.margin > 0 or unchanged == 2:
            break
    return now


def _improved_table(graph: TieGraph, chain: JointChain, player: int, sign: int) -> Optimal | TieTable:
    """Return a player's tie-break, changed to raise (sign 1) or lower (sign -1) the margin."""
    own, opponent = graph.players[player], chain.strategies[1 - player]
    number = {packed: i for i, packed in enumerate(own.states)}
    present = chain.strategies[player].states
    met: dict[State, mpq] = {
        (number[present[state[player]]], state[1 - player]): times
        for state, times in zip(chain.states, visits(chain.transient, chain.scale), strict=True)
    }
    rows = graph.listed((own, opponent))
    chosen = _better_choices(own, opponent, rows, met, max if (sign > 0) == (player == 0) else min)
    smallest = {case: min(after for after, _ in own.moves[case[0]][case[1]]) for case in chosen}
    cases = {
        (own.states[i], own.dice.values[r]): own.states[after] & ~own.states[i]
        for (i, r), after in chosen.items()
        if after != smallest[i, r]  # by default, a ``TieTable`` chooses the smallest cell
    }
    return TieTable(cases) if cases else Optimal(TieBreak.SMALLEST)


def _better_choices(
    own: Strategy, opponent: Strategy, rows: Rows, met: Mapping[State, mpq], best: Callable[..., int]
) -> dict[TieCase, int]:
    """Return the best option (the player's next state) in each case that can arise if the player always chooses it.

    ``own`` must take every optimal cell with positive probability. ``rows`` lists the joint states (own, opponent's),
    and ``met`` contains the frequency of each under the current tie-break. ``best`` is max or min, applied to the
    player's own margin.
    """
    values: Values = {}
    chosen: dict[TieCase, int] = {}
    by_marks = sorted(rows, key=lambda state: (-own.levels[state[0]], -opponent.levels[state[1]]))
    for _, level in groupby(by_marks, key=lambda state: own.levels[state[0]]):
        states = list(level)
        for case, scores in _scores(own, {state: rows[state] for state in states}, met, values).items():
            chosen[case] = best(sorted(scores), key=scores.__getitem__)
        for state in states:
            values[state] = _value(own.dice.weights, state, rows[state], values, chosen)
    return _reachable(own, chosen)


def _scores(own: Strategy, rows: Rows, met: Mapping[State, mpq], values: Values) -> Scores:
    """Return, for each case and option, two sums of margins over joint states: weighted by frequency, and unweighted.

    In a case (a set of own marks and a roll) that never arises, the unweighted sums decide between the options.
    """
    scores: Scores = {}
    for state, rolls in rows.items():
        times = met.get(state, mpq(0))
        for r, choice in enumerate(rolls):
            options = own.moves[state[0]][r]
            if len(options) < 2 or options[0][0] == WON:  # no choice, or every option wins
                continue
            sums = scores.setdefault((state[0], r), {})
            for follower, share in choice:
                value = share * _value_of(follower, values)
                weighted, plain = sums.get(follower[0], (mpq(0), mpq(0)))
                sums[follower[0]] = weighted + times * value, plain + value
    return scores


def _value(
    weights: tuple[int, ...], state: State, rolls: list[Choice], values: Values, chosen: Mapping[TieCase, int]
) -> mpq:
    """Return the player's margin from a joint state, given the choices made so far."""
    value, leaving = mpq(0), 0
    for r, (weight, choice) in enumerate(zip(weights, rolls, strict=True)):
        if choice[0][0] == state:  # a roll that no player can use
            continue
        after = chosen.get((state[0], r), choice[0][0][0])
        followed = [(follower, share) for follower, share in choice if follower[0] == after]
        total = sum((share * _value_of(follower, values) for follower, share in followed), mpq(0))
        value += weight * total / sum(share for _, share in followed)
        leaving += weight
    return value / leaving


def _value_of(state: State, values: Values) -> mpq:
    return mpq(margin(winners(state))) if WON in state else values[state]


def _reachable(own: Strategy, chosen: Mapping[TieCase, int]) -> dict[TieCase, int]:
    """Return the choices for the cases that can arise when the player follows ``chosen``."""
    todo, cases = [0], {}
    known = set(todo)
    for i in todo:
        for r, options in enumerate(own.moves[i]):
            after = chosen.get((i, r), options[0][0])
            if (i, r) in chosen:
                cases[i, r] = after
            if after != WON and after not in known:
                known.add(after)
                todo.append(after)
    return cases
