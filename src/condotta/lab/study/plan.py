"""The plan of a study: what is compared, over how many battles, and what is wrong with it.

A study has one or more arms, each a way of playing; a sweep multiplies them by values of settings,
and armies that meet others by pairs of them. Each combination is a cell with the same set-ups.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from condotta.bots.seat import maker, usual
from condotta.errors import UNREADABLE, PlainError, nearest
from condotta.lab.study.entrants import APPETITES, numbered, word_of
from condotta.rules import library
from condotta.rules.library import declarations
from condotta.rules.systems import SYSTEMS
from condotta.settings import Setting

MOST = 1_000_000
"""More battles than any machine fights in a year; a larger number is a mistake."""
MOST_CELLS = 1_000
MOST_BYTES = 100_000
"""The longest study file that is read."""

PLAYED = frozenset({"mission", "battleMission", "scenario", "mercenaries"})
"""Settings that choose what is played, as the rules offer it; no rule is read otherwise by them."""

ARM = "arm"
ARMY, AGAINST = "army", "against"
BOT, RIVAL = "bot", "rival"


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of playing, by what it has otherwise than the study; None is as the study has it.

    In the words of `condotta army build` `base` changes the first army and all that are the same,
    `card` and `stands` the first alone.
    """

    name: str = ""
    bots: tuple[str, ...] | None = None
    armies: tuple[str, ...] | None = None
    against: tuple[str, ...] | None = None
    settings: dict[str, Any] = {}
    cards: str | None = None
    base: tuple[str, ...] | None = None
    card: tuple[str, ...] | None = None
    stands: tuple[str, ...] | None = None
    mirror: bool | None = None


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study as its file has it. `battles` are those of each cell.

    Without `armies` the shipped ones take turns, drawn by the seed; with `cards` random rosters
    that buy some or many. With `against` each of the armies meets each of those. `mirror` gives
    all the same army. `swap` fights each set-up once for each place at the table. In a `league`
    each of the bots meets each other. With `readings` each yes or no and each word that the rules
    of the system may be read by is an arm of its own, compared with how we read them. Where arms
    are `apart` they are different questions: each is measured by what is fair, and none by another.
    """

    name: str = ""
    question: str = ""
    system: str = "triumph"
    seats: int = 0
    battles: int = 100
    seed: int = 1
    bots: tuple[str, ...] = ()
    armies: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
    cards: str = ""
    base: tuple[str, ...] = ()
    card: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()
    mirror: bool = False
    swap: bool = False
    league: bool = False
    readings: bool = False
    apart: bool = False
    sweep: dict[str, tuple[Any, ...]] = {}
    arm: tuple[Arm, ...] = ()


class Cell(msgspec.Struct, frozen=True):
    """One combination: how it is played, and by which levels it differs from the others.

    `bots` are one for each army, and `armies` as many words or none, where they are drawn. Where
    armies `move` they go with their bots from place to place, else they stay at their places.
    """

    number: int
    levels: tuple[tuple[str, str], ...]
    system: str
    seats: int
    bots: tuple[str, ...]
    armies: tuple[str, ...]
    settings: dict[str, Any]
    cards: str
    base: tuple[str, ...]
    card: tuple[str, ...]
    stands: tuple[str, ...]
    mirror: bool
    moves: bool
    turns: int

    @property
    def called(self) -> str:
        """What tells it from the others, in a few words."""
        return ", ".join(value if name == ARM else f"{name} {value}" for name, value in self.levels)

    def without(self, factor: str) -> tuple[tuple[str, str], ...]:
        """Its levels apart from those of one factor."""
        return tuple(one for one in self.levels if one[0] != factor)


class Plan(msgspec.Struct, frozen=True):
    """A study that can be fought: its cells, and the set-ups that all of them have."""

    study: Study
    cells: tuple[Cell, ...]

    @property
    def setups(self) -> int:
        """How many set-ups each cell is fought with."""
        return self.study.battles // self.cells[0].turns

    @property
    def battles(self) -> int:
        """How many battles all cells have together."""
        return self.study.battles * len(self.cells)

    def factors(self) -> dict[str, tuple[str, ...]]:
        """What differs between cells, each with its levels in order."""
        found: dict[str, dict[str, None]] = {}
        for cell in self.cells:
            for name, value in cell.levels:
                found.setdefault(name, {})[value] = None
        return {name: tuple(values) for name, values in found.items()}


# ── reading ──────────────────────────────────────────────────────────────────
def read(path: Path) -> dict[str, Any]:
    """The entries of a study file; what cannot be read is a PlainError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise PlainError(f"{path} is no study: it is longer than {MOST_BYTES:,} bytes.")
    try:
        return tomllib.loads(data.decode())
    except UNREADABLE as why:
        raise PlainError(f"{path} is no study: {why}.") from why


