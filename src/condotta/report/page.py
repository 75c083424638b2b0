"""One page that holds a battle: a map a turn, the story, losses, dice, rulings. No scripts.

The page needs nothing from outside: turns are chosen with radio buttons and plain style rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report import cards
from condotta.report.forces import is_troop
from condotta.report.fortune import Reckoned, all_reckoned
from condotta.report.history import Turn, turns_of
from condotta.report.ink import el
from condotta.report.logbook import SEED, Log
from condotta.report.motives import Reasons, recalled
from condotta.report.naming import is_model, kind_name, seat_name, stand_name
from condotta.report.palette import STYLES, style_numbers
from condotta.report.plates import of_units
from condotta.report.reckoning import (
    army_letter,
    army_name,
    lost_half_points,
    lost_models,
    score_said,
    scores_said,
)
from condotta.report.sheet import css
from condotta.report.stands import badge, seat_shape
from condotta.report.svg import Shown, bare, definitions, picture
from condotta.report.tale import NONE, tale
from condotta.rules.carnage.objective import objective
from condotta.rules.library import kind
from condotta.rules.scores import order as in_order
from condotta.rules.scores import score_of
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph import names
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.tables import CAMP
from condotta.words import has, measured_in, points, say, spoken

MARK = (
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<path d="M10 1L18 4V10C18 15 14 18 10 19 6 18 2 15 2 10V4z'
    'M5 9L10 6 15 9M5 13L10 10 15 13" fill="none" '
    'stroke="currentColor" stroke-width="1.6"/></svg>'
)


THRESHOLD = "lossThreshold"
LOST = "points-lost"  # the score that is what was lost


def defeat_of(book: Book) -> int:
    """Half points at which a side may have lost. [TC-10.1]

    None where the losses of one army decide nothing. [GT-9.1, TO-11, FB-14.5]
    """
    return settings_of(book).half_points(THRESHOLD) if kind(book.system) == "triumph" else 0


def title_of(log: Log, turn: Turn) -> str:
    """What a map of a turn is called."""
    if not turn.number:
        return say("page.mapSetUp", {"name": log.name})
    who = tuple(seat_name(seat) for seat in turn.active)
    return say("page.mapTurn", {"name": log.name, "after": when(turn, "after"), "seats": who})


def when(turn: Turn, how: str = "") -> str:
    """A turn as its game counts it: alone, or as something came `in` it or `after` it."""
    return say(".".join(filter(None, (turn.counted.key, how))), {"turn": turn.counted.turn})


def page(log: Log, *, why: bool = False) -> str:
    """The whole page of a log, in the language that is spoken now and the unit of its game.

    With `why` it tells the reasons of its bots.
    """
    with measured_in(SYSTEMS[log.header.system].unit):
        return composed(log, recalled(log) if why else NONE)


def composed(log: Log, reasons: Reasons) -> str:
    """The parts of the page, put together."""
    turns = turns_of(log.events)
    last = turns[-1].after
    fights = all_reckoned(log.book, turns)
    styles = style_numbers(last.seats())
    picks = "".join(pick(place, turns) for place in range(len(turns)))
    parts = (
        masthead(log, turns),
        armies(log.book, turns[0].after, last),
        timeline(turns, styles),
        *panels(log, turns, fights, reasons),
        cards.all_cards(log, turns, fights, styles, defeat_of(log.book)),
        footer(log),
    )
    defs = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    shared = f'{defs}{definitions()}<defs><g id="land">{bare(last)}</g></defs></svg>'
    return (
        f'<!doctype html>\n<html lang="{spoken()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="generator" content="Condotta {escape(log.header.engine)}">'
        f"<title>{escape(log.name)}</title><style>{css(len(turns))}</style></head>\n"
        f"<body>{shared}<main>{picks}<div class=whole>{''.join(parts)}</div></main></body></html>\n"
    )


def pick(place: int, turns: Sequence[Turn]) -> str:
    """The button that chooses a turn; the last is chosen first."""
    chosen = " checked" if place == len(turns) - 1 else ""
    said = escape(turn_name(turns[place]))
    return (
        f'<input class="pick" type="radio" name="turn" id="t{place}" aria-label="{said}"{chosen}>'
    )


def turn_name(turn: Turn) -> str:
    """A turn by its number and whose it is."""
    if not turn.number:
        return say("page.setUp")
    return say("story.turn", {"turn": when(turn), "seats": tuple(map(seat_name, turn.active))})


def masthead(log: Log, turns: Sequence[Turn]) -> str:
    """What the battle was and how it ended."""
    seed = log.header.title.get(SEED, "")
    system = f"system.{log.header.system}"
    said = [say(system) if has(system) else log.header.system, outcome(log, turns)]
    said += [say("page.seed", {"seed": seed})] if seed else []
    brand = f'<p class="brand">{MARK}Condotta</p>'
    line = " · ".join(escape(part) for part in said if part)
    return f'<header>{brand}<h1 dir="auto">{escape(log.name)}</h1><p>{line}</p></header>'


def outcome(log: Log, turns: Sequence[Turn]) -> str:
    """How it ended, in one sentence; the scores from the first to the last."""
    last = turns[-1]
    ended = last.after.ended
    if ended is None:
        return say("page.unfinished", {"when": when(last, "in")})
    score = score_of(log.book)
    sums = (
        points(place.number) if score.halves else str(place.number)
        for place in in_order(log.book, last.after)
    )
    params = {
        "winners": tuple(map(seat_name, ended.winners)),
        "when": when(last, "in" if ended.winners else "after"),
        "unit": f"score.unit.{score.name}",
        "scores": f" {say('page.to')} ".join(sums),
    }
    return say("page.won" if ended.winners else "page.drawn", params)


def armies(book: Book, start: Position, last: Position) -> str:
    """A card for each army: its stands by type, its general, what it lost, its score."""
    styles = style_numbers(last.seats())
    found = (army(book, start, last, seat, styles[seat]) for seat in last.seats())
    label = escape(say("page.armies"))
    return f'<section class="armies" aria-label="{label}">{"".join(found)}</section>'


def army(book: Book, start: Position, last: Position, seat: Seat, style: int) -> str:
    """One army."""
    mine = [
        piece
        for piece in start.pieces.values()
        if piece.controller == seat and piece.type != CAMP and is_troop(piece)
    ]
    if of_units(start):
        mine = [piece for piece in mine if is_model(piece)]
    counts: dict[str, int] = {}
    for piece in mine:
        kind = kind_name(piece)
        counts[kind] = counts.get(kind, 0) + 1
    general = next((piece for piece in mine if names.GENERAL in piece.traits), None)
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    lost, defeat = lost_half_points(last, seat), defeat_of(book)
    key = "map.lostOf" if defeat else "map.lost"
    result = ((say("page.result"), score_said(book, last, seat)),)
    rows: tuple[tuple[str, str], ...] = (
        (say("page.stands"), f"{len(mine)} ({listed})"),
        (say("page.general"), stand_name(general) if general else "–"),
        (say("page.lost"), say(key, {"lost": lost, "defeat": defeat})),
        *(() if score_of(book).name == LOST else result),
    )
    if of_units(start):
        fallen = lost_models(last, seat)
        rows = (
            (say("page.models"), f"{len(mine)} ({listed})"),
            (say("page.lost"), say("page.fallen", {"count": fallen})),
            *result,
        )
    body = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    sign = seat_badge(last, seat, style)
    title = f"<h2>{sign}<bdi>{escape(army_name(last, seat))}</bdi></h2>"
    return f'<div class="card army">{title}<dl>{body}</dl></div>'


def seat_badge(position: Position, seat: Seat, style: int) -> str:
    """A seat's sign for a line of text."""
    inside = badge(style, army_letter(position, seat), 12, 12, 10)
    label = {"role": "img", "aria_label": seat_name(seat)}
    return el("svg", inside, viewBox="0 0 24 24", class_="badge", **label)


