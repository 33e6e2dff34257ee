"""Generate mutants of a module: small changes to its syntax tree that good tests should detect.

A mutant changes a comparison, arithmetic, ``and`` or ``or``, a condition, a whole number, the limit of a range, the
order of a sort or of two arguments, or it drops a statement that only calls a function, a raised error or a returned
value. Strings, types, decorators, assertions and error messages stay unchanged: they do not affect computations.

A mutant is identified by its file, function and text, so one list works for two versions of the program.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
ABOUT_TYPES = {"cast", "getattr", "hasattr", "isinstance", "issubclass", "NewType", "TypeVar"}
SHOWN = {"__repr__", "__str__", "_repr_html_", "_repr_svg_", "__hash__"}
SKIPPED_FIELDS = {"annotation", "bases", "decorator_list", "returns"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change; ``nth`` numbers identical changes within a function, from 0.

    ``function`` is empty for changes outside functions.
    """

    file: str
    function: str
    before: str
    after: str
    nth: int
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function or 'module'}: {_short(self.before)} -> {_short(self.after)}"

    @property
    def key(self) -> Mutant:
        """The identity of the mutant: everything except the line."""
        return replace(self, line=0)

    @property
    def folder(self) -> str:
        """The folder of the package that contains the mutant's file."""
        return Path(self.file).parts[2]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:97]}..."


def mutants(root: Path, file: str) -> list[Mutant]:
    """Return all mutants of a file, in source order."""
    return [mutant for mutant, _ in _found(_parse(root, file), file)]


def compiled(root: Path, mutant: Mutant) -> CodeType | None:
    """Return the code of the module with the change, or None if the code to be changed no longer exists."""
    tree = _parse(root, mutant.file)
    for found, change in _found(tree, mutant.file):
        if found.key == mutant.key:
            change()
            return compile(ast.fix_missing_locations(tree), str(root / mutant.file), "exec", dont_inherit=True)
    return None


def _parse(root: Path, file: str) -> ast.Module:
    path = root / file
    return ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")


Change = Callable[[], None]


def _found(tree: ast.Module, file: str) -> Iterator[tuple[Mutant, Change]]:
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, old, new, change in _places(tree, ()):
        texts = function, ast.unparse(old), ast.unparse(new)
        yield Mutant(file, *texts, seen[texts], getattr(old, "lineno", 0)), change
        seen[texts] += 1


def _places(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, ast.AST, ast.AST, Change]]:
    """Yield the possible changes of a node, outer parts first.

    Each is the name of the enclosing function, the part, its replacement, and a callable that replaces it.
    """
    for field, value in ast.iter_fields(node):
        for index, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(part, ast.AST) or _is_skipped(node, field, part):
                continue
            inner = _named(names, part)
            for new in _changes(field, part):
                yield ".".join(inner) if _in_function(inner) else "", part, new, _setter(node, field, index, new, part)
            if not isinstance(part, ast.Raise):
                yield from _places(part, inner)


def _named(names: tuple[str, ...], part: ast.AST) -> tuple[str, ...]:
    """Append the name of a class or function, with ``()`` after a function's name, unless it is inside a function."""
    if _in_function(names) or not isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return names
    return (*names, part.name if isinstance(part, ast.ClassDef) else f"{part.name}()")


def _in_function(names: tuple[str, ...]) -> bool:
    return bool(names) and names[-1].endswith("()")


def _setter(node: ast.AST, field: str, index: int | None, new: ast.AST, old: ast.AST) -> Change:
    def change() -> None:
        ast.copy_location(new, old)
        if index is None:
            setattr(node, field, new)
        else:
            getattr(node, field)[index] = new

    return change


def _is_skipped(node: ast.AST, field: str, part: ast.AST) -> bool:
    match part:
        case ast.Assert() | ast.JoinedStr() | ast.If(test=ast.Name("TYPE_CHECKING")):
            return True
        case ast.FunctionDef(name):
            return name in SHOWN
    return field in SKIPPED_FIELDS or (isinstance(node, ast.AnnAssign) and field == "target")


def _changes(field: str, part: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of a part, given the field of its parent that contains it."""
    if isinstance(part, ast.expr) and field in {"test", "ifs"} and not isinstance(part, ast.Compare | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), part)
    match part:
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case ast.Return(ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Continue():
            yield ast.Break()
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
        case ast.Call():
            yield from _calls(part)
        case ast.expr():
            yield from _operations(part)
    if isinstance(part, ast.AugAssign):
        yield ast.AugAssign(part.target, COMPUTED.get(type(part.op), ast.Sub)(), part.value)


def _operations(part: ast.expr) -> Iterator[ast.expr]:
    match part:
        case ast.Compare(left, operators, others):
            for i, operator in enumerate(operators):
                swapped = [*operators[:i], COMPARED[type(operator)](), *operators[i + 1 :]]
                yield ast.Compare(left, swapped, others)
        case ast.BinOp(left, operator, right) if type(operator) in COMPUTED and not _is_text(left) | _is_text(right):
            yield ast.BinOp(left, COMPUTED[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand


def _is_text(part: ast.expr) -> bool:
    return isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))


def _calls(call: ast.Call) -> Iterator[ast.expr]:
    name, given = call.func.id if isinstance(call.func, ast.Name) else "", call.args
    if name in CALLED:
        yield ast.Call(ast.Name(CALLED[name], ast.Load()), given, call.keywords)
    if name == "sorted" and not any(keyword.arg == "reverse" for keyword in call.keywords):
        yield ast.Call(call.func, given, [*call.keywords, ast.keyword("reverse", ast.Constant(True))])
    if name == "range" and given:
        stop = min(1, len(given) - 1)
        less = ast.BinOp(given[stop], ast.Sub(), ast.Constant(1))
        yield ast.Call(call.func, [*given[:stop], less, *given[stop + 1 :]], call.keywords)
    elif len(given) > 1 and name not in {*ABOUT_TYPES, *CALLED} and _are_alike(*given[:2]):
        yield ast.Call(call.func, [given[1], given[0], *given[2:]], call.keywords)


def _are_alike(one: ast.expr, other: ast.expr) -> bool:
    """Return whether two arguments may have the same type; any test would detect swapping a string and a list."""
    return type(one) is type(other) and not isinstance(one, ast.Starred) and not _is_text(one)
