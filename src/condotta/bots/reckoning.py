"""What a card or a coin of treachery may bring, in tokens: what counts in the end is the coffer.

Every gain and every price of a treacherous bot is reckoned here, so that all are of one measure. A
token that a rival gains, or loses, counts as a part of one's own: one's place is among all rivals.
"""

from __future__ import annotations

from functools import cached_property

from condotta.bots.stakes import stake
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.treachery import names
from condotta.rules.treachery.coffers import gains
from condotta.rules.treachery.deck import Design
from condotta.rules.treachery.host import Aim, host_of
from condotta.rules.treachery.players import enemy_player, hand, role
from condotta.table import gap

INCH = 10_000
NEAR = 8 * INCH  # from where units may do each other harm soon
AT_HAND = 4 * INCH  # a unit so far away is half as good a prey as one in contact
EVEN = 0.5  # the chance that one of two things comes about
PIP = 1 / 6  # the chance that one pip decides
BLOW = 1 / 12  # the chance that blows struck earlier, or a few more of them, decide
HARMED = 2  # as many units as are likely to suffer from one attack
TRIFLE = 1.0  # tokens that a hindrance is worth of which nobody knows what it does
ROBBERY = names.COPPER  # what a cutpurse takes [T09]
KEPT = {"T15": 12.0, "T04": 10.0, "T02": 10.0, "T11": 8.0, "T14": 4.0, "T06": 2.0}
"""Tokens that free cards may bring in some later phase; those with a price bring about that."""
PRICED = 6.0


