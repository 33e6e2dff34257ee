"""The public interface: every name exists and has the right kind, and bad input raises a one-line error."""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

import dicebingo
from tests.questions import CARDS, QUESTIONS
from tools.reference import documented

PACKAGE = Path(dicebingo.__file__).parent
DOCUMENTED = {name: getattr(import_module(home), name) for home, names in documented().items() for name in names}


def kind(name: str) -> str:
    """Return the kind of a public name, inferred from its spelling."""
    if name.isupper():
        return "constant"
    return "class" if name[0].isupper() else "function"


def test_every_public_name_comes_from_its_module() -> None:
    assert dicebingo.__all__ == sorted(dicebingo.__all__, key=lambda name: (name.islower(), name))
    assert dir(dicebingo) == sorted([*dicebingo.__all__, "__version__"])
    for name in dicebingo.__all__:
        home = dicebingo.home_of(name)
        assert getattr(dicebingo, name) is getattr(import_module(home), name)
        assert getattr(dicebingo, name).__module__ == home, name


def test_all_questions_are_public_and_there_are_at_most_50_public_names() -> None:
    assert set(QUESTIONS) <= set(dicebingo.__all__)
    assert len(dicebingo.__all__) <= 50


PROBE = """
import json, pkgutil
import dicebingo
for module in pkgutil.walk_packages(dicebingo.__path__, "dicebingo."):
    if not module.name.endswith("__main__"):
        __import__(module.name)
found = {name: getattr(dicebingo, name) for name in dicebingo.__all__}
print(json.dumps({name: type(thing).__name__ for name, thing in found.items()}))
"""


