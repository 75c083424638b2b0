"""Lines of sight past terrain and models, and how much is seen. [SK-77, SK-78, SK-120]"""

from random import Random

import pytest

from condotta.rules.skirmish.reading import sight
from condotta.rules.skirmish.reading.sight import (
    between,
    blocked,
    figure,
    half_hidden,
    heights,
    outline,
    part_seen,
    parts_them,
    runs_of,
    screens_for,
    sees,
    through_base,
)
from condotta.rules.skirmish.shooting.targeting import visible
from condotta.table import Disc, Rectangle, base, pose_at
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting

FACING = "R1 medic 1 20 10; B1 medic 1 20 30"


def seen(table: Table, one: str = "R1.1", two: str = "B1.1", *, past_models: bool = True) -> bool:
    """Whether one model sees another."""
    here = table.field
    return sees(here, here.models[one], here.models[two], past_models=past_models)


def share(table: Table, one: str = "R1.1", two: str = "B1.1") -> float:
    """How much of a model another sees."""
    here = table.field
    models = here.models[one], here.models[two]
    screens = screens_for(here, *models, past_models=True)
    return part_seen(figure(here, models[0]), figure(here, models[1]), screens)


class TestTerrain:
    @pytest.mark.parametrize(
        ("ground", "free"),
        [
            ("", True),
            ("woods ellipse 20 20 8 6", True),
            ("crater ellipse 20 20 8 6", True),
            ("area box 20 20 8 6", True),
            ("barricade box 20 20 8 1", True),
            ("block box 20 20 8 6", False),
            ("wall box 20 20 8 0.5", False),
            ("hill box 20 20 8 6", False),
            ("ruins box 20 20 8 6", False),
        ],
    )
    def test_what_blocks(self, ground: str, free: bool):
        """[SK-78, SK-118] Woods do not by themselves; a barricade is low; a hill is high."""
        table = setting(FACING, areas=ground)
        assert seen(table) is free
        assert seen(table, "B1.1", "R1.1") is free

    def test_whether_any_is_free_is_asked_without_its_shortest_line(self, monkeypatch):
        """[SK-77] Where nothing is near, that is all there is to say."""
        table = setting(FACING, areas="block box 40 20 8 6")
        monkeypatch.setattr(sight, "nearest", lambda *_: pytest.fail("drawn for nobody"))
        assert table.field.position.areas
        assert seen(table)

    def test_any_part_is_enough(self):
        """[SK-77] A block that leaves an edge of the base free hides nobody."""
        covering = setting(FACING, areas="block box 20 20 1.4 4")
        assert not seen(covering)
        leaving = setting(FACING, areas="block box 20.9 20 1.6 4")
        assert seen(leaving)

    def test_a_tall_model_is_seen_over_a_hill(self):
        """[SK-78] A walker of 3 inches over 2 inches of hill; and it sees back."""
        table = setting("R1 heavy_walker 1 20 10; B1 medic 1 20 30", areas="hill box 20 20 8 6")
        assert not seen(table)
        both = setting(
            "R1 heavy_walker 1 20 10; B1 light_walker 1 20 30", areas="hill box 20 20 8 6"
        )
        assert seen(both)

    def test_from_a_hill_one_sees_and_is_seen(self):
        """[SK-78, SK-12] Whoever stands at its edge, 2 inches up."""
        table = setting("R1 medic 1 20 17.5 level=20; B1 medic 1 20 5", areas="hill box 20 20 8 6")
        assert seen(table)
        assert seen(table, "B1.1", "R1.1")

    def test_from_the_far_side_of_a_hill_its_edge_is_in_the_way(self):
        """[SK-78] The line to who stands close below runs into it."""
        table = setting("R1 medic 1 20 22.5 level=20; B1 medic 1 20 16", areas="hill box 20 20 8 6")
        assert not seen(table)

    def test_one_sees_out_of_ruins_and_into_them(self):
        """[SK-118] Their walls hide what is behind them, not who stands in them."""
        within = setting("R1 medic 1 20 20; B1 medic 1 20 30", areas="ruins box 20 20 8 6")
        assert seen(within)
        assert seen(within, "B1.1", "R1.1")

    def test_a_high_floor_sees_over_a_hill(self):
        """[SK-78] Six inches up."""
        units = "R1 medic 1 20 10 level=60; B1 medic 1 20 30"
        table = setting(units, areas="ruins box 20 10 6 6; hill box 20 20 8 4")
        assert seen(table)


