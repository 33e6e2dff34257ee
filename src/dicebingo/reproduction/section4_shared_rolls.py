"""The claims of section 4: two boards on shared rolls, and the four panels of its figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate

from dicebingo.exact import decimal, nearest
from dicebingo.matches.match import Match, match
from dicebingo.model.board import Board
from dicebingo.model.variants import classic
from dicebingo.reproduction import printed
from dicebingo.reproduction.claims import (
    Claim,
    ClaimCheck,
    LongComputation,
    Remark,
    RemarkGroup,
    equals,
    points,
    rounds_to,
    that,
)
from dicebingo.reproduction.independent_rolls import independent_margin
from dicebingo.reproduction.printed import BOARDS, FIGURE_ROLLS
from dicebingo.reproduction.section2_one_board import chain, rolls, solution
from dicebingo.running.run import Run
from dicebingo.solo.policy import TieBreak

FAR = 1000
"""The last roll on which boards A and B are compared on shared rolls, far beyond the range of the figure."""

CANDIDATES = 300
SEED = 1
"""The number and the seed of the random boards (with values 5 to 9) among which rings are counted."""


@cache
def game(pair: str, tie_break: TieBreak = TieBreak.SMALLEST) -> Match:
    """Return the match of two of the paper's boards."""
    names = [f"board {name}" for name in pair]
    return match(BOARDS[pair[0]], BOARDS[pair[1]], names=names, tie_break=tie_break, fast=False)


def wins(pair: str) -> Fraction:
    """Return the probability that the first board of a pair finishes first."""
    return game(pair).outcomes.first


def loses(pair: str) -> Fraction:
    """Return the probability that the second board of a pair finishes first."""
    return game(pair).outcomes.second


def ties(pair: str) -> Fraction:
    """Return the probability that both boards finish on the same roll."""
    return game(pair).outcomes.tie


def margin(pair: str) -> Fraction:
    """Return P(first wins) - P(second wins)."""
    return game(pair).outcomes.margin


@cache
def solo_pdf(name: str) -> tuple[Fraction, ...]:
    """Return P(T = k) for each roll k in the figure, for a board that plays alone."""
    distribution = chain(name).distribution(FIGURE_ROLLS[-1])
    return tuple(distribution[k][0] for k in FIGURE_ROLLS)


@cache
def joint_pdf(name: str) -> tuple[Fraction, ...]:
    """For each roll k in the figure, return the probability that A (or B) finishes first, on roll k of shared rolls."""
    distribution = game("AB").distribution(FIGURE_ROLLS[-1])
    return tuple(distribution[k]["AB".index(name),] for k in FIGURE_ROLLS)


PANELS = {
    "alone": {"A": partial(solo_pdf, "A"), "B": partial(solo_pdf, "B")},
    "on shared rolls": {"A": partial(joint_pdf, "A"), "B": partial(joint_pdf, "B")},
}
"""The functions that compute P(T = k) for the figure, which also shows P(T <= k)."""

_PRINTED = {
    ("alone", "A"): (printed.SOLO_PDF_A, printed.SOLO_CDF_A),
    ("alone", "B"): (printed.SOLO_PDF_B, printed.SOLO_CDF_B),
    ("on shared rolls", "A"): (printed.JOINT_PDF_A, printed.JOINT_CDF_A),
    ("on shared rolls", "B"): (printed.JOINT_PDF_B, printed.JOINT_CDF_B),
}

CDF_DIGITS = Fraction(3, 10**8)
"""The allowed error in sums of 23 numbers, each rounded to eight digits; the plots show far fewer digits."""


def sums_the_printed(compute: Callable[[], Sequence[Fraction]], pdf: Sequence[str], cdf: Sequence[str]) -> ClaimCheck:
    """Return a check that a printed cdf is the running sum of its printed pdf, and is close to the exact cdf."""

    def found() -> tuple[object, bool]:
        exact = list(accumulate(compute()))  # no board finishes before the first roll shown in the figure
        off = max(abs(Fraction(p) - e) for p, e in zip(cdf, exact, strict=True))
        same = list(accumulate(map(Fraction, pdf))) == list(map(Fraction, cdf))
        return f"the sums, within {decimal(off):.2g} of the exact values", same and off < CDF_DIGITS

    return that(found)


def _panel_claims() -> list[Claim]:
    found = []
    for (where, name), (pdf, cdf) in _PRINTED.items():
        compute = PANELS[where][name]
        found += [
            Claim("4.4", f"Figure, P(T_{name} = k) {where}, k = 3 to 25", "23 points", points(compute, pdf)),
            Claim(
                "4.4",
                f"Figure, P(T_{name} <= k) {where}: the sums of the printed P(T_{name} = k)",
                "23 points",
                sums_the_printed(compute, pdf, cdf),
            ),
        ]
    return found


def adds_up() -> tuple[object, bool]:
    """Check whether the probabilities P(T_A = k) for k = 3 to 25 add up to P(T_A <= 25)."""
    total = sum(solo_pdf("A"), Fraction(0))
    shown = f"P(T_A = 3) + ... + P(T_A = 25) = P(T_A <= 25) = {decimal(total):.8g}"
    return shown, total == Fraction(chain("A").cdf(FIGURE_ROLLS[-1]))


