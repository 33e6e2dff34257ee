"""The absorbing chain: matrices match their definition; distributions match their recursion and simulations."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import accumulate
from math import comb, sqrt
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicebingo.errors import InputError, TooLarge
from dicebingo.model.layout import mask_of
from dicebingo.model.rules import Rules
from dicebingo.solo import absorbing
from dicebingo.solo import chain as chain_module
from dicebingo.solo.absorbing import Survival
from dicebingo.solo.chain import Chain, chain_of, make_chain, moments
from dicebingo.solo.mdp import OptimalPlay, optimal_play
from dicebingo.solo.policy import Custom, Deadline, Optimal, Policy, Prefer, TieBreak, Weighted
from tests.strategies import Pair, cells, int64, pairs, same

OPTIMAL = "8 8 9 / 7 6 10 / 7 4 5"
BOARD = "6 7 6 / 7 7 7 / 6 6 6"


def fractions(matrix: list[list[Any]]) -> list[list[Fraction]]:
    return [[Fraction(int(x.numerator), int(x.denominator)) for x in row] for row in matrix]


def check_matrices(chain: Chain) -> None:
    """Check that rows of [Q R] sum to 1, Q is upper triangular, N (I - Q) = I, and row sums of N are the means."""
    q, n = fractions(chain.q()), fractions(chain.fundamental())
    wins, r = chain.r()
    size = range(len(q))
    assert all(sum(row) + sum(ends) == 1 for row, ends in zip(q, fractions(r), strict=True))
    assert all(q[i][j] == 0 for i in size for j in size if j < i)
    for i in size:
        for k in size:
            assert n[i][k] - sum(n[i][j] * q[j][k] for j in range(i, k + 1)) == (i == k)
    assert [moment.mean for moment in chain.all_moments()] == [sum(row) for row in n]
    assert all(chain.solution.position.rules.layout.wins(win) for win in wins)


@settings(max_examples=25)
@given(pairs(("2x2", "2x2:rows", "2x3", "1x4:##..", ".#./###/.#.", "#f#/##.")), st.booleans())
def test_the_matrices_match_their_definition(pair: Pair, every_state: bool) -> None:
    policy = Optimal(TieBreak.RANDOM)
    chain = make_chain(optimal_play(pair.position), policy, every_state=every_state)
    check_matrices(chain)
    twin = pair.game.tie_break("random")
    wins, r = chain.r()
    q = chain.q()
    for i, state in enumerate(chain.states):
        after = pair.game.step(twin, cells(state))
        found = {cells(s): p for s, p in zip(chain.states, q[i], strict=True) if p}
        found |= {cells(win): p for win, p in zip(wins, r[i], strict=True) if p}
        assert found == after


@st.composite
def policies(draw: st.DrawFn, size: int) -> Policy:
    """Draw a policy of any kind for a board of ``size`` cells."""
    weights = st.lists(st.integers(1, 9), min_size=size, max_size=size)
    tie_breaks = st.sampled_from(TieBreak)
    return draw(
        st.one_of(
            st.builds(Optimal, tie_breaks),
            st.builds(Deadline, st.integers(1, 4), tie_breaks),
            st.builds(Weighted, st.just(()) | weights),
            st.builds(Prefer, st.permutations(range(size))),
            st.just(Custom(lambda position, roll: position.candidates(roll)[-1])),
        )
    )


@settings(max_examples=60)
@given(pairs(("2x2", "2x2:rows", "2x3", "1x4:##..", ".#./###/.#.", "#f#/##.")), st.data())
def test_the_fundamental_matrix_is_an_inverse(pair: Pair, data: st.DataObject) -> None:
    """N (I - Q) = I, even if a policy counts rolls and reaches the same marks after different numbers of rolls."""
    chain = make_chain(optimal_play(pair.position), data.draw(policies(pair.position.rules.layout.size)))
    q, n, size = chain.q(), chain.fundamental(), range(len(chain.states))
    for i in size:
        for j in size:
            assert sum(n[i][k] * ((k == j) - q[k][j]) for k in size) == (i == j)
    for state, row, moment in zip(chain.states, n, chain.all_moments(), strict=True):
        if chain.states.count(state) == 1:
            assert (chain.visits(state), chain.moments(state)) == (row, moment)
        else:
            with pytest.raises(InputError, match="expected marks that belong to one state"):
                chain.visits(state)
            with pytest.raises(InputError, match="expected marks that belong to one state"):
                chain.moments(state)


@settings(max_examples=25)
@given(pairs(), st.booleans())
def test_states_are_transient_sets_ordered_by_number_of_marks(pair: Pair, every_state: bool) -> None:
    chain = make_chain(optimal_play(pair.position), Optimal(), every_state=every_state)
    transient = set(pair.game.transient(pair.start))
    found = [cells(state) for state in chain.states]
    assert len(found) == len(set(found))
    assert set(found) <= transient
    assert [len(s) for s in found] == sorted(len(s) for s in found)
    assert not found or found[0] == pair.start
    if every_state:
        assert set(found) == transient
    else:
        reached = {pair.start} & transient
        for s in sorted(transient, key=len):
            if s in reached:
                reached |= pair.game.step(pair.game.tie_break("smallest"), s).keys() & transient
        assert set(found) == reached


@settings(max_examples=20)
@given(pairs(), st.sampled_from(list(TieBreak)))
def test_the_distribution_agrees_with_the_reference_implementation(pair: Pair, tie_break: TieBreak) -> None:
    chain = make_chain(optimal_play(pair.position), Optimal(tie_break))
    upto = 12
    pmf = pair.game.pmf(pair.game.tie_break(tie_break), pair.start, upto)
    found = chain.distribution(upto)
    assert len(found) == upto + 1
    assert all(same(p, q) for (p, _), q in zip(found, pmf, strict=True))
    assert all(same(c, q) for (_, c), q in zip(found, accumulate(pmf), strict=True))
    assert chain.pmf(upto) == pmf[upto]
    assert chain.cdf(upto) == sum(pmf)


@given(pairs())
def test_the_mean_is_the_value_v(pair: Pair) -> None:
    solution = optimal_play(pair.position)
    for tie_break in TieBreak:
        assert make_chain(solution, Optimal(tie_break)).mean == solution.expected_rolls


@pytest.mark.parametrize("text", [OPTIMAL, BOARD, "7 7 7 / 6 6 6 / 6 7 6"])
def test_the_tail_vanishes(text: str) -> None:
    """By Markov's inequality, P(T > 2m) <= 1/2 from every set, where m is the largest mean, so P(T > 2mn) <= 2^-n."""
    chain = make_chain(optimal_play(text), Optimal())
    longest = max(moment.mean for moment in chain.all_moments())
    period = int(2 * longest) + 1
    for halvings in (1, 4, 12):
        assert 0 < 1 - chain.cdf(halvings * period) <= Fraction(1, 2**halvings)


