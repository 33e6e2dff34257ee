"""Teams: the teacher names 2 to 6 teams, and pupils choose one or are assigned evenly.

A pupil's points also count for the pupil's team. Teams are numbered from 1, and renaming a team does not change its
number. A round stores the team of each player at its start, so when a pupil changes teams, points already won stay with
the old team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dicebingo.classroom.events import TeamChosen, TeamsSet
from dicebingo.classroom.names import likeness, read_name
from dicebingo.classroom.refusals import Refused
from dicebingo.classroom.state import MAX_TEAMS, MIN_TEAMS, Classroom, Pupil
from dicebingo.errors import quote


def set_teams(state: Classroom, names: Sequence[str], *, choose: bool) -> list[TeamsSet | TeamChosen]:
    """Return the events that name the teams and, unless pupils may ``choose``, assign pupils who have no team."""
    teams = tuple(map(read_name, names))
    if teams and not MIN_TEAMS <= len(teams) <= MAX_TEAMS:
        expected = f"{MIN_TEAMS} to {MAX_TEAMS} team names, or an empty list for no teams"
        raise Refused("shape", f"expected {expected}, got {len(teams)}")
    if len(set(map(likeness, teams))) < len(teams):
        raise Refused("taken", "Two teams have the same name.")
    kept = {pupil.number: pupil.team for pupil in state.here if pupil.team is not None and pupil.team <= len(teams)}
    without = [pupil.number for pupil in state.here if pupil.number not in kept]
    dealt = [] if choose else assign(without, len(teams), kept.values())
    return [TeamsSet(teams, choose), *dealt]


def assign(pupils: Iterable[int], teams: int, taken: Iterable[int]) -> list[TeamChosen]:
    """Assign each pupil in turn to the team with the fewest members; ``taken`` lists the teams of the current members.

    >>> [one.team for one in assign([4, 5, 6], teams=3, taken=[1, 1, 2])]
    [3, 2, 3]
    """
    sizes, chosen = Counter(taken), []
    for pupil in pupils if teams else ():
        team = min(range(1, teams + 1), key=lambda number: sizes[number])
        sizes[team] += 1
        chosen.append(TeamChosen(pupil, team))
    return chosen


def assign_newcomers(state: Classroom, pupils: Iterable[int]) -> list[TeamChosen]:
    """Return the events that assign newcomers to teams; the list is empty if pupils choose their teams."""
    if state.choose:
        return []
    return assign(pupils, len(state.teams), (pupil.team for pupil in state.here if pupil.team is not None))


def enter_team(state: Classroom, pupil: Pupil, team: int) -> TeamChosen:
    """Return the event that puts a pupil into a team."""
    if not state.teams:
        raise Refused("order", "This class has no teams.")
    if team > len(state.teams):
        raise Refused("team", f"expected a team number from 1 to {len(state.teams)}, got {quote(team)}")
    return TeamChosen(pupil.number, team)
