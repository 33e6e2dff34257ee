"""Documents about stage games, duels and best responses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dicebingo.duels.duel import Duel, DuelStage, StageChoice
from dicebingo.duels.exploit import Exploit
from dicebingo.duels.nash import Cells as Choice
from dicebingo.duels.nash import Nash
from dicebingo.duels.objective import DuelObjective
from dicebingo.exact import decimal, nearest
from dicebingo.games.bimatrix import Dominated, Equilibrium
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.layout import cells_of
from dicebingo.render.blocks import (
    Bar,
    Block,
    Boards,
    Cell,
    Cells,
    Column,
    Document,
    FactList,
    Facts,
    Heading,
    Items,
    Quantity,
    Rows,
    Sentence,
    Shares,
    Strong,
    Table,
    cell_numbers,
    counted,
    percent,
    points,
)
from dicebingo.render.documents.matches import players
from dicebingo.render.pictures.panels import Picture, ShareBars

MAX_SPOTS = 3
PLAYERS = ("first", "second")
MAX_EQUILIBRIA = 12
MAX_PAIRS = 16
SHORT = 34
"""The maximum length of fractions shown for every pair of choices, in characters."""


def duel(solved: Duel) -> Document:
    """Describe the outcomes of a duel, or the optimal choices on a given roll."""
    rules = f"{solved.positions[0].rules}, objective {solved.objective}"
    boards = Boards(solved.positions, solved.names)
    ends = _outcomes(solved.outcomes, solved.names)
    if (stage := solved.stage) is not None:
        choices = [_choices(solved, player, own) for player, own in enumerate((stage.first, stage.second))]
        numbers = cell_numbers(solved.positions[0].rules.layout)
        key = Sentence(f"cell numbers: {numbers}; bars: █ wins, ▒ tie, ░ loses")
        hidden = Table([Column(None, column.name) for column in ends.columns], ends.rows, ends.name)
        verdict = Sentence(_stage_verdict(solved, stage))
        return [Heading(f"{rules}, roll {stage.roll}"), boards, *choices, verdict, key, hidden]
    losses = [Sentence(_losses(solved.solo_losses, solved.names))] if solved.solo_losses else []
    bar = _bar(solved.outcomes, solved.names)
    return [Heading(rules), boards, bar, ends, Sentence(_verdict(solved)), *losses, _stages(solved)]


def _bar(ends: Outcomes[Fraction], names: Sequence[str]) -> Picture:
    """Describe a bar divided into wins, ties and losses."""
    shares = [(f"{names[0]} wins", ends.first), ("tie", ends.tie), (f"{names[1]} wins", ends.second)]
    return Picture([[ShareBars("", [(name, decimal(share)) for name, share in shares])]], (7, 1.7))


def _outcomes(outcomes: Outcomes[Fraction], names: Sequence[str], title: str = "both play to win") -> Table:
    ends = zip((f"{names[0]} wins", f"{names[1]} wins", "tie"), outcomes.items(), strict=True)
    rows: Rows = [[what, players(winners), percent(share), Bar(share)] for what, (winners, share) in ends]
    columns = [Column(title, None), Column(None, "first"), Column("chance", "probability", "apart"), Column("", None)]
    return Table(columns, rows, "outcomes")


def _verdict(solved: Duel) -> str:
    names, value = solved.names, solved.value
    if solved.objective is DuelObjective.WIN:
        wins = " and ".join(f"{name} wins {percent(pay)}" for name, pay in zip(names, solved.payoffs, strict=True))
        count = solved.ambiguous_stage_games
        have = "has" if count == 1 else "have"
        note = f"; {counted(count, 'stage game')} {have} other equilibria with different payoffs" if count else ""
        return f"With the selected equilibria, {wins} of the games{note}."
    if value == 0:
        return f"{names[0]} and {names[1]} are exactly even."
    favoured, worth = names[0] if value > 0 else names[1], _number(DuelObjective.SCORE, abs(value))
    return f"{favoured} is favoured: its average score is {worth} (win 1, tie 0, loss -1)."


def _losses(losses: Sequence[Fraction], names: Sequence[str]) -> str:
    """Describe how much solo-optimal play can cost each player."""
    shown = [f"{name} {'nothing' if loss == 0 else nearest(loss, 7)}" for name, loss in zip(names, losses, strict=True)]
    return f"Against an opponent who exploits it, solo-optimal play costs {shown[0]} and {shown[1]}."


def _stages(solved: Duel) -> Block:
    count, states = solved.mixed_stage_games, counted(solved.joint_states, "joint state")
    if not count:
        return Sentence(f"{states}; every stage game has a pure equilibrium.")
    some = f"{counted(count, 'stage game')} {'has' if count == 1 else 'have'}"
    items = []
    for spot in solved.mixed(MAX_SPOTS):
        first, second = ("{" + ", ".join(map(str, cells_of(marked))) + "}" for marked in (spot.first, spot.second))
        items.append(f"a {spot.roll} when {first} and {second} are marked")
    items += [f"... and {count - MAX_SPOTS:,} more, none with fewer marks"] if count > MAX_SPOTS else []
    items.append(f"(cell numbers: {cell_numbers(solved.positions[0].rules.layout)})")
    return Items(f"{states}; {some} no pure equilibrium:", items)


def _choices(solved: Duel, player: int, choices: Sequence[StageChoice]) -> Table:
    objective = solved.objective
    rows: Rows = [
        [_choice_text(c), percent(c.probability), *_worth(objective, c.payoff, c.outcomes, player)] for c in choices
    ]
    return Table([Column(solved.names[player]), Column("how often"), *_worth_columns(objective, "apart")], rows)


def _worth_columns(objective: DuelObjective, exact: str = "") -> list[Column]:
    what = "score" if objective is DuelObjective.SCORE else "P(win)"
    apart = Column(what, exact="apart") if exact else Column(what)
    return [apart, Column("wins"), Column("tie"), Column("loses"), Column("", None)]


def _worth(objective: DuelObjective, value: Fraction, outcomes: Outcomes[Fraction], player: int = 0) -> list[Cell]:
    """Return a table row: a value, the probabilities of a win, a tie and a loss, and a bar that shows them."""
    win, lose = (outcomes.first, outcomes.second) if player == 0 else (outcomes.second, outcomes.first)
    bar = Shares(win, outcomes.tie, lose)
    return [_value(objective, value), percent(win), percent(outcomes.tie), percent(lose), bar]


def _value(objective: DuelObjective, value: Fraction) -> Quantity:
    return Quantity(value, 6, plus=True) if objective is DuelObjective.SCORE else percent(value)


def _choice_text(choice: StageChoice) -> str:
    shown = _cells_text(choice.cells) if choice.cells else "nothing to mark"
    return f"{shown}, bingo" if choice.completes else shown


def _cells_text(cells: Choice) -> str:
    """Return a choice in words.

    >>> _cells_text((2,)), _cells_text((2, 6)), _cells_text(())
    ('cell 2', 'cells 2, 6', 'nothing')
    """
    return f"cell{'s' if len(cells) > 1 else ''} {', '.join(map(str, cells))}" if cells else "nothing"


def _stage_verdict(solved: Duel, stage: DuelStage) -> str:
    kind = "a pure equilibrium" if stage.pure else "no pure equilibrium, so a predictable player can be exploited"
    if solved.objective is DuelObjective.WIN:
        note = ", and others with different payoffs" if stage.ambiguous else ""
        return f"This roll has {kind}{note}."
    worth = _value(DuelObjective.SCORE, stage.value).equals()
    return f"This roll has {kind}.\nThe duel is now worth {worth} to {solved.names[0]}."


def exploit(found: Exploit) -> Document:
    """Describe the value of the best response, compared with other ways to play."""
    objective, (first, second) = found.objective, found.names
    ties = found.policy.partition(":")[0] in ("optimal", "deadline")
    how = f"policy {found.policy}" + (f", tie-break {found.tie_break}" if ties else "")
    rows: Rows = [
        ["the best response", *_worth(objective, found.value, found.outcomes)],
        ["solo-optimally", *_worth(objective, found.matched_value, found.matched)],
    ]
    if found.duel_value is not None:
        rows.append([f"to win, as {second} does", _value(objective, found.duel_value), *[""] * 4])
    ends = _outcomes(found.outcomes, found.names)
    return [
        Heading(f"{found.positions[0].rules}, objective {objective}\n{second}: {how}"),
        Boards(found.positions, found.names),
        Table([Column(f"{first} plays"), *_worth_columns(objective)], rows),
        Sentence(_gains(found)),
        Sentence(f"{counted(found.response.joint_states, 'joint state')}."),
        Table([Column(None, column.name) for column in ends.columns], ends.rows, ends.name),
    ]


def _gains(found: Exploit) -> str:
    """Describe the best response's gain, and the other player's loss from following the fixed policy."""
    first, second = found.names
    sentence = f"{first} can do no better than solo-optimal play."
    if found.gain:
        sentence = f"The best response gains {first} {_number(found.objective, found.gain)} over solo-optimal play."
    if found.gain_over_duel is None:
        return sentence
    lost = "nothing"
    if found.gain_over_duel:
        lost = f"{_number(DuelObjective.SCORE, found.gain_over_duel)} compared with playing to win"
    return f"{sentence} Following the policy costs {second} {lost}."


def _number(objective: DuelObjective, number: Fraction) -> str:
    """Return a difference of scores, or of winning probabilities, in words."""
    if objective is DuelObjective.WIN:
        shown = points(number, 5)
        return f"{shown} points ({shown.exactly})"
    return Quantity(number, 7).equals()


def nash(found: Nash) -> Document:
    """Describe a stage game: boards, payoff matrix, best replies, dominated choices and equilibria."""
    afterwards = found.continuation + (f", tie-break {found.tie_break}" if found.tie_break else "")
    asked = f"objective {found.objective}, continuation {afterwards}"
    dominated = [
        _dominated_text(PLAYERS[player], _names(found, player), one)
        for player in (0, 1)
        for one in found.game.dominated(player)
    ]
    blocks: Document = [
        Heading(f"{found.positions[0].rules}, roll {found.stage.roll}\n{asked}"),
        Boards(found.positions, PLAYERS),
        *_matrix(found),
        *_pairs(found),
    ]
    return [*blocks, *([Sentence("\n".join(dominated))] if dominated else []), *_equilibria(found)]


def _names(found: Nash, player: int) -> list[str]:
    return [_cells_text(cells) for cells in found.stage.choices[player]]


def _matrix(found: Nash) -> Document:
    """Describe the payoffs of both players for every pair of choices; best replies are emphasised."""
    game, objective = found.game, found.objective
    first, second = game.best_replies(0), game.best_replies(1)
    rows: Rows = []
    for i, name in enumerate(_names(found, 0)):
        pairs = zip(game.first[i], game.second[i], first, strict=True)
        entries = [
            (Strong(_entry(objective, own), i in best), Strong(_entry(objective, other), j in second[i]))
            for j, (own, other, best) in enumerate(pairs)
        ]
        rows.append([name, *entries])
    what = "P(first wins), P(second wins)" if objective is DuelObjective.WIN else "score of first, score of second"
    numbers = f"cell numbers: {cell_numbers(found.positions[0].rules.layout)}"
    columns = [Column(header) for header in ("first \\ second", *_names(found, 1))]
    return [Sentence(f"{what}; * is a best reply\n{numbers}"), Table(columns, rows)]


def _entry(objective: DuelObjective, payoff: Fraction) -> Quantity:
    return percent(payoff) if objective is DuelObjective.WIN else Quantity(payoff, 4, plus=True)


def _pairs(found: Nash) -> Document:
    """Describe the outcomes for every pair of choices, with fractions if they are short."""
    rows: Rows = []
    for i, a in enumerate(found.stage.choices[0]):
        for j, b in enumerate(found.stage.choices[1]):
            ends = [Quantity(share) for share in found.stage.entries[i][j].values()]
            payoffs = [Quantity(own[i][j]) for own in (found.game.first, found.game.second)]
            rows.append([_cells_text(a), _marked(a), _cells_text(b), _marked(b), *ends, *payoffs])
    columns = [Column("first", None), Column(None, "first marks"), Column("second", None), Column(None, "second marks")]
    short = all(len(str(share)) <= SHORT for row in found.stage.entries for ends in row for share in ends.values())
    columns += [Column(header, exact="always" if short else "fits") for header in ("first wins", "second wins", "tie")]
    columns += [Column(None, "first"), Column(None, "second")]
    if len(rows) <= MAX_PAIRS:
        return [Table(columns, rows, "payoffs", repeated=2)]
    hint = Sentence("To see the ties and the exact numbers for all pairs, use --json.")
    return [hint, Table(columns, rows, "payoffs", most=0)]


def _marked(cells: Choice) -> Cell:
    return cells[0] if len(cells) == 1 else Cells(cells)


def _dominated_text(player: str, names: Sequence[str], dominated: Dominated) -> str:
    used = [(name, share) for name, share in zip(names, dominated.by, strict=True) if share]
    by = used[0][0] if len(used) == 1 else " and ".join(f"{name} ({percent(share)})" for name, share in used)
    kind = "strictly" if dominated.strictly else "weakly"
    return f"{player}: {names[dominated.choice]} is {kind} dominated by {by}"


def _equilibria(found: Nash) -> Document:
    extreme = found.equilibria.extreme
    pure = len(found.pure)
    few = "No pure equilibrium" if not pure else f"{pure} pure equilibri{'um' if pure == 1 else 'a'}"
    blocks: Document = [Sentence(f"{few}, {len(extreme) - pure} mixed.{_remark(found)}")]
    blocks += [_equilibrium(found, number, each) for number, each in enumerate(extreme[:MAX_EQUILIBRIA], start=1)]
    if len(extreme) > MAX_EQUILIBRIA:
        blocks.append(Sentence(f"... and {len(extreme) - MAX_EQUILIBRIA} more (--json lists all of them)"))
    return blocks


def _remark(found: Nash) -> str:
    """Explain the list of equilibria of a degenerate game."""
    if not found.equilibria.degenerate:
        return ""
    together = [component for component in found.equilibria.components if len(component) > 1]
    remark = "The game is degenerate: some strategy has more best replies than choices that it plays. "
    if not together:
        return "\n" + remark + "Nevertheless, the list of equilibria is complete."
    sets = " and ".join(_numbers(component) for component in together)
    remark += "The list contains only the extreme equilibria. "
    remark += f"In {sets}, any mixture of two equilibria that share a strategy is also an equilibrium."
    return "\n" + remark


def _numbers(component: Sequence[int]) -> str:
    """Return the numbers of equilibria in the list, starting at 1.

    >>> _numbers([0, 2]), _numbers([0, 1, 2])
    ('{1, 3}', '{1 to 3}')
    """
    first, last = component[0] + 1, component[-1] + 1
    if len(component) > 2 and len(component) == last - first + 1:
        return f"{{{first} to {last}}}"
    return "{" + ", ".join(str(number + 1) for number in component) + "}"


def _equilibrium(found: Nash, number: int, equilibrium: Equilibrium) -> Facts:
    """Describe the strategies and payoffs of an equilibrium."""
    unit = "wins" if found.objective is DuelObjective.WIN else "scores"
    worth: FactList = [
        (f"{name} {unit}", _value(found.objective, pay)) for name, pay in zip(PLAYERS, equilibrium.payoffs, strict=True)
    ]
    played: FactList = [
        (f"{PLAYERS[player]} marks {name}", percent(share))
        for player, strategy in enumerate((equilibrium.first, equilibrium.second))
        for name, share in zip(_names(found, player), strategy, strict=True)
        if share
    ]
    if equilibrium.pure:
        return Facts(worth, title=f"{number}. {played[0][0]}, {played[1][0]}")
    return Facts([*played, *worth], title=f"{number}. mixed")
