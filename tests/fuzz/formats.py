"""Files of every format that is read, damaged in every way: opened, or refused in one sentence.

Each format has good files to begin with, the commands that read one, and how one is damaged. What
comes of a command is its status: 70, or more seconds than there are, is a fault.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import signal
import time
import traceback
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

import condotta.positions
import condotta.server
from condotta.armies import DataSet, library
from condotta.armies.checking.paying import cost
from condotta.armies.files import export
from condotta.armies.paper.tables import as_csv
from condotta.armies.rosters.sharing import share_code
from condotta.bots.seat import make
from condotta.cli import app, plain
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Began
from condotta.kernel.log import dump
from condotta.kernel.views import seen_by
from condotta.lab.matches import Field, drawn, seated
from condotta.lab.study.fighting import fight, fixtures
from condotta.lab.study.plan import planned, read, studied
from condotta.lab.study.records import line
from condotta.report.logbook import Log, header_of, header_seen, in_brief
from condotta.rules.library import GAMES, book
from condotta.rules.ranked.rosters import shelf as of_ranked
from condotta.rules.skirmish.rosters import shelf as of_skirmish
from condotta.rules.systems import SYSTEMS, Levy
from condotta.server.armoury import armoury_files
from condotta.server.armoury.armoury_forms import ArmiesText
from condotta.server.games.referee import ruled
from condotta.server.reasons import Refused
from condotta.server.rooms.founding import imported, refounded
from tests.fuzz.watching import memory
from tests.fuzz.wild import DEEP, NUMBERS, TEXTS, Raw, Wild, text
from tests.rules.ranked.test_importing import INFANTRY
from tests.rules.ranked.test_importing import roster as ranked
from tests.rules.skirmish.test_importing import SQUAD
from tests.rules.skirmish.test_importing import roster as skirmish
from tests.server.dice_table import DiceTable

HERE = Path(__file__).parents[1]
SECONDS = 2.0
"""How long a file of a million bytes takes at most, by what the processor did."""
HANGS = 20
LARGE = 1_000_000
FAULT = 70
MUCH = 700
"""More memory, in MB, than any such file may take."""

Damage = Callable[[Wild, bytes], bytes]
Words = Sequence[str]


class Late(BaseException):
    """It takes too long."""


class Format(NamedTuple):
    """A format: its name, the end of its files, good ones, what reads them, how they are damaged.

    In the commands `FILE` stands for the file and `OUT` for one that may be written.
    """

    name: str
    suffix: str
    good: Callable[[], tuple[bytes, ...]]
    commands: tuple[str, ...]
    damage: Damage
    large: Callable[[Wild, Sequence[bytes]], bytes]


class Found(NamedTuple):
    """What came of a file that should not have come."""

    format: str
    words: str
    what: str
    data: bytes


# ── damage ───────────────────────────────────────────────────────────────────
def torn(wild: Wild, data: bytes) -> bytes:
    """Bytes as files are damaged: cut, doubled, one of them another."""
    lot, at = wild.random, wild.random.randint(0, len(data))
    to = min(len(data), at + lot.randint(0, 400))
    return lot.choice((
        lambda: data[:at],
        lambda: data[at:],
        lambda: data[:at] + data[to:],
        lambda: data[:to] + data[at:],
        lambda: data[:at] + lot.randbytes(lot.randint(1, 8)) + data[to:],
        lambda: data[:at] + bytes((lot.randrange(256),)) + data[at + 1 :],
        lambda: b"\xef\xbb\xbf" + data,
        lambda: data.decode("utf-8", "replace").encode("utf-16"),
        lambda: lot.randbytes(lot.randint(0, 300)),
        lambda: data.replace(b"\n", b"\r\n"),
    ))()  # fmt: skip


def json_damage(wild: Wild, data: bytes) -> bytes:
    """A file of JSON, with some of its values others."""
    if wild.random.random() < 0.2:
        return torn(wild, data)
    value = json.loads(data)
    return text(wild.bent(value, wild.random.randint(1, 4))).encode("utf-8", "surrogatepass")


def lines_damage(wild: Wild, data: bytes) -> bytes:
    """A file of lines of JSON: values of a few lines are others; lines are gone, doubled, moved."""
    lot = wild.random
    if lot.random() < 0.15:
        return torn(wild, data)
    lines = [one for one in data.split(b"\n") if one]
    for _ in range(lot.randint(1, 3)):
        at = 0 if lot.random() < 0.15 else lot.randrange(len(lines))
        way = lot.random()
        if way < 0.7:
            bent = wild.bent(json.loads(lines[at]), lot.randint(1, 2)) if lines[at] else {}
            lines[at] = text(bent).encode("utf-8", "surrogatepass")
            if lot.random() < 0.5:
                break
        elif way < 0.8:
            del lines[at]
        elif way < 0.9:
            lines.insert(lot.randrange(len(lines) + 1), lines[at])
        else:
            other = lot.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        if not lines or any(not well(one) for one in lines[:1]):
            break
        lines = [one for one in lines if well(one)] or lines
    return b"\n".join((*lines, b""))


def well(line: bytes) -> bool:
    """Whether a line is JSON that can be damaged further."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def toml_damage(wild: Wild, data: bytes) -> bytes:
    """A file of TOML: what stands behind an equals sign is another value."""
    lot = wild.random
    if lot.random() < 0.25:
        return torn(wild, data)
    lines = data.decode().splitlines()
    for _ in range(lot.randint(1, 3)):
        at = lot.randrange(len(lines))
        name, equals, _ = lines[at].partition("=")
        if equals and lot.random() < 0.8:
            lines[at] = f"{name}= {text(wild.value(2))}"
        else:
            lines.insert(at, lot.choice((f"{wild.word()!r} = 1", lines[at], "[sweep]", "[[arm]]")))
    return "\n".join(lines).encode("utf-8", "replace")


