"""Stage games and duels in a notebook."""

from __future__ import annotations

from html import escape

from dicebingo.duels.duel import Duel
from dicebingo.duels.nash import Nash
from dicebingo.exact import nearest
from dicebingo.render.html.parts import (
    bar_html,
    boards_html,
    exactly_html,
    number_html,
    percent_html,
    strong_html,
    table_html,
)


def nash_html(found: Nash) -> str:
    """Return the boards, the payoff matrix with best replies in bold, and the equilibria."""
    stage, game = found.stage, found.game
    first, second = ([f"cell {cell}" if cell is not None else "nothing" for cell in own] for own in stage.actions)
    replies = [game.best_replies(player) for player in (0, 1)]
    rows = []
    for i, name in enumerate(first):
        pairs = []
        for j in range(len(second)):
            own = strong_html(number_html(game.first[i][j], 4), i in replies[0][j])
            other = strong_html(number_html(game.second[i][j], 4), j in replies[1][i])
            pairs.append(f"{own}, {other}")
        rows.append([name, *pairs])
    mixed = [
        [
            *(", ".join(percent_html(share) for share in mix) for mix in (e.first, e.second)),
            *map(number_html, e.payoffs),
        ]
        for e in found.equilibria.extreme
    ]
    boards = boards_html(found.positions, ["first", "second"])
    told = f"A {stage.roll} is rolled. The payoffs of both players, with the best reply to each choice in bold:"
    headers = ["first mixes", "second mixes", "payoff of the first", "payoff of the second"]
    return f"{boards}<div>{told}</div>{table_html(['', *second], rows)}{table_html(headers, mixed)}"


def duel_html(solved: Duel) -> str:
    """Return the boards, and how the duel ends."""
    names, outcomes = solved.names, solved.outcomes
    ends = zip((*(f"{escape(name)} wins" for name in names), "tie"), outcomes.values(), strict=True)
    rows = [[what, percent_html(share), exactly_html(share)] for what, share in ends]
    rows.append(["value", nearest(100 * solved.value, 3, plus=True), exactly_html(solved.value)])
    return (
        boards_html(solved.positions, names)
        + bar_html(names, outcomes)
        + table_html(["both play to win", "", "exactly"], rows)
    )
