"""A rehearsal: bots play a whole lesson without pupils, and a single request removes them."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicebingo.classroom.events import Created
from dicebingo.classroom.state import Phase, Plan, Pupil
from dicebingo.model.variants import find_rules
from dicebingo.web.classes.rehearsal import Rehearsal
from dicebingo.web.classes.service import Classes

BOTS = 33


async def begin(plan: Plan, folder: Path) -> tuple[str, str]:
    """Let the bots join a class, stop the server, and return the class code and the teacher's key."""
    classes = Classes(str(folder))
    await classes.start()
    bots = Rehearsal(classes, BOTS, Random(6))
    made = await classes.create(Created(find_rules("classic"), plan), "", None, "")
    live = classes.live[made["code"]]
    while len(live.state.here) < BOTS:
        await bots.tick(live)
    await classes.stop()
    return made["code"], made["teacher"]


@pytest.mark.parametrize("plan", [Plan(bingo="shouted", until="all", seed=1), Plan(boards="random", seed=2)])
def test_bots_play_a_lesson(plan: Plan, tmp_path: Path) -> None:
    """Bots act after random delays, mark a cell on every roll that matches one, and continue after a restart."""
    requests = map(str, count())

    async def lesson() -> None:
        code, teacher = await begin(plan, tmp_path)
        classes = Classes(str(tmp_path))
        await classes.start()
        live = classes.live[code]
        bots = Rehearsal(classes, BOTS, Random(7))

        async def until_all(done: Any) -> None:
            while not all(map(done, live.state.bots)):
                await bots.tick(live)

        def has_marked(bot: Pupil) -> bool:
            return bot.number in live.state.rounds[-1].rolls[-1].marks or not live.state.can_mark(bot.number)

        named: dict[str, Any] = {"names": ["Red", "Blue"], "choose": plan.until == "all"}
        await classes.act(code, teacher, {"do": "teams", **named}, next(requests), "")
        await until_all(lambda bot: bot.ready and bot.team)
        assert {bot.team for bot in live.state.bots} == {1, 2}
        assert len(live.state.pupils) == BOTS  # after a restart, no further bots join an existing class
        assert len({pupil.name for pupil in live.state.here}) == BOTS
        await classes.act(code, teacher, {"do": "start"}, next(requests), "")
        while live.state.phase is Phase.PLAYING:
            await classes.act(code, teacher, {"do": "roll"}, next(requests), "")
            await bots.tick(live)
            marked = len(live.state.rounds[-1].rolls[-1].marks)
            assert marked < BOTS
            await until_all(has_marked)
            for _ in range(60):  # wait until the bots with a line have also called bingo
                await bots.tick(live)
            await classes.act(code, teacher, {"do": "close"}, next(requests), "")
        done = live.state.rounds[-1].finishes()
        assert len(done) == BOTS if plan.until == "all" else done
        await classes.act(code, teacher, {"do": "dismiss", "bots": True}, next(requests), "")
        await bots.tick(live)
        assert live.state.here == []
        await classes.stop()

    asyncio.run(lesson())