def xml_damage(wild: Wild, data: bytes) -> bytes:
    """A file of XML, or a zip of one: values of attributes are others, elements doubled or gone."""
    lot = wild.random
    if data.startswith(b"PK"):
        if lot.random() < 0.4:
            return torn(wild, data)
        return zipped(xml_damage(wild, unzipped(data)), lot.choice(("a.ros", "../../a.ros", "")))
    if lot.random() < 0.3:
        return torn(wild, data)
    parts = data.split(b'"')
    for _ in range(lot.randint(1, 5)):
        at = lot.randrange(len(parts))
        if at % 2:
            value = lot.choice((*TEXTS, *NUMBERS))
            parts[at] = str(value).encode("utf-8", "replace").replace(b"<", b"&lt;")
        elif lot.random() < 0.2:
            parts[at] = parts[at] + b"<selections>"
    found = b'"'.join(parts)
    if lot.random() < 0.1:
        found = b'<!DOCTYPE a [<!ENTITY b "c">]>' + found
    return found


def zipped(data: bytes, name: str) -> bytes:
    """A zip of one file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name or "x", data)
    return out.getvalue()


def unzipped(data: bytes) -> bytes:
    """The first file of a zip."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(archive.namelist()[0])


def text_damage(wild: Wild, data: bytes) -> bytes:
    """A text: letters, words and lines are others."""
    lot = wild.random
    if lot.random() < 0.4:
        return torn(wild, data)
    lines = data.decode().splitlines() or [""]
    at = lot.randrange(len(lines))
    words = lines[at].split(" ")
    words[lot.randrange(len(words))] = str(lot.choice((wild.word(), wild.number())))
    lines[at] = " ".join(words)
    return "\n".join(lines).encode("utf-8", "replace")


