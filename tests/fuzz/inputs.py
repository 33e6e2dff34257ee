"""Random bad inputs for all commands and all their options, identical on every machine.

Some inputs are examples from the docs with mistakes, some have options with values of the wrong kind, and some combine
options that exclude each other. An input that happens to be valid must not take long, so searches use rules with few
boards.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random

import click

from dicebingo.cli.main import COMMANDS, cli
from tests.questions import CARDS, QUESTIONS, A, B
from tools.examples import examples

SLOW = "serve|--search|--simulate|--plot-file|4x4|3x4|5x5|--only 3|counter .*8 8 9|prove$|free-centre|stamps"
"""Matches examples from the docs that are not varied, because most variations would take too long."""
LINES = [
    *(list(asked.command) for asked in QUESTIONS.values()),
    *(shlex.split(e.line)[1:] for e in examples() if e.line.startswith("dicebingo") and not re.search(SLOW, e.line)),
]
"""Valid command lines, from which most of the bad inputs are made."""
SEARCHES = ("arena", "counter", "prove", "rank", "search")
ENTRANTS = ("rings", "tournament", "upsets")


def words(text: str) -> list[str]:
    """Split a string at its spaces."""
    return text.split()


NUMBERS = words("0 1 2 3 7 -1 -0 +1 007 99999 1e9 1.5 .5 1/2 0x10 1_000 1,000 1e999 -1e999")
HUGE = ["9" * digits for digits in (18, 40, 101, 5_000)] + ["-" + "9" * 18]
NO_NUMBERS = words("nan inf -inf NaN Infinity None null true [] {} () ''")
UNICODE = words("\u0667 \uff17 \u00bd \u221e \u00e9 \u4e03 \U0001f3b2 \u202e7 \ufeff7 \udcff")
CONTROL = ["\x01", "\x07", "\x1b[31m7", "\t", "\n", "\r\n", "7\n8", "\x7f", "\x85", "\u2028", "7\u00a08"]
LENGTHS = ["", " ", "  ", "x" * 300, "7 " * 3_000, "(" * 500, "-" * 200, "{" * 300, "1," * 2_000, "@" * 50]
PATHS = words("nowhere /dev/null/x.svg /dev/null/x.parquet . / @ @. @nowhere @empty empty @boards.txt binary @binary")
PATHS += words("knuth-proof.json ring.toml empty.toml x.toml new new.csv new.dot")
TIE_BREAKS, POLICIES = (
    words("smallest largest random"),
    words("optimal random prefer:3,0 prefer:9 random:1,2 random:0,0,0,1"),
)
OBJECTIVES = words("expected median p90 variance score win")
WORDS = words(
    "knuth match duel solo margin handicap one all chess Optimal smalest 2.4 99 bash -- - -x --json --help -h"
)
BOARDS = [*CARDS, A, B, "x x / 1 2", "* * / 1 2", "F 1 / 2 3", "1 2 / 3", "1 2 / 3 7", ". . / . 1", "1 2 3 4"]
BOARDS += ["7:4", "2:1"]
DICE = words("1d6 d4 0d6 d0 -1d6 99999999d6 101d2 d1001 {1:1,2:3} {1:0} {1:1,1:1} { product( product(1d4) d6+ d6+d")
DICE += ["1d6+1", "{1:" + "9" * 101 + "}", "d6d6", "{0:1}", "2{1:1,2:1}"]
LAYOUTS = words("2x2 2x2:rows 1x1:all 1x2 0x0 99x99 2x x2 2x2: 2x2:+ 2x2:none # . #./.# f 2x2:rows+rows 11x11")
LAYOUTS += words("3x3:free-centre 2x2:free-centre ##/# 2x2:#./..+ ###:all")
VALUES = words("1,2 1..3 3..1 1.. ..3 1...3 1,,2 0..999999999 -1 7 1;2")
JUNK = [*NUMBERS, *HUGE, *NO_NUMBERS, *UNICODE, *CONTROL, *LENGTHS, *PATHS, *BOARDS, *DICE, *LAYOUTS, *VALUES]
JUNK += [*TIE_BREAKS, *POLICIES, *OBJECTIVES, *WORDS]
IN_FILES = words('null true -1 0 1.5 1e999 NaN Infinity [] {} [[[]]] "" "x" "\u0667" [null] {"a":1} x')
VALUE = re.compile(r'"[^"]*"|[0-9.]+|true|false|null|\[[^\[\]]*\]|\{[^{}]*\}')
CHARACTERS = "0123456789 ,;:/*xF.-+={}()@dps'\"\\%\u0667\u00e9\t\x1b"

CONFLICTS = (
    ("--json", "--latex"),
    ("--seconds", "1", "--restarts", "1"),
    ("--from", "nowhere", "--random", "3"),
    ("--from", "binary", "--game", "duel"),
    ("--search", "--random", "2"),
    ("--search", "--from", "empty"),
    ("--fast", "--range"),
    ("--fast", "--upto", "3"),
    ("--simulate", "5", "--range"),
    ("--simulate", "5", "--upto", "2"),
    ("--objective", "variance", "--worst", "1"),
    ("--objective", "median", "--seed", "1"),
    ("--distinct", "--values", "1"),
    ("--contains", "1", "--values", "2,3"),
    ("--lemma", "--no-lemma"),
    ("--workers", "0", "--cluster", ""),
    ("--worst", "1", "--restarts", "2"),
    ("--out", "new", "--seed", "1"),
    ("--approximate", "--nearest", "2"),
    ("--open", "--only", "2.4"),
    ("--report", "new", "--only", "2.4"),
    ("--rules", "knuth", "--layout", "3x3", "--marking", "all"),
)


def options_of(name: str) -> list[click.Option]:
    """Return the options of a command."""
    command = cli.get_command(click.Context(cli), name)
    assert command
    return [option for option in command.params if isinstance(option, click.Option)]


OPTIONS = {name: options_of(name) for name in COMMANDS}
FITTING = {"LAYOUT": LAYOUTS, "DICE": DICE, "VALUES": VALUES, "BOARD": BOARDS, "FILE": PATHS, "DIR": PATHS}
FITTING |= {
    "RULE": TIE_BREAKS,
    "POLICY": POLICIES,
    "NAME": ["knuth", *OBJECTIVES],
    **dict.fromkeys("NKVSD", NUMBERS[:6]),
}
"""For each metavar, values of the right kind, so that some inputs pass the first check and fail later."""


def bad_inputs(seed: int) -> Iterator[list[str]]:
    """Yield command-line arguments endlessly."""
    random = Random(seed)
    makers: list[Callable[[Random], list[str]]] = [
        _with_mistakes,
        _with_mistakes,
        _with_more,
        _with_junk,
        _with_conflicts,
    ]
    while True:
        yield _tame(random.choice(makers)(random), random)


def _with_mistakes(random: Random) -> list[str]:
    """Return a valid command line with some mistakes."""
    found = list(random.choice(LINES))
    for _ in range(random.choice((1, 1, 2, 2, 3, 5))):
        at = random.randrange(1, len(found)) if len(found) > 1 and random.random() < 0.95 else 0
        other = random.randrange(len(found))
        match random.randrange(8):
            case 0:
                del found[at]
            case 1:
                found.insert(at, found[other])
            case 2:
                found[at], found[other] = found[other], found[at]
            case 3:
                found[at] = random.choice(JUNK)
            case 4:
                found[at + 1 : at + 1] = _option(random, random.choice(list(OPTIONS)))
            case _:
                found[at] = _mistyped(found[at], random)
        if not found:
            break
    return found


def _mistyped(text: str, random: Random) -> str:
    """Return a string with one extra, missing or wrong character."""
    at = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + text[at : at + 1] + text[at:]
        case 2:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    return text[:at] + random.choice(CHARACTERS) + text[at + random.randrange(2) :]


def with_mistakes(text: str, random: Random) -> str:
    """Return the text of a file with a mistake in some characters, values or lines."""
    for _ in range(random.choice((1, 1, 2, 3))):
        values, lines = list(VALUE.finditer(text)), text.splitlines(keepends=True)
        match random.randrange(6):
            case 0 | 1 | 2 if values:
                found = random.choice(values)
                text = text[: found.start()] + random.choice(IN_FILES) + text[found.end() :]
            case 3 if lines:
                lines.pop(random.randrange(len(lines)))
                text = "".join(lines)
            case 4:
                text = text[: random.randrange(len(text) + 1)]
            case _:
                text = _mistyped(text, random)
    return text


def _option(random: Random, command: str, fitting: float = 0.3) -> list[str]:
    """Return an option of a command with a random value, which is sometimes valid."""
    option = random.choice(OPTIONS[command] or OPTIONS["solve"])
    name = random.choice([*option.opts, *option.secondary_opts])
    if option.is_flag and random.random() < 0.9:
        return [name]
    metavar = str(option.metavar)
    may_be_right = FITTING.get(metavar, metavar.split("|") if "|" in metavar else JUNK)
    value = random.choice(may_be_right if random.random() < fitting else JUNK)
    return [f"{name}={value}"] if random.random() < 0.5 else [name, value]


def _with_more(random: Random) -> list[str]:
    """Return a valid command line followed by extra options, some of which may be invalid."""
    found = list(random.choice(LINES))
    options = (_option(random, found[0], 0.9) for _ in range(random.randrange(1, 4)))
    return [*found, *chain.from_iterable(options)]


def _with_junk(random: Random) -> list[str]:
    """Return a command with some of its options and with boards that may be invalid."""
    command = random.choice(list(COMMANDS))
    boards = [random.choice(CARDS if random.random() < 0.6 else JUNK) for _ in range(random.randrange(4))]
    options = chain.from_iterable(_option(random, command) for _ in range(random.randrange(1, 5)))
    return [command, *boards, *options]


def _with_conflicts(random: Random) -> list[str]:
    """Return a valid command line followed by options that exclude each other or do not exist."""
    found = [*random.choice(LINES), *random.choice(CONFLICTS)]
    return found if random.random() < 0.7 else [*found, *_option(random, random.choice(list(OPTIONS)))]


def _tame(line: list[str], random: Random) -> list[str]:
    """Return a harmless command line: if it is valid, it runs quickly and changes nothing on the machine."""
    command = line[0] if line else ""
    line = [_without_workers(word, before) for before, word in zip(["", *line], line, strict=False)]
    if any(word.startswith("--cluster") for word in line):
        line.append("--workers=0")  # the command rejects the two options together, before it connects
    if command == "serve":
        return [*line, random.choice(("--port=99999", "--rate=0", "--memory=x", "--nonsense"))]
    if command == "paper":
        return [*line, "--only", random.choice(("2.4", "99", *UNICODE))]
    if command in SEARCHES or (command in ENTRANTS and not any(word in CARDS for word in line)):
        line = [re.sub(r"[3-9]x[3-9]", "2x2", word) for word in line]
        return line if any(word.startswith("--rules") for word in line) else [*line, "--rules", "knuth"]
    return line


def _without_workers(word: str, before: str) -> str:
    """Return the word, or a replacement if the word would start workers."""
    option, equals, value = ("--workers", "", word) if before == "--workers" else word.partition("=")
    if option == "--workers" and re.fullmatch(r"\+?0*[1-9][0-9]{0,3}", value):
        return f"{option}=0" if equals else "0"
    return word
