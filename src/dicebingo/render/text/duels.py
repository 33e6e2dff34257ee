"""Stage games, duels and best responses in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dicebingo.duels.duel import Duel, DuelStage, StageChoice
from dicebingo.duels.exploit import Exploit
from dicebingo.duels.nash import Cells, Nash
from dicebingo.duels.objective import DuelObjective
from dicebingo.exact import decimal, nearest
from dicebingo.games.bimatrix import Dominated, Equilibrium
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.layout import cells_of
from dicebingo.render.text.parts import (
    bar,
    boards_text,
    cell_numbers,
    counted,
    decimals,
    equals,
    exactly,
    page,
    percent,
    points,
    table,
)

MOST_SPOTS = 3
BAR = 16
PLAYERS = ("first", "second")
MOST_EQUILIBRIA = 12
MOST_PAIRS = 16


def duel_text(solved: Duel) -> str:
    """Return how a duel ends, or what to mark on the roll that was asked about."""
    rules = f"{solved.positions[0].rules}, objective {solved.objective}"
    boards = boards_text(solved.positions, solved.names)
    if (stage := solved.stage) is not None:
        choices = [_choices_text(solved, player, own) for player, own in enumerate((stage.first, stage.second))]
        key = f"cell numbers: {cell_numbers(solved.positions[0].rules.layout)}; bars: █ wins, ▒ tie, ░ loses"
        return page(f"{rules}, roll {stage.roll}", boards, *choices, _stage_verdict(solved, stage), key)
    outcomes = _outcomes_text(solved.outcomes, solved.names)
    losses = _losses_text(solved.solo_losses, solved.names) if solved.solo_losses else ""
    return page(rules, boards, outcomes, _verdict(solved), losses, _stages_text(solved))


def _outcomes_text(outcomes: Outcomes[Fraction], names: Sequence[str]) -> str:
    ends = zip((f"{names[0]} wins", f"{names[1]} wins", "tie"), outcomes.values(), strict=True)
    rows = [[what, percent(share), bar(share), exactly(share)] for what, share in ends]
    return table(["both play to win", "chance", "", "exactly"], rows, left=[0, 2, 3])


def _verdict(solved: Duel) -> str:
    names, value = solved.names, solved.value
    if solved.objective is DuelObjective.WIN:
        wins = " and ".join(f"{name} wins {percent(pay)}" for name, pay in zip(names, solved.payoffs, strict=True))
        count = solved.ambiguous_stage_games
        have = "has" if count == 1 else "have"
        note = f"; {counted(count, 'stage game')} {have} other equilibria, with other payoffs" if count else ""
        return f"With the selected equilibria {wins} of the games{note}."
    if value == 0:
        return f"{names[0]} and {names[1]} are exactly even."
    favoured, worth = names[0] if value > 0 else names[1], _number(DuelObjective.SCORE, abs(value))
    return f"{favoured} is favoured: the duel is worth {worth} to it (win 1, tie 0, loss -1)."


def _losses_text(losses: Sequence[Fraction], names: Sequence[str]) -> str:
    """Return what solo-optimal play may cost."""
    shown = [
        f"{name} loses {'nothing' if loss == 0 else nearest(loss, 7)}" for name, loss in zip(names, losses, strict=True)
    ]
    return f"By playing solo-optimally instead, against an opponent who knows it, {shown[0]} and {shown[1]}."


def _stages_text(solved: Duel) -> str:
    count, states = solved.mixed_stage_games, counted(solved.joint_states, "joint state")
    if not count:
        return f"{states}; every stage game has a pure equilibrium."
    some = f"{counted(count, 'stage game')} {'has' if count == 1 else 'have'}"
    lines = []
    for spot in solved.mixed(MOST_SPOTS):
        first, second = ("{" + ", ".join(map(str, cells_of(marked))) + "}" for marked in (spot.first, spot.second))
        lines.append(f"  a {spot.roll} when {first} and {second} are marked")
    more = [f"  ... and {count - MOST_SPOTS:,} more, with at least as many marks"] if count > MOST_SPOTS else []
    key = f"  (cell numbers: {cell_numbers(solved.positions[0].rules.layout)})"
    return "\n".join([f"{states}; {some} no pure equilibrium:", *lines, *more, key])


def _choices_text(solved: Duel, player: int, choices: Sequence[StageChoice]) -> str:
    goal = solved.objective
    rows = [
        [_choice_text(c), percent(c.probability), *_worth(goal, c.payoff, c.outcomes, player), exactly(c.payoff)]
        for c in choices
    ]
    headers = [solved.names[player], "how often", _what(goal), "wins", "tie", "loses", "", "exactly"]
    return table(headers, rows, left=[0, 6, 7])


def _what(goal: DuelObjective) -> str:
    return "score" if goal is DuelObjective.SCORE else "P(win)"


def _worth(goal: DuelObjective, value: Fraction, outcomes: Outcomes[Fraction], player: int = 0) -> list[str]:
    """Return what something is worth to a player, how often that player wins, ties and loses, and one bar for that."""
    win, lose = (outcomes.first, outcomes.second) if player == 0 else (outcomes.second, outcomes.first)
    wide = round(BAR * decimal(win)), round(BAR * decimal(lose))
    bars = "█" * wide[0] + "▒" * (BAR - sum(wide)) + "░" * wide[1]
    return [_value(goal, value), percent(win), percent(outcomes.tie), percent(lose), bars]


def _value(goal: DuelObjective, value: Fraction) -> str:
    return nearest(value, 6, plus=True) if goal is DuelObjective.SCORE else percent(value)


def _choice_text(choice: StageChoice) -> str:
    shown = _cells_text(choice.cells) if choice.cells else "nothing to mark"
    return f"{shown}, bingo" if choice.completes else shown


def _cells_text(cells: Cells) -> str:
    """Return a choice in words.

    >>> _cells_text((2,)), _cells_text((2, 6)), _cells_text(())
    ('cell 2', 'cells 2, 6', 'nothing')
    """
    return f"cell{'s' if len(cells) > 1 else ''} {', '.join(map(str, cells))}" if cells else "nothing"


def _stage_verdict(solved: Duel, stage: DuelStage) -> str:
    kind = "a pure equilibrium" if stage.pure else "no pure equilibrium: a predictable player loses by it"
    if solved.objective is DuelObjective.WIN:
        note = ", and others with other payoffs" if stage.ambiguous else ""
        return f"This roll has {kind}{note}."
    worth = f"{_value(DuelObjective.SCORE, stage.value)}{equals(stage.value)}"
    return f"This roll has {kind}.\nWith it the duel is worth {worth} to {solved.names[0]}."


def exploit_text(found: Exploit) -> str:
    """Return what the best response gets, beside other ways to play."""
    goal, (first, second) = found.objective, found.names
    ties = found.policy.partition(":")[0] in ("optimal", "deadline")
    how = f"policy {found.policy}" + (f", tie-break {found.tie_break}" if ties else "")
    rows = [
        ["the best response", *_worth(goal, found.value, found.outcomes)],
        ["solo-optimally", *_worth(goal, found.matched_value, found.matched)],
    ]
    if found.duel_value is not None:
        rows.append([f"to win, and so does {second}", _value(goal, found.duel_value), *[""] * 4])
    return page(
        f"{found.positions[0].rules}, objective {goal}\n{second}: {how}",
        boards_text(found.positions, found.names),
        table([f"{first} plays", _what(goal), "wins", "tie", "loses", ""], rows, left=[0, 5]),
        _gains(found),
        f"{counted(found.response.joint_states, 'joint state')}.",
    )


def _gains(found: Exploit) -> str:
    """Return what is gained by looking at the other board, and what the other player loses by not looking."""
    first, second = found.names
    sentence = f"{first} can do no better than solo-optimal play."
    if found.gain:
        sentence = f"By responding, {first} gains {_number(found.objective, found.gain)} over solo-optimal play."
    if found.gain_over_duel is None:
        return sentence
    lost = "nothing"
    if found.gain_over_duel:
        lost = f"{_number(DuelObjective.SCORE, found.gain_over_duel)} compared with playing to win"
    return f"{sentence} This policy costs {second} {lost}."


def _number(goal: DuelObjective, number: Fraction) -> str:
    """Return a difference of scores, or of probabilities of winning."""
    if goal is DuelObjective.WIN:
        return f"{points(number, 5)} points ({exactly(number)})"
    return f"{nearest(number, 7)}{equals(number)}"


def nash_text(found: Nash) -> str:
    """Return the boards, the payoff matrix with best replies, what is dominated, and the equilibria."""
    goes_on = found.continuation + (f", tie-break {found.tie_break}" if found.tie_break else "")
    return page(
        f"{found.positions[0].rules}, roll {found.stage.roll}\nobjective {found.objective}, continuation {goes_on}",
        boards_text(found.positions, PLAYERS),
        _matrix(found),
        _pairs_text(found),
        _dominated(found),
        _equilibria(found),
    )


def _names(found: Nash, player: int) -> list[str]:
    return [_cells_text(cells) for cells in found.stage.choices[player]]


def _matrix(found: Nash) -> str:
    """Return the payoffs of both players for every pair of choices; a best reply to the other's choice has a star."""
    game, goal = found.game, found.objective
    first, second = game.best_replies(0), game.best_replies(1)
    rows = []
    for i, name in enumerate(_names(found, 0)):
        pairs = zip(game.first[i], game.second[i], first, strict=True)
        entries = [
            f"{_entry(goal, own, i in best)}  {_entry(goal, other, j in second[i])}"
            for j, (own, other, best) in enumerate(pairs)
        ]
        rows.append([name, *entries])
    what = "P(first wins), P(second wins)" if goal is DuelObjective.WIN else "score of first, score of second"
    headers = ["first \\ second", *_names(found, 1)]
    numbers = f"cell numbers: {cell_numbers(found.positions[0].rules.layout)}"
    return f"{what}; * is a best reply\n{numbers}\n\n" + table(headers, rows, left=range(len(headers)))