@pytest.mark.slow
def test_no_module_shadows_a_public_name() -> None:
    """After all modules have been imported, functions are still functions and classes are still classes."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    types = json.loads(done.stdout)
    assert types.keys() == set(dicebingo.__all__)
    functions = {name for name, type_ in types.items() if type_ in ("function", "_lru_cache_wrapper")}
    assert functions == {name for name in types if kind(name) == "function"}
    assert "module" not in types.values()


def test_no_top_level_module_has_the_name_of_a_public_object() -> None:
    below = {module.name for module in pkgutil.iter_modules(dicebingo.__path__)}
    assert {"solo", "exact"} <= below
    assert not below & set(dicebingo.__all__)


def test_no_two_classes_have_the_same_name() -> None:
    """No two modules define a class with the same name. Names that begin with _ are exempt."""
    homes: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert homes["Solution"] == ["solo/solution.py"]
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_every_question_is_a_function() -> None:
    for name in QUESTIONS:
        assert inspect.isfunction(getattr(dicebingo, name)), name


def test_unknown_names_raise_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'dicebingo' has no attribute 'chess'"):
        _ = dicebingo.chess  # type: ignore[attr-defined]


def test_all_errors_have_one_base_class() -> None:
    kinds = {name: getattr(dicebingo, name) for name in ("InputError", "MissingExtra", "Stopped", "TooLarge")}
    for error in kinds.values():
        assert error.__bases__[0] is dicebingo.DiceBingoError
    builtin = {name: error.__bases__[1:] for name, error in kinds.items()}
    assert builtin == {"InputError": (ValueError,), "MissingExtra": (ImportError,), "Stopped": (), "TooLarge": ()}
    assert dicebingo.DiceBingoError.__bases__ == (Exception,)


# Functions that take boards or rules reject other objects

WRONG = (42, object(), {"a": 1}, b"x", [[7]], "nonsense")

# Valid arguments; each test replaces one with an invalid value
CALLS: dict[str, dict[str, Any]] = {
    "strategies_for": {"positions": CARDS},
    "chain_of": {"position": CARDS[0]},
    "duel_pairs": {"boards": CARDS, "pairs": [(0, 1)]},
    "certify": {"boards": CARDS},
    "solve": {"position": CARDS[0]},
    "advise": {"position": CARDS[0], "roll": 1},
    "evaluate": {"position": CARDS[0]},
    "improve": {"position": CARDS[0]},
    "review": {"position": CARDS[0], "moves": []},
    "match": {"boards": CARDS[:2]},
    "simulate": {"boards": CARDS[:2], "games": 10},
    "nash": {"first": CARDS[0], "second": CARDS[1], "roll": 2},
    "duel": {"first": CARDS[0], "second": CARDS[1]},
    "exploit": {"first": CARDS[0], "second": CARDS[1]},
    "tournament": {"boards": CARDS},
    "rings": {"boards": CARDS},
    "upsets": {"boards": CARDS},
    "crowd": {"board": CARDS[0], "players": 3, "population": CARDS[1]},
    "counter": {"boards": [CARDS[0]]},
    "arena": {"boards": CARDS, "rounds": 0, "restarts": 1},
    "search": {},
    "prove": {"upper": CARDS[0]},
    "rank": {"board": CARDS[0]},
    "sheet": {"boards": CARDS},
}
BOARD = re.compile(r"\b(PositionLike|PlayerLike)\b")
RULES = re.compile(r"\bRulesLike\b")


def arguments() -> list[tuple[str, str, bool]]:
    """Return all parameters of public functions that accept boards or rules, and whether each accepts several."""
    found = []
    for name, thing in DOCUMENTED.items():
        if kind(name) == "function":
            for parameter in inspect.signature(thing).parameters.values():
                type_ = str(parameter.annotation)
                if BOARD.search(type_) or RULES.search(type_):
                    several = "Sequence" in type_ or parameter.kind is parameter.VAR_POSITIONAL
                    found.append((name, parameter.name, several))
    return found


ONE_BY_ONE = ("match", "simulate", "sheet", "counter")
"""Functions that take boards as separate arguments."""


def call(name: str, **changed: Any) -> Any:
    """Call a function with valid arguments (boards and rules as strings), except for those in ``changed``."""
    given = {"rules": "knuth", **CALLS[name], **changed}
    several = given.pop("boards", ()) if name in ONE_BY_ONE else ()
    return DOCUMENTED[name](*several, **given)


def test_every_function_that_takes_boards_is_tested() -> None:
    counts = Counter(name for name, _, _ in arguments())
    assert counts.keys() == CALLS.keys()
    assert counts["duel"] == 3


@pytest.mark.parametrize("name", CALLS)
def test_every_function_accepts_boards_as_text(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEBINGO_CACHE", str(tmp_path))
    assert "\n" not in repr(call(name))


@pytest.mark.parametrize(("name", "argument", "several"), arguments(), ids=str)
def test_objects_that_are_not_boards_or_rules_are_rejected(name: str, argument: str, several: bool) -> None:
    for wrong in WRONG:
        with pytest.raises(dicebingo.InputError) as refused:
            call(name, **{argument: [wrong, *CARDS[1:3]] if several else wrong})
        assert "expected" in str(refused.value)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "name", [name for name, argument, _ in arguments() if argument == "boards" and name not in ONE_BY_ONE]
)
def test_objects_that_are_not_lists_of_boards_are_rejected(name: str) -> None:
    for wrong in (42, object(), b"x", CARDS[0]):
        with pytest.raises(dicebingo.InputError, match="expected"):
            call(name, boards=wrong)


@pytest.mark.parametrize("name", ["rules", "find_rules"])
def test_unknown_rule_names_are_rejected(name: str) -> None:
    for wrong in WRONG:
        with pytest.raises(dicebingo.InputError, match="expected named rules"):
            getattr(dicebingo, name)(wrong)


def test_literal_types_list_the_accepted_keywords() -> None:
    """Editors suggest the words in types such as ``TieBreakName``, which must match the enums next to them."""
    found = 0
    for path in PACKAGE.rglob("*.py"):
        for name in re.findall(r"^(\w+)Name: TypeAlias = Literal", path.read_text(encoding="utf-8"), re.MULTILINE):
            home = import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
            assert get_args(getattr(home, f"{name}Name")) == tuple(word.value for word in getattr(home, name)), name
            found += 1
    assert found >= 8
