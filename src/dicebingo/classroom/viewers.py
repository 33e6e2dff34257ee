"""Who looks at a class, or acts in it: the teacher, the projector and the pupils."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a key is for."""

    TEACHER = "teacher"
    PROJECTOR = "projector"
    PUPIL = "pupil"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose key it is; ``pupil`` is the number of a pupil."""

    role: Role
    pupil: int = 0


TEACHER, PROJECTOR = Viewer(Role.TEACHER), Viewer(Role.PROJECTOR)


def pupil_viewer(number: int) -> Viewer:
    """Return a pupil as a viewer."""
    return Viewer(Role.PUPIL, number)