@pytest.mark.parametrize("tie_break", TieBreak)
def test_moments_are_sums_over_the_distribution(tie_break: TieBreak) -> None:
    chain = chain_of("7 5 7 / 9 7 5 / 5 9 7", tie_break=tie_break)
    upto = 600
    pmf = [float(p) for p, _ in chain.distribution(upto)]
    mean = sum(k * p for k, p in enumerate(pmf))
    assert mean == pytest.approx(float(chain.mean), rel=1e-12)
    assert sum(k * k * p for k, p in enumerate(pmf)) - mean**2 == pytest.approx(float(chain.variance), rel=1e-11)


def test_the_variance_of_waiting_for_sevens_matches_a_hand_computation() -> None:
    """The variance of the sum of three geometric waiting times with p = 1/6 is 3 (1 - p) / p²."""
    assert chain_of("7 7 7 / 7 7 7 / 7 7 7").variance == 90


@settings(max_examples=12)
@given(pairs())
def test_moments_from_later_sets_match_games_that_start_there(pair: Pair) -> None:
    chain = make_chain(optimal_play(pair.position), Optimal(), every_state=True)
    for state, found in list(zip(chain.states, chain.all_moments(), strict=True))[::7]:
        assert found == chain.moments(state)
        later = make_chain(optimal_play(pair.position.mark(*cells(state & ~pair.position.marked))), Optimal()).moments()
        assert found == later
    if chain.states:
        assert moments(chain.solution, Optimal()) == chain.moments()


