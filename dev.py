"""Set up the project and run it, on a machine with nothing but Python 3.11 or newer and pip.

python3 dev.py setup          make .venv/ (the other commands do it first, when it is missing or out of date)
python3 dev.py paper [...]    reproduce the paper, with a report in build/paper/: dicebingo paper ...
python3 dev.py serve [...]    open the page: dicebingo serve ...
python3 dev.py test [...]     run the tests: pytest ...; with --fast without the slow ones, with --long all of them;
                              with --repeat N each of them N times, with --under-load while all cores are busy
python3 dev.py pythons [...]  run the tests with every supported Python at hand: those of test ..., one after another
python3 dev.py lint [--fix]   check the style, the format and the types: ruff, mypy and, where there is npm, prettier
python3 dev.py write          write again what is made from the program: the reference, the examples of the docs, types
python3 dev.py docs           build the documentation as a site, in build/docs/: zensical
python3 dev.py site           build the page as a static site that needs no server, in build/site/
python3 dev.py shots [...]    take pictures of the page's rooms, or of some, in build/shots/
python3 dev.py bench [...]    run the benchmarks: python -m benchmarks ...
python3 dev.py lock [...]     rewrite requirements.lock, with --upgrade by the newest: uv pip compile ...

What stands for [...] is passed on. To start again from nothing, delete .boot/, .venv/ and node_modules/.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python gets to see
    sys.exit("dev.py: expected Python 3.11 or newer, got " + sys.version.split()[0])

import contextlib
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

UV = "0.13.7"

ROOT = Path(__file__).resolve().parent
BOOT = ROOT / ".boot"
LOCK = ROOT / "requirements.lock"
VENV = ROOT / ".venv"
STAMP = "dev-stamp"
REPORT = ROOT / "build" / "paper"
SITE = ROOT / "build" / "docs"
BYTECODE = ROOT / "build" / "bytecode"
PRETTIER = ROOT / "node_modules" / "prettier" / "bin" / "prettier.cjs"
WRITERS = ("reference", "examples", "notebook", "page_types", "page_modules", "tree")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
WINDOWS = os.name == "nt"


def setup(arguments: list[str]) -> None:
    expect_only([], arguments)
    make_environment()


def paper(arguments: list[str]) -> None:
    make_environment()
    wanted = arguments or ["--report", str(REPORT), *(["--open"] if is_watched() else [])]
    become(tool("dicebingo"), "paper", *wanted)


def serve(arguments: list[str]) -> None:
    make_environment()
    become(tool("dicebingo"), "serve", *arguments)


def test(arguments: list[str]) -> None:
    make_environment()
    make_page_checks()
    cache_bytecode()
    os.chdir(ROOT)
    become(tool("pytest"), "-n", "auto", "--dist", "worksteal", *selected(arguments))


def selected(arguments: list[str]) -> list[str]:
    """Put --fast and --long in words that pytest knows; by itself it leaves out what is marked as long."""
    if "--fast" in arguments and "--long" in arguments:
        refuse("expected --fast or --long, got both")
    marks = {"--fast": ["-m", "not slow"], "--long": ["-m", ""]}
    return [word for argument in arguments for word in marks.get(argument, [argument])]


def pythons(arguments: list[str]) -> None:
    make_page_checks()
    cache_bytecode()
    words, codes = selected(arguments), {}
    for version in PYTHONS:
        if python := at_hand(version):
            venv = ROOT / "build" / f"venv-{version}"
            make_environment(venv, python)
            print(f"dev.py: the tests with {python}", file=sys.stderr)
            command = [str(programs(venv) / "pytest"), "-n", "auto", "--dist", "worksteal", *words]
            codes[version] = subprocess.run(command, cwd=ROOT, check=False).returncode
    for version in PYTHONS:
        result = {None: "not at hand", 0: "passed"}.get(codes.get(version), "failed")
        print(f"dev.py: Python {version}: {result}", file=sys.stderr)
    sys.exit(int(any(codes.values())))


def at_hand(version: str) -> str | None:
    """Return a Python of that version: on the path, or where pyenv keeps its own."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    found = [shutil.which(f"python{version}"), *map(str, kept)]
    for python in filter(None, found):
        shown = subprocess.run([python, "--version"], capture_output=True, text=True, check=False).stdout
        if shown.startswith(f"Python {version}."):  # a shim may stand for a Python that is not there
            return python
    return None


