"""A PostgreSQL for a test of the page: says its address, and is gone once its input ends.

python -m tests.browser.database
"""

import sys
from pathlib import Path

from condotta.cli import extras
from tests.server.clusters import cluster, programs_here


def main() -> int:
    """Be there as long as somebody wants it."""
    programs = Path(extras.POSTGRES.value()) if extras.POSTGRES.value() else programs_here()
    if programs is None:
        print(f"There is no PostgreSQL: set {extras.POSTGRES.variable} to {extras.POSTGRES.get}.")
        return 2
    with cluster(programs) as made:
        print(made.database(), flush=True)
        sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
