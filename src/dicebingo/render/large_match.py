"""A match in float64, as text and as JSON: every number with its error bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicebingo.exact import Number, decimal, number_json
from dicebingo.render.text.parts import bar, beside, board_text, percent, table
from dicebingo.solo.chain import make_chain
from dicebingo.solo.policy import Optimal

if TYPE_CHECKING:  # importing it would bring numba along
    from dicebingo.matches.large_match import LargeMatch
    from dicebingo.matches.strategy import Strategy

__all__ = ["large_json", "large_text"]


def _alone(strategy: Strategy) -> Number:
    """Return the expected rolls of a player alone, exactly."""
    optimal = isinstance(strategy.policy, Optimal)
    return strategy.solution.expected_rolls if optimal else make_chain(strategy.solution, strategy.policy).mean()


def large_json(result: LargeMatch) -> dict[str, Any]:
    """Return what came out of a match in float64."""
    winners = ([0], [1], [0, 1])
    first, second, tie = result.outcomes
    return {
        "policies": [str(strategy.policy) for strategy in result.strategies],
        "outcomes": [
            {"winners": who, "probability": number_json(share)}
            for who, share in zip(winners, result.outcomes, strict=True)
        ],
        "shares": [number_json(first + tie / 2), number_json(second + tie / 2)],
        "expected_rolls": [number_json(_alone(strategy)) for strategy in result.strategies],
        "expected_length": None,
        "verdict": {
            "favoured": result.favoured,
            "kind": "undecided" if result.favoured is None else "beats",
            "margin": number_json(result.margin),
            "bounds": None,
            "witnesses": [],
        },
        "joint_states": result.joint_states,
        "exact": False,
        "relative_error_bound": result.error_bound,
    }


def large_text(result: LargeMatch, names: Sequence[str], tie: str) -> str:
    """Return the boards, the outcomes and who is favoured."""
    drawn = ""
    for name, strategy in zip(names, result.strategies, strict=True):
        block = f"{name}\n{board_text(strategy.solution.position)}\nalone {decimal(_alone(strategy)):.4f} rolls"
        drawn = beside(drawn, block) if drawn else block
    rows = [
        [who, percent(share), bar(share), f"{share:.10f}"]
        for who, share in zip([*names, "tie"], result.outcomes, strict=True)
    ]
    parts = [
        f"{result.strategies[0].solution.position.rules}, tie-break {tie}",
        drawn,
        table(["finishes first", "", "", "float64"], rows, left=[0, 2]),
        _sentence(result, names),
        f"{result.joint_states:,} joint states, in float64: relative errors are below {result.error_bound:.1e}.",
    ]
    return "\n" + "\n\n".join(parts) + "\n"


def _sentence(result: LargeMatch, names: Sequence[str]) -> str:
    if result.favoured is None:
        return f"{names[0]} and {names[1]} are too close for float64."
    winner, loser = names[result.favoured], names[1 - result.favoured]
    return f"{winner} beats {loser} by {100 * abs(result.margin):.3g} points under this tie-break."
