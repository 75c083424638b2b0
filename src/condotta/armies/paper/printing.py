"""A roster on paper, black and white, A4 or letter. [AL-15.5, AL-17.1]

The page is one HTML document that needs nothing else: the roster, a quick reference for exactly
its troops, and the text of exactly its cards.
"""

from collections.abc import Iterator
from html import escape

from condotta.armies.building.building import view
from condotta.armies.building.views import ArmyShown, ListAbout, NotedShown
from condotta.armies.cards.card_lines import CardLine
from condotta.armies.cards.cardforms import card_name, forms
from condotta.armies.checking.costing import Breakdown, StandLine
from condotta.armies.checking.paying import paid
from condotta.armies.paper.printing_rows import (
    Detail,
    command_rows,
    details,
    kind,
    stand_row,
    troop_table,
    word,
)
from condotta.armies.paper.sheets import together
from condotta.armies.records import Roster, leads
from condotta.armies.shelf import Library, shipped
from condotta.armies.years import year_name
from condotta.words import points, say

PAPERS = {"a4": "A4", "letter": "letter"}

STYLE = """
@page { size: %s; margin: 14mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 Georgia, "Times New Roman", serif; color: #000; background: #fff;
  margin: 0 auto; max-width: 182mm; }
h1 { font-size: 16pt; margin: 0 0 2mm; } h2 { font-size: 12pt; margin: 6mm 0 2mm;
  border-bottom: 0.5pt solid #000; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 3mm 0 0.5mm; break-after: avoid; } p { margin: 0 0 1.5mm; }
table { border-collapse: collapse; width: 100%%; } tr { break-inside: avoid; }
th, td { text-align: left; padding: 0.8mm 1.5mm; border-bottom: 0.25pt solid #000;
  vertical-align: top; } th { font-weight: bold; } .n { text-align: right; white-space: nowrap; }
.total td { font-weight: bold; border-top: 1pt solid #000; }
.code { font: 7pt/1.2 monospace; overflow-wrap: anywhere; } section { break-inside: avoid; }
"""


def page(
    roster: Roster, shelf: Library | None = None, *, paper: str = "a4", lang: str = "en"
) -> str:
    """The document; a line of its findings says what is not legal."""
    found = shelf or shipped()
    source = found.sourced(roster)
    shown, spent = view(roster, found, lang=lang), paid(roster, source, found)
    settled = details(roster, source, found)
    title = escape(roster.label or source[1].name)
    parts = [
        "<!doctype html>",
        f'<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>',
        f"<style>{STYLE % PAPERS[paper]}</style></head><body>",
        f"<h1>{title}</h1>",
        f"<p>{escape('; '.join(_head(roster, shown.list, lang)))}</p>",
        *_bill(roster, (shown, spent), found, lang),
        *_findings(shown, lang),
        *_reference(spent, settled, lang),
        *_cards(roster, settled, lang),
        f"<p>{escape(say('army.print.version', {'version': source[0].version}, lang))}</p>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _head(roster: Roster, about: ListAbout | None, lang: str) -> Iterator[str]:
    assert about is not None
    yield f"{about.name} ({about.key}), {year_name(roster.year)}"
    yield from (one.name for one in about.answers if one.id == roster.variant)
    for name, ratings in (("invasion", about.invasion), ("manoeuvre", about.manoeuvre)):
        (holds,) = [one for one in ratings if one.holds][:1] or [NotedShown(value="0")]
        note = f" ({holds.note})" if holds.note else ""
        yield f"{say(f'army.sheet.{name}', lang=lang)} {holds.value}{note}"
    homes = dict.fromkeys(one.value for one in about.homes if one.holds)
    named = [say(f"topography.{value.lower()}", lang=lang) for value in homes]
    yield f"{say('army.sheet.home', lang=lang)} {', '.join(named)}"


def _bill(
    roster: Roster, told: tuple[ArmyShown, Breakdown], shelf: Library, lang: str
) -> Iterator[str]:
    shown, spent = told
    heads = ("stands", "type", "troops", "line", "card", "points")
    yield f"<table><tr>{''.join(f'<th>{word(head, lang)}</th>' for head in heads)}</tr>"
    if roster.split:
        yield from command_rows(roster, shelf.sourced(roster), shelf, lang)
    else:
        cores = {one.key: one.core for one in shown.rows}
        yield from (
            _stands(roster, line, cores.get(line.option, ""), lang) for line in spent.stands
        )
    about = {one.key: one.description for one in shown.rows}
    yield from (_card(line, about.get(line.where, ""), lang) for line in spent.cards)
    yield (
        f'<tr class="total"><td class="n">{spent.stand_count}</td>'
        f'<td colspan="4">{word("total", lang)}</td>'
        f'<td class="n">{points(spent.total)} / {points(shown.cap)}</td></tr></table>'
    )


def _stands(roster: Roster, line: StandLine, core: str, lang: str) -> str:
    led = leads(roster.general, line.option, line.code)
    held = [card.code for card in roster.troop_cards if card.option == line.option]
    marks = (*(("general",) if led else ()), *(("ally",) if line.allied else ()))
    cells = (
        kind(line.code, lang, line.name),
        line.description,
        core,
        ", ".join(dict.fromkeys(held)),
    )
    return stand_row(line.stands, cells, line.half_points, marks, lang)


def _card(line: CardLine, description: str, lang: str) -> str:
    about = f"{escape(card_name(line.code, lang))} ({line.code})"
    about += f": {escape(description)}" if description else ""
    about += escape(together(line.together, lang))
    return (
        f'<tr><td class="n">{line.copies}</td><td colspan="4">{about}</td>'
        f'<td class="n">{points(line.half_points or 0)}</td></tr>'
    )


def _findings(shown: ArmyShown, lang: str) -> Iterator[str]:
    if shown.findings:
        yield f"<h2>{word('findings', lang)}</h2>"
    for one in shown.findings:
        yield f"<p>{escape(one.text)} [{one.clause}]</p>"


def _reference(spent: Breakdown, settled: tuple[Detail, ...], lang: str) -> Iterator[str]:
    """Numbers of exactly these troops, in the order of the roster; last what they may become."""
    fielded = [line.code for line in spent.stands]
    foot = [code for one in settled if _dismounts(one) for code in one.types]
    used = dict.fromkeys([*fielded, *foot])
    yield f"<section><h2>{word('reference', lang)}</h2>{troop_table(used, lang)}</section>"


def _dismounts(one: Detail) -> bool:
    return one.code in forms() and forms()[one.code].dearer


def _cards(roster: Roster, settled: tuple[Detail, ...], lang: str) -> Iterator[str]:
    """The text of each card on the roster, the army's first."""
    army = [card.code for one in roster.split for card in one.army_cards]
    troop = [card.code for one in roster.split for card in one.troop_cards]
    army = [*(card.code for card in roster.army_cards), *army]
    troop = [*(card.code for card in roster.troop_cards), *troop]
    codes = dict.fromkeys([*army, *troop])
    held = [code for code in codes if code in forms()]
    if held:
        yield f"<h2>{word('cards', lang)}</h2>"
    for code in held:
        form = forms()[code]
        text = escape(say(f"card.{code}.text", lang=lang))
        yield f"<section><h3>{escape(card_name(code, lang))} ({code}, BC-{form.number})</h3>"
        yield f"<p>{text}</p>"
        for one in settled:
            if one.code == code:
                names = ", ".join(kind(each, lang) for each in one.types)
                said = f"{one.description}: {kind(one.troops, lang)} → {names}"
                yield f"<p>{escape(said)}</p>"
        yield "</section>"
