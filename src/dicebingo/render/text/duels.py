"""Duels and best responses in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from dicebingo.duels.duel import Duel, Spot
from dicebingo.duels.duel_stage import Advice, DuelStage
from dicebingo.duels.exploit import Exploit
from dicebingo.duels.objective import Goal, Outcomes
from dicebingo.exact import Rational, decimal
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from dicebingo.render.text.parts import bar, beside, board_text, cell_numbers, percent, table
from dicebingo.solo.policy import TieBreak

__all__ = ["duel_text", "exploit_text", "stage_text"]

WIDTH = 100
MOST_DIGITS = 40
MOST_SPOTS = 3
BAR = 24


def duel_text(solved: Duel, names: Sequence[str], losses: tuple[Rational, Rational] | None) -> str:
    """Return the boards, how the duel ends, who is favoured, and where the players have to mix."""
    parts = [
        f"{solved.positions[0].rules}, objective {solved.objective}",
        _boards(solved.positions, names),
        _outcomes_text(solved.outcomes, names),
        fill(_verdict(solved, names), WIDTH),
    ]
    if losses is not None:
        parts.append(fill(_losses_text(losses, names), WIDTH))
    parts.append(_stages_text(solved))
    return "\n" + "\n\n".join(parts) + "\n"


def _boards(positions: Sequence[Position], names: Sequence[str]) -> str:
    first, second = (f"{name}\n{board_text(p)}" for name, p in zip(names, positions, strict=True))
    return beside(first, second)


def _outcomes_text(outcomes: Outcomes, names: Sequence[str]) -> str:
    rows = [
        [what, percent(share), bar(share), _exact(share)]
        for what, share in zip((f"{names[0]} wins", f"{names[1]} wins", "tie"), outcomes, strict=True)
    ]
    return table(["both play to win", "", "", "exactly"], rows, left=[0, 2, 3])


def _exact(number: Rational) -> str:
    exact = exact_text(number)
    return exact if len(exact) <= MOST_DIGITS else f"{decimal(number):.12f} (exact: --json)"


def _verdict(solved: Duel, names: Sequence[str]) -> str:
    value = solved.value
    if solved.objective is Goal.WIN:
        wins = " and ".join(f"{name} wins {percent(pay)}" for name, pay in zip(names, solved.payoffs, strict=True))
        several = solved.ambiguous_stage_games
        note = f"; {several:,} stage games have other equilibria, with other payoffs" if several else ""
        return f"With the selected equilibria {wins} of the games{note}."
    if value == 0:
        return f"{names[0]} and {names[1]} are exactly even."
    favoured = names[0] if value > 0 else names[1]
    exact = exact_text(abs(value))
    shown = f" = {exact}" if len(exact) <= MOST_DIGITS else ""
    return f"{favoured} is favoured: the duel is worth {abs(decimal(value)):.7f}{shown} to it (win 1, tie 0, loss -1)."


def _losses_text(losses: tuple[Rational, Rational], names: Sequence[str]) -> str:
    """Return what solo-optimal play may cost."""
    shown = [
        f"{name} loses {'nothing' if loss == 0 else f'{decimal(loss):.7f}'}"
        for name, loss in zip(names, losses, strict=True)
    ]
    return f"By playing solo-optimally instead, against an opponent who knows it, {shown[0]} and {shown[1]}."


def _stages_text(solved: Duel) -> str:
    count = solved.mixed_stage_games
    states = f"{solved.joint_states:,} joint state{'s' if solved.joint_states != 1 else ''}"
    if not count:
        return f"{states}; every stage game has a pure equilibrium."
    some = "1 stage game has" if count == 1 else f"{count:,} stage games have"
    lines = [f"  {_spot_text(spot)}" for spot in solved.mixed(MOST_SPOTS)]
    more = [f"  ... and {count - MOST_SPOTS:,} more, with as many marks or more"] if count > MOST_SPOTS else []
    return "\n".join([f"{states}; {some} no pure equilibrium:", *lines, *more])


def _spot_text(spot: Spot) -> str:
    first, second = ("{" + ", ".join(map(str, cells_of(marked))) + "}" for marked in (spot.first, spot.second))
    return f"a {spot.roll} when {first} and {second} are marked"


def stage_text(solved: Duel, stage: DuelStage, names: Sequence[str]) -> str:
    """Return the advice at a joint position: each choice, its value, and how the game ends after it."""
    rules = solved.positions[0].rules
    parts = [
        f"{rules}, objective {solved.objective}, roll {stage.roll}",
        _boards(solved.positions, names),
        *(_advice_text(solved.objective, player, own, names) for player, own in enumerate((stage.first, stage.second))),
        _stage_verdict(solved, stage, names),
        f"(cell numbers: {cell_numbers(rules.layout)}; bars: █ wins, ▒ tie, ░ loses)",
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def _advice_text(goal: Goal, player: int, advice: Sequence[Advice], names: Sequence[str]) -> str:
    rows = []
    for choice in advice:
        own = choice.outcomes if player == 0 else choice.outcomes.swapped
        rows.append(
            [
                _choice_text(choice),
                percent(choice.share),
                f"{decimal(choice.payoff):+.6f}" if goal is Goal.SCORE else percent(choice.payoff),
                percent(own.first),
                percent(own.tie),
                percent(own.second),
                _ending_bar(own),
                _exact(choice.payoff),
            ]
        )
    what = "score" if goal is Goal.SCORE else "P(win)"
    return table([names[player], "how often", what, "wins", "tie", "loses", "", "exactly"], rows, left=[0, 6, 7])


def _choice_text(choice: Advice) -> str:
    if not choice.cells:
        return "nothing to mark"
    cells = f"cell{'s' if len(choice.cells) > 1 else ''} {', '.join(map(str, choice.cells))}"
    return f"{cells}, bingo" if choice.completes else cells


def _ending_bar(own: Outcomes) -> str:
    """Return one bar for all endings."""
    win, lose = round(BAR * decimal(own.first)), round(BAR * decimal(own.second))
    return "█" * win + "▒" * (BAR - win - lose) + "░" * lose


def _stage_verdict(solved: Duel, stage: DuelStage, names: Sequence[str]) -> str:
    kind = "a pure equilibrium" if stage.pure else "no pure equilibrium: whoever is predictable loses by it"
    if solved.objective is Goal.WIN:
        note = ", and others with other payoffs" if stage.several else ""
        return f"This roll has {kind}{note}."
    value = stage.payoffs[0]
    exact = exact_text(value)
    shown = f" = {exact}" if len(exact) <= MOST_DIGITS else ""
    return f"This roll has {kind}.\nWith it the duel is worth {decimal(value):+.6f}{shown} to {names[0]}."


def exploit_text(found: Exploit, names: Sequence[str], policy: str, tie: TieBreak) -> str:
    """Return what the best response gets, beside other ways to play."""
    response = found.response
    goal = response.objective
    rules = response.choices.position.rules
    how = f"policy {policy}" + (f", tie-break {tie}" if policy == "optimal" else "")
    rows = [
        _row(goal, "the best response", found.value, response.outcomes),
        _row(goal, "solo-optimally", goal.payoffs(found.matched)[0], found.matched),
    ]
    if found.duel_value is not None:
        rows.append([f"to win, and so does {names[1]}", f"{decimal(found.duel_value):+.6f}", *[""] * 4])
    parts = [
        f"{rules}, objective {goal}; {names[1]} plays {how}",
        _boards((response.choices.position, response.opponent.position), names),
        table([f"{names[0]} plays", _what(goal), "wins", "tie", "loses", ""], rows, left=[0, 5]),
        fill(_gains(found, names), WIDTH),
        f"{response.joint_states:,} joint states.",
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def _what(goal: Goal) -> str:
    return "score" if goal is Goal.SCORE else "P(win)"


def _row(goal: Goal, how: str, value: Rational, outcomes: Outcomes) -> list[str]:
    shown = f"{decimal(value):+.6f}" if goal is Goal.SCORE else percent(value)
    shares = (outcomes.first, outcomes.tie, outcomes.second)
    return [how, shown, *map(percent, shares), _ending_bar(outcomes)]


def _gains(found: Exploit, names: Sequence[str]) -> str:
    """Return what is gained by looking at the other board, and what the other loses by not looking."""
    if found.gain:
        sentence = f"By responding, {names[0]} gains {_number(found.gain)} over solo-optimal play."
    else:
        sentence = f"{names[0]} can do no better than by solo-optimal play."
    if found.gain_over_duel is None:
        return sentence
    if found.gain_over_duel:
        return f"{sentence} By this policy {names[1]} loses {_number(found.gain_over_duel)} against playing to win."
    return f"{sentence} {names[1]} loses nothing by this policy."


def _number(number: Rational) -> str:
    exact = exact_text(number)
    return f"{decimal(number):.7f}" + (f" = {exact}" if len(exact) <= MOST_DIGITS else "")
