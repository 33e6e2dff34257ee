"""Ranges over tie-breaks: in small games, bounds and verdicts agree with brute force over all tie-breaks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.exact import Number
from dicebingo.matches import match as match_module
from dicebingo.matches import verdict as verdict_module
from dicebingo.matches.match import Match
from dicebingo.matches.ranges import Range, TieGraph, margin, player_wins
from dicebingo.matches.verdict import Kind, TieChoice, TieTable, Verdict, Witness
from dicebingo.render.documents.matches import verdict_text
from dicebingo.solo.policy import Optimal, TieBreak
from tests.matches.tables import (
    DEPENDS,
    GUARD,
    NEEDS_TABLE,
    TIE_BREAKS,
    A,
    B,
    C,
    D,
    E,
    board,
    match,
    positions,
    random_boards,
    tables,
)
from tests.strategies import Pair
from tests.twins.matches import FIRST, SECOND, Outcomes, Player, outcomes, table_policy, tie_breaks
from tests.twins.matches import margin as twin_margin
from tests.twins.solo import Game, Policy

# Difficult pairs of 2x3 boards, played with one die: either the best tie-break does not reach the bound, or the named
# tie-breaks fail to show that the winner depends on the tie-break.
LOOSE = "1 1 2 / 3 6 2", "5 3 2 / 5 1 2"
HARD = [
    ("5 6 2 / 4 6 4", "1 3 1 / 2 3 5"),
    ("1 1 5 / 6 4 5", "4 6 3 / 1 1 3"),
    ("3 6 5 / 3 4 4", "1 4 4 / 1 6 5"),
    ("6 4 4 / 6 2 3", "5 1 5 / 4 1 2"),
]


def fraction(number: Number) -> Fraction:
    return Fraction(str(number))


def within(bounds: Range, number: Fraction) -> bool:
    return fraction(bounds.low) <= number <= fraction(bounds.high)


def every_outcome(table: Sequence[Pair], most: int | None = None) -> Iterator[Outcomes]:
    """Return the outcomes of a match for every pair of deterministic tie-breaks.

    If ``most`` is given, use only each player's first ``most`` tie-breaks.
    """
    each = [
        [table_policy(pair.game, cases) for cases in islice(tie_breaks(pair.game, pair.start), most)] for pair in table
    ]
    for policies in product(*each):
        yield outcomes([Player(p.game, policy, p.start) for p, policy in zip(table, policies, strict=True)])


def twin_policy(tie: Optimal | TieTable, cases: list[TieChoice], game: Game) -> Policy:
    """Return a tie-break in the form that the reference implementation uses."""
    if isinstance(tie, Optimal):
        return game.tie_break(tie.tie_break.value)
    return table_policy(game, {(frozenset(marked), roll): frozenset([cell]) for marked, roll, cell in cases})


def recomputed(witness: Witness, table: Sequence[Pair]) -> Fraction:
    policies = [
        twin_policy(tie, cases, pair.game)
        for tie, cases, pair in zip(witness.tie_breaks, witness.cases(), table, strict=True)
    ]
    players = [Player(pair.game, policy, pair.start) for pair, policy in zip(table, policies, strict=True)]
    return twin_margin(outcomes(players))


def check_witnesses(verdict: Verdict, table: Sequence[Pair]) -> None:
    first, second = verdict.witnesses
    assert fraction(first.margin) == recomputed(first, table) > 0
    assert fraction(second.margin) == recomputed(second, table) < 0


def check_every_tie_break(table: Sequence[Pair]) -> tuple[Match, set[Fraction]]:
    """Compare the bounds and the verdict with brute force over all tie-breaks; return the match and all margins."""
    result = match(*positions(table))
    verdict, ranges = result.verdict, result.ranges
    margins = set()
    for found in every_outcome(table):
        margins.add(twin_margin(found))
        assert within(ranges.margin, twin_margin(found))
        assert within(ranges.first, found.get(FIRST, Fraction(0)))
        assert within(ranges.second, found.get(SECOND, Fraction(0)))
    assert verdict.bounds == ranges.margin
    assert min(margins) <= fraction(verdict.margin) <= max(margins)
    assert verdict.favoured == (None if verdict.margin == 0 else int(verdict.margin < 0))
    signs = {(m > 0) - (m < 0) for m in margins}
    if verdict.kind is Kind.SURELY_BEATS:
        assert signs == {1 if verdict.favoured == 0 else -1}
    if {-1, 1} <= signs:  # the search may miss a witness in general, but not for these boards
        assert verdict.kind is Kind.DEPENDS
    if verdict.kind is Kind.DEPENDS:
        check_witnesses(verdict, table)
        assert {-1, 1} <= signs
    else:
        assert verdict.witnesses == ()
    if verdict.kind is Kind.EVEN:
        assert verdict.margin == 0
    random_play = outcomes([Player(p.game, p.game.tie_break("random"), p.start) for p in table])
    assert min(margins) <= twin_margin(random_play) <= max(margins)
    return result, margins


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(k, marks=pytest.mark.long) for k in range(4, 20))])
@pytest.mark.slow
def test_bounds_hold_for_every_tie_break_of_knuths_cards(seed: int) -> None:
    chance = random.Random(seed)
    boards = [" ".join(str(chance.randint(1, 5)) for _ in range(4)) for _ in range(2)]
    result, margins = check_every_tie_break([board(text, "2x2:rows", "1d6") for text in boards])
    bounds = result.ranges.margin
    assert (fraction(bounds.low), fraction(bounds.high)) == (min(margins), max(margins))


@pytest.mark.parametrize("boards", [("1 2 / 1 3", "2 4 / 2 5"), ("5 2 / 1 2", "4 3 / 2 4"), ("3 4 / 1 3", "3 4 / 3 2")])
def test_bounds_hold_for_knuths_cards_with_ties_that_matter(boards: tuple[str, str]) -> None:
    _, margins = check_every_tie_break([board(text, "2x2:rows", "1d6") for text in boards])
    assert len(margins) > 1


@pytest.mark.parametrize("seed", range(4))
def test_bounds_hold_for_every_tie_break_on_2x2_boards(seed: int) -> None:
    chance = random.Random(seed)
    boards = [" ".join(str(chance.randint(1, 4)) for _ in range(4)) for _ in range(2)]
    check_every_tie_break([board(text, "2x2", "1d6") for text in boards])


@pytest.mark.slow
@pytest.mark.parametrize(
    "boards", [HARD[1], *(pytest.param(pair, marks=pytest.mark.long) for pair in (LOOSE, HARD[0], *HARD[2:]))]
)
def test_bounds_hold_for_every_tie_break_on_2x3_boards(boards: tuple[str, str]) -> None:
    _, margins = check_every_tie_break([board(text, "2x3", "1d6") for text in boards])
    assert len(margins) > 1


def test_tie_breaks_without_names_can_give_different_winners() -> None:
    for boards in HARD[:3]:
        table = [board(text, "2x3", "1d6") for text in boards]
        verdict = match(*positions(table)).verdict
        assert verdict.kind is Kind.DEPENDS
        check_witnesses(verdict, table)
        assert any(isinstance(tie, TieTable) for witness in verdict.witnesses for tie in witness.tie_breaks)


def test_the_verdict_surely_beats_needs_a_proof_by_the_bounds() -> None:
    """The second board is ahead under every tie-break, but the bounds do not prove it."""
    table = [board(text, "2x3", "1d6") for text in LOOSE]
    verdict = match(*positions(table)).verdict
    assert (verdict.kind, verdict.favoured, verdict.witnesses) == (Kind.BEATS, 1, ())
    assert verdict.bounds is not None
    assert verdict.bounds.low < 0 < verdict.bounds.high


@settings(max_examples=15)
@given(tables())
@pytest.mark.slow
def test_bounds_hold_for_the_first_four_tie_breaks_of_each_player(table: list[Pair]) -> None:
    result = match(*positions(table))
    ranges = result.ranges
    for found in every_outcome(table, 4):
        assert within(ranges.margin, twin_margin(found))
        assert within(ranges.first, found.get(FIRST, Fraction(0)))
        assert within(ranges.second, found.get(SECOND, Fraction(0)))
    verdict = result.verdict
    if verdict.kind is Kind.DEPENDS:
        check_witnesses(verdict, table)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_hold_for_named_tie_breaks(seed: int) -> None:
    boards = random_boards(2, 5, 9, seed)
    ranges = match(*boards).ranges
    for ties in product(TieBreak, repeat=2):
        result = match(*boards, policy=[Optimal(tie) for tie in ties])
        first, second = result.probability(0), result.probability(1)
        assert ranges.first.low <= first <= ranges.first.high
        assert ranges.second.low <= second <= ranges.second.high
        assert ranges.margin.low <= first - second <= ranges.margin.high


@pytest.mark.parametrize("boards", [(A, B), (C, D), (D, E), (E, C)])
def test_no_tie_break_changes_the_matches_of_the_paper(boards: tuple[str, str]) -> None:
    result = match(*boards)
    ranges = result.ranges
    exact = result.probability(0), result.probability(1), result.probability(0) - result.probability(1)
    for bounds, probability in zip((ranges.first, ranges.second, ranges.margin), exact, strict=True):
        assert bounds == Range(probability, probability)


def test_a_favourite_may_be_certain_even_if_its_chance_depends_on_the_tie_break() -> None:
    ranges = match(*GUARD).ranges
    assert ranges.first.low < ranges.first.high
    for tie_break in TIE_BREAKS:
        verdict = match(*GUARD, tie_break=tie_break).verdict
        assert (verdict.kind, verdict.favoured) == (Kind.SURELY_BEATS, 0)
        turned = match(*GUARD[::-1], tie_break=tie_break).verdict
        assert (turned.kind, turned.favoured, turned.margin) == (Kind.SURELY_BEATS, 1, -verdict.margin)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.slow
def test_the_winner_may_depend_on_the_tie_break(tie_break: str) -> None:
    verdict = match(*DEPENDS, tie_break=tie_break).verdict
    assert verdict.kind is Kind.DEPENDS
    check_witnesses(verdict, [board(text) for text in DEPENDS])
    assert {name for witness in verdict.witnesses for name in witness.names()} <= set(TIE_BREAKS)
    assert match(*DEPENDS[::-1]).verdict.kind is Kind.DEPENDS


def test_the_winner_may_depend_on_a_tie_break_given_by_a_table() -> None:
    named = [match(*NEEDS_TABLE, policy=[Optimal(tie) for tie in ties]) for ties in product(TieBreak, repeat=2)]
    assert all(result.probability(0) > result.probability(1) for result in named), (
        "expected no named tie-break to favour the second board"
    )
    verdict = match(*NEEDS_TABLE).verdict
    assert (verdict.kind, verdict.favoured) == (Kind.DEPENDS, 0)
    check_witnesses(verdict, [board(text) for text in NEEDS_TABLE])
    names, cases = verdict.witnesses[1].names(), verdict.witnesses[1].cases()
    assert sum(map(len, cases)) > 0
    assert any(name.startswith("smallest except in ") for name in names)


def test_an_even_match_has_an_even_verdict() -> None:
    verdict = match(A, A).verdict
    assert verdict == Verdict(None, Kind.EVEN, Fraction(0), Range(Fraction(0), Fraction(0)))
    assert match("5 9 7 / 9 9 5 / 9 9 9", "9 9 5 / 9 7 9 / 9 5 9").verdict.kind is Kind.EVEN


def test_a_finished_game_has_a_certain_verdict() -> None:
    won = "*9 *6 *7 / 7 9 6 / 6 7 9"
    assert match(won, B).verdict == Verdict(0, Kind.SURELY_BEATS, Fraction(1), Range(Fraction(1), Fraction(1)))
    assert match(B, won).verdict.favoured == 1
    assert match(won, won).verdict.kind is Kind.EVEN
    assert match(B, won).ranges.second == Range(Fraction(1), Fraction(1))


@pytest.mark.parametrize("policies", ["random", ["optimal", "prefer:0"], ["prefer:0", "optimal"]])
def test_policies_other_than_optimal_play_have_no_range(policies: str | list[str]) -> None:
    result = match(*GUARD, policy=policies)
    verdict = result.verdict
    assert (verdict.kind, verdict.bounds) == (Kind.BEATS, None)
    with pytest.raises(InputError, match="expected optimal play for a range over tie-breaks, got the policy "):
        _ = result.ranges
    same = match(A, A, policy="prefer:0").verdict
    assert (same.kind, same.favoured, same.bounds) == (Kind.EVEN, None, None)


def test_the_number_of_joint_states_for_a_verdict_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit covers the bounds together with the search for tie-breaks, which comes after them."""
    decided = match(*NEEDS_TABLE).verdict
    graph = TieGraph([strategy.solution for strategy in match(*NEEDS_TABLE).strategies])
    found = []
    for most in (0, len(graph.rows) - 1, len(graph.rows), 2 * len(graph.rows)):
        monkeypatch.setattr(match_module, "MAX_STATES", most)
        found.append(match(*NEEDS_TABLE))
        verdict = found[-1].verdict
        bounds = decided.bounds if most >= len(graph.rows) else None
        assert verdict == Verdict(0, Kind.BEATS, decided.margin, bounds, decided=False)
        assert found[-1].to_dict()["verdict"]["decided"] is False
    texts = [verdict_text(result.verdict, result.names, result.rules.layout) for result in found]
    assert texts[0] == (
        "board 0 is favoured over board 1 by 0.0221 points under this tie-break; "
        "it is undecided whether this depends on the tie-break."
    )
    assert texts[2] == texts[0][:-1] + ": the margin of board 0 is between -0.051 and 0.131 points."
    assert match(*NEEDS_TABLE, range=True).verdict == decided, "expected the requested bounds despite the limit"


