"""A roster as plain text, read as people and their programs write it.

Whatever the language, codes and option keys say what is meant; where they are missing, names do.
Some programs head each option's stands with its description, and each contingent's with its name.
"""

from __future__ import annotations

import re

import msgspec

from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, forms
from condotta.armies.cards.choosing import Named
from condotta.armies.lists.available import Offer
from condotta.armies.lists.binding import all_offers, bind
from condotta.armies.records import (
    MOST_STANDS,
    ArmyCard,
    ArmyList,
    DataSet,
    General,
    OptionCard,
    Roster,
)
from condotta.armies.shelf import Library, library
from condotta.armies.text import kebab, plain, singular
from condotta.words import has, languages, say

LEADS = "★"
KEY = re.compile(r"\b(main/t\d+|c\d+\.\d+/a\d+)\b")
LIST = re.compile(r"\(([0-9]{1,3}(?:\.\d+)?[a-z])\)|\blist[ea]? ([0-9]{1,3}[a-z])\b", re.IGNORECASE)
YEAR = re.compile(r"(?<![-–—\d])\b(\d{1,4}) ?(bc|ad|av|ap)\b")
ANY_YEAR = re.compile(r"\b(\d{1,4}) ?(bc|ad|av|ap)\b")
COUNT = re.compile(r"^\W*(\d{1,3})\s*[x×]?\s+(?!(?:points?|stands?|socles?)\b)(.+)$")
"""A number and what there are so many of; a sum of points or stands is no such line."""
CONTINGENTS = re.compile(r"\[((?:c\d+)(?:[ ,]+c\d+)*)\]")
VARIANT = re.compile(r"\{([\w-]{1,60})\}")
HEAD = re.compile(r"\b(contingent|allie[sd]?|ally|allies)\b")
MAIN = re.compile(r"\b(main contingent|contingent principal|main army)\b")
PRICED = re.compile(r"^(.+?)\s+[—–-]\s+[−-]?[\d½.,]+\s+points?\b(.*)$", re.IGNORECASE)
STANDS = re.compile(r"(\d{1,3})\s+(?:stands?|socles?)", re.IGNORECASE)
GENERAL = re.compile(r"\b(general|g[ée]n[ée]ral)\b", re.IGNORECASE)
NAMED = re.compile(r"\b([A-Z0-9]*[A-Z][A-Z0-9]*) (\d{1,3}(?:, ?\d{1,3})*)(?!\w)")
"""A type and the numbers of its stands."""
MOST_LINES = 200


class Draft(msgspec.Struct):
    """What the lines have said so far.

    `under` is the description of the option whose stands follow, `part` the contingent.
    """

    data: DataSet
    army: ArmyList
    roster: Roster
    cards: list[tuple[int, CardForm, str, Named]] = []
    leads: General | None = None
    missed: list[str] = []
    under: str = ""
    part: str = ""

    def offers(self) -> list[Offer]:
        """The options of the list, and of the contingents that are taken."""
        taken = self.roster.contingents
        every = all_offers(self.army, self.roster.year, self.roster.variant)
        return [one for one in every if one.is_main or one.contingent.split(".")[0] in taken]


def read(said: str, shelf: Library | None = None) -> tuple[Roster, tuple[str, ...]] | None:
    """The roster that a text means and the lines that nobody understood; None without a list."""
    known = shelf or library()
    lines = [line.strip(" \t*#-•|\ufeff") for line in said.splitlines()[:MOST_LINES]]
    lines = [line for line in lines if line]
    army = list_in(lines, known)
    if army is None:
        return None
    draft = Draft(known.data_of(army), army, _frame(lines, army))
    for line in lines:
        if not _line(draft, line) and COUNT.match(line):
            draft.missed.append(line[:120])
    return _finished(draft), tuple(draft.missed)


# ── which list, which year ───────────────────────────────────────────────────
def list_in(lines: list[str], shelf: Library) -> ArmyList | None:
    """The list that a text names: by its key and name on one line, by its key, or by its name."""
    by_key = {one.key: one for one in shelf.lists}
    keyed = [(by_key[key], line) for line in lines if (key := _key_in(line)) in by_key]
    whole = (army for army, line in keyed if plain(army.name) in plain(line))
    named = (one for line in lines if (one := _named_in(line, shelf)) is not None)
    first = next(iter(keyed), None)
    bracketed = first[0] if first and LIST.search(first[1]) and "(" in first[1] else None
    return next(whole, None) or bracketed or next(named, None)


def _key_in(line: str) -> str:
    found = LIST.search(line)
    return (found[1] or found[2]).casefold() if found else ""


def _named_in(line: str, shelf: Library) -> ArmyList | None:
    """The list with the longest name in a line."""
    bare = plain(line)
    named = [one for one in shelf.lists if plain(one.name) in bare]
    return max(named, key=lambda one: len(one.name), default=None)


def _frame(lines: list[str], army: ArmyList) -> Roster:
    """Year, answer and contingents."""
    head = "\n".join(lines)
    bare = plain(" / ".join(lines)).replace(".", " ")
    found = YEAR.search(bare) or ANY_YEAR.search(bare)
    year = army.years.start_date
    if found:
        year = -int(found[1]) if found[2] in ("bc", "av") else int(found[1])
    taken = {key for match in CONTINGENTS.finditer(head) for key in re.findall(r"c\d+", match[1])}
    taken |= {match.group().split(".")[0] for match in KEY.finditer(head) if match[0][0] == "c"}
    taken = taken or {_contingent(army, line, year).split(".")[0] for line in lines}
    return Roster(
        list_key=army.key,
        year=year,
        variant=_answer(lines, army),
        contingents=tuple(one.key for one in army.ally_options if one.key in taken),
        label=lines[0][:80] if plain(army.name) not in plain(lines[0]) else "",
    )


