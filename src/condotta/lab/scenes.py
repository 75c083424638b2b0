"""Random moments at which two stands are about to fight or one to shoot, each about something.

Two stands meet in the middle of a table, others stand around them: beside, behind, on a flank, in
the rear, or anywhere near. Cards, camps, hills, rough ground, generals and demoralised commands
come by chance, and what a scene is about comes surely.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Mustered, Pushed
from condotta.kernel.records import Mark, Piece, Seat
from condotta.lab.subjects import (
    BOARD,
    CAMPS,
    CHAIRS,
    DRESSES,
    ENTRY,
    FOOT,
    HANDS,
    HILLS,
    MEETING,
    MU,
    OTHERWISE,
    OWN_ARITHMETIC,
    PIKES,
    ROUGH,
    SEATS,
    SHOOTERS,
    SHOTS,
    TYPES,
    WAGON,
    WAYS,
    Dress,
)
from condotta.rules.grand.muster import command_id
from condotta.rules.grand.names import TOTAL
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.close_combat import ClosePhase
from condotta.rules.triumph.settings import DEFAULTS
from condotta.rules.triumph.shooting.ranged_combat import RangedPhase
from condotta.rules.triumph.tables import CAMP, TABLES, troop
from condotta.table import (
    UNIT,
    Area,
    Base,
    Box,
    Ellipse,
    Pose,
    Rectangle,
    Relation,
    base,
    line_up,
    offset,
    overlaps,
    pose_at,
)


class Scene:
    """One moment, being laid out: what it is about, and what lies on the table so far."""

    def __init__(self, about: str, lot: Random) -> None:
        """Lay it out."""
        self.about = about
        self.lot = lot
        self.ranged = about in SHOTS
        self.system = "grand" if about == "demoralised" or lot.random() < 0.1 else "triumph"
        self.settings = self.readings()
        self.pieces: list[Piece] = []
        self.bases: list[Base] = []
        self.areas: list[Area] = []
        self.ground()
        self.meeting()
        self.others()

    def readings(self) -> dict[str, Any]:
        """Now and then one flag of the core rules is read the other way."""
        flags = [name for name, said in DEFAULTS.items() if isinstance(said, bool)]
        if self.system == "grand" or self.lot.random() >= OTHERWISE:
            return {}
        name = self.lot.choice([flag for flag in flags if flag not in OWN_ARITHMETIC])
        return {name: not DEFAULTS[name]}

    # ── ground ───────────────────────────────────────────────────────────────
    def middle(self) -> tuple[int, int]:
        """Where the two meet: near an edge where nobody is to have room."""
        if self.about == "edge":
            return 24 * MU, self.lot.choice((8_000, 12_000, 18_000, 30_000))
        return 24 * MU, 16 * MU

    def ground(self) -> None:
        """A hill or rough ground under some of them."""
        x, y = self.middle()
        wanted = {"uphill": 1.0, "rough": 1.0, "shot in the woods": 1.0}.get(self.about, 0.25)
        if self.lot.random() >= wanted:
            return
        hills = self.about == "uphill" or (self.about != "rough" and self.lot.random() < 0.4)
        kind = self.lot.choice(HILLS) if hills else self.lot.choice(ROUGH)
        where = x + self.lot.randint(-2 * MU, 2 * MU), y + self.lot.randint(-2 * MU, 2 * MU)
        half = self.lot.randint(MU, 5 * MU), self.lot.randint(MU, 5 * MU)
        shape = Ellipse if hills else self.lot.choice((Box, Ellipse))
        self.areas.append(Area("ground", kind, shape(*where, *half, 0, UNIT)))

    # ── the two ──────────────────────────────────────────────────────────────
    def meeting(self) -> None:
        """The defender in the middle, the attacker upon it or before it."""
        x, y = self.middle()
        turns = (0,) if self.about == "edge" else (0, 180, 180, 90, self.lot.randrange(360))
        turn = self.lot.choice(turns)
        defender = self.stand("blue", *self.dressed(defends=True), pose=pose_at(x, y, turn))
        if defender is None or defender.pose is None or defender.shape is None:
            return
        relation = MEETING.get(self.about, self.lot.choice(
            ("front_contact",) * 7 + ("left_flank_contact", "right_flank_contact", "rear_contact")
        ))  # fmt: skip
        code, dress = self.dressed(defends=False)
        pose = line_up(self.shape(code, dress), base(defender.pose, defender.shape), relation)
        if self.ranged:
            pose = offset(pose, -self.lot.randint(1_000, 24_000))
        self.stand("red", code, dress, pose=pose)

    def dressed(self, *, defends: bool) -> tuple[str, Dress | None]:
        """The type of one of the two and its card, by what the scene is about."""
        lot, about = self.lot, self.about
        if about in CAMPS and defends:
            return CAMP, None
        special = {
            ("elephants", False): ("ELE",), ("artillery", False): ("ART", "WWG"),
            ("column", True): PIKES, ("column", False): ("KNT", "SPR", "HFT", *PIKES),
            ("evaders", True): ("SKM",), ("evaders", False): ("HFT", "SPR", "WBD", "KNT"),
            ("panickers", True): ("RBL", "HBW", "JCV", "ECV", "BAD"),
            ("panickers", False): ("HFT", "SPR", "PIK", "HRD", "EFT"),
            ("shot from behind", False): SHOOTERS, ("shooting", False): SHOOTERS,
            ("shot in the woods", False): SHOOTERS, ("shot at riders", False): SHOOTERS,
            ("shot at carts", False): SHOOTERS, ("shot at a general", False): SHOOTERS,
            ("shot at the wagon", False): SHOOTERS, ("shot at the wagon", True): FOOT,
            ("stormed", False): ("RBL", "SKM", "BLV"),
            ("hold", False): ("KNT", "EFT", "WBD", "SPR"),
            ("wagon", False): FOOT,
        }.get((about, defends))  # fmt: skip
        worn = {
            ("shot at riders", True): "riders", ("shot at carts", True): "carts",
            ("shower shots", False): lot.choice(("shower", "chained")),
        }.get((about, defends), "")  # fmt: skip
        if about in DRESSES and defends == self.wears:
            worn = about
        if worn:
            return lot.choice(DRESSES[worn].types), DRESSES[worn]
        foes = DRESSES[about].against if about in DRESSES else ()
        if special is None and foes and lot.random() < 0.8:
            special = foes
        return self.any_stand(special or TYPES)

    @property
    def wears(self) -> bool:
        """Whether it is the defender that wears the card."""
        return len(self.about) % 2 == len(self.areas) % 2

    def any_stand(self, types: tuple[str, ...]) -> tuple[str, Dress | None]:
        """A stand of one of those types; now and then it wears a card."""
        code = self.lot.choice(types)
        fits = [one for one in DRESSES.values() if code in one.types]
        return code, self.lot.choice(fits) if fits and self.lot.random() < 0.3 else None

    # ── the others ───────────────────────────────────────────────────────────
    def others(self) -> None:
        """Friends and foes around, each beside, behind or upon somebody who stands there."""
        for seat, relation, same in self.wanted():
            self.beside(seat, relation, same=same)
        most = 8 if self.about in ("crowd", "overlap") else 5
        for _ in range(self.lot.randint(0, most)):
            seat = self.lot.choice(SEATS)
            self.beside(seat, self.lot.choice(WAYS))

    def wanted(self) -> Iterator[tuple[Seat, Relation, bool]]:
        """Who must be there for what the scene is about: of whom, where, of one's own type."""
        match self.about:
            case "column" | "hoplites":
                yield "red", "behind", True
                yield "blue", "behind", True
            case "overlap":
                yield "red", "left", False
                yield "red", "right", False
            case "crowd":
                yield "blue", "behind", False
                yield "red", "left_flank_contact", False
                yield "red", "rear_contact", False
            case "wagon" | "shot at the wagon":
                self.wagon()
            case "camp" | "garrison":
                yield "red", "left_flank_contact", False
            case _:
                pass

    def beside(self, seat: Seat, relation: Relation, *, same: bool = False) -> None:
        """One more stand, if there is room: by a friend, or upon an enemy."""
        upon = relation.endswith("contact")
        near = [one for one in self.pieces if (one.owner != seat) == upon and one.pose is not None]
        if self.about in ("column", "overlap", "crowd", "hoplites"):
            near = near[:1] or near
        if not near:
            return
        by = self.lot.choice(near)
        assert by.pose is not None
        assert by.shape is not None
        code, dress = (by.type, None) if same else self.any_stand(TYPES)
        if code == CAMP:
            return
        self.stand(
            seat, code, dress,
            pose=line_up(self.shape(code, dress), base(by.pose, by.shape), relation),
        )  # fmt: skip

    def wagon(self) -> None:
        """A standard wagon behind one of the two. [BC-19.3]"""
        for by in self.lot.sample(self.pieces, len(self.pieces)):
            if by.pose is None or by.shape is None:
                continue
            shape = Rectangle(self.lot.choice((4, 5, 6)) * MU, 2 * MU)
            pose = line_up(shape, base(by.pose, by.shape), "behind")
            made = self.stand(by.owner, CAMP, WAGON, pose=pose, shape=shape)
            if made is not None:
                return

    # ── pieces ───────────────────────────────────────────────────────────────
    def shape(self, code: str, dress: Dress | None) -> Rectangle:
        """The base of a stand that wears a card or none."""
        kind = troop(code)
        return Rectangle(kind.width, kind.width if dress and dress.square else kind.depth)

    def stand(
        self, seat: Seat, code: str, dress: Dress | None, *, pose: Pose,
        shape: Rectangle | None = None,
    ) -> Piece | None:  # fmt: skip
        """Put a stand down, if there is room for it."""
        shape = shape or self.shape(code, dress)
        where = base(pose, shape)
        on_board = all(0 <= x <= BOARD.width and 0 <= y <= BOARD.depth for x, y in where.corners)
        if not on_board or any(overlaps(where, other) for other in self.bases):
            return None
        letter = seat[0].upper()
        leads = 0.5 if self.about.endswith("general") else 0.1
        traits = (*(dress.traits if dress else ()),)
        if code != CAMP and self.lot.random() < leads and not self.led(letter):
            traits = (names.GENERAL, *traits)
        made = Piece(
            f"{letter}{len(self.pieces) + 1}", code, seat, seat, army=letter,
            command=command_id(letter, 1), unit=ENTRY, shape=shape, place="table", pose=pose,
            traits=traits, marks=tuple(Mark(name) for name in (dress.marks if dress else ())),
        )  # fmt: skip
        self.pieces.append(made)
        self.bases.append(where)
        return made

    def led(self, letter: str) -> bool:
        """Whether an army has its general already."""
        return any(one.army == letter and names.GENERAL in one.traits for one in self.pieces)

    # ── what lies beside the table ───────────────────────────────────────────
    def beside_the_table(self) -> Iterator[Piece]:
        """Cards in hand, and who is in a camp."""
        for seat in SEATS:
            letter = seat[0].upper()
            for card in HANDS:
                if self.lot.random() < (0.9 if self.about == card.about else 0.1):
                    yield Piece(
                        f"{letter}-{card.code}", card.code, seat, seat, army=letter,
                        unit=ENTRY if card.entry else "", place="hand", traits=(names.CARD,),
                    )  # fmt: skip
        for camp in [one for one in self.pieces if one.type == CAMP]:
            if self.lot.random() < (0.9 if self.about == "garrison" else 0.3):
                code = self.lot.choice(FOOT)
                yield Piece(
                    f"{camp.id}g", code, camp.owner, camp.owner, army=camp.army,
                    command=camp.command, unit=camp.id, shape=self.shape(code, None),
                    place="aside", traits=(names.GARRISON,),
                )  # fmt: skip

    def demoralised(self) -> Iterator[Event]:
        """Each command's points, and what some have lost of them. [GT-8.1]"""
        for seat in SEATS:
            letter = seat[0].upper()
            command = command_id(letter, 1)
            yield Counted(command, TOTAL, 60)
            if self.lot.random() < (0.7 if self.about == "demoralised" else 0.2):
                gone = Piece(
                    f"{letter}0", "HFT", seat, seat, army=letter, command=command, place="lost"
                )
                yield Mustered(gone)
                yield Counted(gone.id, names.WORTH, 30)

    @property
    def phase(self) -> str:
        """The phase it is in."""
        return names.RANGED if self.ranged else names.CLOSE

    def before(self) -> Iterator[Event]:
        """Everything that lies there; whose turn it is comes by chance."""
        yield Began(BOARD, CHAIRS)
        yield from (Laid(area) for area in self.areas)
        for piece in (*self.pieces, *self.beside_the_table()):
            yield Mustered(piece)
            worth = TABLES.camp.sacked if piece.type == CAMP else 0
            if names.CARD not in piece.traits:
                yield Counted(piece.id, names.WORTH, worth or troop(piece.type).half_points)
        if self.system == "grand":
            yield from self.demoralised()
        yield Entered(1, self.phase, (self.lot.choice(SEATS),))

    def begun(self) -> Iterator[Event]:
        """The phase in progress."""
        yield Pushed(Conduct())
        yield Pushed(RangedPhase() if self.ranged else ClosePhase())
