"""A stand of TRIUMPH! on its card: factors, what it carries, who it fights, what it may do."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.close_combat import ORDER
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import Kind
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.odds import ROLLS, odds
from condotta.rules.triumph.looking.beside import beside
from condotta.rules.triumph.movement.command import cost, out_of_command
from condotta.rules.triumph.movement.legal_moves import may_not_move, price_refusals
from condotta.rules.triumph.movement.movement_phase import WINDOW as MOVEMENT
from condotta.rules.triumph.shooting.gunnery import range_of, refusals, shoots, why_not_shoot
from condotta.rules.triumph.shooting.ranged_combat import TARGET
from condotta.rules.triumph.shooting.ranged_combat import WINDOW as SHOOTING
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.zones import all_zones, in_zone
from condotta.server.games.about.lines import (
    NEAREST,
    answers,
    marks,
    nearest,
    refused,
    rounded,
    said,
)
from condotta.server.parts import FactsShown, MayShown, ProfileShown, RowShown, SaidShown
from condotta.table import gap


def about(book: Book, position: Position, ask: Ask | None, piece: Piece) -> FactsShown:
    """A stand or a camp; of a piece that is none on the table, what lies on it."""
    here = field(book, position)
    stand = here.find(piece.id)
    carries = (*carried(book, position, piece), *marks(piece))
    if stand is None:
        return FactsShown(piece=piece.id, carries=carries)
    return FactsShown(
        piece=piece.id,
        profiles=(ProfileShown(who=piece.id, rows=tuple(profile(here, stand))),),
        carries=carries,
        now=tuple(now(here, stand)),
        may=() if ask is None else tuple(may(here, stand, ask)),
    )


def profile(here: Field, stand: Stand) -> Iterator[RowShown]:
    """The numbers of its type, with what layers make of them. [TC-1.1, TC-2.1, TC-2.2]"""
    troop = stand.troop
    if stand.is_camp:
        return
    yield RowShown(key="about.foot", value=troop.vs_foot, clause="TC-2.1")
    yield RowShown(key="about.mounted", value=troop.vs_mounted, clause="TC-2.1")
    if troop.shot_at is not None:
        yield RowShown(key="about.shot-at", value=troop.shot_at, clause="TC-2.2")
    if shoots(here, stand):
        yield RowShown(key="about.shooting", value=troop.shooting or 0, clause="TC-2.2")
        yield RowShown(
            key="about.range", value=range_of(here, stand), form="length", clause="TC-6.3"
        )
    yield RowShown(key="about.move", value=stand.reach, form="length", clause="TC-1.1")
    yield RowShown(key=f"about.order.{troop.kind}.{troop.order}", clause="TC-1.1")


def carried(book: Book, position: Position, piece: Piece) -> Iterator[RowShown]:
    """Cards that it has, and what is known of it besides its type. [BC-0.2]"""
    for trait in dict.fromkeys(trait.partition(":")[0] for trait in piece.traits):
        use = book.sole(seams.USE, trait)
        if use is not None:
            notes = (SaidShown(key=use.key, clause=use.clause),)
            yield RowShown(key=f"card.{trait}.name", name=trait, clause=use.clause, notes=notes)
    for note in book.union(seams.NOTES, book, position, piece):
        yield RowShown(key=note.key, params=dict(note.params), clause=note.clause)


def now(here: Field, stand: Stand) -> Iterator[RowShown]:
    """Each combat it is in with its factors; command, ground and zones. [TC-2.10, TC-4.8]"""
    for foe in opponents(here, stand):
        mine, _ = tallies(*engaged(here, stand.id, foe.id)[1:], (0, 0))
        params: dict[str, Param] = {"other": foe.id}
        yield RowShown(key="about.fights", params=params, value=mine.total, parts=mine.parts)
    if stand.is_camp:
        return
    general = here.general(stand.command)
    beyond = out_of_command(here, (stand,))
    if general is stand:
        yield RowShown(key="about.general", clause="TC-4.8")
    elif general is not None:
        away: dict[str, Param] = {
            "general": general.id,
            "far": round(gap(stand.base, general.base)),
        }
        key = "about.in-command" if beyond is None else "about.out-of-command"
        yield RowShown(key=key, params=away, clause="TC-4.8" if beyond is None else beyond.clause)
    elif beyond is not None:
        yield RowShown(key="about.no-general", clause=beyond.clause)
    if here.in_difficult(stand):
        yield RowShown(key="about.difficult", clause="TC-7.20")
    enemies = here.enemies(stand.seat)
    held = (zone for zone in all_zones(here) if zone.owner in enemies and in_zone(stand.base, zone))
    owners = tuple(dict.fromkeys(zone.owner.id for zone in held))
    if owners:
        yield RowShown(key="about.zone", params={"others": owners}, clause="TC-5.20")


def opponents(here: Field, stand: Stand) -> tuple[Stand, ...]:
    """The enemies in contact with it by a front edge, its own or theirs. [TC-0.11]"""
    touches = (touch for touch in here.touches if stand in (touch.by, touch.on))
    return tuple(dict.fromkeys(one.on if one.by is stand else one.by for one in touches))


# ── what it may do ───────────────────────────────────────────────────────────
def may(here: Field, stand: Stand, ask: Ask) -> Iterator[MayShown]:
    """Whatever the question lets it do, and why it may not do the rest."""
    way: Kind = "ranged" if ask.window in (SHOOTING, TARGET) else "close"

    def chance(who: str, to: str) -> float | None:
        if ask.window not in (SHOOTING, TARGET, ORDER) or not here.find(to) or not here.find(who):
            return None
        found = odds(here.book, here.position, who, to, way)
        return rounded((found.beats + found.doubles) / len(ROLLS))

    listed = tuple(answers(ask, (stand.id,), chance))
    yield from listed
    if ask.window == MOVEMENT and not stand.is_camp:
        yield moving(here, stand)
    if ask.window == SHOOTING and not listed and shoots(here, stand):
        yield from silent(here, stand)
    _, offered, _ = beside(here.book, here.position, ask)
    for offer in offered:
        plain = said(offer.action)
        if stand.id in (plain.get("piece"), plain.get("stand"), *plain.get("pieces", ())):
            yield MayShown(
                clause=offer.clause,
                params=dict(offer.params),
                action=plain,
                refusals=offer.refusals,
            )


def moving(here: Field, stand: Stand) -> MayShown:
    """Its move as a body alone: what that costs of what is left, or why not. [TC-4.5, TC-4.13]"""
    parts = cost(here, (stand,))
    barred = may_not_move(here, stand, alone=True)
    price = sum(part.value for part in parts)
    dear = tuple(price_refusals(here, (stand,), price))
    left = here.position.count(stand.command, names.CP)
    return MayShown(
        key="about.may.move",
        params={"far": stand.reach, "cost": price, "left": left},
        clause="TC-4.5",
        parts=parts,
        refusals=(barred,) if barred is not None else dear,
    )


def silent(here: Field, stand: Stand) -> Iterator[MayShown]:
    """Why it shoots at nobody: what is against it, else against each of the nearest. [TC-6.1]"""
    barred = why_not_shoot(here, stand)
    if barred:
        yield MayShown(key="about.may.shoot", clause="TC-6.1", refusals=barred)
        return
    enemies = nearest(here.enemies(stand.seat), lambda foe: gap(stand.base, foe.base))
    for foe in enemies[:NEAREST]:
        if against := refusals(here, stand, foe):
            yield refused("about.may.shoot-at", *against, foe=foe.id)
