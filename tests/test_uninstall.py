"""After uninstalling, the package cannot be imported, because no compiled kernels stay in its folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.test_bare import ROOT, uv


@pytest.mark.slow
def test_nothing_is_importable_after_uninstalling(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "flit_core.wheel", "--outdir", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv, cache = tmp_path / "venv", tmp_path / "cache"
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if tool := uv():
        subprocess.run([tool, "venv", "--quiet", "--python", sys.executable, venv], check=True)
        pip = [tool, "pip", "{}", "--quiet", "--python", str(venv)]
    else:
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        pip = [str(python), "-m", "pip", "{}", "--quiet"]
    apart = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "NUMBA_CACHE_DIR")
    environment = {key: value for key, value in os.environ.items() if key not in apart}
    environment["DICEBINGO_CACHE"] = str(cache)

    def call(*command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    def change(what: str, *arguments: str | Path) -> None:
        done = call(*(word.format(what) for word in pip), *arguments)
        assert done.returncode == 0, done.stderr

    packages = Path(call(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
    # The test environment provides the dependencies; only the package itself is installed.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    change("install", "--no-deps", wheel)
    assert (packages / "dicebingo" / "kernels").is_dir()

    done = call(python, "-m", "dicebingo", "match", "1 2 / 3 4", "2 4 / 5 6", "--rules", "knuth", "--fast")
    assert (done.returncode, done.stderr) == (0, "")
    where = call(python, "-c", "import dicebingo; print(dicebingo.__file__)").stdout
    assert Path(where.strip()) == packages / "dicebingo" / "__init__.py"
    assert list(cache.glob("kernels-*/matches.*"))

    change("uninstall", *([] if tool else ["--yes"]), "dicebingo")
    assert not (packages / "dicebingo").exists()
    assert "ModuleNotFoundError: No module named 'dicebingo'" in call(python, "-c", "import dicebingo").stderr
