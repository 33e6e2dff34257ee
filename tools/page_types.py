"""Write the types of the page's questions and answers from the OpenAPI description: ``python -m tools.page_types``.

The description is generated from the annotations of answers and questions, so the page is checked against the actual
interface of the server.
"""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import wrap
from typing import Any

from dicebingo.web.openapi import description

FILE = Path(__file__).parents[1] / "src" / "dicebingo" / "web" / "static" / "js" / "api-types.d.ts"
WIDTH = 120
HEAD = "/** The types of questions and answers. Written by `python -m tools.page_types`, not by hand. */\n"

Schema = dict[str, Any]


def page_types() -> str:
    """Return the text of the module that declares the types."""
    described = description()
    types = [_object(name, schema) for name, schema in described["components"]["schemas"].items()]
    questions: dict[str, Schema] = {}
    answers: dict[str, Schema] = {}
    for path, methods in described["paths"].items():
        name = path.removeprefix("/api/")
        if "x-events" in methods:
            types.append(_object("ClassEvents", _map("The events of a class, by kind.", methods["x-events"])))
        if name.partition("/")[0] == "class":  # requests about classes are not questions
            continue
        if "post" in methods:
            types.append(_object(f"{name.capitalize()}Question", _json(methods["post"]["requestBody"])))
            questions[name] = {"$ref": f"{name.capitalize()}Question"}
        answer = _json(next(iter(methods.values()))["responses"]["200"]) if "{" not in path else {}
        if answer:
            answers[name] = answer
    types.append(_object("Questions", _map("The body of each question, by name.", questions)))
    types.append(_object("Answers", _map("The answer to each question, by name.", answers)))
    return "\n".join([HEAD, *types])


def _json(content: Schema) -> Schema:
    """Return the schema of a JSON body, or an empty schema if the body is not JSON, such as a PDF."""
    schema: Schema = content["content"].get("application/json", {}).get("schema", {})
    return schema


def _map(about: str, properties: dict[str, Schema]) -> Schema:
    return {"description": about, "properties": properties, "required": list(properties)}


def _object(name: str, schema: Schema) -> str:
    about = schema.get("description", "")
    comment = [f"/** {about} */"] if about else []
    if about and len(comment[0]) > WIDTH:
        comment = ["/**", *(f" * {line}" for line in wrap(about, WIDTH - len(" * "))), " */"]
    parts = "".join(f"  {part};\n" for part in _parts(schema))
    return "\n".join([*comment, f"export interface {name} {{" + (f"\n{parts}" if parts else "") + "}"]) + "\n"


def _parts(schema: Schema) -> list[str]:
    required = schema.get("required", ())
    return [f"{key}{'' if key in required else '?'}: {_type(part)}" for key, part in schema["properties"].items()]


def _type(schema: Schema) -> str:  # noqa: PLR0911  (one return for each kind of schema)
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type", "unknown")
    parts = [{"type": part} for part in kind] if isinstance(kind, list) else schema.get("anyOf", ())
    if parts:
        return " | ".join(_type(part) for part in parts)
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    if kind == "array":
        item = _type(schema["items"])
        several = {"anyOf", "enum"} & schema["items"].keys() or isinstance(schema["items"].get("type"), list)
        return f"({item})[]" if several else f"{item}[]"
    if kind == "object":
        named = "properties" in schema
        return (
            f"{{ {'; '.join(_parts(schema))} }}"
            if named
            else f"Record<string, {_type(schema['additionalProperties'])}>"
        )
    return "number" if kind == "integer" else str(kind)


if __name__ == "__main__":
    FILE.write_text(page_types(), encoding="utf-8")
