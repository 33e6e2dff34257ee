"""The reference pages, generated from the output of ``--help``, the docstrings of public names, and the paper's claims.

``python -m tools.reference`` updates them.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest import mock

import click

import dicebingo
from dicebingo.cli.main import COMMANDS, cli
from dicebingo.json_form import Schemas
from dicebingo.render.documents.report import GROUPS
from dicebingo.reproduction.claims import Claim, RemarkGroup
from dicebingo.reproduction.paper import CLAIMS

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
NOTE = "<!-- Written by `python -m tools.reference`; do not edit. -->\n"
APART = tuple(f"dicebingo.{part}" for part in ("render", "cli", "web", "kernels", "checked", "running.shards"))
WIDTH = "80"
PACKAGE = Path(dicebingo.__file__).parent
IMPORTS = re.compile(r"^>>> from (dicebingo\.[\w.]+) import (.+)$", re.MULTILINE)
MISSING = inspect.Parameter.empty


def help_of(*names: str) -> str:
    """Return the output of ``dicebingo NAMES --help`` on a terminal of 80 columns."""
    context = click.Context(cli, info_name="dicebingo", max_content_width=int(WIDTH), **cli.context_settings)
    command: click.Command = cli
    for name in names:
        found = cli.get_command(context, name)
        assert found is not None
        command = found
        context = click.Context(found, info_name=name, parent=context, max_content_width=int(WIDTH))
    with mock.patch.dict(os.environ, COLUMNS=WIDTH):
        return command.get_help(context)


def commands_page() -> str:
    """Return the page of all commands and their options."""
    parts = [f"{NOTE}\n# Commands and their options\n", _block("text", help_of())]
    for name in COMMANDS:
        parts.append(f"## {name}\n")
        if (FOLDER.parent / "commands" / f"{name}.md").is_file():
            parts.append(f"[Explanation and examples](../commands/{name}.md)\n")
        parts.append(_block("text", help_of(name)))
    return "\n".join(parts).replace("\n\n\n", "\n\n")


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


def documented() -> dict[str, list[str]]:
    """Return the documented names by module: public names, classes that they mention, and names used in the docs."""
    homes = _classes()
    pages = [page for page in sorted(FOLDER.parent.rglob("*.md")) if page.parent != FOLDER]
    examples = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    named = [(module, name) for module, names in IMPORTS.findall(examples) for name in names.split(", ")]
    named = [(module, name) for module, name in named if getattr(import_module(module), name).__module__ == module]
    named += [(dicebingo.home_of(name), name) for name in dicebingo.__all__]
    found = dict.fromkeys(named)
    for module, name in named:  # the list grows during the loop
        for word in re.findall(r"\b[A-Z]\w+", _annotations(getattr(import_module(module), name))):
            if word in homes and (homes[word], word) not in found:
                found[homes[word], word] = None
                named.append((homes[word], word))
    return {module: sorted(n for m, n in found if m == module) for module in sorted({m for m, _ in found})}


def _classes() -> dict[str, str]:
    """Return the module of each class that is neither private nor part of the rendering."""
    homes = dict[str, str]()
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if not module.startswith(APART):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            homes |= {node.name: module for node in tree.body if isinstance(node, ast.ClassDef)}
    return homes


def _annotations(thing: Any) -> str:
    """Return all types that a function or class uses for parameters, results, fields, properties and methods."""
    if not inspect.isclass(thing):
        return str(inspect.signature(thing)) if callable(thing) else ""
    members = [_getter(member) or member for name, member in vars(thing).items() if not name.startswith("_")]
    inner = [str(inspect.signature(m)) for m in members if inspect.isfunction(m)]
    fields = [str(kind) for name, kind in vars(thing).get("__annotations__", {}).items() if not name.startswith("_")]
    return " ".join([*inner, *fields, *(base.__name__ for base in thing.__bases__)])


def python_page() -> str:
    """Return the page of all other public names and the types that they return, grouped by module."""
    parts = [
        f"{NOTE}\n# The library, name by name\n",
        "The [questions](questions.md) have their own page, and [Python by example](../python.md) shows these names at "
        "work. Import names marked *public* from `dicebingo`, and all other names from the module of their section.\n",
    ]
    apart = questions()
    for module, names in documented().items():
        home = import_module(module)
        shown = [_entry(name, getattr(home, name)) for name in names if name not in apart]
        if shown:
            parts += [f"## {module}\n\n{_summary(inspect.getdoc(home) or '')}\n", *shown]
    return "\n".join(parts)


def questions() -> dict[str, tuple[type, ...]]:
    """Return the public functions that return an answer, commands first, and the classes of their answers."""
    found, homes = dict[str, tuple[type, ...]](), _classes()
    for name in sorted(dicebingo.__all__, key=lambda n: (n not in COMMANDS, [*COMMANDS, n].index(n), n)):
        function = getattr(dicebingo, name)
        if inspect.isfunction(function):
            words = re.findall(r"\b[A-Z]\w+", str(inspect.signature(function).return_annotation))
            kinds = [getattr(import_module(homes[word]), word) for word in words if word in homes]
            answers = tuple(kind for kind in kinds if issubclass(kind, dicebingo.Answer))
            if answers:
                found[name] = answers
    return found


def questions_page() -> str:
    """Return the page of all questions: their parameters, answers, errors and JSON."""
    schemas, found = Schemas(), questions()
    parts = [
        f"{NOTE}\n# Questions\n",
        "Each question is a function of `dicebingo`, a [command](commands.md) and, if quick enough for a browser, "
        "a request to [the server](../web.md). All three give the same answer. `.to_dict()` returns its JSON; [objects"
        "](#json-objects) inside it are described at the end.\n",
        "| question | |\n|---|---|",
    ]
    for name in found:
        about = _summary(inspect.getdoc(getattr(dicebingo, name)) or "").replace("|", "\\|")
        parts.append(f"| [`{name}`](#{name}) | {about} |")
    parts.append("")
    parts += [_question(name, answers, schemas) for name, answers in found.items()]
    parts.append("## JSON objects\n")
    answers_too = {kind.__name__ for kinds in found.values() for kind in kinds}
    for component, schema in sorted(schemas.components.items()):
        if component not in answers_too:
            parts.append(f"**{component}.** {_keys(schema)}\n")
    return "\n".join(parts)


def _question(name: str, answers: tuple[type, ...], schemas: Schemas) -> str:
    function = getattr(dicebingo, name)
    command = name if name in COMMANDS else {"evaluate": "solve", "simulate": "match"}[name]
    lines = [f"## {name}\n", f"Examples: [`dicebingo {command}`](../commands/{command}.md)\n"]
    lines += [_block("text", _signature(name, function)), _docstring(function)]
    kinds = " or ".join(f"`{kind.__name__}`" for kind in answers)
    lines.append(f"Returns {kinds}. Raises {_errors(name, function)}.\n")
    for kind in answers:
        schemas.of(kind)
        lines.append(f"JSON of `{kind.__name__}`: {_keys(schemas.components[kind.__name__])}\n")
    return "\n".join(lines)


def _errors(name: str, function: Callable[..., Any]) -> str:
    raised = ["`InputError` for a mistake in the input", "`TooLarge` beyond the [limits](../variants.md)"]
    if _needs_kernels(dicebingo.home_of(name)):
        raised.append("`MissingExtra` without the `fast` extra")
    if "run" in inspect.signature(function).parameters:
        raised.append("`Stopped` if the computation is stopped without a valid partial result")
    return ", ".join(raised[:-1]) + " and " + raised[-1]


def _needs_kernels(module: str, seen: set[str] | None = None) -> bool:
    """Return whether importing a module also imports compiled kernels, directly or through other modules."""
    seen = set() if seen is None else seen
    path = PACKAGE.parent.joinpath(*module.split("."))
    source = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    seen.add(module)
    imported = [
        node.module or "" for node in ast.parse(source.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
    ]
    ours = [found for found in imported if found.startswith("dicebingo.") and found not in seen]
    return any(found.startswith("dicebingo.kernels") or _needs_kernels(found, seen) for found in ours)


def _keys(schema: dict[str, Any]) -> str:
    """Return the keys of a JSON object with their types; a key with a question mark may be absent."""
    if "properties" not in schema:
        return _kind(schema)
    required = schema.get("required", ())
    shown = (f"`{key}{'' if key in required else '?'}` {_kind(inner)}" for key, inner in schema["properties"].items())
    return ", ".join(shown) + "."


def _kind(schema: dict[str, Any]) -> str:  # noqa: PLR0911  (one return for each kind of schema)
    """Return a JSON type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return "/".join(json.dumps(word).strip('"') for word in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(inner) for inner in schema["anyOf"])
    kind = schema.get("type", "value")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        inner = schema.get("items") or {"anyOf": schema.get("prefixItems", [])}
        return f"list of ({_kind(inner)})"
    if kind == "object" and "additionalProperties" in schema:
        return f"object of ({_kind(schema['additionalProperties'])})"
    return str(kind)


