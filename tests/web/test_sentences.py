"""Check the page's sentences about random boards and games against exact numbers.

Node calls the page's functions in one batch for each test. The expected numbers are fractions, which the tests compute
themselves or with the reference implementations in ``tests.twins``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dicebingo import match, solve
from dicebingo.classroom.reveal import replays
from dicebingo.render.printing.lesson import _cell
from dicebingo.render.printing.words.en import LESSON
from tests.strategies import Pair, pair_of
from tests.twins import matches as twin
from tests.twins.solo import DICE, Cells, Game, size_of
from tests.web.sentences import Call, amount, call_page, read

Numbers = Mapping[str, Any]
HUNDREDTH = Fraction(1, 100)
NEAR = [Fraction(0), Fraction(1), Fraction(1, 10**6), 1 - Fraction(1, 10**30), Fraction(1, 10**400), Fraction(1, 200)]
NEAR += [Fraction(1, 2000), 1 - Fraction(1, 2000), Fraction(3, 1000), Fraction(-1, 10**5), Fraction(-1, 200)]


def random_numbers(seed: int, count: int, low: int, high: int) -> Iterator[Fraction]:
    """Yield random numbers from ``low`` to ``high``. Many of them are close to a round number."""
    chance = random.Random(seed)
    for _ in range(count):
        number = low + (high - low) * Fraction(chance.randrange(10**9), 10**9)
        near = Fraction(chance.choice([-1, 0, 1]), 10 ** chance.randrange(3, 40))
        yield chance.choice([number, round(number, 2) + near, round(number, 1) + near])


# Numbers


@pytest.mark.parametrize("language", ["en", "de"])
def test_numbers_are_rounded_to_nearest_and_show_a_sign_unless_they_are_zero(language: str) -> None:
    shares = [n for n in NEAR if n >= 0] + [n for n in random_numbers(1, 1500, 0, 1) if 0 <= n <= 1]
    rolls = NEAR + list(random_numbers(2, 1500, -30, 30))
    texts = call_page(
        [("format.js", "chance", [amount(n)]) for n in shares]
        + [("format.js", "change", [amount(n)]) for n in rolls]
        + [("format.js", "rolls", [amount(n)]) for n in rolls],
        language,
    )
    point = re.escape("," if language == "de" else ".")
    assert [text for text in texts if not re.fullmatch(rf"[<>+±\N{{MINUS SIGN}}-]?\d+{point}\d+(\s?%)?", text)] == []
    for number, text in zip(shares, texts, strict=False):
        if text[0] in "<>":
            assert (0 < number < read(text)) if text[0] == "<" else (read(text) < number < 1)
        else:
            assert abs(read(text) - number) <= Fraction(1, 1999)
            assert (read(text) in (0, 1)) == (number in (0, 1))
    for number, text in zip(rolls, texts[len(shares) :], strict=False):
        assert abs(read(text) - number) <= Fraction(1, 199)
        signs = {0: "", 1: "+", -1: "\N{MINUS SIGN}"}
        sign = (number > 0) - (number < 0) if read(text) else None
        assert text[0] == (signs[sign] if sign else "0" if number == 0 else "±")
    for number, text in zip(rolls, texts[len(shares) + len(rolls) :], strict=False):
        assert abs(read(text) - number) <= Fraction(1, 199)
        assert text.startswith("-") == (read(text) < 0)


def test_bounds_of_probabilities_are_rounded_outwards() -> None:
    numbers = [n for n in NEAR if n >= 0] + [n for n in random_numbers(3, 600, 0, 1) if 0 <= n <= 1]
    pairs = [sorted(pair) for pair in zip(numbers, reversed(numbers), strict=True)]
    texts = call_page([("format.js", "bounds", [amount(low), amount(high)]) for low, high in pairs])
    for (low, high), text in zip(pairs, texts, strict=True):
        shown_low, shown_high = map(read, text.split(" and "))
        assert 0 <= low - shown_low < Fraction(1, 1000)
        assert 0 <= shown_high - high < Fraction(1, 1000)


# Sums


def games() -> Iterator[tuple[Fraction, Fraction, Fraction, int]]:
    """Yield the average, cost, luck and rolls of random games on small boards, and of games with near-round numbers."""
    chance = random.Random(4)
    for layout, dice in (("2x2:rows", "1d6"), ("2x3", "{1:1,2:3,5:2}")):
        rolls, size = list(DICE[dice]), size_of(layout)
        for _ in range(50):
            pair = pair_of(layout, dice, chance.choices(rolls, k=size), frozenset())
            marked, moves = frozenset[int](), []
            while not pair.game.won(marked):
                roll = chance.choice(rolls)
                cells = chance.choice(pair.game.options(marked, roll) or [frozenset()])
                marked |= cells
                moves.append((roll, sorted(cells)))
            (played,) = replays([(pair.position.board, moves)]).players
            numbers = pair.game.value(frozenset()), played.loss, played.luck
            mean, loss, luck = (Fraction(str(number)) for number in numbers)
            yield mean, loss, luck, len(moves)
    for mean, loss in zip(random_numbers(5, 300, 3, 20), random_numbers(6, 300, 0, 4), strict=True):
        count, lost = chance.randrange(1, 30), chance.choice([Fraction(0), abs(loss)])
        yield mean, lost, mean + lost - count, count


@pytest.mark.slow
def test_printed_rolls_equal_average_plus_cost_minus_luck() -> None:
    """The numbers add up as printed in the report, and as shown on a phone in English and German."""
    played = list(games())
    assert len(played) == 400
    players = [
        {"finish": rolls, "expected_rolls": amount(mean), "loss": amount(loss), "luck": amount(luck)}
        for mean, loss, luck, rolls in played
    ]
    shown = call_page([("class/sums.js", "printed", [player]) for player in players])
    for exact, player, parts in zip(played, players, shown, strict=True):
        check_sum(exact, *(Fraction(parts[key], 100) for key in ("average", "cost", "luck")))
        paper = [_cell(head, player, LESSON) for head in ("expected", "lost", "luck")]
        check_sum(exact, *map(read, paper))
        assert "-0.00" not in paper
    for language in ("en", "de"):
        texts = call_page([("class/sums.js", "sayGame", ["@words", player]) for player in players], language)
        for exact, told in zip(played, texts, strict=True):
            left, right = told["sum"].split(" = ")
            average, cost, luck = (read(n) for n in re.findall(r"\d+[.,]\d+", right))
            bad = "bad luck" in right or "Pech" in right
            check_sum(exact, average, cost, -luck if bad else luck)
            assert int(left.split()[0]) == exact[3]


def check_sum(exact: tuple[Fraction, Fraction, Fraction, int], *printed: Fraction) -> None:
    mean, loss, dice, rolls = exact
    average, cost, luck = printed
    assert average + cost - luck == rolls
    assert abs(average - mean) <= HUNDREDTH / 2 + Fraction(1, 10**9)
    assert abs(cost - loss) < HUNDREDTH
    assert abs(luck - dice) < HUNDREDTH
    assert cost == 0 or loss != 0


@pytest.mark.slow
def test_the_average_cost_and_luck_of_a_game_add_up_and_its_sentences_are_true() -> None:
    chance = random.Random(7)
    played = [(mean, loss, luck, rolls, Fraction(0)) for mean, loss, luck, rolls in games()]
    later = list(random_numbers(8, 400, 1, 9))
    played += [(m, c, m + c - n - left, n, left) for (m, c, _, n, _), left in zip(played, later, strict=False)]
    accounts = [
        {"rolls": n, "mean": amount(m), "left": amount(left), "loss": amount(c), "luck": amount(-luck)}
        for m, c, luck, n, left in played
    ]
    choices = [(k := chance.randrange(1, 5), chance.randrange(k) if c else k) for _, c, *_ in played]
    texts = call_page(
        [("play/sums.js", "printed", [one]) for one in accounts]
        + [("play/sums.js", "compared", [one]) for one in accounts]
        + [("play/sums.js", "sayLuck", [one]) for one in accounts]
        + [("play/sums.js", "sayChoices", [*some, one]) for some, one in zip(choices, accounts, strict=True)]
    )
    parts, compared, luck_words, choice_words = (texts[i * len(played) : (i + 1) * len(played)] for i in range(4))
    for i, (mean, loss, luck, rolls, left) in enumerate(played):
        shown = {key: Fraction(number, 100) for key, number in parts[i].items()}
        assert shown["mean"] + shown["loss"] + shown["luck"] == rolls + shown["left"]
        for key, exact in (("mean", mean), ("loss", loss), ("luck", -luck), ("left", left)):
            assert abs(shown[key] - exact) < HUNDREDTH
        ahead = mean - rolls
        word = "exactly the average" if ahead == 0 else "fewer than average" if ahead > 0 else "more than average"
        assert compared[i].endswith(word)
        check_size(compared[i], ahead)
        kind = "exactly average" if luck == 0 else "were unlucky" if luck < 0 else "were lucky"
        assert kind in luck_words[i]
        check_size(luck_words[i], luck)
        assert ("perfect" in choice_words[i] and "cost" not in choice_words[i]) == (loss == 0)
        check_size(choice_words[i], loss)
    for language in ("de", "es"):
        calls: list[Call] = [
            ("play/sums.js", name, [one]) for name in ("compared", "sayLuck") for one in accounts[-300:]
        ]
        told = call_page(calls, language)
        for (mean, _, luck, rolls, _), ahead, lucky in zip(played[-300:], told, told[300:], strict=False):
            check_size(ahead, mean - rolls)
            check_size(lucky, luck)
            unlucky = "Pech" in lucky or "mala suerte" in lucky
            assert unlucky == (luck < 0)


def check_size(text: str, exact: Fraction) -> None:
    """Assert that the number in a sentence is off by less than 0.01, and that "less than 0.01" is not used for zero."""
    for number in re.findall(r"\d+[.,]\d+", text):
        assert abs(abs(exact) - read(number)) < HUNDREDTH
        assert exact != 0


# Compare


def random_pairs(seed: int, count: int, players: int) -> Iterator[tuple[Pair, ...]]:
    """Yield boards with few different values, so that many boards are equally fast or tie often."""
    chance = random.Random(seed)
    for _ in range(count):
        layout, dice = chance.choice([("2x2:rows", "1d6"), ("2x2", "1d6"), ("2x3", "{1:1,2:3,5:2}")])
        few = chance.sample(list(DICE[dice]), 3)
        yield tuple(pair_of(layout, dice, chance.choices(few, k=size_of(layout)), frozenset()) for _ in range(players))


@pytest.mark.slow
def test_the_sentences_about_winning_and_speed_are_true() -> None:
    pairs = list(random_pairs(9, 170, 2))
    found = [match(*(one.position for one in pair)).to_dict() for pair in pairs]
    results = call_page([("compare/results.js", "fromMatch", [one, "smallest"]) for one in found])
    margins = call_page([("compare/results.js", "margin", [result]) for result in results])
    names, who, alone = ["Fox", "Owl"], list[Call](), list[Call]()
    for result, margin in zip(results, margins, strict=True):
        who.append(("compare/results.js", "sayWho", [{**result, "verdict": None}, margin, names]))
        alone.append(("compare/results.js", "sayAlone", [*result["rolls"][:: 1 if margin > 0 else -1], names]))
    told = zip(pairs, call_page(who), call_page(alone), margins, strict=True)
    for pair, said, story, margin in told:
        exact = twin.margin(twin.outcomes([twin.optimal(one.game) for one in pair]))
        assert said == ("The two boards are even." if exact == 0 else f"{names[exact < 0]} beats {names[exact > 0]}.")
        values = [one.game.value(frozenset()) for one in pair]
        if margin <= 0:
            values.reverse()
        check_alone(story, *values)
    near = [(n, n + Fraction(k, 10**e)) for n in random_numbers(10, 300, 3, 9) for k in (-3, 0, 4) for e in (2, 5, 9)]
    texts = call_page([("compare/results.js", "sayAlone", [amount(a), amount(b), names]) for a, b in near])
    for (winner, loser), story in zip(near, texts, strict=True):
        check_alone(story, winner, loser)


def check_alone(story: str, winner: Fraction, loser: Fraction) -> None:
    """Check a sentence in which the first name is the board that wins more often."""
    if winner < loser:
        assert story == "Fox is also faster alone."
    elif winner == loser:
        assert "equally fast" in story
    elif "less than" in story:
        assert winner - loser < Fraction(1, 10**6)
    else:
        assert story.startswith("Yet Owl is faster alone: ")
        fast, slow = re.findall(r"\d+\.\d+", story)
        assert read(fast) < read(slow)
        assert abs(read(fast) - loser) <= Fraction(51, 10 ** (len(fast.split(".")[1]) + 2))
        assert abs(read(slow) - winner) <= Fraction(51, 10 ** (len(slow.split(".")[1]) + 2))


@pytest.mark.slow
def test_the_sentence_about_three_boards_is_true() -> None:
    names = ["Fox", "Owl", "Elk"]
    found = list(random_pairs(11, 60, 3))
    calls: list[Call] = []
    for trio in found:
        shares = match(*(one.position for one in trio)).to_dict()["shares"]
        calls.append(("compare/results.js", "sayShare", [{"shares": shares, "games": 0}, names]))
    for trio, text in zip(found, call_page(calls), strict=True):
        ends = twin.outcomes([twin.optimal(one.game) for one in trio])
        exact = [sum(p / len(winners) for winners, p in ends.items() if i in winners) for i in range(3)]
        best = [name for name, share in zip(names, exact, strict=True) if share == max(exact)]
        said = [name for name in names if name in text]
        assert said == ([] if len(best) == 3 else best)
        assert ("equally" in text) == (len(best) > 1)


# Sentences about deadlines and ranks


@dataclass
class Clock:
    """Computes the largest probability of completing a line within a number of rolls, from its definition."""

    game: Game
    known: dict[tuple[Cells, int], Fraction] = field(default_factory=dict)

    def best(self, marked: Cells, left: int) -> Fraction:
        if self.game.won(marked) or left == 0:
            return Fraction(self.game.won(marked))
        if (marked, left) not in self.known:
            ways = (p * max(self.after(marked, roll, left)) for roll, p in self.game.chances.items())
            self.known[marked, left] = sum(ways, Fraction(0))
        return self.known[marked, left]

    def after(self, marked: Cells, roll: int, left: int) -> list[Fraction]:
        return [self.best(marked | cells, left - 1) for cells in self.game.options(marked, roll) or [frozenset()]]


@pytest.mark.slow
def test_the_sentences_about_deadlines_are_true() -> None:
    """Check the sentences for both kinds of marking. If it marks all matching cells, one roll may complete a line."""
    chance = random.Random(12)
    asked = []
    for _ in range(240):
        layout, dice = chance.choice([("2x2", "1d6"), ("2x3", "{1:1,2:3,5:2}"), ("3x3:rows", "{1:1,2:3,5:2}")])
        few, size = chance.sample(list(DICE[dice]), 3), size_of(layout)
        marked = frozenset(chance.sample(range(size), chance.choice([0, 0, 1, 2])))
        pair = pair_of(layout, dice, chance.choices(few, k=size), marked, marks_all=chance.random() < 0.3)
        if not pair.game.won(marked):
            asked.append((layout, pair, chance.randrange(1, 7)))
    found = [solve(pair.position, deadline=rolls, tie_break="random").to_dict()["deadline"] for _, pair, rolls in asked]
    starts = [bool(pair.start) for _, pair, _ in asked]
    plain = zip(found, starts, strict=True)
    texts = call_page([("design/sentences.js", "sayInTime", [one, marked]) for one, marked in plain])
    marks: list[tuple[Pair, str, int, Numbers]] = []
    for (layout, pair, rolls), one, text in zip(asked, found, texts, strict=True):
        game, start = pair.game, pair.start
        fewest = min(rolls_needed(game, line - start) for line in game.lines)
        best = Clock(game).best(start, rolls)
        fastest = sum(game.pmf(game.tie_break("random"), start, rolls))
        assert ("cannot" in text) == (rolls < fewest) == (best == 0)
        assert ("Playing for speed is also best" in text) == (best == fastest > 0)
        assert (text == "") == (best > fastest)
        for mark in [mark for mark in one["marks"] + one["likeliest"] if mark["gain"]["decimal"] > 0]:
            then = frozenset(mark.get("marked", start))
            marks.append((Pair(pair.position, game, then), layout, mark.get("rolls_left", rolls), mark))
    assert len(marks) > 20
    said = call_page([("design/sentences.js", "sayMark", [mark, rules_of(layout)]) for _, layout, _, mark in marks])
    for (pair, layout, rolls, mark), text in zip(marks, said, strict=True):
        clock, game = Clock(pair.game), pair.game
        even = re.fullmatch("mark (.+) rather than (.+), although they are equally fast", text)
        named = even or re.fullmatch("mark (.+), although (.+) is faster", text)
        assert named is not None
        yes, no = (cells_named(part, layout) for part in named.groups())
        top = max(clock.after(pair.start, mark["roll"], rolls))
        assert {clock.best(pair.start | {cell}, rolls - 1) for cell in yes} == {top}
        assert all(clock.best(pair.start | {cell}, rolls - 1) < top for cell in no)
        slow, fast = ({game.value(pair.start | {cell}) for cell in cells} for cells in (yes, no))
        assert slow == fast if even else max(fast) < min(slow)


def rolls_needed(game: Game, cells: Cells) -> int:
    """Return the smallest number of rolls that can mark these cells."""
    return len({game.values[cell] for cell in cells}) if game.marks_all else len(cells)


def rules_of(layout: str) -> Numbers:
    """Return the parts of the rules that the page needs to describe cells."""
    rows, columns = map(int, layout[:3].split("x"))
    return {"rows": rows, "columns": columns, "grid": list(product(range(rows), range(columns))), "marking": "one"}


def cells_named(text: str, layout: str) -> list[int]:
    """Return the cells that a part of a sentence names."""
    rules = rules_of(layout)
    names = [f"row {row + 1}, column {column + 1}" for row, column in rules["grid"]]
    if layout.startswith("3x3"):
        names = [f"{down} {across}" for down in ("top", "middle", "bottom") for across in ("left", "middle", "right")]
        names[4] = "centre"
    return [names.index(name) for name in re.split(" or |(?<!row .), ", text)]


def test_the_sentence_about_a_rank_is_true() -> None:
    cases = {
        (0, 64, 100): "Of all 164 boards under these rules, none is faster, 63 are equally fast and 100 are slower.",
        (1, 1, 0): "Of all 2 boards under these rules, 1 is faster and none is slower.",
        (1200, 2, 1): "Of all 1,203 boards under these rules, 1,200 are faster, 1 is equally fast and 1 is slower.",
        (0, 5, 0): "All 5 boards under these rules are equally fast.",
        (0, 1, 0): "It is the only board under these rules.",
    }
    keys = ("better", "equal", "worse", "total")
    asked = [dict(zip(keys, (*case, sum(case)), strict=True)) for case in cases]
    assert call_page([("design/sentences.js", "sayRank", [one]) for one in asked]) == list(cases.values())


def test_only_the_best_board_is_called_the_best() -> None:
    praises = call_page([("design/sentences.js", "sayPercentile", [100, best]) for best in (True, False)])
    assert praises[0] == ["You found the best board there is!", "No board is faster under these rules."]
    assert praises[1][0] == "Wow! Hardly any board is better."


@pytest.mark.slow
def test_the_sentence_about_the_length_of_most_games_is_true() -> None:
    calls, exact = [], []
    for (pair,) in random_pairs(13, 60, 1):
        solution = solve(pair.position, upto=60).to_dict()
        mean, deviation = (solution[key]["decimal"] for key in ("expected_rolls", "standard_deviation"))
        calls.append(("design/sentences.js", "sayLengths", [solution["distribution"], mean, deviation]))
        exact.append(pair.game.pmf(pair.game.tie_break("smallest"), frozenset(), 60))
    for pmf, told in zip(exact, call_page(calls), strict=True):
        half = int(told["over"].split()[-1])
        assert sum(pmf[: half + 1]) >= Fraction(1, 2) > sum(pmf[:half])
        low, *more = map(int, re.findall(r"\d+", told["most"]))
        share = sum(pmf[low : (more or [low])[0] + 1])
        assert share > Fraction(1, 2)
        assert told["most"].startswith("All") == (share == 1)


def test_equally_good_pupils_stay_together_at_the_top_of_a_list() -> None:
    """The order in which pupils joined does not decide which of several equally good pupils is mentioned."""
    chance = random.Random(3)
    calls: list[list[dict[str, Any]]] = []
    for size in (0, 3, 5, 6, 30, 30, 30):
        losses = sorted(Fraction(chance.randrange(4), 3) for _ in range(size))
        calls.append([{"name": str(i), "loss": amount(loss)} for i, loss in enumerate(losses)])
    for players, found in zip(calls, call_page([("class/sums.js", "top", [p, 5, "loss"]) for p in calls]), strict=True):
        shown, tied = found["shown"], found["tied"]
        assert shown + tied == players[: len(shown) + len(tied)]
        assert len(shown) <= 5
        assert len(shown) + len(tied) >= min(5, len(players))
        rest = players[len(shown) + len(tied) :]
        assert not any(one["loss"] == other["loss"] for one in rest for other in shown + tied)


def test_pupils_praised_for_choosing_well_had_a_choice() -> None:
    """A pupil who never had a choice does not count as choosing well.

    Among equally good pupils, pupils with more choices come first.
    """
    told = [(name, choices, loss) for name, (choices, loss) in enumerate([(0, 0), (1, 0), (3, 0), (2, 1), (None, 0)])]
    players = [{"name": name, "choices": choices, "loss": amount(Fraction(loss))} for name, choices, loss in told]
    (found,) = call_page([("class/sums.js", "byCost", [players])])
    assert [player["name"] for player in found] == [2, 1, 3]


def test_every_bingo_is_in_the_chart() -> None:
    """The chart has a bar for each bingo, even after the thirtieth roll or beyond the end of the theory's curve."""
    chance = random.Random(4)
    cases = [([0] * 34 + [2, 0, 0], [0.0, 0.0, 0.5, 0.5]), ([], [0.0, 1.0]), ([1], [0.0, 0.0, 1.0]), ([0, 3], [])]
    for _ in range(50):
        theory = [chance.random() / 60 for _ in range(chance.randrange(1, 90))]
        cases.append(([chance.choice([0, 0, 0, 1]) for _ in range(chance.randrange(60))], theory))
    spans = call_page([("class/sums.js", "rollsShown", list(case)) for case in cases])
    for (counts, theory), span in zip(cases, spans, strict=True):
        bingos = [roll for roll, count in enumerate(counts) if count]
        assert all(span["begin"] <= roll < span["end"] for roll in bingos)
        assert 0 <= span["begin"] <= span["end"] <= max(30, len(counts), 1)
        assert span["end"] >= min(30, len(counts)) or not theory


