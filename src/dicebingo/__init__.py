"""Dice Bingo, solved exactly: boards, strategies, and the numbers behind them.

>>> import dicebingo
>>> solution = dicebingo.solve("8 8 9 / 7 6 10 / 7 4 5")
>>> print(solution.expected_rolls)
47546657067260786722139/7535828431282951800000

The public names are the questions (functions such as ``solve`` that return an answer), the types of their arguments,
and the errors. Import everything else from the module that defines it, such as ``dicebingo.solo.solution.Solution``.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # importing typing would delay startup and the installation of the Ctrl-C handler
if TYPE_CHECKING:  # the only list of public names: type checkers read these imports, and _homes parses them
    from typing import NoReturn

    from dicebingo.answer import Answer as Answer
    from dicebingo.crowds.crowd import crowd as crowd
    from dicebingo.duels.duel import duel as duel
    from dicebingo.duels.exploit import exploit as exploit
    from dicebingo.duels.nash import nash as nash
    from dicebingo.errors import DiceBingoError as DiceBingoError
    from dicebingo.errors import InputError as InputError
    from dicebingo.errors import MissingExtra as MissingExtra
    from dicebingo.errors import Stopped as Stopped
    from dicebingo.errors import TooLarge as TooLarge
    from dicebingo.exact import decimal as decimal
    from dicebingo.games.bimatrix import solve_bimatrix as solve_bimatrix
    from dicebingo.games.zero_sum import solve_zero_sum as solve_zero_sum
    from dicebingo.matches.match import match as match
    from dicebingo.matches.outcomes import Outcomes as Outcomes
    from dicebingo.matches.simulation import simulate as simulate
    from dicebingo.model.board import Board as Board
    from dicebingo.model.board import Position as Position
    from dicebingo.model.dice import Dice as Dice
    from dicebingo.model.layout import Layout as Layout
    from dicebingo.model.rules import Rules as Rules
    from dicebingo.model.symmetry import symmetries as symmetries
    from dicebingo.model.variants import find_rules as find_rules
    from dicebingo.model.variants import rules as rules
    from dicebingo.proofs.prove import prove as prove
    from dicebingo.proofs.verify import verify as verify
    from dicebingo.replies.arena import arena as arena
    from dicebingo.replies.counter import counter as counter
    from dicebingo.reproduction.paper import paper as paper
    from dicebingo.running.cluster import cluster as cluster
    from dicebingo.running.run import Run as Run
    from dicebingo.searches.ranking import rank as rank
    from dicebingo.searches.search import search as search
    from dicebingo.sheets.sheet import sheet as sheet
    from dicebingo.solo.advise import advise as advise
    from dicebingo.solo.chain import chain_of as chain_of
    from dicebingo.solo.evaluation import evaluate as evaluate
    from dicebingo.solo.improve import improve as improve
    from dicebingo.solo.policy import Custom as Custom
    from dicebingo.solo.policy import Deadline as Deadline
    from dicebingo.solo.policy import Optimal as Optimal
    from dicebingo.solo.policy import Prefer as Prefer
    from dicebingo.solo.policy import Weighted as Weighted
    from dicebingo.solo.review import review as review
    from dicebingo.solo.solution import solve as solve
    from dicebingo.tournaments.rings import rings as rings
    from dicebingo.tournaments.tournament import tournament as tournament
    from dicebingo.tournaments.upsets import upsets as upsets

__version__ = "0.2.0"


def _homes() -> dict[str, str]:
    """Return the module of each public name, parsed from the imports above. Modules are imported on first use."""
    source = globals()["__loader__"].get_source(__name__)  # also works if the package is in a zip archive
    words = (line.split() for line in source.splitlines() if line.startswith("    from dicebingo."))
    return {name: module for _, module, _, name, *_ in words}


_HOME_OF = _homes()
__all__ = sorted(_HOME_OF)  # noqa: PLE0605  (computed from the imports above)


def home_of(name: str) -> str:
    """Return the module that defines a public name."""
    return _HOME_OF[name]


if not TYPE_CHECKING:  # hidden from type checkers, which would otherwise accept any name

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'dicebingo' has no attribute {name!r}")
        from dicebingo.errors import MissingExtra, naming_extras  # noqa: PLC0415  (imported on first use)

        try:
            with naming_extras():
                return getattr(import_module(_HOME_OF[name]), name)
        except MissingExtra as missing:  # so that "from dicebingo import *" works without extras
            return _Missing(name, str(missing))


class _Missing:
    """Stand-in for a public name that needs an extra that is not installed: any use raises ``MissingExtra``."""

    def __init__(self, name: str, why: str) -> None:
        self._name, self._why = name, why

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        from dicebingo.errors import MissingExtra  # noqa: PLC0415  (imported on first use)

        raise MissingExtra(self._why)

    __call__ = __instancecheck__ = __iter__ = __mro_entries__ = _refuse

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # tools that inspect objects look up special names
            raise AttributeError(name)
        self._refuse()

    def __repr__(self) -> str:
        return f"<dicebingo.{self._name}: {self._why}>"


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
