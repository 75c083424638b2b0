"""What may be chosen about the battle cards besides the settings of TRIUMPH!. [BC-21.4]"""

from __future__ import annotations

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.triumph.cards.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
