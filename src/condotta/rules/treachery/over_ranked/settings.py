"""The choices of treachery over ranked battles alone, as settings."""

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.treachery.over_ranked.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
