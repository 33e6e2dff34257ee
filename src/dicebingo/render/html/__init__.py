"""Answers as HTML: notebooks and the report."""

from __future__ import annotations

__all__ = ["ANSWERS"]

ANSWERS: dict[str, str] = {
    "Match": "matches.match_html",
    "LargeMatch": "matches.match_html",
    "Nash": "duels.nash_html",
    "Duel": "duels.duel_html",
    "Tournament": "tournaments.tournament_html",
}
"""Which function of which module shows which answer: by the name of its class."""
