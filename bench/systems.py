"""Every system: decisions a second, seconds a battle, events a decision; two forms in turns.

python bench/systems.py
python bench/systems.py --beside dist/condotta-0.1.0-cp311-cp311-linux_x86_64.whl --battles 6
python bench/systems.py --beside ../other/src --systems triumph,grand --bots steward --battles 2
python bench/systems.py --anew --battles 6

Each form is a process of its own. The same battles are fought by this checkout and by what stands
beside it, a wheel or a folder with the package, one after the other and the other way round the
next time; their logs are compared byte for byte. With `--anew` the other form is this checkout
itself, in which whatever is kept is worked out anew whenever it is asked for, and compared. Seconds
are the processor's, of the whole battle from its first question to its end. A decision is one
answer by a seat that is not chance. The ratio is the median over the battles. It ends with 1 where
a log differs.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1] / "src"
SEVERAL = {"treachery": 3, "carnage": 3}
"""How many sit down in the games that are for several."""


# ── in each form ─────────────────────────────────────────────────────────────
def fought(system: str, bots: str, number: int) -> dict[str, object]:
    """One battle of a system, its figures, and the digest of its log."""
    from condotta.bots.runner import conduct  # noqa: PLC0415 - of the form that is measured
    from condotta.kernel.log import dump  # noqa: PLC0415 - the same
    from condotta.lab.battles import Task, bots_of  # noqa: PLC0415 - the same
    from condotta.lab.matches import Field, drawn, match  # noqa: PLC0415 - the same
    from condotta.report.logbook import header_of  # noqa: PLC0415 - the same
    from condotta.rules.library import book  # noqa: PLC0415 - the same

    field = Field(system, SEVERAL.get(system.partition("+")[0], 2))
    task = Task(number, 7, (bots,), field=field)
    battle = match(book(system), drawn(field, number), task.dice, field)
    players = bots_of(task, battle.book)
    begun, started = len(battle.log), time.process_time()
    result = conduct(battle, players)
    seconds = time.process_time() - started
    log = dump(header_of(battle.book, {}), battle.log)
    return {
        "decisions": result.decisions,
        "events": len(battle.log) - begun,
        "seconds": seconds,
        "digest": hashlib.sha256(log).hexdigest(),
    }


def who_works() -> None:
    """Say which form of the program works here, in the first line."""
    from condotta.table import once, vector  # noqa: PLC0415 - of the form that is measured

    file = Path(vector.__file__)
    form = "pure Python" if file.suffix == ".py" else "compiled"
    anew = ", all facts anew" if once.ANEW else ""
    print(json.dumps({"form": f"{form}{anew}, {file.parents[1]}"}), flush=True)


def work() -> None:
    """Fight what is asked for, line by line."""
    who_works()
    for line in sys.stdin:
        print(json.dumps(fought(**json.loads(line))), flush=True)


class Form:
    """A process that fights battles, or does another bench's work, in one form of the program."""

    def __init__(self, folder: Path, script: Path, anew: str = "") -> None:
        environment = os.environ | {"PYTHONPATH": str(folder), "CONDOTTA_ANEW": anew}
        self.process = subprocess.Popen(  # noqa: S603 - it runs a bench of ours
            (sys.executable, "-P", str(script), "--work"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self.name = self.heard()["form"]

    def heard(self) -> dict[str, object]:
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the battle broke: see above")
        return json.loads(line)

    def fight(self, **battle: object) -> dict[str, object]:
        self.process.stdin.write(json.dumps(battle).encode() + b"\n")
        self.process.stdin.flush()
        return self.heard()


# ── side by side ─────────────────────────────────────────────────────────────
def rounds(forms: list[Form], system: str, bots: str, battles: int) -> Iterator[list[dict]]:
    """Each battle in every form, in turns; one before them warms up and is not told."""
    for number in range(-1, battles):
        order = forms if number % 2 else forms[::-1]
        told = {form: form.fight(system=system, bots=bots, number=max(number, 0)) for form in order}
        if number >= 0:
            yield [told[form] for form in forms]


def measured(forms: list[Form], system: str, bots: str, battles: int) -> tuple[str, int]:
    """The row of a system, and how many logs differed."""
    fights = list(rounds(forms, system, bots, battles))
    mine = [fight[0] for fight in fights]
    decisions = sum(one["decisions"] for one in mine)
    cells = [f"{system:18}", f"{sum(one['events'] for one in mine) / decisions:6.1f}"]
    for place in range(len(forms)):
        seconds = sum(fight[place]["seconds"] for fight in fights)
        cells.append(f"{decisions / seconds:8.0f} {seconds / battles:9.3f}")
    differ = 0
    if len(forms) > 1:
        ratios = [mine["seconds"] / other["seconds"] for mine, other in fights]
        differ = sum(mine["digest"] != other["digest"] for mine, other in fights)
        cells.append(f"{median(ratios):7.2f}   {battles - differ} of {battles}")
    return " ".join(cells), differ


def opened(beside: Path, room: Path) -> Path:
    """The folder that holds the package: what was named, or a wheel unpacked."""
    if beside.is_dir():
        return beside.resolve()
    with zipfile.ZipFile(beside) as wheel:
        wheel.extractall(room)
    return room


def asking(says: str, battles: int) -> argparse.ArgumentParser:
    """What every bench that sets forms side by side is asked with."""
    ask = argparse.ArgumentParser(description=says.partition("\n")[0])
    ask.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    ask.add_argument("--beside", type=Path, help="a wheel, or a folder with the package")
    ask.add_argument("--anew", action="store_true", help="beside itself, all facts worked out anew")
    ask.add_argument("--systems", default="", help="some systems, with commas between")
    ask.add_argument("--bots", default="random", help="who plays all seats")
    ask.add_argument("--battles", type=int, default=battles, help="of each system")
    return ask


@contextmanager
def forms_beside(asked: argparse.Namespace, script: Path) -> Iterator[list[Form]]:
    """This checkout and what stands beside it, said before anything is measured."""
    from bench.collisions import processor  # noqa: PLC0415 - it needs the package

    with tempfile.TemporaryDirectory() as room:
        beside = [opened(asked.beside, Path(room))] if asked.beside else []
        forms = [Form(folder, script) for folder in (HERE, *beside)]
        if asked.anew:
            forms.append(Form(HERE, script, anew="1"))
        print(f"{processor()}, Python {platform.python_version()}; bots {asked.bots}")
        for number, form in enumerate(forms, 1):
            print(f"form {number}: {form.name}")
        yield forms
        for form in forms:
            form.process.communicate()


def systems_of(asked: argparse.Namespace) -> list[str]:
    """Which systems are measured."""
    from condotta.rules.systems import SYSTEMS  # noqa: PLC0415 - a worker takes its own

    return asked.systems.split(",") if asked.systems else sorted(SYSTEMS)


def main() -> int:
    """Measure and print; 1 where a log differs."""
    asked = asking(__doc__, battles=6).parse_args()
    if asked.work:
        work()
        return 0
    differ = 0
    with forms_beside(asked, Path(__file__)) as forms:
        heads = "".join("  a second  s/battle" for _ in forms)
        print(f"{'system':18} events{heads}" + ("   ratio   logs" if len(forms) > 1 else ""))
        for system in systems_of(asked):
            row, wrong = measured(forms, system, asked.bots, asked.battles)
            differ += wrong
            print(row, flush=True)
    return int(differ > 0)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
    sys.exit(main())