def test_an_even_match_may_be_undecided_for_other_tie_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = "6 9 10 / 9 9 9 / 10 10 6", "6 9 10 / 9 9 9 / 10 10 6"
    assert match(*boards).verdict.decided
    monkeypatch.setattr(match_module, "MAX_STATES", 0)
    result = match(*boards)
    assert (result.verdict.kind, result.verdict.decided) == (Kind.EVEN, False)
    assert verdict_text(result.verdict, result.names, result.rules.layout) == (
        "board 0 and board 1 are exactly even under this tie-break; "
        "it is undecided whether this depends on the tie-break."
    )


def test_a_graph_that_is_too_large_is_rejected() -> None:
    graph = TieGraph([strategy.solution for strategy in match(*GUARD).strategies], 10)
    with pytest.raises(TooLarge, match="This match needs more than 10 joint states"):
        _ = graph.rows


def test_cells_with_equal_values_give_no_choice_if_all_cells_must_be_marked() -> None:
    """Cells with equal values are not distinguished.

    If equal cells were distinguished, each board would have 511 sets of marks, giving 261,121 joint states.
    """
    result = match("6 4 6 / 6 4 4 / 6 4 4", "10 10 12 / 3 9 9 / 10 12 3", rules="blackout", range=True)
    graph = TieGraph([strategy.solution for strategy in result.strategies])
    assert (len(graph.rows), result.joint_states, graph.has_choices) == (3103, 3103, False)
    assert result.ranges.margin == result.verdict.bounds == Range(result.outcomes.margin, result.outcomes.margin)
    assert (result.verdict.kind, result.verdict.decided) == (Kind.SURELY_BEATS, True)