class TestModels:
    BETWEEN = "R1 medic 1 20 10; B1 medic 1 20 30; {} great_beast 1 20 20"

    def test_models_block_nothing_as_the_game_comes(self):
        """[SK-78] The default; the flag lets them."""
        table = setting(self.BETWEEN.format("B2"))
        assert seen(table)
        assert not seen(table, past_models=False)

    def test_friends_block_too(self):
        """[SK-77] Other models, friend or enemy."""
        assert not seen(setting(self.BETWEEN.format("R2")), past_models=False)

    def test_the_setting_is_asked(self):
        """[SK-78] `modelsBlockSight`."""
        for flag in (False, True):
            table = setting(self.BETWEEN.format("B2"), settings={"modelsBlockSight": flag})
            here = table.field
            found = visible(table.book, here, here.models["R1.1"], here.unit("B1"))
            assert found is not flag

    def test_mates_do_not_block(self):
        """[SK-161, SK-77] A model sees through its own unit."""
        table = setting("R1 line_infantry 10 20 10 files=1; B1 medic 1 20 30")
        assert seen(table, "R1.10", "B1.1", past_models=False)

    def test_a_low_model_does_not_hide_a_tall_one(self):
        """[SK-78] A walker is seen over infantry."""
        table = setting("R1 medic 1 20 10; B1 heavy_walker 1 20 30; B2 medic 1 20 20")
        assert seen(table, past_models=False)


class TestHalfHidden:
    def test_by_how_much_of_its_outline_is_seen(self):
        """[SK-120] A barricade hides the lowest third of a tank at most."""
        tank = "R1 medic 1 20 10; B1 battle_tank 1 20 30 180"
        assert share(setting(tank)) == 1.0
        low = setting(tank, areas="barricade box 20 24 10 1")
        assert share(low) == pytest.approx(2 / 3)
        here = low.field
        assert not half_hidden(here, here.models["R1.1"], here.models["B1.1"])

    def test_less_than_half_seen_is_hidden(self):
        """[SK-120] A hill of 2 inches before a tank of 2.5: its top third is seen."""
        table = setting(
            "R1 heavy_walker 1 20 10; B1 battle_tank 1 20 30 180", areas="hill box 20 22 30 6"
        )
        assert 0 < share(table) < 0.5
        here = table.field
        assert half_hidden(here, here.models["R1.1"], here.models["B1.1"])


def test_a_line_over_a_base_is_between_where_it_enters_and_leaves():
    """[SK-78] Shares of the line, for round bases and for rectangles."""
    disc = base(pose_at(50 * INCH, 0, 0), Disc(10 * INCH))
    found = through_base(disc, (0.0, 0.0), (100.0 * INCH, 0.0))
    assert found == pytest.approx((0.4, 0.6))
    assert through_base(disc, (0.0, 11.0 * INCH), (100.0 * INCH, 11.0 * INCH)) is None
    box = base(pose_at(50 * INCH, 10 * INCH, 0), Rectangle(20 * INCH, 20 * INCH))
    assert through_base(box, (0.0, 0.0), (100.0 * INCH, 0.0)) == pytest.approx((0.4, 0.6))


def test_a_rising_line_clears_what_it_is_above_all_along():
    """[SK-78] It is blocked where it is lower than the top anywhere over the screen."""
    run = [(0.4, 0.6, 0.0, 5.0)]
    assert blocked(run, 0.0, 10.0)
    assert not blocked(run, 5.0, 10.0)
    assert not blocked([], 0.0, 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_what_lies_all_across_hides_as_line_by_line(seed: int):
    """[SK-78] The short cut for high screens never hides what any line would show."""
    random = Random(seed)
    taken = 0
    for _ in range(60):
        kind = random.choice(["block", "hill", "ruins", "wall"])
        shape = random.choice(["box", "ellipse"])
        x, y = (random.uniform(15, 25) for _ in range(2))
        size = f"{random.uniform(1, 12):.2f} {random.uniform(0.6, 6):.2f} {random.randrange(180)}"
        ground = f"{kind} {shape} {x:.2f} {y:.2f} {size}"
        foe = random.choice(["medic", "bikers", "great_beast"])
        units = f"R1 battle_tank 1 20 12 {random.randrange(360)}; B1 {foe} 1 21 28 180"
        here = setting(units, areas=ground).field
        models = here.models["R1.1"], here.models["B1.1"]
        one, two = (figure(here, model) for model in models)
        near = between(one, two, screens_for(here, *models, past_models=True))
        if any(parts_them(screen, one, two) for screen in near):
            taken += 1
            runs = [runs_of(a, b, near) for a in outline(one, two) for b in outline(two, one)]
            lines = [(low, high) for low in heights(one) for high in heights(two)]
            assert all(blocked(run, low, high) for run in runs for low, high in lines)
    assert taken > 3
