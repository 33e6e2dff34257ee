"""Boards worth looking at: those of the paper, the best, and rings of boards each of which beats the next."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["BOARDS", "RINGS", "Exhibit", "Ring", "gallery_json"]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A board, and why it is here."""

    id: str
    name: str
    board: str
    about: str
    source: str
    rules: str = "classic"


@dataclass(frozen=True, slots=True)
class Ring:
    """Boards, by their ids, each of which beats the next on shared rolls, and the last the first."""

    id: str
    name: str
    boards: tuple[str, ...]
    about: str
    status: str
    rules: str = "classic"


PAPER = "Hemmer and Ong, section"
SEARCH = "dicebingo rings --search"
GARDNER = "Knuth, in Gardner's Time Travel (1988)"

BOARDS = (
    Exhibit(
        "optimal", "The best board", "8 8 9 / 7 6 10 / 7 4 5", "No board needs fewer rolls: 6.309.", f"{PAPER} 2.5"
    ),
    Exhibit(
        "sevens", "Nine sevens", "7 7 7 / 7 7 7 / 7 7 7", "The likeliest roll everywhere: 18 rolls.", f"{PAPER} 2.4"
    ),
    Exhibit(
        "magic",
        "A magic square",
        "10 3 8 / 5 7 9 / 6 11 4",
        "Every line adds up to 21, and it is nearly as good as the best: 6.599 rolls.",
        f"{PAPER} 1",
    ),
    Exhibit("A", "A", "9 6 7 / 7 9 6 / 6 7 9", "Slower alone than B, yet it wins more often.", f"{PAPER} 4.4"),
    Exhibit("B", "B", "6 7 6 / 7 7 7 / 6 6 6", "Faster alone than A, yet it loses more often.", f"{PAPER} 4.4"),
    Exhibit("C", "C", "7 7 7 / 6 6 6 / 6 7 6", "Beats D, and loses to E.", f"{PAPER} 5"),
    Exhibit("D", "D", "7 5 9 / 9 7 5 / 5 9 7", "Beats E, and loses to C.", f"{PAPER} 5"),
    Exhibit("E", "E", "9 7 9 / 9 9 9 / 9 6 7", "Beats C, and loses to D.", f"{PAPER} 5"),
    Exhibit("ring-1", "First of a ring", "7 3 12 / 12 12 9 / 9 2 5", "Beats the second of its ring.", SEARCH),
    Exhibit("ring-2", "Second of a ring", "9 12 12 / 12 5 12 / 12 12 5", "Beats the third of its ring.", SEARCH),
    Exhibit("ring-3", "Third of a ring", "7 5 2 / 2 5 12 / 9 5 2", "Beats the first of its ring.", SEARCH),
    Exhibit("knuth-a", "Knuth's A", "1 2 / 3 4", "One of four cards for one die, two in a row.", GARDNER, "knuth"),
    Exhibit("knuth-b", "Knuth's B", "2 4 / 5 6", "One of four cards for one die, two in a row.", GARDNER, "knuth"),
    Exhibit("knuth-c", "Knuth's C", "1 3 / 4 5", "One of four cards for one die, two in a row.", GARDNER, "knuth"),
    Exhibit("knuth-d", "Knuth's D", "1 5 / 2 6", "One of four cards for one die, two in a row.", GARDNER, "knuth"),
)

RINGS = (
    Ring("cde", "The paper's ring", ("C", "D", "E"), "C beats D, D beats E, and E beats C.", "printed in the paper"),
    Ring(
        "found",
        "A stronger ring",
        ("ring-1", "ring-2", "ring-3"),
        "Each beats the next by more than eleven points, whatever the tie-break: the paper's ring by six.",
        "found by search; whether it is the best is not known",
    ),
    Ring(
        "knuth",
        "Knuth's four cards",
        ("knuth-a", "knuth-b", "knuth-c", "knuth-d"),
        "Each card beats the next, and the last the first.",
        "printed by Gardner",
        "knuth",
    ),
)


def gallery_json() -> dict[str, Any]:
    """Return everything in the gallery."""
    return {
        "boards": [asdict(exhibit) for exhibit in BOARDS],
        "rings": [{**asdict(ring), "boards": list(ring.boards)} for ring in RINGS],
    }
