"""Answers as plain text for a terminal of 80 columns."""

from __future__ import annotations

__all__ = ["ANSWERS"]

ANSWERS: dict[str, str] = {
    "Match": "matches.match_text",
    "LargeMatch": "matches.match_text",
    "Simulation": "matches.simulation_text",
    "Nash": "duels.nash_text",
    "Duel": "duels.duel_text",
    "Exploit": "duels.exploit_text",
    "Tournament": "tournaments.tournament_text",
    "Rings": "tournaments.rings_text",
    "ExactTournament": "tournaments.tournament_text",
    "Upsets": "tournaments.upsets_text",
    "BestReply": "tournaments.counter_text",
    "Arena": "tournaments.arena_text",
    "SearchResult": "searches.search_text",
    "ObjectiveSearch": "searches.objective_text",
    "RestartSearch": "searches.restarts_text",
    "Rank": "searches.rank_text",
    "Percentile": "searches.rank_text",
    "Proof": "proofs.prove_text",
    "Verification": "proofs.verify_text",
    "NamedRules": "rules.rules_list_text",
    "RulesDescription": "rules.rules_text",
    "PaperCheck": "paper.paper_text",
    "Cache": "cache.cache_text",
    "Sheet": "sheets.sheet_text",
}
"""Which function of which module shows which answer: by the name of its class."""