def code_damage(wild: Wild, data: bytes) -> bytes:
    """A share code whose contents are others, or which is damaged itself."""
    if wild.random.random() < 0.3:
        return torn(wild, data)
    body = data.decode().removeprefix("CA1.")
    short = json.loads(zlib.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))
    bent = text(wild.bent(short, wild.random.randint(1, 3))).encode("utf-8", "surrogatepass")
    return b"CA1." + base64.urlsafe_b64encode(zlib.compress(bent)).rstrip(b"=")


# ── large ones ───────────────────────────────────────────────────────────────
def large_json(wild: Wild, good: Sequence[bytes]) -> bytes:
    """A million bytes of JSON: one list of it as long as that, or one word, number, depth."""
    lot = wild.random
    value = json.loads(lot.choice(good))
    places = [path for path in ways(value) if isinstance(at(value, path), list) and at(value, path)]
    found = lot.randrange(6)
    if found == 0 or not places:
        return lot.choice((
            b"[" * LARGE, b'{"a":' * (LARGE // 5), b'"' + b"x" * LARGE + b'"', b"1" * LARGE,
            b"[" + b"0," * (LARGE // 2) + b"0]", b'{"system":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        ))  # fmt: skip
    path = lot.choice(places)
    listed = at(value, path)
    each = len(text(listed[0])) + 1
    wider: list[Any] = listed * max(1, min(LARGE // max(1, each * len(listed)), 60_000))
    if found == 1:
        wider = [lot.choice(DEEP)]
    elif found == 2:
        wider = ["x" * LARGE]
    elif found == 3:
        wider = [Raw("9" * LARGE)]
    return text(put(value, path, wider)).encode()


def ways(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list
    ) else ()  # fmt: skip
    for key, one in inner:
        yield from ways(one, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What is there."""
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The value with something else there."""
    if not path:
        return other
    key, *rest = path
    found = dict(value) if isinstance(value, dict) else list(value)
    found[key] = put(value[key], tuple(rest), other)
    return found


def large_lines(wild: Wild, good: Sequence[bytes]) -> bytes:
    """A log of a million bytes: one line again and again, one line without end, or depth."""
    lot = wild.random
    data = lot.choice(good)
    lines = [one for one in data.split(b"\n") if one]
    where = lot.randrange(1, max(2, len(lines))) % len(lines)
    line = lines[where]
    way = lot.randrange(4)
    if way == 0:
        return b"\n".join((*lines[:where], *[line] * (LARGE // len(line)), *lines[where:], b""))
    if way == 1:
        return large_json(wild, [lines[0]]) + b"\n" + b"\n".join(lines[1:])
    if way == 2:
        deep = b'{"kind":"Veiled","audience":["red"],"inside":'
        whole = deep * 2_000 + line + b"}" * 2_000
        return b"\n".join((*lines[:where], whole, *lines[where:], b""))
    return b"\n".join((*lines[:where], large_json(wild, [line]), *lines[where:], b""))


def large_xml(wild: Wild, good: Sequence[bytes]) -> bytes:
    """A million bytes of XML: many elements, depth, one word, a bomb in a zip."""
    lot = wild.random
    data = lot.choice(good)
    plain_xml = unzipped(data) if data.startswith(b"PK") else data
    middle = plain_xml.find(b"<selections>") + len(b"<selections>")
    one = b'<selection id="a" name="b" number="1" type="model"/>'
    return lot.choice((
        lambda: plain_xml[:middle] + one * (LARGE // len(one)) + plain_xml[middle:],
        lambda: plain_xml[:middle] + b"<selections><selection>" * 30_000,
        lambda: plain_xml[:middle].replace(b'name="', b'name="' + b"x" * LARGE, 1)
        + plain_xml[middle:],
        lambda: zipped(b"<roster>" + b" " * 60_000_000, "a.ros"),
        lambda: zipped(plain_xml[:middle] + one * 300_000, "a.ros"),
        lambda: b"<" * LARGE,
        lambda: b"<a>" * (LARGE // 3),
        lambda: b'{"roster":{"forces":' + b"[" * LARGE,
    ))()  # fmt: skip


def large_text(wild: Wild, good: Sequence[bytes]) -> bytes:
    """A million bytes of text."""
    lot = wild.random
    data = lot.choice(good)
    lines = data.split(b"\n")
    return lot.choice((
        lambda: data * (LARGE // max(1, len(data))),
        lambda: lines[0] + b"\n" + b"\n".join(lines[1:] * (LARGE // max(1, len(data)))),
        lambda: data + b"x" * LARGE,
        lambda: data + b"," * LARGE,
        lambda: data + b"1 " * (LARGE // 2),
        lambda: b"\n" * LARGE + data,
        lambda: b"CA1." + base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000_000)),
        lambda: b"CA1." + b"A" * LARGE,
        lambda: data + "é\u0301".encode() * (LARGE // 4),
    ))()  # fmt: skip


def large_toml(wild: Wild, good: Sequence[bytes]) -> bytes:
    """A million bytes of TOML: depth, many keys, a sweep without end."""
    lot = wild.random
    data = lot.choice(good)
    names = ("gameTurns", "moveMeasure", "boardWidth", "anchorZone", "quickMarch", "cornersFight")
    many = ", ".join(map(str, range(200)))
    sweep = "\n[sweep]\n" + "\n".join(f"{name} = [{many}]" for name in names)
    return lot.choice((
        lambda: b"question = " + b"[" * LARGE,
        lambda: b"a" + b".a" * (LARGE // 2) + b" = 1",
        lambda: data + sweep.encode(),
        lambda: b"seed = " + b"9" * LARGE,
        lambda: b"armies = [" + b'"x", ' * (LARGE // 5) + b"]\n" + data,
        lambda: data + b"\n[[arm]]\nname = 'x'" * (LARGE // 18),
        lambda: b"{" * LARGE,
        lambda: b"a = { b = " * (LARGE // 10),
    ))()  # fmt: skip


# ── good files ───────────────────────────────────────────────────────────────
@cache
def logs() -> tuple[bytes, ...]:
    """Whole logs of every system, and what one seat saw of each."""
    found = []
    for log in battles():
        began = next(one for one in log.events if isinstance(one, Began))
        chair = began.chairs[0]
        who = frozenset((chair.seat, f"side:{chair.side}"))
        seen = [one for event in log.events if (one := seen_by(who, event)) is not None]
        found += [
            dump(log.header, log.events), dump(header_seen(log.header, chair.seat, 0), seen),
        ]  # fmt: skip
    return tuple(found)


@cache
def briefs() -> tuple[bytes, ...]:
    """Brief logs of every system."""
    return tuple(map(in_brief, battles()))


@cache
def diced() -> tuple[bytes, ...]:
    """Logs whose dice can be checked, and what somebody saved of one."""
    table = DiceTable(system="ranked", scenario="")
    table.play(6)
    early = table.copy("red")
    table.concede("red")
    return table.log(), early


ACTS = 30


@cache
def battles() -> tuple[Any, ...]:
    """Short battles of every system, from their first die."""
    found = []
    for system in GAMES:
        field = Field(system, SYSTEMS[system].sizes[0], profile=())
        rules = book(system)
        levy = Levy(None, Random("fuzz"))
        opening = SYSTEMS[system].opening(rules, seated(field), drawn(field, 1), levy)
        battle = Battle(rules, opening, SeededCup(1))
        for number in range(ACTS):
            asks = [ask for ask in battle.waiting() if ask.seat != "chance"]
            if not asks:
                break
            bot = make("random", rules, f"{number}")
            view = battle.view(asks[0].seat)
            mine = next(one for one in view.asks if one.id == asks[0].id)
            battle.say(mine.seat, bot.answer(view, mine), mine.id)
        header = header_of(rules, {"name": system, "seed": "1"})
        found.append(Log(system, header, rules, tuple(battle.log)))
    return tuple(found)


@cache
def positions() -> tuple[bytes, ...]:
    """Position files of every system: examples, moments, and files of rulings."""
    folders = (
        Path(condotta.positions.__file__).parent / "examples",
        Path(condotta.server.__file__).parent / "scenarios",
    )
    shipped = [one for folder in folders for one in sorted(folder.glob("*.json"))]
    rulings = sorted((HERE / "rulings").glob("*.json"))[::9]
    return tuple(one.read_bytes() for one in (*shipped, *rulings))


@cache
def rosters() -> tuple[bytes, ...]:
    """Files of rosters of the lists, some with lists of their own."""
    files = [HERE / "armies" / name for name in ("rosters.json", "grand.json", "kingdoms.json")]
    some = [json.loads(one.read_bytes()) for one in files]
    return tuple(text(fewer(one)).encode() for one in some) + tuple(
        msgspec.json.encode(one) for one in library().rosters[::60]
    )


def fewer(value: Any, most: int = 3) -> Any:
    """The value with no more than a few of what there are many of at its top."""
    if isinstance(value, list):
        return value[:most]
    return {key: one[:most] if isinstance(one, list) else one for key, one in value.items()}


@cache
def lists() -> tuple[bytes, ...]:
    """Army lists in our own format."""
    data: DataSet = library().sets[0]
    some = msgspec.structs.replace(data, lists=data.lists[::150])
    return (export(some), *(export(msgspec.structs.replace(data, lists=(data.lists[n],)))
                            for n in (7, 90, 300) if n < len(data.lists)))  # fmt: skip


@cache
def saved_armies() -> tuple[bytes, ...]:
    """Armies of games that have their own, as they are saved."""
    found = []
    for system in ("ranked", "skirmish"):
        hosts = SYSTEMS[system].hosts
        assert hosts is not None
        found += [msgspec.json.encode(one) for one in [*hosts().values()][:2]]
    return tuple(found)


@cache
def players_rosters() -> tuple[bytes, ...]:
    """Rosters that players' programs write."""
    both = (skirmish(SQUAD), ranked(INFANTRY))
    return (*both, *(zipped(one, "a.ros") for one in both))


@cache
def codes() -> tuple[bytes, ...]:
    """Share codes."""
    return tuple(share_code(one).encode() for one in library().rosters[::80])


@cache
def tables() -> tuple[bytes, ...]:
    """Tables of rosters for spreadsheets, and rosters as text."""
    some = library().rosters[::120]
    return tuple(as_csv(cost(one, library()), share_code(one)).encode() for one in some)


@cache
def texts() -> tuple[bytes, ...]:
    """Rosters as plain text."""
    out = io.StringIO()
    found = []
    for one in library().rosters[::150]:
        with contextlib.redirect_stdout(out):
            app.main(["army", "print", one.id, "--form", "text"])
        found.append(out.getvalue().encode())
        out.seek(0)
        out.truncate()
    return tuple(found)


STUDY = b"""question = "Who wins?"
system = "triumph"
battles = 2
seed = 3
bots = ["random", "idle"]
swap = true

[settings]
cavalryPanics = true

[sweep]
moveMeasure = ["front", "all"]

[[arm]]
name = "one"
bots = ["random"]

[[arm]]
name = "two"
cards = "some"
"""


def studies() -> tuple[bytes, ...]:
    """Plans of studies."""
    return (STUDY, b'system = "ranked"\nbattles = 1\n[sweep]\nbattleTurns = [1, 2]\n')


@cache
def records() -> tuple[bytes, ...]:
    """Records of a study."""
    plan = planned(
        studied(
            {"battles": 2, "bots": ["idle"], "system": "ranked", "settings": {"battleTurns": 1}},
            "it",
        )
    )
    return (b"".join(line(fight(one).record) for one in fixtures(plan)),)


FORMATS = (
    Format(
        "log",
        ".jsonl",
        logs,
        (
            "replay FILE",
            "replay FILE --verify",
            "replay FILE --svg --out OUT",
            "replay FILE --seat red",
            "replay FILE --position --out OUT",
            "replay FILE --brief --out OUT",
            "replay FILE --whole --out OUT",
            "replay FILE --level raw",
            "report FILE --out OUT",
            "report FILE --form paper --out OUT",
            "IMPORT FILE",
        ),
        lines_damage,
        large_lines,
    ),
    Format(
        "brief log",
        ".jsonl",
        briefs,
        ("replay FILE", "replay FILE --verify", "replay FILE --whole --out OUT"),
        lines_damage,
        large_lines,
    ),
    Format(
        "dice",
        ".jsonl",
        diced,
        ("dice verify FILE", "dice verify FILE --with OTHER", "dice verify OTHER --with FILE"),
        lines_damage,
        large_lines,
    ),
    Format(
        "position",
        ".json",
        positions,
        (
            "rule FILE",
            "rule FILE --check",
            "rule FILE --explain",
            "rule FILE --html OUT",
            "rule FILE --svg OUT",
            "rule FILE --json",
            "DESK FILE",
        ),
        json_damage,
        large_json,
    ),
    Format(
        "roster of lists",
        ".json",
        rosters,
        (
            "army check FILE",
            "army check FILE --json",
            "army cost FILE",
            "army show FILE",
            "army share FILE",
            "army print FILE",
            "ARMOURY FILE",
        ),
        json_damage,
        large_json,
    ),
    Format(
        "army list",
        ".json",
        lists,
        (
            "army import FILE",
            "army import FILE --out NEW",
            "army import FILE --json",
            "army list --data FILE",
            "ARMOURY FILE",
        ),
        json_damage,
        large_json,
    ),
    Format(
        "player's roster",
        ".rosz",
        players_rosters,
        ("army import FILE", "army import FILE --out NEW", "army import FILE --json"),
        xml_damage,
        large_xml,
    ),
    Format(
        "saved army",
        ".json",
        saved_armies,
        ("RANKED FILE", "SKIRMISH FILE"),
        json_damage,
        large_json,
    ),
    Format(
        "share code", ".txt", codes, ("army show CONTENT", "ARMOURY FILE"), code_damage, large_text
    ),
    Format("table", ".csv", tables, ("army import FILE", "ARMOURY FILE"), text_damage, large_text),
    Format("text", ".txt", texts, ("army import FILE", "ARMOURY FILE"), text_damage, large_text),
    Format("study", ".toml", studies, ("STUDY FILE",), toml_damage, large_toml),
    Format(
        "records",
        ".jsonl",
        records,
        ("lab again FILE 0", "lab again FILE 1"),
        lines_damage,
        large_lines,
    ),
)


DOORS: dict[str, Callable[[Path], Any]] = {
    "STUDY": lambda path: planned(studied(read(path), path.name)),
    "RANKED": lambda path: of_ranked.chosen(str(path), 1, 0),
    "SKIRMISH": lambda path: of_skirmish.chosen(str(path), 1, 0),
    "ARMOURY": lambda path: armoury_files.read(
        ArmiesText(text=path.read_bytes().decode("utf-8", "replace"))
    ),
    "DESK": lambda path: ruled(path.read_bytes().decode("utf-8", "replace")),
    "IMPORT": lambda path: refounded(imported(path.read_bytes()), b""),
}
"""What opens a file that no command does, or that comes to a table."""


def prepared() -> None:
    """Have every good file made: nobody waits for them later."""
    for one in FORMATS:
        one.good()


# ── trying ───────────────────────────────────────────────────────────────────
class Trial:
    """Files tried one after another: what came of each is counted, what should not is kept."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.count: Counter[tuple[str, str]] = Counter()
        self.found: list[Found] = []
        self.slowest: dict[str, float] = {}
        self.crash = ""

    def run(self, many: int, formats: Sequence[Format] = FORMATS, large: float = 0.02) -> None:
        """So many files of each format."""
        for one in formats:
            random = Random(f"{self.seed} {one.name}")
            wild = Wild(random, ("red", "blue", "R1", "B1"))
            for _ in range(many):
                huge = random.random() < large
                data = (
                    one.large(wild, one.good())
                    if huge
                    else one.damage(wild, random.choice(one.good()))
                )
                self.one(one, random.choice(one.commands), data)

    def one(self, form: Format, words: str, data: bytes) -> int:
        """One file, and what comes of it."""
        file, out = self.folder / f"file{form.suffix}", self.folder / "out"
        file.write_bytes(data)
        other, new = self.folder / "other", self.folder / "new.json"
        new.unlink(missing_ok=True)
        if "OTHER" in words:
            other.write_bytes(diced()[0])
        content = data.decode("utf-8", "replace").replace("\x00", "")[:100_000]
        told = {
            "FILE": str(file),
            "OUT": str(out),
            "OTHER": str(other),
            "CONTENT": content,
            "NEW": str(new),
        }
        said = [told.get(word, word) for word in words.split(" ")]
        before, begun = memory(), time.process_time()
        status = self.called(said)
        spent, grown = time.process_time() - begun, memory() - before
        self.count[form.name, str(status)] += 1
        self.slowest[form.name] = max(spent, self.slowest.get(form.name, 0.0))
        what = self.crash if status == FAULT else ""
        if not what and spent > max(SECONDS, SECONDS * len(data) / LARGE):
            what = f"{spent:.1f} s"
        if not what and grown > MUCH:
            what = f"{grown} MB"
        if what:
            self.found.append(Found(form.name, words, what, data))
        return status

    def called(self, said: list[str]) -> int:
        """The status of a command; nothing that it says is shown."""
        self.crash = ""
        before, plain.note_crash = plain.note_crash, self.noted
        old = signal.signal(signal.SIGVTALRM, self.late)
        signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
        try:
            with (
                contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")),
                contextlib.redirect_stderr(io.TextIOWrapper(io.BytesIO(), "utf-8")),
            ):
                return self.by_hand(*said) if said[0] in DOORS else app.main(said)
        except Late:
            self.crash = f"more than {HANGS} s: {self.crash}"
            return FAULT
        except BaseException:  # noqa: BLE001 - whatever it is, it should not have come so far
            self.crash = traceback.format_exc()
            return FAULT
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, old)
            plain.note_crash = before

    def by_hand(self, door: str, file: str) -> int:
        """What no command of its own reads: its status as a command would have it."""
        try:
            DOORS[door](Path(file))
        except (PlainError, Refused):
            return 2
        except Exception as error:  # noqa: BLE001 - as the command line has it
            self.noted(error, ())
            return FAULT
        return 0

    def noted(self, error: Exception, _: Any) -> Path:
        """Keep what a command would have written down for its makers."""
        self.crash = "".join(traceback.format_exception(error))[-4_000:]
        return self.folder

    def late(self, _: int, frame: Any) -> None:
        """It is too late."""
        self.crash = "".join(traceback.format_stack(frame)[-6:])
        raise Late

    def lines(self) -> Iterator[str]:
        """Everything in figures."""
        yield f"{self.count.total():,} files, {len(self.found)} of them not opened or refused well"
        for name in dict.fromkeys(name for name, _ in self.count):
            told = {status: many for (one, status), many in self.count.items() if one == name}
            opened = sum(many for status, many in told.items() if status in ("0", "1"))
            yield (
                f"  {name} {sum(told.values()):,}: opened {opened:,}, refused {told.get('2', 0):,},"
                f" faults {told.get('70', 0):,}; {self.slowest[name]:.2f} s at most"
            )