def reachable() -> tuple[object, bool]:
    """Count the reachable joint states of the paper's matches."""
    counts = {pair: game(pair).joint_states for pair in ("AB", "CD", "DE", "EC")}
    found = ", ".join(f"{pair[0]}-{pair[1]} {count}" for pair, count in counts.items())
    return f"reachable: {found}", all(2 * count < 230**2 for count in counts.values())


def joint_steps() -> tuple[object, bool]:
    """Check that every roll of A against B adds at most two marks in total and leads to exactly one joint state."""
    joint = game("AB").chain
    marks = [sum(own.states[i].bit_count() for own, i in zip(joint.strategies, s, strict=True)) for s in joint.states]
    steps = {marks[j] - marks[i] for i, row in enumerate(joint.transient) for j in row if i != j}
    certain = all(strategy.scale == 1 for strategy in joint.strategies)
    return (
        f"each change of state adds {' or '.join(map(str, sorted(steps)))} marks; only the dice are random",
        steps <= {1, 2} and certain,
    )


def linear_system() -> tuple[object, bool]:
    """Solve (I - Q) x = b for each outcome of A against B, and check each solution by substitution."""
    result = game("AB")
    system = result.chain.linear_system()
    zero, total = Fraction(0), Fraction(0)
    for outcome, b in system.b.items():
        x = system.solve(outcome)
        image = [x[i] - sum((share * x[j] for j, share in row.items()), zero) for i, row in enumerate(system.q)]
        total += x[0] if tuple(image) == tuple(b) and x[0] == result.outcomes[outcome] else zero
    return f"{len(system.q)} equations; the probabilities add up to {total}", total == 1


def slower_is_likelier() -> list[int]:
    """Return the rolls k in the figure with P(T_B = k) > P(T_A = k), where each board plays alone."""
    return [k for k, a, b in zip(FIGURE_ROLLS, solo_pdf("A"), solo_pdf("B"), strict=True) if b > a]


def likelier_rolls(upto: int) -> list[int]:
    """Return the rolls k with P(T_A = k) > P(T_B = k) on shared rolls."""
    distribution = game("AB").distribution(upto)
    return [k for k, ends in enumerate(distribution) if k and ends.first > ends.second]


def slower_wins(pair: str) -> tuple[object, bool]:
    """Check whether the board that is slower when it plays alone is favoured."""
    slower = rolls(pair[0]) > rolls(pair[1])
    verdict = game(pair).verdict
    return f"{pair[0]} {verdict.kind} {pair[1]}", bool(slower) and verdict.favoured == 0


def latin_square() -> tuple[object, bool]:
    """Check whether every row and every column of A contains 6, 7 and 9 once each, and B contains only 6s and 7s."""
    a, b = (Board.parse(BOARDS[name]).values for name in "AB")
    lines = [*(a[3 * r : 3 * r + 3] for r in range(3)), *(a[c::3] for c in range(3))]
    return f"A: {BOARDS['A']}, B: {BOARDS['B']}", all(set(line) == {6, 7, 9} for line in lines) and set(b) == {6, 7}


def exclusive() -> tuple[object, bool]:
    """Return the sums that help only one of A and B, with their probability."""
    a, b = (set(solution(name).hits()) for name in "AB")
    chance = sum((classic().dice.probability(v) for v in a - b), Fraction(0))
    shown = f"A alone: {sorted(a - b)}, probability {chance}; B alone: {sorted(b - a) or 'none'}"
    return shown, (a - b, b - a, chance) == ({9}, set(), Fraction(4, 36))


def _span(found: list[int]) -> str:
    whole = bool(found) and found == list(range(found[0], found[-1] + 1))
    return f"k = {found[0]} to {found[-1]}" if whole else f"k in {found}"


def _holds_at(compute: Callable[[], list[int]], wanted: Sequence[int]) -> ClaimCheck:
    """Return a check that passes if the claim holds for all rolls in ``wanted``."""

    def found() -> tuple[object, bool]:
        where = compute()
        return _span(where), set(where) >= set(wanted)

    return that(found)


def longer() -> Fraction:
    """Return board A's expected rolls minus board B's, where each board plays alone."""
    return Fraction(rolls("A")) - Fraction(rolls("B"))


def compared(pairs: Sequence[str]) -> str:
    """Return the margins in percentage points, on independent and on shared rolls."""
    independent = " ".join(f"{p[0]}-{p[1]} {nearest(100 * independent_margin(p), 1, plus=True)}" for p in pairs)
    shared = " ".join(nearest(100 * margin(p), 1, plus=True) for p in pairs)
    return f"{independent} points on independent rolls, {shared} on shared rolls"


def reversal() -> tuple[object, bool]:
    """Check whether B is favoured on independent rolls, and A on shared rolls."""
    return compared(["AB"]), independent_margin("AB") < 0 < margin("AB")


