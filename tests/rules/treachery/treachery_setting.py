"""Sets a battle of three to five players at the opening of a phase, over either host.

    plot = over_triumph("R1 KNT 20 10 0; B1 SPR 20 30 180; G1 HFT 40 20 270", opens="combat",
                        hands={"green": "T13"}, tokens={"green": 50})
    plot.choose("red", "blue")
    plot.play("green", "T13", "R1")

Seats are red, blue, green, amber and violet, in this order round the table, each its own side. What
is said of pieces is read as in the settings of the two hosts. Cards lie in hands with their truth;
turn cards lie face up for whose turn it is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Draw, Frame
from condotta.kernel.battle import Battle
from condotta.kernel.chance import Cup, ScriptedCup
from condotta.kernel.events import Began, Counted, Entered, Event, Mustered, Pushed, Veiled
from condotta.kernel.records import CHANCE, Board, Chair, Mark, Piece
from condotta.positions.building import opening, set_up
from condotta.positions.records import Document, SeatSaid
from condotta.rules.library import book
from condotta.rules.ranked import names as ranked
from condotta.rules.steps import Conduct as RankedConduct
from condotta.rules.steps import Conduct as TriumphConduct
from condotta.rules.treachery import names
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import enemy_player, hand
from condotta.rules.treachery.playing import PASS, PlayCard
from condotta.rules.triumph import names as triumph
from tests.rules.ranked.ranked_setting import opened
from tests.rules.short_text import parted
from tests.rules.triumph.table_setting import Table

SEATS = ("red", "blue", "green", "amber", "violet")
OVER_TRIUMPH, OVER_RANKED = "treachery+triumph", "treachery"
HOSTS = (OVER_TRIUMPH, OVER_RANKED)
BEFORE: Mapping[str, Mapping[str, str]] = {
    OVER_TRIUMPH: {
        names.MOVEMENT: triumph.START,
        names.SHOOTING: triumph.MOVEMENT,
        names.COMBAT: triumph.RANGED,
    },
    OVER_RANKED: {
        names.MOVEMENT: ranked.START,
        names.MAGIC: ranked.MOVEMENT,
        names.SHOOTING: ranked.MAGIC,
        names.COMBAT: ranked.SHOOTING,
    },
}
"""The phase of a host after which such a phase opens."""
PLAIN = {
    OVER_TRIUMPH: (
        "R1 HFT 20 8 0; B1 HFT 40 8 0; G1 HFT 20 38 180; A1 HFT 40 38 180; V1 HFT 58 20 0"
    ),
    OVER_RANKED: (
        "R1 line-infantry 10x5 20 8 0; B1 line-infantry 10x5 40 8 0; "
        "G1 line-infantry 10x5 20 38 180; A1 line-infantry 10x5 40 38 180; "
        "V1 line-infantry 10x5 60 20 0"
    ),
}
"""One unit for each seat, all of them far from the others."""


class Plot(Table):
    """A battle with treachery at a moment, and short ways to speak and to look."""

    def ask_for(self, seat: str, said: Action) -> int | None:
        """The question that an action answers; none for what may be said at any time."""
        return None if type(said) in self.battle.book.anytime else super().ask_for(seat, said)

    def card(self, seat: str, design: str) -> str:
        """The first such card in a hand."""
        return next(one.id for one in hand(self.position, seat) if one.truth == design)

    def holds(self, seat: str) -> list[str]:
        """The designs in a hand."""
        return sorted(one.truth for one in hand(self.position, seat))

    def tokens(self, seat: str) -> int:
        return self.count(seat, names.TOKENS)

    @property
    def enemy(self) -> str:
        return enemy_player(self.position)

    def window(self, seat: str) -> str:
        """The first question that a seat is asked now."""
        return next((ask.window for ask in self.asks(seat)), "")

    def play(self, seat: str, design: str, target: str = "") -> list[Event]:
        """Play a card of the hand, while everybody else who was asked passes."""
        window = next(ask.window for ask in self.asks(seat))
        others = [ask for ask in self.asks() if ask.window == window and ask.seat != seat]
        events = self.say(seat, PlayCard(self.card(seat, design), target))
        for ask in others:
            events += self.battle.say(ask.seat, Choose(PASS), ask.id)
        return events

    def unanswered(self) -> None:
        """Nobody answers the card that was just played."""
        while any(ask.window == "treachery card played" for ask in self.asks()):
            ask = next(ask for ask in self.asks() if ask.window == "treachery card played")
            self.battle.say(ask.seat, Choose(PASS), ask.id)

    def draw(self, *drawn: str) -> list[Event]:
        """Type in what chance is asked to draw."""
        return self.say(CHANCE, Draw(drawn))

    def proceed(self, until: str = "", enemy: str = "") -> Ask | None:
        """Pass, roll ones and name an enemy, up to a window or to whatever needs a mind."""
        for _ in range(200):
            ask = next(iter(self.asks()), None)
            if ask is None or (until and until in (one.window for one in self.asks())):
                return ask
            if ask.seat == CHANCE and ask.dice:
                self.roll(*[1] * ask.dice)
            elif ask.seat == CHANCE:
                self.draw(*ask.draw[: ask.count])
            elif PASS in ask.options:
                self.battle.say(ask.seat, Choose(PASS), ask.id)
            elif ask.window == "designation":
                self.choose(ask.seat, enemy if enemy in ask.options else ask.options[0])
            else:
                return ask
        raise AssertionError("it goes on for ever")

    @property
    def ruled(self) -> list[str]:
        """The keys of all rulings so far."""
        return [one.key for one in self.rulings()]


def over_triumph(pieces: str = "", **moment: Any) -> Plot:
    """A moment of a battle over TRIUMPH!."""
    return setting(OVER_TRIUMPH, pieces, **moment)


def over_ranked(pieces: str = "", **moment: Any) -> Plot:
    """A moment of a battle over ranked battles."""
    return setting(OVER_RANKED, pieces, **moment)


def setting(
    system: str,
    pieces: str = "",
    *,
    players: int = 3,
    opens: str = names.MOVEMENT,
    active: str = "red",
    turn: int = 1,
    hands: Mapping[str, str] = {},
    tokens: Mapping[str, int] | int = 100,
    counters: Mapping[str, Mapping[str, int]] = {},
    marks: Mapping[str, str] = {},
    traits: Mapping[str, str] = {},
    areas: str = "",
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    settings: Mapping[str, Any] = {},
    icons: bool = True,
    then: Iterable[Frame] = (),
    more: Iterable[Event] = (),
    cup: Cup | None = None,
) -> Plot:
    """The table as a phase opens, or, with `then`, as those frames begin, the first one first.

    Without pieces everybody has one unit. Marks and traits go to pieces by id, parted by commas.
    `more` are other events, before the phase.
    """
    seats = SEATS[:players]
    lying = pieces or ";".join(parted(PLAIN[system])[:players])
    bring: Callable[..., Iterator[Event]] = {
        OVER_TRIUMPH: brought_to_triumph, OVER_RANKED: brought_to_ranked,
    }[system]  # fmt: skip
    events = [touched(event, marks, traits) for event in bring(lying, areas, seats)]
    purse = tokens if isinstance(tokens, Mapping) else dict.fromkeys(seats, tokens)
    rows: dict[str, dict[str, int]] = {names.TABLE: {names.PLAYERS: players, names.GAME_TURN: 1}}
    for seat, value in purse.items():
        rows.setdefault(seat, {})[names.TOKENS] = value
    for who, row in counters.items():
        rows.setdefault(who, {}).update(row)
    events += [Counted(who, key, value) for who, row in rows.items() for key, value in row.items()]
    events += [*(turn_cards(seats, active) if icons else ()), *dealt(seats, hands)]
    frames = tuple(then)
    phase = BEFORE[system][names.MOVEMENT] if opens == "turn" else BEFORE[system][opens]
    events += [*more, Entered(turn, phase, (active,))]
    events += [Pushed(TriumphConduct() if system == OVER_TRIUMPH else RankedConduct())]
    events += [Pushed(frame) for frame in reversed(frames)]
    chance = cup or ScriptedCup(dice, draws=draws)
    return Plot(Battle(book(system, dict(settings)), events, chance))


def brought_to_triumph(pieces: str, areas: str, seats: tuple[str, ...]) -> Iterator[Event]:
    """What lies on a table of TRIUMPH!; every command has six command points."""
    width, depth = (64, 48) if len(seats) < 5 else (72, 60)
    document = Document(
        system="triumph",
        pieces=parted(pieces),
        terrain=parted(areas),
        seats=tuple(SeatSaid(seat=seat, side=seat) for seat in seats),
        points=dict.fromkeys(seats, 6),
        board=(width, depth),
    )
    return (event for event in opening(set_up(document)) if not isinstance(event, Pushed | Entered))


def brought_to_ranked(pieces: str, areas: str, seats: tuple[str, ...]) -> Iterator[Event]:
    """What lies on the table of a ranked battle."""
    chairs = {seat: seat for seat in seats}
    yield Began(Board(72 * ranked.INCH, 48 * ranked.INCH), tuple(map(Chair, seats, seats)))
    yield from list(opened(pieces, areas, chairs))[1:]


def touched(event: Event, marks: Mapping[str, str], traits: Mapping[str, str]) -> Event:
    """A piece with more traits and marks than its text could say."""
    if not isinstance(event, Mustered) or event.piece.id not in {*marks, *traits}:
        return event
    piece = event.piece
    found = tuple(Mark(one, names.PHASE) for one in marks.get(piece.id, "").split(",") if one)
    more = tuple(one for one in traits.get(piece.id, "").split(",") if one)
    piece = replace(piece, marks=(*piece.marks, *found), traits=(*piece.traits, *more))
    return Mustered(piece)


def turn_cards(seats: tuple[str, ...], active: str) -> Iterator[Event]:
    """The icons, dealt in the order of seats; that of the active player is turned over."""
    for icon, seat in zip(names.ICONS, seats, strict=False):
        turned = (Mark(names.TURNED, names.GAME_TURN),) if seat == active else ()
        traits = (names.TURN_CARD,)
        yield Mustered(
            Piece(f"turn-{icon}", icon, seat, seat, place="hand", traits=traits, marks=turned)
        )


def dealt(seats: tuple[str, ...], hands: Mapping[str, str]) -> Iterator[Event]:
    """Cards in hands, each seen by its holder alone."""
    number = 0
    for seat in seats:
        for design in hands.get(seat, "").split():
            number += 1
            traits = (names.TREACHERY,)
            known = Piece(
                f"card-{number}", "treachery", seat, seat, place="hand", traits=traits, truth=design
            )
            yield Veiled((seat,), Mustered(known), Mustered(replace(known, truth="")))


def host(plot: Plot):
    """The host of a battle."""
    return host_of(plot.battle.book)
