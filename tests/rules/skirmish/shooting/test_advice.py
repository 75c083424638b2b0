"""What a unit would usually fire. [SK-72, SK-80]"""

from condotta.kernel.evolving import with_count
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.field import Field
from condotta.rules.skirmish.shooting.aiming import value
from condotta.rules.skirmish.shooting.targeting import Aim, ranged
from tests.rules.skirmish.skirmish_setting import setting


def test_sk_21_what_a_gun_is_worth_does_not_hang_on_who_was_asked_about_first():
    at = setting("R1 battle_tank 1 20 20; R2 battle_tank 1 26 20; B1 militia 5 23 34 180")
    hurt = with_count(at.position, "R2.1", names.WOUNDS, 8)

    def worth(*units):
        here = Field(hurt)
        guns = {
            (unit, arm.id): Aim(here.unit(unit).models[0], arm, here.unit("B1"), names.SHOOTING)
            for unit in units
            for arm in ranged(here.unit(unit), here.unit(unit).models[0])
        }
        return {gun: value(at.book, here, aim) for gun, aim in guns.items()}

    found = worth("R1", "R2")
    assert found == worth("R2", "R1")
    arms = [arm for unit, arm in found if unit == "R1"]
    assert any(found["R2", arm] < found["R1", arm] for arm in arms)
