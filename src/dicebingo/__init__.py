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
    from dicebingo.duels.duel import Duel, duel
    from dicebingo.duels.duel_stage import DuelStage, duel_stage
    from dicebingo.duels.exploit import Exploit, Response, exploit
    from dicebingo.duels.fast_duels import DuelField, FastDuels, duel_pairs
    from dicebingo.duels.objective import Goal, Outcomes
    from dicebingo.duels.stage_game import Nash, StageGame, nash, stage_game
    from dicebingo.errors import DiceBingoError, InputError, MissingExtra, TooLarge
    from dicebingo.matches.fast_matches import FastMatches, Field, play_pairs
    from dicebingo.matches.match import Match, match, strategies_for
    from dicebingo.matches.simulation import Simulation, simulate
    from dicebingo.matches.strategy import Strategy
    from dicebingo.matches.verdict import Verdict
    from dicebingo.model.board import Board, Position
    from dicebingo.model.dice import Dice
    from dicebingo.model.layout import Layout, cells_of, mask_of
    from dicebingo.model.rules import Marking, Rules
    from dicebingo.model.symmetry import SymmetryGroup, symmetries
    from dicebingo.model.variants import VARIANTS, find_rules
    from dicebingo.proofs.proof import Case, Proof
    from dicebingo.proofs.prove import Prover, prove
    from dicebingo.searches.all_boards import Found, SearchResult, search_boards
    from dicebingo.searches.objectives import Objective, ObjectiveResult, search_objective
    from dicebingo.searches.ranking import Rank, rank
    from dicebingo.searches.space import Constraints, Space
    from dicebingo.solo.chain import Chain, chain_of, make_chain
    from dicebingo.solo.evaluation import Evaluation, evaluate
    from dicebingo.solo.mdp import Solution, solve
    from dicebingo.solo.policy import Custom, Optimal, Policy, Prefer, TieBreak, Weighted
    from dicebingo.solo.why import Change, Why, best_changes, why
    from dicebingo.tournaments.counter import best_reply
    from dicebingo.tournaments.margins import Link
    from dicebingo.tournaments.mixture import Mixture, Question, Reply
    from dicebingo.tournaments.notion import Notion
    from dicebingo.tournaments.rings import Ring, best_rings, certify
    from dicebingo.tournaments.set_search import Aim, Quest, best_so_far
    from dicebingo.tournaments.tournament import Standing, Tournament, play
    from dicebingo.tournaments.upsets import Upset, best_upsets

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
    "dicebingo.searches.objectives": ("Objective", "ObjectiveResult", "search_objective"),
    "dicebingo.proofs.proof": ("Case", "Proof"),
    "dicebingo.proofs.prove": ("Prover", "prove"),
    "dicebingo.searches.ranking": ("Rank", "rank"),
    "dicebingo.searches.all_boards": ("Found", "SearchResult", "search_boards"),
    "dicebingo.searches.space": ("Constraints", "Space"),
    "dicebingo.solo.chain": ("Chain", "chain_of", "make_chain"),
    "dicebingo.solo.evaluation": ("Evaluation", "evaluate"),
    "dicebingo.solo.mdp": ("Solution", "solve"),
    "dicebingo.solo.policy": ("Custom", "Optimal", "Policy", "Prefer", "TieBreak", "Weighted"),
    "dicebingo.solo.why": ("Change", "Why", "best_changes", "why"),
    "dicebingo.tournaments.margins": ("Link",),
    "dicebingo.tournaments.rings": ("Ring", "best_rings", "certify"),
    "dicebingo.tournaments.notion": ("Notion",),
    "dicebingo.tournaments.set_search": ("Aim", "Quest", "best_so_far"),
    "dicebingo.tournaments.mixture": ("Mixture", "Question", "Reply"),
    "dicebingo.tournaments.counter": ("best_reply",),
    "dicebingo.tournaments.tournament": ("Standing", "Tournament", "play"),
    "dicebingo.tournaments.upsets": ("Upset", "best_upsets"),
    "dicebingo.duels.exploit": ("Exploit", "Response", "exploit"),
    "dicebingo.duels.duel": ("Duel", "duel"),
    "dicebingo.duels.duel_stage": ("DuelStage", "duel_stage"),
    "dicebingo.matches.fast_matches": ("FastMatches", "Field", "play_pairs"),
    "dicebingo.duels.fast_duels": ("DuelField", "FastDuels", "duel_pairs"),
    "dicebingo.duels.objective": ("Goal", "Outcomes"),
    "dicebingo.matches.match": ("Match", "match", "strategies_for"),
    "dicebingo.matches.simulation": ("Simulation", "simulate"),
    "dicebingo.duels.stage_game": ("Nash", "StageGame", "nash", "stage_game"),
    "dicebingo.matches.strategy": ("Strategy",),
    "dicebingo.matches.verdict": ("Verdict",),
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
