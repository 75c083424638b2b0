"""What later games need to say, said with the kernel as it is, each by one small test."""

from collections.abc import Iterator

import pytest

from condotta.kernel.asks import Action, Ask, Choose, Loop, Roll, Script, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup, SeededCup
from condotta.kernel.errors import Corrupt, Illegal
from condotta.kernel.events import (
    Asked,
    Began,
    Corrected,
    Counted,
    Ended,
    Event,
    Exchanged,
    Laid,
    Lifted,
    Marked,
    Moved,
    Mustered,
    Opened,
    Paid,
    Placed,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Sealed,
    Step,
    Told,
    Veiled,
)
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, SPECTATORS, Board, Chair, Mark, Piece, Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.seals import broken, digest_of
from condotta.kernel.state import State
from condotta.kernel.views import fold_view
from condotta.table import Area, Ellipse, Pose
from tests.kernel import harness, laws, toy
from tests.kernel.toy import ask_of, choose


def told(*events: Event, sides: dict[Seat, str] | None = None) -> Battle:
    """A toy battle in which those things have happened as well."""
    return Battle(toy.book(), [*toy.opening(sides=sides), *events], SeededCup(7))


def game(layer: Layer, opening: Iterator[Event] | list[Event], cup=None) -> Battle:
    """A battle of a book made for one test."""
    return Battle(laws.watched(Book("small", (layer,))), opening, cup)


def chairs(*seats: Seat) -> Began:
    return Began(Board(10, 10), tuple(Chair(seat, seat) for seat in seats))


# ── things on and beside the table ───────────────────────────────────────────
def test_pieces_reported_from_a_real_table_have_no_pose():
    reported = Piece("R2", "knights", "red", "red", place="table", command="R")
    battle = told(
        Mustered(reported),
        Placed("R2", "table"),
        Marked("R2", Mark("shaken", "turn")),
        Counted("R2", "wounds", 2),
        Removed("R2", "lost", "blue", "TOY-3"),
    )
    piece = battle.view("blue").position.pieces["R2"]
    assert (piece.place, piece.pose) == ("lost", None)
    assert battle.view("blue").position.count("R2", "wounds") == 2
    laws.keeps_every_law(battle)


def test_ground_is_laid_and_lifted():
    hill = Area("hill", "gentle hill", Ellipse(5, 5, 3, 2, 1, 0))
    battle = told(
        Laid(hill), Laid(Area("wood", "woods", Ellipse(9, 9, 3, 2, 1, 0))), Lifted("hill")
    )
    assert [area.id for area in battle.view(SPECTATORS).position.areas] == ["wood"]
    laws.keeps_every_law(battle)


def test_a_marker_is_seen_and_what_it_stands_for_is_not():
    marker = Piece("m1", "marker", "red", "red", place="table", pose=Pose(5, 0, 0, 1), truth="R-2")
    battle = told(toy.secret(("side:north",), marker), sides=toy.TWO_SIDES)
    truths = {seat: battle.view(seat).position.pieces["m1"].truth for seat in toy.SEATS}
    assert truths == {"red": "R-2", "green": "R-2", "blue": ""}
    assert battle.view("blue").position.pieces["m1"].pose == Pose(5, 0, 0, 1)


def test_a_piece_that_others_do_not_know_of_moves_unseen_until_it_shows():
    ambush = Piece("x1", "ambushers", "red", "red", place="table", pose=Pose(5, 5, 1, 0))
    hidden = (
        Veiled(("red",), Mustered(ambush)),
        Veiled(("red",), Moved((Step("x1", Pose(6, 5, 1, 0)),))),
        Veiled(("red",), Marked("x1", Mark("moved", "step"))),
    )
    battle = told(*hidden)
    assert "x1" not in battle.view("blue").position.pieces
    length = len(battle.stream("blue"))
    assert length == len(told().stream("blue"))
    shown = told(*hidden, Exchanged(battle.state.position.pieces["x1"]))
    assert shown.view("blue").position.pieces["x1"].pose == Pose(6, 5, 1, 0)
    laws.keeps_every_law(shown)


def test_of_one_body_others_may_see_a_part_move():
    parts = Moved((Step("R1", Pose(1, 1, 1, 0)), Step("x1", Pose(2, 1, 1, 0))))
    battle = told(
        Veiled(("red",), Mustered(Piece("x1", "ambushers", "red", "red"))),
        Veiled(("red",), parts, Moved(parts.steps[:1])),
    )
    assert battle.view("red").position.pieces["x1"].pose == Pose(2, 1, 1, 0)
    assert battle.view("blue").position.pieces["R1"].pose == Pose(1, 1, 1, 0)
    laws.keeps_every_law(battle)


