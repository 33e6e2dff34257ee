"""Processes for PRISM and Storm: one board is a Markov decision process, and a match is a Markov chain.

Each can be written in PRISM's language or in Storm's explicit format (DRN). The reward ``rolls`` counts the rolls. For
one board, the smallest expected reward until ``won`` is V, the expected number of rolls. For a match, the label
``first_0`` means that board 0 alone finishes first, ``first_0_1`` means that boards 0 and 1 tie, and ``over`` means
that at least one board has finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dicebingo.errors import TooLarge
from dicebingo.exact import text as exact_text
from dicebingo.matches.match import Match
from dicebingo.model.layout import cells_of
from dicebingo.render.exports.gambit import cells_name
from dicebingo.solo.mdp import EXACT_LIMIT
from dicebingo.solo.solution import Solution


@dataclass(frozen=True, slots=True)
class _State:
    """A state: its reward, its labels, and its actions by name, each with its successors."""

    reward: int
    labels: tuple[str, ...]
    actions: Mapping[str, Mapping[int, Fraction]]


def solo_prism(solution: Solution) -> str:
    """Return the game of one board in PRISM's language: a random roll, and then a choice of a cell."""
    position = solution.position
    board, dice, layout = position.board, position.rules.dice, position.rules.layout
    bingo = " | ".join("(" + " & ".join(f"m{cell}" for cell in cells_of(line)) + ")" for line in layout.lines)
    rolls = " + ".join(f"{w}/{dice.total} : (roll'={i})" for i, w in enumerate(dice.weights, start=1))
    commands = [f"[throw] roll=0 & !bingo -> {rolls};"]
    for i, value in enumerate(dice.values, start=1):
        matching = [cell for cell, own in enumerate(board.values) if own == value]
        if solution.problem.marks_all and matching:
            wasted = " & (" + " & ".join(f"m{cell}" for cell in matching) + ")"
            marks = " & ".join(f"(m{cell}'=true)" for cell in matching)
            commands.append(f"[all] roll={i} & !{wasted[3:]} -> {marks} & (roll'=0);")
        else:
            wasted = "".join(f" & m{cell}" for cell in matching)
            commands += [f"[cell{c}] roll={i} & !m{c} -> (m{c}'=true) & (roll'=0);" for c in matching]
        commands.append(f"[wasted] roll={i}{wasted} -> (roll'=0);")
    marked = position.marked
    marks_of = [f"m{cell} : bool init {str(bool(marked >> cell & 1)).lower()};" for cell in range(layout.size)]
    module = [*marks_of, f"roll : [0..{len(dice.values)}] init 0;", *commands]
    return _prism("mdp", str(position), module, ["[throw] true : 1;"], {"won": "bingo & roll=0"}, f"bingo = {bingo}")


def match_prism(match: Match) -> str:
    """Return the joint chain of a match in PRISM's language; the only variable is the number of the joint state."""
    states = _match_states(match)
    commands = [
        f"[] s={i} -> " + " + ".join(f"{exact_text(p)} : (s'={j})" for j, p in state.actions[""].items()) + ";"
        for i, state in enumerate(states)
    ]
    names = dict.fromkeys(label for state in states for label in state.labels)
    labels = {name: " | ".join(f"s={i}" for i, state in enumerate(states) if name in state.labels) for name in names}
    module = [f"s : [0..{len(states) - 1}] init 0;", *commands]
    return _prism("dtmc", _title(match), module, [f"!({labels['over']}) : 1;"], labels)


