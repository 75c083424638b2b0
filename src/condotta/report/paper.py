"""A battle on paper, black and white: a score sheet to go on from, turn and card sheets to cut.

What everybody may know of a moment, and nothing else; with a seat, its own hand besides. The page
is one HTML document that needs nothing, for A4 or letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Literal, TypeAlias

from condotta.armies.cards.cardforms import card_name, forms
from condotta.armies.paper.printing import PAPERS
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.report.forces import is_troop
from condotta.report.logbook import Log
from condotta.report.naming import is_model, seat_name, stand_name
from condotta.report.options import phase_name
from condotta.report.plates import of_units
from condotta.report.reckoning import army_letter, army_name, half_points, scores_said
from condotta.report.reference.book import reference
from condotta.report.ruled import cut, table
from condotta.report.turns_counted import counted
from condotta.rules.carnage.host import HOST as MANY
from condotta.rules.grand import names as grand
from condotta.rules.ranked import names as ranked
from condotta.rules.skirmish import names as skirmish
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery import names as treachery
from condotta.rules.treachery.deck import in_play
from condotta.rules.treachery.host import HOST as INTRIGUE
from condotta.rules.triumph import names as triumph
from condotta.words import has, measured_in, points, say, spoken

Paper: TypeAlias = Literal["a4", "letter"]
"""What it is printed on."""

BOX = "☐"
MOST_BOXES = 40
MOST_TURNS = 10
"""How many turns there are to tick off."""
NO_TROOPS = {treachery.TREACHERY, treachery.TURN_CARD, treachery.DEAL}
EACH_COIN = 12
"""How many tokens of each kind are printed to cut out."""

STYLE = """
@page { size: %s; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 Georgia, "Times New Roman", serif; color: #000; background: #fff;
  margin: 0 auto; max-width: 186mm; }