def _entry(goal: DuelObjective, payoff: Fraction, best: bool) -> str:
    shown = percent(payoff).rjust(6) if goal is DuelObjective.WIN else nearest(payoff, 4, plus=True)
    return shown + ("*" if best else " ")


def _pairs_text(found: Nash) -> str:
    """Return how the game ends for every pair of choices, with fractions where they are short."""
    ends = [outcomes for row in found.stage.entries for outcomes in row]
    if len(ends) > MOST_PAIRS:
        return "Ties and exact numbers of all pairs: --json"
    pairs = [(a, b) for a in _names(found, 0) for b in _names(found, 1)]
    columns = [decimals(shares, longest=34) for shares in zip(*(end.values() for end in ends), strict=True)]
    rows = [[a, b, *shares] for (a, b), *shares in zip(pairs, *columns, strict=True)]
    return table(["first", "second", "first wins", "second wins", "tie"], rows, left=range(5), key=2)


def _dominated(found: Nash) -> str:
    return "\n".join(
        _dominated_text(PLAYERS[player], _names(found, player), dominated)
        for player in (0, 1)
        for dominated in found.game.dominated(player)
    )


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
        return "\n" + remark + "Even so, there are no other equilibria."
    sets = " and ".join(_numbers(component) for component in together)
    remark += f"Listed are the extreme equilibria; of {sets}, those that share a player's strategy can be mixed."
    return "\n" + remark


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
    unit = "wins" if found.objective is DuelObjective.WIN else "scores"
    worth = [
        (f"{name} {unit}", _value(found.objective, pay), pay)
        for name, pay in zip(PLAYERS, equilibrium.payoffs, strict=True)
    ]
    played = [
        (f"{PLAYERS[player]} marks {name}", percent(share), share)
        for player, strategy in enumerate((equilibrium.first, equilibrium.second))
        for name, share in zip(_names(found, player), strategy, strict=True)
        if share
    ]
    if equilibrium.pure:
        title, told = f"{played[0][0]}, {played[1][0]}", worth
    else:
        title, told = "mixed", [*played, *worth]
    label, width = max(len(what) for what, _, _ in told), max(len(shown) for _, shown, _ in told)
    lines = [f"   {what:<{label}}  {shown:>{width}}{equals(exact)}" for what, shown, exact in told]
    return "\n".join([f"{number}. {title}", *lines])
