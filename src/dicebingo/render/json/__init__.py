"""Answers as JSON: the same from the library, the command line and the server."""

from __future__ import annotations

ANSWERS: dict[str, str] = {
    "Tournament": "tournaments.tournament_json",
    "Rings": "tournaments.rings_json",
    "FewBoards": "tournaments.tournament_json",
    "FewRings": "tournaments.rings_json",
    "Upsets": "tournaments.upsets_json",
    "BestReply": "tournaments.counter_json",
    "Arena": "tournaments.arena_json",
    "SearchResult": "searches.search_json",
    "ObjectiveSearch": "searches.ObjectiveJson",
    "RestartSearch": "searches.RestartsJson",
    "Rank": "searches.RankJson",
    "Percentile": "searches.percentile_json",
    "Proof": "proofs.prove_json",
    "Verification": "proofs.VerifyJson",
    "NamedRules": "model.rules_list_json",
    "RulesDescription": "model.rules_description_json",
    "PaperCheck": "paper.paper_json",
    "Cache": "cache.CacheJson",
    "Sheet": "sheets.sheet_json",
}
"""Which function of which module shows which answer, by the name of its class; or which shape, if that says it all."""