def test_a_mark_known_to_some_is_shown_to_all_and_lies_there_once():
    mark = Mark("bribed", "phase")
    battle = told(Veiled(("red",), Marked("R1", mark)), Marked("R1", mark))
    for seat in laws.audiences(battle):
        assert battle.view(seat).position.pieces["R1"].marks == (mark,)


def test_of_a_hand_others_see_how_many_cards_it_holds():
    battle = toy.battle(cards={"blue": ("fog", "ambush"), "red": ("feast",)})
    for seat in ("red", SPECTATORS):
        seen = battle.view(seat).position
        assert [len(toy.hand(seen, one)) for one in toy.SEATS] == [1, 2, 0]
        assert {card.truth for card in toy.hand(seen, "blue")} == {""}


def test_owner_and_controller_differ_after_a_change_of_hands():
    battle = toy.battle()
    choose(battle, "red", "hire")
    choose(battle, "red", "green")
    piece = battle.view("blue").position.pieces["R1"]
    assert (piece.owner, piece.controller) == ("red", "green")
    battle.say("green", toy.Advance("R1", 3, 3), ask_of(battle, "green").id)
    assert not battle.judge("red", toy.Advance("R1", 4, 4), ask_of(battle, "red").id).ok


# ── who is asked, when, and by what ──────────────────────────────────────────
class Order(Loop, frozen=True, kw_only=True):
    """A turn deck: a seat's card is drawn only when its turn comes."""


class Turn(Script, frozen=True, kw_only=True):
    """One card of it."""


def order(_: Book, state: State, frame: Order) -> Iterator[Event]:
    gone = [seat for seat in state.position.seats() if state.position.count(seat, "gone")]
    if len(gone) == len(state.position.seats()):
        yield Ended((), "TT-2", "over")
    else:
        yield Pushed(Turn())


def turn(_: Book, state: State, frame: Turn) -> Iterator[Event]:
    position = state.position
    drawn = frame.heard("turn card")
    waiting = tuple(seat for seat in position.seats() if not position.count(seat, "gone"))
    if drawn is None:
        yield Asked(Ask(CHANCE, "turn card", "TT-2", draw=waiting))
        return
    seat = drawn.drawn[0]
    if frame.heard("turn", seat) is None:
        yield Asked(Ask(seat, "turn", "TT-2", options=("done",)))
        return
    yield Counted(seat, "gone", 1)
    yield Popped()


def test_a_turn_deck_is_drawn_card_by_card_and_its_order_never_exists():
    layer = Layer("turns", 0, procedures={Order: order, Turn: turn})
    battle = game(layer, [chairs("red", "blue", "green"), Pushed(Order())], SeededCup(2))
    turns = []
    while battle.waiting():
        (ask,) = battle.waiting()
        turns.append(ask.seat)
        battle.say(ask.seat, Choose("done"), ask.id)
        laws.keeps_every_law(battle)
    assert sorted(turns) == ["blue", "green", "red"]


class Grab(Loop, frozen=True, kw_only=True):
    """A window that several may use, and the first to speak has it."""


class Grabbed(Script, frozen=True, kw_only=True):
    seat: Seat


def grab(_: Book, state: State, frame: Grab) -> Iterator[Event]:
    position = state.position
    if frame.answers:
        yield Pushed(Grabbed(seat=frame.answers[0].seat))
    elif any(position.count(seat, "prize") for seat in position.seats()):
        yield Ended((), "T", "over")
    else:
        for seat in position.seats():
            yield Asked(Ask(seat, "grab", "T", options=("mine",)))


def grabbed(_: Book, state: State, frame: Grabbed) -> Iterator[Event]:
    yield Counted(frame.seat, "prize", 1)
    yield Popped()


def test_the_first_to_speak_closes_the_window_for_the_others():
    layer = Layer("grab", 0, procedures={Grab: grab, Grabbed: grabbed})
    six = ("ada", "bo", "cy", "di", "ed", "flo")
    battle = game(layer, [chairs(*six), Pushed(Grab())])
    first = battle.waiting()[0]
    choose(battle, "di", "mine")
    assert battle.state.position.count("di", "prize") == 1
    laws.is_refused(battle, "ada", Choose("mine"), first.id, "kernel.stale")
    laws.keeps_every_law(battle)


