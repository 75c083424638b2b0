"""Who reaches whom in a fight, how attacks are shared out. [SK-103, SK-106 to SK-109]"""

from typing import Any

import pytest

from condotta.kernel.asks import Choose
from condotta.rules.library import book
from condotta.rules.skirmish import names
from condotta.rules.skirmish.fight import blows
from condotta.rules.skirmish.fight.blows import Strike, reached, usual
from condotta.rules.skirmish.fight.melee import Striking, Struck
from condotta.rules.skirmish.records import Share
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

WIDE = 2 * 6299 / names.INCH  # of a model on a base of 32 mm


def striking(units: str, unit: str = "R1", **keywords: Any) -> Table:
    """A table where a unit shares out its attacks."""
    then = (Striking(unit=unit), Struck(unit=unit))
    return setting(units, phase=names.FIGHT, seats=ALONE, then=then, **keywords)


def reach(table: Table, unit: str = "R1") -> dict[str, tuple[str, ...]]:
    """Whom the models of a unit reach."""
    return reached(table.book, table.position, table.unit(unit))


def column(*models: str, gap: float) -> dict[str, tuple[float, float]]:
    """Models behind each other down the table, an enemy's first at 20, 30."""
    return {model: (20, 30 - place * (WIDE + gap)) for place, model in enumerate(models)}


class TestTwoRanks:
    def test_the_second_rank_reaches_through_the_first(self):
        """[SK-106] Within an inch of a mate within an inch; the third rank does not."""
        table = striking(
            "R1 claw_stalkers 3 1 1; B1 claw_stalkers 1 20 30",
            at=column("B1.1", "R1.1", "R1.2", "R1.3", gap=1.0),
        )
        assert reach(table) == {"R1.1": ("B1",), "R1.2": ("B1",)}

    @pytest.mark.parametrize(("gap", "models"), [(1.0, ["R1.1", "R1.2"]), (1.01, [])])
    def test_an_inch_is_within(self, gap: float, models: list[str]):
        """[SK-9, SK-106]"""
        table = striking(
            "R1 claw_stalkers 2 1 1; B1 claw_stalkers 1 20 30",
            at=column("B1.1", "R1.1", "R1.2", gap=gap),
        )
        assert list(reach(table)) == models

    def test_a_mate_farther_off_does_not_help(self):
        """[SK-106]"""
        table = striking(
            "R1 claw_stalkers 2 1 1; B1 claw_stalkers 1 20 30",
            at={**column("B1.1", "R1.1", gap=0.5), "R1.2": (20, 30 - 2 * WIDE - 1.6)},
        )
        assert list(reach(table)) == ["R1.1"]

    def test_each_model_reaches_its_own_units(self):
        """[SK-106, CM-42] Enemies of any seat; through a mate, those that the mate reaches."""
        table = striking(
            "R1 claw_stalkers 3 1 1; B1 claw_stalkers 1 1 1; A1 claw_stalkers 1 1 1",
            at={
                "R1.1": (20, 30),
                "R1.2": (20 + WIDE + 0.5, 30),
                "R1.3": (20 + 2 * (WIDE + 0.5), 30),
                "B1.1": (20 - WIDE - 0.5, 30),
                "A1.1": (20 + 3 * (WIDE + 0.5), 30),
            },
        )
        assert reach(table) == {"R1.1": ("B1",), "R1.2": ("B1", "A1"), "R1.3": ("A1",)}


