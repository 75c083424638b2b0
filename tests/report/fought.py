"""One battle that several tests look at, and small positions drawn by hand."""

from functools import cache

from msgspec.structs import replace

from condotta.armies import find_roster, muster
from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Entered
from condotta.kernel.log import dump
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.report.logbook import Log, header_of
from condotta.rules.library import book
from condotta.rules.triumph import names
from condotta.rules.triumph.muster import army_of, opening
from condotta.rules.triumph.tables import troop
from condotta.table import Area, Ellipse, Rectangle, pose_at

MU = 10_000
SEATS = (("red", "R"), ("blue", "B"))
ROSTERS = ("pyrrhic-286-bc", "marian-roman-65-bc")


@cache
def battle(seed: int = 3) -> Battle:
    """A whole battle of a steward against chance."""
    rules = book("triumph")
    armies = tuple(
        army_of(muster(find_roster(name)), seat, seat, letter)
        for name, (seat, letter) in zip(ROSTERS, SEATS, strict=True)
    )
    fought = Battle(rules, opening(rules, armies), SeededCup(seed))
    conduct(fought, seated({"red": "steward", "blue": "random"}, rules, seed))
    return fought


@cache
def log(seed: int = 3) -> Log:
    fought = battle(seed)
    title = {"name": "Pyrrhic against Marian Roman", "seed": str(seed)}
    return Log("battle.log", header_of(fought.book, title), fought.book, tuple(fought.log))


@cache
def short(turns: int = 16) -> Log:
    """The first turns of the battle."""
    events = log().events
    end = next(n for n, one in enumerate(events) if isinstance(one, Entered) and one.turn > turns)
    return replace(log(), events=events[:end])


def written(path, seed: int = 3):
    """The battle as a file."""
    path.write_bytes(dump(log(seed).header, log(seed).events))
    return path


def stand(name: str, code: str, x: float, y: float, theta: float = 0.0, **more) -> Piece:
    """A stand of the army whose letter its id begins with."""
    kind = troop(code)
    seat = {"R": "red", "B": "blue", "A": "amber", "G": "green"}[name[0]]
    place = more.pop("place", "table")
    return Piece(
        id=name,
        type=code,
        owner=seat,
        controller=seat,
        army=name[0],
        command=name[0],
        shape=Rectangle(kind.width, kind.depth),
        place=place,
        pose=pose_at(round(x * MU), round(y * MU), theta) if place == "table" else None,
        **more,
    )


def position(*pieces: Piece, names_of=("Athens", "Galatia"), areas=()) -> Position:
    chairs = (Chair("red", "red", names_of[0]), Chair("blue", "blue", names_of[1]))
    return Position(
        board=Board(48 * MU, 32 * MU),
        chairs=chairs,
        areas=tuple(areas),
        pieces={piece.id: piece for piece in pieces},
        counters={piece.id: {names.WORTH: 2 * troop(piece.type).half_points} for piece in pieces},
        turn=1,
        phase=names.MOVEMENT,
        active=("red",),
    )


def wood(kind: str = "woods", name: str = "w") -> Area:
    return Area(name, kind, Ellipse(24 * MU, 16 * MU, 5 * MU, 3 * MU, 1_000_000, 0))
