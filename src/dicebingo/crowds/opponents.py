"""One opponent as a deterministic automaton, for an observer who sees the rolls but does not know the board.

The rolls determine the state. Each state determines the probability, given the rolls, that the opponent has no line
yet. Every roll that changes the state leads to a higher level.

**Distinct boards.** The board is a random injection of the c open cells into the v values of the dice. After k
different values have been rolled, j cells are marked with the hypergeometric probability C(k, j) C(v-k, c-j) / C(v, c),
and by symmetry every set of j cells is equally likely. Let u(j) be the number of sets of j cells without a complete
line. Then

    g(k) = Σ_j C(k, j) C(v - k, c - j) / C(v, c) · u(j) / C(c, j)

is the probability that the opponent is unfinished. The values themselves do not matter, and the opponent never has a
choice. The state is the set of values seen. Equally likely values that your board does not have may be exchanged, so it
only matters how many of them have been seen.

**Listed boards.** The state contains the marks of every board in the list, and the probability of being unfinished is
the sum of the shares of the unfinished boards. Under the tie-break *random*, the marks also depend on the opponent's
own random choices, which are independent of everything else, given the rolls. The state of a board is then a *belief*:
the distribution over its sets of marks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from operator import getitem
from typing import NamedTuple, Protocol, TypeAlias

from dicebingo.errors import TooLarge
from dicebingo.matches.strategy import WON, Strategy, lumped
from dicebingo.model.rules import Rules
from dicebingo.running.run import Run, each
from dicebingo.solo.problem import transient_sets

MAX_BELIEFS, MAX_SETS = 20_000, 200_000
MAX_SUBSETS = 1 << 16
"""The maximum number of sets (of lines or cells) to count one by one."""

State: TypeAlias = "int | tuple[int, ...]"


class CrowdOpponent(Protocol):
    """An opponent as an automaton over rolls."""

    start: State
    width: int

    def after(self, state: State) -> Sequence[State]:
        """Return, for each value of the dice, the state that follows."""

    def unfinished(self, state: State) -> Fraction:
        """Return the probability that the opponent is unfinished, given the rolls that led to this state."""

    def level(self, state: State) -> int:
        """Return a number that grows with every roll that changes the state."""

    def automata(self) -> Mapping[Automaton, Fraction]:
        """Return the automata whose states together form a state of the opponent.

        Each automaton comes with the probability that it describes the opponent.
        """


def unfinished_after(rules: Rules) -> list[Fraction]:
    """Return g(0), .., g(v) for boards of distinct values.

    g(k) is the probability that such a board is unfinished after k different values have been rolled.

    >>> from dicebingo.model.variants import classic
    >>> print(*unfinished_after(classic()))
    1 1 1 157/165 133/165 130/231 68/231 16/165 2/165 0 0 0
    """
    cells, values = len(rules.layout.open_cells), len(rules.dice.values)
    sets = _transient_counts(cells, rules.layout.open_lines)
    found = []
    for seen in range(values + 1):
        ways = (
            Fraction(comb(seen, j) * comb(values - seen, cells - j) * sets[j], comb(cells, j)) for j in range(cells + 1)
        )
        found.append(sum(ways, Fraction(0)) / comb(values, cells))
    return found


def _transient_counts(cells: int, lines: tuple[int, ...]) -> list[int]:
    """Return u(0), .., u(cells): u(j) is the number of sets of j cells that contain no line.

    The sets are counted by inclusion and exclusion over sets of lines or, for few cells, one by one.
    """
    if 1 << cells <= MAX_SUBSETS:
        counts = [0] * (cells + 1)
        for marked in transient_sets(cells, lines):
            counts[marked.bit_count()] += 1
        return counts
    if 1 << len(lines) > MAX_SUBSETS:
        most = MAX_SUBSETS.bit_length() - 1
        raise TooLarge(
            f"expected at most {most} cells or at most {most} lines, got {cells} cells and {len(lines)} lines"
        )
    counts = [comb(cells, j) for j in range(cells + 1)]
    for size in range(1, len(lines) + 1):
        for chosen in combinations(lines, size):
            union = 0
            for line in chosen:
                union |= line
            covered = union.bit_count()
            for j in range(covered, cells + 1):
                counts[j] += (-1) ** size * comb(cells - covered, j - covered)
    return counts


class DistinctOpponent:
    """An opponent with a board of distinct values; a state is the set of values seen, as a bit mask.

    Equally likely values form a class, except that each value in ``told`` (the values on your board) is a class of its
    own. The state records only how many values of a class have been seen, by setting the bits of the first values of
    that class.
    """

    start: State = 0
    width = 1

    def __init__(self, rules: Rules, told: Collection[int] = ()) -> None:
        dice = rules.dice
        self._chances = unfinished_after(rules)
        self._rolls = len(dice.values)
        classes: dict[tuple[int, int], list[int]] = {}
        for r, (value, weight) in enumerate(zip(dice.values, dice.weights, strict=True)):
            classes.setdefault((weight, value if value in told else -1), []).append(r)
        self._class_of = {r: own for own in classes.values() for r in own}

    def after(self, state: State) -> Sequence[State]:
        """Return, for each value of the dice, the state that follows."""
        assert isinstance(state, int)
        return [state if state >> r & 1 else state | 1 << self._next(state, r) for r in range(self._rolls)]

    def _next(self, seen: int, r: int) -> int:
        return next(other for other in self._class_of[r] if not seen >> other & 1)

    def unfinished(self, state: State) -> Fraction:
        """Return g(k) for the number k of values seen."""
        assert isinstance(state, int)
        return self._chances[state.bit_count()]

    def level(self, state: State) -> int:
        """Return the number of values seen."""
        assert isinstance(state, int)
        return state.bit_count()

    def automata(self) -> Mapping[Automaton, Fraction]:
        """Return one automaton, whose states are the sets of values seen."""
        number, follow = {self.start: 0}, list[tuple[int, ...]]()
        todo = [self.start]
        for state in todo:
            for after in self.after(state):
                if after not in number:
                    number[after] = len(todo) if self.unfinished(after) else WON
                    if number[after] != WON:
                        todo.append(after)
            if len(todo) > MAX_SETS:
                raise TooLarge(f"There are more than {MAX_SETS:,} sets of values that may have been rolled.")
            follow.append(tuple(number[after] for after in self.after(state)))
        levels = (*map(self.level, todo), self._rolls + 1)
        left = (*map(self.unfinished, todo), Fraction(0))
        return {Automaton((*follow, (WON,) * self._rolls), levels, left): Fraction(1)}


class Automaton(NamedTuple):
    """A board whose state is determined by the rolls.

    The state ``WON`` (-1) stands for a finished board; its entry comes last in each table.
    """

    follow: tuple[tuple[int, ...], ...]
    levels: tuple[int, ...]
    unfinished: tuple[Fraction, ...]


class ListedOpponent:
    """An opponent who has one of several boards with given probabilities; a state contains the states of all boards."""

    def __init__(self, strategies: Sequence[Strategy], shares: Sequence[Fraction], run: Run | None = None) -> None:
        found: dict[Automaton, Fraction] = {}
        for strategy, share in zip(each(strategies, "preparing the population", run), shares, strict=False):
            made = _automaton(lumped(strategy))
            found[made] = found.get(made, Fraction(0)) + share
        self._automata = found
        self._follow = [made.follow for made in found]
        self._levels = [made.levels for made in found]
        self._parts = [[share * left for left in made.unfinished] for made, share in found.items()]
        self.start: State = (0,) * len(found)
        self.width = len(found)
        self.unfinished = cache(self._unfinished)

    def after(self, state: State) -> Sequence[State]:
        """Return, for each value of the dice, the state that follows."""
        return list(zip(*map(getitem, self._follow, state), strict=True))  # type: ignore[arg-type]  # a tuple here

    def _unfinished(self, state: State) -> Fraction:
        return sum(map(getitem, self._parts, state), Fraction(0))  # type: ignore[arg-type]  # a tuple here

    def level(self, state: State) -> int:
        """Return the sum of all automata's levels in this state."""
        return sum(map(getitem, self._levels, state))  # type: ignore[arg-type]  # a tuple here

    def automata(self) -> Mapping[Automaton, Fraction]:
        """Return the boards' automata, each with the total share of the boards that it describes."""
        return self._automata


