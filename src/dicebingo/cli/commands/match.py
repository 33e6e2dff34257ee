"""``dicebingo match``: two or more boards on shared rolls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicebingo.cli.options.common import echo_json, json_option, latex_option, positions, rules_options, wants_latex
from dicebingo.cli.options.progress import progress_bar
from dicebingo.errors import InputError, TooLarge, quote
from dicebingo.exact import decimal, number_json
from dicebingo.matches.joint import make_joint
from dicebingo.matches.match import Match, strategies_for
from dicebingo.model.rules import Rules
from dicebingo.render.figures import FORMATS, match_figure
from dicebingo.render.json.answers import match_head_json, match_json
from dicebingo.render.large_match import large_json, large_text
from dicebingo.render.text import matches as match_text
from dicebingo.running.files import write_bytes
from dicebingo.solo.chain import make_chain
from dicebingo.solo.policy import TieBreak

__all__ = ["command"]

PLOT_ROLLS = 25
EXACT_ONLY = ("with_range", "upto", "plot", "plot_file")
"""Options whose answers are exact, or drawn from exact ones."""


@click.command("match")
@click.argument("boards", nargs=-1, required=True, metavar="BOARD BOARD [BOARD...]")
@click.option(
    "--policy", "policies", multiple=True, metavar="POLICY", help="For all boards, or repeated, one for each."
)
@click.option("--tie-break", default="smallest", metavar="RULE", help="Among equal cells: smallest, largest or random.")
@click.option("--range", "with_range", is_flag=True, help="Bound the probabilities over all tie-breaks (two boards).")
@click.option("--upto", type=int, metavar="K", help="Show who finishes on which roll, up to roll K.")
@click.option("--fast", is_flag=True, help="Compute in float64 with an error bound (two boards); for large boards.")
@click.option("--simulate", "games", type=int, metavar="N", help="Simulate N games instead of solving exactly.")
@click.option("--seed", type=int, default=1, metavar="S", help="Seed of the simulation (default 1).")
@click.option("--plot", is_flag=True, help="Draw the distribution of the finishing roll in the terminal.")
@click.option("--plot-file", metavar="FILE", help="Draw pdf and cdf, solo and joint, as .svg, .png or .pdf.")
@rules_options
@latex_option
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

    Each board is played by its own solo-optimal strategy, or by --policy. @FILE stands for the boards of a file. A
    match of two with too many joint states for an exact answer is computed in float64, and the output says so.

    Example: dicebingo match "9 6 7 / 7 9 6 / 6 7 9" "6 7 6 / 7 7 7 / 6 6 6" --range
    """
    named = positions(boards, rules)
    names = [name or f"board {i}" for i, (name, _) in enumerate(named)]
    each = policies[0] if len(policies) == 1 else policies or "optimal"
    tie = TieBreak.parse(tie_break)
    head = match_head_json(rules, names, [position for _, position in named], tie)
    if options["games"] is not None:
        if wants_latex():
            raise InputError("expected --latex without --simulate")
        for name in ("fast", *EXACT_ONLY):
            if options[name] is not None and options[name] is not False:  # --upto 0 is not False
                raise InputError(f"expected --simulate without {_option(name)}")
        _simulated(head, strategies_for([p for _, p in named], None, each, tie), options, as_json)
        return
    if len(named) < 2:
        raise InputError(f"expected two or more boards, got {len(named)}")
    strategies = strategies_for([position for _, position in named], None, each, tie)
    if options["fast"]:
        _fast(head, strategies, options, as_json)
        return
    try:
        chain = make_joint(strategies)
    except TooLarge as error:
        if len(named) != 2:
            raise
        _fast(head, strategies, options, as_json, f"{error}".partition(":")[0])
        return
    _exact(head, Match(chain, chain.outcomes()), tie, options, as_json)


def _exact(head: dict[str, Any], result: Match, tie: TieBreak, options: dict[str, Any], as_json: bool) -> None:
    """Print an exact answer."""
    names = head["names"]
    judged = result.verdict() if len(names) == 2 else None
    ranges = result.ranges() if options["with_range"] else None
    plot_rolls = options["upto"] or PLOT_ROLLS
    if options["plot_file"] is not None:
        _plot_file(result, names, Path(options["plot_file"]), plot_rolls)
    if wants_latex():
        from dicebingo.render.latex.answers import match_latex

        click.echo(match_latex(result, names, options["upto"]))
        return
    if as_json:
        echo_json({**head, **match_json(result, judged, ranges, options["upto"])})
        return
    parts = [match_text.match_text(result, names, tie, judged)]
    if ranges:
        parts.append(match_text.ranges_text(ranges, names) + "\n")
    if options["upto"] is not None:
        parts.append(match_text.distribution_text(result, names, options["upto"]) + "\n")
    if options["plot"]:
        parts.append(match_text.plot_text(result, names, plot_rolls) + "\n")
    click.echo("\n".join(parts))


def _option(name: str) -> str:
    return f"--{name.removeprefix('with_').replace('_', '-')}"


def _fast(head: dict[str, Any], strategies: list[Any], options: dict[str, Any], as_json: bool, why: str = "") -> None:
    """Play in float64, where that was asked for or an exact solution is too large."""
    from dicebingo.matches.large_match import play_large

    unable = [_option(name) for name in EXACT_ONLY if options[name] is not None and options[name] is not False]
    unable += ["--latex"] if wants_latex() else []
    if unable:
        raise InputError(f"expected a match in float64 without {', '.join(unable)}" + (f" ({why})" if why else ""))
    result = play_large(strategies)
    if as_json:
        echo_json({**head, **large_json(result)})
    else:
        click.echo(large_text(result, head["names"], head["tie_break"]))


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

    from dicebingo.matches.simulation import simulate

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
