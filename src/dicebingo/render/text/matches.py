"""Matches in plain text: outcomes, verdict, ranges, distributions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from dicebingo.exact import Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.matches.match import Match, Ranges
from dicebingo.matches.ranges import Range
from dicebingo.matches.verdict import Kind, Verdict
from dicebingo.matches.witness import Witness
from dicebingo.model.layout import cells_of
from dicebingo.render.text.parts import bar, beside, board_text, percent, table
from dicebingo.solo.policy import Optimal, TieBreak

if TYPE_CHECKING:  # importing it would bring numba along
    from dicebingo.matches.simulation import Estimate, Simulation

__all__ = [
    "by_player",
    "distribution_text",
    "match_text",
    "players",
    "plot_text",
    "ranges_text",
    "simulation_text",
    "verdict_text",
]

MOST_DRAWN = 4
MOST_OUTCOMES = 20
MOST_DIGITS = 40
MOST_CASES = 2
WIDTH = 100

players = cells_of
"""The players of a set of winners."""


def match_text(result: Match, names: Sequence[str], tie: TieBreak, judged: Verdict | None) -> str:
    """Return the boards, the outcomes and the verdict."""
    parts = [f"{result.positions[0].rules}{_how_played(result, tie)}"]
    means = [f"{decimal(mean):.4f}" for mean in result.expected_rolls()]
    if len(names) <= MOST_DRAWN:
        drawn = ""
        for name, position, mean in zip(names, result.positions, means, strict=True):
            block = f"{name}\n{board_text(position)}\nalone {mean} rolls"
            drawn = beside(drawn, block) if drawn else block
        parts.append(drawn)
    else:
        shares = result.shares()
        rows = [
            [name, str(position), mean, percent(share), bar(share)]
            for name, position, mean, share in zip(names, result.positions, means, shares, strict=True)
        ]
        parts.append(table(["", "board", "rolls alone", "share, ties split", ""], rows, left=[0, 1, 4]))
    parts.append(_outcomes_text(result, names))
    if judged:
        parts.append(fill(verdict_text(judged, names), WIDTH))
    count = f"{result.joint_states:,} joint states"
    parts.append(f"The match takes {decimal(result.chain.expected_rolls()):.4f} rolls on average; {count}.")
    return "\n" + "\n\n".join(parts) + "\n"


def _how_played(result: Match, tie: TieBreak) -> str:
    """Return the policies, unless all are optimal, and the tie-break, if anybody is."""
    policies = [strategy.policy for strategy in result.strategies]
    names = [str(policy) for policy in policies]
    optimal = [isinstance(policy, Optimal) for policy in policies]
    how = "" if all(optimal) else f", policy {'; '.join(names if len(set(names)) > 1 else names[:1])}"
    return how + (f", tie-break {tie}" if any(optimal) else "")


def _outcomes_text(result: Match, names: Sequence[str]) -> str:
    outcomes = result.outcomes()
    if len(names) > 2:
        outcomes = sorted(outcomes, key=lambda outcome: -outcome[1])
    rows = []
    for winners, share in outcomes[:MOST_OUTCOMES]:
        who = "tie" if len(winners) == len(names) == 2 else " + ".join(names[player] for player in winners)
        exact = exact_text(share)
        if len(exact) > MOST_DIGITS:
            exact = f"{decimal(share):.12f} (exact: --json)"
        rows.append([who, percent(share), bar(share), exact])
    shown = table(["finishes first", "", "", "exactly"], rows, left=[0, 2, 3])
    if len(outcomes) > MOST_OUTCOMES:
        rest = sum((share for _, share in outcomes[MOST_OUTCOMES:]), Rational(0))
        shown += f"\n... and {len(outcomes) - MOST_OUTCOMES} more sets of winners, {percent(rest)} together"
    return shown


def verdict_text(judged: Verdict, names: Sequence[str]) -> str:
    """Return a verdict in a sentence or two."""
    points = f"by {100 * abs(decimal(judged.margin)):.3g} points"
    if judged.favoured is None:
        sentence = f"{names[0]} and {names[1]} are exactly even"
    else:
        winner, loser = names[judged.favoured], names[1 - judged.favoured]
        sentence = f"{winner} {'surely beats' if judged.kind is Kind.SURELY_BEATS else 'beats'} {loser} {points}"
    if judged.bounds is None:  # another policy, or too many choices to look through
        return f"{sentence}."
    if judged.bounds.low == judged.bounds.high:
        return f"{sentence}: every tie-break gives the same."
    interval = f"the margin of {names[judged.favoured or 0]} is {_interval(judged.bounds, judged.favoured)}"
    if judged.kind is Kind.SURELY_BEATS:
        return f"{sentence}; for every tie-break {interval}."
    if judged.kind is Kind.DEPENDS:
        witnesses = " and ".join(_witness_text(witness, names) for witness in judged.witnesses)
        return f"{sentence} under this tie-break, but it depends: {witnesses}."
    return f"{sentence} under this tie-break; over all tie-breaks {interval}."


def _interval(bounds: Range, favoured: int | None) -> str:
    """Return the bounds of the margin, from the view of the favoured board."""
    low, high = 100 * decimal(bounds.low), 100 * decimal(bounds.high)
    if favoured == 1:
        low, high = -high, -low
    return f"between {low:.3g} and {high:.3g} points"


def _witness_text(witness: Witness, names: Sequence[str]) -> str:
    told = [
        f"{name} {tie}" + _cases_text(cases)
        for name, tie, cases in zip(names, witness.names(), witness.cases(), strict=True)
    ]
    ties = ", ".join(told)
    winner = names[0] if witness.margin > 0 else names[1]
    return f"with ties broken as ({ties}) {winner} is ahead by {100 * abs(decimal(witness.margin)):.3g} points"


def _cases_text(cases: Sequence[tuple[tuple[int, ...], int, int]]) -> str:
    """Return what a table of few cases says."""
    if not 0 < len(cases) <= MOST_CASES:
        return " (see --json)" if cases else ""
    return ": " + "; ".join(f"with {{{', '.join(map(str, m))}}} marked, a {roll} in cell {c}" for m, roll, c in cases)


def ranges_text(ranges: Ranges, names: Sequence[str]) -> str:
    """Return the bounds over all tie-breaks."""
    rows = [
        [f"{names[0]} wins", percent(ranges.first.low), percent(ranges.first.high)],
        [f"{names[1]} wins", percent(ranges.second.low), percent(ranges.second.high)],
        ["margin", percent(ranges.margin.low), percent(ranges.margin.high)],
    ]
    return table(["bounds over all tie-breaks", "at least", "at most"], rows, left=[0])


def distribution_text(result: Match, names: Sequence[str], upto: int) -> str:
    """Return who finishes on which roll, and by which roll: on shared rolls, and each board alone."""
    solo = [chain.distribution(upto) for chain in result.solo()]
    headers = [*(f"{name} first" for name in names), "tie", *(f"{name} alone" for name in names)]
    shown = []
    for which, (when, joint) in enumerate((("on roll", result.distribution(upto)), ("by roll", result.cdf(upto)))):
        rows = [
            [str(k), *(f"{decimal(p):.8f}" for p in (*by_player(ends, len(names)), *(own[k][which] for own in solo)))]
            for k, ends in enumerate(joint)
        ]
        shown.append(table([when, *headers], rows))
    return "\n\n".join(shown)


def by_player(ends: Mapping[int, Rational], count: int) -> list[Rational]:
    """Return the probability that each player is the only winner, and that of a tie of any players."""
    alone = [ends.get(1 << player, Rational(0)) for player in range(count)]
    return [*alone, sum((share for won, share in ends.items() if won.bit_count() > 1), Rational(0))]


def plot_text(result: Match, names: Sequence[str], upto: int) -> str:
    """Return a bar chart of the finishing roll on shared rolls: one bar per player and roll, and one for ties."""
    rows = [by_player(ends, len(names)) for ends in result.distribution(upto)]
    top = max(map(max, rows)) or Rational(1)
    labels = [*names, "tie"] if any(row[-1] for row in rows) else list(names)
    width, digits = max(map(len, labels)), len(str(upto))
    first = next((k for k, row in enumerate(rows) if any(row)), len(rows))
    lines = ["who finishes first, on which roll" if first < len(rows) else f"nobody finishes by roll {upto}"]
    for k in range(first, len(rows)):
        for i, (label, share) in enumerate(zip(labels, rows[k], strict=False)):
            roll = "" if i else str(k)
            lines.append(f"{roll:>{digits}}  {label:<{width}}  {bar(share / top, 40):<40}  {percent(share)}")
    return "\n".join(lines)


def simulation_text(result: Simulation, names: Sequence[str], boards: Sequence[str]) -> str:
    """Return simulated shares with their confidence intervals."""
    rows = [
        [name, board, _estimate(player.share), _estimate(player.alone), bar(player.share.estimate)]
        for name, board, player in zip(names, boards, result.players, strict=True)
    ]
    headers = ["", "board", "share, ties split", "first alone", ""]
    length = result.expected_rolls
    return (
        f"\nSimulated: {result.games:,} games, seed {result.seed}, 95% confidence\n\n"
        + table(headers, rows, left=[0, 1, 4])
        + f"\n\nA game takes {length.estimate:.3f} rolls on average ({length.low:.3f} to {length.high:.3f}).\n"
    )


def _estimate(found: Estimate) -> str:
    return f"{100 * found.estimate:.2f}% ± {50 * (found.high - found.low):.2f}"