def _answer(lines: list[str], army: ArmyList) -> str | None:
    """The answer to the list's question: by its id in braces, or by its name behind a colon."""
    if army.variants is None:
        return None
    braced = VARIANT.search("\n".join(lines))
    if braced and army.variants.answer(braced[1]):
        return braced[1]
    told = {plain(line.partition(":")[2]) for line in lines if ":" in line}
    return next((one.id for one in army.variants.variants if plain(one.name) in told), None)


def _contingent(army: ArmyList, line: str, year: int) -> str:
    """The contingent of that year that a heading names; "" for none, `c1.1` the first of all."""
    bare = plain(line)
    if COUNT.match(line) or not HEAD.search(bare) or MAIN.search(bare):
        return ""
    fitting = (one for one in army.ally_options if not one.date_range or one.date_range.hold(year))
    for option in fitting:
        for number, entry in enumerate(option.ally_entries, 1):
            if entry.name and plain(entry.name) in bare:
                return f"{option.key}.{number}"
    return ""


# ── line by line ─────────────────────────────────────────────────────────────
def _line(draft: Draft, line: str) -> bool:
    """Take one line in, if it tells of stands or of cards, or heads those that follow."""
    counted = COUNT.match(line)
    if counted is None:
        return _heads(draft, line) or _priced_card(draft, line)
    count, rest = int(counted[1]), counted[2]
    # One table for both: a card may bear a troop's name, as chariots do, and the longer is meant.
    code = _code(rest, {**card_names(), **troops(draft.data)})
    if code in forms():
        key = KEY.search(rest)
        on = _on(rest[key.end() :]) if key else {}
        draft.cards.append((count, forms()[code], key[1] if key else "", on))
        return True
    return bool(code) and _take(draft, count, code, rest)


def _heads(draft: Draft, line: str) -> bool:
    """Whether a line heads a contingent or an option."""
    part = _contingent(draft.army, line, draft.roster.year)
    if part or MAIN.search(plain(line)):
        draft.part, draft.under = part, ""
        return True
    bare = kebab(re.sub(r"\[.*?\]|\(only .*?\)", "", line))
    known = {kebab(one.option.description) for one in draft.offers() if one.option.description}
    if bare in known:
        draft.under = line
        return True
    return False


def _priced_card(draft: Draft, line: str) -> bool:
    """A card with its price and no number before it; stands and their option may follow."""
    found = PRICED.match(line)
    code = card_names().get(plain(found[1]), "") if found else ""
    if found is None or not code:
        return False
    form = forms()[code]
    stands = STANDS.search(found[2])
    where = next((one.key for one in draft.offers() if one.option.description
                  and plain(f"({one.option.description})") in plain(found[2])), "")  # fmt: skip
    count = int(stands[1]) if stands and form.scope != ARMY else 1
    draft.cards.append((1 if form.scope == OPTION else count, form, where, {}))
    return True


def _on(rest: str) -> Named:
    """The stands that a card's line names behind its option, of each type by number. [AL-10.3]

    >>> _on(" · stands HFT 2, 4; SPR 1")
    {'HFT': (2, 4), 'SPR': (1,)}
    """
    return {
        code: tuple(sorted({int(one) for one in numbers.split(",") if int(one) > 0}))
        for code, numbers in NAMED.findall(rest)
    }


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
    offers = [one for one in draft.offers() if code in one.option.types]
    key = KEY.search(rest)
    offer = next((one for one in offers if key and one.key == key[1]), None)
    offer = offer or max(
        offers, key=lambda one: _likeness(draft, one, f"{draft.under} {rest}", count), default=None
    )
    if offer is None:
        return False
    there = dict(roster.stands.get(offer.key, {}))
    there[code] = min(MOST_STANDS, there.get(code, 0) + count)
    draft.roster = msgspec.structs.replace(roster, stands={**roster.stands, offer.key: there})
    if LEADS in rest or GENERAL.search(rest):
        draft.leads = General(offer.key, code)
    return True


def _likeness(draft: Draft, offer: Offer, rest: str, count: int) -> tuple[bool, int, bool, bool]:
    """How well an option fits a line: its part, words in common, open, and with room."""
    words = set(kebab(rest).split("-")) & set(kebab(offer.option.description).split("-"))
    there = sum(draft.roster.stands.get(offer.key, {}).values())
    room = there + count <= offer.option.max
    return offer.contingent == draft.part, len(words), not offer.closed, room


def _finished(draft: Draft) -> Roster:
    """The roster with its cards, at the options that are named or that offer them."""
    bound = bind(draft.roster, draft.data, draft.army)
    army, troop = [], []
    for count, form, where, on in draft.cards:
        if form.scope == ARMY:
            army.append(ArmyCard(form.code, count))
            continue
        places = [where] if where else [
            one.key
            for one in bound.offers
            if bound.stands_of(one.key)
            and any(
                entry.battle_card_code in form.offered_as
                for entry in one.option.battle_card_entries
            )
        ]  # fmt: skip
        for place in places[:1]:
            rows = count if form.scope == OPTION else 1
            stands = bound.stands_of(place) if form.scope == OPTION else count
            troop += [OptionCard(form.code, place, stands, on or msgspec.UNSET)] * rows
    return msgspec.structs.replace(
        draft.roster, general=draft.leads, army_cards=tuple(army), troop_cards=tuple(troop)
    )
