"""What a server notes, as lines of JSON for programs that collect them."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec


class Lines(logging.Formatter):
    """One note a line: when, how grave, who says it, what; and the trace of an error.

    >>> note = logging.LogRecord("store", 40, "", 0, "no: %s", ("full",), None)
    >>> note.created = 0.0
    >>> print(Lines().format(note))
    {"time":"1970-01-01T00:00:00.000+00:00","level":"error","from":"store","what":"no: full"}
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said = {
            "time": when,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def as_lines() -> None:
    """Note everything so from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