def _summary(text: str) -> str:
    return _prose(text.partition("\n\n")[0].replace("\n", " "))


def _entry(name: str, thing: Any) -> str:
    lines = [f"### {name}\n", "*public*\n" if name in dicebingo.__all__ else ""]
    if inspect.isclass(thing):
        if not issubclass(thing, Enum | Exception):
            lines.append(_block("text", _signature(name, thing)))
        lines.append(_docstring(thing))
        members = list(_members(thing))
        if members:
            lines.append("\n".join(f"- `{signature}`: {_prose(about)}" for signature, about in members) + "\n")
    elif callable(thing):
        lines += [_block("text", _signature(name, thing)), _docstring(thing)]
    else:
        lines.append(f"{type(thing).__name__} of {len(thing)}.\n")
    return "\n".join(line for line in lines if line)


def _signature(name: str, thing: Callable[..., Any]) -> str:
    """Return a signature with its types as in the source; a long signature has one argument per line."""
    signature = inspect.signature(thing)
    public = [parameter for parameter in signature.parameters.values() if not parameter.name.startswith("_")]
    shown = [_argument(parameter) for parameter in public]
    star = next((i for i, p in enumerate(public) if p.kind is p.KEYWORD_ONLY), None)
    if star is not None and not any(p.kind is p.VAR_POSITIONAL for p in public):
        shown.insert(star, "*")
    returns = "" if signature.return_annotation in (MISSING, None, "None") else f" -> {signature.return_annotation}"
    short = f"{name}({', '.join(shown)}){returns}"
    if len(short) <= 100:
        return short
    return f"{name}(\n" + "".join(f"    {argument},\n" for argument in shown) + f"){returns}"


