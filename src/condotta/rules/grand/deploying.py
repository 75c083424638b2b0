"""Steps 3 to 9: camps and commands are set out; flank marches wait. [GT-4.1, GT-5, GT-10.5]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Placed, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.kernel.state import State
from condotta.rules.grand import names
from condotta.rules.grand.markers import Markers, marker_of, shown
from condotta.rules.grand.scale import SCALE, middle_zones
from condotta.rules.grand.seals import march_seal, opened
from condotta.rules.grand.sides import chief, chiefs, command_ids, leader, sides, stands_of
from condotta.rules.grand.split import Splitting
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import CampGround, CampStep, camp_due
from condotta.rules.triumph.deployment.deploying import SetOut, first_seat
from condotta.rules.triumph.deployment.setting_out import ALL, CENTRE, REST
from condotta.rules.triumph.deployment.stages import Stage
from condotta.rules.triumph.ground.battlefield import Patch, home
from condotta.rules.triumph.movement.command import reached
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import TABLES
from condotta.table import HALF, Rectangle


class SetOutCommands(Script, frozen=True, kw_only=True):
    """A side sets out commands: the first two, all, or the last one. [GT-4.1]"""

    side: str
    which: str


def set_out_commands(book: Book, state: State, frame: SetOutCommands) -> Iterator[Event]:
    """Show the markers if they are hidden, ask which commands go first, set them out.

    [GT-4.1, GT-4.4]
    """
    position, side = state.position, frame.side
    if not position.count(side, names.SHOWN):
        yield from shown(position, side)
        return
    waiting = [one for one in command_ids(position, side) if waits(position, one)]
    deploying = [one for one in waiting if not position.count(one, names.ENTRY)]
    if frame.which == "first" and deploying:
        # Asked where only one answer is left too: that nobody is asked would tell of a march.
        answer = frame.heard(names.FIRST)
        many = min(SCALE.first_placed, len(deploying))
        pairs = tuple("+".join(pair) for pair in combinations(deploying, many))
        if not isinstance(answer, Choose):
            yield Asked(Ask(chief(position, side), names.FIRST, "GT-4.1", options=pairs))
            return
        deploying = answer.option.split("+")
    yield Popped()
    window = names.LAST_TROOPS if frame.which == "last" else names.TROOPS
    if frame.which != "first":
        for command in waiting:
            if position.count(command, names.ENTRY):
                yield from withheld(position, command)
    for command in deploying:
        yield from opened(position, march_seal(command))
        yield Counted(command, names.DOWN, 1)
    for command in reversed(deploying):
        number = 1 + command_ids(position, side).index(command)
        only = tuple(piece.id for piece in stands_of(position, command))
        seat = leader(position, side, number)
        yield Pushed(SetOut(seat=seat, window=window, only=only))
    yield from camps_with_troops(book, position, chief(position, side), frame.which)


WITH = {"first": CENTRE, "all": ALL, "last": REST}
"""The window of the small game in which what goes down with these commands would."""


def camps_with_troops(book: Book, position: Position, seat: Seat, which: str) -> Iterator[Event]:
    """A camp that a card lets wait for the first, or the last, commands of its side. [GT-10.5]

    # RULING GT-10.5: what waits for the last commands is placed in step 9 even where that command
    # marches: that it does is not shown before.
    """
    camp = camp_due(book, position, seat, WITH[which])
    if camp is not None:
        yield Pushed(SetOut(seat=seat, window=WITH[which], only=(camp.id,)))


def waits(position: Position, command: str) -> bool:
    """Whether a command is neither set out nor held back yet.

    One for which there was no room has been set out all the same. [GT-5.3, GT-5.6]
    """
    return not position.count(command, names.DOWN)


def withheld(position: Position, command: str) -> Iterator[Event]:
    """That a command marches is seen when it is not placed; where, when it arrives. [GT-4.6]"""
    for piece in stands_of(position, command):
        if piece.place == "undeployed":
            yield Placed(piece.id, "reserve")
    yield Counted(command, names.DOWN, 1)
    yield Ruled("GT-4.6", "gt.4-6.marches", {"command": command})


def steps(
    below: Callable[[Book, Position], tuple[tuple[str, Frame], ...]], book: Book, position: Position
) -> tuple[tuple[str, Frame], ...]:
    """The ten steps of deployment. [GT-4.1]"""
    terrain = tuple(step for step in below(book, position) if step[0] == core.TERRAIN)
    first = first_seat(position)
    if first is None:
        return terrain
    ours = position.side(first)
    theirs = next(side for side in sides(position) if side != ours)
    camps = tuple(
        (core.CAMPS, CampStep(seat=chief(position, side)))
        for side in (theirs, ours)
        for _ in range(SCALE.commands)
    )
    return (
        *terrain,
        (names.COMMANDS_PHASE, Splitting()),
        *camps,
        (names.MARKERS_PHASE, Markers(side=theirs)),
        (names.MARKERS_PHASE, Markers(side=ours)),
        (core.DEPLOYMENT, SetOutCommands(side=theirs, which="first")),
        (core.DEPLOYMENT, SetOutCommands(side=ours, which="all")),
        (core.DEPLOYMENT, SetOutCommands(side=theirs, which="last")),
    )


def stages(_: Book, position: Position) -> tuple[Stage, ...]:
    """The ten steps of deployment as people count them, the first turn among them. [GT-4.1]"""
    first = first_seat(position)
    ours = position.side(first) if first else ""
    theirs = next((side for side in sides(position) if side != ours), "") if first else ""
    one, other = (chief(position, side) if side else "" for side in (theirs, ours))
    named = (
        ("story.phase.terrain", "", 1),
        ("story.phase.commands", "", 1),
        ("story.phase.camps", one, SCALE.commands),
        ("story.phase.camps", other, SCALE.commands),
        ("story.phase.markers", one, 1),
        ("story.phase.markers", other, 1),
        ("gt.stage.first", one, 1),
        ("gt.stage.all", other, 1),
        ("gt.stage.last", one, 1),
        ("gt.stage.turn", other, 1),
    )
    return tuple(Stage(key, "GT-4.1", seat, steps) for key, seat, steps in named)


# ── where ────────────────────────────────────────────────────────────────────
def ally_camp(_: Book, __: Position, camp: Piece) -> CampGround | None:
    """An ally's camp may stand in any of the three middle zones. [GT-4.1]

    # RULING GT-10.4: its wagon stands in the Centre zone, as every wagon, and its herds anywhere
    # along the edge: the card outranks the zones.
    """
    return CampGround(wide=SCALE.middle_zones) if core.ALLY in camp.traits else None


def battle_line_in_the_middle(here: Field, stand: Stand) -> Refusal | None:
    """Battle line troops deploy in the three middle zones. [GT-5.1]"""
    if core.BATTLE_LINE not in stand.piece.traits:
        return None
    own = home(here.book, here.position, stand.seat)
    zones = middle_zones(own)
    if own.between(stand.base, zones):
        return None
    sketch = (own.sketch("middle zones", zones),)
    return Refusal("GT-5.1", "gt.5-1.battle-line", {"stand": stand.id}, sketch)


def near_its_general(here: Field, stand: Stand) -> Refusal | None:
    """Every stand deploys within command range of its general, who is set out first. [GT-5.2]"""
    if stand.is_camp or stand.general:
        return None
    general = here.general(stand.command)
    if general is not None and reached(here, stand, general):
        return None
    key = "gt.5-2.general" if general is not None else "gt.5-2.no-general"
    return Refusal("GT-5.2", key, {"stand": stand.id})


def with_its_troops(here: Field, stand: Stand) -> Refusal | None:
    """Nor may a general be moved away from those of his troops that are set out. [GT-5.2]"""
    if not stand.general:
        return None
    others = tuple(
        one.id
        for one in here.friends(stand.seat)
        if one.command == stand.command and not one.is_camp and not one.general
        if not reached(here, one, stand)
    )
    if not others:
        return None
    return Refusal("GT-5.2", "gt.5-2.left", {"stand": stand.id, "others": others})


def near_its_marker(here: Field, stand: Stand) -> Refusal | None:
    """Every stand deploys within 16 MU of its command's marker, measured sideways. [GT-5.2]"""
    marker = marker_of(here.position, stand.command)
    if stand.is_camp or marker is None or marker.pose is None:
        return None
    own = home(here.book, here.position, stand.seat)
    along = own.own(marker.pose.x, marker.pose.y)[0]
    left, _, right, _ = own.bounds(stand.base)
    far = max(along - left, right - along)
    if far <= SCALE.from_marker + HALF:
        return None
    params: dict[str, Param] = {
        "stand": stand.id, "far": round(far), "limit": SCALE.from_marker,
    }  # fmt: skip
    return Refusal("GT-5.2", "gt.5-2.marker", params)


