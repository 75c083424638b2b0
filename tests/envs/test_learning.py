"""What a first learner learns, that it is the same each time, and that it beats chance."""

import os

import numpy as np
import pytest

import condotta
from condotta import PlainError
from condotta.envs.learning import (
    Apprentice,
    chances,
    learn,
    main,
    read,
    said,
    shipped,
    weigh,
)
from condotta.envs.opening import document

ALL = os.environ.get("CONDOTTA_ENVS") == "all"


def test_what_is_not_on_offer_is_never_said():
    listed = np.array([[9.0], [1.0], [0.0]])
    likely = chances(np.array([1.0]), listed, np.array([0, 1, 1]))
    assert likely[0] == 0
    assert likely[1] > likely[2] > 0
    shown = {"offers": listed, "action_mask": np.array([0, 1, 0])}
    draw = np.random.default_rng(1)
    assert {said(np.array([1.0]), shown, draw)[0] for _ in range(20)} == {1}


def test_the_same_words_give_the_same_weights(tmp_path, capsys):
    words = ["--scenario", "regiments", "--battles", "3", "--seed", "4"]
    for name in ("one", "two"):
        main([*words, "--out", str(tmp_path / name)])
    one, two = ((tmp_path / name).read_bytes() for name in ("one", "two"))
    assert one == two
    assert read(one) == learn("regiments", 3, 4)
    assert learn("regiments", 3, 5) != learn("regiments", 3, 4)
    main(["--weigh", str(tmp_path / "one"), "--battles", "2"])
    assert "Against random: won" in capsys.readouterr().out


def test_the_shipped_weights_beat_chance_with_places_swapped_and_are_learned_again():
    was = shipped()
    found = weigh(was, 200 if ALL else 60, seed=1)
    assert found.bounds[0] > 0.5, str(found)
    if ALL:
        now = learn(was.scenario, was.battles, was.seed, was.against)
        assert np.allclose(now.weights, was.weights, atol=1e-4)


def test_what_was_learned_plays_as_a_bot():
    for system in ("regiments", "brawl"):
        battle = condotta.position(document(system), seed=3)
        bots = {seat: Apprentice(battle.book, seat) for seat in battle.seats}
        assert battle.play(bots, decisions=60).decisions


@pytest.mark.parametrize("data", [b"{", b'{"weights": []}'])
def test_weights_that_are_none_are_refused(data):
    with pytest.raises(PlainError, match="These are no weights"):
        read(data)
