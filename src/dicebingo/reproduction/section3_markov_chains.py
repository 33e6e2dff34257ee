"""The claims of section 3: optimal play on the optimal board as an absorbing Markov chain."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from dicebingo.exact import mpq
from dicebingo.model.layout import cells_of
from dicebingo.reproduction.claims import Claim, Remark, RemarkGroup, that
from dicebingo.reproduction.section2_one_board import chain, solution
from dicebingo.solo.chain import Chain, make_chain
from dicebingo.solo.policy import Optimal

LATER = 25
"""The highest power of Q that is compared with the distribution of the completion time."""


@cache
def full_chain() -> Chain:
    """Return the chain of the optimal board on all 230 transient sets."""
    return make_chain(solution("optimal"), Optimal(), every_state=True)


def stochastic() -> tuple[object, bool]:
    """Check that every row of [Q R] adds up to one, and that every change of state adds exactly one mark."""
    whole = full_chain()
    q, (wins, r) = whole.q(), whole.r()
    rows = all(sum(a, Fraction(0)) + sum(b, Fraction(0)) == 1 for a, b in zip(q, r, strict=True))
    steps = all(
        len(cells_of(after & ~state)) == 1 and after & state == state
        for state, among, into in zip(whole.states, whole.transient, whole.absorbing, strict=True)
        for after in [*(whole.states[j] for j in among), *into]
        if after != state
    )
    return f"Q is {len(q)} x {len(q)}; {len(wins)} winning sets can be reached", rows and steps and len(q) == 230


def powers() -> tuple[object, bool]:
    """Compare the row sum of Q^k for the unmarked board with P(T > k)."""
    whole = full_chain()
    row = {whole.states.index(0): mpq(1)}
    left = []
    for _ in range(LATER):
        after: dict[int, mpq] = {}
        for i, share in row.items():
            for j, weight in whole.transient[i].items():
                after[j] = after.get(j, 0) + share * mpq(weight, whole.scale)
        row = after
        left.append(sum(row.values(), mpq(0)))
    distribution = chain("optimal").distribution(LATER)
    return f"equal for k = 1 to {LATER}", left == [1 - cdf for _, cdf in distribution[1:]]


def series() -> tuple[object, bool]:
    """Return the largest diagonal entry of the triangular Q; the series of powers converges if it is below one."""
    largest = max(row[i] for i, row in enumerate(full_chain().q()))
    return f"the largest eigenvalue of Q is {largest}", largest < 1


def fundamental_matrix() -> tuple[object, bool]:
    """Check that N (I - Q) = I, and that the row sums of N are the values V(S)."""
    whole = full_chain()
    q, n = ([[mpq(entry) for entry in row] for row in matrix] for matrix in (whole.q(), whole.fundamental()))
    size = range(len(q))
    columns = [[(j, q[j][k]) for j in size if q[j][k]] for k in size]
    inverse = all(
        n[i][k] - sum((n[i][j] * share for j, share in columns[k]), mpq(0)) == (i == k) for i in size for k in size
    )
    values = solution("optimal").values
    sums = all(sum(row, mpq(0)) == values[state] for state, row in zip(whole.states, n, strict=True))
    return f"N is {len(n)} x {len(n)}, exact", inverse and sums


def triangular(decreasing: bool) -> tuple[object, bool]:
    """Return the side of the diagonal on which Q has entries if the sets are ordered by their number of marks."""
    whole = full_chain()
    order = {s: i for i, s in enumerate(sorted(whole.states, key=int.bit_count, reverse=decreasing))}
    sides = {
        "upper" if order[whole.states[j]] > order[state] else "lower"
        for state, row in zip(whole.states, whole.transient, strict=True)
        for j in row
        if whole.states[j] != state
    }
    return " and ".join(sorted(sides)) + " triangular", sides == {"upper"}


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "3",
        "Q and R contain the transition probabilities: rows of [Q R] add up to 1",
        "[Q R] is stochastic",
        that(stochastic),
    ),
    Claim("3", "The row of Q^k for the unmarked board adds up to P(T > k)", "Q^k", that(powers)),
    Claim("3", "I + Q + Q^2 + ... converges", "(I - Q)^-1", that(series)),
    Claim("3", "N = (I - Q)^-1 exists and its row sums are V(S)", "V(i) = sum_j N_ij", that(fundamental_matrix)),
    Claim(
        "3",
        "Q is upper triangular with the sets ordered by decreasing number of marks",
        "upper triangular",
        that(lambda: triangular(decreasing=True)),
        Remark(
            RemarkGroup.ERROR,
            "Q is upper triangular when states are ordered by decreasing number of marked squares",
            "the last paragraph but one",
            "A mark leads to a set with more marks, which comes earlier in that order, so Q is lower triangular. It is"
            " upper triangular if the sets are ordered by increasing number of marks. The method is not affected.",
            "dicebingo paper --only 3",
        ),
    ),
)
