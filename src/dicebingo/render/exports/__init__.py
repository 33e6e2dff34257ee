"""Files for other programs, with exact rationals: games for Gambit, and processes for PRISM and Storm."""

from __future__ import annotations

from importlib import import_module

from dicebingo.errors import InputError, expect_one_of

FORMS: dict[str, dict[str, str]] = {
    "nfg": {"Nash": "gambit.stage_nfg"},
    "efg": {"Duel": "gambit.duel_efg"},
    "prism": {"Solution": "processes.solo_prism", "Match": "processes.match_prism"},
    "drn": {"Solution": "processes.solo_drn", "Match": "processes.match_drn"},
}
"""The module and the function that write an answer, keyed by format and by the name of the answer's class."""


def exported(answer: object, form: str) -> str:
    """Return an answer in another program's format."""
    expect_one_of(form, FORMS, "forms")
    written_by = FORMS[form]
    home = written_by.get(type(answer).__name__)
    if home is None:
        raise InputError(f"expected {' or '.join(written_by)} for the form {form}, got {answer!r}")
    module, _, name = home.partition(".")
    return str(getattr(import_module(f"dicebingo.render.exports.{module}"), name)(answer))
