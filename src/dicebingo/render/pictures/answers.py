"""Pictures of answers, as data to be drawn for ``.plot()``, ``--plot-file``, the report, notebooks and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from dicebingo.crowds.answers import Crowd, CrowdComparison, CrowdEquilibrium, middle
from dicebingo.errors import InputError
from dicebingo.exact import Number, decimal, nearest
from dicebingo.matches.match import Match
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Board
from dicebingo.render.blocks import counted, percent
from dicebingo.render.exports.gambit import cells_name
from dicebingo.render.pictures.panels import (
    Bars,
    Columns,
    Dots,
    Heat,
    Lines,
    Mark,
    Panel,
    Picture,
    RingPanel,
    Series,
    ShareBars,
)
from dicebingo.render.pictures.ring import ring_drawing
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.evaluation import Evaluation
from dicebingo.solo.policy import Deadline
from dicebingo.solo.solution import Solution, play_of
from dicebingo.solo.why import why

if TYPE_CHECKING:  # the picture of a board does not need these modules
    from dicebingo.duels.duel import Duel
    from dicebingo.duels.nash import Nash
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.objectives import ObjectiveSearch
    from dicebingo.searches.restarts import RestartSearch
    from dicebingo.tournaments.results import Rings
    from dicebingo.tournaments.tournament import Tournament

ALMOST_ALL = "0.995"
ROLLS = 25
"""The default last roll in the picture of a match."""
LONG_LABEL = 60
MAX_LABELS, MAX_NUMBERS = 40, 12
"""The maximum numbers of boards for which a heat map shows names, and for which it shows margins."""
CHANCE = "probability"


def picture_of(answer: object) -> Picture:
    """Return the picture of an answer."""
    for kind in type(answer).__mro__:
        if kind.__name__ in PICTURES:
            return PICTURES[kind.__name__](answer)
    raise InputError(f"expected an answer that has a picture, got {answer!r}")


def by_player(ends: Outcomes[Fraction], count: int) -> list[Fraction]:
    """Return the probability that each player wins alone, and the probability of any tie."""
    alone = [ends.get((player,), Fraction(0)) for player in range(count)]
    return [*alone, sum((share for won, share in ends.items() if len(won) > 1), Fraction(0))]


def match_panels(result: Match, upto: int) -> tuple[tuple[Lines, Lines], tuple[Lines, Lines]]:
    """Return the paper's four panels: P(T = k) and P(T <= k), for boards that play alone and on shared rolls."""
    alone = [[decimal(pmf) for pmf, _ in shares] for shares in result.solo_distributions(upto)]
    ends = [by_player(row, len(result.names)) for row in result.distribution(upto)]
    *first, ties = ([decimal(share) for share in series] for series in zip(*ends, strict=True))
    named = [(name, shares, False) for name, shares in zip(result.names, first, strict=True)]
    shared = [*named, ("tie", ties, True)] if any(ties) else named
    solo = [(name, shares, False) for name, shares in zip(result.names, alone, strict=True)]
    return _two("each board alone", solo), _two("first on shared rolls", shared)


def _two(title: str, series: Sequence[tuple[str, Sequence[float], bool]]) -> tuple[Lines, Lines]:
    """Return a panel of probabilities by roll, and a panel of their running totals."""
    at = [Series(name, tuple(enumerate(shares)), quiet) for name, shares, quiet in series]
    by = [Series(name, tuple(enumerate(accumulate(shares))), quiet) for name, shares, quiet in series]
    return Lines(f"P(T = k), {title}", at, "roll k", CHANCE), Lines(f"P(T ≤ k), {title}", by, "roll k", CHANCE)


