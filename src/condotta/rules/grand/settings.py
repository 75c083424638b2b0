"""What may be chosen before a large battle besides the settings of TRIUMPH!. [TC-12.44]"""

from __future__ import annotations

from condotta.settings import Choices

CHOICES = Choices("condotta.rules.grand.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of
