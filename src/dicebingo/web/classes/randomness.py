"""Random codes, keys, seeds, rolls and boards.

Seeds, rolls and boards are added to acts (requests that change a class) as arguments.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from dicebingo.classroom.acts import Act
from dicebingo.classroom.state import Classroom, Values, values_of
from dicebingo.running import randomness
from dicebingo.web.questions import MAX_SEED

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""Letters that are not easily confused with each other or with digits; without vowels, they rarely form words."""
CODE_LENGTH = 5
KEY_BYTES = 16


def new_code() -> str:
    """Return a code for a class."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_key() -> str:
    """Return a key of 128 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def with_chance(state: Classroom, act: Act) -> Act:
    """Return an act with its random arguments added."""
    now = state.round
    if act["do"] == "roll" and "value" in act:
        return {**act, "faces": None, "real": True}
    if act["do"] == "roll" and now is not None:
        rolled = randomness.roll(state.rules.dice, now.seed, len(now.rolls))
        faces = None if rolled.faces is None else list(rolled.faces)
        return {**act, "value": rolled.value, "faces": faces, "real": False}
    if act["do"] == "start":
        given = state.plan.seed
        seed = secrets.randbelow(MAX_SEED + 1) if given is None else (given + len(state.rounds)) % (MAX_SEED + 1)
        return {**act, "seed": seed}
    if act["do"] == "deal":
        return {**act, "drawn": random_boards(state, (pupil.number for pupil in state.here if pupil.board is None))}
    return {**act, "drawn": drawn(state, state.pupils)} if act["do"] in ("again", "readmit", "admit") else act


def drawn(state: Classroom, pupils: Iterable[int]) -> dict[int, Values]:
    """Return a random board for each pupil, if the class plays with random boards."""
    return random_boards(state, pupils) if state.plan.boards == "random" else {}


def random_boards(state: Classroom, pupils: Iterable[int]) -> dict[int, Values]:
    """Return a random board for each pupil."""
    boards = {pupil: randomness.random_board(state.rules, secrets.randbits(64), uniform=False) for pupil in pupils}
    return {pupil: values_of(board) for pupil, board in boards.items()}
