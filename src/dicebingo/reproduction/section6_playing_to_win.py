"""The claims of section 6: one roll in a game of two players who both play to win."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

from dicebingo.duels.nash import Nash, nash
from dicebingo.duels.objective import DuelObjective
from dicebingo.exact import nearest
from dicebingo.games.bimatrix import Bimatrix, Equilibrium
from dicebingo.matches.outcomes import Outcomes
from dicebingo.model.board import Position
from dicebingo.model.variants import classic
from dicebingo.reproduction.claims import Claim, Remark, RemarkGroup, agrees, equals, points, rounds_to, that
from dicebingo.reproduction.printed import ROLL, STAGE
from dicebingo.solo.mdp import optimal_play
from dicebingo.solo.policy import TieBreak

EXAMPLE = "7 x 6 / 9 11 8 / 4 6 3", "7 x x / 8 9 10 / 11 3 5"
"""The motivating example of section 6.2."""
BOARDS = "7 4 6 / 9 7 8 / 6 9 5", "6 9 2 / 3 5 5 / 8 10 6"
"""The boards of section 6.3."""

EXACT = (
    (("17279/86184", "10186789/13961808"), ("656700799/3411916830", "3462999829/4616122770")),
    (("155/912", "110569/147744"), ("22214689/114686280", "281297/387828")),
)
ROUNDED = ("0.2005", "0.7296", "0.1925", "0.7502", "0.1700", "0.7484", "0.1937", "0.7253")


@cache
def example(objective: DuelObjective = DuelObjective.WIN) -> Nash:
    """Return the stage game of the motivating example."""
    return nash(*EXAMPLE, ROLL, objective=objective)


@cache
def position(tie_break: TieBreak = TieBreak.SMALLEST) -> Nash:
    """Return the stage game of section 6.3, which has no pure equilibrium."""
    return nash(*STAGE, ROLL, tie_break=tie_break)


def ends(i: int, j: int) -> Outcomes[Fraction]:
    """Return the probabilities of all outcomes for a pair of choices."""
    return position().stage.entries[i][j]


def equilibrium() -> Equilibrium:
    """Return the first equilibrium listed for ``position()``; it is mixed."""
    return position().equilibria.extreme[0]


def options() -> tuple[object, bool]:
    """Return the choices of both players in the motivating example."""
    first, second = example().stage.actions
    return f"player 1 has cells {first[0]} and {first[1]}, player 2 has none", (first, second) == ((2, 7), (None,))


def alone() -> tuple[object, bool]:
    """Return the best cell in solo play."""
    cells = optimal_play(EXAMPLE[0]).optimal_cells(ROLL)
    return f"cell {', '.join(map(str, cells))}", cells == (2,)


def faster() -> Fraction:
    """Return the ratio of the probabilities of a 7 and an 11."""
    dice = classic().dice
    return dice.probability(7) / dice.probability(11)


def race() -> Fraction:
    """Return the probability that an 11 is rolled before a 7."""
    dice = classic().dice
    return dice.probability(11) / (dice.probability(11) + dice.probability(7))


def shared() -> tuple[object, bool]:
    """Check that if player 1 marks cell 2, a 7 completes a row for both players."""
    after = nash(Position.parse(EXAMPLE[0]).mark(2), EXAMPLE[1], 7).stage
    return "a tie", after.actions == ((0,), (0,)) and after.entries[0][0].tie == 1


def full_game() -> tuple[object, bool]:
    """Return the winning probabilities of both choices when all lines count, and whether cell 7 wins more often."""
    (two,), (seven,) = example().stage.entries
    lost = f"; it loses {_percent(seven.second)} against {_percent(two.second)}"
    return f"{_percent(seven.first)} against {_percent(two.first)}{lost}", seven.first > two.first


def should_mark() -> tuple[object, bool]:
    """Return the cell that wins most often, and the best cell if a tie is worth half a win."""
    objectives = DuelObjective.WIN, DuelObjective.SCORE
    by_win, by_score = ([first for first, _ in example(objective).pure] for objective in objectives)
    cells = [" or ".join(map(str, found)) for found in (by_win, by_score)]
    return f"cell {cells[0]}; if a tie is worth half a win, cell {cells[1]}", (by_win, by_score) == ([7], [2])


def other_lines() -> tuple[object, bool]:
    """Check whether player 1 can win after marking cell 2 by completing only the third column, 6-8-3."""
    column = Position.parse(EXAMPLE[0]).mark(2, 5, 8)
    return "6-8-3 is a line, and cell 2 sometimes wins", column.is_bingo and example().stage.entries[0][0].first > 0


def rock_paper_scissors() -> tuple[object, bool]:
    """Return the equilibria of rock-paper-scissors."""
    payoffs = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    found = Bimatrix(payoffs, [[-pay for pay in row] for row in payoffs]).equilibria()
    thirds = (Fraction(1, 3),) * 3
    only = [(e.first, e.second) for e in found.extreme] == [(thirds, thirds)] and not found.degenerate
    return "one equilibrium: each choice with probability 1/3", only


def after_three_rolls() -> tuple[object, bool]:
    """Return the marks of both players after rolls of 2, 3 and 10."""
    players = [Position.parse(board) for board in BOARDS]
    for roll in (2, 3, 10):
        players = [player.mark(*player.candidates(roll)) for player in players]
    first, second = (player.marked_cells for player in players)
    return f"player 1 none; player 2 cells {', '.join(map(str, second))}", (first, second) == ((), (2, 3, 7))


def choices() -> tuple[object, bool]:
    """Return the choices of both players on a 6."""
    (a, b), (x, y) = position().stage.actions
    return f"cells {a} and {b} against {x} and {y}", (a, b, x, y) == (2, 6, 0, 8)


def favourite() -> tuple[object, bool]:
    """Return the range of player 2's winning probability, in per cent."""
    shares = sorted(100 * ends(i, j).second for i in (0, 1) for j in (0, 1))
    shown = f"{nearest(shares[0], 2)}% to {nearest(shares[-1], 2)}%"
    return shown, agrees(shares[0], "73") and agrees(shares[-1], "75")


