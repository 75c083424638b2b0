"""Leaks planted on purpose, each made by changing the product at one point.

What is betrayed is the truth as `whisper` reads it: a few letters that differ as the truth of a
battle does. Some plants betray less: one bit, a count, an order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from condotta.kernel import battle as kernel
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.choices import Choices
from condotta.kernel.errors import Illegal
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.treachery import deals
from condotta.server.games.games import Ancient
from condotta.server.parts import RowShown, SaidShown
from condotta.server.rooms import logs
from condotta.server.rooms.answering import Answering
from condotta.server.rooms.botwork import BotWork
from condotta.server.rooms.feed import Feed
from condotta.server.rooms.house import House
from condotta.server.rooms.room import Room
from condotta.server.rooms.seating import Seating

Plant = Callable[[pytest.MonkeyPatch], None]


class Planted(NamedTuple):
    """A plant, and in which case and on which surface it is to be caught."""

    case: str
    surface: str
    plant: Plant


PLANTS: dict[str, Planted] = {}
"""Every plant by its name."""


def planted(case: str, surface: str) -> Callable[[Plant], Plant]:
    """Note a plant."""

    def note(plant: Plant) -> Plant:
        PLANTS[plant.__name__.replace("_", " ")] = Planted(case, surface, plant)
        return plant

    return note


def whisper(battle: Battle) -> str:
    """Some letters that follow from the truth."""
    return letters(encode((battle.state.position, battle.state.agenda, battle.log[-80:])))


def letters(data: bytes) -> str:
    """Some letters that follow from bytes."""
    return hashlib.blake2b(data, digest_size=4).hexdigest()


def bit(battle: Battle) -> bool:
    """One bit of the truth."""
    return int(whisper(battle), 16) % 2 == 1


def truths(position: Position) -> list[str]:
    """What pieces really are, in the order of pieces."""
    return [piece.truth for piece in position.pieces.values() if piece.truth]


ROOMS: list[Room] = []
"""The rooms that were opened since a plant was planted, the newest last."""


def remembering(patch: pytest.MonkeyPatch) -> None:
    """Keep every room that is opened, for plants that are given a view alone."""
    ROOMS.clear()
    real = Room.__init__

    def opened(self: Room, *args: Any, **more: Any) -> None:
        real(self, *args, **more)
        ROOMS.append(self)

    patch.setattr(Room, "__init__", opened)


ASKED: list[Room] = []
"""The room at whose table something is being answered."""


def minding(patch: pytest.MonkeyPatch) -> None:
    """Keep the room of each answer, for plants that are given what a seat sees alone."""
    real = Answering.answer

    async def answer(self: Answering, sitting: Any, said: Any) -> Any:
        ASKED[:] = [self.room]
        return await real(self, sitting, said)

    patch.setattr(Answering, "answer", answer)


def hint(name: str) -> Refusal:
    """A refusal that says more than it should."""
    return Refusal("TC-1.1", "kernel.no-option", {"option": name})


# ── what is refused, and why ─────────────────────────────────────────────────
@planted("triumph, masks", "refusal")
def the_text_of_a_refusal(patch: pytest.MonkeyPatch) -> None:
    real = Battle.say

    def say(self: Battle, *args: Any) -> Any:
        try:
            return real(self, *args)
        except Illegal as why:
            raise Illegal(*(replace(one, params={**one.params, "of": whisper(self)})
                            for one in why.refusals)) from why  # fmt: skip

    patch.setattr(Battle, "say", say)


@planted("treachery, hand", "verdict no")
def one_reason_more_in_a_verdict(patch: pytest.MonkeyPatch) -> None:
    real = Room.judged

    def judged(self: Room, *args: Any) -> Any:
        found = real(self, *args)
        if not found.ok and bit(self.battle):
            return Verdict((*found.refusals, *found.refusals[:1]))
        return found

    patch.setattr(Room, "judged", judged)


@planted("grand, masks", "verdict no")
def the_text_of_a_verdict(patch: pytest.MonkeyPatch) -> None:
    real = Room.judged

    def judged(self: Room, *args: Any) -> Any:
        found = real(self, *args)
        told = tuple(
            replace(one, params={**one.params, "of": whisper(self.battle)})
            for one in found.refusals
        )
        return Verdict(told) if told else found

    patch.setattr(Room, "judged", judged)


@planted("treachery+triumph, hand", "verdict yes")
def legality_by_the_truth(patch: pytest.MonkeyPatch) -> None:
    real = Room.judged

    def judged(self: Room, *args: Any) -> Any:
        found = real(self, *args)
        return Verdict((hint("no"),)) if found.ok and bit(self.battle) else found

    patch.setattr(Room, "judged", judged)


@planted("treachery+triumph, deal", "WS late")
def why_an_undo_is_refused(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Choices, "acted", lambda self, *_: self.seal("acted"))


@planted("treachery, sealed", "refusal, undo")
def the_text_of_an_undo_refused(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        Battle, "why_no_undo", lambda self, _: f"kernel.undo-{'dice' if bit(self) else 'secret'}"
    )


# ── what is told of what is seen ─────────────────────────────────────────────
@planted("triumph, masks", "WS odds close")
def odds(patch: pytest.MonkeyPatch) -> None:
    real = Ancient.odds
    minding(patch)

    def told(self: Any, book: Book, position: Position, asked: Any) -> Any:
        found = real(self, book, position, asked)
        more = len("".join(truths(ASKED[-1].battle.state.position)))
        return replace(found, tie=found.tie + more)

    patch.setattr(Ancient, "odds", told)


@planted("treachery, hand", "WS cards")
def cards(patch: pytest.MonkeyPatch) -> None:
    real = Answering.answer

    async def told(self: Answering, sitting: Any, said: Any) -> Any:
        reply = await real(self, sitting, said)
        if reply.cards is None or not bit(self.room.battle):
            return reply
        return replace(
            reply,
            cards=replace(
                reply.cards,
                cards=(),
                meanings={"pass": SaidShown(key="kernel.undo", clause="TT-11.8")},
            ),
        )

    patch.setattr(Answering, "answer", told)


@planted("grand, march", "WS aids")
def aids(patch: pytest.MonkeyPatch) -> None:
    real = Answering.answer

    async def told(self: Answering, sitting: Any, said: Any) -> Any:
        reply = await real(self, sitting, said)
        return replace(reply, aids=()) if reply.aids and bit(self.room.battle) else reply

    patch.setattr(Answering, "answer", told)


@planted("triumph+reported, masks", "WS facts")
def facts(patch: pytest.MonkeyPatch) -> None:
    real = Answering.answer

    async def told(self: Answering, sitting: Any, said: Any) -> Any:
        reply = await real(self, sitting, said)
        if reply.facts is None or not bit(self.room.battle):
            return reply
        return replace(reply, facts=replace(reply.facts, now=(RowShown(key="facts.points"),)))

    patch.setattr(Answering, "answer", told)


@planted("ranked, words", "WS measure")
def a_measure(patch: pytest.MonkeyPatch) -> None:
    real = Answering.answer

    async def told(self: Answering, sitting: Any, said: Any) -> Any:
        reply = await real(self, sitting, said)
        if reply.measure is None:
            return reply
        more = len(self.room.battle.log) % 7
        return replace(
            reply, measure=replace(reply.measure, distance=reply.measure.distance + more)
        )

    patch.setattr(Answering, "answer", told)


@planted("grand, masks", "WS aids")
def how_commands_stand(patch: pytest.MonkeyPatch) -> None:
    real = Ancient.strengths
    minding(patch)

    def told(self: Any, book: Book, position: Position) -> Any:
        return real(self, book, ASKED[-1].battle.state.position)

    patch.setattr(Ancient, "strengths", told)


# ── menus and plans ──────────────────────────────────────────────────────────
@planted("triumph, masks", "WS menu")
def what_is_in_a_menu(patch: pytest.MonkeyPatch) -> None:
    real = Answering.suggestion

    def job(self: Answering, said: Any) -> Any:
        made = real(self, said)
        return replace(made, most=1 + made.most // 2) if bit(self.room.battle) else made

    patch.setattr(Answering, "suggestion", job)


@planted("triumph, masks", "WS menu")
def the_order_of_a_menu(patch: pytest.MonkeyPatch) -> None:
    real = msgspec.json.decode
    suggested = Answering.suggested

    async def turned(self: Answering, sitting: Any, said: Any) -> None:
        tell = sitting.tell

        def told(data: bytes) -> None:
            reply = real(data)
            if reply.get("menu") and bit(self.room.battle):
                reply["menu"].reverse()
            tell(encode(reply))

        patch.setattr(sitting, "tell", told)
        await suggested(self, sitting, said)
        patch.setattr(sitting, "tell", tell)

    patch.setattr(Answering, "suggested", turned)


@planted("skirmish, dice", "WS plan")
def a_plan_that_knows_the_dice(patch: pytest.MonkeyPatch) -> None:
    real = Answering.suggestion

    def job(self: Answering, said: Any) -> Any:
        made = real(self, said)
        if made.toward is None:
            return made
        luck = int(letters(self.room.dice.seed.encode()), 16) % 90_000
        return replace(made, toward=(made.toward[0] + luck, made.toward[1]))

    patch.setattr(Answering, "suggestion", job)


# ── who is given what ────────────────────────────────────────────────────────
@planted("grand, split", "bot's job")
def a_bot_given_the_truth(patch: pytest.MonkeyPatch) -> None:
    real = BotWork.job

    def job(self: BotWork, ask: Ask, bot: str, trial: int) -> Any:
        made = real(self, ask, bot, trial)
        view = replace(self.room.battle.view(ask.seat), position=self.room.battle.state.position)
        return replace(made, view=msgspec.Raw(encode(view)))

    patch.setattr(BotWork, "job", job)


@planted("treachery+reported, hand", "bot's job")
def a_bot_with_lots_of_the_truth(patch: pytest.MonkeyPatch) -> None:
    real = BotWork.job

    def job(self: BotWork, ask: Ask, bot: str, trial: int) -> Any:
        return replace(real(self, ask, bot, trial), seed=whisper(self.room.battle))

    patch.setattr(BotWork, "job", job)


@planted("grand, march", "WS snapshot")
def a_late_joiner_given_the_truth(patch: pytest.MonkeyPatch) -> None:
    def view(self: Feed) -> Any:
        return replace(self.battle.view(self.audience[0]), position=self.battle.state.position)

    patch.setattr(Feed, "view", view)


# ── at the door, and who is there ────────────────────────────────────────────
@planted("carnage, wish", "HTTP door")
def the_room_over_http(patch: pytest.MonkeyPatch) -> None:
    real = House.at_door

    def told(self: House, one: Any, person: bytes) -> Any:
        shown = real(self, one, person)
        return replace(shown, clock=int(letters(encode(one.room.battle.log)), 16))

    patch.setattr(House, "at_door", told)


@planted("carnage+ranked, words", "HTTP list")
def the_list_over_http(patch: pytest.MonkeyPatch) -> None:
    real = House.shown

    def told(self: House, row: Any, seats: Any, person: bytes) -> Any:
        shown = real(self, row, seats, person)
        one = self.rooms.get(row.battle)
        return shown if one is None else replace(shown, clock=len(one.room.battle.log))

    patch.setattr(House, "shown", told)


@planted("treachery, hand", "WS late")
def presence(patch: pytest.MonkeyPatch) -> None:
    real = Seating.presence
    remembering(patch)

    def told(self: Seating, *args: Any, **more: Any) -> Any:
        shown = real(self, *args, **more)
        room = next(one for one in reversed(ROOMS) if one.seating is self)
        return replace(shown, watching=shown.watching + bit(room.battle))

    patch.setattr(Seating, "presence", told)


@planted("treachery, sealed", "live")
def whom_the_table_waits_for(patch: pytest.MonkeyPatch) -> None:
    real = Feed.waiting

    def told(self: Feed, thinking: Any) -> bytes:
        seats = self.battle.state.position.seats()
        said = letters(encode(self.battle.log))
        return real(self, (seats[0],) if int(said, 16) % 2 else thinking)

    patch.setattr(Feed, "waiting", told)


@planted("grand+reported, split", "notices")
def a_letter_to_who_is_away(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.rooms.besides import Besides

    real = Besides.tell
    remembering(patch)

    async def told(self: Besides, battle: str, row: Any, title: str) -> None:
        room = next(one for one in reversed(ROOMS) if one.beside is self.of(battle))
        await real(self, battle, row, f"{title} {whisper(room.battle)}")

    patch.setattr(Besides, "tell", told)


# ── events, numbers, counts ──────────────────────────────────────────────────
@planted("triumph, masks", "WS late")
def events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Feed, "audience", property(lambda _: ("red",)))


@planted("carnage+reported, words", "live")
def a_number_in_the_truth(patch: pytest.MonkeyPatch) -> None:
    real = Room.number

    def number(self: Room, seats: tuple[Seat, ...], length: int) -> int:
        return length if seats != ("red",) else real(self, seats, length)

    patch.setattr(Room, "number", number)


@planted("ranked, words", "WS late")
def an_empty_event_for_what_is_private(patch: pytest.MonkeyPatch) -> None:
    from condotta.kernel import views
    from condotta.kernel.events import Popped, Told

    real = views.seen_by

    def blank(who: frozenset[str], event: Any) -> Any:
        seen = real(who, event)
        return Popped() if seen is None and isinstance(event, Told) else seen

    patch.setattr(views, "seen_by", blank)
    patch.setattr(kernel, "seen_by", blank)


@planted("treachery+triumph, deal", "live")
def an_offer_numbered_among_private_ones(patch: pytest.MonkeyPatch) -> None:
    def name_of(position: Position, seat: Seat, said: Any) -> str:
        own = [one for one in position.pieces.values() if one.owner == seat]
        return f"deal-{seat}-{1 + len([one for one in own if one.type == 'deal'])}"

    patch.setattr(deals, "name_of", name_of)


@planted("treachery, hand", "WS late")
def the_count_of_what_is_in_the_deck(patch: pytest.MonkeyPatch) -> None:
    from condotta.kernel import views

    def shown(who: frozenset[str], ask: Ask) -> Ask:
        return replace(ask, depth=0) if ask.draw else real_shown(who, ask)

    real_shown = views.shown
    patch.setattr(views, "shown", shown)


# ── files, reports, paper ────────────────────────────────────────────────────
@planted("ranked+reported, dice", "HTTP report before the end")
def a_report_before_its_end(patch: pytest.MonkeyPatch) -> None:
    async def told(room: Room, *_: Any) -> str:
        return f"<p>{room.dice.seed}</p>"

    patch.setattr(logs, "report_of", told)


@planted("grand, split", "HTTP log")
def an_export(patch: pytest.MonkeyPatch) -> None:
    real = logs.log_of

    async def told(room: Room, seats: tuple[Seat, ...], *, whole: bool) -> bytes:
        data = await real(room, seats, whole=whole)
        return data + b"\n" if bit(room.battle) else data

    patch.setattr(logs, "log_of", told)


@planted("grand+reported, split", "HTTP paper")
def paper(patch: pytest.MonkeyPatch) -> None:
    async def told(room: Room, seat: Seat, *_: Any) -> str:
        return f"<p>{seat} {len(truths(room.battle.state.position))} {whisper(room.battle)}</p>"

    patch.setattr(logs, "paper_of", told)


@planted("triumph, masks", "HTTP picture")
def a_picture(patch: pytest.MonkeyPatch) -> None:
    async def told(room: Room, _: Any, *, dark: bool) -> tuple[int, str]:
        return room.kept, f"<svg>{letters(encode(room.battle.log))}{dark}</svg>"

    patch.setattr(logs, "picture_of", told)


@planted("grand, masks", "HTTP position")
def a_position_file(patch: pytest.MonkeyPatch) -> None:
    async def told(room: Room, *_: Any) -> str:
        return f'{{"hidden": {sum(map(len, truths(room.battle.state.position)))}}}'

    patch.setattr(logs, "position_of", told)


@planted("triumph, words", "HTTP dice")
def dice_so_far(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.door_forms import DiceSeen, DiceShown

    async def told(room: Room, *_: Any) -> Any:
        log = len(room.battle.log)
        return DiceSeen(dice=(DiceShown(seat="red", count=log, faces=(), mean=0.0),))

    patch.setattr(logs, "dice_of", told)


@planted("treachery+triumph, hand", "WS story")
def a_story(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.rooms.telling import Teller

    real = Feed.teller

    def told(self: Feed, lang: str) -> Teller:
        found = real(self, lang)
        if found.lines and bit(self.battle):
            found.lines[-1] = replace(found.lines[-1], text=found.lines[-1].text + ".")
        return found

    patch.setattr(Feed, "teller", told)


@planted("skirmish, dice", "HTTP log")
def the_seed_in_a_header(patch: pytest.MonkeyPatch) -> None:
    real = logs.log_of

    async def told(room: Room, seats: tuple[Seat, ...], *, whole: bool) -> bytes:
        data = await real(room, seats, whole=whole)
        title = f'"title":{{"seed":"{room.dice.seed}",'.encode()
        return data.replace(b'"title":{', title, 1)

    patch.setattr(logs, "log_of", told)


# ── of other kinds ───────────────────────────────────────────────────────────
@planted("triumph, masks", "HTTP log")
def a_digest_of_the_truth(patch: pytest.MonkeyPatch) -> None:
    real = logs.log_of

    async def told(room: Room, seats: tuple[Seat, ...], *, whole: bool) -> bytes:
        data = await real(room, seats, whole=whole)
        digest = hashlib.sha256(" ".join(truths(room.battle.state.position)).encode())
        title = f'"title":{{"digest":"{digest.hexdigest()}",'.encode()
        return data.replace(b'"title":{', title, 1)

    patch.setattr(logs, "log_of", told)


@planted("treachery, hand", "HTTP log")
def the_header_of_an_answer(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.http import app

    real = logs.log_of

    async def told(room: Room, seats: tuple[Seat, ...], *, whole: bool) -> bytes:
        ASKED[:] = [room]
        return await real(room, seats, whole=whole)

    def saved(title: str, end: str) -> dict[str, str]:
        return {"content-disposition": f'attachment; filename="{whisper(ASKED[-1].battle)}{end}"'}

    patch.setattr(logs, "log_of", told)
    patch.setattr(app, "saved", saved)


@planted("ranked, words", "HTTP picture")
def the_order_of_pieces_in_a_view(patch: pytest.MonkeyPatch) -> None:
    real = Feed.view

    def view(self: Feed) -> Any:
        seen = real(self)
        if not bit(self.battle):
            return seen
        pieces = dict(reversed(list(seen.position.pieces.items())))
        return replace(seen, position=replace(seen.position, pieces=pieces))

    patch.setattr(Feed, "view", view)


@planted("triumph, masks", "WS measure")
def a_measure_of_a_masked_stand_alone(patch: pytest.MonkeyPatch) -> None:
    real = Answering.answer

    async def told(self: Answering, sitting: Any, said: Any) -> Any:
        reply = await real(self, sitting, said)
        if reply.measure is None:
            return reply
        pieces = self.room.battle.state.position.pieces
        more = sum(bool(pieces[one].truth) for one in (said.start, said.end) if one in pieces)
        return replace(
            reply, measure=replace(reply.measure, distance=reply.measure.distance + more)
        )

    patch.setattr(Answering, "answer", told)


@planted("ranked, words", "WS watching")
def spectators_who_hear_private_words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Feed, "audience", property(lambda self: self.seats or ("red",)))


@planted("treachery, hand", "WS late")
def whoever_holds_two_seats_sees_a_third(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        Feed, "audience",
        property(lambda self: (*self.seats, "red") if len(self.seats) > 1
                 else self.seats or ("spectators",)),
    )  # fmt: skip


@planted("treachery+triumph, hand", "live")
def how_events_are_packed(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.rooms import feed

    real = Feed.pages

    def pages(self: Feed, since: int, lang: str = "") -> Any:
        patch.setattr(feed, "PAGE", 7 + bit(self.battle))
        return list(real(self, since, lang))

    patch.setattr(Feed, "pages", pages)


@planted("treachery, hand", "said twice")
def the_number_of_a_command_said_twice(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.protocol import Reply

    def again(self: Room, _: Any, number: str, known: Any, __: bytes) -> Reply:
        return Reply(id=number, ok=True, number=known[1] + bit(self.battle))

    patch.setattr(Room, "again", again)


@planted("triumph+reported, masks", "WS aids then")
def the_table_as_it_was(patch: pytest.MonkeyPatch) -> None:
    real = Answering.seen

    async def seen(self: Answering, sitting: Any, seat: Seat, at: int | None = None) -> Position:
        found = await real(self, sitting, seat, at)
        return found if at is None else replace(found, turn=1 + bit(self.room.battle))

    patch.setattr(Answering, "seen", seen)


@planted("triumph, masks", "HTTP picture")
def a_picture_by_night(patch: pytest.MonkeyPatch) -> None:
    real = logs.picture_of

    async def told(room: Room, seats: Any, *, dark: bool) -> tuple[int, str]:
        kept, text = await real(room, seats, dark=dark)
        return kept, text + whisper(room.battle) if dark else text

    patch.setattr(logs, "picture_of", told)


@planted("grand, masks", "HTTP paper")
def paper_of_the_other_size(patch: pytest.MonkeyPatch) -> None:
    real = logs.paper_of

    async def told(room: Room, seat: Seat, paper: Any, *more: Any) -> str:
        text = await real(room, seat, paper, *more)
        return text + whisper(room.battle) if paper == "letter" else text

    patch.setattr(logs, "paper_of", told)


@planted("triumph, masks", "live")
def an_undo_that_counts_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    from condotta.kernel.events import Undone

    real = Feed.events

    def told(self: Feed, since: int = 0) -> Any:
        return tuple(
            replace(one, kept=one.kept + bit(self.battle)) if isinstance(one, Undone) else one
            for one in real(self, since)
        )

    patch.setattr(Feed, "events", told)


@planted("treachery, hand", "WS wrong secret")
def a_program_with_the_secret_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    real = Seating.granted

    def granted(self: Seating, person: bytes, secret: str = "") -> tuple[Seat, ...]:
        found = real(self, person, secret)
        return ("red",) if secret and not found else found

    patch.setattr(Seating, "granted", granted)


@planted("ranked, words", "HTTP list")
def which_battles_are_listed_first(patch: pytest.MonkeyPatch) -> None:
    real = House.listed

    async def told(self: House, person: bytes) -> Any:
        found = await real(self, person)
        one = next(iter(self.rooms.values()), None)
        return found[::-1] if one is not None and bit(one.room.battle) else found

    patch.setattr(House, "listed", told)


@planted("treachery+reported, hand", "WS error")
def the_last_reason_of_a_wrong_message(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.rooms.sitting import Sitting

    real = Sitting.complain

    def complain(self: Sitting, why: Any) -> None:
        why.params = {**why.params, "of": whisper(self.room.battle)}
        real(self, why)

    patch.setattr(Sitting, "complain", complain)


@planted("grand, split", "HTTP with another's eyes")
def the_text_of_another_eyes_refusal(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.reasons import Refused

    real = House.room

    async def room(self: House, battle: str) -> Any:
        one = await real(self, battle)
        ASKED[:] = [one.room]
        return one

    def sees(granted: Any, seat: str) -> tuple[Seat, ...]:
        held = tuple(granted)
        if seat == "":
            return held
        if seat == "spectators":
            return ()
        if seat in held:
            return (seat,)
        raise Refused("not-your-seat", 403 + bit(ASKED[-1].battle), seat=seat[:40])

    patch.setattr(House, "room", room)
    patch.setattr(logs, "sees", sees)


@planted("ranked, words", "HTTP metrics")
def how_much_is_counted(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.http import watching

    real = watching.figures

    def figures(house: House) -> Any:
        yield from real(house)
        for one in house.rooms.values():
            yield f"condotta_known {int(bit(one.room.battle))}"

    patch.setattr(watching, "figures", figures)


@planted("treachery+triumph, deal", "a seat that changed hands")
def what_the_next_holder_of_a_seat_will_see(patch: pytest.MonkeyPatch) -> None:
    from condotta.server.rooms import handing

    real = handing.event_of

    def told(battle: Battle, seating: Seating, row: Any, change: Any) -> Any:
        """What two whispered to each other is counted with the cards."""
        near = battle.state.position.at("hand")
        mine = [one for one in near if row.seat in (one.owner, one.controller)]
        return replace(real(battle, seating, row, change), hand=len(mine))

    patch.setattr(handing, "event_of", told)