def _match(result: Match) -> Picture:
    panels = match_panels(result, result.upto or ROLLS)
    legend = [f"{name}: {position}" for name, position in zip(result.names, result.positions, strict=True)]
    legend += ["tie"] * (len(panels[1][0].series) > len(legend))
    rows = len(legend) if max(map(len, legend)) > LONG_LABEL else -(-len(legend) // 2)
    return Picture(panels, (9, 6.4 + 0.2 * rows), legend)


def _solution(found: Solution | Evaluation) -> Picture:
    """Return panels of the completion time, the winning lines, and the cells marked at the end."""
    play = play_of(found)
    chain, layout, values = make_chain(play, found.policy), play.position.rules.layout, play.position.board.values
    reasons = found.why or why(chain)
    lines = [(layout.line_name(line), decimal(share)) for line, share in zip(layout.lines, reasons.lines, strict=True)]
    shown: list[list[str]] = [[""] * layout.width for _ in range(layout.height)]
    shares: list[list[float | None]] = [[None] * layout.width for _ in range(layout.height)]
    for cell, (row, column) in enumerate(layout.grid):
        value = "free" if layout.free >> cell & 1 else values[cell]
        shares[row][column] = decimal(reasons.cells[cell])
        shown[row][column] = f"{'' if value is None else value}\n{percent(reasons.cells[cell])}"
    times = _times(found, chain)
    wins = Bars("lines complete at the end", lines, CHANCE)
    return Picture([[times, wins, Heat("cells marked at the end", shares, shown, 0, 1)]], (12, 3.8))


def _times(found: Solution | Evaluation, chain: Chain) -> Panel:
    """Return a panel of the completion time or, given a deadline, of the change in P(T <= k) due to the deadline."""
    end = chain.quantile(ALMOST_ALL) if found.distribution is None else len(found.distribution) - 1
    within = found.deadline if isinstance(found, Solution) else None
    shares = found.distribution or chain.distribution(end)
    if within is None:
        columns = [(k - 0.5, k + 0.5, decimal(pmf)) for k, (pmf, _) in enumerate(shares)]
        mean = decimal(found.moments.mean)
        return Columns("P(T = k)", columns, "roll k", CHANCE, [Mark(f"mean {nearest(mean, 4)}", mean)])
    end = max(end, within.rolls)
    played = make_chain(chain.solution, Deadline(within.rolls, found.tie_break)).distribution(end)
    pairs = zip(played, chain.distribution(end), strict=True)
    columns = [(k - 0.5, k + 0.5, 100 * decimal(own - fast)) for k, ((_, own), (_, fast)) in enumerate(pairs)]
    title = f"change in P(T ≤ k) from playing for a deadline of {counted(within.rolls, 'roll')}"
    mark = Mark(f"in time {percent(within.in_time)}", within.rolls)
    return Columns(title, columns, "roll k", "points", [mark])


def _stage(found: Nash) -> Picture:
    """Return a picture of a stage game: colours show the first player's payoffs, and numbers show both."""
    game = found.game
    values = [[decimal(pay) for pay in row] for row in game.first]
    pairs = [zip(*rows, strict=True) for rows in zip(game.first, game.second, strict=True)]
    texts = [[f"{nearest(own, 4)}\n{nearest(other, 4)}" for own, other in row] for row in pairs]
    first, second = ([cells_name(cells) for cells in own] for own in found.stage.choices)
    numbers = [pay for row in values for pay in row]
    title = f"payoffs on a roll of {found.stage.roll}, with the first player's on top"
    heat = Heat(
        title,
        values,
        texts,
        min(numbers),
        max(numbers),
        rows=first,
        columns=second,
        x_label="the second player marks",
        y_label="the first player marks",
        key=f"payoff of the first player ({found.objective})",
    )
    return Picture([[heat]], (1.6 + 1.4 * len(second) + 1.2, 1.4 + 0.9 * len(first)))


def _duel(found: Duel) -> Picture:
    """Return a picture of a duel's outcomes."""
    ends, (first, second) = found.outcomes, found.names
    shares = [(first, decimal(ends.first)), ("tie", decimal(ends.tie)), (second, decimal(ends.second))]
    return Picture([[ShareBars(f"outcomes of the duel: value {nearest(found.value, 6, plus=True)}", shares)]], (7, 1.7))


def _rings(found: Rings) -> Picture:
    """Return a picture of the best ring."""
    if not found.rings:
        raise InputError("There is no ring to draw.")
    best = RingPanel(found.rings[0].boards, found.rings[0].links, found.names[0])
    _, _, width, height = ring_drawing(best).box
    return Picture([[best]], (width / 96, height / 96))


def heat_map(tournament: Tournament, most: int | None = None) -> Heat:
    """Return a heat map of the margins P(row wins) - P(column wins) in points: blue if the row wins, red if it loses.

    The best board comes first, and the diagonal is empty. Names are shown if there are at most ``MAX_LABELS`` boards,
    and margins if there are at most ``MAX_NUMBERS``.
    """
    order = [row.player for row in tournament.standings[:most]]
    count = len(order)
    margins = 100 * (tournament.margins * (tournament.sign != 0))[order][:, order]  # 0 if neither board beats the other
    rows: list[list[float | None]] = [list(row) for row in margins.tolist()]
    for i in range(count):
        rows[i][i] = None
    texts = [
        ["" if one is None else nearest(one, 1, plus=True) if abs(one) >= 0.05 else "0" for one in row] for row in rows
    ]
    is_named = count <= MAX_LABELS
    largest = float(abs(margins).max()) or 1.0
    return Heat(
        "",
        rows,
        texts if count <= MAX_NUMBERS else (),
        -largest,
        largest,
        diverges=True,
        rows=[f"{tournament.names[i]}:  {tournament.boards[i]}" for i in order] if is_named else (),
        columns=[tournament.names[i] for i in order] if is_named else (),
        x_label="against",
        y_label="" if is_named else "boards, highest share of wins first",
        key="margin of the row against the column, in points",
    )


def _tournament(tournament: Tournament) -> Picture:
    heat = heat_map(tournament)
    count = len(heat.values)
    inches = 8.0 if not heat.rows else max(3.6, (0.5 if count <= MAX_NUMBERS else 0.25) * count)
    wide = max((len(row) for row in heat.rows), default=0)
    return Picture([[heat]], (inches + 1.2 + 0.075 * wide, inches + 0.5))


def spread_columns(found: SearchResult, marks: Sequence[Mark]) -> Columns:
    """Return a histogram of the expected rolls of all boards in a space, with labelled ``marks``."""
    columns = [(low, high, 100 * share) for low, high, share in found.distribution.columns()]
    slower = 100 - sum(height for _, _, height in columns)
    more = f" ({nearest(slower, 2)}% of the boards take more)" if slower > 0.005 else ""
    seen = [mark for mark in marks if mark.x <= columns[-1][1]]
    title = f"Expected rolls of all {found.total_boards:,} boards"
    return Columns(title, columns, f"expected rolls{more}", "% of all boards", seen)


def _all_boards(found: SearchResult) -> Picture:
    named: dict[str, Number] = {"best": found.best[0].expected_rolls, "mean": found.mean}
    if found.worst:
        named["worst"] = found.worst[0].expected_rolls
    marks = [Mark(f"{name} {nearest(rolls, 4)}", decimal(rolls)) for name, rolls in named.items()]
    return Picture([[spread_columns(found, marks)]], (8, 3.6))


def _by_objective(found: ObjectiveSearch) -> Picture:
    what = str(found.objective) if found.deadline is None else f"P(T ≤ {found.deadline})"
    return _dots(found, what, [(one.board, one.objective) for one in found.best])


def _by_restarts(found: RestartSearch) -> Picture:
    return _dots(found, "expected rolls", [(one.board, one.expected_rolls) for one in found.best])


def _dots(found: ObjectiveSearch | RestartSearch, what: str, best: Sequence[tuple[Board, Number]]) -> Picture:
    """Return a picture of the expected rolls, or of the objective, for the boards that a search found."""
    if not best:
        raise InputError(f"There are no boards to draw in {found!r}.")
    dots = [(str(board), decimal(number)) for board, number in best[:MAX_LABELS]]
    return Picture([[Dots(f"{found.space}: {found.status}", dots, what)]], (8, 1.2 + 0.25 * len(dots)))


def _crowd(found: Crowd) -> Picture:
    """Return a picture of a board's chances, compared with the fair share."""
    if found.share is None or found.alone is None or found.first is None:
        raise InputError("The answer has no board whose share could be drawn.")
    bars = [("fair share", float(found.fair)), ("share of the win", decimal(middle(found.share)))]
    bars += [("wins alone", decimal(middle(found.alone))), ("finishes first", decimal(middle(found.first)))]
    title = f"{found.board} in a class of {found.players:,}: {found.population.name}"
    return Picture([[Bars(title, bars, CHANCE)]], (7, 2.6))


def _compared(found: CrowdComparison) -> Picture:
    """Return a picture of several boards' shares of the win in the same class."""
    bars = [(str(one.board), decimal(middle(one.share))) for one in found.ranking[:MAX_LABELS]]
    title = f"share of the win in a class of {found.players:,}: {found.population.name}"
    return Picture([[Bars(title, [*bars, ("fair share", float(found.fair))], CHANCE)]], (8, 1.4 + 0.3 * len(bars)))


def _mixed(found: CrowdEquilibrium) -> Picture:
    """Return a picture of the boards' weights in an equilibrium."""
    assert found.mixture is not None
    parts = sorted(zip(found.mixture.shares, found.mixture.boards, strict=True), key=lambda part: -part[0])
    bars = [(str(board), decimal(share)) for share, board in parts[:MAX_LABELS]]
    return Picture([[Bars(f"mixture for {found.players:,} players", bars, CHANCE)]], (8, 1.4 + 0.3 * len(bars)))


PICTURES: dict[str, Callable[[Any], Picture]] = {
    "Match": _match,
    "Solution": _solution,
    "Evaluation": _solution,
    "Nash": _stage,
    "Duel": _duel,
    "Crowd": _crowd,
    "CrowdComparison": _compared,
    "CrowdEquilibrium": _mixed,
    "Rings": _rings,
    "Tournament": _tournament,
    "SearchResult": _all_boards,
    "ObjectiveSearch": _by_objective,
    "RestartSearch": _by_restarts,
}
"""The functions that return an answer's picture, keyed by the name of the answer's class."""