def lint(arguments: list[str]) -> None:
    expect_only(["--fix"], arguments)
    make_environment()
    make_page_checks()
    fix = bool(arguments)
    commands = [
        [tool("ruff"), "check", *(["--fix"] if fix else [])],
        [tool("ruff"), "format", *([] if fix else ["--check"])],
        [tool("mypy")],
    ]
    if PRETTIER.exists() and (node := shutil.which("node")):
        commands.append([node, str(PRETTIER), "--write" if fix else "--check", "src/dicebingo/web/static"])
    # All of them, whatever the first one finds: one run shows everything that is wrong.
    codes = [subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands]
    sys.exit(int(any(codes)))


def write(arguments: list[str]) -> None:
    expect_only([], arguments)
    make_environment()
    for name in WRITERS:
        step(f"tools/{name}.py", tool("python"), "-m", f"tools.{name}")


def docs(arguments: list[str]) -> None:
    expect_only([], arguments)
    make_environment()
    os.environ["PYTHONPATH"] = str(ROOT)  # where zensical finds tools/mathml.py
    step("building the documentation", tool("zensical"), "build", "--clean", "--strict")
    print(f"dev.py: the documentation is in {SITE.relative_to(ROOT)}/index.html", file=sys.stderr)


def site(arguments: list[str]) -> None:
    make_environment()
    make_page_checks()
    os.chdir(ROOT)
    become(tool("python"), "-m", "tools.site", *arguments)


def shots(arguments: list[str]) -> None:
    make_environment()
    os.chdir(ROOT)
    become(tool("python"), "-m", "tools.shots", *arguments)


def bench(arguments: list[str]) -> None:
    make_environment()
    os.chdir(ROOT)
    become(tool("python"), "-m", "benchmarks", *arguments)


def lock(arguments: list[str]) -> None:
    content = ["--all-extras", "--group", "dev", "--universal", "--generate-hashes"]
    privacy = ["--no-emit-index-url", "--no-annotate", "--no-header"]  # nothing about this machine
    with one_at_a_time():
        compile_lock = [uv(), "pip", "compile", "pyproject.toml", "--output-file", LOCK.name]
        step(f"writing {LOCK.name}", *compile_lock, *content, *privacy, *arguments)


COMMANDS = {"setup": setup, "paper": paper, "serve": serve, "test": test, "pythons": pythons, "lint": lint}
COMMANDS |= {"write": write, "docs": docs, "site": site, "shots": shots, "bench": bench, "lock": lock}


def make_environment(venv: Path = VENV, python: str = sys.executable) -> None:
    """Make an environment from the lock, unless its stamp says that this has been done.

    The stamp is written last and taken away first, and a venv without the right one is made again from
    nothing: whatever an interrupted set-up left behind, the next one repairs.
    """
    if is_stamped(venv, python):
        return
    if Path(sys.prefix) == venv:
        sys.exit("dev.py: .venv/ is out of date and cannot replace itself: use the Python it was made with")
    with one_at_a_time():
        if is_stamped(venv, python):  # by the set-up that this one waited for
            return
        (venv / STAMP).unlink(missing_ok=True)
        install = [uv(), "pip", "install", "--python", str(venv)]
        step(f"making {venv.name}/", uv(), "venv", "--clear", "--python", python, str(venv))
        step(f"installing {LOCK.name}", *install, "--require-hashes", "--requirements", LOCK.name)
        step("installing dicebingo", *install, "--no-deps", "--no-build-isolation", "--editable", ".")
        (venv / STAMP).write_text(fingerprint(python))