def _argument(parameter: inspect.Parameter) -> str:
    star = "*" * ((parameter.kind is parameter.VAR_POSITIONAL) + 2 * (parameter.kind is parameter.VAR_KEYWORD))
    kind = "" if parameter.annotation is MISSING else f": {parameter.annotation}"
    default = parameter.default
    if default is MISSING:
        return f"{star}{parameter.name}{kind}"
    value = f"{type(default).__name__}.{default.name}" if isinstance(default, Enum) else repr(default)
    value = getattr(default, "__name__", value)  # the repr of a function contains an address
    value = "..." if "object at" in value or "factory" in value else value
    return f"{star}{parameter.name}{kind} = {value}" if kind else f"{parameter.name}={value}"


def _docstring(thing: Any) -> str:
    """Return a docstring as Markdown, with its examples as code."""
    text = inspect.getdoc(thing) or ""
    if text.startswith(f"{getattr(thing, '__name__', '')}("):  # the default docstring of a dataclass
        return ""
    out = []
    for part in text.split("\n\n"):
        if part.lstrip().startswith(">>>"):
            out.append(_block("pycon", part))
        elif part.startswith("Parameters:\n"):
            named = (line.strip().partition(": ") for line in part.splitlines()[1:])
            out.append("\n".join(f"- `{name}`: {_prose(about)}" for name, _, about in named) + "\n")
        elif part.startswith("    "):
            out.append(_block("text", part))
        else:
            out.append(_prose(part) + "\n")
    return "\n".join(out)


def _prose(text: str) -> str:
    """Return the text of a docstring as Markdown: code is marked, and special characters are escaped."""
    pieces = re.split(r"(``.*?``)", text, flags=re.DOTALL)
    return "".join(
        f"`{piece[2:-2]}`" if piece.startswith("``") else re.sub(r"([*_<\[\]])", r"\\\1", piece) for piece in pieces
    )


def _getter(member: Any) -> Any:
    """Return the function behind a property or a cached property."""
    return member.fget if isinstance(member, property) else getattr(member, "func", None)


def _members(thing: type) -> Iterator[tuple[str, str]]:
    """Yield the public methods and properties that a class defines, with the first sentence of their docstrings."""
    for name, member in MappingProxyType(vars(thing)).items():
        inner = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        about = inspect.getdoc(_getter(inner) or inner) or ""
        if name.startswith("_") or not about or not (_getter(inner) or inspect.isfunction(inner)):
            continue
        first = about.partition("\n\n")[0].replace("\n", " ")
        if _getter(inner):
            yield name, first
        else:
            arguments = [p for p in inspect.signature(inner).parameters if p not in ("self", "cls")]
            yield f"{name}({', '.join(arguments)})", first


def paper_page() -> str:
    """Return the page that lists the paper's claims in our words, with remarks on them."""
    errors = sum(claim.remark.group is RemarkGroup.ERROR for claim in CLAIMS)
    parts = [
        f"{NOTE}\n# The paper, claim by claim\n",
        f"[`dicebingo paper`](../commands/paper.md) checks {len(CLAIMS)} claims and finds {errors} errors. Quotations "
        "are the paper's words without its typesetting.\n",
    ]
    for group, (title, words) in GROUPS.items():
        parts += [f"## {title}\n", f"{words}\n", *(_remark(c) for c in CLAIMS if c.remark.group is group)]
    parts += ["## All claims\n", "| section | claim | printed | remark |\n|---|---|---|---|"]
    parts += [
        f"| {claim.section} | {_cell(claim.text)} | {_cell(claim.printed)} | {claim.remark.group or ''} |"
        for claim in CLAIMS
    ]
    return "\n".join(parts) + "\n"


def _remark(claim: Claim) -> str:
    remark = claim.remark
    where = f"Section {claim.section}, {remark.place}"
    return (
        f'- {where}: "{_prose(remark.quote or "")}"\n\n    {_prose(remark.note or "")} Shown by `{remark.command}`.\n'
    )


def _cell(text: str) -> str:
    return _prose(text).replace("|", "\\|")


PAGES = {
    "questions.md": questions_page,
    "commands.md": commands_page,
    "python.md": python_page,
    "paper.md": paper_page,
}
"""The files of docs/reference, and their generators."""


def write() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write()
