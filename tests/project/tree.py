"""The files of this checkout, as a reader of the repository sees them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files() -> tuple[Path, ...]:
    """Every file that is tracked, or would be, sorted by path."""
    listed = subprocess.run(
        ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in sorted(set(listed.stdout.split("\0"))) if name)
    return tuple(path for path in paths if path.is_file())


def texts(*suffixes: str) -> tuple[tuple[str, str], ...]:
    """Relative path and content of every text file, of the given kinds if any are named."""
    wanted = (path for path in files() if not suffixes or path.suffix in suffixes)
    pairs = ((path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in wanted)
    return tuple((name, raw.decode()) for name, raw in pairs if b"\0" not in raw)
