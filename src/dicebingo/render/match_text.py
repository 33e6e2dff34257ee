"""Matches in plain text: outcomes, verdict, ranges, distributions."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from dicebingo.exact import Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.layout import cells_of
from dicebingo.render.text import bar, beside, board_text, percent, table
from dicebingo.solo.policy import TieBreak
from dicebingo.versus.match import Match, Ranges
from dicebingo.versus.verdict import Kind, Verdict
from dicebingo.versus.witness import Witness

if TYPE_CHECKING:  # importing it would bring numba along
    from dicebingo.versus.simulate import Estimate, Simulation

__all__ = ["distribution_text", "match_text", "players", "plot_text", "ranges_text", "simulation_text", "verdict_text"]

MOST_DRAWN = 4
MOST_OUTCOMES = 20
MOST_DIGITS = 40
WIDTH = 100

players = cells_of
"""The players of a set of winners."""


def match_text(result: Match, names: Sequence[str], tie: TieBreak, judged: Verdict | None) -> str:
    """Return the boards, the outcomes and the verdict."""
    parts = [f"{result.positions[0].rules}, tie-break {tie}"]
    rolls = [f"alone {decimal(mean):.4f} rolls" for mean in result.expected_rolls()]
    if len(names) <= MOST_DRAWN:
        drawn = ""
        for name, position, mean in zip(names, result.positions, rolls, strict=True):
            block = f"{name}\n{board_text(position)}\n{mean}"
            drawn = beside(drawn, block) if drawn else block
        parts.append(drawn)
    else:
        shares = result.shares()
        rows = [
            [name, str(position), mean, percent(share), bar(share)]
            for name, position, mean, share in zip(names, result.positions, rolls, shares, strict=True)
        ]
        parts.append(table(["", "board", "", "share, ties split", ""], rows, left=[0, 1, 4]))
    parts.append(_outcomes_text(result, names))
    if judged:
        parts.append(fill(verdict_text(judged, names), WIDTH))
    count = f"{result.joint_states:,} joint states"
    parts.append(f"The match takes {decimal(result.chain.expected_rolls()):.4f} rolls on average; {count}.")
    return "\n" + "\n\n".join(parts) + "\n"


def _outcomes_text(result: Match, names: Sequence[str]) -> str:
    outcomes = result.outcomes()
    if len(names) > 2:
        outcomes = sorted(outcomes, key=lambda outcome: -outcome[1])
    rows = []
    for winners, share in outcomes[:MOST_OUTCOMES]:
        who = "tie" if len(winners) == len(names) == 2 else " + ".join(names[player] for player in winners)
        exact = exact_text(share)
        rows.append([who, percent(share), bar(share), exact if len(exact) <= MOST_DIGITS else f"{decimal(share):.12f}"])
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
    if judged.kind is Kind.SURELY_BEATS:
        if judged.bounds.low == judged.bounds.high:
            return f"{sentence}: every tie-break gives the same."
        return f"{sentence}; for every tie-break the margin is within {_interval(judged)} points."
    if judged.kind is Kind.DEPENDS:
        witnesses = " and ".join(_witness_text(witness, names) for witness in judged.witnesses)
        return f"{sentence} under this tie-break, but it depends: {witnesses}."
    if judged.bounds.low == judged.bounds.high:
        return f"{sentence}."
    return f"{sentence} under this tie-break; over all tie-breaks the margin is bounded by {_interval(judged)} points."


def _interval(judged: Verdict) -> str:
    """Return the bounds of the margin, from the view of the favoured board."""
    low, high = 100 * decimal(judged.bounds.low), 100 * decimal(judged.bounds.high)
    if judged.favoured == 1:
        low, high = -high, -low
    return f"{low:.3g} to {high:.3g}"


def _witness_text(witness: Witness, names: Sequence[str]) -> str:
    ties = ", ".join(f"{name} {tie}" for name, tie in zip(names, witness.names(), strict=True))
    winner = names[0] if witness.margin > 0 else names[1]
    return f"with ties broken as ({ties}) {winner} is ahead by {100 * abs(decimal(witness.margin)):.3g} points"


def ranges_text(ranges: Ranges, names: Sequence[str]) -> str:
    """Return the bounds over all tie-breaks."""
    rows = [
        [f"{names[0]} wins", percent(ranges.first.low), percent(ranges.first.high)],
        [f"{names[1]} wins", percent(ranges.second.low), percent(ranges.second.high)],
        ["margin", percent(ranges.margin.low), percent(ranges.margin.high)],
    ]
    return table(["bounds over all tie-breaks", "at least", "at most"], rows, left=[0])


def distribution_text(result: Match, names: Sequence[str], upto: int) -> str:
    """Return who finishes on which roll: on shared rolls, and each board alone."""
    solo = [chain.distribution(upto) for chain in result.solo()]
    rows = []
    for k, ends in enumerate(result.distribution(upto)):
        alone = [decimal(ends.get(1 << player, Rational(0))) for player in range(len(names))]
        tied = decimal(sum(ends.values(), Rational(0))) - sum(alone)
        own = [decimal(distribution[k][0]) for distribution in solo]
        rows.append([str(k), *(f"{p:.8f}" for p in (*alone, abs(tied), *own))])
    headers = ["roll k", *(f"{name} first" for name in names), "tie", *(f"{name} alone" for name in names)]
    return table(headers, rows)


def plot_text(result: Match, names: Sequence[str], upto: int) -> str:
    """Return a bar chart of the finishing roll on shared rolls: one bar per player and roll."""
    rows = result.distribution(upto)
    series = [[row.get(1 << player, Rational(0)) for row in rows] for player in range(len(names))]
    top = max((share for values in series for share in values), default=Rational(0)) or Rational(1)
    lines = ["who finishes first, on which roll"]
    width = max(map(len, names))
    for k in range(1, len(rows)):
        for player, name in enumerate(names):
            label = f"{k:>3}" if player == 0 else "   "
            lines.append(
                f"{label}  {name:<{width}}  {bar(series[player][k] / top, 40):<40}  {percent(series[player][k])}"
            )
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
