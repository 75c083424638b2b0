"""The choices of skirmish battles, as settings."""

from condotta.settings import Choices
from condotta.words import INCH

DATA = "condotta.rules.skirmish.data"
CHOICES = Choices(DATA, unit=INCH)
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
