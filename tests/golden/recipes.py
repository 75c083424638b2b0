"""How each golden battle was drawn by lot: its armies, seats, settings, bots, dice and habits.

A battle on file needs none of this to be decided again. It is here so that one whose answers are no
longer possible can be fought anew, and so that anybody can see what is on file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import answer_next
from condotta.bots.seat import Bot, make
from condotta.data import toml
from condotta.kernel.asks import Action, Loop, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import (
    CommittedCup,
    Cup,
    ScriptedCup,
    SeededCup,
    TypedCup,
    answer_from,
    numbers,
)
from condotta.kernel.events import Counted, Event, Mustered, Opened, Removed, Sealed
from condotta.kernel.log import Header
from condotta.lab.battles import Task, bot_of, cited
from condotta.lab.intrigue import Brawler, soldiers
from condotta.lab.matches import Field, card_of, drawn
from condotta.lab.melees import PSYKERS, Open
from condotta.lab.skirmishes import armed
from condotta.lab.skirmishes import profile as skirmish_profile
from condotta.report.logbook import header_of
from condotta.rules.conceding import Concede
from condotta.rules.library import book, declarations, kind
from condotta.rules.reported.amending import Amend
from condotta.rules.reported.ground import ground_of, standing
from condotta.rules.sitting import Sitting
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.rosters.armies import Detachment, Host
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery.deals import Accept, Offer, Refuse, Terms
from condotta.rules.treachery.names import DEAL
from condotta.rules.triumph.names import GENERAL
from condotta.settings import Setting

COUNTS: Mapping[str, int] = {
    "triumph": 54,
    "grand": 26,
    "treachery+triumph": 36,
    "ranked": 36,
    "treachery": 32,
    "skirmish": 34,
    "carnage": 28,
    "carnage+ranked": 28,
    "triumph+reported": 28,
    "grand+reported": 26,
    "carnage+reported": 26,
    "ranked+reported": 28,
    "treachery+reported": 28,
}
"""How many battles of each system are on file."""

LONG = 100
"""From this number on battles are fought to their end by bots that know what they do."""

MORE: Mapping[str, tuple[int, ...]] = {
    "triumph": (67, LONG + 1, LONG + 2, LONG + 3, LONG + 5),
    "grand": (LONG + 1, LONG + 2, LONG + 3, LONG + 6),
    "treachery": (82,),
}
"""The numbers of some beside them: light camelry, cards played in a combat, lines that meet."""

LIMIT = 1_200
"""Decisions after which a battle is drawn again, as it would not be small."""

EVENTS = 5_000
"""The same in events; in a large battle three times as many."""

TRIES = 20
"""How often a battle is drawn."""

FOR_A_CARD = 5
"""How often at most because its card did not act."""

ODD = 0.12
"""How often a setting is another than the usual one."""

BOTS = (
    ("random",), ("random",), ("random", "steward"), ("random", "eager"), ("eager",), ("random",),
    ("frugal", "random"), ("random", "random", "steward"), ("idle", "random"),
)  # fmt: skip
OF_MANY = (
    ("random",), ("random", "schemer", "random"), ("random", "brawler", "random"), ("random",),
    ("miser", "random", "random"), ("random", "frugal", "random"), ("random",),
    ("idle", "random", "random", "brawler"),
)  # fmt: skip
WORDS = ("Well met.", "Après vous !", "Noch ein Würfel …", "Hold the hill.", "今だ")


class Habits(NamedTuple):
    """How often, for each answer, something is done beside answering."""

    undoes: float = 0.0
    speaks: float = 0.0
    concedes: float = 0.0
    amends: float = 0.0
    corrects: float = 0.0
    deals: float = 0.0


class Fought(NamedTuple):
    """A golden battle as it was fought: its header and the battle, over."""

    header: Header
    battle: Battle


class Recipe(NamedTuple):
    """A golden battle by its system and number."""

    system: str
    number: int

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.system}/{self.number:02}"


def recipes() -> tuple[Recipe, ...]:
    """Every golden battle."""
    return tuple(
        Recipe(system, number)
        for system, many in COUNTS.items()
        for number in (*range(many), *MORE.get(system, ()))
    )


def fight(recipe: Recipe) -> Fought:
    """Fight it; one that does not come to its end soon is drawn again, of fewer turns.

    One in whose turn it is that a battle card acts is drawn again a few times until it does.
    """
    first: Fought | None = None
    fewer = 0
    for tried in range(TRIES):
        found = fought(recipe, f"golden/{recipe.name}/{tried}", fewer)
        if found is None:
            fewer += 1
        elif tells_of_its_card(recipe, found.battle):
            return found
        else:
            first = first or found
            if tried >= FOR_A_CARD:
                break
    assert first is not None, f"{recipe.name} does not come to an end"
    return first


def tells_of_its_card(recipe: Recipe, battle: Battle) -> bool:
    """Whether the card that a battle is about acted in it; so does none in a battle about none."""
    code = card_of(field_of(recipe.system, 2, recipe.number), recipe.number)
    chapters = {
        one["code"]: one["clause"] for one in toml("condotta.armies.data", "cards.toml")["card"]
    }
    if not code or recipe.number >= LONG:
        return True
    chapter = chapters[code].partition(".")[0]
    return any(clause.partition(".")[0] == chapter for clause in cited(battle.log))


def fought(recipe: Recipe, seed: str, tried: int) -> Fought | None:
    """One try at it, of so many turns fewer than usual; None where it grows too long."""
    lot = Random(seed)
    system, number = recipe
    seats = SYSTEMS[system].seated(SYSTEMS[system].sizes[number % len(SYSTEMS[system].sizes)])
    rules = book(system, settings(system, number, lot, tried))
    opening = begun(rules, seats, number, lot)
    dice, cup, sealed = cup_of(number, seed)
    battle = Battle(rules, opening)
    if sealed is not None:
        battle.announce(Sealed("dice", sealed.digest))
    battle = battle.fork(cup)
    crews: Sequence[Sequence[str]] = OF_MANY if kind(system).startswith("treachery") else BOTS
    if number >= LONG:
        crews = (("steward",) if system == "triumph" else ("eager", "steward"),)
    crew = ("random",) if "skirm" in system and number % 4 else crews[number % len(crews)]
    bots = {one.seat: bot(crew[one.army % len(crew)], rules, one, number, seed) for one in seats}
    play(battle, bots, habits(system, number), lot, most_events(recipe))
    if battle.state.position.ended is None or len(battle.log) > most_events(recipe):
        return None
    if sealed is not None:
        battle.announce(Opened("dice", SECRET.hex(), ""))
    return Fought(header_of(rules, title(recipe, crew, seats), dice), battle)


def most_events(recipe: Recipe) -> int:
    """How long the log of a small battle is at most."""
    if recipe.number >= LONG:
        return 5 * EVENTS
    return 3 * EVENTS if kind(recipe.system) == "grand" else EVENTS


SECRET = b"golden battles have no secrets  "


def title(recipe: Recipe, crew: Sequence[str], seats: Sequence[Sitting]) -> dict[str, str]:
    """What the header says for people."""
    return {"name": recipe.name} | {one.seat: crew[one.army % len(crew)] for one in seats}


# ── settings ─────────────────────────────────────────────────────────────────
FIXED = frozenset({
    "turnLimit", "lossThreshold", "battleTurns", "gameTurns", "battleRounds", "rounds",
    "boardWidth", "boardDepth", "tableWidth", "tableDepth", "anchorZone", "cardsSetAside",
})  # fmt: skip
"""What is not left to the lot of settings: how long a battle is, and how large the table."""


def settings(system: str, number: int, lot: Random, fewer: int) -> dict[str, Any]:
    """A short battle, in half of the battles by some settings that are not the usual ones."""
    known = declarations(system)

    def turns(least: int, most: int) -> int:
        return max(1, lot.randint(least, most) - fewer)

    rounds = turns(1, 2) if number % 2 else turns(2, 3)
    short = {
        "turnLimit": turns(1, 5) if system == "grand" and number < LONG else turns(16, 40),
        "battleTurns": turns(2, 4),
        "gameTurns": turns(3, 7) if system == "treachery+triumph" else turns(2, 3),
        "battleRounds": rounds,
        "rounds": rounds,
        "mercenaries": lot.random() < 1 / 2,
    }
    chosen: dict[str, Any] = {}
    if number % 2:
        for name, one in sorted(known.items()):
            if name not in FIXED and lot.random() < ODD:
                chosen[name] = other(one, lot)
    if system == "skirmish" and number % 3 == 0:
        chosen |= skirmish_profile(number, lot)
    if system == "triumph" and number % 4 == 0:
        chosen["lossThreshold"] = lot.randint(4, 12)
        short["turnLimit"] = 40
    return {name: value for name, value in (chosen | short).items() if name in known}


def other(setting: Setting, lot: Random) -> Any:
    """A value that a setting may take, by lot."""
    match setting.type:
        case "flag":
            return not setting.default
        case "word":
            return lot.choice(setting.allowed)
        case "words":
            return tuple(sorted(one for one in setting.allowed if lot.random() < 1 / 2))
        case _:
            least, most = setting.allowed
            return lot.randint(least, most)


# ── armies ───────────────────────────────────────────────────────────────────
def begun(rules: Book, seats: tuple[Sitting, ...], number: int, lot: Random) -> tuple[Event, ...]:
    """How a battle begins, with small armies."""
    system = rules.system
    how, field = SYSTEMS[system], field_of(system, len(seats), number)
    levy = Levy(lot=Random(f"{number}/muster"))
    if system == "skirmish" and number % 6:
        armies: Sequence[Any] = [squads(lot, one.letter) for one in seats]
    elif kind(system) == "carnage" and number % 4 == 1:
        assert how.armies_of_its_own is not None
        armies = how.armies_of_its_own(",".join([PSYKERS] * len(seats)), len(seats), number)
    else:
        armies = drawn(field, number)
    opening = how.opening(rules, seats, armies, levy)
    most = many(system, len(seats), number)
    return tuple(thinned(opening, most, lot)) if most else tuple(opening)


def field_of(system: str, seats: int, number: int) -> Field:
    """From what armies are drawn: three of four times of those with cards, where there are any."""
    cards = "many" if number % 4 and SYSTEMS[system].armies_of_its_own is None else ""
    return Field(system, seats, cards)


def many(system: str, seats: int, number: int) -> int:
    """To how many units a command or an army is cut down; 0 where it stays as it is."""
    match kind(system):
        case "triumph":
            return 0
        case "grand" | "skirmish" | "carnage":
            return 0
        case _:
            return (5, 2, 3)[number % 3] if seats < 5 else 2


def squads(lot: Random, name: str) -> Host:
    """A few units of any datasheets."""
    sheets = list(shipped_sheets().values())
    some = tuple(armed(lot, lot.choice(sheets)) for _ in range(lot.randint(2, 3)))
    return Host(name, name, (Detachment("drawn", some),), points=lot.randint(0, 9))


def thinned(opening: Iterable[Event], most: int, lot: Random) -> Iterator[Event]:
    """An opening with at most so many units a command, generals and camps beside them."""
    events = tuple(opening)
    commands: dict[str, list[str]] = {}
    for event in events:
        unit = event.piece if isinstance(event, Mustered) else None
        if unit is not None and soldiers(unit) and GENERAL not in unit.traits:
            commands.setdefault(unit.command or unit.owner, []).append(unit.id)
    lost: set[str] = set()
    for units in commands.values():
        lost |= set(lot.sample(units, max(0, len(units) - most)))
    for event in events:
        gone = isinstance(event, Mustered) and event.piece.id in lost
        if not gone and not (isinstance(event, Counted) and event.holder in lost):
            yield event


# ── dice and bots ────────────────────────────────────────────────────────────
def cup_of(number: int, seed: str) -> tuple[str, Cup, CommittedCup | None]:
    """What the dice are called in the header, and who rolls them."""
    match number % 7:
        case 2:
            key = seed.encode()[-60:]
            return (
                "typed",
                TypedCup(
                    lambda ask: answer_from(numbers(key, str(ask.id)), ask).pips,
                    lambda ask: answer_from(numbers(key, str(ask.id)), ask).drawn,
                ),
                None,
            )
        case 4:
            committed = CommittedCup(SECRET)
            return "committed", committed, committed
        case 6:
            return "scripted", ScriptedCup((6, 1, 5, 2, 4, 3), SeededCup(seed)), None
        case _:
            return "seeded", SeededCup(seed), None


def bot(name: str, rules: Book, one: Sitting, number: int, seed: str) -> Bot:
    """Who plays a seat; in battles of many it bribes now and then of its own accord."""
    lot = f"{seed}/{one.seat}"
    if name == "brawler":
        return Brawler(rules, lots(lot), greed=0.0)
    if name == "eager":
        return Chancer(rules, lots(lot), 0.8)
    field = field_of(rules.system, 2, number)
    if name == "random" and field.cards:
        return bot_of(Task(number, 1, field=field), rules, one.seat, one.army, name)
    made = make(name, rules, lot)
    if kind(rules.system).startswith("carnage"):
        return Open(made, rules, lots(f"{lot}/talk"), gives_up=0.0)
    return made


# ── at the table ─────────────────────────────────────────────────────────────
def habits(system: str, number: int) -> Habits:
    """What is done beside answering."""
    return Habits(
        undoes=0.15 if number % 3 == 1 else 0.0,
        speaks=0.03 if number % 5 == 2 else 0.0,
        concedes=0.01 if number % 4 == 3 else 0.0,
        amends=0.08 if "reported" in system and number % 2 else 0.0,
        corrects=0.004 if number % 6 == 5 else 0.0,
        deals=0.04 if kind(system).startswith("treachery") and number % 2 else 0.0,
    )


def play(
    battle: Battle, bots: Mapping[str, Bot], does: Habits, lot: Random, most: int = EVENTS
) -> None:
    """Answer until it is over, with what habit adds."""
    for _ in range(LIMIT):
        if battle.state.position.ended is not None or len(battle.log) > most:
            return
        seat, _said = answer_next(battle, bots)
        if battle.state.position.ended is not None:
            return
        if lot.random() < does.undoes and battle.may_undo(seat):
            battle.undo(seat)
        if lot.random() < does.speaks:
            battle.say(seat, Speak(lot.choice(WORDS), () if lot.random() < 1 / 2 else (seat,)))
        if battle.state.position.turn and lot.random() < does.concedes:
            gives_up(battle, lot)
        elif lot.random() < does.amends:
            amend(battle, seat, lot)
        elif battle.state.position.turn and lot.random() < does.corrects:
            correct(battle, lot)
        elif does.deals:
            deal(battle, lot, does.deals)


def gives_up(battle: Battle, lot: Random) -> None:
    """Somebody concedes, if that is allowed now."""
    seat = lot.choice(battle.state.position.seats())
    if battle.judge(seat, Concede()).ok:
        battle.say(seat, Concede())


def amend(battle: Battle, seat: str, lot: Random) -> None:
    """Somebody says that a unit has another number of models, if that may be said now."""
    if Amend not in battle.book.anytime:
        return
    position = battle.view(seat).position
    units = tuple(standing(battle.book, position, position.seats()))
    if not units:
        return
    unit = lot.choice(units)
    said = Amend(unit, lot.randint(0, max(1, ground_of(battle.book).models(position, unit))))
    if battle.judge(seat, said).ok:
        battle.say(seat, said)


def deal(battle: Battle, lot: Random, often: float) -> None:
    """Somebody offers tokens for a promise, or takes up or refuses what is on offer."""
    seat, other = lot.sample(battle.state.position.seats(), 2)
    said: Action = Offer(other, Terms(tokens=10 * lot.randint(0, 5), words="Let us be friends."))
    offers = [one.id for one in battle.view(seat).position.pieces.values() if one.type == DEAL]
    if offers and lot.random() < 4 * often:
        said = (Accept, Accept, Refuse)[lot.randrange(3)](lot.choice(offers))
    elif lot.random() >= often:
        return
    if battle.judge(seat, said).ok:
        battle.say(seat, said)


def correct(battle: Battle, lot: Random) -> None:
    """People agree that something is off the table, between two things that a phase asks."""
    state = battle.state
    if not (state.agenda and isinstance(state.agenda[-1], Loop) and state.waits()):
        return
    pieces = sorted(one.id for one in state.position.at("table") if GENERAL not in one.traits)
    if pieces:
        battle.correct((Removed(lot.choice(pieces), "gone"),), "It was knocked off the table.")
