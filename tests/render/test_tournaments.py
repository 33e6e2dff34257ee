"""Tournaments and rings as text, LaTeX and HTML, standings as CSV, and the graph of winners as DOT."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest

from dicebingo.answer import Status
from dicebingo.cli.commands.tournaments import dot_text
from dicebingo.errors import InputError
from dicebingo.render.figures import expect_drawable
from dicebingo.render.writers.csv import answer_csv
from dicebingo.replies.arena import arena
from dicebingo.tournaments.results import Game
from dicebingo.tournaments.rings import rings
from dicebingo.tournaments.tournament import Tournament, tournament
from tests.tournaments.boards import seeded, with_even_pair


def test_standings_are_written_as_a_table() -> None:
    names = ["a", "b, c", "d", "e", "f"]
    result = tournament(seeded(5, 5, 9), names=names)
    found = list(csv.DictReader(StringIO(answer_csv(result, "standings"))))
    assert [int(row["place"]) for row in found] == [1, 2, 3, 4, 5]
    for row, expected in zip(found, result.standings, strict=True):
        assert (int(row["player"]), float(row["share"])) == (expected.player, expected.share)
        assert (row["name"], row["board"]) == (
            names[expected.player],
            " ".join(map(str, result.boards[expected.player].values)),
        )
        assert [int(row[key]) for key in ("beats", "loses", "even", "copeland")] == [
            *(expected.beats, expected.loses, expected.even, expected.copeland)
        ]
        assert float(row["mean_margin"]) == expected.mean_margin


def edges_of(result: Tournament) -> set[tuple[int, int]]:
    return {(int(i), int(j)) for i, j in np.argwhere(result.sign > 0)}


def test_winners_are_drawn_as_a_dot_graph() -> None:
    result = with_even_pair()
    first, *lines, last = dot_text(result).splitlines()
    assert (first, last) == ("digraph beats {", "}")
    assert lines[:6] == [f'  b{i} [label="{board}"];' for i, board in enumerate(result.boards)]
    expected = {f'  b{i} -> b{j} [label="{100 * result.margins[i, j]:.2f}"];' for i, j in edges_of(result)}
    assert set(lines[6:]) == expected


# Text, LaTeX and HTML output

KNUTH = ("1 2 / 3 4", "2 4 / 5 6", "1 3 / 4 5", "1 5 / 2 6")


def test_links_of_a_ring_that_may_depend_on_the_tie_break_get_a_star() -> None:
    found = rings(KNUTH, rules="knuth", length=4)
    ring = found.rings[0]
    shown = str(found)
    assert "beats*" not in shown
    assert "In every pair, the favourite is the same under every tie-break." in shown
    unsure = replace(ring, links=(replace(ring.links[0], sure=False), *ring.links[1:]))
    shown = str(replace(found, rings=(unsure,)))
    assert shown.count("beats*") == 1
    assert "1 2 / 3 4  beats* board 1" in shown
    assert "* In these pairs the other board may be favoured under another tie-break." in shown
    assert "favoured" not in str(replace(found, game=Game.DUEL))


def test_an_arena_states_how_certain_its_best_reply_is() -> None:
    found = arena(["1 1 / 2 2"], rules="knuth", restarts=1, rounds=0)
    [first] = found.rounds
    assert "Best reply found: 3 1 / 4 2 beats this mixture by" in str(found)
    proven = replace(first, reply=replace(first.reply, status=Status.PROVEN))
    shown = str(replace(found, rounds=(proven,), status=Status.PROVEN))
    assert "Proven: of all 1,296 boards, none beats this mixture by more than 3 1 / 4 2" in shown


def test_a_heat_map_of_too_many_boards_is_rejected() -> None:
    expect_drawable(4_000)
    with pytest.raises(InputError, match="expected at most 4,000 boards for a heat map, got 4,001"):
        expect_drawable(4_001)


def test_latex_has_escaped_names_and_all_rows() -> None:
    result = with_even_pair(("50%", "b", "c", "d", "e", "f"))
    shown = result.latex()
    assert "50\\%" in shown
    assert shown.count(r" \\") == 7
    assert "beats board 1" in rings(KNUTH, rules="knuth", length=4).latex()


def test_html_lists_all_boards_of_a_tournament_and_draws_some() -> None:
    shown = tournament(seeded(14), names=None)._repr_html_()
    assert shown.count("<tr>") == 15
    assert shown.count("<rect") == 12 * 11
