"""Whatever a page asks is answered, for every seat, at many moments of every game with secrets."""

from collections import Counter

import pytest

from condotta.bots.runner import conduct
from condotta.kernel.evolving import with_piece
from condotta.kernel.records import SPECTATORS, Piece
from condotta.lab.battles import Task, bots_of
from condotta.lab.matches import Field, card_of, drawn, match
from condotta.rules.grand.markers import SHAPE
from condotta.rules.grand.names import MARKER
from condotta.rules.library import book
from condotta.rules.triumph.stands.layout import lies
from condotta.rules.triumph.stands.seeming import seems
from condotta.server.games.games import chances, game
from condotta.server.protocol import Aids, Odds
from condotta.server.reasons import Refused
from condotta.table import pose_at
from tests.rules.triumph.cards.card_table import carded

EVERY = 12
WITH_ODDS = ("triumph", "grand", "treachery+triumph")


class Asker:
    """Looks over everybody's shoulder and asks all that a page may ask of what it sees."""

    def __init__(self, battle, system):
        self.battle, self.system, self.game = battle, system, game(system)
        self.seen = Counter()

    def watch(self, *_):
        self.seen["decisions"] += 1
        if self.seen["decisions"] % EVERY == 0:
            for seat in (*self.battle.state.position.seats(), SPECTATORS):
                self.look(seat)

    def look(self, seat):
        view = self.battle.view(seat)
        rules, position, kind = self.battle.book, view.position, self.game
        self.seen["hands"] += any(
            one.truth and one.place == "hand" for one in position.pieces.values()
        )
        self.seen["masks"] += any(map(seems, position.pieces.values()))
        for ask in (None, *view.mine()):
            shown = kind.cards(rules, position, ask)
            self.seen["notes"] += len(shown.notes)
            kind.aids(rules, position, Aids(id="", seat=seat, whole=True))
            if ask is not None:
                kind.aids(rules, position, Aids(id="", seat=seat, window=ask.window))
                menu = rules.menus.get(ask.window)
                offered = list(menu.salient(rules, position, ask))[:3] if menu else []
                for said in offered:
                    assert self.battle.judge(ask.seat, said, ask.id).ok, said
                self.seen["menus"] += bool(offered)
        kind.strengths(rules, position)
        kind.stages(rules, position)
        kind.contest(rules, position)
        if self.system in WITH_ODDS:
            self.weigh(seat, position)

    def weigh(self, seat, position):
        own = [one.id for one in position.at("table") if lies(one) and one.controller == seat]
        foes = [one.id for one in position.at("table") if lies(one) and one.controller != seat]
        for mine, other in list(zip(own, foes, strict=False))[:3]:
            for combat in ("close", "ranged"):
                said = Odds(id="", attacker=mine, defender=other, combat=combat, seat=seat)
                found = chances(self.system, self.battle.book, position, said)
                assert found.doubled + found.beaten + found.tie + found.beats + found.doubles == 36
                self.seen["odds"] += 1


def asked(field, number, *, most=150):
    rules = book(field.system, dict(field.profile))
    battle = match(rules, drawn(field, number), f"9/{number}", field)
    asker = Asker(battle, field.system)
    conduct(battle, bots_of(Task(number, 9, field=field), rules), limit=most, watch=asker.watch)
    return asker.seen


@pytest.mark.parametrize(
    ("system", "seats"),
    [
        ("grand", 3),
        ("treachery+triumph", 3),
        ("treachery", 3),
        ("ranked", 2),
        ("skirmish", 2),
        ("carnage", 3),
        ("carnage+ranked", 3),
    ],
)
def test_every_question_of_a_page_is_answered_for_every_seat(system, seats):
    seen = asked(Field(system, seats), 1)
    assert seen["menus"] > 2
    assert (seen["odds"] > 20) is (system in WITH_ODDS)
    if system.startswith("treachery"):
        assert seen["hands"] > 5


@pytest.mark.parametrize(
    ("system", "seats", "number"),
    [("triumph", 2, 141), ("grand", 2, 222), ("treachery+triumph", 3, 141)],
)
def test_bc_24_1_the_same_holds_where_stands_are_not_what_they_seem(
    system, seats, number, meshwesh
):
    field = Field(system, seats, "many", str(meshwesh))
    assert card_of(field, number) == "DC"
    seen = asked(field, number, most=90 if system == "grand" else 150)
    assert seen["masks"] > 1
    assert seen["notes"] > 20


def test_tc_3_1_nobody_fights_a_marker():
    table = carded("R1* HFT 20 10 0; B1* SPR 20 12 180", system="grand")
    marker = Piece(
        "B.1 marker", MARKER, "blue", "blue", shape=SHAPE, place="table",
        pose=pose_at(400_000, 300_000, 180), traits=("marker",),
    )  # fmt: skip
    position = with_piece(table.position, marker)
    said = Odds(id="", attacker="R1", defender=marker.id, seat="red")
    with pytest.raises(Refused):
        chances("grand", table.book, position, said)
