"""What a newcomer does, in an empty folder with an empty HOME: clone, start, play a battle.

python -m tests.browser.newcomer [REPOSITORY]   prints how long each step took; 1 where one failed

The clone brings everything itself, over the network. Only the browser and what drives it are this
checkout's: run `npm ci` in web/ first, and name the browser in CONDOTTA_CHROMIUM.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPEN = re.compile(r"open at (http://127\.0\.0\.1:\d+/)")
OURS = ("XDG_", "CONDOTTA_", "PYTHON", "VIRTUAL_ENV", "UV_CACHE", "PIP_CACHE", "NPM_CONFIG_CACHE")
"""Beginnings of the names that tell a program of whoever runs this, and nothing of the network."""
PATIENCE = 600.0
BATTLE = "is played from setting up to the end"


class Failed(Exception):
    """A step did not end as it should."""


@contextmanager
def timed(step: str) -> Iterator[None]:
    """Say how long a step took."""
    begun = time.monotonic()
    yield
    print(f"{step}: {time.monotonic() - begun:.1f} s", flush=True)


def environment(home: Path) -> dict[str, str]:
    """That of somebody new: an empty HOME, and the same way to the network."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**kept, "HOME": str(home)}


def opened(folder: Path, home: Path, log: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start the table; it is ready when it has said its address and the page answers."""
    command = ["./condotta", "play", "--no-browser", "--port", "0"]
    with log.open("wb") as said:
        table = subprocess.Popen(
            command, cwd=folder, env=environment(home), stdout=said, stderr=subprocess.STDOUT
        )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and table.poll() is None:
        found = OPEN.search(log.read_text(errors="replace"))
        if found:
            return table, found[1]
        time.sleep(0.1)
    table.kill()
    raise Failed(f"no address was printed:\n{log.read_text(errors='replace')}")


def answers(address: str) -> None:
    """Whether the page and its program come from the table."""
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own table
        page = answer.read().decode()
    script = re.search(r'src="\.?/?(assets/[^"]+\.js)"', page)
    if not script:
        raise Failed(f"the page names no program of its own:\n{page[:400]}")
    with urllib.request.urlopen(address + script[1], timeout=30) as answer:  # noqa: S310 - the same
        if answer.status != 200 or len(answer.read()) < 10_000:
            raise Failed("the program of the page does not come")


def played(address: str) -> None:
    """Set up a battle against a bot in a browser, and play it to its end."""
    words = ["node", "node_modules/vitest/vitest.mjs", "run", "--config"]
    words += ["vitest.browser.config.ts", "tests/browser/bot.spec.ts", "-t", BATTLE]
    run = subprocess.run(
        words, cwd=ROOT / "web", env=os.environ | {"CONDOTTA_TABLE": address}, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    if run.returncode or "1 passed" not in re.sub(r"\x1b\[\d+m", "", run.stdout):
        raise Failed(run.stdout + run.stderr)


def main(repository: str = str(ROOT)) -> int:
    """Go through every step in a folder that is thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="newcomer-") as name:
        empty, home = Path(name), Path(name) / "home"
        home.mkdir()
        table = None
        try:
            with timed("cloned"):
                clone = ["git", "clone", "--quiet", repository, "condotta"]
                subprocess.run(clone, cwd=empty, env=environment(home), check=True)
            with timed("brought everything and opened the table"):
                table, address = opened(empty / "condotta", home, empty / "said.txt")
            with timed("the page answered"):
                answers(address)
            with timed("played a battle against a bot to its end"):
                played(address)
            print("left in HOME:", *sorted(one.name for one in home.iterdir()))
        except (Failed, subprocess.CalledProcessError, OSError) as why:
            print(why, file=sys.stderr)
            return 1
        finally:
            if table is not None:
                table.terminate()
                table.wait(30)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
