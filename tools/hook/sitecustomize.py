"""Replace the code of one module by a mutant, which is read from the file that ``DICEBINGO_MUTANT`` names.

Python imports this module when it starts if this folder is on ``PYTHONPATH``. The processes that a test starts
therefore contain the mutant too. No file of the package and no compiled file changes.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType


class Broken(SourceFileLoader):
    """Loads ``code`` instead of the module's file."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        """Return the broken code."""
        return self._code


class Finder:
    """Finds one module."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name, self._path, self._loader = name, path, Broken(name, path, code)

    def find_spec(self, name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        """Return the specification of the mutant if its module is imported."""
        return spec_from_file_location(name, self._path, loader=self._loader) if name == self._name else None


if (mutant := Path(os.environ.get("DICEBINGO_MUTANT", "."))).is_file():
    sys.meta_path.insert(0, Finder(*marshal.loads(mutant.read_bytes())))