def test_sentences_about_all_pairs_are_true() -> None:
    """Check the sentences about a class against the results of all pairs of pupils."""
    chance, size = random.Random(5), 12
    wins = [[chance.random() / 2 for _ in range(size)] for _ in range(size)]
    beats = [[(wins[i][j] > wins[j][i]) - (wins[i][j] < wins[j][i]) for j in range(size)] for i in range(size)]
    means = [Fraction(chance.randrange(60, 90), 10) for _ in range(size)]
    players = [{"expected_rolls": amount(mean)} for mean in means]
    (found,) = call_page([("class/sums.js", "highlights", [{"wins": wins, "beats": beats}, players])])
    won = {(i, j): wins[i][j] - wins[j][i] for i in range(size) for j in range(size) if beats[i][j] > 0}
    assert tuple(found["clearest"]) == max(won, key=lambda pair: won[pair])
    assert tuple(found["closest"]) == min(won, key=lambda pair: won[pair])
    upsets = {pair: lead for pair, lead in won.items() if means[pair[0]] > means[pair[1]]}
    assert [tuple(pair) for pair in found["upsets"]] == sorted(upsets, key=lambda pair: -upsets[pair])
    duels = {
        (0.531, 0.4): "53.1% to 40.0%",
        (0.406312, 0.406309): "40.6312% to 40.6309%",
        (4e-4, 3e-4): "0.04% to 0.03%",
    }
    said = call_page([("class/sums.js", "sayDuel", ["@words", ["A", "B"], pair]) for pair in [*duels, (0.4, 0.4)]])
    assert said == [f"A beats B: {text}" for text in duels.values()] + ["A beats B by a hair: each wins about 40.0%"]
    counts = [sum(sign > 0 for sign in row) for row in beats]
    assert (found["best"], found["beaten"]) == ([i for i in range(size) if counts[i] == max(counts)], max(counts))
