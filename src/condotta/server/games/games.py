"""The systems as a table needs them: who sits where, how a battle begins, what may be asked of it.

Everything else about a live battle is the same for all games.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from condotta.armies import Roster
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.events import Moved, Step
from condotta.kernel.evolving import evolve_position
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules import library as systems
from condotta.rules.fielding import fitting
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.combat import odds as reckoning
from condotta.rules.triumph.combat.odds import DEGREES
from condotta.rules.triumph.deployment import stages as setting_out
from condotta.rules.triumph.looking import aids as helps
from condotta.rules.triumph.looking import beside as besides
from condotta.rules.triumph.looking import standings
from condotta.rules.triumph.stands.layout import lies
from condotta.server.games import contests, models, sights
from condotta.server.games.about import answering as of_answers
from condotta.server.games.about import regiments as of_regiments
from condotta.server.games.about import stands as of_stands
from condotta.server.games.about import units as of_units
from condotta.server.games.actions import check, check_facings
from condotta.server.games.grounds import grounds, grounds_of_regiments, grounds_of_stands
from condotta.server.games.landings import landings
from condotta.server.games.setting_up import SetUp
from condotta.server.parts import (
    ActShown,
    AidShown,
    AssaultShown,
    CardsShown,
    CommandShown,
    ContestShown,
    FactsShown,
    LinkShown,
    LyingShown,
    MeaningShown,
    Measured,
    NoteShown,
    OddsShown,
    Point,
    SightShown,
    StageShown,
    StandingShown,
)
from condotta.server.protocol import Aids, Odds
from condotta.server.reasons import Refused, piece_found
from condotta.table import Base, Pose, base, distance, gap, point_gap, whole
from condotta.table.measuring import nearest

Weighed: TypeAlias = tuple[tuple[LinkShown, ...] | None, tuple[AssaultShown, ...] | None]
"""Models near each other and odds of attacks, where an answer has any."""


class Game(SetUp):
    """A system, and what may be asked of a battle of it: nothing, unless a game says more."""

    def odds(self, _: Book, __: Position, asked: Odds) -> OddsShown:
        """The chances of a combat, by the rules that would settle it."""
        raise Refused("no-answer", 404, asked=asked.combat)

    def aids(
        self, _: Book, __: Position, ___: Aids
    ) -> tuple[tuple[AidShown, ...], tuple[StandingShown, ...]]:
        """Shapes that help the eye, and how the sides stand."""
        return (), ()

    def strengths(self, _: Book, __: Position) -> tuple[CommandShown, ...]:
        """How the commands stand that are counted one by one, as far as a seat may know."""
        return ()

    def stages(self, _: Book, __: Position) -> tuple[StageShown, ...]:
        """The stages of setting out where a game names them, and which is now."""
        return ()

    def contest(self, _: Book, __: Position) -> ContestShown | None:
        """How a battle of rounds and points stands, in games that have them."""
        return None

    def about(self, book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
        """All there is to know of a piece, and what a question to whoever leads it lets it do."""
        own = ask is not None and ask.seat == piece.controller
        return self.facts(book, position, ask if own else None, piece)

    def facts(self, _: Book, __: Position, ___: Ask | None, piece: Piece) -> FactsShown:
        """What a game tells of a piece, and what the question to its own seat lets it do."""
        raise Refused("no-answer", 404, asked=piece.id)

    def weighed(
        self, _: Book, __: Position, ___: Ask | None, ____: Action, *, legal: bool
    ) -> Weighed:
        """Which models an answer would keep near each other; if legal, what its attacks may do."""
        del legal
        return None, None

    def sight(self, _: Book, __: Position, one: str, ___: str) -> SightShown:
        """Whether one piece sees another, by the rule that shooting asks."""
        raise Refused("no-answer", 404, asked=one)

    def toward(self, _: Book, __: Position, ___: Ask, ____: Action, _____: Point) -> Action | None:
        """The answer with a unit's ways made anew, towards a point."""
        return None

    def cards(self, _: Book, __: Position, ___: Ask | None) -> CardsShown:
        """What lies beside the board, the acts of an open question, notes on pieces."""
        return CardsShown()


