"""Documents about matches and simulations: outcomes, verdicts, ranges and distributions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dicebingo.answer import Status
from dicebingo.exact import Number, digits_for, error_text, nearest, rounded_down, rounded_up
from dicebingo.matches.estimate import Estimate
from dicebingo.matches.match import Match
from dicebingo.matches.ranges import Range
from dicebingo.matches.verdict import Kind, Verdict, Witness
from dicebingo.model.layout import Layout
from dicebingo.model.notation import cell_name
from dicebingo.render.blocks import (
    Bar,
    Block,
    Boards,
    Cell,
    Column,
    Document,
    Heading,
    NotAsked,
    Quantity,
    Rows,
    Sentence,
    Table,
    counted,
    percent,
    points_between,
)
from dicebingo.render.pictures.answers import by_player, match_panels
from dicebingo.render.pictures.panels import Picture
from dicebingo.solo.policy import Deadline, Optimal

if TYPE_CHECKING:  # these modules import numba, which takes a second
    from dicebingo.matches.fast_matches import LargeMatch
    from dicebingo.matches.simulation import Simulation

MAX_DRAWN = 4
MAX_OUTCOMES = 20
MAX_CASES = 2
NOT_DECIDED = "; it is undecided whether this depends on the tie-break"


def match(result: Match | LargeMatch) -> Document:
    """Describe the boards, outcomes and verdict, and the bounds and the distribution if they were computed."""
    blocks: Document = [Heading(f"{result.rules}{_how_played(result)}"), _boards(result), *_outcomes(result)]
    if len(result.names) == 2:
        judged = verdict_text(result.verdict, result.names, result.rules.layout)
        blocks.append(Sentence(judged.replace(" under every tie-break", "") if result.rules.is_full_card else judged))
    states = f"{result.joint_states:,} joint states"
    if not isinstance(result, Match):
        error = error_text(result.error_bound)
        return [*blocks, Sentence(f"{states}, in float64: relative errors are below {error}.")]
    length = nearest(result.expected_length, 4)
    blocks.append(Sentence(f"The match takes {length} rolls on average and has {states}."))
    blocks += _ranges(result) if result.with_range else []
    return [*blocks, *([NotAsked("race", "upto")] if result.upto is None else _race(result, result.upto))]


def _how_played(result: Match | LargeMatch) -> str:
    """Describe the policies (unless all are optimal) and the tie-break, which may differ between the policies."""
    names = [str(policy) for policy in result.policies]
    optimal = [isinstance(policy, Optimal) for policy in result.policies]
    how = "" if all(optimal) else f", policy {'; '.join(names if len(set(names)) > 1 else names[:1])}"
    ties = [policy.tie_break for policy in result.policies if isinstance(policy, Optimal | Deadline)]
    if result.rules.is_full_card:  # a full card has no ties to break
        return how
    together = f", tie-break {result.tie_break}" if result.tie_break else f", tie-breaks {'; '.join(ties)}"
    return how + (together if ties else "")


def _boards(result: Match | LargeMatch) -> Block:
    """Describe the boards side by side, or in a table if there are many."""
    means = [Quantity(mean, 4) for mean in result.expected_rolls]
    if len(result.names) <= MAX_DRAWN:
        return Boards(result.positions, result.names, [f"alone {mean} rolls" for mean in means])
    shares: Sequence[Number] = result.shares
    rows: Rows = [
        [name, position, mean, percent(share), Bar(share, 16)]
        for name, position, mean, share in zip(result.names, result.positions, means, shares, strict=True)
    ]
    headers = ("", "board", "rolls alone", "share, ties split", "")
    return Table([Column(header) for header in headers], rows)


def players(winners: Sequence[int]) -> str:
    """Return the winners by number, such as "board 0 and board 2", for CSV."""
    return " and ".join(f"board {player}" for player in winners)


def _outcomes(result: Match | LargeMatch) -> Document:
    names = result.names
    outcomes: list[tuple[tuple[int, ...], Number]] = list(result.outcomes.items())
    if len(names) > 2:
        outcomes.sort(key=lambda outcome: -outcome[1])
    rows: Rows = [
        [winners_text(winners, names), players(winners), percent(share), Bar(share)] for winners, share in outcomes
    ]
    left = sum((share for _, share in outcomes[MAX_OUTCOMES:]), Fraction(0))
    more = f"... and {{}} more sets of winners, {percent(left)} together"
    columns = [Column("finishes first", None), Column(None, "first"), Column("chance", "probability", "apart")]
    return [Table([*columns, Column("", None)], rows, "outcomes", MAX_OUTCOMES, more)]


def winners_text(winners: Sequence[int], names: Sequence[str]) -> str:
    """Return the winners: a name, several names, or "tie" if two players tie."""
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
        return f"{sentence} under every tie-break."
    sentence += " under this tie-break"
    low, high = judged.bounds.low, judged.bounds.high
    if judged.favoured == 1:
        low, high = -high, -low
    interval = points_between(low, high)
    if judged.kind is Kind.SURELY_BEATS:
        return f"{sentence}. The margin is {interval} under every tie-break."
    if judged.kind is Kind.DEPENDS:
        witnesses = " and ".join(_witness_text(witness, names, layout) for witness in judged.witnesses)
        return f"{sentence}, but not under every tie-break: {witnesses}."
    return f"{sentence}{NOT_DECIDED}: the margin of {names[judged.favoured or 0]} is {interval}."


def _witness_text(witness: Witness, names: Sequence[str], layout: Layout) -> str:
    ties = ", ".join(
        f"{name} {tie}{_cases_text(cases, layout)}"
        for name, tie, cases in zip(names, witness.names(), witness.cases(), strict=True)
    )
    winner = names[0] if witness.margin > 0 else names[1]
    return f"with ({ties}) {winner} is ahead by {_points(witness.margin)}"


def _points(margin: Number) -> str:
    """Return the absolute value of a margin in points, with three significant figures."""
    size = abs(100 * margin)
    return f"{nearest(size, digits_for(size, 3))} points"


def _cases_text(cases: Sequence[tuple[tuple[int, ...], int, int]], layout: Layout) -> str:
    """List the choices that a tie-break makes, unless there are too many."""
    if not 0 < len(cases) <= MAX_CASES:
        return " (see --json)" if cases else ""
    return ": " + "; ".join(
        f"with {{{', '.join(map(str, marked))}}} marked, a {roll} marks {cell_name(cell, layout)}"
        for marked, roll, cell in cases
    )


def _ranges(result: Match) -> Document:
    """Describe the bounds over all tie-breaks, rounded outwards."""
    ranges, (first, second) = result.ranges, result.names
    rows: Rows = [
        [f"{first} wins", *_ends(ranges.first, "%")],
        [f"{second} wins", *_ends(ranges.second, "%")],
        ["margin, in points", *_ends(ranges.margin)],
    ]
    return [Table([Column("bounds over all tie-breaks"), Column("at least"), Column("at most")], rows)]


def _ends(found: Range | Estimate, suffix: str = "", digits: int = 2) -> list[Cell]:
    """Return both ends of an interval, times 100 and rounded outwards."""
    low, high = Fraction(found.low), Fraction(found.high)
    return [
        Quantity(low, digits, suffix, 100, rounds=rounded_down),
        Quantity(high, digits, suffix, 100, rounds=rounded_up),
    ]


def _race(result: Match, upto: int) -> Document:
    """Describe each player's probability of finishing on, and by, each roll, both in the match and alone."""
    names, count = result.names, len(result.names)
    alone = [chain.distribution(upto) for chain in result.solo]
    headers = [*(f"{name} first" for name in names), "tie", *(f"{name} alone" for name in names)]
    digits = 8 if count == 2 else 6
    joint = result.distribution(upto), result.cdf(upto)
    blocks: Document = []
    for which, when in enumerate(("on roll", "by roll")):
        rows: Rows = [
            [k, *(Quantity(p, digits) for p in (*by_player(ends, count), *(own[k][which] for own in alone)))]
            for k, ends in enumerate(joint[which])
        ]
        blocks.append(Table([Column(header) for header in (when, *headers)], rows))
    possible = [winners for winners, share in result.outcomes.items() if share]
    labels = [*map(players, possible), *(f"board {player} alone" for player in range(count))]
    columns = [Column(None, f"{one} {when}") for one in labels for when in ("on this roll", "by this roll")]
    race: Rows = []
    for k, (at, by) in enumerate(zip(*joint, strict=True)):
        pairs = [(at.get(winners, Fraction(0)), by.get(winners, Fraction(0))) for winners in possible]
        race.append([k, *(Quantity(p) for pair in (*pairs, *(own[k] for own in alone)) for p in pair)])
    blocks.append(Table([Column(None, "roll"), *columns], race, "race", main=True))
    return [*blocks, Picture(match_panels(result, upto), (9, 6.8))]