class Bid(Action, frozen=True):
    tokens: int


class Auction(Script, frozen=True, kw_only=True):
    """Sealed bids: an open question that is secret, put to several at once."""


def auction(_: Book, state: State, frame: Auction) -> Iterator[Event]:
    seats = state.position.seats()
    if not frame.answers:
        for seat in seats:
            yield Asked(Ask(seat, "bid", "T", says=("Bid",), secret=True))
        return
    bids = {seat: frame.heard("bid", seat).tokens for seat in seats}
    for seat in seats:
        yield Paid(seat, "", "tokens", bids[seat])
    best = max(bids.values())
    winners = tuple(seat for seat in seats if bids[seat] == best)
    yield Ended(winners, "T", "sold")


def judge_bid(_: Book, seen: Position, seat: Seat, __: Ask | None, said: Bid) -> Verdict:
    held = seen.count(seat, "tokens")
    return Verdict() if 0 <= said.tokens <= held else toy.no("tokens", tokens=held)


def test_sealed_bids_are_judged_at_once_and_seen_together():
    layer = Layer("auction", 0, procedures={Auction: auction}, judges={Bid: judge_bid})
    purses = [Counted("red", "tokens", 3), Counted("blue", "tokens", 5)]
    battle = game(layer, [chairs("red", "blue"), *purses, Pushed(Auction())])
    red, blue = ask_of(battle, "red").id, ask_of(battle, "blue").id
    assert not battle.judge("red", Bid(4), red).ok
    battle.say("blue", Bid(4), blue)
    assert b'"tokens":4' not in encode(battle.stream("red"))
    battle.say("red", Bid(2), red)
    assert battle.state.position.ended.winners == ("blue",)
    assert battle.view(SPECTATORS).position.count("blue", "tokens") == 1
    laws.keeps_every_law(battle)


def test_all_who_hold_too_much_discard_at_once_and_in_secret():
    cards = {"red": ("fog", "fog"), "blue": ("ambush", "feast", "feast")}
    battle = toy.battle(cards=cards, cup=ScriptedCup((), draws=("ambush",)))
    choose(battle, "red", "draw")
    assert [(ask.seat, ask.window) for ask in battle.waiting()] == [
        ("red", "discard"),
        ("blue", "discard"),
    ]
    choose(battle, "blue", "card-4")
    assert battle.view("red").position.pieces["card-4"].place == "hand"
    laws.an_act_at_any_time_leaves_the_frames_below(battle, "green", toy.Give("blue", 1))
    choose(battle, "red", "card-1")
    gone = battle.view("green").position
    assert {card.truth for card in gone.at("gone")} == {"fog", "feast"}
    laws.keeps_every_law(battle)


class Response(Script, frozen=True, kw_only=True):
    """Any other seat may answer a card with a card: the last played is resolved first."""

    card: str
    by: Seat


def response(_: Book, state: State, frame: Response) -> Iterator[Event]:
    position = state.position
    for seat in position.seats():
        if seat == frame.by:
            continue
        said = frame.heard("respond", seat)
        if said is None:
            played = position.count("table", "played")
            options = ("pass", "counter") if played < 3 else ("pass",)
            yield Asked(Ask(seat, "respond", "T", options=options))
            return
        if said.option == "counter" and not position.count(f"{frame.card}<{seat}", "made"):
            yield Counted(f"{frame.card}<{seat}", "made", 1)
            yield Counted("table", "played", position.count("table", "played") + 1)
            yield Pushed(Response(card=f"{frame.card}<{seat}", by=seat))
            return
    yield Ruled("T", "resolved", {"card": frame.card})
    yield Popped()


def test_the_last_card_played_is_resolved_first():
    layer = Layer("cards", 0, procedures={Response: response})
    battle = game(layer, [chairs("red", "blue", "green"), Pushed(Response(card="fog", by="red"))])
    for said in ("counter", "pass", "counter", *("pass",) * 3):
        (ask,) = battle.waiting()
        battle.say(ask.seat, Choose(said), ask.id)
        laws.keeps_every_law(battle)
    resolved = [e.params["card"] for e in battle.log if isinstance(e, Ruled)]
    assert resolved == ["fog<blue<green", "fog<blue", "fog"]