class Ranked(Game):
    """Ranked battles, or a game over them: nothing is foretold of them. [FB-2.1]"""

    by_hand = False
    terrain = grounds_of_regiments()

    def aids(
        self, book: Book, position: Position, asked: Aids
    ) -> tuple[tuple[AidShown, ...], tuple[StandingShown, ...]]:
        """Ground that was chosen or is set out on; no losses decide."""
        return tuple(contests.grounds(book, position, asked)), ()

    def contest(self, book: Book, position: Position) -> ContestShown | None:
        """Rounds, points and the marker, where a larger game brings them. [CM-88]"""
        return contests.contest(book, position)

    def cards(self, book: Book, position: Position, ask: Ask | None) -> CardsShown:
        """No battle cards; what answers to a charge or a spell may bring. [FB-4.3, FB-5.9]"""
        return CardsShown(meanings=dict(of_answers.meanings(book, position, ask)))

    def facts(self, book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
        """A regiment or a character. [FB-2.1]"""
        return of_regiments.about(book, position, ask, piece)

    def sight(self, book: Book, position: Position, one: str, other: str) -> SightShown:
        """Two regiments, or characters alone. [FB-1.10]"""
        return SightShown(**fields(sights.of_regiments(book, position, one, other)))


class Skirmish(Ranked):
    """Battles of single models, or a game over them. [SK-1]"""

    models = True
    terrain = grounds()

    def sight(self, book: Book, position: Position, one: str, other: str) -> SightShown:
        """Two units, by their models. [SK-77]"""
        return SightShown(**fields(sights.of_units(book, position, one, other)))

    def weighed(
        self, book: Book, position: Position, ask: Ask | None, action: Action, *, legal: bool
    ) -> Weighed:
        """Coherency of a unit on its way, exact odds of attacks. [SK-16, SK-56]"""
        may = models.assaults(book, position, ask, action) if legal else ()
        return models.links(position, action), may

    def toward(
        self, book: Book, position: Position, ask: Ask, action: Action, at: Point
    ) -> Action | None:
        """Ways that the judge allows. [SK-136]"""
        return models.toward(book, position, ask, action, at)

    def aids(
        self, book: Book, position: Position, asked: Aids
    ) -> tuple[tuple[AidShown, ...], tuple[StandingShown, ...]]:
        """Ground to set out on, and where who comes later may stand. [SK-42, SK-44]"""
        shapes, sums = super().aids(book, position, asked)
        return (*shapes, *landings(position, asked.pieces)), sums

    def cards(self, _: Book, position: Position, ask: Ask | None) -> CardsShown:
        """No cards; what powers, denials and a die again would do. [SK-47, SK-48, SK-131]"""
        return CardsShown(meanings=models.meanings(position, ask))

    def facts(self, book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
        """A unit, whichever of its models was named. [SK-20]"""
        return of_units.about(book, position, ask, piece)


class Ancient(Game):
    """TRIUMPH!, or a larger game over it."""

    terrain = grounds_of_stands()

    def odds(self, book: Book, position: Position, asked: Odds) -> OddsShown:
        """The five-way odds, out of 36, of two that take part. [TC-3.1]"""
        for name in (asked.attacker, asked.defender):
            piece = position.pieces[name]
            piece_found(piece if lies(piece) else None, name)
        found = reckoning.odds(book, position, asked.attacker, asked.defender, asked.combat)
        return OddsShown(
            attacker=found.attacker,
            defender=found.defender,
            combat=found.way,
            scores=found.scores,
            meanings={
                degree: MeaningShown(**fields(one)) for degree, one in found.meanings.items()
            },
            **{degree: found.of(degree) for degree in DEGREES},
        )

    def aids(
        self, book: Book, position: Position, asked: Aids
    ) -> tuple[tuple[AidShown, ...], tuple[StandingShown, ...]]:
        """Zones, command, arcs, ground to deploy on; losses. [TC-4.8, TC-5.20, TC-6.9, TC-10.1]"""
        shapes = helps.aids(
            book, position, asked.seat, asked.pieces, asked.window, whole=asked.whole
        )
        shown = tuple(AidShown(**fields(one)) for one in shapes)
        sums = standings.standing(book, position)
        stood = tuple(StandingShown(**fields(one)) for one in sums)
        return shown, stood

    def sight(self, book: Book, position: Position, one: str, other: str) -> SightShown:
        """Two stands or camps. [TC-6.12]"""
        return SightShown(**fields(sights.of_stands(book, position, one, other)))

    def strengths(self, book: Book, position: Position) -> tuple[CommandShown, ...]:
        """What each command has lost, and what demoralises it. [GT-8.1]"""
        return tuple(CommandShown(**fields(one)) for one in standings.strengths(book, position))

    def stages(self, book: Book, position: Position) -> tuple[StageShown, ...]:
        """The ten steps of the large game. [GT-4.1]"""
        return tuple(StageShown(**fields(one)) for one in setting_out.stages(book, position))

    def cards(self, book: Book, position: Position, ask: Ask | None) -> CardsShown:
        """Battle cards: when each is of use, which acts it allows, what it marks. [BC-0.3]"""
        cards, acts, notes = besides.beside(book, position, ask)
        return CardsShown(
            cards=tuple(LyingShown(**fields(one)) for one in cards),
            acts=tuple(act_shown(position, one) for one in acts),
            notes=tuple(NoteShown(**fields(one)) for one in notes),
        )

    def facts(self, book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
        """A stand or a camp. [TC-1.1]"""
        return of_stands.about(book, position, ask, piece)


def fields(record: msgspec.Struct) -> dict[str, Any]:
    """The fields of a record by name."""
    return {name: getattr(record, name) for name in record.__struct_fields__}


def act_shown(position: Position, offered: besides.Offered) -> ActShown:
    """An act as a page may say it, with the pieces that its fields name."""
    said = msgspec.json.decode(encode(offered.action))
    named = (value if isinstance(value, list) else [value] for value in said.values())
    flat = (one for values in named for one in values if isinstance(one, str))
    pieces = tuple(one for one in flat if one in position.pieces)
    return ActShown(**fields(offered) | {"action": said, "pieces": pieces})


def made(system: str) -> Game:
    """A system by the base game that it lies over."""
    if SYSTEMS[system].armies_of_its_own is None:
        return Ancient(system)
    return (Skirmish if systems.GAMES[system].layers[0].name == "skirmish" else Ranked)(system)


GAMES: Mapping[str, Game] = {system: made(system) for system in SYSTEMS}
"""Every system that can be played at a table."""


def game(system: str) -> Game:
    """The game of that name."""
    if system not in GAMES:
        raise Refused("no-system", 404, system=system[:40])
    return GAMES[system]


def new_book(system: str, settings: Mapping[str, Any]) -> Book:
    """A book of one battle's own: what it remembers of positions stays with that battle."""
    return systems.book(system, settings)


def book_of(system: str, settings: Mapping[str, Any]) -> Book:
    """The book of a system with those settings; battles that agree share one."""
    return _book(system, encode(dict(settings)))


@lru_cache(maxsize=128)
def _book(system: str, settings: bytes) -> Book:
    return systems.book(system, msgspec.json.decode(settings))


# ── what may be asked of a position ──────────────────────────────────────────
def on_table(position: Position, name: str) -> Piece:
    """The piece of that name, if it lies on the table as far as one can see."""
    piece = known(position, name)
    lying = piece.place == "table" and piece.pose is not None and piece.shape is not None
    return piece_found(piece if lying else None, name)


def known(position: Position, name: str) -> Piece:
    """The piece of that name, wherever it is, if one can see it at all."""
    return piece_found(position.pieces.get(name), name)


def chances(system: str, book: Book, position: Position, asked: Odds) -> OddsShown:
    """The odds of a combat, between pieces where they are or where they are said to be."""
    check([*asked.poses.items()], 0)
    check_facings({name: Pose(*pose) for name, pose in asked.poses.items()})
    steps = tuple(
        Step(on_table(position, name).id, Pose(*pose)) for name, pose in sorted(asked.poses.items())
    )
    there = evolve_position(position, Moved(steps)) if steps else position
    for name in (asked.attacker, asked.defender):
        on_table(there, name)
    return game(system).odds(book, there, asked)


def measured(position: Position, start: str | Point, end: str | Point) -> Measured:
    """How far it is, by the geometry that the rules measure with."""
    check([start, end], 0)
    one, other = place_of(position, start), place_of(position, end)
    here, there = nearest(one, other)
    return Measured(distance=round(far(one, other)), start=whole(here), end=whole(there))


def far(one: Base | Point, other: Base | Point) -> float:
    """The shortest way between bases and points, in quanta."""
    if isinstance(one, Base):
        return gap(one, other) if isinstance(other, Base) else point_gap(one, other)
    return point_gap(other, one) if isinstance(other, Base) else distance(one, other)


def place_of(position: Position, what: str | Point) -> Base | Point:
    """A piece as its base, a point as it is."""
    if not isinstance(what, str):
        return what
    piece = on_table(position, what)
    assert piece.pose is not None
    assert piece.shape is not None
    return base(piece.pose, piece.shape)


# ── armies ───────────────────────────────────────────────────────────────────
def drawn(system: str, fielded: Sequence[Roster | None]) -> tuple[Roster, ...]:
    """The rosters, with a shipped one wherever none was named: if it can be, a rival's."""
    chosen = list(fielded)
    for number, one in enumerate(chosen):
        if one is None:
            others = [roster for roster in chosen if roster is not None]
            chosen[number] = secrets.choice(fitting(others, SYSTEMS[system].takes))
    return tuple(one for one in chosen if one is not None)


def own_armies(system: str, named: Sequence[str]) -> tuple[Any, ...]:
    """Armies of a game that has its own: those that are named, any for seats that name none."""
    take = SYSTEMS[system].armies_of_its_own
    assert take is not None
    first = secrets.randbelow(1_000)
    return tuple(take(name, 1, first + number)[0] for number, name in enumerate(named))