class Reckoning:
    """What things are worth to a seat, as far as it sees."""

    def __init__(self, book: Book, position: Position, seat: Seat) -> None:
        """Reckon for a seat, from a position out of its view."""
        self.book = book
        self.position = position
        self.seat = seat
        self.host = host_of(book)
        self.part = stake(position, seat)
        self.coffers = {one: position.count(one, names.TOKENS) for one in position.seats()}

    # ── what a unit is worth ─────────────────────────────────────────────────
    def pay(self, unit: Piece) -> float:
        """The tokens that whoever destroys a unit is paid. [TT-10.4, TT-10.5]"""
        together = self.host.together(self.position, unit)
        halves = sum(self.host.worth(self.position, one) for one in together)
        return float(gains({self.seat: halves})[self.seat])

    def loss(self, unit: Piece) -> float:
        """What it is worth that a unit is destroyed by whom it fights in this phase.

        Nobody who is neutral is paid, nor loses what his rival is not paid.
        """
        paid = self.payee(unit)
        if not paid:
            return 0.0
        return self.pay(unit) * (1.0 if paid == self.seat else -self.part)

    def payee(self, unit: Piece) -> Seat:
        """Who is paid for a unit that is lost in this phase; nobody for a neutral one's."""
        enemy = enemy_player(self.position)
        for active in self.position.active[:1] if enemy else ():
            return {active: enemy, enemy: active}.get(unit.controller, "")
        return ""

    def opposite(self, unit: str) -> tuple[Piece, ...]:
        """The units in contact with one, of whom it fights in this phase."""
        pieces = self.position.pieces
        contacts = self.host.engaged(self.book, self.position, pieces[unit].controller)
        foe = self.payee(pieces[unit])
        return tuple(
            pieces[other]
            for own, other in contacts
            if own == unit and foe == pieces[other].controller
        )

    def weakened(self, unit: Piece, chance: float) -> float:
        """What it is worth that a unit fights worse: with that chance it falls that would not.

        Where that is the seat's own rival, the seat is paid; where the unit's foes are the seat's
        own, as likely one of them does not fall. Never both.
        """
        foes = self.opposite(unit.id)
        spared = max((-self.loss(foe) for foe in foes), default=0.0)
        return chance * max(self.loss(unit), spared, key=abs) if foes else 0.0

    def threat(self) -> float:
        """What an attack by the active player may cost: the dearest units that it can reach."""
        active = self.position.active[:1]
        if not active or active[0] == self.seat:
            return 0.0
        lies = self.host.lies(self.book, self.position)
        there = [lies[name] for name in self.host.units(self.position, active[0]) if name in lies]
        found = [
            self.pay(self.position.pieces[name])
            for name in self.host.units(self.position, self.seat)
            if name not in lies or any(gap(lies[name], one) < NEAR for one in there)
        ]
        return EVEN * self.part * sum(sorted(found)[-HARMED:])

    def prey(self, seat: Seat) -> float:
        """What a rival's units promise the seat's own: each looks at what is dear and near."""
        lies, pieces = self.host.lies(self.book, self.position), self.position.pieces
        theirs = [
            (lies[name], self.pay(pieces[name]))
            for name in self.host.units(self.position, seat)
            if name in lies
        ]
        return sum(
            max(
                (paid / (1 + gap(lies[name], where) / AT_HAND) for where, paid in theirs), default=0
            )
            for name in self.host.units(self.position, self.seat)
            if name in lies
        )

    # ── prices ───────────────────────────────────────────────────────────────
    def price(self, design: Design) -> float:
        """What a card costs to play; what is paid to a rival costs his part besides."""
        return design.cost * (1 + self.part if design.id == "T18" else 1)

    def kept(self, design: str) -> float:
        """What a card in the hand may bring in the end, its price taken off. [T09]"""
        if design == "T09":
            return ROBBERY * (1 + self.part)
        return KEPT.get(design, PRICED)

    def worth_of(self, cards: tuple[str, ...]) -> float:
        """What some cards may bring whoever holds them, as far as it knows them."""
        return sum(self.kept(self.position.pieces[card].truth) for card in cards)

    # ── who is rich ──────────────────────────────────────────────────────────
    @property
    def richest(self) -> Seat:
        """Whose coffer is strictly the largest, or nobody's."""
        most = max(self.coffers.values())
        rich = [seat for seat, held in self.coffers.items() if held == most]
        return rich[0] if len(rich) == 1 else ""

    def robbery(self) -> float:
        """What it brings to rob the richest now; nothing where that is better done later. [T09]

        Whoever becomes the richest by it is robbed next and is dealt fewer cards: it waits for the
        last game turn, unless the hand is full and the card would have to go. [TT-11.2, TT-11.6]
        """
        rich = self.richest
        if not rich or rich == self.seat or self.coffers[rich] < ROBBERY:
            return 0.0
        mine = self.coffers[self.seat] + ROBBERY
        others = (
            held - ROBBERY * (seat == rich)
            for seat, held in self.coffers.items()
            if seat != self.seat
        )
        exposed = mine > max(others)
        full = len(hand(self.position, self.seat)) >= names.HAND
        if exposed and not full and not self.last_turn:
            return 0.0
        return ROBBERY * (1 + self.part)

    @property
    def last_turn(self) -> bool:
        """Whether no game turn follows."""
        return self.position.count(names.TABLE, names.GAME_TURN) >= self.host.game_turns

    # ── cards ────────────────────────────────────────────────────────────────
    def gain(self, design: str, target: str, harm: float = PIP) -> float:
        """What a card brings where it is aimed at that, before its price.

        `harm` is the chance that a shot which the card makes destroys its target.
        """
        pieces = self.position.pieces
        aimed = pieces.get(target.rpartition(">")[2].partition(":")[0])
        foe = aimed is not None and aimed.controller != self.seat
        match design:
            case "T09":
                return self.robbery()
            case "T08":
                return PRICED * (1 + self.part)
            case "T12":
                return (
                    self.threat() if role(self.position, self.seat) == names.ENEMY_PLAYER else 0.0
                )
            case "T18":
                return self.threat() / HARMED
            case "T03":
                return harm * self.pay(aimed) if foe and aimed else 0.0
            case "T13":
                return self.weakened(aimed, PIP) if aimed else 0.0
            case "T05" | "T17":
                return self.helped(aimed, BLOW) if aimed else 0.0
            case "T16":
                return self.spared(aimed) if aimed else 0.0
            case "T01" | "T07":
                return PIP * self.threat() + TRIFLE if foe else 0.0
            case "T11" | "T14":
                fog = design == "T14"
                return sum(self.spoilt(one, fog=fog) for one in (self.shots if fog else (target,)))
            case "T02":
                return TRIFLE if foe else 0.0
        return 0.0 if foe else TRIFLE

    @cached_property
    def shots(self) -> dict[str, tuple[Aim, ...]]:
        """The shots that may be made now, by who makes them."""
        found: dict[str, tuple[Aim, ...]] = {}
        for aim in self.host.shots(self.book, self.position):
            found[aim.shooter] = (*found.get(aim.shooter, ()), aim)
        return found

    def spoilt(self, shooter: str, *, fog: bool = False) -> float:
        """What it is worth that a unit shoots worse, at the dearest of those whom it may shoot at.

        Nothing where it can shoot at nobody, or, in `fog`, at somebody near.
        """
        aims = self.shots.get(shooter, ())
        if fog and not all(aim.far for aim in aims):
            return 0.0
        pieces = self.position.pieces
        return max((-PIP * self.loss(pieces[aim.target]) for aim in aims), key=abs, default=0.0)

    def whispered(self, unit: str, phase: str) -> float:
        """What it is worth to whisper to a unit: what it and those with it are about to do. [T06]

        Who fights may break; who moves does harm to whom he has near, his body with him.
        """
        pieces = self.position.pieces
        moved = self.host.unsettled(self.book, self.position, unit, phase)
        if not moved or pieces[unit].controller == self.seat:
            return 0.0
        if phase == names.COMBAT:
            return self.weakened(pieces[unit], PIP)
        return sum(BLOW * self.within_reach(one) for one in moved)

    def within_reach(self, unit: str) -> float:
        """What it is worth that a unit does no harm to the dearest of its enemy's that is near."""
        lies, pieces = self.host.lies(self.book, self.position), self.position.pieces
        near = (
            -self.loss(pieces[name])
            for name in self.host.units(self.position, enemy_player(self.position))
            if name in lies and gap(lies[name], lies[unit]) < NEAR
        )
        return max(near, default=0.0)

    def foiling(self, played: str, aimed: list[Piece]) -> float:
        """What it is worth that a card which was just played has no effect. [TT-11.8]

        # RULING TT-11.8: a neutral player, whom nobody fights, foils neither T05 nor T15.
        """
        units = [one for one in aimed if names.TURN_CARD not in one.traits]
        match played:
            case "T09":
                return ROBBERY * (1 + self.part) if self.richest == self.seat else 0.0
            case "T12":
                return self.threat() if enemy_player(self.position) != self.seat else 0.0
            case "T05" | "T17":
                return max((-self.helped(one, BLOW) for one in units), default=0.0)
            case "T15":
                return max((EVEN * self.loss(one) for one in units), default=0.0)
        hurt = [one for one in units if one.controller == self.seat]
        return max((PIP * self.part * self.pay(one) for one in hurt), default=0.0)

    def helped(self, unit: Piece, chance: float) -> float:
        """What it is worth that a unit fights better by so much: as if its foes fought worse."""
        return max((self.weakened(foe, chance) for foe in self.opposite(unit.id)), default=0.0)

    def spared(self, winner: Piece) -> float:
        """What it is worth that a winner does not pursue: those it has broken may get away."""
        broken = self.opposite(winner.id)
        return max((-EVEN * self.loss(one) for one in broken), default=0.0)

    # ── coins ────────────────────────────────────────────────────────────────
    def stilled(self, unit: Piece) -> float:
        """What it is worth to the seat that a mercenary unit does nothing in this phase."""
        return self.weakened(unit, EVEN)
