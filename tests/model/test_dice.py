"""Dice: probabilities match enumerated throws, text parses back to the same dice, and invalid dice are rejected."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicebingo.errors import InputError
from dicebingo.model.dice import MAX_DICE, MAX_TEXT, MAX_VALUES, Dice
from tests.strategies import int64, same
from tests.twins.solo import DICE, chances_of, products, sums

die = st.integers(1, 12).map(lambda sides: f"d{sides}")
several = st.builds(lambda count, sides: f"{count}d{sides}", st.integers(1, 3), st.integers(1, 10))
constant = st.integers(0, 30).map(str)
loaded = st.dictionaries(st.integers(0, 50), st.integers(1, 40), min_size=1, max_size=6).map(
    lambda weights: "{" + ", ".join(f"{v}:{w}" for v, w in weights.items()) + "}"
)
term = st.one_of(die, several, constant, loaded, loaded.map(lambda text: "2 " + text))
factors = st.lists(st.one_of(die, constant, loaded), min_size=1, max_size=3)
multiplied = factors.map(lambda parts: f"Product({', '.join(parts)})")


@pytest.mark.parametrize("text", DICE)
def test_probabilities_match_the_enumerated_throws(text: str) -> None:
    dice = Dice.parse(text)
    assert dice.values == tuple(sorted(DICE[text]))
    assert all(same(dice.probability(v), p) for v, p in DICE[text].items())
    assert all(v in dice for v in dice.values)
    assert sum(dice.weights) == dice.total


@pytest.mark.parametrize(
    ("text", "chances"),
    [
        ("product(d6, d8)", products(6, 8)),
        ("product(2d4,3)", chances_of(3 * a * b for a in range(1, 5) for b in range(1, 5))),
        ("product(d4,d4)+1", chances_of(a * b + 1 for a in range(1, 5) for b in range(1, 5))),
        ("2{1:1,2:3}", chances_of(a + b for a in (1, 2, 2, 2) for b in (1, 2, 2, 2))),
        ("1d6 + 1d8 + 2", chances_of(a + b + 2 for a in range(1, 7) for b in range(1, 9))),
        ("D6+2D4", sums(6, 4, 4)),
        ("{0:1}", {0: Fraction(1)}),
        ("0", {0: Fraction(1)}),
        ("d1", {1: Fraction(1)}),
        ("product(0,d6)", {0: Fraction(1)}),
    ],
)
def test_every_form_of_dice_is_parsed(text: str, chances: dict[int, Fraction]) -> None:
    dice = Dice.parse(text)
    assert {v: Fraction(w, dice.total) for v, w in zip(dice.values, dice.weights, strict=True)} == chances


def test_dice_with_equal_distributions_are_equal() -> None:
    assert Dice.parse("2d6") == Dice.parse("d6+d6") == Dice.from_weights({v: 12 - 2 * abs(v - 7) for v in range(2, 13)})
    assert hash(Dice.parse("2d6")) == hash(Dice.parse("d6 + d6"))
    assert Dice.parse("{1:2,2:4}") == Dice.parse("{2:2,1:1}") == Dice((1, 2), (10, 20))
    assert Dice.parse("2d6") != Dice.parse("d12")


def test_impossible_values_have_no_weight() -> None:
    dice = Dice.parse("2d6")
    assert dice.weight(13) == dice.probability(1) == 0
    assert 13 not in dice
    assert None not in dice


def test_equally_likely_values_are_grouped() -> None:
    assert Dice.parse("2d6").equally_likely() == ((2, 12), (3, 11), (4, 10), (5, 9), (6, 8), (7,))
    assert Dice.parse("d4").equally_likely() == ((1, 2, 3, 4),)


@given(st.lists(term, min_size=1, max_size=3).map(" + ".join))
def test_text_and_repr_round_trip(text: str) -> None:
    dice = Dice.parse(text)
    assert Dice.parse(str(dice)) == dice
    assert str(Dice.parse(str(dice))) == str(dice)
    assert eval(repr(dice), {"Dice": Dice}) == dice


@given(st.lists(st.one_of(term, multiplied), min_size=1, max_size=2).map("+".join))
def test_sums_of_any_terms_are_distributions(text: str) -> None:
    dice = Dice.parse(text)
    assert list(dice.values) == sorted(set(dice.values))
    assert min(dice.weights) > 0
    assert gcd(*dice.weights) == 1
    assert Dice.parse(str(dice)) == dice


@given(st.dictionaries(st.integers(0, 10**18 - 1), st.integers(1, 10**30), min_size=1, max_size=30))
def test_any_distribution_can_be_written_as_text(weights: dict[int, int]) -> None:
    dice = Dice.from_weights(weights)
    assert eval(repr(dice), {"Dice": Dice}) == dice
    total = sum(weights.values())
    assert all(same(dice.probability(v), Fraction(w, total)) for v, w in weights.items())


def test_the_largest_distributions_can_be_written_as_text() -> None:
    for dice in (
        Dice.from_weights({v: v + 1 for v in range(MAX_VALUES)}),
        Dice.from_weights({1: 10**99, 2: 1}),
        Dice.parse("d1000"),
    ):
        assert Dice.parse(str(dice)) == dice


def test_integers_of_other_types_are_accepted() -> None:
    largest = int64(2**62)
    dice = Dice.from_weights({int64(1): largest, int64(2): largest - 1})
    assert dice == Dice.from_weights({1: 2**62, 2: 2**62 - 1})
    assert dice.total == 2**63 - 1
    assert all(type(number) is int for number in (*dice.values, *dice.weights))
    assert str(Dice.from_weights({True: 1})) == "{1:1}"


@pytest.mark.parametrize(
    ("text", "expected", "got"),
    [
        ("", "expected dice such as 2d6", "the end"),
        ("2d6+", "expected dice such as 2d6", "the end"),
        ("+2d6", "expected dice such as 2d6", "'+'"),
        ("abc", "expected dice such as 2d6", "'a'"),
        ("d", "expected a number (sides)", "the end"),
        ("d0", "expected dice with 1 to 1000 sides", "'0'"),
        ("d1001", "expected dice with 1 to 1000 sides", "'1001'"),
        ("0d6", "expected 1 to 100 dice", "'0'"),
        ("5d6+0d6", "expected 1 to 100 dice", "'0'"),
        ("99999999d6", "expected 1 to 100 dice", "'99999999'"),
        ("60d2+60d2", "expected 1 to 100 dice", "'120'"),
        ("+".join(["1"] * 101), "expected 1 to 100 dice", "'101'"),
        ("9" * 19, "of at most 18 digits", "'9999999999999999999'"),
        ("2d6 7", "expected the end", "'7'"),
        ("1 2d6", "expected the end", "'2'"),
        ("2 product(d6)", "expected the end", "'product'"),
        ("product", "expected ( after product", "the end"),
        ("product(d6", "expected a comma or )", "the end"),
        ("product()", "expected dice such as 2d6", "')'"),
        ("{}", "expected a number (a value)", "'}'"),
        ("{1}", "expected : and the weight", "'}'"),
        ("{1:1", "expected a comma or }", "the end"),
        ("{1:0}", "expected a positive weight for the value 1", "'0'"),
        ("{1:-1}", "expected a number (a weight)", "'-'"),
        ("{-1:1}", "expected a number (a value)", "'-'"),
        ("{1:1,1:2}", "expected each value once", "'1'"),
        ("{1:1.5}", "expected a comma or }", "'.'"),
        ("\u0662d6", "expected a number (dice)", "'\\u0662'"),
        ("\uff12d\uff16", "expected a number (dice)", "'\\uff12'"),
        ("2d6\0", "expected the end", "'\\x00'"),
    ],
)
def test_invalid_dice_strings_are_rejected(text: str, expected: str, got: str) -> None:
    with pytest.raises(InputError) as error:
        Dice.parse(text)
    message = str(error.value)
    assert expected in message
    assert message.endswith(f"got {got}")
    assert "\n" not in message


@pytest.mark.parametrize(
    "text",
    [
        "100d100",
        "product(100d10)",
        "product(" * 500,
        "product(" * (MAX_TEXT // 8),
        "product(" + ",".join(["9" * 18] * 1_000) + ")",
        "product(" + ",".join(["9" * 18] * MAX_DICE) + ")",
        "100{1:" + "9" * 18 + ",2:1}",
        "7" * (MAX_TEXT + 1),
        "{" * 10_000,
        "d6+" * 3_333,
    ],
)
def test_enormous_dice_are_rejected_with_a_short_message(text: str) -> None:
    with pytest.raises(InputError, match="expected") as error:
        Dice.parse(text)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({}, "at least one value, got none"),
        ({-1: 1}, "values of at least 0 and less than"),
        ({10**18: 1}, "values of at least 0 and less than"),
        ({1: 0}, "positive weights, got the weight 0 for the value 1"),
        ({1: 2, 2: -3}, "positive weights, got the weight -3 for the value 2"),
        ({1: 0.5}, "whole numbers"),
        ({1.5: 1}, "whole numbers"),
        ({1: Fraction(1, 2)}, "whole numbers"),
        ({"1": 1}, "whole numbers"),
        ({None: 1}, "whole numbers"),
        (dict.fromkeys(range(MAX_VALUES + 1), 1), "at most 1000 different values, got 1001"),
        ({1: 10**100, 2: 1}, "equally likely outcomes, got more"),
        ({v: 10**96 + v for v in range(1000)}, "characters"),
    ],
)
def test_invalid_weights_are_rejected(weights: Any, message: str) -> None:
    with pytest.raises(InputError, match="expected") as error:
        Dice.from_weights(weights)
    assert message in str(error.value)


def test_the_constructor_rejects_invalid_weights() -> None:
    for values, weights in (((1,), (0,)), ((2, 1), (1, 1)), ((1, 1), (1, 1)), ((), ()), ((1, 2), (1,))):
        with pytest.raises(InputError, match="expected"):
            Dice(values, weights)
