"""Run the command line inside the test's process, and inspect its output."""

from __future__ import annotations

import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any
from unittest.mock import patch

from dicebingo.cli import main


@dataclass(frozen=True)
class Result:
    """The exit code, standard output and standard error of a command."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Check that the command printed only an answer, and return the answer."""
        assert (self.code, self.err) == (0, ""), self
        return json.loads(self.out)

    def complaint(self) -> str:
        """Check that the command printed only a one-line error, and return the error."""
        assert (self.code, self.out) == (2, ""), self
        assert self.err.startswith("dicebingo")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err


def run(*arguments: str) -> Result:
    out, err = StringIO(), StringIO()
    with patch.object(sys, "argv", ["dicebingo", *arguments]), redirect_stdout(out), redirect_stderr(err):
        code = main.run()
    return Result(code, out.getvalue(), err.getvalue())


ALONE = re.compile(r' *("\w+": )?(\S+|"[^"]*"),?')
"""A single word, such as a fraction or a JSON text, which cannot be wrapped."""


def too_wide(text: str) -> list[str]:
    """Return the lines wider than 80 columns. An error is always one line, however long."""
    wide = [line for line in text.splitlines() if len(line) > 80]
    return [line for line in wide if not ALONE.fullmatch(line) and not line.startswith("dicebingo")]
