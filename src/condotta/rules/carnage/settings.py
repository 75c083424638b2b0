"""The choices of a multiplayer battle, as settings. [CM-63, carnage.md section 14]"""

from collections.abc import Mapping

from condotta.rules.settings import Choices, Setting

CHOICES = Choices("condotta.rules.carnage.data")
DEFAULTS = CHOICES.defaults
declarations = CHOICES.declarations
settings_of = CHOICES.of


def without_missions() -> Mapping[str, Setting]:
    """The same for a host that has no mission of its own. [CM-110]"""
    return {name: one for name, one in declarations().items() if name != "mission"}