def studied(entries: Mapping[str, Any], where: str) -> Study:
    """A study from its entries; an unknown one or a wrong value is a PlainError."""
    known_only(entries, Study, where)
    for number, arm in enumerate(entries.get("arm") or (), start=1):
        if isinstance(arm, Mapping):
            known_only(arm, Arm, f"{where}, arm {number}")
    try:
        return msgspec.convert({name: listed(name, one) for name, one in entries.items()}, Study)
    except msgspec.ValidationError as why:
        said, _, at = str(why).partition(" - at ")
        place = at.strip("`").removeprefix("$.") or "it"
        raise PlainError(f"{where} has something else where {place} belongs: {said}.") from why


def known_only(entries: Mapping[str, Any], kind: type[msgspec.Struct], where: str) -> None:
    """Refuse an entry that a study or an arm does not have."""
    names = kind.__struct_fields__
    for name in entries:
        if name not in names:
            hint = nearest(name, names) or f" It may have {', '.join(names)}."
            raise PlainError(f"{where} has an unknown entry {name}.{hint}")


def listed(name: str, value: Any) -> Any:
    """A value as a study has it: one word where several may stand is a list of one."""
    if name in ("bots", "armies", AGAINST, "base", "card", "stands") and isinstance(value, str):
        return [value]
    if name == ARM and isinstance(value, list):
        return [
            {key: listed(key, one) for key, one in arm.items()} if isinstance(arm, dict) else arm
            for arm in value
        ]
    return value


# ── planning ─────────────────────────────────────────────────────────────────
def planned(study: Study) -> Plan:
    """The plan of a study; whatever would go wrong in it is a PlainError."""
    library.book(study.system)
    how = SYSTEMS[study.system]
    study = replace(study, seats=len(how.seated(study.seats or how.sizes[0])))
    if not 1 <= study.battles <= MOST:
        raise PlainError(f"battles is a whole number from 1 to {MOST}, not {study.battles}.")
    for name, values in study.sweep.items():
        if not values:
            raise PlainError(f"The sweep over {name} has no values: name some, or leave it out.")
    every = islice(cells_of(named_arms(read_otherwise(study))), MOST_CELLS + 1)
    cells = tuple(replace(cell, number=number) for number, cell in enumerate(every))
    if len(cells) > MOST_CELLS:
        raise PlainError(f"A study has at most {MOST_CELLS:,} cells; this one has more.")
    turns = cells[0].turns
    if turns > 1 and not any(cell.moves or len(set(cell.bots)) > 1 for cell in cells):
        raise PlainError(
            "All have the same bot, so that nothing is swapped: name two bots or more, "
            "or the army of one and by against that of the others."
        )
    if study.battles % turns:
        raise PlainError(
            f"Each set-up is fought {turns} times, once for each place: "
            f"name a number of battles that {turns} divides, not {study.battles}."
        )
    for cell in cells:
        library.book(cell.system, cell.settings)
    return Plan(study, cells)


def read_otherwise(study: Study) -> Study:
    """The study with an arm for each other reading of a rule, if it asks for them."""
    if not study.readings:
        return study
    if study.arm:
        raise PlainError("readings makes the arms: leave out either it or yours.")
    others = tuple(
        Arm(f"{name}={word_of(value)}", settings={name: value})
        for name, one in declarations(study.system).items()
        for value in otherwise(one)
        if name not in PLAYED and name not in study.settings and name not in study.sweep
    )
    if not others:
        raise PlainError(f"No rule of {study.system} has another reading: leave out readings.")
    return replace(study, arm=(Arm("as it is"), *others))


def otherwise(one: Setting) -> Iterator[bool | str]:
    """The other values of a setting that is yes or no, or one of a few words."""
    if one.type == "flag":
        yield not one.default
    elif one.type == "word":
        yield from (word for word in one.allowed if word != one.default)


