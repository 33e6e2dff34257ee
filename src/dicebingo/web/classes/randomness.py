"""What comes by chance: keys, seeds, the program's dice and random boards; it reaches a class in its acts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from dicebingo.classroom.acts import Act
from dicebingo.classroom.state import Classroom, Values, values_of
from dicebingo.running import randomness
from dicebingo.web.questions import MAX_SEED

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""None of them is mistaken for another, or for a digit, and they make no words."""
CODE_LENGTH = 5
KEY_BYTES = 16


def new_code() -> str:
    """Return a code for a class."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_key() -> str:
    """Return a key of 128 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def with_chance(state: Classroom, act: Act) -> Act:
    """Return an act with what comes by chance in it."""
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
    return {**act, "drawn": drawn(state, state.pupils)} if act["do"] in ("again", "readmit") else act


def drawn(state: Classroom, pupils: Iterable[int]) -> dict[int, Values]:
    """Return a random board for each of some pupils, if they get one."""
    if state.plan.boards != "random":
        return {}
    boards = {pupil: randomness.random_board(state.rules, secrets.randbits(64), uniform=False) for pupil in pupils}
    return {pupil: values_of(board) for pupil, board in boards.items()}
