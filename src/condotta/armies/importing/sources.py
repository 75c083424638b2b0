"""What an import reads: a file, a folder or a zip of files, each within limits. [AL-12.1, AL-12.9]

Nothing in a file is executed or fetched, and nothing is unpacked to disk.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from condotta.armies.findings import ERROR, INFO, Finding, finding
from condotta.armies.text import decoded as decoded_text
from condotta.errors import PlainError
from condotta.words import say


class Limits(msgspec.Struct, frozen=True):
    """How much an import reads before it refuses. [AL-12.9]"""

    file_bytes: int = 64_000_000
    total_bytes: int = 256_000_000
    files: int = 20_000
    depth: int = 40
    lists: int = 5_000


LIMITS = Limits()


class Source(msgspec.Struct, frozen=True):
    """A decoded JSON file by its name inside the folder or zip."""

    name: str
    value: object


def sources(path: Path, limits: Limits = LIMITS) -> Iterator[Source | Finding]:
    """Every JSON file under the path in the order of names; what cannot be read is a finding."""
    total = 0
    for number, (name, size, read) in enumerate(_files(path)):
        if number >= limits.files:
            yield finding("importTooManyFiles", ERROR, name, "AL-12.9", limit=limits.files)
            return
        if size > limits.file_bytes or total + size > limits.total_bytes:
            yield finding("importTooLarge", ERROR, name, "AL-12.9", limit=limits.file_bytes)
            continue
        try:
            text = read()
        except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError):
            yield finding("importUnreadable", ERROR, name, "AL-12.5")
            continue
        total += len(text)
        yield decoded(name, text, limits)


def decoded(name: str, text: bytes, limits: Limits = LIMITS) -> Source | Finding:
    """The JSON value of a file, or why it is none; files of other kinds are passed over."""
    try:
        value = msgspec.json.decode(decoded_text(text))
    except RecursionError:
        return finding("importTooDeep", ERROR, name, "AL-12.9", limit=limits.depth)
    except (msgspec.DecodeError, UnicodeDecodeError):
        looks = decoded_text(text).lstrip()[:1] in ("{", "[") or name.endswith(".json")
        return finding("importNotJson", ERROR if looks else INFO, name, "AL-12.5")
    if _depth(value, limits.depth) > limits.depth:
        return finding("importTooDeep", ERROR, name, "AL-12.9", limit=limits.depth)
    return Source(name, value)


def _depth(value: object, enough: int) -> int:
    """How deep containers nest, counted no further than just past `enough`."""
    level: list[object] = [value]
    depth = 0
    while level and depth <= enough:
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        depth += 1
        level = [one for one in inner if isinstance(one, dict | list)]
    return depth


class _OnDisk:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self) -> bytes:
        return self._path.read_bytes()


class _Zipped:
    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self._archive, self._info = archive, info

    def __call__(self) -> bytes:
        with self._archive.open(self._info) as packed:
            return packed.read(self._info.file_size + 1)[: self._info.file_size]


def zipped_names(path: Path) -> tuple[str, ...]:
    """The names of the files in a zip; none of one that is not whole."""
    try:
        with zipfile.ZipFile(path) as archive:
            return tuple(one.filename for one in archive.infolist() if not one.is_dir())
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return ()


def _files(path: Path) -> Iterator[tuple[str, int, _OnDisk | _Zipped]]:
    """Name, size and reader of each file; a zip is known by its content. [AL-12.1]"""
    try:
        if path.is_dir():
            inside = [one for one in path.rglob("*") if one.is_file() and not one.is_symlink()]
            for one in sorted(inside, key=lambda found: found.relative_to(path).as_posix()):
                yield one.relative_to(path).as_posix(), one.stat().st_size, _OnDisk(one)
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for info in sorted(archive.infolist(), key=lambda found: found.filename):
                    if not info.is_dir():
                        yield info.filename, info.file_size, _Zipped(archive, info)
        else:
            yield path.name, path.stat().st_size, _OnDisk(path)
    except (OSError, zipfile.BadZipFile) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise PlainError(say("army.cannotRead", {"path": str(path), "why": why})) from error
