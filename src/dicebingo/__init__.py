"""Dice Bingo, solved exactly: boards, strategies, and the numbers behind them.

>>> import dicebingo
>>> solution = dicebingo.solve("8 8 9 / 7 6 10 / 7 4 5")
>>> print(solution.expected_rolls)
47546657067260786722139/7535828431282951800000
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # for which typing need not be imported: the command line minds Ctrl-C from the very beginning
if TYPE_CHECKING:
    from typing import Any

    from dicebingo.answer import Answer, Status
    from dicebingo.duels.duel import Duel, DuelStage, StageChoice, duel, duel_stage
    from dicebingo.duels.exploit import Exploit, exploit
    from dicebingo.duels.fast_duels import DuelField, FastDuels, duel_pairs
    from dicebingo.duels.nash import Nash, StageGame, nash, stage_game
    from dicebingo.duels.objective import Goal
    from dicebingo.duels.responses import BestResponse
    from dicebingo.errors import DiceBingoError, InputError, Stopped, TooLarge
    from dicebingo.exact import decimal
    from dicebingo.games.bimatrix import Bimatrix, Equilibria, Equilibrium, solve_bimatrix
    from dicebingo.games.zero_sum import ZeroSumSolution, solve_zero_sum
    from dicebingo.matches.estimate import Estimate
    from dicebingo.matches.fast_matches import FastMatches, Field, LargeMatch, play_pairs
    from dicebingo.matches.match import Match, match
    from dicebingo.matches.outcomes import Outcomes
    from dicebingo.matches.shared_rolls import strategies_for
    from dicebingo.matches.simulation import Simulation, simulate
    from dicebingo.matches.strategy import Strategy
    from dicebingo.matches.verdict import Verdict
    from dicebingo.model.board import Board, Position
    from dicebingo.model.dice import Dice
    from dicebingo.model.layout import Layout, cells_of, mask_of
    from dicebingo.model.rules import Marking, Rules
    from dicebingo.model.symmetry import SymmetryGroup, symmetries
    from dicebingo.model.variants import VARIANTS, NamedRules, RulesDescription, find_rules, rules
    from dicebingo.proofs.proof import Case, Proof
    from dicebingo.proofs.prove import prove
    from dicebingo.proofs.verify import Check, Verification, verify
    from dicebingo.replies.arena import Arena, arena
    from dicebingo.replies.counter import BestReply, counter
    from dicebingo.replies.reply import Mixture, Reply
    from dicebingo.reproduction.paper import PaperCheck, paper
    from dicebingo.running.cluster import cluster
    from dicebingo.running.run import Progress, Run
    from dicebingo.searches.all_boards import SearchResult
    from dicebingo.searches.objectives import Objective, ObjectiveSearch
    from dicebingo.searches.ranking import Percentile, Rank, rank
    from dicebingo.searches.restarts import Reached, RestartSearch
    from dicebingo.searches.search import search
    from dicebingo.searches.space import Constraints, Found, Space
    from dicebingo.sheets.sheet import PrintedBoard, Sheet, sheet
    from dicebingo.solo.advise import Advice, advise
    from dicebingo.solo.chain import Chain, chain_of, make_chain
    from dicebingo.solo.deadline_play import DeadlinePlay
    from dicebingo.solo.evaluation import Evaluation, evaluate
    from dicebingo.solo.improve import Improvement, improve
    from dicebingo.solo.policy import Custom, Deadline, Optimal, Policy, Prefer, TieBreak, Weighted
    from dicebingo.solo.review import Review, review
    from dicebingo.solo.solution import Solution, solve
    from dicebingo.solo.why import Change, Why, best_changes, why
    from dicebingo.tournaments.results import Link, Notion, Ring, Standing, certify
    from dicebingo.tournaments.rings import Rings, rings
    from dicebingo.tournaments.tournament import Tournament, tournament
    from dicebingo.tournaments.upsets import Upset, Upsets, upsets

__version__ = "0.2.0"

# Names are imported when first used, so that starting the command line stays fast.
_HOMES = {
    "dicebingo.answer": ("Answer", "Status"),
    "dicebingo.errors": ("DiceBingoError", "InputError", "MissingExtra", "Stopped", "TooLarge"),
    "dicebingo.exact": ("decimal",),
    "dicebingo.model.board": ("Board", "Position"),
    "dicebingo.model.dice": ("Dice",),
    "dicebingo.model.layout": ("Layout", "cells_of", "mask_of"),
    "dicebingo.model.rules": ("Marking", "Rules"),
    "dicebingo.model.symmetry": ("SymmetryGroup", "symmetries"),
    "dicebingo.model.variants": ("VARIANTS", "NamedRules", "RulesDescription", "find_rules", "rules"),
    "dicebingo.solo.advise": ("Advice", "advise"),
    "dicebingo.solo.chain": ("Chain", "chain_of", "make_chain"),
    "dicebingo.solo.deadline_play": ("DeadlinePlay",),
    "dicebingo.solo.evaluation": ("Evaluation", "evaluate"),
    "dicebingo.solo.improve": ("Improvement", "improve"),
    "dicebingo.solo.policy": ("Custom", "Deadline", "Optimal", "Policy", "Prefer", "TieBreak", "Weighted"),
    "dicebingo.solo.review": ("Review", "review"),
    "dicebingo.solo.solution": ("Solution", "solve"),
    "dicebingo.solo.why": ("Change", "Why", "best_changes", "why"),
    "dicebingo.matches.estimate": ("Estimate",),
    "dicebingo.matches.fast_matches": ("FastMatches", "Field", "LargeMatch", "play_pairs"),
    "dicebingo.matches.match": ("Match", "match"),
    "dicebingo.matches.outcomes": ("Outcomes",),
    "dicebingo.matches.shared_rolls": ("strategies_for",),
    "dicebingo.matches.simulation": ("Simulation", "simulate"),
    "dicebingo.matches.strategy": ("Strategy",),
    "dicebingo.matches.verdict": ("Verdict",),
    "dicebingo.games.bimatrix": ("Bimatrix", "Equilibria", "Equilibrium", "solve_bimatrix"),
    "dicebingo.games.zero_sum": ("ZeroSumSolution", "solve_zero_sum"),
    "dicebingo.duels.duel": ("Duel", "DuelStage", "StageChoice", "duel", "duel_stage"),
    "dicebingo.duels.exploit": ("Exploit", "exploit"),
    "dicebingo.duels.fast_duels": ("DuelField", "FastDuels", "duel_pairs"),
    "dicebingo.duels.nash": ("Nash", "StageGame", "nash", "stage_game"),
    "dicebingo.duels.objective": ("Goal",),
    "dicebingo.duels.responses": ("BestResponse",),
    "dicebingo.searches.all_boards": ("SearchResult",),
    "dicebingo.searches.objectives": ("Objective", "ObjectiveSearch"),
    "dicebingo.searches.ranking": ("Percentile", "Rank", "rank"),
    "dicebingo.searches.restarts": ("Reached", "RestartSearch"),
    "dicebingo.searches.search": ("search",),
    "dicebingo.searches.space": ("Constraints", "Found", "Space"),
    "dicebingo.proofs.proof": ("Case", "Proof"),
    "dicebingo.proofs.prove": ("prove",),
    "dicebingo.proofs.verify": ("Check", "Verification", "verify"),
    "dicebingo.replies.arena": ("Arena", "arena"),
    "dicebingo.replies.counter": ("BestReply", "counter"),
    "dicebingo.replies.reply": ("Mixture", "Reply"),
    "dicebingo.tournaments.results": ("Link", "Notion", "Ring", "Standing", "certify"),
    "dicebingo.tournaments.rings": ("Rings", "rings"),
    "dicebingo.tournaments.tournament": ("Tournament", "tournament"),
    "dicebingo.tournaments.upsets": ("Upset", "Upsets", "upsets"),
    "dicebingo.sheets.sheet": ("PrintedBoard", "Sheet", "sheet"),
    "dicebingo.running.cluster": ("cluster",),
    "dicebingo.running.run": ("Progress", "Run"),
    "dicebingo.reproduction.paper": ("PaperCheck", "paper"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

# fmt: off
__all__ = [
    "VARIANTS", "Advice", "Answer", "Arena", "BestReply", "BestResponse", "Bimatrix", "Board", "Case", "Chain",
    "Change", "Check", "Constraints", "Custom", "Deadline", "DeadlinePlay", "Dice", "DiceBingoError", "Duel",
    "DuelField", "DuelStage",
    "Equilibria", "Equilibrium", "Estimate", "Evaluation", "Exploit", "FastDuels", "FastMatches", "Field", "Found",
    "Goal", "Improvement", "InputError", "LargeMatch", "Layout", "Link", "Marking", "Match", "MissingExtra", "Mixture",
    "NamedRules", "Nash", "Notion", "Objective", "ObjectiveSearch", "Optimal", "Outcomes", "PaperCheck", "Percentile",
    "Policy", "Position", "Prefer", "PrintedBoard", "Progress", "Proof", "Rank", "Reached", "Reply", "RestartSearch",
    "Review", "Ring", "Rings", "Rules", "RulesDescription", "Run", "SearchResult", "Sheet", "Simulation", "Solution",
    "Space", "StageChoice", "StageGame", "Standing", "Status", "Stopped", "Strategy", "SymmetryGroup", "TieBreak",
    "TooLarge", "Tournament", "Upset", "Upsets", "Verdict", "Verification", "Weighted", "Why", "ZeroSumSolution",
    "advise", "arena", "best_changes", "cells_of", "certify", "chain_of", "cluster", "counter", "decimal", "duel",
    "duel_pairs", "duel_stage", "evaluate", "exploit", "find_rules", "improve", "make_chain", "mask_of", "match",
    "nash", "paper", "play_pairs", "prove", "rank", "review", "rings", "rules", "search", "sheet", "simulate", "solve",
    "solve_bimatrix", "solve_zero_sum", "stage_game", "strategies_for", "symmetries", "tournament", "upsets", "verify",
    "why",
]
# fmt: on


def home_of(name: str) -> str:
    """Return the module that defines a public name."""
    return _HOME_OF[name]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'dicebingo' has no attribute {name!r}")
    from dicebingo.errors import MissingExtra, naming_extras  # noqa: PLC0415  (see above)

    try:
        with naming_extras():
            return getattr(import_module(_HOME_OF[name]), name)
    except MissingExtra as missing:  # so that "from dicebingo import *" works without extras
        return _Missing(name, str(missing))


class _Missing:
    """Stands for a name that needs an extra which is not installed: whoever uses it is told which."""

    def __init__(self, name: str, why: str) -> None:
        self._name, self._why = name, why

    def _refuse(self, *_: Any, **__: Any) -> Any:
        from dicebingo.errors import MissingExtra  # noqa: PLC0415  (see above)

        raise MissingExtra(self._why)

    __call__ = __instancecheck__ = __iter__ = __mro_entries__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what inspects an object may ask for anything
            raise AttributeError(name)
        self._refuse()

    def __repr__(self) -> str:
        return f"<dicebingo.{self._name}: {self._why}>"


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