def solo_drn(solution: Solution) -> str:
    """Return the game of one board as a list of states.

    A state is a set of marks or, before a choice, a set of marks and a roll that matches several unmarked cells.
    """
    problem = solution.problem
    if problem.size > EXACT_LIMIT:
        raise TooLarge(f"expected at most {EXACT_LIMIT} unmarked cells for a list of states, got {problem.size}")
    number: dict[tuple[int, int], int] = {(0, 0): 0}
    todo, states = [(0, 0)], list[_State]()

    def at(packed: int, group: int = 0) -> int:
        if (packed, group) not in number:
            number[packed, group] = len(todo)
            todo.append((packed, group))
        return number[packed, group]

    for packed, chosen in todo:  # a set of marks, and the group of cells that match the roll (0 before a roll)
        if problem.wins(packed):
            states.append(_State(0, ("won",), {"over": {len(states): Fraction(1)}}))
        elif chosen:
            options = problem.options(problem.groups[chosen - 1], packed)
            names = [cells_name(cells_of(problem.unpack(o) & ~problem.position.marked)) for o in options]
            marks = {n.replace(" ", ""): {at(packed | o): Fraction(1)} for n, o in zip(names, options, strict=True)}
            states.append(_State(0, (), marks))
        else:
            after: dict[int, Fraction] = {}
            wasted = problem.total
            for i, group in enumerate(problem.groups, start=1):
                options = problem.options(group, packed)
                if options:
                    follower = at(packed | options[0]) if len(options) == 1 else at(packed, i)
                    after[follower] = after.get(follower, Fraction(0)) + Fraction(group.weight, problem.total)
                    wasted -= group.weight
            if wasted:
                after[len(states)] = Fraction(wasted, problem.total)
            states.append(_State(1, (), {"throw": after}))
    if problem.wins(0):  # Storm refuses a reward that is 0 everywhere, so an unreachable state gets a reward
        states.append(_State(1, (), {"throw": {0: Fraction(1)}}))
    return _drn("MDP", str(solution.position), states)


def match_drn(match: Match) -> str:
    """Return the joint chain of a match as a list of states."""
    return _drn("DTMC", _title(match), _match_states(match))


def _match_states(match: Match) -> list[_State]:
    """Return the transient joint states, starting with the initial one, and then one state for each set of winners."""
    chain = match.chain
    first = len(chain.states)
    ends = sorted({won for row in chain.absorbing for won in row}) or _at_once(match)
    end = {won: first + i for i, won in enumerate(ends)}
    states = []
    for transient, absorbing in zip(chain.transient, chain.absorbing, strict=True):
        after = {**transient, **{end[won]: weight for won, weight in absorbing.items()}}
        row = {j: Fraction(weight, chain.scale) for j, weight in sorted(after.items()) if weight}
        states.append(_State(1, (), {"": row}))
    for won in ends:
        label = "_".join(["first", *map(str, cells_of(won))])
        states.append(_State(0, ("over", label), {"": {end[won]: Fraction(1)}}))
    return states


def _at_once(match: Match) -> list[int]:
    """Return the winners of a match that is over before the first roll."""
    return [sum(1 << player for player in winners) for winners, p in match.outcomes.items() if p]


def _title(match: Match) -> str:
    return " against ".join(map(str, match.positions))


def _prism(
    kind: str, title: str, module: Iterable[str], rewards: Iterable[str], labels: Mapping[str, str], formula: str = ""
) -> str:
    lines = [f"// Dice Bingo: {title}", kind, ""]
    if formula:
        lines += [f"formula {formula};", ""]
    lines += ["module game", *(f"  {line}" for line in module), "endmodule", ""]
    lines += ['rewards "rolls"', *(f"  {line}" for line in rewards), "endrewards", ""]
    return "\n".join([*lines, *(f'label "{name}" = {where};' for name, where in labels.items()), ""])


def _drn(kind: str, title: str, states: list[_State]) -> str:
    choices = sum(len(state.actions) for state in states)
    lines = [f"// Dice Bingo: {title}", f"@type: {kind}", "@parameters", "", "@reward_models", "rolls"]
    lines += ["@nr_states", str(len(states)), "@nr_choices", str(choices), "@model"]
    for i, state in enumerate(states):
        lines.append(" ".join([f"state {i} [{state.reward}]", *(["init"] if i == 0 else []), *state.labels]))
        for k, (name, after) in enumerate(state.actions.items()):
            lines.append(f"\taction {name or k} [0]")
            lines += [f"\t\t{j} : {exact_text(p)}" for j, p in sorted(after.items())]
    return "\n".join([*lines, ""])
