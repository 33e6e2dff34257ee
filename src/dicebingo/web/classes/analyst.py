"""Start the computations for classes: boards are analysed once a round starts, and games once it is over."""

from __future__ import annotations

import asyncio
import json

from dicebingo.classroom.lesson import LAST_STEP, STEPS, boards_question, games_question
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import Phase, Round
from dicebingo.json_form import JsonObject
from dicebingo.web.classes.live import Live
from dicebingo.web.classes.service import Classes
from dicebingo.web.jobs import Busy, Jobs
from dicebingo.web.results import WorkerReply

BUSY_SECONDS = 2.0


class Analyst:
    """Computes the results that are shown when a round is revealed."""

    def __init__(self, jobs: Jobs, classes: Classes) -> None:
        self._jobs, self._classes = jobs, classes
        self._begun: set[tuple[Live, int]] = set()
        classes.on_change = self.look

    def look(self, live: Live) -> None:
        """Start the computations for a class: for the boards of each round, and for the games of a finished round."""
        for played in live.state.rounds:
            if not played.computed and (live, played.number) not in self._begun:
                self._begun.add((live, played.number))
                self._classes.in_background(self._compute(live, played))
        now = live.state.round
        if now is not None and live.state.phase is Phase.OVER:
            self._classes.in_background(self.replays(live, now))  # the answer is cached for the reveal

    async def _compute(self, live: Live, played: Round) -> None:
        question = boards_question(live.state, played)
        parts = {"strengths": self.ask(live, "class.strengths", question)}
        if len(played.boards) > 1:
            parts["rivals"] = self.ask(live, "class.rivals", question)
            parts["crowd"] = self.ask(live, "class.crowd", question)
        found = await asyncio.gather(*parts.values())
        try:
            content = {part: json.loads(reply.content) for part, reply in zip(parts, found, strict=True)}
            await self._classes.report(live.code, played.number, content)
        except Refused:  # the class has ended in the meantime
            pass
        finally:
            self._begun.discard((live, played.number))

    async def replays(self, live: Live, played: Round) -> JsonObject:
        """Return the reviews of a round's games, or an empty object while a roll is open."""
        if played.open or not played.rolls:
            return {}
        reply = await self.ask(live, "class.replays", games_question(live.state, played), long=False)
        found: JsonObject = json.loads(reply.content)
        return found

    async def computed(self, live: Live, played: Round, step: int = LAST_STEP) -> dict[str, JsonObject]:
        """Return a round's results up to a ``step`` of the reveal; the first steps do not wait for reviews of games."""
        replays = await self.replays(live, played) if step >= STEPS["finish"] else {}
        return {**live.reports.get(played.number, {}), "replays": replays}

    async def ask(self, live: Live, name: str, question: JsonObject, *, long: bool = True) -> WorkerReply:
        """Return a worker's reply; if all workers are busy, wait for one."""
        while True:
            try:
                job = self._jobs.ask(name, question, long=long, visitor=f"class {live.code}", of_class=True)
            except Busy:
                await asyncio.sleep(BUSY_SECONDS)
            else:
                async with self._jobs.following(job):
                    await job.finish()
                assert job.reply is not None
                return job.reply
