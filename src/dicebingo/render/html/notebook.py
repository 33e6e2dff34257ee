"""Results as HTML for notebooks: what ``_repr_html_`` of a solution, a match, a stage game and others returns.

Everything is inside, style included, and colours are those that can be read on a light and on a dark ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from dicebingo.duels.duel import Duel
from dicebingo.duels.objective import Outcomes
from dicebingo.duels.stage_game import Nash
from dicebingo.exact import Number, decimal
from dicebingo.exact import text as exact_text
from dicebingo.matches.match import Match
from dicebingo.model.board import Position
from dicebingo.render.svg.board import board_svg
from dicebingo.render.svg.charts import STYLE, share_bar
from dicebingo.solo.mdp import Solution

if TYPE_CHECKING:  # numba, which a picture must not wait for
    from dicebingo.tournaments.tournament import Tournament

__all__ = ["duel_html", "match_html", "nash_html", "solution_html", "tournament_html"]

MOST_DRAWN = 12
LONGEST = 44
"""Characters of a fraction that is shown; a longer one is in the title of its decimal."""


def solution_html(solution: Solution) -> str:
    """Return the board, its expected rolls, and what to mark for each roll."""
    rows = []
    for roll in solution.hits():
        best = solution.candidates(roll)[0].expected_rolls
        chance = solution.position.rules.dice.probability(roll)
        cells = ", ".join(map(str, solution.optimal_cells(roll)))
        rows.append([str(roll), exact_text(chance), cells, _number(best)])
    told = f"<b>{_number(solution.expected_rolls, 6)}</b> expected rolls{_exactly(solution.expected_rolls)}"
    return _beside(board_svg(solution.position), told + _table(["roll", "chance", "mark cell", "rolls left"], rows))


def match_html(result: Match) -> str:
    """Return the boards, and who finishes first."""
    names = [f"board {i}" for i in range(len(result.positions))]
    rows = []
    for winners, share in result.outcomes():
        who = "tie" if len(winners) == len(names) == 2 else " + ".join(names[player] for player in winners)
        rows.append([who, _percent(share), _exactly(share)])
    bar = ""
    if len(names) == 2:
        first, second, tie = (share for _, share in result.outcomes())
        bar = _bar(names, Outcomes(first, second, tie))
    return _boards(result.positions, names) + bar + _table(["finishes first", "", "exactly"], rows)


def nash_html(found: Nash) -> str:
    """Return the boards, the payoff matrix with best replies in bold, and the equilibria."""
    stage, game = found.stage, found.game
    first, second = ([f"cell {cell}" if cell is not None else "nothing" for cell in own] for own in stage.actions)
    replies = [game.best_responses(player) for player in (0, 1)]
    rows = []
    for i, name in enumerate(first):
        pairs = []
        for j in range(len(second)):
            own = _strong(_number(game.first[i][j], 4), i in replies[0][j])
            other = _strong(_number(game.second[i][j], 4), j in replies[1][i])
            pairs.append(f"{own}, {other}")
        rows.append([name, *pairs])
    mixed = [
        [*(", ".join(_percent(share) for share in mix) for mix in (e.first, e.second)), *map(_number, e.payoffs)]
        for e in found.equilibria.extreme
    ]
    boards = _boards(stage.positions, ["first", "second"])
    told = f"A {stage.roll} is rolled. Payoffs of both, the best reply to each choice in bold:"
    headers = ["first mixes", "second mixes", "payoff of the first", "payoff of the second"]
    return f"{boards}<div>{told}</div>{_table(['', *second], rows)}{_table(headers, mixed)}"


def duel_html(solved: Duel) -> str:
    """Return the boards, and how the duel ends."""
    names = ["first", "second"]
    outcomes = solved.outcomes
    what = [*(f"{name} wins" for name in names), "tie"]
    rows = [[name, _percent(share), _exactly(share)] for name, share in zip(what, outcomes, strict=True)]
    rows.append(["value", f"{100 * decimal(solved.value):+.3f}", _exactly(solved.value)])
    return _boards(solved.positions, names) + _bar(names, outcomes) + _table(["both play to win", "", "exactly"], rows)


def tournament_html(result: Tournament) -> str:
    """Return the standings of the best, with the margins among them in points, blue for wins and red for losses."""
    order = [row.player for row in result.standings()[:MOST_DRAWN]]
    rows = []
    for i in order:
        cells = [_margin(100 * float(result.margins[i, j])) if i != j else "" for j in order]
        rows.append([str(result.boards[i]), *cells])
    more = len(result.boards) - len(order)
    note = f"<div>... and {more} more boards</div>" if more > 0 else ""
    return _table(["margin of the row, in points", *(str(k) for k in range(1, len(order) + 1))], rows) + note


def _margin(points: float) -> str:
    shade = min(abs(points) / 60, 0.55)
    colour = "37, 99, 235" if points > 0 else "220, 38, 38"
    return f'<span style="background: rgba({colour}, {shade:.2f}); padding: 2px 5px">{points:+.1f}</span>'


def _strong(text: str, yes: bool) -> str:
    return f"<b>{text}</b>" if yes else text


def _number(number: Number, digits: int = 6) -> str:
    title = "float64" if isinstance(number, float) else exact_text(number)
    return f'<span title="{title}">{decimal(number):.{digits}f}</span>'


def _percent(share: Number) -> str:
    title = "float64" if isinstance(share, float) else exact_text(share)
    return f'<span title="{title}">{100 * decimal(share):.2f}%</span>'


def _exactly(number: Number) -> str:
    exact = "" if isinstance(number, float) else exact_text(number)
    return f" <code>{exact}</code>" if 0 < len(exact) <= LONGEST else ""


def _boards(positions: Sequence[Position], names: Sequence[str]) -> str:
    drawn = (
        f'<div style="text-align: center">{board_svg(position)}<div>{escape(name)}</div></div>'
        for position, name in zip(positions, names, strict=True)
    )
    return f'<div style="display: flex; gap: 24px; flex-wrap: wrap; margin: 4px 0">{"".join(drawn)}</div>'


def _bar(names: Sequence[str], outcomes: Outcomes) -> str:
    shares = [(f"{names[0]} wins", outcomes.first), ("tie", outcomes.tie), (f"{names[1]} wins", outcomes.second)]
    return f"<style>{STYLE}</style><div>{share_bar([(name, decimal(share)) for name, share in shares])}</div>"


def _beside(first: str, second: str) -> str:
    return f'<div style="display: flex; gap: 24px; align-items: flex-start">{first}<div>{second}</div></div>'


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{header}</th>" for header in headers)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    body = body.replace("<td>", '<td style="padding: 2px 12px 2px 0">')
    head = head.replace("<th>", '<th style="padding: 2px 12px 2px 0; text-align: left">')
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
