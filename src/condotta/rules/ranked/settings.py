"""The choices of ranked battles, as settings."""

from condotta.rules.ranked.tables import DATA
from condotta.settings import Choices
from condotta.words import INCH

CHOICES = Choices(DATA, unit=INCH)
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
