"""Stage games and duels in LaTeX."""

from __future__ import annotations

from dicebingo.duels.duel import Duel
from dicebingo.duels.nash import Nash
from dicebingo.exact import Number
from dicebingo.render.latex.parts import board_tikz, decimal_tex, escape, exact_tex, snippet, table_tex


def nash_latex(found: Nash) -> str:
    """Return a stage game: boards, payoff matrix, and the equilibria."""
    stage = found.stage
    boards = "\n\\quad\n".join(board_tikz(p, f"Player {i}") for i, p in enumerate(found.positions, 1))
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


def duel_latex(solved: Duel) -> str:
    """Return the boards of a duel, and how it ends when both play to win."""
    boards = "\n\\quad\n".join(board_tikz(p, name) for p, name in zip(solved.positions, solved.names, strict=True))
    ends = zip((*(f"{name} wins" for name in solved.names), "tie"), solved.outcomes.values(), strict=True)
    rows = [[escape(what), decimal_tex(share), exact_tex(share)] for what, share in ends]
    rows.append(["value", decimal_tex(solved.value), exact_tex(solved.value)])
    return snippet(boards, table_tex(["", "probability", "exactly"], rows, left=[0, 2]))