@settings(max_examples=30)
@given(tables())
def test_merging_equivalent_sets_does_not_change_the_bounds(table: list[Pair]) -> None:
    graph, plain = (TieGraph([s.solution for s in match(*positions(table)).strategies]) for _ in range(2))
    plain._lumped = plain.players
    assert graph.ranges() == plain.ranges()
    assert len(graph.rows) <= len(plain.rows)


def test_a_payoff_is_a_margin_or_a_win_of_one_player() -> None:
    assert [margin(won) for won in (1, 2, 3)] == [1, -1, 0]
    assert [player_wins(1)(won) for won in (1, 2, 3)] == [0, 1, 0]


@settings(max_examples=20)
@given(tables(), st.sampled_from([1, -1]), st.sampled_from([0, 1]))
def test_an_improved_tie_break_is_never_worse(table: list[Pair], sign: int, player: int) -> None:
    """The search for witnesses improves one player's tie-break at a time, and relies on this property."""
    check_improvement(table, sign, player)


@pytest.mark.parametrize("boards", [("1 3 3 1 3 4", "4 1 1 1 4 2"), ("1 2 2 3 2 4", "1 1 1 3 3 1")])
def test_joint_states_that_cannot_be_reached_do_not_influence_an_improved_tie_break(boards: tuple[str, str]) -> None:
    """If unreachable joint states were also counted, the improved tie-breaks would be worse."""
    for sign, player in product((1, -1), (0, 1)):
        check_improvement([board(text, "2x3", "1d6") for text in boards], sign, player)


def check_improvement(table: Sequence[Pair], sign: int, player: int) -> None:
    graph = TieGraph([strategy.solution for strategy in match(*positions(table)).strategies])
    for start in TieBreak if graph.rows else ():
        ties: list[Optimal | TieTable] = [Optimal(start), Optimal(start)]
        before, chain = verdict_module._evaluated(graph, tuple(ties))
        ties[player] = verdict_module._improved_table(graph, chain, player, sign)
        after, _ = verdict_module._evaluated(graph, tuple(ties))
        assert sign * after.margin >= sign * before.margin


def test_a_table_of_tie_breaks_states_its_number_of_exceptions() -> None:
    assert str(TieTable({(0, 7): 1})) == "smallest except in 1 case"
    assert str(TieTable({(0, 7): 1, (1, 7): 2})) == "smallest except in 2 cases"