def named_arms(study: Study) -> Study:
    """The study with a name for each arm; two of one name are a PlainError."""
    arms = tuple(
        one if one.name else replace(one, name=f"arm {number}")
        for number, one in enumerate(study.arm, start=1)
    )
    names = [one.name for one in arms]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PlainError(f"Two arms are called {twice}: give each a name of its own.")
    if len(arms) == 1:
        raise PlainError("A study with arms compares two or more: name another, or none.")
    return replace(study, arm=arms)


def cells_of(study: Study) -> Iterator[Cell]:
    """Every cell: arms, pairs of bots, pairs of armies, values of the sweep, in that order."""
    moves = bool(study.card or study.stands) or any(one.card or one.stands for one in study.arm)
    for arm in study.arm or (Arm(),):
        own = laid_over(study, arm)
        if own.cards not in ("", *APPETITES):
            raise PlainError(f"cards is some or many, not {own.cards}.")
        named = ((ARM, arm.name),) if arm.name else ()
        for met, bots, armies in met_by(own):
            for values in product(*study.sweep.values()):
                chosen = dict(zip(study.sweep, values, strict=True))
                levels = tuple((name, word_of(value)) for name, value in chosen.items())
                yield Cell(
                    0,
                    (*named, *met, *levels),
                    own.system,
                    own.seats,
                    bots,
                    armies,
                    {**own.settings, **chosen},
                    own.cards,
                    own.base,
                    own.card,
                    own.stands,
                    own.mirror,
                    moves or bool(own.against),
                    places(own) if own.swap else 1,
                )


Levels: TypeAlias = tuple[tuple[str, str], ...]


def met_by(study: Study) -> Iterator[tuple[Levels, tuple[str, ...], tuple[str, ...]]]:
    """Which bots meet with which armies, and what tells that meeting from others."""
    for who, bots in rivals(study):
        for which, armies in meetings(study):
            yield (*who, *which), bots, armies


def laid_over(study: Study, arm: Arm) -> Study:
    """The study as one arm plays it."""
    fields = ("bots", "armies", AGAINST, "cards", "base", "card", "stands", "mirror")
    own = {name: value for name in fields if (value := getattr(arm, name)) is not None}
    found = replace(study, **own, settings={**study.settings, **arm.settings})
    given_up = [name for name in ("armies", AGAINST) if getattr(found, name)]
    if found.cards and given_up:
        raise PlainError("cards are of armies that are drawn: leave out either it or the armies.")
    if found.mirror and found.against:
        raise PlainError("mirror gives all the same army: leave out either it or against.")
    return found


def places(study: Study) -> int:
    """How many armies a battle has."""
    how = SYSTEMS[study.system]
    return how.armies(how.seated(study.seats))


def rivals(study: Study) -> Iterator[tuple[Levels, tuple[str, ...]]]:
    """Who meets whom, and what tells that meeting from others: in a league each bot each other."""
    if not study.league:
        yield (), bots_of(study)
        return
    if len(set(study.bots)) < max(2, len(study.bots)):
        raise PlainError("A league is one of several bots: name two or more, each once.")
    for one, other in combinations(study.bots, 2):
        yield ((BOT, one), (RIVAL, other)), bots_of(replace(study, bots=(one, other)))


def bots_of(study: Study) -> tuple[str, ...]:
    """The bot of each army: those that are named take turns; the usual one where none is."""
    count = places(study)
    names = study.bots or (usual(library.book(study.system)),)
    for name in names:
        maker(name)
    if len(names) > count:
        armies = numbered(count, "army", "armies")
        raise PlainError(f"A battle has {armies}: {len(names)} bots are too many.")
    return tuple(names[place % len(names)] for place in range(count))


def meetings(study: Study) -> Iterator[tuple[Levels, tuple[str, ...]]]:
    """Which armies meet, and what tells that meeting from others."""
    count = places(study)
    if study.against:
        if not study.armies:
            raise PlainError("against names whom the armies meet: name armies as well.")
        several = len(study.armies) * len(study.against) > 1
        for one, other in product(study.armies, study.against):
            levels = ((ARMY, one), (AGAINST, other)) if several else ()
            yield levels, (one, *(other,) * (count - 1))
    elif not study.armies:
        yield (), ()
    elif study.mirror and len(study.armies) == 1:
        yield (), study.armies * count
    elif study.mirror:
        for one in study.armies:
            yield ((ARMY, one),), (one,) * count
    elif len(study.armies) != count:
        raise PlainError(
            f"Name {numbered(count, 'army', 'armies')}, one for each, or one with mirror "
            f"or against, not {len(study.armies)}."
        )
    else:
        yield (), study.armies
