"""What answers are called: keys and ids become names, in menus and in the story the same way."""

from __future__ import annotations

from condotta.kernel.asks import Ask
from condotta.kernel.position import Position
from condotta.report.naming import body_name, named
from condotta.words import has, placeholders, say

GROUPS = ("option", "topography", "terrain", "spell", "icon")


def window_said(window: str, lang: str = "") -> str:
    """What a question is called."""
    key = f"window.{window.replace(' ', '-')}"
    return say(key, lang=lang) if has(key) else window


def phase_name(phase: str) -> str:
    """A phase as players say it."""
    key = f"story.phase.{phase}"
    return say(key) if has(key) else window_said(phase)


def option_said(option: str, window: str, position: Position, lang: str = "") -> str:
    """An option as people say it.

    `R1>B2` is what one does to another, `R1+R2` several, `die:3` a word of its window with a
    number, `R2:smoke` a piece and what it does.
    """
    slug = window.replace(" ", "-")

    def one(each: str) -> str:
        return option_said(each, window, position, lang)

    left, found, right = option.partition(">")
    if found:
        pair = f"option.{slug}.pair"
        params = {"attacker": one(left), "defender": one(right)}
        return say(pair if has(pair) else "story.pair", params, lang)
    if "+" in option:
        parts = option.split("+")
        pieces = [position.pieces[part] for part in parts if part in position.pieces]
        if len(pieces) == len(parts):
            return body_name(pieces, lang)
        return say("story.several", {"names": tuple(map(one, parts))}, lang)
    key = option.replace(" ", "-")
    for known in (f"option.{slug}.{key}", *(f"{group}.{key}" for group in GROUPS)):
        if has(known) and not placeholders(known):
            return say(known, lang=lang)
    said = str(named({"one": option}, position, lang)["one"])
    head, _, tail = option.partition(":")
    if not tail or said != option:
        return said
    if has(f"option.{slug}.{head}"):
        return say(f"option.{slug}.{head}", {"count": counted(tail)}, lang)
    times = f"option.{slug}.times"
    if tail.isdigit() and int(tail) and has(times):
        return f"{one(head)}: {say(times, {'count': int(tail)}, lang)}"
    return f"{one(head)}: {one(tail)}"


def nameless(option: str, window: str, position: Position) -> bool:
    """Whether nobody has a name for an option: it would be told as it is written in the log."""
    slug, key = window.replace(" ", "-"), option.replace(" ", "-")
    if any(has(f"{group}.{key}") for group in (f"option.{slug}", *GROUPS)) or option.isdigit():
        return False
    return option not in position.pieces and option_said(option, window, position) == option


def counted(text: str) -> int | str:
    """A number where a text is one."""
    return int(text) if text.lstrip("-").isdigit() else text


def question_said(ask: Ask, position: Position, lang: str = "") -> tuple[str, ...]:
    """What a question is called, then each of its options."""
    told = (option_said(option, ask.window, position, lang) for option in ask.options)
    return (window_said(ask.window, lang), *told)
