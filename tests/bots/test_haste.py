"""A steward does not watch the enemy for ever."""

from condotta.bots.marching import HASTE, PATIENT, WORTHWHILE, haste


def test_a_charge_is_worth_more_the_longer_the_battle_lasts():
    assert haste(1) == haste(PATIENT) == 0
    assert haste(PATIENT + 10) == 10 * HASTE > WORTHWHILE
