"""Answers as LaTeX to paste."""

from __future__ import annotations

__all__ = ["ANSWERS"]

ANSWERS: dict[str, str] = {
    "Match": "matches.match_latex",
    "Nash": "duels.nash_latex",
    "Duel": "duels.duel_latex",
    "Tournament": "tournaments.tournament_latex",
    "Rings": "tournaments.rings_latex",
    "Rank": "searches.rank_latex",
    "PaperCheck": "paper.paper_latex",
}
"""Which function of which module shows which answer: by the name of its class."""