def chart(result: Match, upto: int) -> Document:
    """Describe a bar chart of the finishing roll on shared rolls: one bar per player and roll, and one for ties."""
    shares = [by_player(ends, len(result.names)) for ends in result.distribution(upto)]
    top = max(map(max, shares)) or Fraction(1)
    labels = [*result.names, "tie"] if any(row[-1] for row in shares) else list(result.names)
    first = next((k for k, row in enumerate(shares) if any(row)), len(shares))
    rows: Rows = [
        [k if i == 0 else None, label, percent(share), Bar(share / top, 32)]
        for k in range(first, len(shares))
        for i, (label, share) in enumerate(zip(labels, shares[k], strict=False))
    ]
    if not rows:
        return [Sentence(f"No board finishes by roll {upto}.")]
    return [Table([Column("roll"), Column("finishes first"), Column("chance"), Column("")], rows)]


def simulation(result: Simulation) -> Document:
    """Describe simulated shares with their confidence intervals."""
    digits = max(1, (len(str(result.games)) - 3) // 2)  # one more digit for every hundredfold increase in games
    shares = zip(result.names, result.positions, result.shares, result.alone, strict=True)
    rows: Rows = [
        [name, board, _estimate(share, digits), _estimate(alone, digits)] for name, board, share, alone in shares
    ]
    how = " after" if result.status is Status.STOPPED else ":"
    games = f"{result.status.capitalize()}{how} {counted(result.games, 'game')}, seed {result.seed}, 95% confidence"
    length = result.expected_length
    about = f"{rounded_down(length.low, 3)} to {rounded_up(length.high, 3)}"
    ends: Rows = [[" ".join(map(str, won)), found.estimate, found.low, found.high] for won, found in result.came_up]
    return [
        Heading(games),
        Table([Column(header) for header in ("", "board", "share, ties split", "first alone")], rows),
        Sentence(f"A game takes {nearest(length.estimate, 3)} rolls on average (about {about})."),
        Table([Column(None, key) for key in ("winners", "estimate", "low", "high")], ends, "outcomes"),
    ]


def _estimate(found: Estimate, digits: int) -> str:
    low, high = _ends(found, "", digits)
    return f"{percent(found.estimate, digits)} ({low} to {high})"
