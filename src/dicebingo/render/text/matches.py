"""Matches and simulations in plain text: outcomes, verdict, ranges, distributions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import Number, digits_for, error_text, nearest, rounded_down, rounded_up
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.match import Match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.matches.ranges import Range
from dicebingo.matches.verdict import Kind, Verdict, Witness
from dicebingo.model.layout import Layout
from dicebingo.model.notation import cell_name
from dicebingo.render.text.parts import bar, boards_text, counted, exactly, page, percent, points_between, table
from dicebingo.render.text.width import WIDTH
from dicebingo.solo.policy import Deadline, Optimal

if TYPE_CHECKING:  # importing them would bring numba along
    from dicebingo.matches.fast_matches import LargeMatch
    from dicebingo.matches.simulation import Simulation

ROLLS = 25
"""Up to which roll a match is drawn, unless it was asked for another."""
MOST_DRAWN = 4
MOST_OUTCOMES = 20
MOST_CASES = 2
NOT_DECIDED = "; whether it depends on how ties are broken is not decided"


def match_text(result: Match | LargeMatch) -> str:
    """Return the boards, the outcomes, the verdict and what else was asked for."""
    rules = f"{result.rules}{_how_played(result)}"
    verdict = verdict_text(result.verdict, result.names, result.rules.layout) if len(result.names) == 2 else ""
    parts = [rules, _boards_text(result), _outcomes_text(result), verdict]
    states = f"{result.joint_states:,} joint states"
    if not isinstance(result, Match):
        return page(*parts, f"{states}, in float64: relative errors are below {error_text(result.error_bound)}.")
    return page(
        *parts,
        f"The match takes {nearest(result.expected_length, 4)} rolls on average; {states}.",
        _ranges_text(result) if result.with_range else "",
        "" if result.upto is None else _distribution_text(result, result.upto),
    )


def _how_played(result: Match | LargeMatch) -> str:
    """Return the policies, unless all are optimal, and the tie-break, or one for each policy that has one."""
    names = [str(policy) for policy in result.policies]
    optimal = [isinstance(policy, Optimal) for policy in result.policies]
    how = "" if all(optimal) else f", policy {'; '.join(names if len(set(names)) > 1 else names[:1])}"
    ties = [policy.tie_break for policy in result.policies if isinstance(policy, Optimal | Deadline)]
    together = f", tie-break {result.tie_break}" if result.tie_break else f", tie-breaks {'; '.join(ties)}"
    return how + (together if ties else "")


def _boards_text(result: Match | LargeMatch) -> str:
    """Return the boards side by side, or in a table where they are many."""
    means = [nearest(mean, 4) for mean in result.expected_rolls]
    if len(result.names) <= MOST_DRAWN:
        return boards_text(result.positions, result.names, [f"alone {mean} rolls" for mean in means])
    shares: Sequence[Number] = result.shares
    rows = [
        [name, str(position), mean, percent(share), bar(share, 16)]
        for name, position, mean, share in zip(result.names, result.positions, means, shares, strict=True)
    ]
    return table(["", "board", "rolls alone", "share, ties split", ""], rows, left=[0, 1, 4])


def _outcomes_text(result: Match | LargeMatch) -> str:
    names = result.names
    outcomes: list[tuple[tuple[int, ...], Number]] = list(result.outcomes.items())
    if len(names) > 2:
        outcomes.sort(key=lambda outcome: -outcome[1])
    rows = [
        [winners_text(winners, names), percent(share), bar(share), exactly(share)]
        for winners, share in outcomes[:MOST_OUTCOMES]
    ]
    kind, left = ("exactly", [0, 2, 3]) if isinstance(result, Match) else ("float64", [0, 2])
    shown = table(["finishes first", "chance", "", kind], rows, left)
    if len(outcomes) > MOST_OUTCOMES:
        rest = sum((share for _, share in outcomes[MOST_OUTCOMES:]), Fraction(0))
        shown += f"\n... and {len(outcomes) - MOST_OUTCOMES} more sets of winners, {percent(rest)} together"
    return shown


def winners_text(winners: Sequence[int], names: Sequence[str]) -> str:
    """Return who finishes first: a name, several names, or of two players a tie."""
    return "tie" if len(winners) == len(names) == 2 else " + ".join(names[player] for player in winners)


def verdict_text(judged: Verdict, names: Sequence[str], layout: Layout) -> str:
    """Return a verdict in a sentence or two."""
    if judged.kind is Kind.UNDECIDED:
        return f"{names[0]} and {names[1]} are too close to tell apart in float64."
    if judged.favoured is None:
        sentence = f"{names[0]} and {names[1]} are exactly even"
    else:
        winner, loser = names[judged.favoured], names[1 - judged.favoured]
        sentence = f"{winner} is favoured over {loser} by {_points(judged.margin)}"
    if judged.bounds is None:
        open_end = "" if isinstance(judged.margin, float) else NOT_DECIDED
        return f"{sentence}." if judged.decided else f"{sentence} under this tie-break{open_end}."
    if judged.bounds.low == judged.bounds.high:
        return f"{sentence} however ties are broken."
    sentence += " under this tie-break"
    low, high = judged.bounds.low, judged.bounds.high
    if judged.favoured == 1:
        low, high = -high, -low
    interval = points_between(low, high)
    if judged.kind is Kind.SURELY_BEATS:
        return f"{sentence}, and by {interval} however ties are broken."
    if judged.kind is Kind.DEPENDS:
        witnesses = " and ".join(_witness_text(witness, names, layout) for witness in judged.witnesses)
        return f"{sentence}, but this depends on how ties are broken: {witnesses}."
    return f"{sentence}{NOT_DECIDED}: the margin of {names[judged.favoured or 0]} is {interval}."


def _witness_text(witness: Witness, names: Sequence[str], layout: Layout) -> str:
    ties = ", ".join(
        f"{name} {tie}{_cases_text(cases, layout)}"
        for name, tie, cases in zip(names, witness.names(), witness.cases(), strict=True)
    )
    winner = names[0] if witness.margin > 0 else names[1]
    return f"with ({ties}) {winner} is ahead by {_points(witness.margin)}"


def _points(margin: Number) -> str:
    """Return the size of a margin in points, with three significant figures."""
    size = abs(100 * margin)
    return f"{nearest(size, digits_for(size, 3))} points"


def _cases_text(cases: Sequence[tuple[tuple[int, ...], int, int]], layout: Layout) -> str:
    """Return what a table of few cases says."""
    if not 0 < len(cases) <= MOST_CASES:
        return " (see --json)" if cases else ""
    return ": " + "; ".join(
        f"with {{{', '.join(map(str, marked))}}} marked, a {roll} in {cell_name(cell, layout)}"
        for marked, roll, cell in cases
    )


def _ranges_text(result: Match) -> str:
    """Return the bounds over all tie-breaks."""
    ranges, (first, second) = result.ranges, result.names
    bounds = ((f"{first} wins", ranges.first), (f"{second} wins", ranges.second))
    rows = [[name, *(f"{end}%" for end in _hundredths(found))] for name, found in bounds]
    rows.append(["margin, in points", *_hundredths(ranges.margin)])
    return table(["bounds over all tie-breaks", "at least", "at most"], rows, left=[0])


def _hundredths(found: Range | Estimate, digits: int = 2) -> tuple[str, str]:
    """Return both ends of an interval in hundredths, rounded outwards: what it covers stays covered."""
    return rounded_down(100 * Fraction(found.low), digits), rounded_up(100 * Fraction(found.high), digits)


def _distribution_text(result: Match, upto: int) -> str:
    """Return who finishes on which roll, and by which roll: on shared rolls, and each board alone."""
    names = result.names
    solo = [chain.distribution(upto) for chain in result.solo]
    headers = [*(f"{name} first" for name in names), "tie", *(f"{name} alone" for name in names)]
    digits = 8 if len(names) == 2 else 6
    shown = []
    for which, (when, joint) in enumerate((("on roll", result.distribution(upto)), ("by roll", result.cdf(upto)))):
        rows = []
        for k, ends in enumerate(joint):
            chances = (*by_player(ends, len(names)), *(own[k][which] for own in solo))
            rows.append([str(k), *(nearest(chance, digits) for chance in chances)])
        shown.append(table([when, *headers], rows))
    return "\n\n".join(shown)


def by_player(ends: Outcomes[Fraction], count: int) -> list[Fraction]:
    """Return the probability that each player is the only winner, and that of a tie of any players."""
    alone = [ends.get((player,), Fraction(0)) for player in range(count)]
    return [*alone, sum((share for won, share in ends.items() if len(won) > 1), Fraction(0))]


def plot_text(result: Match, upto: int) -> str:
    """Return a bar chart of the finishing roll on shared rolls: one bar per player and roll, and one for ties."""
    names = result.names
    rows = [by_player(ends, len(names)) for ends in result.distribution(upto)]
    top = max(map(max, rows)) or Fraction(1)
    labels = [*names, "tie"] if any(row[-1] for row in rows) else list(names)
    width, digits = max(map(len, labels)), len(str(upto))
    longest = max(8, min(40, WIDTH - digits - width - 13))  # two spaces between columns, and 100.00%
    first = next((k for k, row in enumerate(rows) if any(row)), len(rows))
    lines = ["who finishes first, on which roll" if first < len(rows) else f"nobody finishes by roll {upto}"]
    for k in range(first, len(rows)):
        for i, (label, share) in enumerate(zip(labels, rows[k], strict=False)):
            roll, drawn = "" if i else str(k), bar(share / top, longest)
            lines.append(f"{roll:>{digits}}  {label:<{width}}  {drawn:<{longest}}  {percent(share)}")
    return "\n".join(lines)


def simulation_text(result: Simulation) -> str:
    """Return simulated shares with their confidence intervals."""
    columns = zip(result.names, map(str, result.positions), result.shares, result.alone, strict=True)
    digits = max(1, (len(str(result.games)) - 3) // 2)  # one more for a hundred times the games
    rows = [[name, board, _percent(share, digits), _percent(alone, digits)] for name, board, share, alone in columns]
    how = " after" if result.status is Status.STOPPED else ":"
    length = result.expected_length
    about = f"{rounded_down(length.low, 3)} to {rounded_up(length.high, 3)}"
    return page(
        f"{result.status.capitalize()}{how} {counted(result.games, 'game')}, seed {result.seed}, 95% confidence",
        table(["", "board", "share, ties split", "first alone"], rows, left=[0, 1]),
        f"A game takes {nearest(length.estimate, 3)} rolls on average (about {about}).",
    )


def _percent(found: Estimate, digits: int) -> str:
    low, high = _hundredths(found, digits)
    return f"{nearest(100 * found.estimate, digits)}% ({low} to {high})"
