"""The choices of a battle with treachery, as settings."""

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.treachery.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