def _automaton(strategy: Strategy) -> Automaton:
    """Return a board as a deterministic automaton; with a random tie-break, its states are beliefs."""
    if strategy.follow is None:
        return _beliefs(strategy)
    stays = (WON,) * len(strategy.dice.values)
    last = max(strategy.levels) + 1
    left = (Fraction(1),) * len(strategy.states)
    return Automaton((*strategy.follow, stays), (*strategy.levels, last), (*left, Fraction(0)))


def _beliefs(strategy: Strategy) -> Automaton:
    """Return the automaton of beliefs.

    The rolls determine a belief: the probability of each state. The expected number of marks grows with every roll that
    changes a belief, so sorting beliefs by this number yields their levels.
    """
    rolls, scale = range(len(strategy.dice.values)), strategy.scale
    top = max(strategy.levels) + 1
    start: tuple[tuple[int, Fraction], ...] = ((0, Fraction(1)),)
    number, follow, marks, left = {start: 0}, list[tuple[int, ...]](), list[Fraction](), list[Fraction]()
    todo = [start]
    for belief in todo:
        row = []
        for r in rolls:
            after: dict[int, Fraction] = {}
            for state, share in belief:
                for target, weight in strategy.moves[state][r] if state != WON else ((WON, scale),):
                    after[target] = after.get(target, Fraction(0)) + share * weight / scale
            key = tuple(sorted(after.items()))
            if key == ((WON, Fraction(1)),):
                row.append(WON)
                continue
            if key not in number:
                number[key] = len(todo)
                todo.append(key)
                if len(todo) > MAX_BELIEFS:
                    raise TooLarge(f"Random tie-breaks lead to more than {MAX_BELIEFS:,} distributions of marks.")
            row.append(number[key])
        follow.append(tuple(row))
        marks.append(sum((share * (strategy.levels[s] if s != WON else top) for s, share in belief), Fraction(0)))
        left.append(sum((share for s, share in belief if s != WON), Fraction(0)))
    rank = {mark: i for i, mark in enumerate(sorted(set(marks)))}
    levels = (*(rank[mark] for mark in marks), len(rank))
    return Automaton((*follow, (WON,) * len(rolls)), levels, (*left, Fraction(0)))
