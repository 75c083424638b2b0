from condotta.bots.lots import lots


def test_lots_fall_the_same_for_a_seed_on_every_python():
    draw = lots("7/red")
    assert [draw.randint(1, 6) for _ in range(8)] == [1, 4, 6, 4, 4, 5, 5, 5]
    assert draw.choice(("a", "b", "c")) in "abc"


def test_lots_of_two_seats_fall_independently():
    one, two = lots("7/red"), lots("7/blue")
    assert [one.randrange(100) for _ in range(9)] != [two.randrange(100) for _ in range(9)]


def test_every_draw_rests_on_random_alone():
    draw = lots(1)
    draw.random = lambda: 0.999_999_9  # type: ignore[method-assign]  # the last of everything
    assert draw.choice("abc") == "c"
    assert draw.randint(1, 6) == 6
    assert draw.randrange(10, 20, 5) == 15
    assert draw.sample("abc", 2) == ["c", "b"]
    assert draw.uniform(0, 2) > 1.99
    row = [1, 2, 3]
    draw.shuffle(row)
    assert row == [1, 2, 3]
