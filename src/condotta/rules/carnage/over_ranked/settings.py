"""What may be chosen about Carnage over ranked battles alone. [CR-5]"""

from __future__ import annotations

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.carnage.over_ranked.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