class TestChargersTargets:
    BETWEEN = "R1 medic 1 20 30 {}; B1 medic 1 1 1; A1 medic 1 1 1"
    AT = {"B1.1": (20 - WIDE - 0.5, 30.0), "A1.1": (20 + WIDE + 0.5, 30.0)}

    def test_who_charged_attacks_only_whom_it_declared(self):
        """[SK-107, W-17] Amber's hero came within an inch: no attack on it."""
        text = self.BETWEEN.format("charged declared=B1")
        table = striking(text + "; R2 medic 1 60 40", at=self.AT, counters={"R1": {}})
        assert reach(table) == {"R1.1": ("B1",)}

    def test_a_refusal_names_the_clause(self):
        """[SK-107, CM-43] In Carnage that of the layer, whose setting it is."""
        text = self.BETWEEN.format("charged declared=B1") + "; B2 medic 1 20 31.76"
        table = striking(text, at=self.AT)
        position = table.position
        said = Strike("R1", (Share("R1.1", "chain_blade", "A1", 4),))
        refused = blows.why_not_strike(table.book, position, "red", said, "R1")
        assert [one.clause for one in refused] == ["SK-107"]
        many = blows.why_not_strike(book("carnage"), position, "red", said, "R1")
        assert [one.clause for one in many] == ["CM-43"]

    def test_others_attack_whom_they_like(self):
        """[SK-107, CM-42]"""
        table = striking(self.BETWEEN.format(""), at=self.AT)
        assert reach(table) == {"R1.1": ("B1", "A1")}
        assert table.judge("red", Strike("R1", (Share("R1.1", "chain_blade", "A1", 4),))).ok

    def test_only_who_flies_fights_the_airborne(self):
        """[SK-25] Neither attacks the other otherwise."""
        units = "R1 medic 1 20 30; R2 jump_assault 1 40 30; B1 gunship 1 1 1; B2 gunship 1 1 1"
        at = {"B1.1": (20.0, 30 + WIDE / 2 + 1.2 + 0.3), "B2.1": (40.0, 30 + WIDE / 2 + 1.5)}
        table = striking(units, at=at)
        assert table.field.engaged(table.unit("R1"))
        assert reach(table) == {}
        assert reach(table, "B1") == {}
        assert reach(table, "R2") == {"R2.1": ("B2",)}

    def test_a_refusal_says_that_it_is_in_the_air(self):
        """[SK-25] Another that stands there may be attacked."""
        units = "R1 medic 1 20 30; B1 gunship 1 1 1; B2 medic 1 1 1"
        at = {"B1.1": (20.0, 30 + WIDE / 2 + 1.2 + 0.3), "B2.1": (20 - WIDE - 0.5, 30.0)}
        table = striking(units, at=at)
        said = Strike("R1", (Share("R1.1", "chain_blade", "B1", 4),))
        refused = blows.why_not_strike(table.book, table.position, "red", said, "R1")
        assert [one.key for one in refused] == ["sk.25.airborne"]


class TestSharing:
    def mob(self, **keywords: Any) -> Table:
        """A brute boss and two brutes at a militia unit and a medic."""
        return striking(
            "R1 brute_mob 3 1 1; B1 militia 1 1 1; A1 medic 1 1 1",
            at={
                "R1.1": (20, 30),
                "R1.2": (20 + WIDE + 0.2, 30),
                "R1.3": (20 + 2 * (WIDE + 0.2), 30),
                "B1.1": (20 + WIDE, 31.4),
                "A1.1": (20 + WIDE, 28.6),
            },
            **keywords,
        )

    def test_all_attacks_are_made(self):
        """[SK-108] A and the weapon's extra ones: the boss 3, a brute 2 and 1."""
        table = self.mob()
        boss = Share("R1.1", "power_axe", "B1", 3)
        brutes = [Share(model, "crude_blade", "B1", 3) for model in ("R1.2", "R1.3")]
        assert table.judge("red", Strike("R1", (boss, *brutes))).ok
        for wrong in (
            (boss, brutes[0]),
            (boss, *brutes, Share("R1.3", "crude_blade", "A1", 1)),
            (Share("R1.1", "power_axe", "B1", 2), *brutes),
        ):
            assert table.why_not("red", Strike("R1", wrong)) == {"SK-108"}

    def test_they_may_be_split_among_targets_and_weapons(self):
        """[SK-108]"""
        table = self.mob()
        said = Strike(
            "R1",
            (
                Share("R1.1", "power_axe", "B1", 1),
                Share("R1.1", "close_combat_weapon", "A1", 2),
                Share("R1.2", "crude_blade", "A1", 1),
                Share("R1.2", "close_combat_weapon", "B1", 2),
                Share("R1.3", "crude_blade", "B1", 3),
            ),
        )
        assert table.judge("red", said).ok

    def test_extra_attacks_must_use_their_weapon(self):
        """[SK-108]"""
        table = self.mob()
        said = [Share("R1.1", "power_axe", "B1", 3), Share("R1.3", "crude_blade", "B1", 3)]
        bad = Share("R1.2", "close_combat_weapon", "B1", 3)
        assert table.why_not("red", Strike("R1", (*said, bad))) == {"SK-108"}

    @pytest.mark.parametrize(
        ("share", "clause"),
        [
            (Share("R1.1", "heavy_pistol", "B1", 3), "SK-108"),
            (Share("R1.1", "power_axe", "B1", 0), "SK-108"),
            (Share("R1.1", "power_axe", "B7", 3), "SK-106"),
            (Share("B1.1", "chain_blade", "A1", 3), "SK-106"),
        ],
    )
    def test_what_is_no_attack(self, share: Share, clause: str):
        """[SK-106, SK-108] No ranged weapon, no attack by another's model or at nobody."""
        table = self.mob()
        assert table.why_not("red", Strike("R1", (share,))) == {clause}

    def test_another_unit_does_not_strike_now(self):
        """[SK-103]"""
        table = self.mob()
        assert table.why_not("red", Strike("B1", ())) == {"SK-108"}

    def test_the_usual_sharing_is_legal_and_uses_the_best_weapons(self):
        """[SK-108]"""
        table = self.mob()
        said = usual(table.book, table.position, table.unit("R1"), "A1")
        assert {(one.model, one.weapon, one.attacks) for one in said.shares} == {
            ("R1.1", "power_axe", 3),
            ("R1.2", "crude_blade", 3),
            ("R1.3", "crude_blade", 3),
        }
        assert {one.target for one in said.shares} == {"A1"}
        assert table.judge("red", said).ok

    def test_the_menu_knows_only_legal_answers(self):
        """[SK-108]"""
        assert len(self.mob().offers("red")) == 4

    def test_all_against_one_target_before_the_next(self):
        """[SK-109] The dice come target by target."""
        table = self.mob()
        said = Strike(
            "R1",
            (
                Share("R1.1", "power_axe", "A1", 3),
                Share("R1.2", "crude_blade", "B1", 3),
                Share("R1.3", "crude_blade", "A1", 3),
            ),
        )
        table.say("red", said)
        against = []
        while table.asks("chance"):
            (ask,) = table.asks("chance")
            against.append(ask.about[1])
            table.roll(*[1] * ask.dice)
        assert against == ["A1", "A1", "B1"]

    def test_nobody_is_asked_where_there_is_no_choice(self):
        """[SK-108] One target, one weapon: the dice are rolled at once."""
        table = striking(
            "R1 claw_stalkers 1 20 30; B1 claw_stalkers 1 20 31.5",
        )
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.dice) == ("chance", "hit rolls", 3)


