"""Tells what came of a position file, as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.positions.reasons import asked, reason, why
from condotta.positions.running import Report, Run, Turn

BAR = ("doubled", "beaten", "tie", "beats", "doubles")
WIDTH = 36
STRIPE = 20
LONG = 11
"""Letters of a fraction beyond which nobody reads it."""


def told(report: Report) -> str:
    """The whole report: what was said and what came of it, the answers, the position."""
    lines = [report.title or report.file]
    if report.note:
        lines.append(report.note)
    for run in report.runs:
        lines.extend(("", *_run(run)))
    return "\n".join(lines)


def checked(report: Report) -> str:
    """One line for a file that is as it expects, more where it is not."""
    name = report.title or report.file
    if not report.expects:
        return f"nothing expected  {report.file}: {name}"
    runs = len(report.runs)
    if report.agrees:
        return f"as expected  {report.file}: {name} ({runs} {'run' if runs == 1 else 'runs'})"
    lines = [f"DIFFERS  {report.file}: {name}"]
    for run in report.runs:
        where = f"{run.name}: " if run.name else ""
        lines.extend(f"    {where}{one}" for one in run.all_differences)
    return "\n".join(lines)


def _run(run: Run) -> Iterator[str]:
    if run.name:
        yield f"── {run.name}"
    if at_once := tuple(_events(run.at_once)):
        yield "At once:"
        yield from at_once
    for turn in run.said:
        yield f"{turn.seat} says {turn.what} {shown(turn.argument)}"
        yield from _note(turn)
        yield from _answer_to_saying(turn)
    for turn in run.answers:
        yield f"Asked: {turn.what} {shown(turn.argument)}"
        yield from _note(turn)
        yield from _lines(turn.answer, "    ")
        yield from (f"    ≠ {one}" for one in turn.differences)
    yield "Then:"
    yield from _state(run.state)
    yield from (f"  ≠ {one}" for one in run.differences)


def lines(answer: dict[str, Any]) -> Iterator[str]:
    """An answer to a question, line by line."""
    yield from _lines(answer, "")


def _note(turn: Turn) -> Iterator[str]:
    if turn.note:
        yield f"    ({turn.note})"


def _answer_to_saying(turn: Turn) -> Iterator[str]:
    answer = turn.answer
    if answer["accepted"]:
        price = f", cost {answer['cost']}" if answer["cost"] else ""
        far = f", {answer['distance']:g} of {answer['limit']:g}" if answer["limit"] else ""
        yield f"    accepted{price}{far}"
        yield from _events(answer)
    else:
        yield "    refused"
        yield from (f"    {one}" for one in why(answer))
    yield from (f"    ≠ {one}" for one in turn.differences)


def _events(answer: dict[str, Any]) -> Iterator[str]:
    for event in answer["events"]:
        match event["event"]:
            case "Ruled":
                yield f"    {reason(event)}"
                told = (one for one in event["tallies"] if one["die"] or one["parts"])
                yield from (f"        {_tally(one)}" for one in told)
            case "Moved":
                yield from (
                    f"    {name} to {_pose(at)} ({event['way']})"
                    for name, at in event["poses"].items()
                )
            case "Removed":
                yield f"    {event['piece']} is off the table ({event['to']}, {event['clause']})"
            case "Counted":
                yield f"    {event['holder']}: {event['name']} {event['value']}"
            case "Ended":
                yield f"    the battle is over [{event['clause']}]"
            case _:
                pass


def _tally(one: dict[str, Any]) -> str:
    """A total with its reasons on one line."""
    parts = ", ".join(f"{part['says']} {part['value']:+d} [{part['clause']}]"
                      for part in one["parts"])  # fmt: skip
    die = f"die {one['die']}" if one["die"] else ""
    return f"{one['who']}: {one['total']} = {', '.join(filter(None, (die, parts)))}"


def _state(state: dict[str, Any]) -> Iterator[str]:
    kinds = {**state["types"], **state.get("units", {})}
    yield f"    turn {state['turn']}, {state['phase']}, {' and '.join(state['active'])} to act"
    for name, at in state["poses"].items():
        marks = "".join(f", {mark}" for mark in state["marks"].get(name, ()))
        yield f"    {name} {kinds[name]} at {_pose(at)}{marks}"
    for name, place in state["places"].items():
        yield f"    {name} {kinds[name]} {place}"
    yield from (f"    {asked(ask)}" for ask in state["waiting"])
    skipped = (
        "turn",
        "phase",
        "active",
        "poses",
        "places",
        "types",
        "marks",
        "waiting",
        "lost",
        "units",
    )
    rest = {key: value for key, value in state.items() if key not in skipped and value is not None}
    yield from _lines(rest, "    ")


def _lines(answer: dict[str, Any], indent: str) -> Iterator[str]:
    """An answer as lines; modifiers and odds in their own way."""
    for key, value in answer.items():
        match key, value:
            case "odds", dict():
                yield from (f"{indent}{line}" for line in bar(value))
            case "parts", dict():
                for who, parts in value.items():
                    told = (f"{one['says']} {one['value']:+d} [{one['clause']}]" for one in parts)
                    yield f"{indent}{who}: {', '.join(told)}"
            case ("outcomes", dict()):
                yield from (f"{indent}{likely(one)}" for one in value.values())
            case (("means" | "ends"), dict()):
                numbers = {name: number_told(one) for name, one in value.items()}
                yield f"{indent}{key}: {shown(numbers)}"
            case (("refusals" | "happens"), list()):
                yield from (f"{indent}{reason(one)}" for one in value)
            case "meanings", dict():
                yield from (f"{indent}{name}: {meant(one)}" for name, one in value.items())
            case (("modifiers" | "via" | "sketches"), _):
                pass
            case "asked", list():
                yield from (f"{indent}{asked(one)}" for one in value)
            case _:
                yield f"{indent}{key.replace('_', ' ')}: {shown(value)}"


def meant(one: dict[str, Any]) -> str:
    """What a result would mean, on one line: the outcome, who is lost by it, who pursues.

    >>> meant({"outcome": "fall back", "clause": "TC-3.5", "lost": {"B1": "TC-3.42"},
    ...        "pursues": True, "pursuit": ["TC-3.70"], "unless": ["BC-10.2"]})
    'fall back [TC-3.5], lost B1 [TC-3.42], pursues [TC-3.70] unless [BC-10.2]'
    """
    told = [f"{one['outcome']} [{one['clause']}]"]
    told += [f"lost {name} [{clause}]" for name, clause in one["lost"].items()]
    if one["pursuit"]:
        unless = f" unless [{', '.join(one['unless'])}]" if one["unless"] else ""
        word = "pursues" if one["pursues"] else "no pursuit"
        told.append(f"{word} [{', '.join(one['pursuit'])}]{unless}")
    return ", ".join(told)


def bar(odds: dict[str, int]) -> Iterator[str]:
    """Chances out of 36 as a bar of five parts, and in numbers.

    >>> print("\\n".join(bar({"doubled": 0, "beaten": 6, "tie": 4, "beats": 17, "doubles": 9})))
    ▒▒▒▒▒▒····▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓█████████
    doubled 0, beaten 6, tie 4, beats 17, doubles 9 of 36
    """
    yield "".join(sign * odds[name] for sign, name in zip("░▒·▓█", BAR, strict=True))
    yield ", ".join(f"{name} {odds[name]}" for name in BAR) + f" of {WIDTH}"


def likely(one: dict[str, Any]) -> str:
    """An outcome with its chance as a bar, in per cent and as a fraction where that is short.

    >>> likely({"exact": "5/18", "chance": 0.277778, "says": "B1: lost"})
    '██████··············  27.78% (5/18)  B1: lost'
    """
    full = round(STRIPE * one["chance"])
    return f"{'█' * full}{'·' * (STRIPE - full)} {number_told(one, percent=True):>7}  {one['says']}"


def number_told(one: dict[str, Any], *, percent: bool = False) -> str:
    """A chance in per cent, or a mean, and as a fraction where that is short."""
    number = f"{100 * one['chance']:6.2f}%" if percent else f"{one['chance']:g}"
    exact = one["exact"]
    whole = "/" not in exact or len(exact) > LONG
    return number if whole else f"{number} ({exact})"


def shown(value: Any) -> str:
    """Plain data as people write it: no quotes, numbers without idle noughts."""
    match value:
        case dict():
            return ", ".join(f"{key} {shown(one)}" for key, one in value.items()) or "none"
        case list() | tuple():
            return f"[{', '.join(shown(one) for one in value)}]" if value else "none"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case None:
            return "none"
        case _:
            return str(value)


def _pose(at: list[float]) -> str:
    return f"({at[0]:g}, {at[1]:g}) facing {at[2]:g}°"
