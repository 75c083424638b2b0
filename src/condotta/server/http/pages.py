"""The page itself: what the build made of `web/`, served from the package and nothing else."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from condotta.server.http import packing
from condotta.server.http.answers import problem
from condotta.server.reasons import Refused

FOLDER = Path(str(files("condotta.server"))) / "page"
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
EACH_TIME = {"cache-control": "no-cache"}
UNBUILT = """\
<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Condotta</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em;
background:#f3eee3;color:#221f19}code{background:#eae3d4;padding:.1em .3em}</style></head>
<body><main><h1>The table is open, its page is not built</h1>
<p>This copy of Condotta came without its page. Build it once, in the folder <code>web</code>:</p>
<p><code>npm ci</code> and then <code>npm run build</code></p>
<p>Then load this page again. Programs can play already: see <code>docs/protocol.md</code>.</p>
</main></body></html>
"""


def built(folder: Path) -> bool:
    """Whether the page is there."""
    return (folder / "index.html").is_file()


class Page:
    """Answers with a file of the page, or with the page itself for every address in it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder.resolve()

    async def __call__(self, request: Request) -> Response:
        """The file that is asked for; an address without a dot is a place inside the page."""
        path = request.path_params.get("path", "")
        if path == "api" or path.startswith("api/"):
            return problem(Refused("no-address", 404))
        found = self.file(path)
        if found is not None:
            return await packing.file(request, found, self.cache(path))
        if "." in path.rpartition("/")[2]:
            return problem(Refused("no-address", 404))
        if not built(self.folder):
            return HTMLResponse(UNBUILT, headers={"cache-control": "no-store"})
        return await packing.file(request, self.folder / "index.html", EACH_TIME)

    def file(self, path: str) -> Path | None:
        """A file inside the folder; nothing outside it can be named."""
        if not path or "\x00" in path or "\\" in path:
            return None
        try:
            wanted = (self.folder / path).resolve()
            inside = wanted.is_relative_to(self.folder) and wanted.is_file()
        except (OSError, ValueError):
            return None
        return wanted if inside else None

    def cache(self, path: str) -> dict[str, str]:
        """Files whose names change with their content are kept for ever, others asked for anew."""
        return FOR_EVER if path.startswith("assets/") else EACH_TIME
