"""In each named variant, expected numbers of rolls agree with those of a reference implementation."""

from __future__ import annotations

from random import Random

import pytest

from dicebingo.errors import InputError
from dicebingo.model.board import Board
from dicebingo.model.dice import Dice
from dicebingo.model.layout import Layout
from dicebingo.model.rules import Marking, Rules
from dicebingo.model.variants import VARIANTS, Variant, classic, find_rules
from dicebingo.solo.mdp import optimal_play
from tests.strategies import same
from tests.twins.solo import NONE, make_game

SMALL = [variant for variant in VARIANTS if variant.rules.layout.size <= 9]
LARGE = [variant for variant in VARIANTS if variant.rules.layout.size > 9]


def by_name(variant: Variant) -> str:
    return variant.name


@pytest.mark.parametrize("variant", SMALL, ids=by_name)
def test_expected_rolls_of_boards_match_the_reference_implementation_in_every_variant(variant: Variant) -> None:
    rules = variant.rules
    values = Random(variant.name).choices(rules.dice.values, k=rules.layout.size)
    game = make_game(variant.layout, variant.dice, values, marks_all=rules.marking is Marking.ALL)
    assert same(optimal_play(Board(tuple(values), rules)).expected_rolls, game.value(NONE))


@pytest.mark.parametrize("variant", LARGE, ids=by_name)
def test_expected_rolls_of_positions_match_the_reference_implementation_in_every_large_variant(
    variant: Variant,
) -> None:
    """Leave every line incomplete but few cells unmarked, so that the slow reference implementation visits few sets."""
    rules, side = variant.rules, variant.rules.layout.width
    unmarked = {step * (side + 1) for step in range(side)} | {side - 1, side // 2, side * (side // 2)}
    cells = range(rules.layout.size)
    marked = frozenset(cell for cell in cells if cell not in unmarked)
    values = Random(variant.name).choices(rules.dice.values, k=len(cells))
    game = make_game(variant.layout, variant.dice, values)
    tokens = ["F" if c in game.free else "x" if c in marked else str(values[c]) for c in cells]
    assert not game.won(marked)
    assert same(optimal_play(" ".join(tokens), rules=rules).expected_rolls, game.value(marked | game.free))


def test_rules_are_found_by_alias() -> None:
    assert find_rules("3x3") == find_rules("CLASSIC") == classic()
    assert find_rules("Free-Centre") == find_rules("5x5-free")
    names = [name for variant in VARIANTS for name in (variant.name, *variant.aliases)]
    assert len(set(names)) == len(names)
    for variant in VARIANTS:
        assert all(find_rules(name) == variant.rules for name in (variant.name, *variant.aliases))
        assert find_rules(variant.name).name == variant.name
        assert variant.about.endswith(".")


def test_the_classic_rules_are_those_of_the_paper() -> None:
    rules = classic()
    assert rules.layout == Layout.parse("3x3:rows+columns+diagonals")
    assert rules.dice == Dice.parse("2d6")
    assert rules.marking is Marking.ONE


@pytest.mark.parametrize("name", ["", "chess", "classic ", "2x2:rows", "x" * 10_000])
def test_unknown_rules_are_rejected(name: str) -> None:
    with pytest.raises(InputError, match=r"expected named rules \(classic, .*\), got '"):
        find_rules(name)


def test_an_unknown_marking_is_rejected() -> None:
    with pytest.raises(InputError, match="expected the marking rule one or all, got 'two'"):
        Rules.of("3x3", "2d6", "two")  # type: ignore[arg-type]


def test_the_name_does_not_affect_equality() -> None:
    same_rules = Rules(classic().layout, classic().dice, name="mine")
    assert same_rules == classic()
    assert hash(same_rules) == hash(classic())
    assert str(same_rules) == "mine (3x3, 2d6)"
    assert str(Rules.of("3x3", "2d6", "all")) == "3x3, 2d6, marking all"
    assert Rules.of("3x3", "2d6", "all") != classic()


@pytest.mark.parametrize("rules", [Rules.of("3x3:rows", "product(2d6)", "all"), Rules.of("#f/##:##/..", "{1:1,2:3}")])
def test_the_repr_evaluates_to_the_same_rules(rules: Rules) -> None:
    assert eval(repr(rules), {"Rules": Rules}) == rules
