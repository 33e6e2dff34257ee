"""The notebook with its outputs: ``python -m tools.notebook`` runs it and writes what its cells show.

The tests run it again and compare. What differs from run to run or between versions of Jupyter is left out: times,
counts, and lines of progress.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat

PATH = Path(__file__).resolve().parents[1] / "notebooks" / "dice-bingo.ipynb"
PROGRESS = re.compile(r"^[a-z, ]+(: \d+ of \d+)?( \(.*\))?\n", re.MULTILINE)


def executed() -> Any:
    """Return the notebook, run by a Jupyter kernel of this Python, with its outputs as they are kept."""
    from nbclient import NotebookClient  # noqa: PLC0415  (slow to import)

    notebook = nbformat.read(PATH, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=None, kernel_name="python3", resources={"metadata": {"path": PATH.parent}}
    ).execute()
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
        cell.execution_count = number
        cell.metadata = {}
        cell.outputs = _kept(cell.outputs, number)
    notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"], "language_info": {"name": "python"}}
    return notebook


def _kept(outputs: list[Any], number: int) -> list[Any]:
    """Return outputs without what may differ; what was printed may have come in pieces."""
    kept: list[Any] = []
    for output in outputs:
        if output.output_type == "execute_result":
            output.execution_count, output.metadata = number, {}
        if output.output_type == "stream" and kept and kept[-1].get("name") == output.name:
            kept[-1].text += output.text
        else:
            kept.append(output)
    for output in kept:
        if output.output_type == "stream":
            output.text = PROGRESS.sub("", output.text)
    return kept


if __name__ == "__main__":
    nbformat.write(executed(), PATH)  # type: ignore[no-untyped-call]
