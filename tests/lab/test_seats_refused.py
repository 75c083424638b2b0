"""A run is told before it begins that its game has no such number of seats."""

import pytest

from condotta.lab.battles import main


def test_a_number_of_seats_that_the_game_does_not_have_is_refused_in_a_sentence(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--battles", "1", "--system", "carnage", "--seats", "2"])
    assert ended.value.code == 2
    assert "This game has 3 or 4 seats: name that many, not 2" in capsys.readouterr().err
