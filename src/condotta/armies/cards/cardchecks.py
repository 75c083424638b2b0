"""What is wrong with the cards on a roster, form by form. [AL-11.6, AL-11.10 to AL-11.14]"""

from collections.abc import Iterator

from condotta.armies.cards.card_lines import ON_ARMY, bought
from condotta.armies.cards.cardforms import ARMY, OPTION, CardForm, card_key, forms
from condotta.armies.cards.cardprices import bought_for, is_fielded, wanted
from condotta.armies.cards.choosing import able, held, numbers_of, rows_of
from condotta.armies.cards.grants import Grant, eligible, grants, open_grants
from condotta.armies.findings import ERROR, INFO, WARNING, Finding, finding
from condotta.armies.lists.binding import Bound
from condotta.armies.records import Roster


def findings(form: CardForm, bound: Bound) -> tuple[Finding, ...]:
    """Everything that is wrong with one card, in the order of the clauses."""
    return tuple(_all(form, bound))


def _all(form: CardForm, bound: Bound) -> Iterator[Finding]:
    yield from _misplaced(form, bound)
    copies = sum(card.count for card in bound.roster.army_cards if card.code == form.code)
    if form.scope == ARMY and copies:
        yield from _of_army(form, bound, copies)
        yield from _with_others(form, bound)
    if form.by_option:
        for where in bought_for(form, bound):
            yield from _of_option(form, bound, where)
        yield from _in_army(form, bound)
        yield from _with_partner(form, bound)


def _misplaced(form: CardForm, bound: Bound) -> Iterator[Finding]:
    """An army's card on an option, or the other way round; cards of contingents not taken."""
    roster, name = bound.roster, card_key(form.code)
    if form.scope != ARMY and any(card.code == form.code for card in roster.army_cards):
        yield finding(
            "battleCardUnavailable", ERROR, ON_ARMY, "AL-11.10", card=name, reason=_why(())
        )
    for where in sorted({card.option for card in roster.troop_cards if card.code == form.code}):
        if not is_fielded(bound, where):
            yield finding("contingentNotTaken", INFO, where, "AL-11.8")
        elif not form.by_option:
            yield finding(
                "battleCardUnavailable", ERROR, where, "AL-11.10", card=name, reason=_why(())
            )


def _of_army(form: CardForm, bound: Bound, copies: int) -> Iterator[Finding]:
    name, rows = card_key(form.code), open_grants(bound, form)
    if not rows:
        why = _why(grants(bound, form))
        yield finding("battleCardUnavailable", ERROR, ON_ARMY, "AL-11.10", card=name, reason=why)
    most = army_limit(form, rows)
    if rows and most is not None and copies > most:
        yield finding(
            "battleCardAboveMax", ERROR, ON_ARMY, "AL-6.1", card=name, count=copies, max=most
        )
    for fill in bound.fielded:
        if fill.code in form.bars:
            yield finding(
                "battleCardForbidsTroopType", ERROR, fill.key, "AL-11.6", card=name, code=fill.code
            )
    yield from _conditions(form, rows[:1] if any(row.kept for row in rows) else rows)


def _with_others(form: CardForm, bound: Bound) -> Iterator[Finding]:
    """Cards that bar each other, or leave each other idle, or take turns. [AL-11.12, AL-11.13]"""
    held = {card.code for card in bound.roster.army_cards if card.count}
    for codes, code, severity, clause in (
        (form.excludes, "battleCardExclusive", ERROR, "AL-11.12"),
        (form.idles, "battleCardExclusive", WARNING, "AL-11.12"),
        (form.shares, "campChoicePending", INFO, "AL-11.13"),
    ):
        for other in codes:
            mutual = form.code in (*forms()[other].excludes, *forms()[other].shares)
            if other in held and not (mutual and other < form.code):
                names = (card_key(form.code), card_key(other))
                yield finding(code, severity, ON_ARMY, clause, cards=names)


