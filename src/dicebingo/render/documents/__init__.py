"""Documents, each of which describes one type of answer for all writers."""

from __future__ import annotations

from importlib import import_module

from dicebingo.errors import InputError
from dicebingo.render.blocks import Document

ANSWERS: dict[str, str] = {
    "Solution": "solo.solution",
    "Evaluation": "solo.solution",
    "Advice": "solo.advice",
    "Improvement": "solo.improvement",
    "Review": "solo.review",
    "Match": "matches.match",
    "LargeMatch": "matches.match",
    "Simulation": "matches.simulation",
    "Nash": "duels.nash",
    "Duel": "duels.duel",
    "Exploit": "duels.exploit",
    "Tournament": "tournaments.tournament",
    "ExactTournament": "tournaments.tournament",
    "Rings": "tournaments.rings",
    "Upsets": "tournaments.upsets",
    "BestReply": "replies.best_reply",
    "Arena": "replies.arena",
    "Crowd": "crowds.crowd",
    "CrowdComparison": "crowds.comparison",
    "CrowdEquilibrium": "crowds.equilibrium",
    "SearchResult": "searches.search",
    "ObjectiveSearch": "searches.by_objective",
    "RestartSearch": "searches.by_restarts",
    "Rank": "searches.rank",
    "Percentile": "searches.percentile",
    "Proof": "proofs.proof",
    "Verification": "proofs.verification",
    "NamedRules": "model.named_rules",
    "RulesDescription": "model.rules_description",
    "Sheet": "sheets.sheet",
    "Cache": "sheets.cache",
    "PaperCheck": "paper.paper",
}
"""The module and the function that describe an answer, keyed by the name of its class."""


def document(answer: object) -> Document:
    """Return the document that describes an answer."""
    for kind in type(answer).__mro__:
        if kind.__name__ in ANSWERS:
            module, _, name = ANSWERS[kind.__name__].partition(".")
            described: Document = getattr(import_module(f"{__name__}.{module}"), name)(answer)
            return described
    raise InputError(f"expected an answer, got {answer!r}")
