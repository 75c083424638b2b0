"""A log names the settings of its battle; those that its system no longer asks for hurt nobody."""

import msgspec
import pytest

from condotta.kernel.log import dump
from condotta.report.logbook import header_of
from condotta.rules.library import REPLACED, SYSTEMS, book, declarations, header_in


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_header_of_a_battle_names_what_may_be_set_and_nothing_else(system):
    header = header_of(book(system), {})
    assert header.settings.keys() <= declarations(system).keys()
    assert book(system, header.settings).settings == book(system).settings


@pytest.mark.parametrize("system", REPLACED)
def test_a_log_that_names_a_setting_that_is_replaced_is_read(system):
    header = header_of(book(system), {})
    older = msgspec.structs.replace(
        header, settings={**header.settings, **dict.fromkeys(REPLACED[system], 1)}
    )
    read = header_in(dump(older, ()), "the file")
    assert read == header
    assert book(system, read.settings).settings == book(system).settings
