"""Dice Bingo, solved exactly: boards, strategies, and the numbers behind them.

>>> import dicebingo
>>> solution = dicebingo.solve("8 8 9 / 7 6 10 / 7 4 5")
>>> print(solution.expected_rolls)
47546657067260786722139/7535828431282951800000
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicebingo.errors import DiceBingoError, InputError, MissingExtra, TooLarge
    from dicebingo.model.board import Board, Position
    from dicebingo.model.dice import Dice
    from dicebingo.model.layout import Layout, cells_of, mask_of
    from dicebingo.model.rules import Marking, Rules
    from dicebingo.model.symmetry import SymmetryGroup, symmetries
    from dicebingo.model.variants import VARIANTS, find_rules
    from dicebingo.search.objectives import Objective, ObjectiveResult, search_objective
    from dicebingo.search.proof import Case, Proof
    from dicebingo.search.prove import Prover, prove
    from dicebingo.search.ranking import Rank, rank
    from dicebingo.search.search import Found, SearchResult, search_boards
    from dicebingo.search.space import Constraints, Space
    from dicebingo.solo.chain import Chain, chain_of, make_chain
    from dicebingo.solo.evaluation import Evaluation, evaluate
    from dicebingo.solo.mdp import Solution, solve
    from dicebingo.solo.policy import Custom, Optimal, Policy, Prefer, TieBreak, Weighted
    from dicebingo.solo.why import Change, Why, best_changes, why
    from dicebingo.tournament.arbiter import Link
    from dicebingo.tournament.cycles import Ring, best_rings, certify
    from dicebingo.tournament.notion import Notion
    from dicebingo.tournament.quest import Aim, Quest, best_so_far
    from dicebingo.tournament.question import Mixture, Question, Reply
    from dicebingo.tournament.reply import best_reply
    from dicebingo.tournament.tournament import Standing, Tournament, play
    from dicebingo.tournament.upsets import Upset, best_upsets
    from dicebingo.versus.against import Exploit, Response, exploit
    from dicebingo.versus.duel import Duel, duel
    from dicebingo.versus.duel_stage import DuelStage, duel_stage
    from dicebingo.versus.fast import FastMatches, Field, play_pairs
    from dicebingo.versus.fast_duel import DuelField, FastDuels, duel_pairs
    from dicebingo.versus.goal import Goal, Outcomes
    from dicebingo.versus.match import Match, match, strategies_for
    from dicebingo.versus.simulate import Simulation, simulate
    from dicebingo.versus.stage import Nash, StageGame, nash, stage_game
    from dicebingo.versus.strategy import Strategy
    from dicebingo.versus.verdict import Verdict

__version__ = "0.1.0"

# Names are imported when first used, so that starting the command line stays fast.
_HOMES = {
    "dicebingo.errors": ("DiceBingoError", "InputError", "MissingExtra", "TooLarge"),
    "dicebingo.model.board": ("Board", "Position"),
    "dicebingo.model.dice": ("Dice",),
    "dicebingo.model.layout": ("Layout", "cells_of", "mask_of"),
    "dicebingo.model.rules": ("Marking", "Rules"),
    "dicebingo.model.symmetry": ("SymmetryGroup", "symmetries"),
    "dicebingo.model.variants": ("VARIANTS", "find_rules"),
    "dicebingo.search.objectives": ("Objective", "ObjectiveResult", "search_objective"),
    "dicebingo.search.proof": ("Case", "Proof"),
    "dicebingo.search.prove": ("Prover", "prove"),
    "dicebingo.search.ranking": ("Rank", "rank"),
    "dicebingo.search.search": ("Found", "SearchResult", "search_boards"),
    "dicebingo.search.space": ("Constraints", "Space"),
    "dicebingo.solo.chain": ("Chain", "chain_of", "make_chain"),
    "dicebingo.solo.evaluation": ("Evaluation", "evaluate"),
    "dicebingo.solo.mdp": ("Solution", "solve"),
    "dicebingo.solo.policy": ("Custom", "Optimal", "Policy", "Prefer", "TieBreak", "Weighted"),
    "dicebingo.solo.why": ("Change", "Why", "best_changes", "why"),
    "dicebingo.tournament.arbiter": ("Link",),
    "dicebingo.tournament.cycles": ("Ring", "best_rings", "certify"),
    "dicebingo.tournament.notion": ("Notion",),
    "dicebingo.tournament.quest": ("Aim", "Quest", "best_so_far"),
    "dicebingo.tournament.question": ("Mixture", "Question", "Reply"),
    "dicebingo.tournament.reply": ("best_reply",),
    "dicebingo.tournament.tournament": ("Standing", "Tournament", "play"),
    "dicebingo.tournament.upsets": ("Upset", "best_upsets"),
    "dicebingo.versus.against": ("Exploit", "Response", "exploit"),
    "dicebingo.versus.duel": ("Duel", "duel"),
    "dicebingo.versus.duel_stage": ("DuelStage", "duel_stage"),
    "dicebingo.versus.fast": ("FastMatches", "Field", "play_pairs"),
    "dicebingo.versus.fast_duel": ("DuelField", "FastDuels", "duel_pairs"),
    "dicebingo.versus.goal": ("Goal", "Outcomes"),
    "dicebingo.versus.match": ("Match", "match", "strategies_for"),
    "dicebingo.versus.simulate": ("Simulation", "simulate"),
    "dicebingo.versus.stage": ("Nash", "StageGame", "nash", "stage_game"),
    "dicebingo.versus.strategy": ("Strategy",),
    "dicebingo.versus.verdict": ("Verdict",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "VARIANTS",
    "Aim",
    "Board",
    "Case",
    "Chain",
    "Change",
    "Constraints",
    "Custom",
    "Dice",
    "DiceBingoError",
    "Duel",
    "DuelField",
    "DuelStage",
    "Evaluation",
    "Exploit",
    "FastDuels",
    "FastMatches",
    "Field",
    "Found",
    "Goal",
    "InputError",
    "Layout",
    "Link",
    "Marking",
    "Match",
    "MissingExtra",
    "Mixture",
    "Nash",
    "Notion",
    "Objective",
    "ObjectiveResult",
    "Optimal",
    "Outcomes",
    "Policy",
    "Position",
    "Prefer",
    "Proof",
    "Prover",
    "Quest",
    "Question",
    "Rank",
    "Reply",
    "Response",
    "Ring",
    "Rules",
    "SearchResult",
    "Simulation",
    "Solution",
    "Space",
    "StageGame",
    "Standing",
    "Strategy",
    "SymmetryGroup",
    "TieBreak",
    "TooLarge",
    "Tournament",
    "Upset",
    "Verdict",
    "Weighted",
    "Why",
    "best_changes",
    "best_reply",
    "best_rings",
    "best_so_far",
    "best_upsets",
    "cells_of",
    "certify",
    "chain_of",
    "duel",
    "duel_pairs",
    "duel_stage",
    "evaluate",
    "exploit",
    "find_rules",
    "make_chain",
    "mask_of",
    "match",
    "nash",
    "play",
    "play_pairs",
    "prove",
    "rank",
    "search_boards",
    "search_objective",
    "simulate",
    "solve",
    "stage_game",
    "strategies_for",
    "symmetries",
    "why",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'dicebingo' has no attribute {name!r}")
    # Resolved anew each time: a name such as why is also that of a module, which must not take its place.
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
