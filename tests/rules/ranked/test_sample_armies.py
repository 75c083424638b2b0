"""The armies that are shipped for ranked battles."""

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.shelf import hosts
from condotta.rules.ranked.rosters.units import Host, kinds


@pytest.mark.parametrize("host", hosts().values(), ids=lambda host: host.id)
def test_fb_15_every_army_is_of_the_sample_units_and_of_like_strength(host: Host):
    assert 1_190 <= host.points <= 1_200
    assert all(entry.unit in kinds().values() for entry in host.entries)


@pytest.mark.parametrize("host", hosts().values(), ids=lambda host: host.id)
def test_fb_11_2_one_general_who_bears_no_battle_standard(host: Host):
    generals = [entry for entry in host.entries if entry.general]
    standards = [entry for entry in host.entries if entry.battle_standard]
    assert len(generals) == 1
    assert len(standards) <= 1
    assert all(entry.unit.is_character for entry in (*generals, *standards))
    assert not generals[0].battle_standard  # FB-11.3


@pytest.mark.parametrize("host", hosts().values(), ids=lambda host: host.id)
def test_fb_2_2_files_fit_the_models(host: Host):
    for entry in host.entries:
        assert 1 <= entry.files <= entry.models
        command = entry.champion + entry.standard + entry.musician
        assert command <= entry.files
        if names.CHARACTER in entry.unit.traits:
            assert entry.models == 1


def test_fb_15_six_armies_that_differ():
    assert len(hosts()) == 6
    assert len({host.entries for host in hosts().values()}) == 6
