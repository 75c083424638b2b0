"""The worker outside the server, when the table that began it is gone."""

import asyncio
import subprocess
import sys

from condotta.server.workers.thinkers import Thinkers


def worker():
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "condotta.server.workers.thinker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_worker_whose_table_was_killed_ends_without_a_word():
    left = worker()
    left.stdout.close()
    left.stdin.write(b"no job\n" * 3)
    left.stdin.close()
    assert left.stderr.read() == b""
    assert left.wait(30) == 0
    left.stderr.close()


def test_a_worker_tells_what_went_wrong_and_goes_on():
    lives = worker()
    said, complaint = lives.communicate(b"no job\n{}\n", timeout=30)
    assert said.count(b'"fault"') == 2
    assert (complaint, lives.returncode) == (b"", 0)


def test_a_worker_that_was_begun_early_is_the_one_that_answers_first():
    async def begun():
        thinkers = Thinkers(2)
        try:
            await thinkers.ready()
            (early,) = thinkers._all
            await thinkers.ready()
            assert thinkers._all == {early}
            assert thinkers._free[-1] is early, "the next job takes it"
        finally:
            await thinkers.close()

    asyncio.run(begun())


def test_a_worker_that_cannot_be_begun_early_closes_no_table(monkeypatch):
    async def refused(*_, **__):
        raise OSError("no more processes")

    async def begun():
        thinkers = Thinkers(1)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", refused)
        await thinkers.ready()
        assert thinkers._free == [None]
        await thinkers.close()
        await thinkers.ready()
        assert thinkers._free == [None]

    asyncio.run(begun())


def test_a_worker_that_is_begun_while_the_table_closes_is_stopped(monkeypatch):
    async def begun():
        thinkers, workers = Thinkers(1), []
        create = asyncio.create_subprocess_exec

        async def slowly(*words, **how):
            workers.append(await create(*words, **how))
            await thinkers.close()
            return workers[0]

        monkeypatch.setattr(asyncio, "create_subprocess_exec", slowly)
        await thinkers.ready()
        assert [worker.returncode is None for worker in workers] == [False]

    asyncio.run(begun())