def best_replies(player: int) -> tuple[object, bool]:
    """Return a player's best replies to each choice of the opponent."""
    own, other = position().stage.actions[player], position().stage.actions[1 - player]
    best = [[own[choice] for choice in replies] for replies in position().game.best_replies(player)]
    shown = ", ".join(f"cell {' or '.join(map(str, b))} against cell {o}" for b, o in zip(best, other, strict=True))
    return shown, best == ([[2], [6]] if player == 0 else [[8], [0]])


def no_pure() -> tuple[object, bool]:
    """Check whether no pair of choices is an equilibrium, for every tie-break."""
    found = [position(tie) for tie in TieBreak]
    same = all(each.stage == found[0].stage for each in found)
    return "none, and no tie-break changes the payoffs", same and not any(each.pure for each in found)


def nothing_to_gain() -> tuple[object, bool]:
    """Check whether the mixed equilibrium is unique, and whether no player can gain by deviating from it."""
    found = position().equilibria
    regrets = position().game.regrets(equilibrium().first, equilibrium().second)
    single = found.unique and not found.degenerate
    return f"the only equilibrium; regrets {regrets[0]} and {regrets[1]}", single and not any(regrets)


def indifferent_to_the_other() -> tuple[object, bool]:
    """Check whether the mixed strategy of player 1 wins equally often against both choices of player 2."""
    mixture = equilibrium().first
    against = [sum((share * ends(i, j).first for i, share in enumerate(mixture)), Fraction(0)) for j in (0, 1)]
    cells = position().stage.actions[1]
    shown = ", ".join(f"{nearest(100 * won, 2)}% against cell {cell}" for won, cell in zip(against, cells, strict=True))
    return f"player 1 wins {shown}", against[0] == against[1]


def whole_percent(player: int, choice: int) -> Fraction:
    """Return the probability of a player's choice, in per cent."""
    return 100 * (equilibrium().first if player == 0 else equilibrium().second)[choice]


def _percent(share: Fraction) -> str:
    return f"{nearest(100 * share, 1)}%"


_MATRIX_CLAIMS = tuple(
    Claim(
        "6.3",
        f"Payoff matrix, cell {own} against cell {other}: P(player {player + 1} wins)",
        EXACT[i][j][player],
        equals(partial(lambda i, j, player: ends(i, j)[player,], i, j, player), EXACT[i][j][player]),
    )
    for i, own in enumerate((2, 6))
    for j, other in enumerate((0, 8))
    for player in (0, 1)
)