h1 { font-size: 16pt; margin: 0 0 2mm; } h2 { font-size: 12.5pt; margin: 4mm 0 2mm;
  border-bottom: 0.5pt solid #000; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 3mm 0 1mm; break-after: avoid; } p { margin: 0 0 1.5mm; }
table { border-collapse: collapse; width: 100%%; margin-bottom: 3mm; } tr { break-inside: avoid; }
th, td { text-align: left; padding: 0.9mm 1.5mm; border-bottom: 0.25pt solid #000;
  vertical-align: top; } .write td, .write th { border: 0.25pt solid #000; min-width: 14mm; }
.n { text-align: right; white-space: nowrap; }
.boxes { font: 11pt/1.2 "DejaVu Sans", "Segoe UI Symbol", sans-serif; letter-spacing: 1.5pt; }
.new { break-before: page; } .cut { display: flex; flex-wrap: wrap; }
.cut > div { border: 0.5pt dashed #000; padding: 2.5mm; break-inside: avoid; overflow: hidden; }
.card { width: 62mm; height: 38mm; } .turn { width: 62mm; height: 24mm; }
.cut > .coin { width: 31mm; height: 15mm; padding: 1mm; text-align: center; }
.cut b { display: block; font-size: 12pt; }
.lost { text-decoration: line-through; }
.columns { columns: 2; column-gap: 6mm; font-size: 9.5pt; line-height: 1.28; }
.columns h3 { margin-top: 2.5mm; border-bottom: 0.25pt solid #000; } .columns p { margin: 0 0 1mm; }
.columns small { font-size: 7pt; white-space: nowrap; } .legend { margin-top: 3mm; }
.look { font-size: 9pt; } .look th, .look td { padding: 0.4mm 1.2mm 0.4mm 0; }
.armies { font-size: 10pt; } .armies p, .write { break-inside: avoid; }
.armies h2 { margin: 0 0 1mm; } .armies table { break-inside: auto; }
.armies td, .armies th { padding: 0.6mm 1mm; } .armies .boxes { font-size: 10pt; }
.pair td:last-child { text-align: right; white-space: nowrap; }
.pair, .chart { break-inside: avoid; }
.side { display: flex; gap: 6mm; } .side > div { flex: 1; }
.whole td:first-child { white-space: nowrap; } .whole { margin-bottom: 3mm; }
.chart th, .chart td { text-align: center; } .chart td:first-child { font-weight: bold; }
section .look { margin-bottom: 1mm; } .look td:first-child { min-width: 18mm; }
"""


def paper(log: Log, position: Position, *, on: Paper = "a4", seat: Seat = "") -> str:
    """The document of one moment, as the spectators see it, or that seat; in the spoken language.

    `position` is the moment as whoever prints it may know it.
    """
    with measured_in(SYSTEMS[log.header.system].unit):
        body = "".join(sections(log, position, seat))
    title = escape(log.name)
    return (
        f'<!doctype html><html lang="{spoken()}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE % PAPERS[on]}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    )


def sections(log: Log, position: Position, seat: Seat) -> Iterator[str]:
    """Its parts: where it stands, the armies, what comes when, cards, things to cut out."""
    book = log.book
    yield from moment(log, position)
    yield from scores(book, position)
    yield '<div class="columns armies">'
    for one in position.seats():
        yield from army(position, one)
    yield "</div>"
    yield from markers(book, position)
    yield from reference(book, position)
    yield from turn_order(position)
    if book.speaks(INTRIGUE):
        yield from turn_cards(position)
        yield from treachery_cards(book)
        yield from coins()
    if seat:
        yield from hand(position, seat)


# ── where it stands ──────────────────────────────────────────────────────────
def moment(log: Log, position: Position) -> Iterator[str]:
    """The game, the turn, the phase, whose turn it is: enough to go on from."""
    system = f"system.{log.header.system}"
    said = [say(system) if has(system) else log.header.system]
    if position.ended is not None:
        said.append(say("paper.over"))
    elif position.turn:
        who = tuple(map(seat_name, position.active))
        now = counted(position)
        turn = say(now.key, {"turn": now.turn})
        said.append(say("story.turn", {"turn": turn, "seats": who}))
        said.append(phase_name(position.phase))
    yield f"<p>{escape(' · '.join(said))}</p>"


def scores(book: Book, position: Position) -> Iterator[str]:
    """What everybody has, with room to write on from there."""
    said = scores_said(book, position)
    counted = ((treachery.TOKENS, "paper.tokens"), (skirmish.CP, "paper.command-points"))
    more = [(name, key) for name, key in counted if any_has(position, name)]
    head = [say("page.seat"), say("page.result"), *(say(key) for _, key in more), "", "", "", ""]
    rows = [
        [seat_name(one), said[one], *(str(position.count(one, name)) for name, _ in more)]
        for one in position.seats()
    ]
    yield f"<h2>{escape(say('paper.score'))}</h2>"
    yield table(head, [[*row, "", "", "", ""] for row in rows])


def any_has(position: Position, name: str) -> bool:
    """Whether anybody has anything of that."""
    return any(position.count(seat, name) for seat in position.seats())


def army(position: Position, seat: Seat) -> Iterator[str]:
    """The units of a seat, a box to tick for each model that is left."""
    units = [piece for piece in position.pieces.values() if piece.controller == seat]
    if of_units(position):
        units = [piece for piece in units if piece.type == skirmish.UNIT]
    else:
        units = [piece for piece in units if is_troop(piece) and not NO_TROOPS & {*piece.traits}]
    units.sort(key=lambda piece: "" if piece.command == piece.id else piece.command)
    if not units:
        return
    title = f"{army_letter(position, seat)} · {seat_name(seat)}: {army_name(position, seat)}"
    yield f"<h2>{escape(title)}</h2>"
    parted = len({piece.command for piece in units} - {piece.id for piece in units}) > 1
    head = [say("paper.unit"), *([say("paper.command")] if parted else []), say("paper.worth")]
    head.append(say("paper.left"))
    rows = [row(position, piece, parted=parted) for piece in units if piece.place != "gone"]
    yield (
        f"<table><tr>{''.join(f'<th>{escape(one)}</th>' for one in head)}</tr>{''.join(rows)}"
        "</table>"
    )
    yield from cards(position, seat)


def cards(position: Position, seat: Seat) -> Iterator[str]:
    """The battle cards of a seat that may still be played, a box for each."""
    held = [
        f"{card_name(piece.type, spoken())} ({piece.type})\u00a0{BOX}"
        for piece in position.at("hand")
        if piece.controller == seat and triumph.CARD in piece.traits and piece.type in forms()
    ]
    if held:
        yield f"<p>{escape(say('paper.cards', {'cards': ', '.join(held)}))}</p>"


def row(position: Position, piece: Piece, *, parted: bool) -> str:
    """One unit: its name, its command in an army of several, its worth, what is left of it."""
    left = models(position, piece)
    lost = piece.place == "lost"
    boxes = "–" if lost else ticked(left)
    held = [trait.partition(":")[0] for trait in piece.traits]
    carried = ", ".join(dict.fromkeys(code for code in held if code in forms()))
    name = escape(stand_name(piece)) + (f" <small>{escape(carried)}</small>" if carried else "")
    worth = half_points(position, piece.id)
    cost = points(worth) if worth else str(position.count(piece.id, skirmish.POWER) or "")
    command = f"<td>{escape(piece.command)}</td>" if parted else ""
    return (
        f"<tr{' class=lost' if lost else ''}><td>{name}</td>{command}"
        f'<td class="n">{escape(cost)}</td><td class="boxes">{boxes}</td></tr>'
    )


def ticked(left: int) -> str:
    """A box for each of those left, in fives, and how many they are.

    >>> ticked(1), ticked(7)
    ('☐', '☐☐☐☐☐ ☐☐ 7')
    """
    boxes = BOX * min(left, MOST_BOXES)
    fives = [boxes[start : start + 5] for start in range(0, len(boxes), 5)]
    return " ".join([*fives, *([str(left)] if left > 1 else [])])


def models(position: Position, piece: Piece) -> int:
    """How many models a unit has left: one of a stand."""
    if piece.type == skirmish.UNIT:
        return sum(
            is_model(one) and one.command == piece.id and one.place != "lost"
            for one in position.pieces.values()
        )
    return position.count(piece.id, ranked.MODELS) or 1


# ── what comes when ──────────────────────────────────────────────────────────
PHASES = {
    "triumph": (triumph.COMMAND, triumph.MOVEMENT, triumph.RANGED, triumph.CLOSE),
    "ranked": ranked.PHASES,
    "skirmish": skirmish.PHASES,
}


def turn_order(position: Position) -> Iterator[str]:
    """The phases of a turn in their order, with room to tick them off."""
    base = "skirmish" if of_units(position) else "triumph"
    if any(position.count(piece.id, ranked.MODELS) for piece in position.pieces.values()):
        base = "ranked"
    yield f"<h2>{escape(say('paper.phases'))}</h2>"
    head = [say("page.turn"), *(phase_name(phase) for phase in PHASES[base])]
    turns = range(position.turn, position.turn + MOST_TURNS)
    yield table(head, [[str(turn or 1), *(BOX for _ in PHASES[base])] for turn in turns])


# ── cards ────────────────────────────────────────────────────────────────────
def hand(position: Position, seat: Seat) -> Iterator[str]:
    """The cards that a seat holds, for its eyes alone: on a page of its own."""
    held = [
        piece
        for piece in position.at("hand")
        if piece.controller == seat and treachery.TREACHERY in piece.traits and piece.truth
    ]
    if held:
        title = say("paper.hand", {"seat": seat_name(seat)})
        yield f'<h2 class="new">{escape(title)}</h2>'
        yield cut("card", [card_said(piece.truth) for piece in held])


def turn_cards(position: Position) -> Iterator[str]:
    """A turn card for each seat, by its icon. [TT-1.4, TT-2.3]"""
    cards = [
        (say(f"icon.{piece.type}"), seat_name(piece.owner), "")
        for piece in position.pieces.values()
        if treachery.TURN_CARD in piece.traits
    ]
    if cards:
        yield f"<h2>{escape(say('paper.turn-cards'))}</h2>"
        yield cut("turn", cards)


def treachery_cards(book: Book) -> Iterator[str]:
    """Every card of the deck, as often as it is in it. [TT-11.1]"""
    yield f"<h2>{escape(say('paper.deck'))}</h2>"
    yield cut("card", [card_said(one.id) for one in in_play(book) for _ in range(one.copies)])


def card_said(design: str) -> tuple[str, str, str]:
    """A treachery card: its name, what it does, its number."""
    return say(f"treachery.{design}"), say(f"treachery.how.{design}"), design


def coins() -> Iterator[str]:
    """Tokens to cut out, dearest first. [TT-10.1]"""
    found = [
        (str(value), say(f"coin.{name}", {"count": 1}), "")
        for name, value in treachery.COINS
        for _ in range(EACH_COIN)
    ]
    yield f"<h2>{escape(say('paper.coins'))}</h2>"
    yield cut("coin", found)


def markers(book: Book, position: Position) -> Iterator[str]:
    """What lies on the table besides troops: markers of commands, the objective. [GT-5.4, CM-63]"""
    found = []
    if any(piece.type == grand.MARKER for piece in position.pieces.values()):
        sides = dict.fromkeys(piece.army for piece in position.pieces.values() if piece.army)
        found += [(f"{side} {n}", say("paper.marker"), "") for side in sides for n in (1, 2, 3)]
    if book.speaks(MANY):
        found.append((say("paper.objective"), "", ""))
    if found:
        yield f"<h2>{escape(say('paper.markers'))}</h2>"
        yield cut("turn", found)
