"""Set up and run the project on a machine with only Python 3.11 or newer and pip.

python3 dev.py setup          create .venv/ (the other commands do this first if it is missing or out of date)
python3 dev.py paper [...]    reproduce the paper, with a report in build/paper/: dicebingo paper ...
python3 dev.py serve [...]    open the page: dicebingo serve ...
python3 dev.py test [...]     run the tests: pytest ...; --fast skips the slow ones, --long runs all of them,
                              --repeat N runs each one N times, --under-load keeps all cores busy meanwhile
python3 dev.py pythons [...]  run the tests with every supported Python that is installed
python3 dev.py lint [--fix]   check style, format and types: ruff, mypy and, if npm is installed, prettier
python3 dev.py write          regenerate the reference, the examples in the docs, the page's types and the package tree
python3 dev.py docs           build the documentation as a site, in build/docs/: zensical
python3 dev.py site           build the page as a static site that needs no server, in build/site/; --one-file writes
                              build/dice-bingo.html instead, one file that opens by double-click
python3 dev.py shots [...]    take screenshots of the page's rooms, or of the named ones, in build/shots/
python3 dev.py bench [...]    run the benchmarks: python -m benchmarks ...
python3 dev.py lock [...]     rewrite requirements.lock; --upgrade updates all versions: uv pip compile ...

[...] stands for arguments that are passed on. To start from scratch, delete .boot/, .venv/ and node_modules/.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python may run this file
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
WRITERS = ("reference", "examples", "notebook", "page_types", "tree")
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
    become(tool("pytest"), *spread(arguments), *selected(arguments))


def spread(arguments: list[str]) -> list[str]:
    """Spread the tests over the cores. Slow tests get an extra worker, because they often wait for other processes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ["-n", str(cores + ("--fast" not in arguments)), "--dist", "worksteal"]


def selected(arguments: list[str]) -> list[str]:
    """Translate --fast and --long for pytest, which skips tests marked as long by default."""
    if "--fast" in arguments and "--long" in arguments:
        refuse("expected --fast or --long, got both")
    marks = {"--fast": ["-m", "not slow"], "--long": ["-m", ""]}
    return [word for argument in arguments for word in marks.get(argument, [argument])]


def pythons(arguments: list[str]) -> None:
    make_page_checks()
    cache_bytecode()
    words, codes = selected(arguments), {}
    for version in PYTHONS:
        if python := installed(version):
            venv = ROOT / "build" / f"venv-{version}"
            make_environment(venv, python)
            print(f"dev.py: running the tests with {python}", file=sys.stderr)
            command = [str(programs(venv) / "pytest"), *spread(arguments), *words]
            codes[version] = subprocess.run(command, cwd=ROOT, check=False).returncode
    for version in PYTHONS:
        result = {None: "not installed", 0: "passed"}.get(codes.get(version), "failed")
        print(f"dev.py: Python {version}: {result}", file=sys.stderr)
    sys.exit(int(any(codes.values())))


def installed(version: str) -> str | None:
    """Return a Python of this version, from the path or from pyenv."""
    pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    found = [shutil.which(f"python{version}"), *map(str, pyenv)]
    for python in filter(None, found):
        shown = subprocess.run([python, "--version"], capture_output=True, text=True, check=False).stdout
        if shown.startswith(f"Python {version}."):  # a shim may point to a Python that is not installed
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
    # Run all of them even if the first one fails, so that one run reports everything.
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
    os.environ["PYTHONPATH"] = str(ROOT)  # so that zensical finds tools/mathml.py
    step("building the documentation", tool("zensical"), "build", "--clean", "--strict")
    print(f"dev.py: the documentation is in {SITE.relative_to(ROOT)}/index.html", file=sys.stderr)


def site(arguments: list[str]) -> None:
    make_environment()
    make_page_checks()
    os.chdir(ROOT)
    builder = "tools.one_file" if "--one-file" in arguments else "tools.site"
    become(tool("python"), "-m", builder, *(word for word in arguments if word != "--one-file"))


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
    privacy = ["--no-emit-index-url", "--no-annotate", "--no-header"]  # write nothing about this machine
    with one_at_a_time():
        compile_lock = [uv(), "pip", "compile", "pyproject.toml", "--output-file", LOCK.name]
        step(f"writing {LOCK.name}", *compile_lock, *content, *privacy, *arguments)