def is_watched() -> bool:
    """Whether somebody sits at a screen that can show a browser."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_page_checks() -> None:
    """Install what checks the web page (its types, its format and its accessibility) where there is an npm."""
    npm, stamp = shutil.which("npm"), ROOT / "node_modules" / "dev-stamp"
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if npm is None or (stamp.is_file() and stamp.read_text() == wanted):
        return  # without npm the tests that need these say so, and are skipped
    with one_at_a_time():
        step("installing what checks the page", npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def cache_bytecode() -> None:
    """Let the hundreds of processes of a test run share compiled modules.

    Many containers set PYTHONDONTWRITEBYTECODE to keep sources clean. Without any bytecode, each process would compile
    all modules that it imports, numpy and numba included, so the bytecode goes to build/ instead.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))


def is_stamped(venv: Path, python: str) -> bool:
    stamp = venv / STAMP
    return stamp.is_file() and stamp.read_text() == fingerprint(python)


def fingerprint(python: str) -> str:
    """Hash all that .venv/ depends on; it holds absolute paths, so the place is a part of that."""
    inputs = [LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes()]
    inputs += [text.encode() for text in (UV, sys.version if python == sys.executable else python, str(ROOT))]
    return hashlib.sha256(b"\0".join(inputs)).hexdigest()


def uv() -> str:
    """Return the pinned uv, installed under a name that only a complete installation gets."""
    home = BOOT / f"uv-{UV}"
    if not home.is_dir():
        new = BOOT / "new"
        shutil.rmtree(new, ignore_errors=True)
        install = [sys.executable, "-m", "pip", "install", "--only-binary", ":all:", "--target", str(new)]
        step(f"installing uv {UV} into .boot/", *install, f"uv=={UV}")
        new.rename(home)
    return str(home / "bin" / "uv")


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for a set-up that is already running.

    The steps inherit the locked file: one that outlives a killed dev.py is waited for as well.
    """
    BOOT.mkdir(exist_ok=True)
    with (BOOT / "lock").open("w") as file:
        if not WINDOWS:
            import fcntl  # noqa: PLC0415 - Windows has none

            os.set_inheritable(file.fileno(), True)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("dev.py: waiting for another set-up to end", file=sys.stderr)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def step(what: str, *command: str) -> None:
    """Run one step of the set-up: a line on standard error, and what the command said if it failed."""
    print(f"dev.py: {what} ...", end=" ", file=sys.stderr, flush=True)
    start = time.monotonic()
    done = quietly(command)
    if b"certificate" in done.stdout and done.returncode and "UV_SYSTEM_CERTS" not in os.environ:
        # uv trusts its own list of authorities; where a company has its own, the machine's list has it, as pip's may.
        os.environ["UV_SYSTEM_CERTS"] = "1"
        done = quietly(command)
    if done.returncode:
        print("failed", file=sys.stderr)
        sys.stderr.write(done.stdout.decode(errors="replace"))
        sys.exit(done.returncode)
    print(f"{time.monotonic() - start:.1f} s", file=sys.stderr)


def quietly(command: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, cwd=ROOT, close_fds=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )


def tool(name: str) -> str:
    return str(programs(VENV) / name)


def programs(venv: Path) -> Path:
    return venv / ("Scripts" if WINDOWS else "bin")


def become(*command: str) -> NoReturn:
    """Hand over to the command, so that signals reach it and its exit code is the answer."""
    if WINDOWS:  # where execv returns to the shell at once
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)


def expect_only(known: list[str], arguments: list[str]) -> None:
    unknown = [argument for argument in arguments if argument not in known]
    if unknown:
        refuse(f"expected {' or '.join(known) or 'nothing more'}, got {unknown[0]!r}")


def refuse(why: str) -> NoReturn:
    print(f"dev.py: {why}", file=sys.stderr)
    sys.exit(2)


def main(arguments: list[str]) -> None:
    if not arguments or arguments[0] in ("-h", "--help"):
        print((__doc__ or "").strip())
        return
    name, *others = arguments
    if name not in COMMANDS:
        refuse(f"expected one of {', '.join(COMMANDS)}, got {name!r}")
    try:
        COMMANDS[name](others)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv[1:])