def test_a_seat_that_is_out_has_no_turn_but_keeps_its_hand_and_may_give():
    def next_standing(below, position):
        standing = [seat for seat in position.seats() if not position.count(seat, "out")]
        return standing[toy.step(position) % len(standing)]

    layer = Layer("knockout", 1, hooks=((toy.NEXT, next_standing, "TOY-1"),))
    opening = [*toy.opening(cards={"red": ("fog",)}), Counted("red", "out", 1)]
    battle = Battle(toy.book(layer), opening, SeededCup(7))
    for seat in ("blue", "green", "blue"):
        assert battle.state.position.active == (seat,)
        choose(battle, seat, "rest")
    battle.say("red", toy.Give("blue", 3))
    battle.say("red", toy.Hand("blue", "card-1"))
    assert len(toy.hand(battle.state.position, "blue")) == 1


# ── an offer that others may take while the battle goes on ───────────────────
class Propose(Action, frozen=True):
    to: Seat
    tokens: int


class Accept(Action, frozen=True):
    deal: str


class Deal(Script, frozen=True, kw_only=True):
    seat: Seat
    said: Propose | Accept


def dealing(_: Book, state: State, frame: Deal) -> Iterator[Event]:
    """A deal on offer is a thing that lies there, not a question that holds everybody up."""
    match frame.said:
        case Propose(to, tokens):
            number = sum(piece.type == "deal" for piece in state.position.pieces.values())
            offer = Piece(f"deal-{number}", "deal", frame.seat, to, place="aside")
            yield Mustered(offer)
            yield Counted(offer.id, "tokens", tokens)
        case Accept(deal):
            piece = state.position.pieces[deal]
            yield Paid(piece.owner, frame.seat, "tokens", state.position.count(deal, "tokens"))
            yield Placed(deal, "gone")
    yield Popped()


DEALS = Layer(
    "deals",
    1,
    procedures={Deal: dealing},
    judges={Propose: lambda *_: Verdict(), Accept: lambda *_: Verdict()},
    anytime={
        Propose: lambda seat, said: Deal(seat=seat, said=said),
        Accept: lambda seat, said: Deal(seat=seat, said=said),
    },
)


def test_a_deal_waits_while_the_battle_goes_on():
    battle = toy.battle(layers=(DEALS,))
    laws.an_act_at_any_time_leaves_the_frames_below(battle, "red", Propose("blue", 2))
    choose(battle, "red", "march")
    battle.say("blue", Accept("deal-0"))
    assert battle.view("green").position.count("blue", "tokens") == 5
    laws.keeps_every_law(battle)


def test_while_an_act_at_any_time_waits_for_somebody_a_loop_waits_too(monkeypatch):
    def asking(book, state, frame):
        if frame.heard("sure?") is None:
            yield Asked(Ask(frame.seat, "sure?", "TOY-1", options=("yes",)))
            return
        yield from toy.giving(book, state, frame)

    monkeypatch.setitem(toy.TOY.procedures, toy.Giving, asking)
    battle = toy.battle()
    below = ask_of(battle, "blue")
    battle.say("red", toy.Give("green", 1))
    assert [ask.window for ask in battle.waiting()] == ["sure?"]
    laws.is_refused(battle, "blue", toy.Advance("B1", 1, 1), below.id, "kernel.wait")
    assert battle.judge("blue", toy.Advance("B1", 1, 1), below.id).refusals[0].key == "kernel.wait"
    choose(battle, "red", "yes")
    battle.say("blue", toy.Advance("B1", 1, 1), below.id)


# ── words, watchers, corrections, seats ──────────────────────────────────────
def test_words_reach_their_audience_and_nobody_else():
    battle = toy.battle(sides=toy.TWO_SIDES)
    battle.say("red", Speak("strike at dawn", ("side:north",)))
    battle.say("red", Speak("peace?", ("blue",)))
    battle.say("red", Speak("good day"))
    heard = {
        seat: [event.text for event in battle.stream(seat) if isinstance(event, Told)]
        for seat in laws.audiences(battle)
    }
    assert heard == {
        "red": ["strike at dawn", "peace?", "good day"],
        "green": ["strike at dawn", "good day"],
        "blue": ["peace?", "good day"],
        SPECTATORS: ["good day"],
    }


def test_who_has_no_seat_says_nothing():
    battle = toy.battle()
    for seat in (SPECTATORS, "stranger", CHANCE):
        laws.is_refused(battle, seat, Speak("hello"), None, "kernel.no-seat")
        laws.is_refused(battle, seat, toy.Give("red", 1), None, "kernel.no-seat")