@settings(max_examples=20)
@given(pairs())
def test_visits_add_up_to_the_mean_and_finishes_match_the_reference_implementation(pair: Pair) -> None:
    chain = make_chain(optimal_play(pair.position), Optimal())
    policy = pair.game.tie_break("smallest")
    assert sum(chain.visits(), Fraction(0)) == chain.mean
    ends = pair.game.ends(policy, pair.start)
    assert {cells(win): p for win, p in chain.finishes().items()} == ends
    assert sum(ends.values()) == 1


@pytest.mark.parametrize("share", ["0", "1/1000", "1/4", "0.5", "1/2", "3/4", "9/10", "99/100", "0.999999"])
def test_quantiles_match_their_definition(share: str) -> None:
    chain = chain_of(BOARD)
    k = chain.quantile(share)
    assert chain.cdf(k) >= Fraction(share)
    assert k == 0 or chain.cdf(k - 1) < Fraction(share)


def test_the_quantile_is_k_if_the_share_is_the_cdf_at_k() -> None:
    chain = chain_of(BOARD)
    for k in (3, 10, 20):
        assert chain.quantile(chain.cdf(k)) == k
        assert chain.quantile(chain.cdf(k) + Fraction(1, 10**30)) == k + 1


def test_quantiles_accept_shares_in_any_form_and_check_them() -> None:
    chain = chain_of(BOARD)
    assert chain.quantile(Fraction(1, 2)) == chain.quantile("1/2") == chain.quantile(0.5) == 10
    assert chain.quantile(0) == 0
    shares: tuple[str | int, ...] = ("1", "-1/2", "2", 1)
    for share in shares:
        with pytest.raises(InputError, match="expected a share of at least 0 and less than 1, got"):
            chain.quantile(share)
    for wrong in ("half", "", "1/0", None):
        with pytest.raises(InputError, match=r"expected a share such as 1/2 or 0\.9, got"):
            chain.quantile(wrong)  # type: ignore[arg-type]


QUANTILES = [
    ("1x2", "1d2"),
    ("2x2", "1d6"),
    ("2x2:rows", "3d6"),
    ("2x3", "{1:1,2:3,5:2}"),
    ("3x3:corners", "2d6"),
    ("2x2:all", "1d1"),
]