def timeline(turns: Sequence[Turn], styles: dict[Seat, int]) -> str:
    """A mark for every turn, in the shape and colour of whose it is."""
    marks = []
    for place, turn in enumerate(turns):
        if turn.active:
            style = styles[turn.active[0]]
            fill = {"fill": "var(--fill)", "stroke": "var(--deep)"}
            sign = el("g", seat_shape(STYLES[style].shape, 6.5, **fill), class_=f"s{style}")
        else:
            sign = el("circle", r="4.5", fill="var(--ink2)")
        drawn = el("svg", sign, viewBox="-10 -10 20 20", aria_hidden="true")
        word = str(turn.number) if turn.number else say("page.start")
        title = escape(turn_name(turn))
        marks.append(f'<label for="t{place}" title="{title}">{drawn}{escape(word)}</label>')
    return f'<nav class="line" aria-label="{escape(say("page.turns"))}">{"".join(marks)}</nav>'


def panels(
    log: Log, turns: Sequence[Turn], fights: Sequence[list[Reckoned]], reasons: Reasons
) -> list[str]:
    """A map and a story for every turn."""
    land = turns[-1].after.areas
    defeat = defeat_of(log.book)
    told = tale(turns, fights, reasons)
    found = []
    for place, turn in enumerate(turns):
        shared = '<use href="#land"/>' if turn.after.areas == land else ""
        title = title_of(log, turn)
        said = scores_said(log.book, turn.after)
        at = objective(log.book, turn.after)
        shown = Shown(
            turn.tracks, turn.fates, title, defeat, said,
            key=f"m{place}", ground=shared, objective=at,
        )  # fmt: skip
        drawn = picture(turn.after, shown)
        sign = "".join(
            seat_badge(turn.after, seat, style_numbers(turn.after.seats())[seat])
            for seat in turn.active
        )
        name = f"<h2>{sign} {escape(turn_name(turn))}</h2>"
        head = f'<div class="top">{name}{stepping(place, len(turns))}</div>'
        found.append(
            f'<section class="turn" id="p{place}"><div class="map" tabindex="0">{drawn}</div>'
            f'<div class="card">{head}{told[place]}</div></section>'
        )
    return found


def stepping(place: int, count: int) -> str:
    """Back and on."""
    back, on = say("page.back"), say("page.on")
    hidden = ' class="off"'
    return (
        f'<p class="steps"><label for="t{max(place - 1, 0)}"{hidden if not place else ""}>'
        f"← {escape(back)}</label>"
        f'<label for="t{min(place + 1, count - 1)}"{hidden if place == count - 1 else ""}>'
        f"{escape(on)} →</label></p>"
    )


def footer(log: Log) -> str:
    """What the page was made from."""
    params = {"engine": log.header.engine, "data": log.header.data or "–"}
    return f"<footer>{escape(say('page.footer', params))}</footer>"
