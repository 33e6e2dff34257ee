"""Dice: a probability distribution over non-negative integers, stored as integer weights.

A value v is rolled with probability weight(v) / total. Weights are positive and have no common divisor, so two
dice are equal exactly when their distributions are.

The text form is a sum of terms:

    2d6                two dice with six sides           d10+d20          dice with different numbers of sides
    product(2d6)       the product instead of the sum    product(d6, d8)  the product of two different dice
    {1:1,2:3}          a loaded die (value:weight)       2{1:1,2:3}       two such dice
    d6+1               a die plus a constant, which is a die with one face
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from operator import add, index, mul
from typing import Any, NoReturn

from dicebingo.checked import Checked
from dicebingo.errors import LONGEST, InputError, expect_type, quote, shown

# Without limits, a string such as 99999999d6 would exhaust the memory.
MAX_DICE = 100
MAX_VALUES = 1_000
MAX_DIGITS = 18
MAX_WEIGHT_DIGITS = 100
MAX_TOTAL = 10**MAX_WEIGHT_DIGITS
MAX_TEXT = 20_000

Weights = Mapping[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class Dice(Checked):
    """A probability distribution over values; each roll draws one value.

    ``values`` are in increasing order, and ``weights`` are proportional to their probabilities. ``text`` is the
    notation of the dice; comparisons ignore it.

    >>> dice = Dice.parse("2d6")
    >>> dice.probability(7)
    Fraction(1, 6)
    >>> Dice.parse("d6+d6") == dice == Dice.from_weights({v: 6 - abs(v - 7) for v in range(2, 13)})
    True
    """

    values: tuple[int, ...]
    weights: tuple[int, ...]
    text: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if not self.values:
            raise InputError("expected dice with at least one value, got none")
        if len(self.values) > MAX_VALUES:
            raise InputError(
                f"expected dice with at most {MAX_VALUES} different values, got {len(self.values)}",
                "values",
                most=MAX_VALUES,
            )
        if len(self.weights) != len(self.values):
            raise InputError(f"expected {len(self.values)} weights, one per value, got {len(self.weights)}")
        if list(self.values) != sorted(set(self.values)):
            raise InputError("expected distinct values in increasing order")
        for value, weight in zip(self.values, self.weights, strict=True):
            if not 0 <= value < 10**MAX_DIGITS:
                expected = f"expected dice with values of at least 0 and less than 10^{MAX_DIGITS}"
                raise InputError(f"{expected}, got {quote(value)}")
            if weight <= 0:
                raise InputError(f"expected dice with positive weights, got the weight {weight} for the value {value}")
        if sum(self.weights) > MAX_TOTAL:
            raise InputError(f"expected dice with at most 10^{MAX_WEIGHT_DIGITS} equally likely outcomes, got more")
        divisor = gcd(*self.weights)
        object.__setattr__(self, "weights", tuple(weight // divisor for weight in self.weights))
        if not self.text:
            loaded = ",".join(f"{v}:{w}" for v, w in zip(self.values, self.weights, strict=True))
            object.__setattr__(self, "text", f"{{{loaded}}}")
        if len(self.text) > MAX_TEXT:
            raise InputError(f"expected dice written in at most {MAX_TEXT} characters, got {len(self.text)}")

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Parse dice (see the module's docstring)."""
        expect_type(text, str)
        if len(text) > MAX_TEXT or text.count("(") > MAX_DICE:
            raise InputError(f"expected dice such as 2d6, got {quote(text)}", "dice", got=text[:LONGEST])
        return _Parser(text).dice()

    @classmethod
    def from_weights(cls, weights: Weights, text: str = "") -> Dice:
        """Return dice that roll each value with a probability proportional to its weight."""
        try:
            whole = {index(value): index(weight) for value, weight in weights.items()}
        except (AttributeError, TypeError):
            raise InputError(f"expected whole numbers as values and weights, got {shown(weights)}") from None
        values = tuple(sorted(whole))
        return cls(values, tuple(whole[value] for value in values), text)

    @property
    def total(self) -> int:
        """The sum of all weights: the common denominator of the probabilities."""
        return sum(self.weights)

    def weight(self, value: int) -> int:
        """Return the weight of ``value``, or 0 if the dice cannot roll it."""
        whole = as_value(value)
        return self.weights[self.values.index(whole)] if whole in self.values else 0

    def probability(self, value: int) -> Fraction:
        """Return the exact probability of ``value``."""
        return Fraction(self.weight(value), self.total)

    def roll(self, value: int) -> int:
        """Return the rolled value as an ``int``; raise an error if the dice cannot roll it."""
        whole = as_value(value)
        if whole is None or whole not in self.values:
            raise InputError(f"expected a roll of {self}, got {shown(value)}")
        return whole

    def equally_likely(self) -> tuple[tuple[int, ...], ...]:
        """Return the values, grouped into classes of equal probability.

        Values in the same class are interchangeable in solo play.
        """
        classes: dict[int, list[int]] = {}
        for value, weight in zip(self.values, self.weights, strict=True):
            classes.setdefault(weight, []).append(value)
        return tuple(tuple(values) for values in classes.values())

    def __contains__(self, value: object) -> bool:
        return as_value(value) in self.values

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Dice.parse({self.text!r})"