def test_a_correction_changes_the_table_and_is_known_with_its_reason():
    battle = toy.battle(truths={"red": "false"})
    choose(battle, "red", "rest")
    old = ask_of(battle, "blue").id
    secret = Veiled(("red",), Counted("red", "shame", 1))
    changes = (Moved((Step("B1", Pose(9, 9, 0, 1)),)), Counted("blue", "tokens", 9), secret)
    battle.correct(changes, "the cat")
    assert battle.view("green").position.pieces["B1"].pose == Pose(9, 9, 0, 1)
    assert battle.view("red").position.count("red", "shame") == 1
    assert battle.view("green").position.count("red", "shame") == 0
    seen = next(event for event in battle.stream("green") if isinstance(event, Corrected))
    assert seen == Corrected(changes[:2], "the cat")
    laws.is_refused(battle, "blue", Choose("rest"), old, "kernel.stale")
    choose(battle, "blue", "rest")
    assert not battle.may_undo("red")
    laws.keeps_every_law(battle)


def test_a_correction_leaves_the_questions_of_a_script():
    battle = toy.battle()
    choose(battle, "red", "parley")
    choose(battle, "blue", "war")
    before = battle.waiting()
    battle.correct((Counted("blue", "tokens", 1),), "miscounted")
    assert battle.waiting() == before
    laws.keeps_every_law(battle)


def test_a_correction_of_what_is_not_there_or_not_the_table_is_refused():
    battle = toy.battle()
    state = battle.state
    for wrong in (Placed("nothing", "lost"), Popped(), Asked(Ask("red", "w", "T", ("a",)))):
        with pytest.raises(Illegal, match=r"kernel\.correction"):
            battle.correct((wrong, Veiled((), wrong)), "no reason")
        assert battle.state is state


def test_people_may_end_a_battle_by_agreement():
    battle = toy.battle()
    battle.correct((Ended(("red", "blue"), "TOY-9", "toy.agreed"),), "the pub closes")
    assert battle.waiting() == ()
    assert all(battle.view(seat).position.ended for seat in laws.audiences(battle))
    laws.keeps_every_law(battle)


def test_a_person_with_two_seats_answers_for_both_and_sees_for_both():
    battle = toy.battle(truths={"red": "false", "blue": "false"})
    choose(battle, "red", "parley")
    merged = fold_view("red", battle.stream("red", "blue"))
    mine = [ask for ask in merged.asks if ask.options]
    assert [ask.seat for ask in mine] == ["red", "blue"]
    for ask in mine:
        battle.say(ask.seat, Choose("peace"), ask.id)
    assert merged.position.pieces["R1"].truth == merged.position.pieces["B1"].truth == "false"


def test_a_split_into_commands_is_bound_by_a_seal_and_shared_by_a_side():
    content = "R1=left R2=right"
    battle = told(
        Sealed("split of north", digest_of(content, "pepper")),
        Veiled(("side:north",), Counted("R1", "command", 1)),
        Opened("split of north", content, "pepper"),
        Counted("R1", "command", 1),
        sides=toy.TWO_SIDES,
    )
    assert broken(battle.stream(SPECTATORS)) == ()
    assert battle.view("blue").position.count("R1", "command") == 1
    laws.keeps_every_law(battle)


def test_seats_have_names_of_their_own():
    for wrong in (("red", "red"), (CHANCE,), (SPECTATORS,), ("side:red",), ("",)):
        with pytest.raises(Corrupt, match="name of its own"):
            Battle(toy.book(), [chairs(*wrong)])


def test_secret_dice_are_rolled_for_one_seat():
    class Scout(Script, frozen=True, kw_only=True):
        seat: Seat

    def scout(book, state, frame):
        roll = frame.heard("scouts")
        if roll is None:
            yield Asked(Ask(CHANCE, "scouts", "T", dice=1, secret=True))
            return
        found = Ruled("T", "found", {"pips": roll.pips[0]})
        yield Veiled((frame.seat,), found)
        yield Ended((), "T", "over")

    layer = Layer("scouts", 0, procedures={Scout: scout})
    worlds = [
        game(layer, [chairs("red", "blue"), Pushed(Scout(seat="red"))], ScriptedCup((pip,)))
        for pip in (1, 6)
    ]
    assert harness.leaks(*worlds, ("blue", SPECTATORS)) == []
    assert harness.leaks(*worlds, ("red",))
    assert Roll((6,)) in [getattr(event, "said", None) for event in worlds[1].log]
