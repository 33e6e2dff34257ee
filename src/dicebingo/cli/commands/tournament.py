"""``dicebingo tournament``: everybody against everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.common import echo_json, json_option, latex_option, position_json, rules_json, wants_latex
from dicebingo.cli.options.entrants import entrants_options
from dicebingo.cli.options.notion import how_json, how_text
from dicebingo.cli.options.progress import progress_bar
from dicebingo.errors import InputError, quote
from dicebingo.model.board import Board, Position
from dicebingo.render.figures import FORMATS, heat_map_figure
from dicebingo.render.text.parts import table
from dicebingo.running.files import expect_writable, write_bytes
from dicebingo.running.shards import cluster
from dicebingo.solo.policy import TieBreak

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.tournaments.tournament import Tournament

__all__ = ["command", "play_out"]

MOST_SHOWN = 20
MOST_DRAWN = 4_000
GRAPHS = ("graphml", "dot")


@click.command("tournament")
@entrants_options
@click.option("--out", metavar="FILE", help="Write one row per pair to a Parquet file, for --from.")
@click.option("--standings", metavar="FILE", help="Write the standings of all boards as CSV.")
@click.option("--graph", metavar="FILE", help="Write who beats whom as .graphml or .dot.")
@click.option("--heat-map", metavar="FILE", help="Draw all margins as .svg, .png or .pdf.")
@latex_option
@json_option
def command(boards: list[tuple[str, Board]], tie: TieBreak, as_json: bool, **options: Any) -> None:
    """Play every board against every other and say who beats whom.

    Boards are given one by one, as @FILE, or chosen by --random, --top or --all; --from shows one that was played.

    Example: dicebingo tournament --random 30 --values 5..9 --seed 1
    """
    names = [name for name, _ in boards]
    _expect_files(options, len(boards))
    result = play_out([board for _, board in boards], tie, options)
    _write_files(result, names, options)
    if wants_latex():
        from dicebingo.render.latex.answers import tournament_latex

        click.echo(tournament_latex(result, names, MOST_SHOWN))
    elif as_json:
        echo_json(_json(result, names))
    else:
        click.echo(_text(result, names))


def _expect_files(options: dict[str, Any], boards: int) -> None:
    """Raise before anything is played, unless all files can be written."""
    for name, endings in (("out", None), ("standings", None), ("graph", GRAPHS), ("heat_map", FORMATS)):
        if options[name]:
            path = Path(options[name])
            if endings and path.suffix.lower().removeprefix(".") not in endings:
                kind = name.replace("_", " ")
                wanted = ", ".join(f".{ending}" for ending in endings[:-1]) + f" or .{endings[-1]}"
                raise InputError(f"expected a {kind} file that ends with {wanted}, got {quote(path)}")
            expect_writable(path)
    if options["heat_map"] and boards > MOST_DRAWN:
        raise InputError(f"expected at most {MOST_DRAWN:,} boards for a heat map, got {boards:,}")


def _write_files(result: Tournament, names: list[str], options: dict[str, Any]) -> None:
    from dicebingo.tournaments.parquet import dot_text, graphml_text, standings_csv, write_parquet

    if options["out"]:
        write_parquet(result, Path(options["out"]), names)
    if options["standings"]:
        write_bytes(Path(options["standings"]), standings_csv(result, names).encode())
    if options["graph"]:
        graph = Path(options["graph"])
        text = dot_text(result) if graph.suffix.lower() == ".dot" else graphml_text(result)
        write_bytes(graph, text.encode())
    if options["heat_map"]:
        _draw(result, names, Path(options["heat_map"]))


def _draw(result: Tournament, names: list[str], path: Path) -> None:
    order = [row.player for row in result.standings()]
    margins = (result.margins * (result.sign != 0))[order][:, order]
    boards = [str(result.boards[player]) for player in order]
    file_format = path.suffix.lower().removeprefix(".")
    write_bytes(path, heat_map_figure([names[player] for player in order], boards, margins, file_format))


def play_out(boards: list[Board], tie: TieBreak, options: dict[str, Any]) -> Tournament:
    """Play a tournament as the options say, with a progress bar; one that has been played is returned as it is."""
    if options["played"] is not None:
        played: Tournament = options["played"]
        return played
    from dicebingo.tournaments.tournament import TournamentJob, play

    checkpoint = Path(options["checkpoint"]) if options["checkpoint"] else None
    notion = options["notion"]
    job = TournamentJob(boards[0].rules, tuple(board.values for board in boards), tie, notion)
    with cluster(options["address"], options["workers"]) as client, progress_bar("matches", job.shards()) as advance:
        return play(boards, tie_break=tie, notion=notion, checkpoint=checkpoint, client=client, progress=advance)


def _json(result: Tournament, names: list[str]) -> dict[str, Any]:
    from dicebingo.tournaments.rings import count_rings, smith_set

    return {
        "rules": rules_json(result.boards[0].rules),
        **how_json(result.tie_break, result.notion),
        "boards": [position_json(Position(board))["board"] for board in result.boards],
        "names": names,
        "standings": [
            {
                "player": row.player,
                "share": row.share,
                "beats": row.beats,
                "loses": row.loses,
                "even": row.even,
                "copeland": row.copeland,
                "mean_margin": row.mean_margin,
            }
            for row in result.standings()
        ],
        "triples": count_rings(result),
        "smith_set": smith_set(result),
        "relative_error_bound": result.error_bound,
    }


def _text(result: Tournament, names: list[str]) -> str:
    from dicebingo.tournaments.rings import count_rings, smith_set

    rows = [
        [
            str(place),
            names[row.player],
            str(result.boards[row.player]),
            f"{100 * row.share:.2f}%",
            str(row.beats),
            str(row.loses),
            str(row.even),
            f"{round(100 * row.mean_margin, 2) + 0.0:+.2f}",
        ]
        for place, row in enumerate(result.standings()[:MOST_SHOWN], 1)
    ]
    headers = ["", "", "board", "share of wins", "beats", "loses to", "even", "mean margin"]
    more = len(result.boards) - MOST_SHOWN
    top = smith_set(result)
    cycle = f"one board, {names[top[0]]}" if len(top) == 1 else f"{len(top)} boards"
    count = count_rings(result)
    parts = [
        f"{result.boards[0].rules}, {how_text(result.tie_break, result.notion)}, {len(result.boards)} boards",
        table(headers, rows, left=[1, 2]) + (f"\n... and {more} more" if more > 0 else ""),
        f"{count:,} {'ring' if count == 1 else 'rings'} of three; the top cycle has {cycle}.",
    ]
    return "\n" + "\n\n".join(parts) + "\n"
