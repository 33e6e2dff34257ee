"""A policy's value at every set of marks, and the cost of each of its choices."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.solo.chain import chain_of, make_chain
from dicebingo.solo.evaluation import Evaluation, evaluate
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import Optimal, Policy, Prefer, TieBreak, Weighted
from dicebingo.solo.why import best_changes, why
from tests.strategies import Pair, pairs, same
from tests.twins import solo as twins

BOARD = "6 7 6 / 7 7 7 / 6 6 6"
CENTRE_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def check(pair: Pair, evaluation: Evaluation, twin: twins.Policy) -> None:
    """Check the value, the loss, and the loss of each choice, at every set of marks."""
    game = pair.game
    known: dict[twins.Cells, Fraction] = {}
    assert evaluation.expected_rolls == evaluation.value()
    for s in game.all_sets(pair.start):
        marked = mask_of(s)
        expected = game.expected(twin, s, known)
        assert same(evaluation.value(marked), expected)
        assert same(evaluation.loss(marked), expected - game.value(s))
        for roll in game.chances:
            assert same(evaluation.choice_loss(roll, marked), choice_loss(game, twin, s, roll))


def choice_loss(game: twins.Game, twin: twins.Policy, s: twins.Cells, roll: int) -> Fraction:
    options = game.options(s, roll)
    if len(options) < 2:
        return Fraction(0)
    best = min(game.value(s | option) for option in options)
    choice = twin(s, roll, options)
    return sum((share * (game.value(s | option) - best) for option, share in choice.items()), Fraction(0))


@settings(max_examples=12)
@given(pairs(), st.data())
@pytest.mark.slow
def test_every_policy_matches_the_reference_implementation_at_every_set(pair: Pair, data: st.DataObject) -> None:
    size = pair.position.rules.layout.size
    order = tuple(cell for cell in CENTRE_FIRST if cell < size)
    policies: list[tuple[Policy, twins.Policy]] = [
        (Optimal(TieBreak.LARGEST), pair.game.tie_break("largest")),
        (Prefer(order), twins.prefer(*order)),
        (Weighted(tuple(range(1, size + 1))), twins.weighted(*range(1, size + 1))),
        (Weighted(), twins.uniform),
    ]
    policy, twin = data.draw(st.sampled_from(policies))
    check(pair, evaluate(pair.position, policy=policy), twin)


@given(pairs())
def test_optimal_play_has_no_loss(pair: Pair) -> None:
    evaluation = evaluate(pair.position)
    assert {evaluation.loss(marked) for marked in evaluation.solution.values} <= {0}
    for marked in list(evaluation.solution.values)[:20]:
        for roll in evaluation.solution.hits(marked):
            assert evaluation.choice_loss(roll, marked) == 0


def test_the_loss_of_a_policy_follows_from_the_losses_of_its_choices() -> None:
    """loss(S) = Σ p(v) (loss of the choice + loss after it) / p_hit."""
    evaluation = evaluate(BOARD, policy=Prefer(CENTRE_FIRST))
    solution = evaluation.solution
    dice = solution.position.rules.dice
    for marked in solution.values:
        total = Fraction(0)
        for roll in solution.hits(marked):
            order = [c for c in CENTRE_FIRST if c in {k for o in solution.candidates(roll, marked) for k in o.cells}]
            after = evaluation.choice_loss(roll, marked) + evaluation.loss(marked | 1 << order[0])
            total += Fraction(int(dice.weight(roll)), dice.total) * Fraction(str(after))
        assert same(evaluation.loss(marked), total / Fraction(str(solution.p_hit(marked))))


def test_marking_the_centre_first_is_wrong_on_the_papers_board_b() -> None:
    """On this board, the order centre, corners, edges leads to the wrong mark for the first 6."""
    evaluation = evaluate(BOARD, policy="prefer:4,0,2,6,8,1,3,5,7")
    assert evaluation.loss() > 0
    assert evaluation.choice_loss(6) == optimal_play(BOARD).candidates(6)[1].loss > 0
    assert evaluation.choice_loss(7) >= 0
    assert evaluation.choice_loss(12) == 0


def test_invalid_sets_and_rolls_are_rejected() -> None:
    evaluation = evaluate("*6 7 6 / 7 7 7 / 6 6 6", policy="random")
    with pytest.raises(InputError, match="expected marked cells that include those of"):
        evaluation.value(0)
    with pytest.raises(InputError, match="expected a roll of 2d6, got 13"):
        evaluation.choice_loss(13)
    assert evaluation.value(0b111) == evaluation.loss(0b111) == 0


def test_a_finished_game_has_no_loss() -> None:
    evaluation = evaluate("*6 *7 *6 / 7 7 7 / 6 6 6", policy="random")
    assert evaluation.expected_rolls == evaluation.loss() == evaluation.choice_loss(7) == 0
    assert evaluation.values == {}


def test_the_repr_names_the_policy() -> None:
    assert repr(evaluate(BOARD, policy="prefer:4")) == f"<Evaluation of prefer:4 on {BOARD}: 14.196273 rolls>"
    assert evaluate(BOARD, tie_break="random").policy == Optimal(TieBreak.RANDOM)


def test_only_requested_parts_are_included() -> None:
    plain, whole = evaluate(BOARD, policy="random"), evaluate(BOARD, policy="random", upto=6, why=True)
    chain = chain_of(BOARD, policy="random")
    assert (plain.distribution, plain.why, plain.changes) == (None, None, ())
    assert plain.moments == whole.moments == chain.moments()
    assert plain.variance == chain.variance
    assert whole.distribution == tuple(chain.distribution(6))
    assert whole.why == why(chain)
    assert whole.changes == best_changes(optimal_play(BOARD))


def test_values_are_computed_on_demand() -> None:
    evaluation = evaluate(BOARD, policy="random")
    with patch("dicebingo.solo.evaluation.make_chain", wraps=make_chain) as make:
        assert evaluation.loss() == evaluation.value() - evaluation.solution.value()
        assert make.call_count == 0
        assert evaluation.value(1) != evaluation.value(2)
        assert make.call_count == 1


def test_policies_are_evaluated_in_float64() -> None:
    evaluation = evaluate(BOARD, policy="random", exact=False)
    exact = evaluate(BOARD, policy="random")
    assert evaluation.expected_rolls == pytest.approx(float(exact.expected_rolls))
    assert evaluation.loss(1) == pytest.approx(float(exact.loss(1)))
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells"):
        evaluate([7] * 20, rules=Rules.of("4x5", "2d6"), policy="random")
    with pytest.raises(TooLarge, match="expected at most 16 unmarked cells"):
        evaluate([7] * 20, rules=Rules.of("4x5", "2d6")).value(1)
