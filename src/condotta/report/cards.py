"""The cards below the maps: losses, dice, combats, turning points, rulings, settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

import msgspec

from condotta.kernel.events import Ended, Event, Removed, Ruled
from condotta.kernel.records import Seat
from condotta.report.charts import dice_chart, loss_chart, losses, losses_title
from condotta.report.fortune import Reckoned, balances, dice_of, turning_points
from condotta.report.history import Turn, effective
from condotta.report.logbook import Log
from condotta.report.naming import seat_name, stand_name
from condotta.report.tale import clause_link
from condotta.rules import clauses
from condotta.rules.lookup.mentions import worded
from condotta.rules.triumph.settings import DEFAULTS
from condotta.words import decimal, points, say, spoken


def all_cards(
    log: Log,
    turns: Sequence[Turn],
    fights: Sequence[list[Reckoned]],
    styles: Mapping[Seat, int],
    defeat: int,
) -> str:
    """Every card, in order."""
    fought = [(turn, one) for turn, row in zip(turns, fights, strict=True) for one in row]
    found = (
        losses_card(turns, defeat, styles),
        dice_card(log, turns, styles),
        combats_card([one for _, one in fought], turns),
        turning_card(fought),
        settings_card(log),
        rulings_card(effective(log.events)),
    )
    return f'<section class="cards">{"".join(found)}</section>'


def card(title: str, *inside: str, room: str = "") -> str:
    """A card with its title; it may take most of the width or all of it."""
    kind = f"card {room}" if room else "card"
    return f'<div class="{kind}"><h2>{escape(title)}</h2>{"".join(inside)}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: int = 99) -> str:
    """A table; cells are markup already, columns from `right` on hold figures."""
    named = "".join(
        f'<th scope="col"{" class=r" if place >= right else ""}>{escape(word)}</th>'
        for place, word in enumerate(head)
    )
    body = "".join(
        f"<tr>{''.join(_cell(cell, figures=place >= right) for place, cell in enumerate(row))}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{named}</tr></thead><tbody>{body}</tbody></table>"


def _cell(inside: str, *, figures: bool) -> str:
    return f"<td{' class=r' if figures else ''}>{inside}</td>"


def folded(key: str, inside: str) -> str:
    """What opens when asked for."""
    return f"<details><summary class=quiet>{escape(say(key))}</summary>{inside}</details>"


def losses_card(turns: Sequence[Turn], defeat: int, styles: Mapping[Seat, int]) -> str:
    """Points lost over time, as a chart and as a table for those who cannot see it."""
    rows = losses(turns)
    head = (say("page.turn"), *(seat_name(seat) for seat in rows))
    cells = [
        (str(turn.number), *(points(row[place]) for row in rows.values()))
        for place, turn in enumerate(turns)
    ]
    figures = table(head, cells, right=1)
    chart = loss_chart(turns, defeat, styles)
    return card(losses_title(turns), chart, folded("page.figures", figures))


def dice_card(log: Log, turns: Sequence[Turn], styles: Mapping[Seat, int]) -> str:
    """The faces each seat rolled, and how often honest dice lie as wide."""
    found = []
    for dice in dice_of(effective(log.events), turns[-1].after.seats()):
        params = {
            "seat": seat_name(dice.seat),
            "count": dice.count,
            "mean": decimal(dice.mean, 2),
            "spread": f"{100 * dice.spread:.0f}",
        }
        note = f'<p class="quiet">{escape(say("page.diceNote", params))}</p>'
        found.append(f"<div>{dice_chart(dice, styles[dice.seat])}{note}</div>")
    kind = {"seeded": "page.seeded", "typed": "page.typed"}.get(log.header.dice, "page.otherDice")
    said = f'<p class="quiet">{escape(say(kind, {"dice": log.header.dice}))}</p>'
    return card(say("page.dice"), f'<div class="pair">{"".join(found)}</div>', said)


def combats_card(fought: Sequence[Reckoned], turns: Sequence[Turn]) -> str:
    """Losses in combat against what the exact odds gave."""
    if not fought:
        return card(say("page.combats"), f'<p class="quiet">{escape(say("page.noCombats"))}</p>')
    head = (say("page.seat"), say("page.fought"), say("page.expected"), say("page.actual"))
    rows = [
        (
            escape(seat_name(one.seat)),
            str(one.fights),
            decimal(one.expected / 2, 1),
            points(one.lost),
        )
        for one in balances(fought, turns[-1].after)
    ]
    note = f'<p class="quiet">{escape(say("page.combatsNote"))}</p>'
    return card(say("page.combats"), table(head, rows, right=1), note)


def turning_card(fought: Sequence[tuple[Turn, Reckoned]]) -> str:
    """What cost most against the odds."""
    chosen = turning_points(fought)
    if not chosen:
        said = f'<p class="quiet">{escape(say("page.noTurning"))}</p>'
        return card(say("page.turning"), said, room="most")
    rows = []
    for turn, one in chosen:
        pieces = one.fight.position.pieces
        loser = 0 if one.lost[0] else 1
        params = {
            "winner": stand_name(pieces[one.fight.who[1 - loser]]),
            "loser": stand_name(pieces[one.fight.who[loser]]),
            "outcome": f"outcome.{one.fight.event.key.rsplit('.', 1)[-1]}",
            "points": one.lost[loser],
        }
        said = escape(say("page.turningPoint", params)) + clause_link(one.fight.event.clause)
        rows.append((str(turn.number), said, f"{one.chance}/36"))
    head = (say("page.turn"), say("page.what"), say("page.odd"))
    return card(say("page.turning"), table(head, rows, right=2), room="most")


def settings_card(log: Log) -> str:
    """The settings that differ from the defaults; the others folded."""
    chosen = dict(log.header.settings)
    changed = {name: value for name, value in chosen.items() if _differs(name, value)}
    listed = _settings(changed) if changed else f"<p>{escape(say('page.defaults'))}</p>"
    rest = _settings({name: value for name, value in chosen.items() if name not in changed})
    return card(say("page.settings"), listed, folded("page.others", rest))


def _differs(name: str, value: object) -> bool:
    return name not in DEFAULTS or msgspec.to_builtins(DEFAULTS[name]) != msgspec.to_builtins(value)


def _settings(chosen: Mapping[str, object]) -> str:
    rows = [
        (escape(name), f"<code>{escape(msgspec.json.encode(value).decode())}</code>")
        for name, value in sorted(chosen.items())
    ]
    return table((say("page.setting"), say("page.value")), rows)


def cited(events: Iterable[Event]) -> Counter[str]:
    """How often each clause spoke, in the order of the register."""
    found: Counter[str] = Counter()
    for event in events:
        match event:
            case Ruled(clause, _, _, tallies, cites):
                found[clause] += 1
                found.update(part.clause for tally in tallies for part in tally.parts)
                found.update(cites)
            case Removed(_, _, _, clause) if clause:
                found[clause] += 1
            case Ended(_, clause):
                found[clause] += 1
            case _:
                pass
    return found


def leading(text: str, here: Collection[str]) -> str:
    """A clause's text; those that it names and that are on the page as well are led to."""
    return "".join(
        f'<a class="cl" href="#c-{part.clause}">{escape(part.text)}</a>'
        if part.clause in here
        else escape(part.text)
        for part in worded(text)
    )


def rulings_card(events: Iterable[Event]) -> str:
    """Every clause that spoke: how often, in our words, and how sure we are of it."""
    counts = cited(events)
    known = clauses.register()
    ordered = [name for name in known if name in counts]
    ordered += sorted(name for name in counts if name not in known)
    rows = []
    for name in ordered:
        found = known.get(name)
        said = leading(clauses.in_language(found, spoken()).says, counts) if found else "–"
        mark = escape(clauses.trust(found, spoken())) if found else "–"
        code = f'<span class="cl" id="c-{escape(name)}">{escape(name)}</span>'
        rows.append((code, said, f'<span class="quiet">{mark}</span>', str(counts[name])))
    head = (say("page.clause"), say("page.says"), say("page.sure"), say("page.times"))
    return card(say("page.rulings"), table(head, rows, right=3), room="wide")