def may_lie(here: Field, piece: Piece) -> Patch | None:
    """Around the marker and the general; without a general on the table nowhere. [GT-5.2]"""
    if not piece.command or core.GENERAL in piece.traits:
        return None
    general, marker = here.general(piece.command), marker_of(here.position, piece.command)
    if general is None:
        return Patch(0, 0, 0, 0)
    own = home(here.book, here.position, piece.controller)
    assert isinstance(piece.shape, Rectangle)
    far = TABLES.command.with_sight + piece.shape.width + piece.shape.depth
    least, near, most, inward = (round(each) for each in own.bounds(general.base))
    left, right = least - far, most + far
    if marker is not None and marker.pose is not None:
        along = own.own(marker.pose.x, marker.pose.y)[0]
        left = max(left, along - SCALE.from_marker - 1)
        right = min(right, along + SCALE.from_marker + 1)
    return Patch(left, near - far, right, inward + far)


def no_general_on_guard(_: Book, __: Position, piece: Piece) -> Refusal | None:
    """A command is set out around its general, who is on the table himself. [GT-5.2]

    # RULING GT-5.9: so no general guards a camp: none of his troops could be set out.
    """
    leads = core.GENERAL in piece.traits
    return Refusal("GT-5.9", "gt.5-9.guard", {"stand": piece.id}) if leads else None


