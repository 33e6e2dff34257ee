"""Rehearsals, in which a teacher tries a lesson alone: bots join the class and a team, write boards, mark and shout.

Twice per second, each bot with something to do acts with a fixed probability. The bots' delays therefore differ, like
those of real pupils. A bot has no memory of its own: even after a restart, the state of the class tells it what is left
to do.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from dicebingo.classroom.acts import Act
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import Classroom, Pupil
from dicebingo.web.classes.live import Live
from dicebingo.web.classes.randomness import new_key, random_boards
from dicebingo.web.classes.service import Classes

TICK_SECONDS = 0.5
WILLING = 0.25
"""The probability that a bot acts in a tick. With 30 bots, half have acted after 1 s, and all after about 8 s."""
NAMES = (
    *("Ada", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Kira", "Leo", "Mia", "Noah"),
    *("Olivia", "Paul", "Quentin", "Rosa", "Simon", "Tara", "Uma", "Victor", "Wanda", "Xaver", "Yara", "Zoe"),
    *("Anton", "Bella", "Carlo", "Dora"),
)


class Rehearsal:
    """The bots of all classes; ``count`` of them join each class that is created from now on."""

    def __init__(self, classes: Classes, count: int, chance: Random | None = None) -> None:
        self._classes, self._count, self._chance = classes, count, chance or Random()
        self._since = classes.now()

    async def run(self) -> None:
        """Let the bots act until the server stops."""
        while True:
            for live in list(self._classes.live.values()):
                await self.tick(live)
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self, live: Live) -> None:
        """Let one more bot join, and let some of the bots act."""
        made = [pupil for pupil in live.state.pupils.values() if pupil.bot]
        acts = [self._act(live, bot) for bot in live.state.bots if self._chance.random() < WILLING]
        if len(made) < self._count and live.born >= self._since:
            number, place = divmod(len(made), len(NAMES))
            name = f"{NAMES[place]}{f' {number + 1}' if number else ''} (bot)"
            with suppress(Refused):  # the class may be locked or full
                await self._classes.join(live.code, name, "", None, "", bot=True)
        await asyncio.gather(*acts)

    async def _act(self, live: Live, bot: Pupil) -> None:
        act = next_act(live.state, bot, self._chance)
        key = next((key for key, viewer in live.keys.items() if viewer.pupil == bot.number), "")
        if act is not None:
            with suppress(Refused):  # the teacher may have acted at the same time
                await self._classes.act(live.code, key, act, new_key(), "")


def next_act(state: Classroom, bot: Pupil, chance: Random) -> Act | None:
    """Return a bot's next act, or None if the bot has nothing to do."""
    number, now = bot.number, state.round
    if bot.waiting:
        return None
    if now is None or number not in now.boards:
        return _before_the_round(state, bot, chance)
    if not now.open or number in now.finishes():
        return None
    last, cells = now.rolls[-1], state.can_mark(number)
    if cells and number not in last.marks:
        return {"do": "mark", "cell": chance.choice(cells)}
    calls = state.plan.bingo == "shouted" and number not in last.shouts and state.has_line(number)
    return {"do": "shout"} if calls else None


def _before_the_round(state: Classroom, bot: Pupil, chance: Random) -> Act | None:
    if state.teams and state.choose and bot.team is None:
        return {"do": "team", "team": chance.randint(1, len(state.teams))}
    if bot.board is None:
        return {"do": "board", "board": list(random_boards(state, [bot.number])[bot.number])}
    return None if bot.ready else {"do": "ready"}