def as_value(value: Any) -> int | None:
    """Convert a value of the dice or of a cell to an ``int``.

    For example, numpy's 7 and 7.0 become 7. Return None if the value is not a whole number.
    """
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return None if isinstance(value, bool) else int.__index__(index(value))
    except TypeError:
        return None


def _combined(operation: Callable[[int, int], int], dice: list[Weights]) -> Weights:
    """Return the distribution of x ∘ y ∘ ... for independent dice x, y, ..., where ∘ is ``operation``."""
    found, *others = dice
    for die in others:
        first, found = found, Counter()
        for x, p in first.items():
            for y, q in die.items():
                found[operation(x, y)] += p * q
            if len(found) > MAX_VALUES:
                text = f"expected dice with at most {MAX_VALUES} different values, got more"
                raise InputError(text, "values", most=MAX_VALUES)
    return found


class _Parser:
    """A recursive-descent parser for ``terms := term ('+' term)*``. A term is a list of equal, independent dice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = re.findall(r"\d+|product|[d{}():,+]|\S", text.lower())
        self.at = self.count = 0

    def dice(self) -> Dice:
        weights = self.terms()
        self.expect("", "the end")
        return Dice.from_weights(weights, re.sub(r"\s+", "", self.text.lower()))

    def terms(self) -> Weights:
        parts = self.term()
        while self.take("+"):
            parts += self.term()
        return _combined(add, parts)

    def term(self) -> list[Weights]:
        if self.take("product"):
            self.expect("(", "( after product")
            factors = self.term()
            while self.take(","):
                factors += self.term()
            self.expect(")", "a comma or )")
            return [_combined(mul, factors)]
        count = self.number("dice") if self.peek().isdecimal() else None
        if self.take("d"):
            sides = self.number("sides")
            # Check the size here, because listing the faces of a larger die could exhaust the memory.
            if not 1 <= sides <= MAX_VALUES:
                self.fail(f"dice with 1 to {MAX_VALUES} sides", str(sides))
            return self.several(count, dict.fromkeys(range(1, sides + 1), 1))
        if self.take("{"):
            return self.several(count, self.loaded())
        if count is None:
            self.fail("dice such as 2d6, product(2d6) or {1:1,2:3}")
        return self.several(None, {count: 1})

    def several(self, count: int | None, die: Weights) -> list[Weights]:
        count = 1 if count is None else count
        self.count += count
        if count == 0 or self.count > MAX_DICE:
            self.fail(f"1 to {MAX_DICE} dice", str(self.count if count else 0))
        return [die] * count

    def loaded(self) -> Weights:
        weights: dict[int, int] = {}
        while True:
            value = self.number("a value")
            self.expect(":", ": and the weight of a value")
            if value in weights:
                self.fail("each value once", str(value))
            weights[value] = self.number("a weight", MAX_WEIGHT_DIGITS)
            if weights[value] == 0:
                self.fail(f"a positive weight for the value {value}", "0")
            if not self.take(","):
                self.expect("}", "a comma or }")
                return weights

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        found = self.peek() == token
        self.at += found
        return found

    def expect(self, token: str, name: str) -> None:
        if not self.take(token):
            self.fail(name)

    def number(self, name: str, digits: int = MAX_DIGITS) -> int:
        token = self.peek()
        if not (token.isascii() and token.isdecimal()):
            self.fail(f"a number ({name})")
        if len(token) > digits:
            self.fail(f"a number ({name}) of at most {digits} digits", token)
        self.at += 1
        return int(token)

    def fail(self, expected: str, got: str | None = None) -> NoReturn:
        found = self.peek() if got is None else got
        text = f"dice {quote(self.text)}: expected {expected}, got {quote(found) if found else 'the end'}"
        raise InputError(text, "dice", got=self.text[:LONGEST])
