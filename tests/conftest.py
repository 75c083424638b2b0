"""What every test may ask for, and how the property tests search."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from condotta.cli import extras
from condotta.words import strictly

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile(
    "steady",
    deadline=None,  # two cores are shared; time is measured in bench/
    derandomize=True,  # the same tree gives the same verdict
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", parent=settings.get_profile("steady"), derandomize=False)
settings.load_profile(os.environ.get("CONDOTTA_HYPOTHESIS", "steady"))


REPORTED = "+reported"
"""How the names of systems end that are fought at a real table, each like one that is not."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what is tried in every system, one at a real table is tried each time.

    With CONDOTTA_VARIANTS=all every one is. Their own tests are always run.
    """
    if os.environ.get("CONDOTTA_VARIANTS") == "all":
        return
    left = [item for item in items if is_left_out(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not is_left_out(item)]


def is_left_out(item: pytest.Item) -> bool:
    """Whether a test of every system is for one that is not tried each time.

    A test that says of each system what is to come out is tried in all that it names.
    """
    params = getattr(getattr(item, "callspec", None), "params", {})
    system = params.get("system", "")
    own = "rules/reported" in item.path.as_posix()
    named = [mark.args[0] for mark in item.iter_markers("parametrize") if "system" in mark.args[0]]
    alone = all(names in ("system", ["system"], ("system",)) for names in named)
    several = system.endswith(REPORTED) and system != f"treachery{REPORTED}"
    return several and alone and not own


def given_or_skipped(extra: extras.Extra) -> str:
    """What an extra was set to; where it was not, CI fails and a newcomer's run says so."""
    if not extra.value():
        missing = f"{extra.what}: set {extra.variable} to {extra.get}"
        (pytest.fail if extras.in_ci() else pytest.skip)(missing)
    return extra.value()


@pytest.fixture(autouse=True)
def every_text_is_there() -> Iterator[None]:
    """In a test a message key that no catalogue has is an error."""
    with strictly():
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of this checkout."""
    return ROOT


@pytest.fixture(scope="session")
def meshwesh() -> Path:
    """The full folder of army lists, where it is given."""
    path = Path(given_or_skipped(extras.MESHWESH)).resolve()
    assert path.is_dir(), f"{extras.MESHWESH.variable} names no folder: {path}"
    return path


@pytest.fixture(scope="session")
def other_python() -> str:
    """A second Python, where it is given."""
    return given_or_skipped(extras.OTHER_PYTHON)
