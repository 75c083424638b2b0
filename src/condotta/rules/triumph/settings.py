"""The choices of TRIUMPH!: what the rulebook leaves open or we could not find, as settings."""

from condotta.data import toml
from condotta.settings import Choices, Settings

__all__ = ["DEFAULTS", "Settings", "settings", "settings_of"]

DATA = "condotta.rules.triumph.data"
TROOPS = tuple(row["code"] for row in toml(DATA, "troops.toml")["troop"] if row["code"] != "CAMP")

CHOICES = Choices(DATA, {"troops": TROOPS})
DEFAULTS = CHOICES.defaults
settings = CHOICES.chosen
settings_of = CHOICES.of
