"""Answers for two players who see both boards, and what the computer marks."""

from __future__ import annotations

from functools import lru_cache

from dicebingo.errors import InputError
from dicebingo.exact import Rational, number_json
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.solo.mdp import EXACT_LIMIT, solve
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import Problem
from dicebingo.versus.duel import Duel
from dicebingo.versus.duel import duel as solve_duel
from dicebingo.web import chance
from dicebingo.web.operations import Answer, Question, position_of, rules_of
from dicebingo.web.worker import Context

__all__ = ["play"]


def play(question: Question, context: Context) -> Answer:
    """Say what the computer marks on a roll."""
    rules = rules_of(question)
    position, roll = position_of(question, rules), question["roll"]
    if roll not in rules.dice:
        raise InputError(f"expected a roll of {rules.dice}, got {roll}")
    options = {option: cells_of(option) for option in ([] if position.is_bingo else position.options(roll))}
    mixture: dict[int, Rational] = dict.fromkeys(options, Rational(1)) if len(options) == 1 else {}
    if len(options) > 1 and question["strategy"] == "solo":
        mixture = _solo_mixture(position, roll, TieBreak.parse(question["tie_break"]))
    elif len(options) > 1:
        if "opponent" not in question:
            raise InputError("expected the opponent's board for the duel's strategy, got none")
        opponent = position_of(question, rules, "opponent", "opponent_marked")
        mixture = _duel_mixture(_duel(position, opponent, context.settings.joint_states), roll)
    chosen = chance.draw(mixture, question["seed"], question["turn"]) if mixture else 0
    return {
        "roll": roll,
        "strategy": question["strategy"],
        "cells": list(cells_of(chosen)),
        "mixture": {str(cells_of(option)[0]): number_json(share) for option, share in mixture.items()},
    }


def _solo_mixture(position: Position, roll: int, tie: TieBreak) -> dict[int, Rational]:
    """Return the probability of each cell, as a set, of a player who looks at nobody else."""
    solution = solve(position, exact=Problem.of(position).size <= EXACT_LIMIT)
    problem = solution.problem
    options = [problem.pack(option) for option in position.options(roll)]
    choice = Optimal(tie).choose(solution, 0, roll, options)
    return {problem.unpack(option) & ~position.marked: share for option, share in choice.items()}


@lru_cache(maxsize=4)
def _duel(first: Position, second: Position, most: int) -> Duel:
    """Solve a duel; a visitor who plays one asks for several rolls at the same joint position."""
    return solve_duel(first, second, most=most)


def _duel_mixture(solved: Duel, roll: int) -> dict[int, Rational]:
    """Return the first player's part of the selected equilibrium at the start."""
    if solved.positions[1].is_bingo:
        raise InputError("expected an opponent without a complete line, got one who has won")
    first, r = solved.joint.players[0], solved.place(roll)
    selection, _ = solved.select(0, r)
    shares = zip(first.options(0, r), selection.first, strict=True)
    return {mask_of(cells): share for cells, share in shares if share}
