"""Games for Gambit: stage games in strategic form (.nfg), and small duels in extensive form (.efg)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from dicebingo.duels.duel import Duel
from dicebingo.duels.nash import Nash
from dicebingo.duels.objective import DuelObjective, ended, outcomes_of
from dicebingo.errors import TooLarge
from dicebingo.exact import text as exact_text
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of

MAX_NODES = 20_000


def stage_nfg(found: Nash) -> str:
    """Return a stage game in Gambit's .nfg format; its choices are cells, and its payoffs follow the objective."""
    title = f"Roll {found.stage.roll}: {found.positions[0]} against {found.positions[1]}"
    choices = " ".join("{ " + " ".join(quoted(cells_name(c)) for c in own) + " }" for own in found.stage.choices)
    game = found.game
    rows, columns = range(len(game.first)), range(len(game.first[0]))
    # In the list of payoffs, the first player's choice changes fastest.
    payoffs = [f"{exact_text(game.first[i][j])} {exact_text(game.second[i][j])}" for j in columns for i in rows]
    return f'NFG 1 R {quoted(title)} {{ "first" "second" }}\n\n{{ {choices} }}\n""\n\n' + "\n".join([*payoffs, ""])


def duel_efg(duel: Duel) -> str:
    """Return a duel as a tree of rolls and marks; the second player does not see the first player's mark when choosing.

    Rolls that neither player can use are omitted, and the probabilities of the other rolls are rescaled to add up to 1.
    This only shortens the game. Every legal choice is included, even a mark that passes up a bingo.
    """
    title = f"Dice Bingo, duel: {duel.positions[0]} against {duel.positions[1]}"
    names = " ".join(map(quoted, duel.names))
    tree = _Tree(duel.objective)
    return "\n".join([f"EFG 2 R {quoted(title)} {{ {names} }}", '""', "", *tree.nodes(duel.positions), ""])


class _Tree:
    """The nodes of a duel in file order: every node comes before its successors."""

    def __init__(self, objective: DuelObjective) -> None:
        self.objective, self.sets, self.rolls = objective, (count(1), count(1)), count(1)

    def nodes(self, positions: Sequence[Position]) -> Iterator[str]:
        """Yield the subtree of a joint position."""
        if (number := next(self.rolls)) > MAX_NODES:
            raise TooLarge(f"The tree of this duel has more than {MAX_NODES:,} nodes.")
        won = positions[0].is_bingo, positions[1].is_bingo
        if any(won):
            payoffs = ", ".join(map(exact_text, self.objective.payoffs(outcomes_of(ended(*won)))))
            end, name = {(True, False): (1, "first"), (False, True): (2, "second")}.get(won, (3, "tie"))
            yield f't "" {end} "{name}" {{ {payoffs} }}'
            return
        dice = positions[0].rules.dice
        rolls = [(v, w) for v, w in zip(dice.values, dice.weights, strict=True) if any(p.options(v) for p in positions)]
        total = sum(weight for _, weight in rolls)
        chances = " ".join(f'"{value}" {exact_text(Fraction(weight, total))}' for value, weight in rolls)
        yield f'c "" {number} "" {{ {chances} }} 0'
        for value, _ in rolls:
            own, other = (position.options(value) or (0,) for position in positions)
            if len(own) > 1:
                yield self.choice(0, own)
            second = next(self.sets[1]) if len(other) > 1 else 0  # the first player's mark is hidden
            for a in own:
                if len(other) > 1:
                    yield self.choice(1, other, second)
                for b in other:
                    yield from self.nodes([p.mark(*cells_of(c)) for p, c in zip(positions, (a, b), strict=True)])

    def choice(self, player: int, options: Sequence[int], known: int = 0) -> str:
        """Return a node at which a player chooses cells; ``known`` is its information set, by default a new one."""
        actions = " ".join(quoted(cells_name(cells_of(option))) for option in options)
        return f'p "" {player + 1} {known or next(self.sets[player])} "" {{ {actions} }} 0'


def cells_name(cells: Sequence[int]) -> str:
    """Return the name of a choice.

    >>> cells_name([4]), cells_name([])
    ('cell 4', 'nothing')
    """
    if not cells:
        return "nothing"
    return ("cell " if len(cells) == 1 else "cells ") + " ".join(map(str, cells))


def quoted(text: str) -> str:
    """Return a string in quotes, in Gambit's syntax."""
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'
