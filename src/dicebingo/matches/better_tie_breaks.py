"""A tie-break improved against an opponent whose play is known.

A *case* of a tie-break is an own set of marks and a roll with several optimal cells. It is met in some joint states,
more or less often, and the player, who does not see the other board, must choose the same cell in all of them. Cases
are decided from the most marks to the fewest: how often a case is met depends on cases with fewer marks, which are
still as they were, and what a choice is worth depends on cases with more marks, which have been decided. Two cases
with equally many marks are never met in the same game. So taking in every case what is worth most on average never
makes the match worse. It need not lead to the best tie-break of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from dicebingo.exact import Rational
from dicebingo.matches.joint import MAX_JOINT_STATES, Choice, State, explore, winners
from dicebingo.matches.ranges import margin
from dicebingo.matches.strategy import WON, Strategy

__all__ = ["Case", "respond"]

Case = tuple[int, int]
"""An own state, by its number, and a roll, by its place among the values of the dice."""

Values = dict[State, Rational]
Scores = dict[Case, dict[int, tuple[Rational, Rational]]]


def respond(
    own: Strategy, opponent: Strategy, met: Mapping[State, Rational], best: Callable[..., Any]
) -> dict[Case, int]:
    """Return the own state to move to, in every case that is met then.

    ``own`` takes every optimal cell with some probability; ``met`` says how often the present tie-break comes to a
    joint state (own, opponent's); ``best`` is max or min, of the own margin.
    """
    rows = dict(explore((own, opponent), MAX_JOINT_STATES))
    values: Values = {}
    chosen: dict[Case, int] = {}
    by_marks = sorted(rows, key=lambda state: (-own.marks(state[0]), -opponent.marks(state[1])))
    for _, level in groupby(by_marks, key=lambda state: own.marks(state[0])):
        states = list(level)
        for case, scores in _scores(own, {state: rows[state] for state in states}, met, values).items():
            chosen[case] = best(sorted(scores), key=scores.__getitem__)
        for state in states:
            values[state] = _value(own.dice.weights, state, rows[state], values, chosen)
    return _reachable(own, chosen)


def _scores(own: Strategy, rows: Mapping[State, list[Choice]], met: Mapping[State, Rational], values: Values) -> Scores:
    """Return what each option of a case is worth: as often as it is met, and then, for a case that is not, at all."""
    scores: Scores = {}
    for state, rolls in rows.items():
        times = met.get(state, Rational(0))
        for r, choice in enumerate(rolls):
            options = own.moves[state[0]][r]
            if len(options) < 2 or options[0][0] == WON:  # no choice, or all of them win
                continue
            sums = scores.setdefault((state[0], r), {})
            for follower, share in choice:
                value = share * _value_of(follower, values)
                weighted, plain = sums.get(follower[0], (Rational(0), Rational(0)))
                sums[follower[0]] = weighted + times * value, plain + value
    return scores


def _value(
    weights: tuple[int, ...], state: State, rolls: list[Choice], values: Values, chosen: Mapping[Case, int]
) -> Rational:
    """Return the own margin from a joint state on, with the choices made."""
    value, leaving = Rational(0), 0
    for r, (weight, choice) in enumerate(zip(weights, rolls, strict=True)):
        if choice[0][0] == state:  # nobody can mark anything
            continue
        after = chosen.get((state[0], r), choice[0][0][0])
        followed = [(follower, share) for follower, share in choice if follower[0] == after]
        total = sum(share * _value_of(follower, values) for follower, share in followed)
        value += weight * total / sum(share for _, share in followed)
        leaving += weight
    return value / leaving


def _value_of(state: State, values: Values) -> Rational:
    return Rational(margin(winners(state))) if WON in state else values[state]


def _reachable(own: Strategy, chosen: Mapping[Case, int]) -> dict[Case, int]:
    """Return the choices that can come up when all of them are followed."""
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
