"""``dicebingo verify``: check a certificate."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicebingo.cli.options.common import echo_json, json_option
from dicebingo.errors import InputError, quote
from dicebingo.running.shards import cluster

if TYPE_CHECKING:  # numba, which --help must not wait for
    from dicebingo.proofs.search_certificate import Finding

__all__ = ["command"]


@click.command("verify")
@click.argument("file")
@click.option("--full", is_flag=True, help="Sweep over all boards, or prove, again.")
@click.option("--workers", type=int, metavar="N", help="With --full: on N worker processes of a local dask cluster.")
@click.option("--cluster", "address", metavar="ADDRESS", help="With --full: on the dask cluster of this scheduler.")
@json_option
def command(file: str, full: bool, workers: int | None, address: str | None, as_json: bool) -> None:
    """Check the certificate in FILE: solve the claimed boards again, count, and compare.

    Exit code 1 if anything does not hold.

    Example: dicebingo verify dicebingo-certificate.json
    """
    claim = _read(Path(file))
    findings = []
    with cluster(address, workers) as client:
        for finding in _check(claim, full, client):
            findings.append(finding)
            if not as_json:
                mark, colour = ("✓", "green") if finding.holds else ("✗", "red")
                click.echo(f"{click.style(mark, fg=colour, bold=True)} {finding.what}")
    holds = all(finding.holds for finding in findings)
    if as_json:
        echo_json({"holds": holds, "findings": [{"what": f.what, "holds": f.holds} for f in findings], "full": full})
    else:
        click.echo(f"\n{'The certificate holds.' if holds else 'The certificate does not hold.'}")
    if not holds:
        click.get_current_context().exit(1)


def _check(claim: Any, full: bool, client: Any) -> Iterator[Finding]:
    from dicebingo.proofs.proof_certificate import PROOF_KIND, check_proof
    from dicebingo.proofs.search_certificate import check_certificate

    if isinstance(claim, dict) and claim.get("kind") == PROOF_KIND:
        return check_proof(claim, full=full, client=client)
    return check_certificate(claim, full=full, client=client)


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"expected a readable certificate, got {quote(path)} ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a certificate in JSON, got {quote(path)} ({error})") from None
