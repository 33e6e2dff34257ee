"""Errors on the command line: one line, the right exit code, no traceback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands import run

BOARD = "8 8 9 / 7 6 10 / 7 4 5"
MAIN = "from dicebingo.cli.start import main; main()"


BAD: list[tuple[list[str], str]] = [
    (["solve", "8 8 9"], "expected 9 values for the layout 3x3, got 3"),
    (["solve", "8 8 9 / 7 6 13 / 7 4 5"], "cell 5 (row 2, column 3): expected a value of 2d6 (2 to 12), got 13"),
    (["solve", "8 8 9 / 7 six 10 / 7 4 5"], "expected a value such as 7, *7, x or F, got 'six'"),
    (["solve", ""], "expected 9 values for the layout 3x3, got 0"),
    (["solve", "7" * 10_000], "expected 9 values for the layout 3x3, got 1"),
    (["solve", "7 " * 5_000], "expected 9 values for the layout 3x3, got 5000"),
    (["solve", "\0"], "expected 9 values for the layout 3x3, got 1 in '\\x00'"),
    (["solve", BOARD, "--nonsense"], "dicebingo solve: unknown option '--nonsense'"),
    (["solve", BOARD, "--" + "x" * 10_000], "unknown option '--xxxx"),
    (["solve", BOARD, "--dice", "99999999d6"], "expected 1 to 100 dice, got '99999999'"),
    (["solve", BOARD, "--dice", ""], "expected dice such as 2d6"),
    (["solve", BOARD, "--dice", "d6"], "expected a value of d6 (1 to 6), got 8"),
    (["solve", BOARD, "--layout", "99999x99999"], "expected 1 to 40 rows and columns"),
    (["solve", BOARD, "--layout", "3x3:"], "expected rows, columns"),
    (["solve", BOARD, "--layout", "4x4"], "expected 16 values for the layout 4x4, got 9"),
    (["solve", BOARD, "--rules", "chess"], "expected named rules"),
    (["solve", BOARD, "--marking", "some"], "expected the marking rule one or all, got 'some'"),
    (["solve", BOARD, "--policy", "best"], "expected the policy optimal"),
    (["solve", BOARD, "--policy", "prefer:9"], "expected distinct cells from 0 to 8"),
    (["solve", "7 7 7 7 7 7 7 7 7", "--policy", "random:0,0,0,0,0,0,0,0,0"], "expected a positive weight"),
    (["solve", BOARD, "--tie-break", "first"], "expected the tie-break smallest, largest or random"),
    (["solve", BOARD, "--policy", "random", "--tie-break", "first"], "expected the tie-break"),
    (["solve", BOARD, "--upto", "-1"], "expected a number of rolls from 0 to 10000, got -1"),
    (["solve", BOARD, "--upto", "1e9"], "expected a whole number, got"),
    (["solve", BOARD, "--upto", "99999999999"], "expected a number of rolls from 0 to 10000"),
    (["solve", " ".join(["7"] * 36), "--layout", "6x6"], "expected at most 25 unmarked cells"),
    (["solve", " ".join(["7"] * 25), "--rules", "5x5", "--why"], "expected at most 16 unmarked cells"),
    (["solve", " ".join(["7"] * 25), "--rules", "5x5", "--upto", "9"], "expected at most 16 unmarked cells"),
    (["solve", " ".join(["7"] * 25), "--rules", "5x5", "--policy", "random"], "expected at most 16 unmarked cells"),
    (["solve"], "Missing argument"),
    (["solve", "8", "8", "9"], "quotes"),
    (["solve", BOARD, "--why", "--why=1"], "does not take a value"),
    (["advise", BOARD], "Missing option '--roll'"),
    (["advise", BOARD, "--roll", "13"], "expected a roll of 2d6, got 13"),
    (["advise", BOARD, "--roll", "seven"], "expected a whole number, got"),
    (["advise", BOARD, "--roll", "9" * 5000], "expected a whole number, got"),
    (["improve", BOARD, "--most", "0"], "expected at least 1 change to list, got 0"),
    (["improve", " ".join(["7"] * 25), "--rules", "5x5"], "expected at most 16 unmarked cells"),
    (["review", BOARD, "12", "7:0"], "move 2: expected [3] or [6] to be marked on the roll 7, got [0]"),
    (["review", BOARD, "12:0"], "move 1: expected no cell to be marked on the roll 12, got [0]"),
    (["review", BOARD, "13"], "expected a roll of 2d6, got 13"),
    (["review", "x x x 7 7 7 7 7 7", "7:3"], "move 1: the game is already over, but another roll (7) follows"),
    (["review", BOARD, "7:"], "expected a move such as 7:4, or 7 if nothing was marked, got '7:'"),
    (["review", BOARD, "seven"], "expected a move such as 7:4"),
    (["review", BOARD, "7:" + "9" * 5000], "expected a move such as 7:4"),
    (["paper", "--only", "99"], "expected a section with claims"),
    (["completion", "dos"], "not one of"),
    (["completion"], "Missing argument"),
    (["nonsense"], "unknown command 'nonsense'"),
    (["--nonsense"], "dicebingo: unknown option '--nonsense'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=map(str, range(len(BAD))))
def test_bad_input_gets_a_one_line_error(arguments: list[str], message: str) -> None:
    assert message in run(*arguments).complaint()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"8 8 9 / 7 6 10 / 7 4 \0", "line 1: cell 8 (row 3, column 3): expected a value such as 7, *7, x or F"),
        (b"\n# A\nA: 8 8 9", "line 3: expected 9 values for the layout 3x3, got 3"),
        (b"\xff\xfe8\x00", "as a file of boards"),
        (b"", "expected one board, got 0 in"),
        (b"# nothing here", "expected one board, got 0 in"),
        (b"8 8 9 / 7 6 10 / 7 4 5\n" * 2, "expected one board, got 2 in"),
        (b"A:\n", "line 1: expected 9 values"),
        (b"7 " * 6_000_000, "expected a file of boards of at most 10000000 bytes"),
    ],
    ids=["NUL", "short", "binary", "empty", "comment", "two", "name only", "huge"],
)
def test_bad_files_get_a_one_line_error(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "boards"
    file.write_bytes(content)
    assert message in run("solve", f"@{file}").complaint()
    assert message in run("advise", f"@{file}", "--roll", "7").complaint()


@pytest.mark.parametrize("name", ["nowhere", "", "a" * 5000, "a\0b", "line\nbreak", "\udcff", "nowhere/boards"])
def test_unreadable_files_get_a_one_line_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "as a file of boards" in run("solve", f"@{name}").complaint()


def test_a_directory_is_rejected(tmp_path: Path) -> None:
    assert "as a file of boards" in run("solve", f"@{tmp_path}").complaint()


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs a file that its owner cannot read")
def test_a_file_without_permission_gets_a_one_line_error(tmp_path: Path) -> None:
    file = tmp_path / "boards"
    file.touch(mode=0)
    assert "Permission denied" in run("solve", f"@{file}").complaint()


READING: list[tuple[list[str], str]] = [
    (["solve", "@{}"], "as a file of boards"),
    (["match", BOARD, "@{}"], "as a file of boards"),
    (["tournament", "@{}"], "as a file of boards"),
    (["rules", "@{}"], "as a file of rules"),
    (["solve", BOARD, "--rules", "@{}"], "as a file of rules"),
    (["tournament", "--from", "{}"], "as a tournament written by 'tournament --out'"),
    (["rings", "--from", "{}"], "as a tournament written by 'tournament --out'"),
    (["verify", "{}"], "as a certificate"),
]
"""All commands that read a file."""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(("arguments", "expected"), READING)
def test_pipes_and_devices_are_rejected_without_being_opened(
    arguments: list[str], expected: str, tmp_path: Path
) -> None:
    """Reading a pipe could block, and reading a device might never end."""
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", tmp_path, "/dev/zero", "/dev/null"):
        message = run(*(argument.format(name) for argument in arguments)).complaint()
        assert expected in message
        assert "(not a regular file)" in message


@pytest.mark.parametrize(("arguments", "expected"), READING)
@pytest.mark.parametrize("content", [b"", b"\xff\xfe8\x00", bytes(range(256)) * 40], ids=["empty", "UTF-16", "binary"])
def test_binary_files_are_rejected(arguments: list[str], expected: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    message = run(*(argument.format(tmp_path / "file") for argument in arguments)).complaint()
    assert expected in message or not content
    assert re.search("Cannot read|is not a certificate|expected", message)


@pytest.mark.parametrize(("arguments", "expected"), READING)
def test_an_enormous_file_is_rejected(arguments: list[str], expected: str, tmp_path: Path) -> None:
    """The file is sparse, so it uses no disk space."""
    with (tmp_path / "file").open("wb") as file:
        file.truncate(1 << 40)
    message = run(*(argument.format(tmp_path / "file") for argument in arguments)).complaint()
    assert expected in message or "of at most 10000000 bytes, got" in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(("option", "name"), [("--out", "pipe.parquet"), ("--standings", "pipe.csv")])
def test_a_pipe_or_a_device_is_not_replaced_by_a_file(option: str, name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    message = run("tournament", BOARD, BOARD, option, str(tmp_path / name)).complaint()
    assert "Cannot write" in message
    assert "not a regular file" in message
    assert (tmp_path / name).is_fifo()


@pytest.mark.parametrize(
    ("arguments", "suffix"),
    [
        (["tournament", BOARD, BOARD, "--standings"], ".csv"),
        (["search", "--rules", "knuth", "--certificate"], ".json"),
        (["prove", "--rules", "knuth", "--certificate"], ".json"),
        (["counter", BOARD, "--certificate"], ".json"),
        (["arena", "--rules", "knuth", "--certificate"], ".json"),
        (["export", "prism", BOARD, "--out"], ".prism"),
        (["export", "nfg", BOARD, BOARD, "--roll", "6", "--out"], ".nfg"),
    ],
)
def test_a_file_name_must_have_the_right_ending(arguments: list[str], suffix: str) -> None:
    """For example, a CSV file cannot be named a.pdf."""
    message = run(*arguments, "a.pdf").complaint()
    assert message == f"dicebingo: expected the name of a {suffix} file, got 'a.pdf'\n"


# The only digits allowed in a number are 0 to 9, although Python also accepts digits of other scripts and underscores.


@pytest.mark.parametrize("text", ["\u0667", "\uff17", "0_7", " 7", "7 ", "7.0", "0x7", "1e1", "", "seven", "9" * 101])
@pytest.mark.parametrize(
    "arguments",
    [
        ["advise", BOARD, "--roll={}"],
        ["solve", BOARD, "--upto={}"],
        ["match", BOARD, BOARD, "--simulate={}"],
        ["tournament", "--random={}"],
        ["search", "--rules", "knuth", "--seed={}"],
        ["rings", "--search", "--workers={}"],
        ["serve", "--port={}"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_integers_must_be_written_in_digits(arguments: list[str], text: str) -> None:
    message = run(*(argument.format(text) for argument in arguments)).complaint()
    assert "expected a whole number, got" in message


@pytest.mark.parametrize("text", ["\u0667", "1_0", " 7", "nan", "inf", "-infinity", "", ".", "1/2"])
@pytest.mark.parametrize(
    "arguments",
    [["search", "--rules", "knuth", "--seconds={}"], ["arena", "--seconds={}"], ["serve", "--rate={}"]],
    ids=lambda arguments: arguments[0],
)
def test_decimal_numbers_must_be_written_in_digits(arguments: list[str], text: str) -> None:
    assert "expected a number, got" in run(*(argument.format(text) for argument in arguments)).complaint()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "8 8 9 / 7 6 10 / \u0667 4 5"],
        ["solve", BOARD, "--dice", "\u0662d6"],
        ["solve", BOARD, "--layout", "\u0663x3"],
        ["solve", BOARD, "--policy", "prefer:\u0664"],
        ["review", BOARD, "\u0667:3"],
        ["search", "--values", "\u0665..7"],
        ["search", "--fix", "8 . . / . \u0666 . / . . ."],
    ],
    ids=" ".join,
)
def test_digits_of_other_scripts_are_rejected(arguments: list[str]) -> None:
    assert "expected" in run(*arguments).complaint()


# Any text gets an answer or a one-line error, never an exception.

NOTATION = st.lists(
    st.sampled_from(["7", "12", "13", "0", "*7", "x", "F", "/", ";", ",", "\n", "*", "a", "-1", "007"]), max_size=14
).map(" ".join)
DICE = st.text("0123456789d+{}:,()product DX\u0662", max_size=20)
LAYOUT = st.text("123x:#.f/+ ", max_size=20) | st.lists(
    st.sampled_from(["3x3", ":", "+", "rows", "columns", "diagonals", "corners", "all", "free-centre", "#../.#./..#"]),
    max_size=6,
).map("".join)
POLICY = st.text("optimalrandomprefer:,0123456789", max_size=20) | st.lists(
    st.integers(-1, 9).map(str), max_size=10
).map(lambda numbers: "random:" + ",".join(numbers))
ANYTHING = st.text(max_size=30)


def check(*arguments: str) -> None:
    result = run(*arguments)
    if result.code == 0:
        assert result.err == ""
        assert result.out
    else:
        result.complaint()


@given(NOTATION | ANYTHING)
def test_any_position_gets_an_answer_or_a_one_line_error(text: str) -> None:
    check("solve", "--", text)
    check("advise", "--roll", "7", "--", text)


@given(DICE | ANYTHING)
def test_any_dice_get_an_answer_or_a_one_line_error(text: str) -> None:
    check("solve", "7", "--layout", "1x1:all", f"--dice={text}")
    check("solve", BOARD, "--json", f"--dice={text}")


@given(LAYOUT | ANYTHING)
def test_any_layout_gets_an_answer_or_a_one_line_error(text: str) -> None:
    check("solve", BOARD, f"--layout={text}")
    check("solve", "7 F", f"--layout={text}", "--why")


@given(POLICY | ANYTHING)
def test_any_policy_gets_an_answer_or_a_one_line_error(text: str) -> None:
    check("solve", "6 7 6 / 7 7 7 / 6 6 6", f"--policy={text}")


@settings(max_examples=30)
@given(ANYTHING, st.sampled_from(["--tie-break", "--rules", "--marking", "--upto"]))
def test_any_option_value_gets_an_answer_or_a_one_line_error(text: str, option: str) -> None:
    check("solve", "7 7 7 7 7 7 7 7 7", f"{option}={text}")


@settings(max_examples=30)
@given(st.integers() | ANYTHING)
def test_any_roll_gets_an_answer_or_a_one_line_error(roll: int | str) -> None:
    check("advise", BOARD, f"--roll={roll}")


@settings(max_examples=30)
@given(st.lists(ANYTHING | st.text("0123456789:,", max_size=6), max_size=3))
def test_any_moves_get_an_answer_or_a_one_line_error(moves: list[str]) -> None:
    check("review", "--", BOARD, *moves)


@settings(max_examples=30)
@given(st.lists(ANYTHING | st.sampled_from(["solve", "advise", "rules", BOARD, "--json", "--roll", "7"]), max_size=4))
def test_any_arguments_get_an_answer_or_a_one_line_error(arguments: list[str]) -> None:
    check(*arguments)


# Interruptions and closed pipes


def test_an_interruption_gives_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dicebingo.solo.solution.solve", interrupted)
    result = run("solve", BOARD, "--json")
    assert (result.code, result.out) == (130, "")
    assert result.err.split() == ["interrupted"]


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_control_c_gives_exit_code_130() -> None:
    """Send a real signal to a real process while it computes."""
    work = "import signal, time\nfrom dicebingo.solo import mdp\n"
    # Shells start background processes with SIGINT ignored, so restore the default handler.
    work += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    work += "def busy(*_):\n  print('busy', flush=True)\n  time.sleep(600)\nmdp._backward_induction = busy\n"
    process = subprocess.Popen(
        [sys.executable, "-c", work + MAIN, "solve", BOARD], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "busy\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    assert err.split() == ["interrupted"]


@pytest.mark.skipif(os.name == "nt", reason="needs Unix pipes")
@pytest.mark.parametrize(
    "arguments", [["solve", BOARD, "--upto", "700", "--json"], ["solve", "--help"], ["rules"]], ids=" ".join
)
def test_a_closed_pipe_is_not_an_error(arguments: list[str]) -> None:
    """When ``| head -1`` closes the pipe, the command prints no message, and its exit code is 0."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nowhere:
        command = [sys.executable, "-c", MAIN, *arguments]
        done = subprocess.run(command, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_gets_a_one_line_error() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", MAIN, "solve", BOARD]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "The answer could not be written: No space left" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_terminals_without_box_characters_get_ascii(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-c", MAIN, "solve", BOARD]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"6.309413424" in done.stdout


def test_a_missing_extra_is_reported() -> None:
    hide = "import sys\nsys.modules['numba'] = None\n"
    board = " ".join(["7"] * 20)
    command = [sys.executable, "-c", hide + MAIN, "solve", board, "--layout", "4x5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'dicebingo[fast]'" in done.stderr
