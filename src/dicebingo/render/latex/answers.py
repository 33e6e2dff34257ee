"""The commands' answers in LaTeX: what ``--latex`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicebingo.duels.duel import Duel
from dicebingo.duels.stage_game import Nash
from dicebingo.exact import Number, decimal
from dicebingo.matches.match import Match
from dicebingo.model.board import Position
from dicebingo.render.latex.parts import (
    board_tikz,
    decimal_tex,
    escape,
    exact_tex,
    plot_tex,
    ring_tikz,
    snippet,
    table_tex,
)
from dicebingo.render.text.matches import by_player
from dicebingo.solo.mdp import Solution
from dicebingo.solo.report import Report

if TYPE_CHECKING:  # numba, which the other answers must not wait for
    from dicebingo.searches.ranking import Rank
    from dicebingo.tournaments.rings import Ring
    from dicebingo.tournaments.tournament import Tournament

__all__ = [
    "advise_latex",
    "rings_latex",
    "duel_latex",
    "match_latex",
    "nash_latex",
    "rank_latex",
    "solve_latex",
    "tournament_latex",
]

ONE_NUMBER = 160
"""Characters of a fraction that stands alone."""


def solve_latex(found: Report) -> str:
    """Return a solved board: picture, expected rolls, what to mark, and the distribution if it was asked for."""
    solution = found.solution
    dice = solution.position.rules.dice
    rows = [
        [
            str(roll),
            exact_tex(dice.probability(roll)),
            ", ".join(map(str, solution.optimal_cells(roll))),
            decimal_tex(solution.candidates(roll)[0].expected_rolls),
            exact_tex(solution.candidates(roll)[0].expected_rolls),
        ]
        for roll in solution.hits()
    ]
    marks = table_tex(["roll", "chance", "mark cell", "rolls left", "exactly"], rows, left=[2, 4]) if rows else ""
    plot = ""
    if found.distribution is not None:
        plot = plot_tex("", [("completion time", [(k, decimal(p)) for k, (p, _) in enumerate(found.distribution)])])
    what = "V(S)" if solution.position.marked else r"V(\varnothing)"
    return snippet(board_tikz(solution.position), _equation(what, found.moments.mean), marks, plot)


def _equation(name: str, number: Number) -> str:
    """Return a displayed equation: the exact number where there is one, and its decimal."""
    exact = exact_tex(number, ONE_NUMBER).strip("$").replace(r"\tfrac", r"\frac")
    shown = f"{decimal(number):.10g}"
    right = f"= {exact} \\approx {shown}"
    if exact in ("", shown):
        right = f"= {exact}" if exact else f"\\approx {shown}"
    return f"\\[\n  {name} {right}\n\\]"


def advise_latex(solution: Solution, roll: int) -> str:
    """Return a board and the cells that a roll may mark."""
    rows = [
        [", ".join(map(str, c.cells)), decimal_tex(c.expected_rolls), exact_tex(c.expected_rolls), decimal_tex(c.loss)]
        for c in solution.candidates(roll)
    ]
    board = board_tikz(solution.position, f"a {roll} is rolled")
    return snippet(board, table_tex(["cell", "rolls left", "exactly", "loss"], rows, left=[2]) if rows else "")


def match_latex(result: Match, names: Sequence[str], upto: int | None) -> str:
    """Return the boards of a match, its outcomes, and the distribution of the finishing roll if it was asked for."""
    boards = "\n\\quad\n".join(board_tikz(p, name) for p, name in zip(result.positions, names, strict=True))
    rows = []
    for winners, share in result.outcomes():
        who = "tie" if len(winners) == len(names) == 2 else " + ".join(names[player] for player in winners)
        rows.append([escape(who), decimal_tex(share), exact_tex(share)])
    plot = ""
    if upto is not None:
        ends = [by_player(at, len(names)) for at in result.distribution(upto)]
        lines = [(name, [(k, decimal(row[i])) for k, row in enumerate(ends)]) for i, name in enumerate([*names, "tie"])]
        plot = plot_tex("first on shared rolls", [line for line in lines if any(p for _, p in line[1])] or lines)
    return snippet(boards, table_tex(["finishes first", "probability", "exactly"], rows, left=[0, 2]), plot)


def rank_latex(found: Rank) -> str:
    """Return where a board stands among all."""
    counts = [("better boards", found.better), ("equal boards", found.equal), ("worse boards", found.worse)]
    rows = [[name, f"${count:,}$".replace(",", "{,}")] for name, count in [*counts, ("all boards", found.total)]]
    value = _equation(r"V(\varnothing)", found.expected_rolls)
    return snippet(board_tikz(Position(found.board)), value, table_tex(["", "count"], rows, left=[0]))


def tournament_latex(result: Tournament, names: Sequence[str], most: int) -> str:
    """Return the standings of a tournament, up to so many boards."""
    rows = [
        [
            str(place),
            escape(names[row.player]),
            escape(str(result.boards[row.player])),
            decimal_tex(row.share, 2, percent=True),
            str(row.beats),
            str(row.loses),
            str(row.even),
            f"${100 * row.mean_margin:+.2f}$",
        ]
        for place, row in enumerate(result.standings()[:most], 1)
    ]
    headers = ["", "", "board", "share of wins", "beats", "loses to", "even", "mean margin"]
    return snippet(table_tex(headers, rows, left=[1, 2]))


def rings_latex(rings: Sequence[Ring], names: Sequence[Sequence[str]]) -> str:
    """Return rings, with the names of their boards: a picture and a table for each."""
    parts = []
    for ring, labels in zip(rings, names, strict=True):
        positions = [Position(board) for board in ring.boards]
        margins = [f"${100 * decimal(link.margin):+.2f}$" for link in ring.links]
        parts.append(ring_tikz(positions, labels, margins))
        rows = [
            [
                f"{escape(labels[i])} against {escape(labels[(i + 1) % len(labels)])}",
                *(text for share in (link.win, link.lose, link.tie) for text in (decimal_tex(share), exact_tex(share))),
            ]
            for i, link in enumerate(ring.links)
        ]
        parts.append(table_tex(["", "wins", "", "loses", "", "tie", ""], rows, left=[0, 2, 4, 6]))
    return snippet(*parts)


def nash_latex(found: Nash) -> str:
    """Return a stage game: boards, payoff matrix, and the equilibria."""
    stage = found.stage
    boards = "\n\\quad\n".join(board_tikz(p, f"Player {i}") for i, p in enumerate(stage.positions, 1))
    first, second = ([f"cell {cell}" if cell is not None else "nothing" for cell in own] for own in stage.actions)
    rows = [
        [name, *(f"({_both(a)},\\; {_both(b)})" for a, b in zip(row, other, strict=True))]
        for name, row, other in zip(first, found.game.first, found.game.second, strict=True)
    ]
    matrix = table_tex(["", *second], rows, left=range(len(second) + 1))
    mixed = [
        [", ".join(exact_tex(share) or decimal_tex(share) for share in strategy) for strategy in (e.first, e.second)]
        + [decimal_tex(payoff) for payoff in e.payoffs]
        for e in found.equilibria.extreme
    ]
    headers = ["player 1 mixes", "player 2 mixes", "payoff 1", "payoff 2"]
    return snippet(boards, matrix, table_tex(headers, mixed, left=[0, 1]))


def _both(number: Number) -> str:
    return exact_tex(number, 24) or decimal_tex(number)


def duel_latex(solved: Duel, names: Sequence[str]) -> str:
    """Return the boards of a duel and how it ends where both play to win."""
    boards = "\n\\quad\n".join(board_tikz(p, name) for p, name in zip(solved.positions, names, strict=True))
    ends = zip((*(f"{name} wins" for name in names), "tie"), solved.outcomes, strict=True)
    rows = [[escape(what), decimal_tex(share), exact_tex(share)] for what, share in ends]
    rows.append(["value", decimal_tex(solved.value), exact_tex(solved.value)])
    return snippet(boards, table_tex(["", "probability", "exactly"], rows, left=[0, 2]))
