"""Logs: read back whole or refused, and decided again from what was answered."""

import contextlib

import msgspec
import pytest

from condotta.kernel.asks import Roll
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Answered, Moved, Pushed, Removed
from condotta.kernel.log import dump, replay
from condotta.report import logbook
from condotta.report.logbook import data_digest, opened, verified
from condotta.rules import library
from condotta.rules.treachery.deals import Accept, Deal, Gift, Give, Offer, Offering, Terms
from condotta.rules.treachery.disputes import Dispute, Settling
from condotta.rules.treachery.names import DEAL
from tests.browser.intrigue import reached
from tests.report.fought import battle, log, written

HEAD = b'{"kind":"Header","format":1,"engine":"0","system":"triumph"}\n'


def edited(change) -> logbook.Log:
    events = list(log().events)
    change(events)
    return msgspec.structs.replace(log(), events=tuple(events))


def place(kind: type, events, after: int = 0) -> int:
    return next(n for n, one in enumerate(events) if n >= after and isinstance(one, kind))


def test_a_log_reads_back_to_the_state_it_was_written_in(tmp_path):
    found = opened(written(tmp_path / "b.log"))
    assert list(found.events) == battle().log
    assert replay(found.events) == battle().state
    assert dict(found.header.settings) == dict(found.book.settings)


def test_a_log_of_the_rules_is_verified(tmp_path):
    assert verified(opened(written(tmp_path / "b.log"))) is None


def test_gifts_offers_and_disputes_that_nobody_asked_for_are_done_again(tmp_path):
    """What changes hands between two answers is in the log too. [TT-10.7, TT-14.1, FB-1.5]"""
    fought = reached()
    fought.say("red", Give("blue", tokens=50))
    fought.say("red", Offer("amber", Terms(tokens=50, words="Leave my flank alone."), private=True))
    seen = fought.view("amber").position.pieces.values()
    offer = next(one for one in seen if one.type == DEAL and one.owner == "red")
    fought.say("amber", Accept(offer.id))
    fought.say("red", Dispute("blue", "Woods hide.", "Woods do not."))
    begun = [type(one.frame) for one in fought.log if isinstance(one, Pushed)]
    assert {Gift, Offering, Deal, Settling} <= set(begun)
    path = tmp_path / "b.log"
    path.write_bytes(dump(logbook.header_of(fought.book, {}), fought.log))
    assert verified(opened(path)) is None


def test_a_changed_die_is_found_where_it_first_matters():
    def change(events):
        for number, event in enumerate(events):
            if isinstance(event, Answered) and event.window == "melee dice":
                pips = tuple(7 - pip for pip in event.said.pips)
                events[number] = msgspec.structs.replace(event, said=Roll(pips))
                return

    first = next(
        n
        for n, one in enumerate(log().events)
        if isinstance(one, Answered) and one.window == "melee dice"
    )
    found = verified(edited(change))
    assert found is not None
    assert found.line > first + 2


def test_a_moved_stand_is_found_on_its_line():
    where = place(Moved, log().events)

    def change(events):
        step = events[where].steps[0]
        pose = msgspec.structs.replace(step.pose, x=step.pose.x + 1)
        steps = (msgspec.structs.replace(step, pose=pose), *events[where].steps[1:])
        events[where] = msgspec.structs.replace(events[where], steps=steps)

    found = verified(edited(change))
    assert found is not None
    assert found.line == where + 2
    assert found.has != found.gives


def test_an_event_too_many_and_one_too_few_are_found():
    where = place(Removed, log().events)
    assert verified(edited(lambda events: events.pop(where))).line == where + 2
    assert verified(edited(lambda events: events.insert(where, events[where - 1]))) is not None


def test_dice_that_do_not_exist_are_refused_where_they_lie():
    where = place(Answered, log().events)

    def change(events):
        events[where] = msgspec.structs.replace(events[where], said=Roll((7, 1)))

    found = verified(edited(change))
    assert found is not None
    assert found.gives.startswith("refused")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x01", "not a header"),
        (b'{"kind":"Header","format":1}', "not a header"),
        (HEAD, "nothing was recorded"),
        (b'{"kind":"Header","format":99,"engine":"9.9","system":"triumph"}\n', "newer"),
        (HEAD + b'{"ki', "line 2"),
        (
            HEAD + b'{"kind":"Removed","piece":"R1"}\n',
            "line 2 does not follow",
        ),
        (
            HEAD + b'{"kind":"Answered","ask":1,"seat":"red","window":"x","said":null}\n',
            "line 2 does not follow",
        ),
    ],
)
def test_a_file_that_is_no_log_is_refused_with_its_reason(tmp_path, data, why):
    path = tmp_path / "b.log"
    path.write_bytes(data)
    with pytest.raises(Corrupt, match=why):
        opened(path)


def test_a_log_cut_anywhere_is_read_or_refused_never_a_crash(tmp_path):
    whole = dump(log().header, log().events)
    path = tmp_path / "cut.log"
    for size in range(0, len(whole), len(whole) // 23):
        path.write_bytes(whole[:size])
        with contextlib.suppress(Corrupt):
            opened(path)


def test_a_log_that_ends_between_two_answers_is_verified_as_far_as_it_goes():
    asked = [n for n, one in enumerate(log().events) if isinstance(one, Answered)]
    half = asked[len(asked) // 2]
    assert verified(edited(lambda events: events.__delitem__(slice(half, None)))) is None
    short = verified(edited(lambda events: events.__delitem__(slice(half + 1, None))))
    assert short.has == "nothing more"


def test_the_digest_is_that_of_the_numbers(monkeypatch):
    before = data_digest("triumph")
    real = logbook.toml
    monkeypatch.setattr(
        logbook, "toml", lambda package, name: {**real(package, name), "another": 1}
    )
    data_digest.cache_clear()
    assert data_digest("triumph") != before
    data_digest.cache_clear()
    assert len(before) == 16


@pytest.mark.parametrize("system", library.SYSTEMS)
def test_every_system_has_numbers_to_tell_apart(system):
    assert len(data_digest(system)) == 16


def test_the_log_of_a_seat_names_no_seed():
    """Whoever knew it would know every die to come, and every card."""
    whole = log().header
    assert whole.title[logbook.SEED] == "3"
    seen = logbook.header_seen(whole, "red", 0)
    assert (seen.seat, seen.title) == ("red", {"name": whole.title["name"]})
