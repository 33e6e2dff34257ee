"""Strategies of boards that a search asks for again and again, kept as one field that grows.

A search asks for matches in many small helpings, between boards most of which it has met before. A new board's arrays
are appended to those of all boards until then, so that nothing is joined anew for each helping.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicebingo.kernels.matches import FieldArrays
from dicebingo.kernels.strategies import Prepared
from dicebingo.tournaments.strategies import Preparer

__all__ = ["Pool"]

MAX_STATES = 1 << 17
"""So many sets of marks, and all boards are forgotten: some 20 MB, in which more than 1,000 boards of 3x3 fit."""


class Pool:
    """Boards, given as the bytes of their rows, with their strategies, ties guessed."""

    def __init__(self, preparer: Preparer) -> None:
        """Begin without boards."""
        self.preparer = preparer
        self._forget()

    def _forget(self) -> None:
        rolls = len(self.preparer.weights)
        self._number: dict[bytes, int] = {}
        self._players, self._states, self._entries = 0, 0, 0
        self._first, self._values = np.zeros(1, np.int64), np.zeros(0)
        self._marks, self._moving = np.zeros(0, np.uint8), np.zeros(0, np.uint64)
        self._start = np.zeros((0, rolls + 1), np.uint32)
        self._after, self._share = np.zeros(0, np.int32), np.zeros(0)

    @property
    def field(self) -> FieldArrays:
        """All boards, for the kernel."""
        return FieldArrays(
            self.preparer.weights,
            self._first[: self._players + 1],
            self._marks[: self._states],
            self._moving[: self._states],
            self._start[: self._states],
            self._after[: self._entries],
            self._share[: self._entries],
        )

    def numbers(self, boards: Sequence[bytes]) -> NDArray[np.int64]:
        """Return the numbers of boards in the field, which hold until the next call; new ones are prepared."""
        if self._states > MAX_STATES:
            self._forget()
        new = [board for board in dict.fromkeys(boards) if board not in self._number]
        if new:
            rows = np.frombuffer(b"".join(new), np.int64).reshape(len(new), -1)
            for _, part in self.preparer.guesses(rows):
                self._append(part)
            self._number.update(zip(new, range(self._players - len(new), self._players), strict=True))
        return np.array([self._number[board] for board in boards], np.int64)

    def values(self, boards: Sequence[bytes]) -> NDArray[np.float64]:
        """Return V of boards, about."""
        numbers = self.numbers(boards)
        return self._values[numbers]

    def _append(self, part: Prepared) -> None:
        players, states, entries = self._players, self._states, self._entries
        self._first = _appended(self._first, players + 1, part.first[1:] + states)
        self._values = _appended(self._values, players, part.values)
        self._marks = _appended(self._marks, states, part.marks)
        self._moving = _appended(self._moving, states, part.moving)
        self._start = _appended(self._start, states, part.start + np.uint32(entries))
        self._after = _appended(self._after, entries, part.after)
        self._share = _appended(self._share, entries, part.share)
        self._players += len(part.values)
        self._states += len(part.marks)
        self._entries += len(part.after)


def _appended(array: NDArray[Any], used: int, part: NDArray[Any]) -> NDArray[Any]:
    """Return the array with a part written behind what is used of it; where it is too short, one twice as long."""
    end = used + len(part)
    if end > len(array):
        longer = np.empty((2 * end, *array.shape[1:]), array.dtype)
        longer[:used] = array[:used]
        array = longer
    array[used:end] = part
    return array
