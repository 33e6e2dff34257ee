"""Answers for two players who see both boards, and what the computer marks."""

from __future__ import annotations

from functools import lru_cache

from dicebingo.duels.choices import list_choices
from dicebingo.duels.duel import Duel, joint_choices
from dicebingo.duels.duel import duel as solve_duel
from dicebingo.duels.duel_stage import duel_stage
from dicebingo.duels.exploit import exploit as exploit_policy
from dicebingo.duels.exploit import solo_losses
from dicebingo.duels.objective import Goal
from dicebingo.duels.stage_game import Continuation, SoloContinuation, duel_continuation
from dicebingo.duels.stage_game import nash as find_equilibria
from dicebingo.errors import InputError
from dicebingo.exact import Rational, number_json
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of, mask_of
from dicebingo.render.json.duels import duel_json, exploit_json
from dicebingo.render.json.stage_games import nash_json
from dicebingo.solo.mdp import EXACT_LIMIT, solve
from dicebingo.solo.policy import Optimal, TieBreak
from dicebingo.solo.problem import Problem
from dicebingo.web import seeded as chance
from dicebingo.web.operations import Answer, Question, position_of, positions_of, rules_of
from dicebingo.web.worker import Context

__all__ = ["duel", "exploit", "nash", "play"]

NAMES = ("first", "second")


def nash(question: Question, context: Context) -> Answer:
    """Find the equilibria of one roll."""
    first, second = positions_of(question, rules_of(question))
    goal, tie = Goal.parse(question["objective"]), TieBreak.parse(question["tie_break"])
    goes_on: Continuation
    if question["continuation"] == "solo":
        goes_on = SoloContinuation(first, second, tie, context.settings.joint_states)
    else:
        goes_on = duel_continuation(lambda: _solved_duel(first, second, goal, context))
    found = find_equilibria(first, second, question["roll"], objective=goal, continuation=goes_on)
    return nash_json(found, question["continuation"], tie)


def duel(question: Question, context: Context) -> Answer:
    """Solve a duel, and say what to do on a roll."""
    rules = rules_of(question)
    first, second = positions_of(question, rules)
    goal, roll = Goal.parse(question["objective"]), question.get("roll")
    if roll is not None and roll not in rules.dice:
        raise InputError(f"expected a roll of {rules.dice}, got {roll}")
    solved = _solved_duel(first, second, goal, context)
    stage = None if roll is None else duel_stage(solved, roll)
    losses = solo_losses(solved) if goal is Goal.SCORE else None
    return duel_json(solved, question.get("names", NAMES), losses, stage)


def exploit(question: Question, context: Context) -> Answer:
    """Find the best response of the first board to a policy of the second."""
    first, second = positions_of(question, rules_of(question))
    goal, tie = Goal.parse(question["objective"]), TieBreak.parse(question["tie_break"])
    most, policy = context.settings.joint_states, question["policy"]
    found = exploit_policy(first, second, policy=policy, tie_break=tie, objective=goal, most=most)
    return exploit_json(found, question.get("names", NAMES), policy, tie)


def _solved_duel(first: Position, second: Position, goal: Goal, context: Context) -> Duel:
    """Solve a duel, and say how far it is."""
    joint = joint_choices([list_choices(position) for position in (first, second)], context.settings.joint_states)
    done = 0

    def progress(states: int) -> None:
        nonlocal done
        done += states
        context.progress(done, len(joint.states))

    return joint.solve(goal, progress)


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
