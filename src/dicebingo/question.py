"""Questions: functions whose annotated signatures also define the commands and the server's requests.

``Annotated[..., Doc("...")]`` documents a parameter. The command line turns parameters into options, the server uses
them to check and document its requests, and ``help()`` and the reference list them. Parameters that several questions
share are declared once, next to the type that they accept: ``RulesLike``, ``TieBreakLike`` and so on.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

Function: TypeAlias = Callable[..., Any]
F = TypeVar("F", bound=Function)
_NOTED = re.compile(r"Annotated\[(.*), Doc\(.*\)\]")
REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Doc:
    """The meaning of a parameter.

    ``metavar`` is the placeholder for its value in a command's help. ``low`` and ``high`` are the bounds of a number.
    With ``argument``, the value is given on the command line without an option name, like a board.
    """

    text: str = ""
    metavar: str = ""
    low: int | None = None
    high: int | None = None
    argument: bool = False

    def over(self, other: Doc) -> Doc:
        """Return a copy of ``other`` in which the fields that this description sets are replaced."""
        return replace(
            other, **{key: value for key in self.__slots__ if (value := getattr(self, key)) not in ("", None, False)}
        )


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question: its name and kind, the types it accepts, its default (or ``REQUIRED``) and meaning."""

    name: str
    kind: object
    types: tuple[object, ...]
    default: Any
    doc: Doc

    @property
    def is_positional(self) -> bool:
        """Whether the parameter may be passed without its name."""
        return self.kind is not inspect.Parameter.KEYWORD_ONLY

    @property
    def is_variadic(self) -> bool:
        """Whether the parameter accepts any number of arguments."""
        return self.kind is inspect.Parameter.VAR_POSITIONAL

    def takes(self, kind: object) -> bool:
        """Whether the parameter accepts an object of type ``kind``."""
        return kind in self.types

    def lists(self, kind: object) -> bool:
        """Whether the parameter accepts a list of objects of type ``kind``."""
        return any(part is kind for given in self.types for item in get_args(given) for part in _parts(item))

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the parameter accepts, if it is a choice among words."""
        literal = tuple(str(word) for kind in self.types if get_origin(kind) is Literal for word in get_args(kind))
        return literal or tuple(
            str(word) for kind in self.types if isinstance(kind, type) and issubclass(kind, StrEnum) for word in kind
        )

    @property
    def about(self) -> str:
        """The description, followed by the words that the parameter accepts."""
        if all(f"({word})" in self.doc.text for word in self.words):
            return self.doc.text
        *words, last = self.words
        choices = f"{', '.join(words)} or {last}"
        return self.doc.text if choices in self.doc.text else f"{self.doc.text.rstrip('.')}: {choices}."


def question(function: F) -> F:
    """Append the parameters and their descriptions to the docstring of a function, for ``help()``."""
    signature = inspect.signature(function)
    plain = [p.replace(annotation=_NOTED.sub(r"\1", p.annotation)) for p in signature.parameters.values()]
    lines = [f"    {parameter.name}: {_described(parameter)}" for parameter in parameters(function)]
    vars(function)["__signature__"] = signature.replace(parameters=plain)
    function.__doc__ = "\n".join([inspect.cleandoc(function.__doc__ or ""), "", "Parameters:", *lines, ""])
    return function


def _described(parameter: Parameter) -> str:
    default = parameter.default
    plain = default in (REQUIRED, None, "", ()) or callable(default)
    return parameter.about + ("" if plain else f" The default is {default}.")


def parameters(function: Function) -> tuple[Parameter, ...]:
    """Return the parameters of a function, with their types and descriptions."""
    names, hints = _Names(inspect.unwrap(function).__globals__), function.__annotations__
    return tuple(_parameter(p, eval(hints[p.name], {}, names)) for p in inspect.signature(function).parameters.values())


def _parameter(found: inspect.Parameter, hint: object) -> Parameter:
    kinds, doc = [], Doc()
    for part in _parts(hint):
        if isinstance(part, Doc):
            doc = part.over(doc)
        else:
            kinds.append(part)
    return Parameter(found.name, found.kind, tuple(kinds), found.default, doc)


def _parts(hint: object) -> Iterator[object]:
    """Yield the members of nested unions and the annotations on them, innermost first."""
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *notes = get_args(hint)
        yield from _parts(inner)
        yield from notes
    elif origin in (Union, UnionType):
        for part in get_args(hint):
            yield from _parts(part)
    else:
        yield hint


class _Names(dict[str, object]):
    """The namespace of a module, in which a name that is imported only for type checkers becomes an empty class."""

    def __missing__(self, name: str) -> object:
        return getattr(builtins, name, None) or type(name, (), {})


@cache
def declared(module: str, name: str) -> Function:
    """Return a function, or only its declaration if its module has not been imported."""
    return vars(sys.modules[module])[name] if module in sys.modules else declaration(module, name)


def declaration(module: str, name: str) -> Function:
    """Return a function without its body, read from the source, so that its module and numba need not be imported.

    Only the imports that the signature refers to are executed.
    """
    loader: Any = getattr(find_spec(module), "loader", None)
    statements = ast.parse(loader.get_source(module)).body
    function = next(s for s in reversed(statements) if isinstance(s, ast.FunctionDef) and s.name == name)
    function.body, function.decorator_list, function.returns = function.body[:1], [], None
    used, needed = _used(function), [function]
    for statement in reversed(statements):
        if used & _defined(statement):
            used |= _used(statement)
            needed.insert(0, statement)
    names: dict[str, Any] = {}
    for statement in needed:
        if isinstance(statement, ast.ImportFrom):
            statement.names = [alias for alias in statement.names if (alias.asname or alias.name) in used]
        exec(compile(ast.Module([statement], []), module, "exec"), names)
    declared_only: Function = names[name]
    return question(declared_only)


def _used(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _defined(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines if it is an import, an assignment or a subclass of ``Word``."""
    match statement:
        case ast.ImportFrom(module=home, names=aliases) if home != "__future__":
            return {alias.asname or alias.name for alias in aliases}
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
            return {name}
        case ast.ClassDef(name=name, bases=[ast.Name("Word")]):
            return {name}
    return set()