def _count_rings(run: Run) -> int:
    """Return the number of rings of three among random boards."""
    from dicebingo.tournaments.boards import random_boards  # noqa: PLC0415  (numba, which most claims do not need)
    from dicebingo.tournaments.tournament import tournament  # noqa: PLC0415  (numba)

    boards = random_boards(classic(), CANDIDATES, (5, 6, 7, 8, 9), SEED)
    return tournament(boards, run=run.within("tournament")).ring_count


MANY_RINGS = LongComputation(f"a tournament of {CANDIDATES} boards", _count_rings)


def hundreds() -> tuple[object, bool]:
    """Check whether there are hundreds of rings among the random boards."""
    found = MANY_RINGS.result()
    return f"{found:,} rings among {CANDIDATES} random boards with values 5 to 9", found >= 200


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "4.1",
        "The number of pairs of transient sets",
        "52,900",
        equals(lambda: solution("A").transient_states ** 2, "52,900"),
    ),
    Claim("4.1", "Most pairs of sets of marks cannot be reached from the start", "most", that(reachable)),
    Claim("4.2", "A roll leads to one joint state and adds zero, one or two marks", "deterministic", that(joint_steps)),
    Claim(
        "4.3",
        "(I - Q) x = b gives the probabilities of win, loss and tie, which add up to 1",
        "sum 1",
        that(linear_system),
    ),
    Claim("4.4", "A is a Latin square of 6, 7 and 9; B has only 6s and 7s", "Latin square", that(latin_square)),
    Claim("4.4", "Expected rolls of board A", "12.77", rounds_to(lambda: rolls("A"), "12.77")),
    Claim("4.4", "Expected rolls of board B", "11.37", rounds_to(lambda: rolls("B"), "11.37")),
    Claim("4.4", "Board A takes 1.4 more rolls than board B", "1.4", rounds_to(longer, "1.4")),
    Claim(
        "4.4",
        "Board A takes nearly 1.4 more rolls than board B, that is, less than 1.4",
        "nearly 1.4",
        that(lambda: (f"{decimal(longer()):.10g} = {longer()}", longer() < Fraction("1.4"))),
        Remark(
            RemarkGroup.LAST_DIGITS,
            "board A requires nearly 1.4 additional rolls to obtain a bingo in solo play",
            "after the two boards",
            "The difference is a little more than 1.4 rolls: 1.406.",
            f'dicebingo match "{BOARDS["A"]}" "{BOARDS["B"]}"',
        ),
    ),
    Claim(
        "4.4",
        "The completion time is a whole number k with probability P(T = k)",
        "P(T = k)",
        that(adds_up),
        Remark(
            RemarkGroup.READING,
            "the Probability Density Function (PDF) (probability for winning on roll k)",
            "before the figure",
            "The words in brackets give the correct meaning: the time is a whole number, so P(T = k) is a probability "
            "mass function, not a density.",
            f'dicebingo solve "{BOARDS["A"]}" --upto 25',
        ),
    ),
    *_panel_claims(),
    Claim(
        "4.4",
        "Alone, P(T_B = k) > P(T_A = k) for k = 6 to 16",
        "6 <= k <= 16",
        _holds_at(slower_is_likelier, range(6, 17)),
    ),
    Claim("4.4", "A against B: A wins", "0.5315", rounds_to(lambda: wins("AB"), "0.5315")),
    Claim("4.4", "A against B: A wins, in the figure's caption", "0.531", rounds_to(lambda: wins("AB"), "0.531")),
    Claim(
        "4.4",
        "A wins more than 53% of the matches",
        "> 53%",
        that(lambda: (f"{100 * decimal(wins('AB')):.4g}%", wins("AB") > Fraction("0.53"))),
    ),
    Claim("4.4", "A against B: B wins", "0.4685", rounds_to(lambda: loses("AB"), "0.4685")),
    Claim("4.4", "A against B: tie", "0", equals(lambda: ties("AB"), "0")),
    Claim(
        "4.4",
        "A is slower than B when each plays alone, but favoured against B",
        "A beats B",
        that(lambda: slower_wins("AB")),
    ),
    Claim("4.4", "A 9 helps only A, and no roll helps only B", "9, 4/36; none", that(exclusive)),
    Claim(
        "4.4",
        "On shared rolls, P(T_A = k) > P(T_B = k) for 3 <= k <= 25",
        "k <= 25",
        _holds_at(lambda: likelier_rolls(25), range(3, 26)),
        Remark(
            RemarkGroup.READING,
            "P(T_A = k) > P(T_B = k) for k <= 25",
            "the caption of the figure, and the text after it",
            "We read this as a statement about k = 3 to 25, the range of the plots. No board can finish in one or two "
            "rolls, so both probabilities are 0 for k = 1 and 2.",
            "dicebingo paper --only 4.4",
        ),
    ),
    Claim(
        "4.4",
        f"On shared rolls, A is ahead on almost every roll: on every roll from 3 to {FAR}",
        "almost every k",
        _holds_at(lambda: likelier_rolls(FAR), range(3, FAR + 1)),
    ),
    Claim("4.4", "Hundreds of nontransitive trios exist", "hundreds", that(hundreds), rests_on=MANY_RINGS),
    Claim("4.4", "The shared rolls cause the reversal: without them, B is favoured", "reversal", that(reversal)),
)
