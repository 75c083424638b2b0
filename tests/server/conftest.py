"""What tests of the live table may ask for: the other store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from condotta.cli import extras
from tests.conftest import given_or_skipped
from tests.server import live
from tests.server.clusters import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of the tests' own, where its programs are given."""
    with cluster(Path(given_or_skipped(extras.POSTGRES))) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
def either_store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every table that is opened in a test lies in a folder; then, again, in a new database."""
    if request.param == "postgres":
        made: Cluster = request.getfixturevalue("postgres")
        monkeypatch.setattr(live, "BASE", made.database())
    return str(request.param)
