"""Build the wheel whose hot modules are compiled, and see that it fights as the sources do.

python tools/compiled.py dist
python tools/compiled.py dist --check 8

It needs pip and a C compiler; pip brings mypyc into a room of its own, and nothing else changes.
The wheel is for this Python and this kind of machine: for others the same is run there. What it is
built from, which modules and why, stands in `pyproject.toml`. With `--check` so many battles of
every system are fought in both forms, and it ends with 1 where a log differs.
"""

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NO_PIP = (
    "This Python has no pip, which builds the wheel: "
    f"say {sys.executable} -m ensurepip first, or run this with a Python that has pip."
)


def built(out: Path) -> Path:
    """Build the wheel into a folder."""
    if find_spec("pip") is None:
        sys.exit(NO_PIP)
    before = set(out.glob("*.whl"))
    command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(out), ".")
    subprocess.run(command, cwd=ROOT, env=os.environ | {"CONDOTTA_COMPILE": "1"}, check=True)
    fresh = set(out.glob("*.whl")) - before
    return max(fresh or before, key=lambda wheel: wheel.stat().st_mtime)


def main() -> int:
    """Build, and check where that is asked for."""
    ask = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    ask.add_argument("out", type=Path, help="the folder that the wheel is put into")
    ask.add_argument("--check", type=int, default=0, help="battles of each system to compare")
    asked = ask.parse_args()
    wheel = built(asked.out.resolve())
    print(wheel)
    if not asked.check:
        return 0
    bench = (sys.executable, "-P", str(ROOT / "bench" / "systems.py"), "--beside", str(wheel))
    source = {"PYTHONPATH": str(ROOT / "src")}
    compared = subprocess.run(
        (*bench, "--battles", str(asked.check)), env=os.environ | source, check=False
    )
    return compared.returncode


if __name__ == "__main__":
    sys.exit(main())
