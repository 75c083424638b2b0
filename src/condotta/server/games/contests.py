"""How a battle of rounds and points stands, and the ground that seats chose. [CM-68, CM-88]

Everything is read from what a seat sees, by the functions that the rules score with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.report.turns_counted import GAME_TURN, ROUND, TURN
from condotta.rules.carnage import names, quarters, turns, victory
from condotta.rules.carnage.host import HOST, host_of, playing
from condotta.rules.carnage.objective import SUM, controller, counts, objective
from condotta.rules.carnage.over_skirmish.choices import CLAUSES
from condotta.rules.carnage.settings import settings_of
from condotta.rules.ranked import seams as of_ranked
from condotta.rules.ranked.reading.regiment import game_turn
from condotta.rules.ranked.setting_out.opening import first_seat
from condotta.rules.ranked.settings import settings_of as ranked_settings
from condotta.rules.ranked.turn import victory as ranked_victory
from condotta.rules.scores import score_of, scores
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams as of_skirmish
from condotta.rules.skirmish.reading import field as of_core
from condotta.rules.skirmish.setting_out import missions as core_missions
from condotta.rules.skirmish.settings import settings_of as core_settings
from condotta.rules.skirmish.turn import turns as core_turns
from condotta.rules.treachery import names as treachery
from condotta.rules.treachery.host import HOST as OF_TREACHERY
from condotta.rules.treachery.turns import last_turn
from condotta.server.parts import (
    AidShown,
    ColumnShown,
    ContestShown,
    LengthShown,
    MarkerShown,
    NextShown,
    OrderShown,
)
from condotta.server.protocol import Aids
from condotta.table import Polygon, whole

DEPLOYMENT = "deployment"
BASES = {
    "ranked": (of_ranked.DEPLOY_ZONE, "FB-14.1"),
    "skirmish": (of_skirmish.DEPLOY_ZONE, "SK-141"),
}
"""Where a base game says in which ground a seat sets out, and by which clause of its own."""
LARGER = {"carnage": "CM-74", "treachery": "TT-13.2"}
"""The clauses by which larger games say so."""


def contest(book: Book, position: Position) -> ContestShown | None:
    """Rounds, points, command points, ranks, and who holds the marker now. [CM-80, CM-89]

    The same of a mission of the core rules, where no larger game lies over them; and of ranked
    battles, but those with treachery, where each coffer is shown. [SK-27, SK-121, FB-14.3]
    """
    if book.sole(HOST) is not None:
        here, rounds = playing(book, position), victory.rounds(book)
        many = standing(position, here, rounds, columns(book, position), markers(book, position))
        return replace(many, following=following(book, position), orders=tuple(orders(position)))
    if book.layers[0].name == "ranked" and book.sole(OF_TREACHERY) is None:
        return in_ranks(book, position)
    if book.layers[0].name != "skirmish":
        return None
    here, rounds = of_core.playing(position), core_settings(book).number("battleRounds")
    told = (score(book, position), *tallied(position, (("command", "purse", core.CP, "SK-129"),)))
    stands = standing(position, here, rounds, told, objectives(position))
    return replace(stands, following=the_other(position))


def length(book: Book, position: Position, rounds: ContestShown | None) -> LengthShown | None:
    """Which turn or round it is, and the last one where the game has one. [CM-87, TT-13.6]

    Nothing before the first. `rounds` is how a battle of rounds stands.
    """
    wins_by = score_of(book)
    if book.sole(OF_TREACHERY) is not None:
        now, last = position.count(names.TABLE, treachery.GAME_TURN), last_turn(book)
        found = LengthShown(key=GAME_TURN, turn=now, last=last)
    elif rounds is not None:
        found = LengthShown(key=rounds.key, turn=rounds.round, last=rounds.rounds)
    else:
        found = LengthShown(key=TURN, turn=position.turn)
    if found.last:
        found = replace(found, says=f"length.wins.{wins_by.name}", clause=wins_by.clause)
    return found if found.turn else None


def in_ranks(book: Book, position: Position) -> ContestShown:
    """The game turn, and the victory points of each seat; no marker lies there. [FB-14.5]"""
    seats, now = position.seats(), game_turn(position)
    turns = position.seats_from(first_seat(position))
    played = turns[: 1 + turns.index(position.active[0])] if now and position.active else ()
    left = ranked_victory.sides_left(position)
    return ContestShown(
        key=GAME_TURN,
        round=now,
        rounds=ranked_settings(book).number("battleTurns"),
        played=tuple(seat for seat in seats if seat in played),
        out=tuple(seat for seat in seats if now and position.side(seat) not in left),
        columns=(score(book, position),),
    )


def score(book: Book, position: Position) -> ColumnShown:
    """What decides the battle, as its game counts it."""
    counted = score_of(book)
    return ColumnShown(
        key=f"score.column.{counted.name}",
        role="score",
        clause=counted.clause,
        values=scores(book, position),
    )


def standing(
    position: Position,
    here: Iterable[Seat],
    rounds: int,
    told: Iterable[ColumnShown],
    lying: Iterable[MarkerShown],
) -> ContestShown:
    """The round, who has played in it and who is out, with numbers and markers."""
    now = position.count(names.TABLE, names.ROUND)
    seats, left = position.seats(), frozenset(here)
    return ContestShown(
        key=ROUND,
        round=now,
        rounds=rounds,
        played=tuple(one for one in seats if now and position.count(one, names.HAD_TURN) == now),
        out=tuple(one for one in seats if now and one not in left),
        columns=tuple(told),
        markers=tuple(lying),
    )


# ── in which order ───────────────────────────────────────────────────────────
def following(book: Book, position: Position) -> NextShown | None:
    """Who may take the next turn of the round, and who says so. [CM-16 to CM-19, CM-84]"""
    if not position.count(names.TABLE, names.ROUND) or position.ended is not None:
        return None
    left, clause, naming = turns.decided(book, position)
    if len(left) < 2:
        return at_the_end(left, clause)
    params: dict[str, Param] = {"seat": naming[0]} if naming else {"seats": left}
    says = "won" if naming else "rolled"
    if naming and turns.by_rank(position):
        says, params["rank"] = "named", position.count(naming[0], names.RANK)
    return NextShown(
        seats=left, says=f"contest.then.{says}", clause=clause, params=params, naming=naming
    )


def at_the_end(left: tuple[Seat, ...], clause: str) -> NextShown:
    """One seat alone has had no turn in this round, or none."""
    return NextShown(
        seats=left,
        says=f"contest.then.{'last' if left else 'over'}",
        clause=clause,
        params={"seat": left[0]} if left else {},
    )


def the_other(position: Position) -> NextShown | None:
    """Of two seats the one that has had no turn in this round. [SK-27]"""
    if not position.count(names.TABLE, names.ROUND) or position.ended is not None:
        return None
    left = core_turns.waiting(position)
    return at_the_end(left, core_turns.CLAUSE) if len(left) < 2 else None


def orders(position: Position) -> Iterator[OrderShown]:
    """In which order seats fight, intervene, test or fire in this phase. [CM-34, CM-45, CM-56]"""
    for purpose, clause in CLAUSES.items():
        places = {seat: position.count(seat, core.ORDER + purpose) for seat in position.seats()}
        seats = tuple(sorted((seat for seat in places if places[seat]), key=places.__getitem__))
        if seats:
            fights = purpose == core.FIGHTS
            done = tuple(seat for seat in seats if fights and position.count(seat, core.DONE))
            yield OrderShown(key=f"contest.order.{purpose}", clause=clause, seats=seats, done=done)


def objectives(position: Position) -> Iterator[MarkerShown]:
    """Every objective marker of a mission, and who is near it. [SK-121]"""
    for piece in core_missions.markers(position):
        assert piece.pose is not None
        at = piece.pose.point
        near = core_missions.near(position, at, core_missions.REACH)
        values = {seat: near.get(seat, 0) for seat in position.seats()}
        holds = core_missions.controller(position, at)
        says, params = sentence(values, holds)
        yield MarkerShown(
            piece=piece.id,
            key="contest.objective",
            clause="SK-121",
            at=whole(at),
            reach=core_missions.REACH,
            values=values,
            says=says,
            params=params,
            holder=holds,
        )


def columns(book: Book, position: Position) -> Iterator[ColumnShown]:
    """Numbers of the seats in a battle of many."""
    yield score(book, position)
    told = (
        ("command", "purse", names.CP, "CM-58"),
        ("rank", "rank", names.RANK, "CM-80"),
        ("power", "weight", names.POWER, "CM-79"),
    )
    yield from tallied(position, told)


def tallied(position: Position, told: Iterable[tuple[str, str, str, str]]) -> Iterator[ColumnShown]:
    """Numbers of the seats, those that nobody has yet left out."""
    for key, role, counter, clause in told:
        values = {seat: position.count(seat, counter) for seat in position.seats()}
        if any(values.values()):
            yield ColumnShown(key=f"contest.{key}", role=role, clause=clause, values=values)


def markers(book: Book, position: Position) -> Iterator[MarkerShown]:
    """The one marker of Carnage. [CM-65, CM-89]"""
    at = objective(book, position)
    if at is None:
        yield from objectives(position)
        return
    values = dict(counts(book, position))
    holds = controller(book, position)
    says, params = sentence(values, holds, settings_of(book).word("control"))
    yield MarkerShown(
        piece="",
        key="contest.objective",
        clause="CM-89",
        at=whole(at),
        reach=host_of(book).reach,
        values=values,
        says=says,
        params=params,
        holder=holds,
    )


def sentence(
    values: Mapping[Seat, int], holds: Seat, reading: str = SUM
) -> tuple[str, dict[str, Param]]:
    """How a marker stands in words: who has the most there, against how many. [CM-90]

    >>> sentence({"A": 2, "B": 6, "C": 5}, "")
    ('contest.short', {'seat': 'B', 'own': 6, 'others': 7})
    """
    if not any(values.values()):
        return "contest.empty", {}
    most = holds or max(values, key=lambda seat: values[seat])
    others = [number for seat, number in values.items() if seat != most]
    against = sum(others) if reading == SUM else max(others)
    params: dict[str, Param] = {"seat": most, "own": values[most], "others": against}
    return "contest.held" if holds else "contest.short", params


def grounds(book: Book, position: Position, asked: Aids) -> Iterator[AidShown]:
    """The quarters that are taken; while one sets out, where one may. [CM-68, CM-74]"""
    if book.sole(HOST) is not None:
        for seat in position.seats():
            for ground in quarters.zone(position, seat):
                yield shape("quarter", seat, "contest.quarter", "CM-69", ground)
    if asked.window != DEPLOYMENT or asked.seat not in position.seats():
        return
    layers = [layer.name for layer in book.layers]
    for base, (zone, own) in BASES.items():
        if base in layers:
            clause = next((LARGER[name] for name in layers if name in LARGER), own)
            for ground in book.stack(zone, position, asked.seat):
                yield shape("deploy", asked.seat, "aid.deploy", clause, ground)


def shape(name: str, seat: str, key: str, clause: str, ground: Polygon) -> AidShown:
    """A closed shape on the table."""
    points = tuple(whole(point) for point in ground)
    params: dict[str, str | int | tuple[str, ...]] = {"seat": seat}
    return AidShown(
        name=name, seat=seat, piece="", key=key, params=params, clause=clause, points=points
    )
