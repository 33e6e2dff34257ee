"""The public types in a script under ``mypy --strict``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
from dicebingo import advise, crowd, duel, evaluate, match, simulate, solve, solve_zero_sum, tournament

BOARD = "1 2 / 3 4"
exactly, fast = solve(BOARD, rules="knuth"), solve(BOARD, rules="knuth", exact=False)
reveal_type(exactly.expected_rolls)  # Fraction
reveal_type(exactly.variance)  # Fraction
reveal_type(exactly.value(3))  # Fraction
reveal_type(exactly.candidates(1)[0].loss)  # Fraction
reveal_type(fast.expected_rolls)  # float
reveal_type(fast.moments.mean)  # float
reveal_type(evaluate(BOARD, policy="random", rules="knuth").expected_rolls)  # Fraction | float
reveal_type(match(BOARD, BOARD, rules="knuth", fast=False).outcomes.margin)  # Fraction
reveal_type(duel(BOARD, BOARD, rules="knuth").value)  # Fraction
reveal_type(solve_zero_sum([[1, "1/2"], [0, 1]]).first)  # tuple[Fraction, ...]
reveal_type(exactly.position.rules.dice.probability(6))  # Fraction
reveal_type(exactly.expected_rolls + 0.5)  # float
reveal_type(crowd(BOARD, players=2, population="uniform", rules="knuth").players)  # int
reveal_type(crowd(players=2, population="uniform", rules="knuth", best=True))  # dicebingo.crowds.answers.Crowd
reveal_type(crowd(players=2, population="uniform", compare=[BOARD]))  # dicebingo.crowds.answers.CrowdComparison
reveal_type(crowd(players=2, population="uniform", equilibrium=True))  # dicebingo.crowds.answers.CrowdEquilibrium
"""


@pytest.mark.slow
def test_a_strict_script_sees_fractions_and_floats(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    types = re.findall(r'Revealed type is "(.*)"', done.stdout)
    shown = [kind.replace("fractions.", "").replace("builtins.", "") for kind in types]
    assert shown == re.findall(r"  # (.*)", SCRIPT)