_MIXTURE_CLAIMS = tuple(
    Claim(
        "6.4",
        f"Player {player + 1} marks cell {cell} with probability about {printed}%",
        f"{printed}%",
        rounds_to(partial(whole_percent, player, choice), printed),
    )
    for player, choice, cell, printed in ((0, 0, 2, "53"), (0, 1, 6, "47"), (1, 1, 8, "96"), (1, 0, 0, "4"))
)

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "6.2",
        "On a 6, player 1 can mark either of two cells, but player 2 can mark none",
        "cells 2 and 7",
        that(options),
    ),
    Claim("6.2", "In solo play, the optimal choice is cell 2", "cell 2", that(alone)),
    Claim(
        "6.2",
        "The line through cell 2 is completed three times as fast as the line through cell 7",
        "3",
        equals(faster, "3"),
    ),
    Claim("6.2", "If player 1 marks cell 2, a 7 completes a row for both players", "a tie", that(shared)),
    Claim("6.2", "The probability of an 11 before a 7", "1/4", equals(race, "1/4")),
    Claim(
        "6.2",
        "Cell 7 wins more often than cell 2",
        "25% against 0%",
        that(full_game),
        Remark(
            RemarkGroup.READING,
            "A one-in-four chance of winning is far better than the zero percent offered by the solo-optimal choice",
            "before the remark",
            'The numbers are those of the race between an 11 and a 7, as the paper announces ("assuming no other'
            ' winning lines surface") and explains in the remark. With all lines, and solo-optimal play afterwards,'
            " cell 7 wins 20.2% and cell 2 wins 15.7%, so the conclusion stands.",
            f'dicebingo nash "{EXAMPLE[0]}" "{EXAMPLE[1]}" --roll {ROLL}',
        ),
    ),
    Claim("6.2", "To win as often as possible, player 1 should mark cell 7", "cell 7", that(should_mark)),
    Claim("6.2", "Player 1 may also win with 6-8-3 in the third column", "6-8-3", that(other_lines)),
    Claim(
        "6.2",
        "Rock-paper-scissors has one equilibrium: each choice with probability 1/3",
        "1/3 each",
        that(rock_paper_scissors),
    ),
    Claim(
        "6.3",
        "Rolls of 2, 3 and 10 mark three cells of player 2, and none of player 1",
        "three cells",
        that(after_three_rolls),
    ),
    Claim("6.3", "On a 6, both players have two cells to choose from", "2, 6 and 0, 8", that(choices)),
    *_MATRIX_CLAIMS,
    Claim(
        "6.3",
        "The payoff matrix in decimals",
        "8 numbers",
        points(
            lambda: [share for i in (0, 1) for j in (0, 1) for share in (ends(i, j).first, ends(i, j).second)], ROUNDED
        ),
    ),
    Claim("6.3", "Player 2 wins roughly 73 to 75% of the games", "73 to 75%", that(favourite)),
    Claim("6.3", "Player 1's best responses", "A to X, B to Y", that(lambda: best_replies(0))),
    Claim("6.3", "Player 2's best responses", "Y to A, X to B", that(lambda: best_replies(1))),
    Claim("6.3", "There is no pure equilibrium", "none", that(no_pure)),
    Claim(
        "6.4",
        "q, the probability that player 2 marks cell 0",
        "352522/9125389",
        equals(lambda: equilibrium().second[0], "352522/9125389"),
    ),
    Claim("6.4", "q as a decimal", "0.0386", rounds_to(lambda: equilibrium().second[0], "0.0386")),
    Claim(
        "6.4",
        "p, the probability that player 1 marks cell 2",
        "29891145/56555767",
        equals(lambda: equilibrium().first[0], "29891145/56555767"),
    ),
    Claim("6.4", "p as a decimal", "0.5285", rounds_to(lambda: equilibrium().first[0], "0.5285")),
    *_MIXTURE_CLAIMS,
    Claim(
        "6.4",
        "In equilibrium, a player wins equally often no matter what the opponent chooses",
        "indifferent",
        that(indifferent_to_the_other),
        Remark(
            RemarkGroup.ERROR,
            "we say each player is indifferent to their opponent's strategy",
            "the first paragraph",
            "As the paper states (and uses) after defining p and q, each player is indifferent between their own two "
            "choices. The opponent's choice does matter: player 1 wins 18.61% against cell 0 and 19.31% "
            "against cell 8.",
            "dicebingo paper --only 6.4",
        ),
    ),
    Claim("6.4", "Neither player gains by leaving their mixed strategy", "no regret", that(nothing_to_gain)),
)