class TestNumbers:
    def test_ten_brutes_at_militia(self):
        """[SK-108] Nine crude blades make 27 attacks."""
        table = striking("R1 brute_mob 10 20 30; B1 militia 10 20 31.7 180 gap=8")
        said = usual(table.book, table.position, table.unit("R1"))
        assert sum(one.attacks for one in said.shares if one.weapon == "crude_blade") == 27

    def test_everybody_has_something_to_fight_with(self):
        """[SK-23] A trooper without a blade uses the weapon that every model has."""
        table = striking("R1 militia 3 20 30; B1 medic 1 20 31.7")
        said = usual(table.book, table.position, table.unit("R1"))
        assert {one.model: (one.weapon, one.attacks) for one in said.shares} == {
            "R1.1": ("chain_blade", 3),
            "R1.2": ("close_combat_weapon", 1),
            "R1.3": ("close_combat_weapon", 1),
        }

    def test_random_attacks_are_rolled_before_they_are_shared_out(self):
        """[SK-6, SK-108] A damaged tank has D3 Attacks."""
        table = striking(
            "R1 battle_tank 1 20 30 wounds=7; B1 medic 1 1 1; B2 medic 1 1 1",
            at={"B1.1": (20.0, 30.8), "B2.1": (21.4, 30.8)},
        )
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.dice) == ("chance", "number of blows", 1)
        assert ask.needed is not None
        assert ask.needed.counts == (1, 1, 2, 2, 3, 3)
        table.roll(4)
        (ask,) = table.asks()
        assert (ask.seat, ask.window) == ("red", "share out attacks")
        shares = (
            Share("R1.1", "crushing_tracks", "B1", 1),
            Share("R1.1", "crushing_tracks", "B2", 1),
        )
        assert table.why_not("red", Strike("R1", shares[:1])) == {"SK-108"}
        table.say("red", Strike("R1", shares))
        table.roll(1)
        table.roll(1)
        assert table.count("R1.1", blows.ROLLED) == 0

    def test_nobody_in_reach_is_no_attack(self):
        """[SK-103] A charger that has nobody near fights without attacks."""
        table = striking("R1 medic 1 20 30; B1 medic 1 40 30")
        assert not table.rulings("SK-57")


class TestChoosing:
    def test_usual_is_an_answer(self):
        """[SK-108]"""
        table = TestSharing().mob()
        table.say("red", Choose("usual"))
        (ask,) = table.asks("chance")
        assert ask.window == "hit rolls"
