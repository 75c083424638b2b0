"""The choices of TRIUMPH!: what the rulebook leaves open or we could not find, as settings."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from condotta.rules.data import toml
from condotta.rules.settings import Setting, Settings, chosen, declared

__all__ = ["DEFAULTS", "Settings", "declarations", "settings"]

DATA = "condotta.rules.triumph.data"


@cache
def declarations() -> Mapping[str, Setting]:
    """Every setting with its default, its clause and the values it may take."""
    codes = tuple(
        row["code"] for row in toml(DATA, "troops.toml")["troop"] if row["code"] != "CAMP"
    )
    return declared(toml(DATA, "settings.toml"), {"troops": codes})


def settings(profile: Mapping[str, Any]) -> Settings:
    """The settings of a battle: the defaults with the profile's choices laid over them.

    >>> settings({"moveMeasure": "all"}).word("moveMeasure")
    'all'
    >>> settings({}).half_points("lossThreshold")
    32
    """
    return chosen(declarations(), profile)


DEFAULTS = settings({})
