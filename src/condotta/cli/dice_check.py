"""A second check of a log's dice. It reads lines of JSON, and shares nothing with the engine.

What is checked and how is told in docs/dice.md; whoever trusts neither writes a third.
"""

import hashlib
import json
import re
from typing import Any, NamedTuple

BEFORE = "dice word of "
KINDS = frozenset((
    "Began", "Laid", "Lifted", "Mustered", "Placed", "Moved", "Exchanged", "Removed", "Controlled",
    "Marked", "Cleared", "Expired", "Counted", "Paid", "Entered", "Asked", "Answered", "Withdrawn",
    "Pushed", "Popped", "Ruled", "Told", "Sealed", "Opened", "Undone", "Corrected", "Seated",
    "Veiled", "Ended",
))  # fmt: skip


class Found(NamedTuple):
    """How many rolls hold, what is wrong, and of every seat the words it said and those lacking."""

    rolls: int
    wrong: list[str]
    said: dict[str, int]
    lacked: dict[str, list[int]]


def events_of(data: bytes) -> tuple[dict[str, Any], list[bytes], list[dict[str, Any]]]:
    """The header of a log, its other lines, and what they say."""
    head, *lines = (line for line in data.split(b"\n") if line.strip())
    return json.loads(head), lines, [json.loads(line) for line in lines]


def check(data: bytes) -> Found:  # noqa: C901, PLR0912, PLR0915 - one page, read from top to bottom
    """Work every roll out again."""
    _, lines, events = events_of(data)
    sha = hashlib.sha256
    opened = {event["seal"]: event for event in events if event["kind"] == "Opened"}
    began = [event for event in events if event["kind"] == "Began"]
    seats = {chair["seat"] for event in began for chair in event["chairs"]}
    mixed, asks, depth = sha(b"condotta dice").digest(), dict[int, dict[str, Any]](), 0
    points, secret, stale, begun = list[Any](), None, True, False
    chains, whole, rolls, seals, fallen = dict[str, str](), sha(), 0, set[str](), 0
    said, lacked = dict.fromkeys(seats, 0), {seat: list[int]() for seat in seats}
    wrong = list[str]()
    for number, (line, event) in enumerate(zip(lines, events, strict=True), start=2):
        kind, seal = event["kind"], event.get("seal", "")
        said_so = line
        points.append((mixed, dict(asks), depth))
        waits = [ask for ask in asks.values() if ask["seat"] == "chance"]

        def must(right: Any, what: str, number: int = number) -> None:
            if not right:
                wrong.append(f"line {number}: {what}")

        must(kind in KINDS, "there is no such event")
        ready = secret is not None and waits and begun and not (stale and chains)
        falls = kind == "Answered" and event["seat"] == "chance"
        must(
            not ready or falls or kind in ("Told", "Seated"),
            "something lies between the words and the dice",
        )
        if falls or (kind == "Opened" and seal == "dice words" and event["content"]):
            fallen = number - 1
        if seal.startswith("dice"):
            names = ["digest"] if kind == "Sealed" else ["content", "salt"]
            must(list(event) == ["kind", "seal", *names], "that is no seal of dice")
        if kind == "Sealed" and seal == "dice log":
            must(event["digest"] == whole.hexdigest(), "the log is not the one that was sealed")
        elif kind == "Sealed" and seal.startswith(BEFORE):
            seat = seal.removeprefix(BEFORE)
            must(seat in seats, "nobody sits there")
            must(not begun or not waits, "a seat was bound between a choice and its dice")
            must(re.fullmatch("([0-9a-f]{64})?", event["digest"]), "that is no digest")
            chains.pop(seat, None)
            chains |= {seat: event["digest"]} if event["digest"] else {}
        elif kind == "Sealed" and re.fullmatch("dice with words( [0-9]+)?", seal):
            one = opened.get(seal, {"content": "", "salt": ""})
            must(not secret, "the dice were sealed anew: nothing before binds what follows")
            secret, stale, begun, chains = one["content"], True, False, {}
            digest = hashlib.blake2b(f"{one['salt']}\n{secret}".encode(), digest_size=32)
            must(seal in opened, "the secret of these dice was never opened")
            same = digest.hexdigest() == event["digest"] or seal not in opened
            must(same, "the secret is not the one that was sealed")
            must(seal not in seals, "the dice were sealed twice")
            seals.add(seal)
        elif kind == "Sealed" and re.fullmatch("dice( [0-9]+)?", seal):
            secret = None
        elif kind == "Opened" and seal == "dice words" and event["content"] == "":
            must(waits and not begun, "the dice had begun, or were not asked for")
            begun = True
        elif kind == "Opened" and seal == "dice words":
            told = dict(row.rpartition(":")[::2] for row in event["content"].split("\n"))
            must(waits and begun and stale, "nobody was to say a word there")
            must(event["salt"] == "", "words have no salt")
            must(list(told) == sorted(chains), "those are not the seats that are bound to words")
            for seat, word in told.items():
                if word == "-":
                    lacked.setdefault(seat, []).append(number)
                    chains.pop(seat, None)
                    continue
                fits = re.fullmatch("[0-9a-f]{64}", word) is not None
                fits = fits and sha(bytes.fromhex(word)).hexdigest() == chains.get(seat)
                must(fits, f"{seat} was bound to another word")
                said[seat] = said.get(seat, 0) + 1
                chains[seat] = word
            stale = False
        elif kind == "Undone":
            must(not waits, "a choice was taken back while its dice were awaited")
            must(event["kept"] >= fallen, "dice that had fallen were taken back")
            mixed, asks, depth = points[event["kept"]]
            asks = dict(asks)
        elif kind == "Opened" and seal.startswith("dice with words"):
            must(seal in seals, "that secret was never sealed")
        elif kind == "Withdrawn":
            must(asks.pop(event["ask"], None), "no such question was open")
        if kind not in ("Undone", "Withdrawn", "Told", "Seated"):
            if kind == "Asked":
                said_so = re.sub(rb',"id":\d+(,"depth":\d+)?\}\}$', b"", line)
                asks[event["ask"]["id"]] = event["ask"]
            elif kind == "Answered":
                said_so = re.sub(rb'"ask":\d+,', b"", line, count=1)
                ask = asks.pop(event["ask"], {})
                alike = [ask.get(name) == event[name] for name in ("seat", "window")]
                must(all(alike), "that answers no question that was open")
                if event["seat"] != "chance":
                    must(not waits, "somebody answered between a choice and its dice")
                    stale = stale or not event.get("stood_in")
                else:
                    rolls += 1
                    must(secret is not None, "dice fell that no secret with words was sealed for")
                    must(begun and (not stale or not chains), "no words were mixed in")
                    seed = sha((secret or "").encode() + mixed).digest()
                    must(event["said"] == rolled(seed, ask), "the dice show something else")
            elif kind == "Pushed":
                stale = stale or any(ask.get("depth", 0) == depth - 1 for ask in asks.values())
                depth += 1
            elif kind == "Popped":
                depth -= 1
            elif kind == "Corrected":
                stale = True
            elif kind == "Ended":
                asks = {}
            mixed = sha(mixed + said_so).digest()
        if kind in ("Sealed", "Opened") and seal != "dice words":
            stale = True
        whole.update(line + b"\n")
    if secret is None:
        wrong.append("no secret was sealed into which words are mixed")
    elif any(event["kind"] == "Ended" for event in events) and "dice log" not in [
        event.get("seal") for event in events
    ]:
        wrong.append("the battle is over and the log was not sealed")
    return Found(rolls, wrong, said, lacked)


