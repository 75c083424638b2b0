"""Who is neutral is a matter of the phase's two players, whoever's doing an effect is. [TT-3.4]"""

import pytest

from condotta.kernel.events import Event, Mustered
from condotta.kernel.records import Piece
from condotta.rules.ranked import names as ranked
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.magic.storms import Drift
from condotta.rules.ranked.movement.panic import Panics, must_test
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.records import Hit
from condotta.rules.treachery import names
from condotta.table import Disc, Pose
from tests.rules.treachery.treachery_setting import Plot, over_ranked

INCH = 10_000
BLUE = {names.TABLE: {names.ENEMY: 2}}
LINE = (
    "R1 line-infantry 10x5 26 20 0; B1 line-infantry 10x5 32 20 0; "
    "G1 line-infantry 10x5 38 20 0; A1 line-infantry 10x5 44 20 0; "
    "R9 adept 1x1 5 44 180; B9 adept 1x1 10 44 180; G9 adept 1x1 15 44 180; A9 adept 1x1 20 44 180"
)
ALL = ("R1", "B1", "G1", "A1")


def standing(caster: str, seat: str) -> Event:
    """A storm left of the line, cast some turns ago."""
    pose = Pose(20 * INCH, round(19.6 * INCH), 0, 1_000_000)
    return Mustered(
        Piece(
            "storm", "standing-storm", seat, seat, command=caster, unit=caster,
            shape=Disc(15_000), place="table", pose=pose,
        )
    )  # fmt: skip


def drift(caster: str, seat: str) -> Plot:
    """Red is active, blue the enemy; the storm goes 20 inches along the line and kills all."""
    plot = over_ranked(
        LINE, players=4, opens="magic", counters=BLUE,
        more=(standing(caster, seat),), then=(Drift(storm="storm"),),
    )  # fmt: skip
    plot.roll(5)  # the artillery die shows 10
    plot.roll(3)  # due east
    while (ask := plot.asks()[0]).dice:
        plot.roll(*[1 if "saves" in ask.window else 6] * ask.dice)
    return plot


@pytest.mark.parametrize(("caster", "seat"), [("R9", "red"), ("B9", "blue"), ("G9", "green")])
def test_tt_3_4_a_storm_spares_the_neutral_whoever_has_cast_it(caster: str, seat: str):
    """[TT-5.3, TT-5.6, TT-3.8] Its caster may be neutral himself by now."""
    plot = drift(caster, seat)
    left = {name: plot.count(name, ranked.MODELS) for name in ALL}
    assert left == {"R1": 0, "B1": 0, "G1": 10, "A1": 10}


def test_tt_9_3_a_neutral_scores_for_what_his_storm_destroys():
    """[TT-9.3] The last model is removed by a spell of his."""
    plot = drift("G9", "green")
    scored = {one.params["piece"]: one.params["seat"] for one in plot.rulings("FB-14.3")}
    assert scored == {"R1": "green", "B1": "green"}


def test_tt_3_5_the_neutral_take_no_panic_test():
    """[TT-8.2, TT-3.5] Whatever happens beside them, and whoever asks."""
    plot = over_ranked(
        LINE,
        players=4,
        counters=BLUE,
        then=(Panics(regiments=ALL, cause="destroyed"),),
    )
    here = field(plot.battle.book, plot.position)
    assert [must_test(here, here.regiment(name)) for name in ALL] == [True, True, False, False]
    tested = []
    while (ask := plot.asks()[0]).window == "panic test":
        tested.append(ask.about[0])
        plot.roll(1, 1)
    assert tested == ["R1", "B1"]


def test_tt_8_4_whose_storm_drives_a_regiment_off_has_made_it_flee():
    """[TT-8.4] It runs from the nearest enemy of the phase, and is on the neutral's account."""
    plot = over_ranked(
        LINE.replace("B1 line-infantry 10x5", "B1 line-infantry 20x5"),
        players=4, opens="magic", counters=BLUE,
        more=(standing("G9", "green"),), then=(Drift(storm="storm"),),
    )  # fmt: skip
    plot.roll(5)
    plot.roll(3)
    while (ask := plot.asks()[0]).window != "panic test" or ask.about != ("B1",):
        few = ask.window == "to wound" and ask.about[-1] == "B1"
        pips = [6] * 5 + [1] * (ask.dice - 5) if few else [6] * ask.dice
        plot.roll(*[1] * ask.dice if "saves" in ask.window else pips)
    plot.roll(6, 6)
    plot.roll(1, 1)
    assert plot.piece("B1").marked(ranked.FLED_FROM + "green")


def test_tt_7_9_a_gap_to_the_neutral_is_closed_too():
    """[FB-2.5, TT-3.8] Being locked outlives the phase; who is neutral does not move."""
    plot = over_ranked(
        "R1 line-infantry 20x5 30 20 0; G1 line-infantry 10x5 30 16.85 0; B1 adept 1x1 60 40 180",
        opens="magic",
        counters=BLUE,
        then=(Wounding(hit=Hit("R1", 5, 4, by="blue", sure=True, no_armour=True)),),
    )
    here = field(plot.battle.book, plot.position)
    assert here.engaged(here.regiment("R1"))
    assert plot.count("R1", ranked.MODELS) == 15
    assert plot.pose("G1").y == 168_500
    assert not [one for one in plot.asks() if one.window == "panic test"]
