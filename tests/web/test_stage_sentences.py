"""Check the advice that *Duel* and *Play* give on random stage games. ``tests.twins`` recomputes each payoff."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from dicebingo import advise, nash
from dicebingo.duels.objective import DuelObjectiveName
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.model.layout import cells_of
from tests.strategies import Pair, pair_of
from tests.twins import matches as twin
from tests.twins.solo import DICE, Cells, size_of
from tests.web.sentences import Call, call_page
from tests.web.test_sentences import cells_named, rules_of

pytestmark = pytest.mark.slow

RULES = [
    ("3x3", "2d6", False),
    ("3x3", "1d6", False),
    ("3x3:rows+columns", "{1:1,2:3,5:2}", False),
    ("2x3", "1d6", False),
    ("2x2", "{1:1,2:3,5:2}", False),
    ("3x3", "1d6", True),
]
Mixed = dict[int, Fraction]


@dataclass
class Stage:
    """A stage game, with P(first wins), P(second wins) and P(tie) for each pair of choices."""

    layout: str
    pairs: tuple[Pair, Pair]
    roll: int
    objective: DuelObjectiveName
    choices: list[list[Cells]]
    ends: list[list[tuple[Fraction, ...]]]

    def worth(self, player: int, first: Mixed, second: Mixed) -> Fraction:
        """Return the payoff of a pair of mixtures for a player."""
        total = Fraction(0)
        for (i, x), (j, y) in product(first.items(), second.items()):
            own, other = self.ends[i][j][player], self.ends[i][j][1 - player]
            total += x * y * (own - other if self.objective == "score" else own)
        return total

    def is_stable(self, first: Mixed, second: Mixed) -> bool:
        """Return whether neither player can gain by choosing differently."""
        now = [self.worth(player, first, second) for player in (0, 1)]
        rows, columns = (range(len(own)) for own in self.choices)
        return all(self.worth(0, {i: Fraction(1)}, second) <= now[0] for i in rows) and all(
            self.worth(1, first, {j: Fraction(1)}) <= now[1] for j in columns
        )

    def is_dominated(self, player: int, choice: int) -> bool:
        """Return whether another choice is never worse for the player, and sometimes better."""

        def row(mine: int) -> list[Fraction]:
            others = range(len(self.choices[1 - player]))
            sides = ([{mine: Fraction(1)}, {other: Fraction(1)}][:: -1 if player else 1] for other in others)
            return [self.worth(player, *side) for side in sides]

        own = row(choice)
        rivals = (row(other) for other in range(len(self.choices[player])))
        return any(rival != own and all(b >= a for a, b in zip(own, rival, strict=True)) for rival in rivals)


def stages(count: int) -> Iterator[tuple[Stage, dict[str, Any]]]:
    """Yield random stage games in which a player has a choice, with the server's answers."""
    chance = random.Random(20)
    while count:
        layout, dice, marks_all = chance.choice(RULES)
        few, size = chance.sample(list(DICE[dice]), 2), size_of(layout)
        drawn = []
        for _ in range(2):
            marked = frozenset(chance.sample(range(size), chance.randrange(size // 3, size - 1)))
            drawn.append(pair_of(layout, dice, chance.choices(few, k=size), marked, marks_all=marks_all))
        pairs, roll = (drawn[0], drawn[1]), few[0]
        if any(one.game.won(one.start) for one in pairs):
            continue
        choices = [one.game.options(one.start, roll) or [frozenset[int]()] for one in pairs]
        if max(map(len, choices)) == 1:
            continue
        count -= 1
        objective = chance.choice(["win", "win", "score"])
        answer = nash(pairs[0].position, pairs[1].position, roll, objective=objective).to_dict()  # type: ignore[arg-type]
        ends = [[ends_after(pairs, i, j) for j in choices[1]] for i in choices[0]]
        yield Stage(layout, pairs, roll, objective, choices, ends), answer  # type: ignore[arg-type]


@cache
def drawn() -> list[tuple[Stage, dict[str, Any]]]:
    """Return the random stage games that several tests share."""
    return list(stages(320))


def made_up(count: int) -> Iterator[tuple[Stage, dict[str, Any]]]:
    """Yield stage games with small random payoffs, which have many equilibria, many of them mixed."""
    chance = random.Random(21)
    for _ in range(count):
        sizes = [chance.randrange(2, 5), chance.randrange(2, 5)]
        ends = [[quarters(chance) for _ in range(sizes[1])] for _ in range(sizes[0])]
        first, second = (pair_of("3x3", "2d6", [7] * size + [2] * (9 - size), frozenset()) for size in sizes)
        choices = [[frozenset([cell]) for cell in range(size)] for size in sizes]
        objective = chance.choice(["win", "score"])

        def goes_on(a: Position, b: Position, ends: list[list[tuple[Fraction, ...]]] = ends) -> Outcomes[Fraction]:
            (i,), (j,) = cells_of(a.marked), cells_of(b.marked)
            return Outcomes.of_two(*(Fraction(share.numerator, share.denominator) for share in ends[i][j]))

        answer = nash(first.position, second.position, 7, objective=objective, continuation=goes_on).to_dict()  # type: ignore[arg-type]
        yield Stage("3x3", (first, second), 7, objective, choices, ends), answer  # type: ignore[arg-type]


def quarters(chance: random.Random) -> tuple[Fraction, ...]:
    """Return three probabilities, each a multiple of a quarter."""
    first, last = sorted((chance.randrange(5), chance.randrange(5)))
    return Fraction(first, 4), Fraction(last - first, 4), Fraction(4 - last, 4)


def ends_after(pairs: Sequence[Pair], *cells: Cells) -> tuple[Fraction, ...]:
    """Return P(first wins), P(second wins) and P(tie) after a pair of choices if both then play as fast as possible."""
    players = [twin.optimal(one.game, start=one.start | own) for one, own in zip(pairs, cells, strict=True)]
    found = twin.outcomes(players)
    return tuple(found.get(who, Fraction(0)) for who in (twin.FIRST, twin.SECOND, twin.TIE))


def mixture(stage: Stage, player: int, strategy: dict[str, Any]) -> Mixed:
    """Return a strategy from the answer, indexed by choice."""
    names = [str(min(cells)) if cells else "none" for cells in stage.choices[player]]
    return {names.index(name): Fraction(share["exact"]) for name, share in strategy.items() if share["decimal"]}


def moment(stage: Stage) -> dict[str, Any]:
    """Return the two boards as the page stores them."""
    marking = "all" if stage.pairs[0].game.marks_all else "one"
    boards = [
        {"values": one.game.values, "marked": [cell in one.start for cell in range(len(one.game.values))]}
        for one in stage.pairs
    ]
    return {"rules": {**rules_of(stage.layout), "marking": marking}, "boards": boards, "roll": stage.roll}


def chosen(stage: Stage, player: int, text: str) -> list[int]:
    """Return the choices that a sentence offers."""
    own = stage.choices[player]
    if "has no open" in text or len(own) == 1:
        return [0]
    if re.fullmatch(rf"marks any {stage.roll}: all {len(own)} are equally good\.", text):
        return list(range(len(own)))
    found = re.fullmatch(r"marks (.+?)(: they are equally good)?\.", text)
    assert found is not None
    cells = cells_named(found[1], stage.layout)
    assert (len(cells) > 1) == (found[2] is not None)
    return [own.index(frozenset([cell])) for cell in cells]


def test_choices_are_called_equally_good_only_if_they_are() -> None:
    """For all offered choices, neither player gains by deviating, and the outcome has the stated probabilities."""
    found = [*drawn(), *made_up(300)]
    plans = call_page([("nash.js", "advised", [answer]) for _, answer in found])
    calls: list[Call] = []
    for (stage, _), plan in zip(found, plans, strict=True):
        for player, side in enumerate(plan["sides"]):
            calls.append(("duel/plan.js", "instruction", [moment(stage), player, side, len(stage.choices[player])]))
    words = [text.replace("**", "") for text in call_page(calls)]
    pooled = mixed = 0
    for number, ((stage, answer), plan) in enumerate(zip(found, plans, strict=True)):
        mixtures = [mixture(stage, player, side["mixture"]) for player, side in enumerate(plan["sides"])]
        assert stage.is_stable(*mixtures)
        best = max(Fraction(one["payoffs"]["first"]["exact"]) for one in answer["equilibria"])
        assert stage.worth(0, *mixtures) == best
        outcome = [Fraction(plan["outcome"][end]["exact"]) for end in ("first", "second", "tie")]
        sets: list[list[Mixed]] = []
        for player, side in enumerate(plan["sides"]):
            text = words[2 * number + player]
            if side["mixed"]:
                assert len(mixtures[player]) > 1
                sets.append([mixtures[player]])
                mixed += 1
                continue
            offered = chosen(stage, player, text)
            sets.append([{choice: Fraction(1)} for choice in offered])
            if len(offered) > 1:
                pooled += 1
                others = [choice for choice in offered if {choice: Fraction(1)} != mixtures[player]]
                assert not any(stage.is_dominated(player, choice) for choice in others)
        for first, second in product(*sets):
            assert stage.is_stable(first, second)
            ends = [
                sum(x * y * stage.ends[i][j][end] for (i, x), (j, y) in product(first.items(), second.items()))
                for end in range(3)
            ]
            assert ends == outcome
    assert pooled > 100
    assert mixed > 50


def test_players_in_the_same_situation_get_the_same_plan() -> None:
    """With equal boards and marks, neither player gains by deviating from the plan, and both win equally often."""
    chance = random.Random(22)
    games: list[Stage] = []
    answers: list[dict[str, Any]] = []
    while len(games) < 60:
        layout, dice, marks_all = chance.choice(RULES)
        few, size = chance.sample(list(DICE[dice]), 2), size_of(layout)
        marked = frozenset(chance.sample(range(size), chance.randrange(size // 3, size - 1)))
        pair = pair_of(layout, dice, chance.choices(few, k=size), marked, marks_all=marks_all)
        choices = pair.game.options(pair.start, few[0])
        if pair.game.won(pair.start) or len(choices) < 2:
            continue
        ends = [[ends_after((pair, pair), i, j) for j in choices] for i in choices]
        games.append(Stage(layout, (pair, pair), few[0], "win", [choices, choices], ends))
        answers.append(nash(pair.position, pair.position, few[0]).to_dict())
    unequal = 0
    for stage, answer, plan in zip(
        games, answers, call_page([("nash.js", "advised", [answer, True]) for answer in answers]), strict=True
    ):
        first, second = (mixture(stage, player, side["mixture"]) for player, side in enumerate(plan["sides"]))
        assert plan["fair"]
        assert first == second
        assert stage.is_stable(first, second)
        assert (
            Fraction(plan["outcome"]["first"]["exact"])
            == stage.worth(0, first, second)
            == stage.worth(1, first, second)
        )
        unequal += any(one["payoffs"]["first"] != one["payoffs"]["second"] for one in answer["equilibria"])
    assert unequal > 5


def test_the_hint_in_play_is_true() -> None:
    """Against a clever computer, the hint follows the plan in *Duel* and states whether speed and winning conflict."""
    found = [(stage, answer) for stage, answer in drawn() if stage.objective == "win" and len(stage.choices[0]) > 1]
    wins = call_page([("play/winning.js", "equilibrium", [answer]) for _, answer in found])
    plans = call_page([("nash.js", "advised", [answer]) for _, answer in found])
    calls: list[Call] = []
    for (stage, _), win in zip(found, wins, strict=True):
        fast = advise(stage.pairs[0].position, stage.roll).to_dict()["candidates"]
        calls.append(
            ("play/sentences.js", "explain", [{"fast": fast, "win": win, "reason": ""}, rules_of(stage.layout)])
        )
    texts = call_page(calls)
    assert len({text.split(".")[0].split(":")[0] for text in texts}) >= 3
    for (stage, _), win, plan, text in zip(found, wins, plans, texts, strict=True):
        second = mixture(stage, 1, plan["sides"][1]["mixture"])
        cells = [min(own) for own in stage.choices[0]]
        worth = {cell: stage.worth(0, {i: Fraction(1)}, second) for i, cell in enumerate(cells)}
        assert {worth[cell] for cell in win["best"]} == {max(worth.values())}
        assert [str(cell) for cell in win["best"]] == plan["sides"][0]["best"]
        game, start = stage.pairs[0].game, stage.pairs[0].start
        value = {cell: game.value(start | {cell}) for cell in cells}
        quick = [cell for cell in cells if value[cell] == min(value.values())]
        differ = not set(quick) & set(win["best"])
        assert text.startswith("Here the two aims differ.") == (differ and not win["mixed"])
        if "equally good" in text:
            assert len(quick) == len(cells) == len(win["best"])
        if shown := re.search(r"wins (\S+)% of the games instead of (\S+)%", text):
            more, less = (Fraction(number) / 100 for number in shown.groups())
            slow = win["best"][0]
            assert worth[slow] > worth[quick[0]]
            assert more > less
            assert abs(more - worth[slow]) < Fraction(1, 1000) > abs(less - worth[quick[0]])
