"""How long a hint, a menu and a steward's decision take in every system; two forms in turns.

python bench/menus.py
python bench/menus.py --beside ../other/src --systems skirmish,grand --battles 1 --every 20

Random bots fight a few battles. Of the questions of each window every so many-th is put, as the
table's worker is given it, read anew from what its seat sees: one answer, a menu of 64, and what
the steward would say. Told are half of the times, 95 of 100, and the longest with its window, in
milliseconds of the processor. With a wheel or a folder beside it both forms are asked in turns, by
the same battles; what they answer is compared byte for byte, and it ends with 1 where it differs.
As in the worker, what is no longer needed is looked for between answers. Where others use the
machine `--tries 5` asks everything so often, each time of a copy of the process that knows as much,
and counts the least.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.systems import (  # noqa: E402 - found from there
    SEVERAL,
    Form,
    asking,
    forms_beside,
    systems_of,
    who_works,
)

KINDS = ("hint", "menu", "steward")
MENU = 64


# ── in each form ─────────────────────────────────────────────────────────────
def asked(system: str, bots: str, number: int, every: int) -> Iterator[tuple[str, int, str, int]]:
    """The questions of a battle that are put: window, pieces, what its seat sees, its number."""
    from condotta.bots.runner import answer_next  # noqa: PLC0415 - of the form that is measured
    from condotta.kernel.log import encode  # noqa: PLC0415 - the same
    from condotta.kernel.records import CHANCE  # noqa: PLC0415 - the same
    from condotta.lab.battles import Task, bots_of  # noqa: PLC0415 - the same
    from condotta.lab.matches import Field, drawn, match  # noqa: PLC0415 - the same
    from condotta.rules.library import book  # noqa: PLC0415 - the same

    field = Field(system, SEVERAL.get(system.partition("+")[0], 2))
    task = Task(number, 11, (bots,), field=field)
    battle = match(book(system), drawn(field, number), task.dice, field)
    players = bots_of(task, battle.book)
    counted: dict[str, int] = {}
    while battle.state.position.ended is None:
        ask = next(ask for ask in battle.waiting() if ask.seat != CHANCE)
        if ask.says:
            counted[ask.window] = counted.get(ask.window, 0) + 1
            if counted[ask.window] % every == 1 % every:
                pieces = sum(one.pose is not None for one in battle.state.position.pieces.values())
                view = encode(battle.view(ask.seat)).decode()
                yield ask.window, pieces, view, ask.id
        answer_next(battle, players)


def waited(system: str, view: str, ask: int, tries: int) -> tuple[dict[str, float], bytes]:
    """How long each thing takes, and all that was answered."""
    told: dict[str, float] = {}
    said: list[bytes] = []
    for kind in KINDS:
        work = partial(answered, kind, system, view, ask)
        least = min((timed_apart(work) for _ in range(tries if tries > 1 else 0)), default=inf)
        seconds, found = timed(work)
        said += found
        told[kind] = 1000 * min(least, seconds)
    return told, b"\n".join(said)


def answered(kind: str, system: str, view: str, ask: int) -> list[bytes]:
    """What a worker answers to one job."""
    import msgspec  # noqa: PLC0415 - of the form that is measured

    from condotta.server.workers import thinker  # noqa: PLC0415 - the same

    about = {"system": system, "settings": {}, "view": msgspec.Raw(view.encode()), "ask": ask}
    if kind == "steward":
        return [bytes(thinker.think(thinker.Think(**about, bot=kind, seed="menus")).said)]
    most = MENU if kind == "menu" else 1
    found = thinker.suggest(thinker.Suggest(**about, most=most, seconds=600.0)).suggested
    return [bytes(one) for one in found.menu]


def timed(work: Callable[[], list[bytes]]) -> tuple[float, list[bytes]]:
    """The processor's seconds for some work, and what it made."""
    started = time.process_time()
    made = work()
    return time.process_time() - started, made


def timed_apart(work: Callable[[], list[bytes]]) -> float:
    """The same seconds in a copy of this process, which goes on as if nothing had been done."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        os.write(into, str(timed(work)[0]).encode())
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as heard:
        seconds = float(heard.read())
    os.waitpid(child, 0)
    return seconds


def work() -> None:
    """Put the questions that are given line by line, or draw those of a battle."""
    from condotta.server.workers.tidying import Tidying  # noqa: PLC0415 - the same

    who_works()
    tidying = Tidying()
    tidying.start()
    for line in sys.stdin:
        job = json.loads(line)
        if "number" in job:
            print(json.dumps({"questions": list(asked(**job))}), flush=True)
        else:
            told, said = waited(**job)
            print(json.dumps({**told, "digest": hashlib.sha256(said).hexdigest()}), flush=True)
        tidying.tidy(spoken=-inf)


# ── side by side ─────────────────────────────────────────────────────────────
class Wait(NamedTuple):
    """What one question took in each form."""

    window: str
    pieces: int
    told: list[dict]


def waits(forms: list[Form], system: str, ask: argparse.Namespace) -> Iterator[Wait]:
    """Every question that is put, to all forms in turns; each is asked once before, untold."""
    for number in range(ask.battles):
        lot = {"system": system, "bots": ask.bots, "number": number, "every": ask.every}
        questions = forms[0].fight(**lot)["questions"]
        for turn, (window, pieces, view, name) in enumerate(questions):
            order = forms if turn % 2 else forms[::-1]
            put = {"system": system, "view": view, "ask": name, "tries": ask.tries}
            told = {form: form.fight(**put) for form in order}
            if turn or number:
                yield Wait(window, pieces, [told[form] for form in forms])


def cells(found: list[Wait], place: int, kind: str) -> str:
    """Half, 95 of 100, the longest, and of which window; dashes where nothing was measured."""
    if not found:
        return f"{'-':>7} {'-':>7} {'-':>7}"
    times = sorted((one.told[place][kind], one.window) for one in found)
    most = times[-1]
    high = times[int(0.95 * (len(times) - 1))][0]
    return f"{median(one for one, _ in times):7.1f} {high:7.1f} {most[0]:7.1f}  {most[1]:24}"


def rows(system: str, found: list[Wait], forms: int) -> Iterator[str]:
    """The rows of a system: of each kind, in each form."""
    head = f"{system:18} {max((one.pieces for one in found), default=0):6} {len(found):6}"
    for kind in KINDS:
        for place in range(forms):
            yield f"{head} {place + 1:4} {kind:8} {cells(found, place, kind)}"
            head = " " * len(head)


def main() -> int:
    """Measure and print; 1 where an answer differs."""
    ask = asking(__doc__, battles=2)
    ask.add_argument(
        "--every", type=int, default=6, help="of each window every so many-th question"
    )
    ask.add_argument("--tries", type=int, default=1, help="each so often; the least counts")
    asked_for = ask.parse_args()
    if asked_for.work:
        work()
        return 0
    differ = 0
    with forms_beside(asked_for, Path(__file__)) as forms:
        print("system             pieces  asked form what        half  95/100 longest  of which")
        for system in systems_of(asked_for):
            found = list(waits(forms, system, asked_for))
            differ += sum(one.told[0]["digest"] != one.told[-1]["digest"] for one in found)
            for row in rows(system, found, len(forms)):
                print(row, flush=True)
    if len(forms) > 1:
        print(f"{differ} answers differ")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
