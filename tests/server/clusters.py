"""A PostgreSQL of one's own: made in a folder, reached by a socket in it, gone at the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

USER = "postgres"
"""Who runs it where root may not."""


class Cluster:
    """A database server, which can be stopped, killed and begun again."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool = False) -> None:
        """One that is `durable` waits for the disk, as one in earnest does."""
        self.programs = programs
        self.durable = durable
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self.run("initdb", "-D", str(folder / "data"), "-U", "condotta", "-A", "trust",
                 "-E", "UTF8", "--no-locale", "--no-sync")  # fmt: skip

    @property
    def who(self) -> dict[str, Any]:
        """As whom its programs run."""
        root = os.getuid() == 0
        return {"user": USER, "group": USER, "extra_groups": ()} if root else {}

    def run(self, program: str, *words: str) -> None:
        subprocess.run(
            (str(self.programs / program), *words), check=True, capture_output=True,
            cwd=self.folder, **self.who,
        )  # fmt: skip

    def start(self) -> None:
        """Begin it, and wait until it answers."""
        words = (
            "-D", str(self.folder / "data"), "-k", str(self.folder), "-c", "listen_addresses=",
            "-c", f"fsync={'on' if self.durable else 'off'}", "-c", "max_connections=60",
            "-c", f"shared_buffers={128 if self.durable else 16}MB",
        )  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                (str(self.programs / "postgres"), *words), cwd=self.folder, stdout=log,
                stderr=log, **self.who,
            )  # fmt: skip
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            except psycopg.Error:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it; by default as fast as it can in good order."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    @contextmanager
    def hung(self) -> Iterator[None]:
        """It lives, takes whatever is sent to it, and does nothing; then it goes on."""
        assert self.process is not None
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        all_of_them = [main, *map(int, children)]
        for one in all_of_them:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in all_of_them:
                os.kill(one, signal.SIGCONT)

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://condotta@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new database."""
        name = f"table{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as base:
            base.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextmanager
def cluster(programs: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """A database server that runs, gone at the end with all that it has."""
    folder = Path(tempfile.mkdtemp(prefix="condotta-base-"))
    if os.getuid() == 0:
        shutil.chown(folder, USER, USER)
    made = None
    try:
        made = Cluster(programs, folder, durable=durable)
        made.start()
        yield made
    finally:
        if made is not None:
            with suppress(ProcessLookupError):
                made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def programs_here() -> Path | None:
    """Where the programs of PostgreSQL usually are, the newest first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    on_path = shutil.which("initdb")
    return found[0].parent if found else Path(on_path).resolve().parent if on_path else None
