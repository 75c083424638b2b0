"""The choices of ranked battles, as settings."""

from condotta.rules.ranked.tables import DATA
from condotta.rules.settings import Choices

CHOICES = Choices(DATA)
DEFAULTS = CHOICES.defaults
declarations = CHOICES.declarations
settings_of = CHOICES.of
