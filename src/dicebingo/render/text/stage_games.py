"""Stage games and their equilibria in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from dicebingo.duels.objective import Goal
from dicebingo.duels.stage_game import Cells, Nash
from dicebingo.exact import Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.games.bimatrix import Dominated, Equilibrium
from dicebingo.render.text.parts import beside, board_text, cell_numbers, decimals, percent, table
from dicebingo.solo.policy import TieBreak

__all__ = ["nash_text"]

PLAYERS = ("first", "second")
MOST_EQUILIBRIA = 12
MOST_PAIRS = 16
MOST_DIGITS = 60
WIDTH = 100


def nash_text(found: Nash, continuation: str, tie_break: TieBreak) -> str:
    """Return the boards, the payoff matrix with best replies, what is dominated, and the equilibria."""
    stage = found.stage
    goes_on = f"solo, tie-break {tie_break}" if continuation == "solo" else continuation
    rules = stage.positions[0].rules
    first, second = (f"{name}\n{board_text(p)}" for name, p in zip(PLAYERS, stage.positions, strict=True))
    parts = [
        f"{rules}, roll {stage.roll}, objective {found.objective}, continuation {goes_on}",
        beside(first, second),
        _matrix(found),
        _outcomes(found),
        *_dominated(found),
        _equilibria(found),
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def _names(found: Nash, player: int) -> list[str]:
    return [choice_text(cells) for cells in found.stage.choices[player]]


def choice_text(cells: Cells) -> str:
    """Return a choice in words.

    >>> choice_text((2,)), choice_text((2, 6)), choice_text(())
    ('cell 2', 'cells 2, 6', 'none')
    """
    if not cells:
        return "none"
    return f"cell {cells[0]}" if len(cells) == 1 else f"cells {', '.join(map(str, cells))}"


def _matrix(found: Nash) -> str:
    """Return the payoffs of both players for every pair of choices; a best reply to the other's choice has a star."""
    game, goal = found.game, found.objective
    first, second = game.best_responses(0), game.best_responses(1)
    rows = []
    for i, name in enumerate(_names(found, 0)):
        pairs = zip(game.first[i], game.second[i], first, strict=True)
        entries = [
            f"{_entry(goal, own, i in best)}  {_entry(goal, other, j in second[i])}"
            for j, (own, other, best) in enumerate(pairs)
        ]
        rows.append([name, *entries])
    what = "P(first wins), P(second wins)" if goal is Goal.WIN else "score of first, score of second"
    headers = ["first \\ second", *_names(found, 1)]
    numbers = cell_numbers(found.stage.positions[0].rules.layout)
    return f"{what}; * is a best reply (cell numbers: {numbers})\n\n" + table(headers, rows, left=range(len(headers)))


def _entry(goal: Goal, payoff: Rational, best: bool) -> str:
    shown = percent(payoff).rjust(6) if goal is Goal.WIN else f"{decimal(payoff):+.4f}"
    return shown + ("*" if best else " ")


def _outcomes(found: Nash) -> str:
    """Return how the game ends for every pair of choices, with fractions where they are short."""
    stage = found.stage
    if sum(map(len, stage.outcomes)) > MOST_PAIRS:
        return "Ties and exact numbers of all pairs: --json"
    pairs = [(a, b) for a in _names(found, 0) for b in _names(found, 1)]
    ends = [outcomes for row in stage.outcomes for outcomes in row]
    columns = [decimals([getattr(end, name) for end in ends], longest=34) for name in ("first", "second", "tie")]
    rows = [[a, b, *shares] for (a, b), *shares in zip(pairs, *columns, strict=True)]
    return table(["first", "second", "first wins", "second wins", "tie"], rows, left=range(5))


def _dominated(found: Nash) -> list[str]:
    lines = [
        _dominated_text(PLAYERS[player], _names(found, player), dominated)
        for player in (0, 1)
        for dominated in found.game.dominated(player)
    ]
    return ["\n".join(lines)] if lines else []


def _dominated_text(player: str, names: Sequence[str], dominated: Dominated) -> str:
    used = [(name, share) for name, share in zip(names, dominated.by, strict=True) if share]
    by = used[0][0] if len(used) == 1 else " and ".join(f"{name} ({percent(share)})" for name, share in used)
    kind = "strictly" if dominated.strictly else "weakly"
    return f"{player}: {names[dominated.choice]} is {kind} dominated by {by}"


def _equilibria(found: Nash) -> str:
    extreme = found.equilibria.extreme
    shown = [_equilibrium(found, number, each) for number, each in enumerate(extreme[:MOST_EQUILIBRIA], start=1)]
    if len(extreme) > MOST_EQUILIBRIA:
        shown.append(f"... and {len(extreme) - MOST_EQUILIBRIA} more (all of them: --json)")
    pure = len(found.pure)
    few = "No pure equilibrium" if not pure else f"{pure} pure equilibri{'um' if pure == 1 else 'a'}"
    return f"{few}, {len(extreme) - pure} mixed.{_remark(found)}\n\n" + "\n".join(shown)


def _remark(found: Nash) -> str:
    """Return what a degenerate game means for the list."""
    if not found.equilibria.degenerate:
        return ""
    together = [component for component in found.equilibria.components if len(component) > 1]
    remark = "The game is degenerate: a strategy has more best replies than choices that it plays. "
    if not together:
        return "\n" + fill(remark + "Still, these are all equilibria there are.", WIDTH)
    sets = " and ".join(_numbers(component) for component in together)
    remark += f"Listed are the extreme equilibria; of {sets}, those that share a player's strategy can be mixed."
    return "\n" + fill(remark, WIDTH)


def _numbers(component: Sequence[int]) -> str:
    """Return the numbers of equilibria as they are listed, counted from 1.

    >>> _numbers([0, 2]), _numbers([0, 1, 2])
    ('{1, 3}', '{1 to 3}')
    """
    first, last = component[0] + 1, component[-1] + 1
    if len(component) > 2 and len(component) == last - first + 1:
        return f"{{{first} to {last}}}"
    return "{" + ", ".join(str(number + 1) for number in component) + "}"


def _equilibrium(found: Nash, number: int, equilibrium: Equilibrium) -> str:
    """Return what is played, and what it is worth."""
    unit = "wins" if found.objective is Goal.WIN else "scores"
    worth = "; ".join(
        f"{name} {unit} {_number(found.objective, pay)}" for name, pay in zip(PLAYERS, equilibrium.payoffs, strict=True)
    )
    played = [
        (player, name, share)
        for player, names, strategy in zip(
            PLAYERS, map(_names, [found] * 2, (0, 1)), (equilibrium.first, equilibrium.second), strict=True
        )
        for name, share in zip(names, strategy, strict=True)
        if share
    ]
    if equilibrium.pure:
        return f"{number}. first {played[0][1]}, second {played[1][1]}: {worth}"
    width = max(len(name) for _, name, _ in played)
    lines = [f"   {player:<6}  {name:<{width}}  {percent(share):>7}{_exactly(share)}" for player, name, share in played]
    return "\n".join([f"{number}. mixed: {worth}", *lines])


def _number(goal: Goal, payoff: Rational) -> str:
    return (percent(payoff) if goal is Goal.WIN else f"{decimal(payoff):+.6f}") + _exactly(payoff)


def _exactly(number: Rational) -> str:
    exact = exact_text(number)
    return f" = {exact}" if len(exact) <= MOST_DIGITS else " (exact: --json)"
