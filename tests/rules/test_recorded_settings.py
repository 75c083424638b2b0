"""A log names the settings of its battle; those that its system no longer asks for hurt nobody."""

import msgspec
import pytest

from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from condotta.rules.library import GAMES, SYSTEMS, book, declarations, header_in


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_header_of_a_battle_names_what_may_be_set_and_nothing_else(system):
    header = header_of(book(system), {})
    assert header.settings.keys() <= declarations(system).keys()
    assert book(system, header.settings).settings == book(system).settings


@pytest.mark.parametrize("system", [one for one, game in GAMES.items() if game.replaced])
def test_a_log_that_names_a_setting_that_is_replaced_is_read(system):
    header = header_of(book(system), {})
    older = msgspec.structs.replace(
        header, settings={**header.settings, **dict.fromkeys(GAMES[system].replaced, 1)}
    )
    read = header_in(dump(older, ()), "the file")
    assert read == header
    assert book(system, read.settings).settings == book(system).settings
