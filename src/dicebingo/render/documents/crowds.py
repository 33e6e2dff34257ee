"""Documents about games of a whole class: a board's share, a ranking of boards, and an equilibrium."""

from __future__ import annotations

from fractions import Fraction
from math import log10

from dicebingo.answer import Status
from dicebingo.crowds.answers import Chance, Crowd, CrowdAnswer, CrowdComparison, CrowdEquilibrium, middle
from dicebingo.crowds.population import Name
from dicebingo.exact import nearest
from dicebingo.matches.estimate import Estimate
from dicebingo.model.board import Position
from dicebingo.render.blocks import (
    JSON,
    LONGEST,
    Cell,
    Column,
    Document,
    Facts,
    Heading,
    Quantity,
    Rows,
    Sentence,
    Table,
    counted,
    percent,
    points,
)

MAX_BOARDS = 20
POPULATIONS = {
    Name.DISTINCT: "random boards with different values",
    Name.UNIFORM: "boards with uniformly random values",
    Name.DICE: "boards with values from dice rolls",
    Name.SENSIBLE: "sensible boards (4 to 10 plus two repeats)",
}


def crowd(result: Crowd) -> Document:
    """Describe a board's chances in a class game or, without a board, the length of the game."""
    facts: list[tuple[str, Cell]] = []
    if result.share is not None and result.times_fair is not None:
        facts = [
            ("share of the win", _chance(result.share)),
            ("fair share", percent(result.fair)),
            ("times the fair share", _number(result.times_fair, 3)),
            ("wins alone", _chance(result.alone)),
            ("finishes first", _chance(result.first)),
            ("solo game takes", Quantity(result.expected_rolls or 0, 4, " rolls")),
        ]
    facts.append(("a game takes", _number(result.expected_length, 4, " rolls")))
    board = None if result.board is None else Position(result.board)
    row: list[Cell] = [result.board, result.players, result.population.name.value]
    row += [*_cells(result.share), percent(result.fair), *_cells(result.alone), *_cells(result.first)]
    row += _cells(result.expected_length, rolls=True)
    columns = [Column(None, name) for name in ("board", "players", "population")]
    columns += [*_columns("share"), Column(None, "fair"), *_columns("alone"), *_columns("first"), *_columns("length")]
    return [
        Heading(_heading(result)),
        Facts(facts, board),
        *_drawn(result),
        Sentence(_how(result)),
        Table(columns, [row], "crowd", main=True),
    ]


def comparison(result: CrowdComparison) -> Document:
    """Describe a ranking of boards."""
    rows: Rows = []
    for place, one in enumerate(result.ranking, 1):
        times = result.players * middle(one.share)
        share = _chance(one.share) if isinstance(one.share, Estimate) else str(percent(one.share))
        row: list[Cell] = [place, one.board, share, nearest(times, 2), _behind(one.behind)]
        rows.append([*row, *_cells(one.share), *_cells(one.behind)])
    headers = [("place", "place"), ("board", "board"), ("share", None), ("times fair", None), ("behind", None)]
    columns = [Column(header, key) for header, key in headers]
    columns += [*_columns("share"), *_columns("behind")]
    return [
        Heading(_heading(result)),
        Table(columns, rows, "ranking", MAX_BOARDS, "... and {} more boards", main=True),
        *_drawn(result),
        Sentence(_how(result)),
    ]


def equilibrium(result: CrowdEquilibrium) -> Document:
    """Describe a mixture and the best reply to it."""
    gain = middle(result.gain)
    times = nearest(result.players * middle(result.share), 4)
    reply = f"The best reply found has {times} times the fair share: {result.best_reply}"
    if result.status is Status.PROVEN:
        reply = f"Proven: the largest share is {times} times the fair share, reached by {result.best_reply}"
    if result.is_equilibrium:
        reply = "Proven: no board has more than the fair share, so this is an equilibrium."
    row: list[Cell] = [result.best_reply, *_cells(result.share), percent(result.fair), points(gain, 4, plus=True)]
    columns = [Column(None, "best_reply"), *_columns("share"), Column(None, "fair"), Column(None, "gain")]
    return [
        Heading(f"{result.rules}, tie-break {result.asking.tie_break}\n{_players(result)} draw from the same mixture"),
        *_drawn(result),
        Sentence(f"{reply}{'' if reply.endswith('.') else '.'}"),
        Sentence(_end(result)),
        Table(columns, [row], "reply"),
    ]