def _of_option(form: CardForm, bound: Bound, where: str) -> Iterator[Finding]:
    name, rows = card_key(form.code), open_grants(bound, form, where)
    if not rows:
        why = _why(grants(bound, form, where))
        yield finding("battleCardUnavailable", ERROR, where, "AL-11.10", card=name, reason=why)
        return
    fills = eligible(bound, form, where)
    params = {"card": name, "stands": sum(fill.stands for fill in fills)}
    count = _count(form, bound, where)
    yield from _counts(form, where, count, params)
    yield from _named(form, bound, where, count)
    most = option_limit(form, rows)
    cards = _rows(form, bound, where) if form.scope == OPTION else count
    if most is not None and cards > most:
        yield finding(
            "battleCardAboveMax", ERROR, where, "AL-6.1", card=name, count=cards, max=most
        )
    for fill in fills:
        if fill.code in form.never:
            yield finding(
                "battleCardForbidsTroopType", ERROR, where, form.clause, card=name, code=fill.code
            )
    for other in _alterers(form, bound, where):
        names = (name, card_key(other))
        yield finding("battleCardExclusive", ERROR, where, "AL-9.4", cards=names)
    yield from _conditions(form, rows)


def _counts(form: CardForm, where: str, count: int, params: dict[str, object]) -> Iterator[Finding]:
    """More stands than there are, only some where all must, an odd number. [AL-11.11]"""
    there = params["stands"]
    assert isinstance(there, int)
    if count > there or not there:
        yield finding(
            "battleCardStandsExceedOption", ERROR, where, "AL-11.11", count=count, **params
        )
    elif form.whole and count < there:
        yield finding("battleCardAllOrNone", ERROR, where, "BC-0.4", count=count, **params)
    if form.pairs and count % 2:
        yield finding("battleCardNeedsPairs", ERROR, where, form.clause, count=count, **params)


def _named(form: CardForm, bound: Bound, where: str, count: int) -> Iterator[Finding]:
    """Stands that are named for the card and are not there or may not have it. [AL-10.3]"""
    rows, may = rows_of(bound.roster, form.code, where), able(bound, form, where)
    said = {(code, one) for row in rows for code, many in row.named.items() for one in many}
    there = {
        (fill.code, place)
        for fill in bound.fielded
        if fill.key == where
        for place, number in enumerate(numbers_of(bound, fill), start=1)
        if number in may
    }
    name = card_key(form.code)
    if said - there:
        which = ", ".join(f"{code} {place}" for code, place in sorted(said - there))
        yield finding("battleCardWrongStands", ERROR, where, "AL-10.3", card=name, which=which)
    elif len(said) > count:
        params = {"card": name, "named": len(said), "count": count}
        yield finding("battleCardTooManyNamed", ERROR, where, "AL-10.3", **params)


def _in_army(form: CardForm, bound: Bound) -> Iterator[Finding]:
    """Limits over the whole army: of the card, or of the list's words. [AL-11.11]"""
    keys, name = bought_for(form, bound), card_key(form.code)
    count = sum(held(bound.roster, form, where) for where in keys)
    if form.scope != ARMY and form.most is not None and count > form.most:
        yield finding(
            "battleCardLimitPerArmy",
            ERROR,
            ON_ARMY,
            "AL-11.11",
            card=name,
            count=count,
            max=form.most,
        )
    said = [
        row.parsed.most_in_army
        for where in keys
        for row in open_grants(bound, form, where)
        if row.parsed.most_in_army is not None
    ]
    stands = sum(wanted(form, bound, where) for where in keys)
    if said and stands > min(said):
        yield finding(
            "battleCardLimitPerArmy",
            ERROR,
            ON_ARMY,
            "AL-6.4",
            card=name,
            count=stands,
            max=min(said),
        )


