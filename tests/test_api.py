"""The library's face: all names are there, found when asked for, and errors have one family."""

from __future__ import annotations

import subprocess
import sys

import pytest

import dicebingo


def test_every_name_is_there() -> None:
    assert dicebingo.__all__ == sorted(dicebingo.__all__, key=lambda name: (not name.isupper(), name.islower(), name))
    for name in dicebingo.__all__:
        assert getattr(dicebingo, name) is not None
    assert set(dir(dicebingo)) >= {*dicebingo.__all__, "__version__"}


def test_a_module_never_takes_the_place_of_a_function() -> None:
    code = "import dicebingo.solo.why, dicebingo; assert callable(dicebingo.why) and callable(dicebingo.solve)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="module 'dicebingo' has no attribute 'chess'"):
        _ = dicebingo.chess


def test_errors_have_one_family() -> None:
    for kind, builtin in (("InputError", ValueError), ("TooLarge", Exception), ("MissingExtra", ImportError)):
        error = getattr(dicebingo, kind)
        assert issubclass(error, dicebingo.DiceBingoError)
        assert issubclass(error, builtin)
