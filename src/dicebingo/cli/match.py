"""``dicebingo match``: two or more boards on shared rolls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicebingo.cli.options import echo_json, json_option, position_json, positions, rules_json, rules_options
from dicebingo.cli.progress import progress_bar
from dicebingo.errors import InputError, quote
from dicebingo.exact import Rational, decimal, number_json
from dicebingo.model.rules import Rules
from dicebingo.render import match_text
from dicebingo.render.figures import FORMATS, match_figure
from dicebingo.solo.chain import make_chain
from dicebingo.solo.policy import TieBreak
from dicebingo.storage import write_bytes
from dicebingo.versus.match import Match, Ranges, match, strategies_for
from dicebingo.versus.ranges import Range
from dicebingo.versus.verdict import Verdict
from dicebingo.versus.witness import TieTable, Witness

__all__ = ["command"]

PLOT_ROLLS = 25


@click.command("match")
@click.argument("boards", nargs=-1, required=True, metavar="BOARD BOARD [BOARD...]")
@click.option(
    "--policy", "policies", multiple=True, metavar="POLICY", help="For all boards, or repeated, one for each."
)
@click.option("--tie-break", default="smallest", metavar="RULE", help="Among equal cells: smallest, largest or random.")
@click.option("--range", "with_range", is_flag=True, help="Bound the probabilities over all tie-breaks (two boards).")
@click.option("--upto", type=int, metavar="K", help="Show who finishes on which roll, up to roll K.")
@click.option("--simulate", "games", type=int, metavar="N", help="Simulate N games instead of solving exactly.")
@click.option("--seed", type=int, default=1, metavar="S", help="Seed of the simulation (default 1).")
@click.option("--plot", is_flag=True, help="Draw the distribution of the finishing roll in the terminal.")
@click.option("--plot-file", metavar="FILE", help="Draw pdf and cdf, solo and joint, as .svg, .png or .pdf.")
@rules_options
@json_option
def command(
    boards: tuple[str, ...],
    policies: tuple[str, ...],
    tie_break: str,
    rules: Rules,
    as_json: bool,
    **options: Any,
) -> None:
    """Play boards against each other on shared rolls: who finishes first, exactly.

    Each board is played by its own solo-optimal strategy, or by --policy. @FILE stands for the boards of a file.

    Example: dicebingo match "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6" --range
    """
    named = positions(boards, rules)
    names = [name or f"board {i}" for i, (name, _) in enumerate(named)]
    each = policies[0] if len(policies) == 1 else policies or "optimal"
    tie = TieBreak.parse(tie_break)
    head = {
        "rules": rules_json(rules),
        "names": names,
        "boards": [position_json(position)["board"] for _, position in named],
        "marked": [position_json(position)["marked"] for _, position in named],
        "tie_break": tie.value,
    }
    if options["games"] is not None:
        for name in ("with_range", "upto", "plot", "plot_file"):
            if options[name] is not None and options[name] is not False:  # --upto 0 is not False
                raise InputError(f"expected --simulate without --{name.removeprefix('with_').replace('_', '-')}")
        _simulated(head, strategies_for([p for _, p in named], None, each, tie), options, as_json)
        return
    result = match(*(position for _, position in named), policies=each, tie_break=tie)
    judged = result.verdict() if len(named) == 2 else None
    ranges = result.ranges() if options["with_range"] else None
    plot_rolls = options["upto"] or PLOT_ROLLS
    if options["plot_file"] is not None:
        _plot_file(result, names, Path(options["plot_file"]), plot_rolls)
    if as_json:
        echo_json({**head, **_json(result, judged, ranges, options["upto"])})
        return
    parts = [match_text.match_text(result, names, tie, judged)]
    if ranges:
        parts.append(match_text.ranges_text(ranges, names) + "\n")
    if options["upto"] is not None:
        parts.append(match_text.distribution_text(result, names, options["upto"]) + "\n")
    if options["plot"]:
        parts.append(match_text.plot_text(result, names, plot_rolls) + "\n")
    click.echo("\n".join(parts))


def _json(result: Match, judged: Verdict | None, ranges: Ranges | None, upto: int | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "policies": [str(strategy.policy) for strategy in result.strategies],
        "outcomes": [
            {"winners": list(winners), "probability": number_json(probability)}
            for winners, probability in result.outcomes()
        ],
        "shares": [number_json(share) for share in result.shares()],
        "expected_rolls": [number_json(mean) for mean in result.expected_rolls()],
        "expected_length": number_json(result.chain.expected_rolls()),
        "verdict": _verdict_json(judged) if judged else None,
        "joint_states": result.joint_states,
    }
    if ranges:
        answer["range"] = {name: _range_json(getattr(ranges, name)) for name in ("first", "second", "margin")}
    if upto is not None:
        answer["distribution"] = _distribution_json(result, upto)
    return answer


def _range_json(found: Range) -> dict[str, Any]:
    return {"low": number_json(found.low), "high": number_json(found.high), "kind": "bound"}


def _verdict_json(judged: Verdict) -> dict[str, Any]:
    return {
        "favoured": judged.favoured,
        "kind": judged.kind.value,
        "margin": number_json(judged.margin),
        "bounds": _range_json(judged.bounds) if judged.bounds else None,
        "witnesses": [_witness_json(witness) for witness in judged.witnesses],
    }


def _witness_json(witness: Witness) -> dict[str, Any]:
    """Return the tie-breaks by name, or case by case where a table is needed."""
    ties: list[Any] = []
    for tie, cases in zip(witness.tie_breaks, witness.cases(), strict=True):
        if isinstance(tie, TieTable):
            ties.append([{"marked": list(marked), "roll": roll, "cell": cell} for marked, roll, cell in cases])
        else:
            ties.append(tie.tie_break.value)
    return {"tie_breaks": ties, "margin": number_json(witness.margin)}


def _distribution_json(result: Match, upto: int) -> list[dict[str, Any]]:
    solo = [chain.distribution(upto) for chain in result.solo()]
    return [
        {
            "roll": roll,
            "joint": [
                {
                    "winners": list(match_text.players(won)),
                    "pmf": number_json(pmf.get(won, Rational(0))),
                    "cdf": number_json(share),
                }
                for won, share in sorted(cdf.items())
            ],
            "solo": [{"pmf": number_json(d[roll][0]), "cdf": number_json(d[roll][1])} for d in solo],
        }
        for roll, (pmf, cdf) in enumerate(zip(result.distribution(upto), result.cdf(upto), strict=True))
    ]


def _plot_file(result: Match, names: list[str], path: Path, upto: int) -> None:
    file_format = path.suffix.lower().removeprefix(".")
    if file_format not in FORMATS:
        raise InputError(f"expected a plot file that ends with .svg, .png or .pdf, got {quote(path)}")
    solo = [[decimal(pmf) for pmf, _ in chain.distribution(upto)] for chain in result.solo()]
    rows = [match_text.by_player(ends, len(names)) for ends in result.distribution(upto)]
    *joint, ties = ([decimal(share) for share in series] for series in zip(*rows, strict=True))
    labels = [f"{name}: {position}" for name, position in zip(names, result.positions, strict=True)]
    write_bytes(path, match_figure(labels, solo, joint, ties, file_format))
    click.echo(f"wrote {path}", err=True)


def _simulated(head: dict[str, Any], strategies: list[Any], options: dict[str, Any], as_json: bool) -> None:
    from dataclasses import asdict

    from dicebingo.versus.simulate import simulate

    with progress_bar("simulating", options["games"]) as advance:
        result = simulate(strategies, options["games"], options["seed"], advance)
    if as_json:
        echo_json(
            {
                **head,
                "policies": [str(strategy.policy) for strategy in strategies],
                "simulated": True,
                "games": result.games,
                "seed": result.seed,
                "outcomes": [{"winners": list(w), "probability": asdict(e)} for w, e in result.outcomes],
                "shares": [asdict(player.share) for player in result.players],
                "alone": [asdict(player.alone) for player in result.players],
                "wins": [asdict(player.wins) for player in result.players],
                "expected_rolls": [number_json(make_chain(s.solution, s.policy).mean()) for s in strategies],
                "expected_length": asdict(result.expected_rolls),
            }
        )
        return
    click.echo(match_text.simulation_text(result, head["names"], [str(s.solution.position) for s in strategies]))
