"""``dicebingo rules``: describe the named rules, or the rules in a file."""

from __future__ import annotations

from dicebingo.cli.adapter import Asked, question_command
from dicebingo.cli.inputs import described_rules
from dicebingo.cli.output import show


def _answer(asked: Asked) -> None:
    name = asked.given["name"]
    show(asked.answer() if name is None else described_rules(name), as_json=asked.given["as_json"])


command = question_command("rules", "rules cross", then=_answer)
