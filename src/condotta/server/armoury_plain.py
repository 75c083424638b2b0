"""A roster as plain text: written so that people read it, and read as people write it.

Whatever the language, codes and option keys say what is meant; where they are missing, names do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from condotta.armies import ArmyList, DataSet, Library, Roster, library
from condotta.armies.available import Offer
from condotta.armies.binding import all_offers, bind
from condotta.armies.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.records import ArmyCard, General, OptionCard
from condotta.armies.text import kebab, plain, singular
from condotta.server.armoury_forms import ArmyShown, OptionShown
from condotta.words import has, languages, points, say

LEADS = "★"
KEY = re.compile(r"\b(main/t\d+|c\d+\.\d+/a\d+)\b")
LIST = re.compile(r"\(([0-9]{1,3}(?:\.\d+)?[a-z])\)")
YEAR = re.compile(r"\b(\d{1,4}) ?(bc|ad|av|ap)\b")
COUNT = re.compile(r"^\W*(\d{1,3})\s*[x×]?\s+(?!points?\b)(.+)$")
"""A number and what there are so many of; a sum of points is no such line."""
CONTINGENTS = re.compile(r"\[((?:c\d+)(?:[ ,]+c\d+)*)\]")
VARIANT = re.compile(r"\{([\w-]{1,60})\}")
MOST_LINES = 200


class Draft(msgspec.Struct):
    """What the lines have said so far."""

    data: DataSet
    army: ArmyList
    roster: Roster
    cards: list[tuple[int, CardForm, str]] = []
    leads: General | None = None
    missed: list[str] = []


# ── writing ──────────────────────────────────────────────────────────────────
def text(army: ArmyShown, lang: str, *, markdown: bool = False) -> str:
    """The roster line by line; in Markdown with bold heads and dashes, for a forum."""
    strong = "**" if markdown else ""
    dash = "- " if markdown else "  "
    blocks = [list(_head(army, lang, strong))]
    rows = [line for _, one in _options(army) for line in _stands(one, lang)]
    blocks.append(
        [f"{strong}{say('builder.stands', lang=lang)}{strong}", *(dash + r for r in rows)]
    )
    bought = list(_cards(army, lang))
    if bought:
        blocks.append(
            [f"{strong}{say('builder.cards', lang=lang)}{strong}", *(dash + row for row in bought)]
        )
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _head(army: ArmyShown, lang: str, strong: str) -> Iterator[str]:
    roster, about = army.roster, army.list
    assert about is not None
    year = roster.get("year", 0)
    era = say("web.year.bc" if year < 0 else "web.year.ad", {"year": abs(year)}, lang)
    if roster.get("label"):
        yield f"{strong}{roster['label']}{strong}"
    yield f"{about.name} ({about.key}), {era}"
    answer = next((one for one in about.answers if one.id == roster.get("variant")), None)
    if answer:
        yield f"{about.label}: {answer.name} {{{answer.id}}}"
    taken = [one for one in army.contingents if one.taken]
    if taken:
        names = ", ".join(body.name for one in taken for body in one.bodies)
        yield f"{names} [{', '.join(one.key for one in taken)}]"
    params = {"total": army.total, "stands": army.stand_points, "cards": army.card_points}
    yield say("army.sheet.total", {**params, "count": army.stand_count}, lang)


def _options(army: ArmyShown) -> Iterator[tuple[str, OptionShown]]:
    """Every option that is filled, of the army and of what it takes."""
    for one in army.options:
        yield "", one
    for chosen in army.contingents:
        for body in chosen.bodies if chosen.taken else ():
            for one in body.options:
                yield body.name, one


def _stands(one: OptionShown, lang: str) -> Iterator[str]:
    for each in one.types:
        if each.stands:
            name = say(f"troop.{each.code}", lang=lang)
            leads = f" {LEADS}" if each.leads else ""
            cost = points(each.half_points)
            what = f"{each.code} {name} · {one.description}"
            yield f"{each.stands} {what} · {cost} · {one.key}{leads}"


def _cards(army: ArmyShown, lang: str) -> Iterator[str]:
    every = [*army.cards, *(card for _, one in _options(army) for card in one.cards)]
    for card in every:
        if card.amount:
            name = say(f"card.{card.code}.name", lang=lang)
            where = "" if card.where == "army" else f" · {card.where}"
            yield f"{card.amount} {card.code} {name} · {points(card.now or 0)}{where}"


# ── reading ──────────────────────────────────────────────────────────────────
def read(said: str, shelf: Library | None = None) -> tuple[Roster, tuple[str, ...]] | None:
    """The roster that a text means and the lines that nobody understood; None without a list."""
    known = shelf or library()
    lines = [line.strip(" \t*#-•|") for line in said.splitlines()[:MOST_LINES]]
    lines = [line for line in lines if line]
    army = next((one for line in lines if (one := _list_in(line, known))), None)
    if army is None:
        return None
    draft = Draft(known.data_of(army), army, _frame(lines, army))
    for line in lines:
        if not _line(draft, line) and COUNT.match(line):
            draft.missed.append(line[:120])
    return _finished(draft), tuple(draft.missed)


def _list_in(line: str, shelf: Library) -> ArmyList | None:
    """The list that a line names, by its key in brackets or by the longest name it holds."""
    keyed = LIST.search(line)
    by_key = {one.key: one for one in shelf.lists}
    if keyed and keyed[1] in by_key:
        return by_key[keyed[1]]
    bare = plain(line)
    named = [one for one in shelf.lists if plain(one.name) in bare]
    return max(named, key=lambda one: len(one.name), default=None)


def _frame(lines: list[str], army: ArmyList) -> Roster:
    """Year, answer and contingents."""
    head = "\n".join(lines)
    found = YEAR.search(plain(head).replace(".", " "))
    year = army.years.start_date
    if found:
        year = -int(found[1]) if found[2] in ("bc", "av") else int(found[1])
    taken = {key for match in CONTINGENTS.finditer(head) for key in re.findall(r"c\d+", match[1])}
    taken |= {match.group().split(".")[0] for match in KEY.finditer(head) if match[0][0] == "c"}
    variant = VARIANT.search(head)
    answer = army.variants.answer(variant[1]) if army.variants and variant else None
    return Roster(
        list_key=army.key,
        year=year,
        variant=answer.id if answer else None,
        contingents=tuple(one.key for one in army.ally_options if one.key in taken),
        label=lines[0][:80] if plain(army.name) not in plain(lines[0]) else "",
    )


def _line(draft: Draft, line: str) -> bool:
    """Take one line in, if it tells of stands or of cards."""
    counted = COUNT.match(line)
    if counted is None:
        return False
    count, rest = int(counted[1]), counted[2]
    # One table for both: a card may bear a troop's name, as chariots do, and the longer is meant.
    code = _code(rest, {**card_names(), **troops(draft.data)})
    if code in forms():
        key = KEY.search(rest)
        draft.cards.append((count, forms()[code], key[1] if key else ""))
        return True
    return bool(code) and _take(draft, count, code, rest)


def _code(rest: str, names: dict[str, str]) -> str:
    """The code that a line begins with, or the longest name in it."""
    first = rest.split(maxsplit=1)[0]
    if first in names.values():
        return first
    bare = f" {plain(rest)} "
    found = [name for name in names if f" {name} " in bare or f" {name}s " in bare]
    return names[max(found, key=len)] if found else ""


def troops(data: DataSet) -> dict[str, str]:
    """Codes of the troop types by all their names, in every language. [AL-1.3]"""
    names: dict[str, str] = {}
    for one in data.troops:
        key = f"troop.{one.permanent_code}"
        spoken = [say(key, lang=lang) for lang in languages()] if has(key) else []
        for name in (one.display_name, one.import_name, *spoken):
            names[plain(name)] = names[singular(name)] = one.permanent_code
    return names


def card_names() -> dict[str, str]:
    """Codes of the cards by their names, in every language."""
    return {
        plain(say(f"card.{code}.name", lang=lang)): code for code in forms() for lang in languages()
    }


def _take(draft: Draft, count: int, code: str, rest: str) -> bool:
    """Put stands into the option that is named, else into one that has room for them."""
    roster = draft.roster
    offers = [
        one
        for one in all_offers(draft.army, roster.year, roster.variant)
        if code in one.option.types
        and (one.is_main or one.contingent.split(".")[0] in roster.contingents)
    ]
    key = KEY.search(rest)
    offer = next((one for one in offers if key and one.key == key[1]), None)
    offer = offer or max(offers, key=lambda one: _likeness(one, roster, rest, count), default=None)
    if offer is None:
        return False
    there = dict(roster.stands.get(offer.key, {}))
    there[code] = there.get(code, 0) + count
    draft.roster = msgspec.structs.replace(roster, stands={**roster.stands, offer.key: there})
    if LEADS in rest or re.search(r"\b(general|g[ée]n[ée]ral)\b", rest, re.IGNORECASE):
        draft.leads = General(offer.key, code)
    return True


def _likeness(offer: Offer, roster: Roster, rest: str, count: int) -> tuple[int, bool, bool]:
    """How well an option fits a line: words in common, room, and whether it is open."""
    words = set(kebab(rest).split("-")) & set(kebab(offer.option.description).split("-"))
    there = sum(roster.stands.get(offer.key, {}).values())
    return len(words), not offer.closed, there + count <= offer.option.max


def _finished(draft: Draft) -> Roster:
    """The roster with its cards, at the options that are named or that offer them."""
    bound = bind(draft.roster, draft.data, draft.army)
    army, troop = [], []
    for count, form, where in draft.cards:
        if form.scope == ARMY:
            army.append(ArmyCard(form.code, count))
            continue
        places = [where] if where else [
            one.key
            for one in bound.offers
            if bound.stands_of(one.key)
            and any(c.battle_card_code in form.offered_as for c in one.option.battle_card_entries)
        ]  # fmt: skip
        for place in places[:1]:
            rows = count if form.scope == OPTION else 1
            stands = bound.stands_of(place) if form.scope == OPTION else count
            troop += [OptionCard(form.code, place, stands)] * rows
    return msgspec.structs.replace(
        draft.roster, general=draft.leads, army_cards=tuple(army), troop_cards=tuple(troop)
    )