@pytest.mark.parametrize("bits", [4, 64])
@pytest.mark.parametrize(("layout", "dice"), QUANTILES)
def test_quantiles_match_a_walk_along_the_chain(
    layout: str, dice: str, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare quantiles with a walk along the chain, for a grid of shares and for shares close to values of the cdf."""
    monkeypatch.setattr(absorbing, "FIRST_BITS", bits)
    random = Random(layout + dice)
    for marking in ("one", "all"):
        rules = Rules.of(layout, dice, marking)
        for policy in ("optimal", "random"):
            chain = chain_of(random.choices(rules.dice.values, k=rules.layout.size), rules=rules, policy=policy)
            steps = [cdf for _, cdf in chain.distribution(40)]
            near = [cdf + beside for cdf in steps[::10] for beside in (-Fraction(1, 10**40), 0, Fraction(1, 10**40))]
            shares = [Fraction(i, 10) for i in range(10)] + near
            for share in (share for share in shares if 0 <= share < 1 and share <= steps[-1]):
                assert chain.quantile(share) == next(k for k, cdf in enumerate(steps) if cdf >= share)


@settings(max_examples=60)
@given(pairs(), st.integers(1, 40))
def test_the_closed_form_matches_the_distribution(pair: Pair, k: int) -> None:
    """Check that P(T > k) = Σ c · C(k, m) uᵏ⁻ᵐ / Mᵏ.

    For larger chains, the closed form is not used, and the chain is followed roll by roll.
    """
    chain = make_chain(optimal_play(pair.position), Optimal(TieBreak.RANDOM))
    if chain.states:
        terms = Survival(chain.transient, chain.scale).terms
        numbers = [(c, u, m) for u, cs in terms.items() for m, c in enumerate(cs) if m <= k]
        left = sum((c * comb(k, m) * u ** (k - m) for c, u, m in numbers), Fraction(0)) / chain.scale**k
        assert 1 - left == chain.cdf(k)


def test_quantiles_with_many_digits_match_a_decimal_computation() -> None:
    """The game ends only after two rare values have both occurred.

    ``finished`` computes P(T <= k) from powers with 200 digits.
    """
    chain = chain_of("40 799", rules=Rules.of("1x2:all", "40d20"))
    getcontext().prec, p, q = 200, Decimal(1) / Decimal(20) ** 40, Decimal(40) / Decimal(20) ** 40

    def finished(k: int) -> Decimal:
        left = [((1 - x).ln() * k).exp() for x in (p, q, p + q)]
        return 1 - left[0] - left[1] + left[2]

    for share in ("1/1000", "1/2", "9/10", "999999/1000000"):
        k = chain.quantile(share)
        numerator, denominator = map(int, share.split("/"))
        assert len(str(k)) > 48
        assert finished(k - 1) < Decimal(numerator) / denominator <= finished(k)


def test_quantiles_close_to_a_value_of_the_cdf_are_exact() -> None:
    chain = chain_of("3 3 / 18 18", rules=Rules.of("2x2:all", "3d6"))
    step = chain.cdf(700)
    assert [chain.quantile(step + beside) for beside in (-Fraction(1, 10**400), 0, Fraction(1, 10**400))] == [
        *(700, 700, 701)
    ]


def test_a_share_too_close_to_a_value_of_the_cdf_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = chain_of("3 3 / 18 18", rules=Rules.of("2x2:all", "3d6"))
    monkeypatch.setattr(absorbing, "MAX_BITS", 100)
    k = chain.quantile("1/2")
    assert chain.cdf(k - 1) < Fraction(1, 2) <= chain.cdf(k)
    with pytest.raises(TooLarge, match=r"is too close to a value of P.* with 100 bits"):
        chain.quantile(chain.cdf(700) + Fraction(1, 10**400))


def test_a_chain_too_large_for_the_closed_form_is_followed_roll_by_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = ["1/1000", "1/2", "0.999"]
    expected = [chain_of(BOARD).quantile(share) for share in shares]
    monkeypatch.setattr(chain_module, "MAX_TERMS", 0)
    assert [chain_of(BOARD).quantile(share) for share in shares] == expected
    monkeypatch.setattr(chain_module, "MAX_MOVES", 20 * sum(map(len, chain_of(BOARD).transient)))
    with pytest.raises(TooLarge, match=r"quantile is above 20 rolls: P\(T <= 20\) is only 0\.9"):
        chain_of(BOARD).quantile("0.999")


def test_the_number_of_rolls_is_checked() -> None:
    chain = chain_of(BOARD)
    assert chain.distribution(0) == [(0, 0)]
    assert chain.pmf(int64(3)) == chain.pmf(3)
    for upto in (-1, 10_001):
        with pytest.raises(InputError, match=f"expected a number of rolls from 0 to 10000, got {upto}"):
            chain.distribution(upto)


def test_dice_with_a_single_value_give_games_of_fixed_length() -> None:
    """If the dice have a single value, all games have the same length."""
    chain = chain_of([5] * 9, rules=Rules.of("3x3", "5"))
    assert chain.distribution(6) == [(0, 0), (0, 0), (0, 0), (1, 1), (0, 1), (0, 1), (0, 1)]
    assert (chain.mean, chain.variance, chain.quantile("0.999")) == (3, 0, 3)


def test_a_finished_game_has_no_states() -> None:
    chain = chain_of("*7 *7 *7 / 7 7 7 / 7 7 7")
    assert chain.states == ()
    assert chain.q() == chain.fundamental() == chain.visits() == []
    assert chain.r() == ((), [])
    assert (chain.mean, chain.variance) == (0, 0)
    assert chain.distribution(2) == [(1, 1), (0, 1), (0, 1)]
    assert chain.quantile("0.9") == 0
    assert chain.finishes() == {0b111: 1}


def test_the_common_denominator_of_a_chain_is_as_small_as_possible() -> None:
    chain = chain_of(BOARD, tie_break="random")
    weights = [w for row in (*chain.transient, *chain.absorbing) for w in row.values()]
    assert chain.scale % 36 == 0
    assert {type(weight) for weight in weights} == {int}
    assert min(weights) > 0
    assert chain_of("1 1 / 1 1", rules=Rules.of("2x2:rows", "{1:2,2:2}")).scale == 2


def test_tie_breaks_change_the_variance() -> None:
    """The three tie-breaks give the same mean but different variances."""
    found = {tie_break: chain_of("6 9 10 / 9 9 9 / 10 10 6", tie_break=tie_break) for tie_break in TieBreak}
    assert len({chain.mean for chain in found.values()}) == 1
    assert len({chain.variance for chain in found.values()}) == 3
    for tie_break, chain in found.items():
        assert chain.policy == Optimal(tie_break)


def test_invalid_starts_are_rejected() -> None:
    chain = chain_of(OPTIMAL)
    for marked in (0b111, -1, 1 << 20):
        with pytest.raises(InputError, match="expected a transient set of marks of this chain"):
            chain.visits(marked)
    assert chain.visits(0) == chain.visits()


def test_full_matrices_of_large_chains_are_rejected() -> None:
    chain = chain_of([*range(2, 13), 7], rules=Rules.of("3x4:all", "2d6"))
    assert len(chain.states) > 2000
    for matrix in (chain.q, chain.r, chain.fundamental):
        with pytest.raises(TooLarge, match="expected at most 2000 transient sets for a whole matrix, got"):
            matrix()


def test_the_repr_describes_the_chain() -> None:
    assert repr(chain_of("1 2 / 3 4", rules="knuth")) == "<Chain of 1 2 / 3 4, optimal: 9 transient sets>"


Known = dict[tuple[int, int], tuple[int, ...]]
"""Maps a set of marks and a roll to the optimal cells."""


def play(solution: OptimalPlay, random: Random, tie_break: TieBreak, known: Known) -> int:
    """Simulate one optimally played game with two dice, and return the number of rolls."""
    layout, marked, rolls = solution.position.rules.layout, solution.position.marked, 0
    while not layout.wins(marked):
        rolls += 1
        key = (marked, random.randint(1, 6) + random.randint(1, 6))
        if key not in known:
            known[key] = solution.optimal_cells(key[1], marked)
        if best := known[key]:
            chosen = {"smallest": best[0], "largest": best[-1]}.get(tie_break) if tie_break != "random" else None
            marked |= 1 << (random.choice(best) if chosen is None else chosen)
    return rolls


@pytest.mark.parametrize("tie_break", TieBreak)
@pytest.mark.parametrize("text", [OPTIMAL, BOARD, "9 7 9 / 9 9 9 / 9 6 7"])
def test_simulated_games_agree_with_the_chain(text: str, tie_break: TieBreak) -> None:
    """The mean, variance and distribution of simulated games lie within 4.5 standard errors of the exact values."""
    solution = optimal_play(text)
    chain = make_chain(solution, Optimal(tie_break))
    random, games = Random(f"{text} {tie_break}"), 4_000
    known: Known = {}
    times = [play(solution, random, tie_break, known) for _ in range(games)]
    mean, variance = float(chain.mean), float(chain.variance)
    assert abs(fmean(times) - mean) < 4.5 * sqrt(variance / games)
    fourth = fmean((t - mean) ** 4 for t in times)
    assert abs(fmean((t - mean) ** 2 for t in times) - variance) < 4.5 * sqrt((fourth - variance**2) / games)
    for k in (4, 6, 10, 15):
        p = float(chain.cdf(k))
        assert abs(sum(t <= k for t in times) / games - p) < 4.5 * sqrt(p * (1 - p) / games)


def test_the_chain_can_mark_all_matching_cells() -> None:
    """If a roll marks all matching cells, a game on the Knuth card 1 1 / 1 2 ends with the first 1."""
    chain = chain_of("1 1 / 1 2", rules=Rules.of("2x2:rows", "d6", "all"))
    assert chain.finishes() == {
        mask_of([0, 1, 2]): Fraction(5, 6) * Fraction(3, 5),
        mask_of([0, 1, 2, 3]): Fraction(1, 2),
    }
