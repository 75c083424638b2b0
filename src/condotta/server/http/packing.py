"""What tells nothing of a battle is packed; what is the same for everybody once, and kept.

What of a battle somebody may know is sent as it is: the size of what is packed can tell what is
in it.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from condotta.server.games import shelves

LEVEL = 6
LEAST = 1_000
"""Bytes of what is worth packing."""
PACKED = (Middleware(GZipMiddleware, minimum_size=LEAST, compresslevel=LEVEL),)
"""For what tells nothing of a battle, and is not kept."""
VARY = {"vary": "Accept-Encoding"}
GZIP = {**VARY, "content-encoding": "gzip"}


def takes(request: Request) -> bool:
    """Whether whoever asks takes what is packed."""
    return "gzip" in request.headers.get("accept-encoding", "")


async def words(request: Request, lang: str, headers: Mapping[str, str], kind: str) -> Response:
    """Every text of a language."""
    if not takes(request):
        return Response(shelves.words(lang), headers={**VARY, **headers}, media_type=kind)
    data = await asyncio.to_thread(words_packed, lang)
    return Response(data, headers={**GZIP, **headers}, media_type=kind)


async def file(request: Request, path: Path, headers: Mapping[str, str]) -> Response:
    """A file, as it is now."""
    plain = FileResponse(path, headers={**VARY, **headers})
    data = await asyncio.to_thread(file_packed, path) if takes(request) else None
    if data is None:
        return plain
    return Response(data, headers={**GZIP, **headers}, media_type=plain.media_type)


@lru_cache(maxsize=16)
def words_packed(lang: str) -> bytes:
    """Every text of a language, packed."""
    return packed(shelves.words(lang))


def file_packed(path: Path) -> bytes | None:
    """A file, packed, where that makes it smaller."""
    now = path.stat()
    return _file_packed(path, now.st_mtime_ns, now.st_size)


@lru_cache(maxsize=500)
def _file_packed(path: Path, _: int, size: int) -> bytes | None:
    found = packed(path.read_bytes()) if size >= LEAST else None
    return found if found is not None and len(found) < size else None


def packed(data: bytes) -> bytes:
    """The same bytes whenever they are packed: no time is told in them."""
    return gzip.compress(data, LEVEL, mtime=0)
