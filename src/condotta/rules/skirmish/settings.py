"""The choices of skirmish battles, as settings."""

from condotta.rules.settings import Choices

DATA = "condotta.rules.skirmish.data"
CHOICES = Choices(DATA)
DEFAULTS = CHOICES.defaults
declarations = CHOICES.declarations
settings_of = CHOICES.of