COMMANDS = {"setup": setup, "paper": paper, "serve": serve, "test": test, "pythons": pythons, "lint": lint}
COMMANDS |= {"write": write, "docs": docs, "site": site, "shots": shots, "bench": bench, "lock": lock}


def make_environment(venv: Path = VENV, python: str = sys.executable) -> None:
    """Create an environment from the lock file, unless its stamp shows that it is up to date.

    The stamp is removed first and written last, and a venv without the right stamp is created from scratch. So the next
    set-up repairs an interrupted one.
    """
    if is_stamped(venv, python):
        return
    if Path(sys.prefix) == venv:
        sys.exit("dev.py: .venv/ is out of date and cannot replace itself: run dev.py with the Python that created it")
    with one_at_a_time():
        if is_stamped(venv, python):  # another process did this during the wait
            return
        (venv / STAMP).unlink(missing_ok=True)
        install = [uv(), "pip", "install", "--python", str(venv)]
        step(f"creating {venv.name}/", uv(), "venv", "--clear", "--python", python, str(venv))
        step(f"installing {LOCK.name}", *install, "--require-hashes", "--requirements", LOCK.name)
        step("installing dicebingo", *install, "--no-deps", "--no-build-isolation", "--editable", ".")
        (venv / STAMP).write_text(fingerprint(python))


def is_watched() -> bool:
    """Whether the command runs in a terminal on a machine that can show a browser."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_page_checks() -> None:
    """Install the tools that check the page's types, format and accessibility, if npm is available."""
    npm, stamp = shutil.which("npm"), ROOT / "node_modules" / "dev-stamp"
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if npm is None or (stamp.is_file() and stamp.read_text() == wanted):
        return  # without npm, the tests that need these tools are skipped with a message
    with one_at_a_time():
        step("installing the tools that check the page", npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def cache_bytecode() -> None:
    """Let the hundreds of processes of a test run share compiled modules.

    Many containers set PYTHONDONTWRITEBYTECODE so that source folders stay clean. Without bytecode, each process would
    compile all modules that it imports, including numpy and numba. So the bytecode goes to build/ instead.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))


def is_stamped(venv: Path, python: str) -> bool:
    stamp = venv / STAMP
    return stamp.is_file() and stamp.read_text() == fingerprint(python)


def fingerprint(python: str) -> str:
    """Hash everything that .venv/ depends on, including its location, because it contains absolute paths."""
    inputs = [LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes()]
    inputs += [text.encode() for text in (UV, sys.version if python == sys.executable else python, str(ROOT))]
    return hashlib.sha256(b"\0".join(inputs)).hexdigest()


def uv() -> str:
    """Return the pinned uv. Its folder gets its final name only once the installation is complete."""
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

    The steps inherit the locked file, so this also waits for a step that outlives a killed dev.py.
    """
    BOOT.mkdir(exist_ok=True)
    with (BOOT / "lock").open("w") as file:
        if not WINDOWS:
            import fcntl  # noqa: PLC0415 - Windows has no fcntl

            os.set_inheritable(file.fileno(), True)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("dev.py: waiting for another set-up to finish", file=sys.stderr)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def step(what: str, *command: str) -> None:
    """Run one step of the set-up: print one line on standard error, and the command's output if it fails."""
    print(f"dev.py: {what} ...", end=" ", file=sys.stderr, flush=True)
    start = time.monotonic()
    done = quietly(command)
    if b"certificate" in done.stdout and done.returncode and "UV_SYSTEM_CERTS" not in os.environ:
        # uv trusts its own list of certificate authorities. Only the machine's list contains a company's own authority.
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
    """Replace this process with the command, so that signals reach it and its exit code is returned."""
    if WINDOWS:  # execv would return to the shell at once
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
