"""What every store does alike: whatever it says it kept is kept, whole, once."""

import asyncio
import sqlite3
from itertools import count

import psycopg
import pytest
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.server.store import tables
from condotta.server.store.postgres import PostgresStore
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Batch, BattleRow, Damaged, Progress, SeatRow, Unkept
from tests.server.live import live

ROW = BattleRow(
    battle="b", code="ABC", title="Zoé\0 – first", header=b"{}", dice=b"\x00\xff", host=b"host",
    made=1, touched=2, turn=3, phase="moves", waits=("red",),
)  # fmt: skip
SEATS = (
    SeatRow(seat="red", side="north", held="person", player="Zoé", secret=b"s", person=b"p"),
    SeatRow(seat="blue", side="south", held="bot", bot="random"),
)


def batch(start, *, command="", seat="red"):
    """Two events."""
    return Batch(start=start, count=2, lines=b"{}\n{}", seat=seat, command=command, said=b"said")


def progress(touched):
    return Progress(touched=touched, turn=4, phase="shots", winners=("north",), waits=())


@pytest.fixture
def opens(request, either_store, tmp_path):
    """Opens the same store again and again."""
    if either_store == "sqlite":
        return lambda: SqliteStore(tmp_path / "table.sqlite")
    address, numbers = request.getfixturevalue("postgres").database(), count(1)

    class Ours(PostgresStore):
        """A store that holds what it changes, as a house sees to."""

        async def _change(self, battle, work):
            await here(self)
            await self.hold(battle)
            return await super()._change(battle, work)

        async def _found(self, battle, work):
            await here(self)
            return await super()._found(battle, work)

    async def here(store):
        if not store.number:
            await store.join(f"http://127.0.0.1:{next(numbers)}/", "secret", b"")

    return lambda: Ours(address)


@live
async def test_whatever_was_kept_is_there_again_as_it_was(opens):
    store = opens()
    await store.found(ROW, SEATS, batch(1))
    await store.append("b", batch(3, command="one"), progress(9))
    await store.seat("b", replace(SEATS[1], held="open", bot=""), batch(5, seat=""))
    await store.archive("b", archived=True)
    await store.pin("b", b'{"pinned":1}')
    await store.beside("b", b"1")
    await store.beside("b", b"2")
    await store.own(b"me")
    await store.own(b"me")
    await store.close()
    store = opens()
    kept = await store.load("b")
    glance = await store.glance("b")
    assert kept.batches == (batch(1), batch(3, command="one"), batch(5, seat=""))
    assert kept.seats == (SEATS[0], SeatRow(seat="blue", side="south", held="open"))
    said = progress(9)
    assert kept.row == replace(
        ROW, title=kept.row.title, header=b'{"pinned":1}', archived=True, touched=said.touched,
        turn=said.turn, phase=said.phase, winners=said.winners, waits=said.waits,
    )  # fmt: skip
    assert (glance.row, glance.seats, glance.length) == (kept.row, kept.seats, 6)
    assert await store.rows() == ((kept.row, kept.seats),)
    assert await store.by_code("ABC") == "b"
    assert (await store.by_code("CBA"), await store.load("c"), await store.glance("c")) == (
        (None,) * 3
    )
    assert await store.besides() == (("b", b"2"),) == await store.besides("b")
    assert (await store.besides("c"), await store.owners()) == ((), (b"me",))
    await store.close()


@pytest.mark.parametrize(
    "twice",
    [batch(1, command="two"), batch(3, command="one"), batch(4, command="two")],
    ids=["a number", "a command", "a gap"],
)
@live
async def test_a_number_or_a_command_that_is_there_is_refused_and_nothing_else_is_kept(
    opens, twice
):
    store = opens()
    await store.found(ROW, SEATS, batch(1, command="one"))
    before = await store.load("b")
    if twice.start == 4:  # a store takes it, and whoever reads it says so
        await store.append("b", twice, None)
        with pytest.raises(Damaged):
            await store.load("b")
    else:
        with pytest.raises(Unkept):
            await store.append("b", twice, progress(9))
        with pytest.raises(Unkept):
            await store.seat("b", SeatRow(seat="blue", side="south"), twice)
        assert await store.load("b") == before
    await store.close()


@live
async def test_of_many_at_once_one_that_fails_takes_no_other_with_it(opens):
    store = opens()
    await store.found(ROW, SEATS, batch(1))

    doing = [store.append("b", batch(start), None) for start in (3, 3, 5, 1, 7)]
    done = await asyncio.gather(*doing, return_exceptions=True)
    kept = [not isinstance(one, Unkept) for one in done]
    assert kept[0] != kept[1]
    assert kept[2:] == [True, False, True]
    assert (await store.glance("b")).length == 8
    await store.close()


@live
async def test_a_job_that_fails_half_way_leaves_nothing_behind(opens):
    store = opens()

    def half(base):
        base.execute("INSERT INTO owner VALUES (?)", (b"half",))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store._do(half)
    assert await store.owners() == ()
    await store.close()


def test_stores_fail_in_words_of_their_own():
    """No error of a database gets out as it is: each is a refusal with a sentence."""
    from condotta.server.store import postgres, sqlite

    assert isinstance(sqlite.told(sqlite3.OperationalError("full")), Unkept)
    assert {
        type(postgres.refused(kind("x"))).__name__
        for kind in (psycopg.OperationalError, psycopg.errors.UniqueViolation,
                     psycopg.errors.DiskFull, psycopg.errors.DataCorrupted)
    } == {"Away", "Lost", "Full", "Damaged"}  # fmt: skip


def said_to(address, *what):
    """Say something to a database behind the back of every store."""
    with psycopg.connect(address, autocommit=True) as base:
        for one in what:
            base.execute(one.encode())


@live
async def test_tables_grow_a_step_at_a_time_and_only_once(postgres, monkeypatch):
    address = postgres.database()
    await PostgresStore(address).close()
    steps = (*tables.STEPS, "CREATE TABLE more (one TEXT)", "ALTER TABLE more ADD two TEXT")
    monkeypatch.setattr(tables, "STEPS", steps)
    opened = [asyncio.to_thread(PostgresStore, address) for _ in range(3)]  # all at once
    for store in await asyncio.gather(*opened):
        await store.close()
    said_to(address, "INSERT INTO condotta.more VALUES ('1', '2')")


@live
async def test_a_step_that_fails_leaves_the_tables_as_they_were(postgres, monkeypatch):
    address = postgres.database()
    await PostgresStore(address).close()
    steps = (*tables.STEPS, "CREATE TABLE more (one TEXT)", "ALTER TABLE none ADD two TEXT")
    with monkeypatch.context() as patch:
        patch.setattr(tables, "STEPS", steps)
        with pytest.raises(PlainError, match="schema condotta"):
            PostgresStore(address)
    await PostgresStore(address).close()
    said_to(address, "CREATE TABLE condotta.more (one TEXT)")


@live
async def test_a_newer_database_is_a_sentence(postgres):
    address = postgres.database()
    await PostgresStore(address).close()
    said_to(address, "UPDATE condotta.version SET number = 99")
    with pytest.raises(PlainError, match="newer Condotta"):
        PostgresStore(address)