def _with_partner(form: CardForm, bound: Bound) -> Iterator[Finding]:
    """A card that serves nothing alone, and too few to serve all. [AL-11.14]"""
    keys = bought_for(form, bound)
    partner, held = forms().get(form.partner), {card.code for card in bought(bound)}
    if keys and partner and not partner.setup and partner.code not in held:
        names = (card_key(form.code), card_key(partner.code))
        yield finding("battleCardNeedsPartner", WARNING, keys[0], form.clause, cards=names)
    servers = [one for one in forms().values() if one.capacity and one.partner == form.code]
    for server in servers if keys else ():
        room, asked = capacity(server, bound), sum(wanted(form, bound, where) for where in keys)
        if asked > room:
            yield finding(
                "supportShort",
                INFO,
                keys[0],
                "AL-11.14",
                cards=(card_key(form.code),),
                stands=asked,
                room=room,
            )


def capacity(form: CardForm, bound: Bound) -> int:
    """How many stands can be served: each server as many as its type's points. [BC-7.1]"""
    total = 0
    for offer in bound.offers:
        if open_grants(bound, form, offer.key):
            for fill in eligible(bound, form, offer.key):
                troop = bound.data.troop(fill.code)
                total += fill.stands * (troop.half_points // 2 if troop else 0)
    return total


def army_limit(form: CardForm, rows: tuple[Grant, ...]) -> int | None:
    """Copies the army may have: rows of one card add up, the card itself may say less. [AL-6.2]"""
    said = [row.entry.max for row in rows]
    listed = sum(one for one in said if one is not None) if said and None not in said else None
    both = [most for most in (listed, form.most) if most is not None]
    return min(both, default=None)


def option_limit(form: CardForm, rows: tuple[Grant, ...]) -> int | None:
    """Stands of an option that may have the card, or cards for it: one purchase. [AL-6.1]"""
    said = [_row_limit(row) for row in rows]
    listed = max((one for one in said if one is not None), default=None)
    if None in said or listed is None:
        return None
    return 1 if form.scope == OPTION else listed


def _row_limit(row: Grant) -> int | None:
    """What a row says of an option's stands; one that limits the army's counts cards. [AL-6.4]"""
    return row.entry.max if row.parsed.most_in_army is None else None


def left_of_most(form: CardForm, roster: Roster, where: str) -> int | None:
    """Cards that an option may have, or stands of it, where so many are for all. [AL-11.11]"""
    if form.most is None:
        return None
    others = {card.option for card in roster.troop_cards if card.code == form.code} - {where}
    return max(form.most - sum(held(roster, form, one) for one in others), 0)


def left_in_army(form: CardForm, bound: Bound, where: str, rows: tuple[Grant, ...]) -> int | None:
    """Stands that an option may have where the list limits them over the army. [AL-6.4]"""
    said = [one for row in rows if (one := row.parsed.most_in_army) is not None]
    others = sum(wanted(form, bound, key) for key in bought_for(form, bound) if key != where)
    return max(min(said) - others, 0) if said else None


def _rows(form: CardForm, bound: Bound, where: str) -> int:
    cards = bound.roster.troop_cards
    return sum((card.code, card.option) == (form.code, where) for card in cards)


def _count(form: CardForm, bound: Bound, where: str) -> int:
    """Stands recorded: all rows together, or of the largest where each row is a card."""
    if form.scope != OPTION:
        return wanted(form, bound, where)
    cards = bound.roster.troop_cards
    return max(card.stands for card in cards if (card.code, card.option) == (form.code, where))


def _alterers(form: CardForm, bound: Bound, where: str) -> Iterator[str]:
    """Cards after this one that change the same stands' cost. [AL-9.4]"""
    codes = sorted({card.code for card in bound.roster.troop_cards if card.option == where})
    for code in codes if form.alters else ():
        if code > form.code and code in forms() and forms()[code].alters:
            yield code


def _conditions(form: CardForm, rows: tuple[Grant, ...]) -> Iterator[Finding]:
    """Conditions in words that are the players' to keep. [AL-6.5]"""
    for row in rows:
        if not row.kept:
            where, note = row.where, row.entry.note
            name = card_key(form.code)
            yield finding("cardNoteNotUnderstood", INFO, where, "AL-6.5", card=name, note=note)


def _why(rows: tuple[Grant, ...]) -> str:
    closed = next((row.closed for row in rows if row.closed), "")
    return f"army.closed.{closed or 'notOffered'}"