def rolled(seed: bytes, ask: dict[str, Any]) -> dict[str, Any]:
    """What the dice show, or what comes off the pile, with the proof of what it follows from."""
    proof = hashlib.sha256(seed + b"proof").hexdigest()
    source = (
        byte
        for block in range(1 << 32)
        for byte in hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
    )

    def pick(size: int) -> int:
        span, number = 256, next(source)
        while span < size:
            span, number = span * 256, number * 256 + next(source)
        return number % size if number < span - span % size else pick(size)

    if ask.get("dice", 0):
        pips = [1 + pick(ask.get("sides", 6)) for _ in range(ask["dice"])]
        return {"kind": "Roll", "pips": pips, "proof": proof}
    pile = list(ask.get("draw", ()))
    count = min(ask.get("count", 1), len(pile))
    drawn = [pile.pop(pick(len(pile))) for _ in range(count)]
    return {"kind": "Draw", "drawn": drawn, "proof": proof}


def compare(data: bytes, earlier: bytes) -> tuple[int, str]:
    """How many events of an earlier copy are in a log as they were, and the first that is not."""
    header, _, events = events_of(data)
    before, _, told = events_of(earlier)
    for name in ("system", "settings", "data"):
        if header.get(name) != before.get(name):
            return 0, f"the headers differ in {name}"
    seats = before.get("seat", "").split("+")
    who = set(seats)
    numbers, story = [0], list[Any]()
    for event in events:
        if event["kind"] == "Began":
            who |= {f"side:{one['side']}" for one in event["chairs"] if one["seat"] in seats}
        shown = event if seats == [""] else seen(event, who)
        if shown is not None and event["kind"] == "Undone":
            shown = {**shown, "kept": numbers[event["kept"]]}
        story += [] if shown is None else [shown]
        numbers.append(len(story))
    for number, one in enumerate(told):
        if number >= len(story):
            return number, f"line {number + 2}: the log ends before it"
        if plain(one) != plain(story[number]):
            return number, f"line {number + 2}: the log has something else there"
    return len(told), ""


def seen(event: dict[str, Any], who: set[str]) -> dict[str, Any] | None:
    """An event as an audience was told it; nothing where it was not."""
    match event["kind"]:
        case "Pushed" | "Popped":
            return None
        case "Veiled":
            inner = event["inside"] if who & set(event["audience"]) else event.get("outside")
            return seen(inner, who) if inner else None
        case "Told":
            hears = not event.get("to") or event["seat"] in who or who & set(event["to"])
            return event if hears else None
        case "Answered" if event.get("secret") and event["seat"] not in who:
            return {**event, "said": None}
        case "Corrected":
            changes = [seen(one, who) for one in event["changes"]]
            return {**event, "changes": [one for one in changes if one]}
        case _:
            return event


def plain(event: dict[str, Any]) -> dict[str, Any]:
    """An event as it is compared: of a question whose it is and its number, as others see it."""
    if event["kind"] == "Asked":
        return {name: event["ask"].get(name) for name in ("seat", "window", "clause", "id")}
    return event
