"""Run the notebook and save its outputs: ``python -m tools.notebook``.

A test runs the notebook again and compares the outputs. Outputs that differ between runs or versions of Jupyter are
removed or replaced: metadata, execution counts, and progress lines.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat

PATH = Path(__file__).resolve().parents[1] / "notebooks" / "dice-bingo.ipynb"
PROGRESS = re.compile(r"^[a-z, ]+(: \d+ of \d+)?( \(.*\))?\n", re.MULTILINE)


def executed() -> Any:
    """Run the notebook in a Jupyter kernel of this Python, and return it with cleaned outputs."""
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
    """Remove the parts of outputs that vary, and join consecutive pieces of printed text."""
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
