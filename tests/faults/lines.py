"""The command lines of the fault matrix: every long command, under rules so small that all answers are known.

This module imports nothing from dicebingo, because a process that will be interrupted during its start imports this
module first.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

LOADED = "--layout 2x3 --dice {1:1,2:3,5:2}"
KNUTH = "--rules knuth"
PAIR = '"1 2 / 3 4" "1 1 / 2 2"'


@dataclass(frozen=True)
class Line:
    """A command line; the command lines in ``before`` create the files that the command reads.

    ``workers`` states whether the command can use workers. ``pairs`` is the number of pairs in a shard of a tournament.
    """

    text: str
    before: tuple[str, ...] = ()
    workers: bool = False
    pairs: int = 12

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)

    @property
    def is_json(self) -> bool:
        return "--json" in self.words


LINES = {
    "search": Line(
        f"search {LOADED} --top 2 --certificate found.json --out boards.parquet --checkpoint kept --json", workers=True
    ),
    "search, text": Line(f"search {KNUTH} --certificate found.json --checkpoint kept"),
    "search by median": Line(f"search {KNUTH} --objective median --checkpoint kept --json", workers=True),
    "search by p90": Line(f"search {KNUTH} --objective p90 --values 1..4"),
    "search by restarts": Line(f"search {LOADED} --restarts 6 --checkpoint kept --json", workers=True),
    "rank": Line(f'rank "1 2 5 / 2 1 5" {LOADED} --json'),
    "prove": Line(f"prove {LOADED} --certificate proof.json --checkpoint kept --json", workers=True),
    "prove, text": Line(f"prove {KNUTH} --certificate proof.json --checkpoint kept"),
    "prove from a slow board": Line(f'prove {KNUTH} --upper "1 1 / 1 2" --checkpoint kept --json'),
    "prove by lemma": Line(f"prove {LOADED} --lemma --distinct-values 2 --json"),
    "tournament": Line(
        f"tournament {KNUTH} --random 8 --out games.parquet --standings standings.csv --graph beats.dot"
        " --checkpoint kept --json",
        workers=True,
    ),
    "tournament of duels": Line(f"tournament {KNUTH} --random 6 --game duel --out games.parquet --checkpoint kept"),
    "rings": Line(
        "rings --from games.parquet --plot-file ring.svg --json",
        (f"tournament {KNUTH} --random 12 --out games.parquet",),
    ),
    "rings by search": Line(f"rings {KNUTH} --search --restarts 12 --checkpoint kept --json", workers=True),
    "upsets": Line(f"upsets {KNUTH} --random 10 --checkpoint kept --json", workers=True),
    "upsets by search": Line(f"upsets {KNUTH} --search --by handicap --restarts 12 --checkpoint kept --json"),
    "counter": Line(f'counter "1 2 / 3 4" {KNUTH} --checkpoint kept --json', workers=True),
    "counter by climbing": Line(
        'counter "6 7 8 / 7 8 9" --layout 2x3 --dice 2d6 --restarts 3 --checkpoint kept --json', workers=True
    ),
    "counter by bounds": Line(
        'counter "1 2 / 3 4" "1 1 / 2 2" --rules knuth --prove --restarts 2 --certificate reply.json'
        " --checkpoint kept --json",
        workers=True,
    ),
    "arena": Line("arena --layout 2x2 --values 6,7,8 --restarts 3 --checkpoint kept --json", workers=True),
    "arena by climbing": Line(f"arena {KNUTH} --restarts 2 --rounds 2 --checkpoint kept --json"),
    "duel": Line(f"duel {PAIR} {KNUTH} --json"),
    "exploit": Line(f"exploit {PAIR} {KNUTH} --json"),
    "nash": Line(f"nash {PAIR} {KNUTH} --roll 1 --continuation duel --json"),
    "match": Line(f"match {PAIR} {KNUTH} --json"),
    "simulation": Line(f"match {PAIR} {KNUTH} --simulate 2000 --json"),
    "crowd": Line(
        f'crowd "1 2 / 3 4" --players 4 --population "1 1 / 2 2" --population "1 3 / 4 2" {KNUTH} --simulate 800'
        " --checkpoint kept --json",
        workers=True,
    ),
    "improve": Line(f'improve "1 1 / 2 2" {KNUTH} --full --json'),
    "verify": Line(
        "verify found.json --full --json", (f"search {LOADED} --top 2 --certificate found.json",), workers=True
    ),
    "verify a proof": Line("verify proof.json --full", (f"prove {LOADED} --certificate proof.json",)),
    "paper": Line("paper --only 4.4 --json", pairs=15_000),
    "paper, text": Line("paper --only 4.4", pairs=15_000),
}