def _end(result: CrowdEquilibrium) -> str:
    """Describe how the search for an equilibrium ended."""
    rounds = counted(result.rounds, "round")
    if result.status is Status.STOPPED:
        return f"Stopped after {rounds}."
    if result.settled:
        return f"Settled after {rounds}: in the sample, no reply gained as much as 0.1% of the fair share."
    return f"Not settled: the search ended after {rounds}."


def _heading(result: CrowdAnswer) -> str:
    others = POPULATIONS.get(result.population.name)
    if others is None:
        assert result.mixture is not None
        kind = "copy" if result.population.name is Name.COPIES else "board"
        plural = "copies" if kind == "copy" and len(result.mixture.boards) > 1 else None
        others = f"{len(result.mixture.boards):,} {plural}" if plural else counted(len(result.mixture.boards), kind)
    who = "all" if isinstance(result, Crowd) and result.board is None else "the others"
    return f"{result.rules}, tie-break {result.asking.tie_break}\n{_players(result)}; {who} draw from: {others}"


def _players(result: CrowdAnswer) -> str:
    return counted(result.players, "player")


def _drawn(result: CrowdAnswer) -> Document:
    """Describe the boards that the other players draw from."""
    if result.mixture is None:
        return []
    mixture = sorted(zip(result.mixture.shares, result.mixture.boards, strict=True), key=lambda pair: -pair[0])
    rows: Rows = [[percent(share), board] for share, board in mixture]
    columns = [Column("probability", exact="apart"), Column("board")]
    return [Table(columns, rows, "mixture", MAX_BOARDS, "... and {} more boards")]


def _how(result: Crowd | CrowdComparison) -> str:
    """Describe how the numbers were computed."""
    what = {
        Status.PROVEN: "Exact",
        Status.SIMULATED: "Simulated",
        Status.STOPPED: "Stopped",
        Status.BEST_FOUND: "Best found",
    }[result.status]
    parts = []
    if isinstance(result, Crowd) and result.tried is not None:
        if result.status is Status.PROVEN:
            what = "Proven: no board has a larger share"
        parts.append(counted(result.tried, "board" if result.status is Status.PROVEN else "climb"))
    if isinstance(result, Crowd) and result.joint_states is not None:
        if result.tried is None and isinstance(result.expected_length, Estimate):
            what = "In float64, with proven error bounds"
        parts.append(counted(result.joint_states, "joint state"))
    if result.sequences is not None:
        parts.append(
            f"{result.sequences:,} sequences of rolls in {result.blocks:,} blocks, seed {result.seed}, 95% confidence"
        )
    return f"{what}: {'; '.join(parts)}." if parts else f"{what}."


def _digits(chance: Estimate, times: float) -> int:
    """Return the number of decimals that an estimate's precision justifies."""
    width = times * (chance.high - chance.low)
    return 2 if width <= 0 else min(4, max(1, 1 - int(log10(width)) + (width < 1)))


def _chance(chance: Chance | None) -> Cell:
    """Return a probability as a percentage, with its lower and upper bounds if it is an estimate."""
    if not isinstance(chance, Estimate):
        if chance is None or len(percent(chance).exact) <= LONGEST:
            return None if chance is None else percent(chance)
        return f"{percent(chance)}{JSON}"  # the exact fraction can have thousands of digits
    digits = _digits(chance, 100)
    low, high = nearest(100 * chance.low, digits), nearest(100 * chance.high, digits)
    return f"{nearest(100 * chance.estimate, digits)}% ({low} to {high})"


def _behind(chance: Chance) -> Cell:
    """Return a difference of two shares in percentage points, with its bounds if it is an estimate."""
    if not isinstance(chance, Estimate):
        return points(chance)
    if chance.low == chance.high:
        return "0"
    digits = _digits(chance, 100)
    low, high = nearest(100 * chance.low, digits), nearest(100 * chance.high, digits)
    return f"{nearest(100 * chance.estimate, digits)} ({low} to {high})"


def _number(number: Chance, digits: int, suffix: str = "") -> Cell:
    if not isinstance(number, Estimate):
        return Quantity(number, digits, suffix)
    digits = _digits(number, 1)
    low, high = nearest(number.low, digits), nearest(number.high, digits)
    return f"{nearest(number.estimate, digits)}{suffix} ({low} to {high})"


def _columns(name: str) -> list[Column]:
    return [Column(None, key) for key in (name, f"{name}_low", f"{name}_high")]


def _cells(chance: Chance | None, *, rolls: bool = False) -> list[Cell]:
    """Return a number, and its bounds if it is an estimate, for comma-separated values."""
    if chance is None:
        return [None, None, None]
    if isinstance(chance, Estimate):
        return [chance.estimate, chance.low, chance.high]
    return [Quantity(Fraction(chance), 6) if rolls else percent(chance), None, None]