def no_marcher_on_guard(_: Book, position: Position, piece: Piece) -> Refusal | None:
    """A flank march is all of its command, so nobody of it stays in a camp. [GT-6.1]"""
    marches = position.count(piece.command, names.ENTRY) > 0
    return Refusal("GT-6.1", "gt.6-1.guard", {"stand": piece.id}) if marches else None


def of_one_command(
    _: Book, __: Position, bows: tuple[Piece, ...], stands: tuple[Piece, ...]
) -> Refusal | None:
    """Bow stands support stands of their own command only. [GT-10.7]"""
    alike = len({piece.command for piece in (*bows, *stands)}) < 2
    return None if alike else Refusal("GT-10.7", "gt.10-7.command")


def no_general_aside(
    _: Book, __: Position, bows: tuple[Piece, ...], ___: tuple[Piece, ...]
) -> Refusal | None:
    """No general is set aside for others either: his command is set out around him. [GT-5.9]"""
    leads = next((piece.id for piece in bows if core.GENERAL in piece.traits), None)
    return Refusal("GT-5.9", "gt.5-9.aside", {"stand": leads}) if leads else None


def seen(_: Book, position: Position, piece: Piece) -> Piece | None:
    """Until a side's commands are shown nobody sees whose a stand is, or who leads. [GT-4.2]"""
    if position.count(position.side(piece.owner), names.SHOWN):
        return None
    traits = tuple(trait for trait in piece.traits if trait != core.GENERAL)
    return replace(piece, command="", truth="", traits=traits)


PROCEDURES = {SetOutCommands: set_out_commands}
HOOKS = (
    (seams.ROLLING, chiefs, "GT-10.1"),
    (seams.SET_UP, steps, "GT-4.1"),
    (seams.STAGES, stages, "GT-4.1"),
    (seams.CAMP_GROUND, ally_camp, "GT-4.1"),
    (seams.MAY_DEPLOY, battle_line_in_the_middle, "GT-5.1"),
    (seams.MAY_DEPLOY, near_its_general, "GT-5.2"),
    (seams.MAY_DEPLOY, with_its_troops, "GT-5.2"),
    (seams.MAY_DEPLOY, near_its_marker, "GT-5.2"),
    (seams.MAY_LIE, may_lie, "GT-5.2"),
    (seams.MAY_GUARD, no_general_on_guard, "GT-5.9"),
    (seams.MAY_GUARD, no_marcher_on_guard, "GT-6.1"),
    (seams.MAY_SUPPORT, of_one_command, "GT-10.7"),
    (seams.MAY_SUPPORT, no_general_aside, "GT-5.9"),
    (seams.SEEN, seen, "GT-4.2"),
)
