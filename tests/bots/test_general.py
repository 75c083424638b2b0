"""The bot that plans ranked battles: what clashes are worth, who charges, what it risks."""

import pytest
from msgspec.structs import replace

import condotta
from condotta.bots.clash_sight import mood
from condotta.bots.clashes import Side, clash, passing, price
from condotta.bots.general import General
from condotta.bots.lots import lots
from condotta.bots.marshal import shelter
from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.bots.sight_of_ranks import Eye
from condotta.bots.wizardry import spare
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.evolving import with_count, with_piece
from condotta.kernel.views import View
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.reacting import FLEE, HOLD
from tests.rules.ranked.ranked_setting import setting

LEVELS = ("planner", "condottiere")


def says(table, level="planner"):
    """What the bot answers to the first open question."""
    (ask,) = [one for one in table.asks() if one.seat != "chance"]
    return General(table.battle.book, lots(1), level).answer(table.battle.view(ask.seat), ask)


class Anew:
    """A bot that is made anew for every question, as at the live table."""

    def __init__(self, name, book, seed):
        self.name, self.book, self.seed = name, book, seed

    def answer(self, view, ask):
        return make(self.name, self.book, self.seed).answer(view, ask)


# ── clashes ──────────────────────────────────────────────────────────────────
def test_what_one_side_gains_the_other_loses():
    here = setting("R1 line-infantry 20x5 20 20 0; B1 lancers 10x5 20 30 180").field
    one, foe = Side(here.regiment("R1")), Side(here.regiment("B1"), charges=True)
    there, back = clash(here, (one,), (foe,), fresh=True), clash(here, (foe,), (one,), fresh=True)
    assert there.gain == pytest.approx(-back.gain)
    assert there.breaks == pytest.approx(back.broken)


def test_a_flank_is_worth_more_than_a_front_and_two_more_than_one():
    here = setting(
        "R1 line-infantry 20x5 20 20 0; R2 lancers 10x5 30 20 0; B1 heavy-infantry 20x5 20 30 180"
    ).field
    block, riders = (Side(here.regiment(name), charges=True) for name in ("R1", "R2"))
    foe = here.regiment("B1")
    front = clash(here, (block,), (Side(foe),), fresh=True).gain
    flank = clash(here, (block,), (Side(foe, held="left"),), fresh=True).gain
    both = clash(here, (block, riders), (Side(foe),), fresh=True).gain
    assert front < flank
    assert front < both


def test_a_standard_near_by_makes_passing_likelier():
    assert passing(7, False) < passing(7, True) < 1


# ── charges and answers to them ──────────────────────────────────────────────
@pytest.mark.parametrize("level", LEVELS)
def test_it_charges_what_it_can_beat(level):
    table = setting(
        "R1 lancers 10x5 20 20 0; B1 archers 10x5 20 30 180", phase=names.CHARGES, dice=(3, 4)
    )
    assert says(table, level) == Choose("R1>B1")


def test_it_leaves_what_would_beat_it():
    table = setting(
        "R1 archers 5x5 20 20 0; B1 great-beast 1 20 28 180", phase=names.CHARGES, dice=(3, 4)
    )
    assert says(table) == Choose("end")


def test_it_does_not_flee_off_the_table():
    """Whoever stands with the edge at its back would be gone for good. [FB-4.5]"""
    table = setting("R1 lancers 10x5 20 20 0; B1 archers 10x5 20 30 180")
    eye = Eye(table.battle.book, table.battle.state.position, "blue")
    assert eye.reaches(eye.here.regiment("R1"), eye.here.regiment("B1").base) > 0.9
    near_edge = setting("R1 lancers 10x5 20 34 0; B1 archers 10x5 20 46 180")
    ask = Ask("blue", "charge reaction", "FB-4.3", options=(HOLD, FLEE), about=("R1", "B1"))
    bot = General(near_edge.battle.book, lots(1))
    assert bot.react(near_edge.battle.state.position, ask) == Choose(HOLD)


def test_it_is_bolder_behind_than_ahead_towards_the_end():
    table = setting("R1 archers 10x5 20 20 0; B1 archers 10x5 20 40 180")
    rules, position = table.battle.book, table.battle.state.position
    late = with_count(position, names.TABLE, names.GAME_TURN, 6)
    ahead = with_count(late, "red", names.VP, 300)
    assert mood(rules, ahead, "blue") < mood(rules, late, "blue") == 1 < mood(rules, ahead, "red")


def test_the_wild_spell_goes_for_the_one_that_anybody_may_have():
    ask = Ask("red", "spare spell", "FB-5.15", options=("keep", "standing-storm", "sapping-mist"))
    assert spare(ask) == Choose("standing-storm")


# ── whole battles ────────────────────────────────────────────────────────────
@pytest.mark.parametrize("level", LEVELS)
def test_made_anew_for_every_question_it_plays_the_same_battle(level):
    logs = []
    for maker in (make, Anew):
        battle = condotta.begin("ranked", seed=3, settings={"battleTurns": 1})
        battle.play({seat: maker(level, battle.book, seat) for seat in battle.seats})
        logs.append(battle.engine.log)
    assert logs[0] == logs[1]


@pytest.mark.parametrize("system", ["treachery", "carnage+ranked"])
def test_whatever_it_says_is_legal_in_larger_games(system):
    battle = condotta.begin(system, seed=1)
    bots = {seat: make("planner", battle.book, seat) for seat in battle.seats}
    for _ in range(60):
        answer_next(battle.engine, bots)


def test_its_answers_do_not_hang_on_hands_it_does_not_see():
    battle = condotta.begin("treachery", seed=2)
    bots = {seat: make("planner", battle.book, seat) for seat in battle.seats}
    compared = 0
    for _ in range(110):
        ask = next(one for one in battle.engine.waiting() if one.seat != "chance")
        bot = General(battle.book, lots(1))
        if ask.window in bot.windows:
            view = battle.engine.view(ask.seat)
            assert bot.answer(view, ask) == General(battle.book, lots(1)).answer(
                otherwise(view), ask
            )
            compared += 1
        answer_next(battle.engine, bots)
    assert compared > 5


def otherwise(view: View) -> View:
    """A view in which others hold other cards than one cannot know."""
    position = view.position
    for piece in position.at("hand"):
        if piece.controller != view.seat:
            position = with_piece(position, replace(piece, truth="T04"))
    return replace(view, position=position)


def test_shelter_is_found_where_many_stand():
    here = setting(
        "R1 line-infantry 30x5 20 20 0; R2 line-infantry 10x5 40 20 0; B1 archers 5x5 20 44 180"
    ).field
    leader = replace(here.regiment("R1").piece, traits=(names.CHARACTER, names.GENERAL))
    assert shelter(leader, here.regiment("R1")) > shelter(leader, here.regiment("R2"))
    assert price(here.regiment("R1")) > price(here.regiment("R2"))
