"""The choices of a multiplayer battle, as settings. [CM-63, carnage.md section 14]"""

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.carnage.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
