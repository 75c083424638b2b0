"""Who takes a wound: the defender says, unless a model of the unit has lost wounds. [SK-60, SK-61]

Where the models of a unit are alike to the dice, their owner says afterwards which of them fall.
Where they differ he names a model for each wound before it is saved; he may name several at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Script
from condotta.kernel.book import Book, Judge, Menu
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.skirmish.attacks.attack_lines import seat_of, standing
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.dice import MOST_DICE
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.reading.profile import left, profile

ALLOCATE = "allocate wounds"
FALLING = "who falls"
CLAUSE = "SK-60"


class Allocate(Action, frozen=True):
    """The models that fall, or those that take the next wounds, one for each. [SK-60]"""

    models: tuple[str, ...]


def hurt(position: Position, models: Sequence[Piece]) -> Piece | None:
    """The model that has lost wounds already: the next is its own. [SK-60]"""
    return next((one for one in models if left(position, one) < whole(position, one)), None)


def whole(position: Position, model: Piece) -> int:
    """The wounds that a model has at first. [SK-22]"""
    return sheet_of(position, model).profile(model.type).W


def ask_falling(position: Position, unit: str, fresh: Sequence[Piece], number: int) -> Ask:
    """Which of the models that are alike fall, or which is left wounded, in their order."""
    options = tuple(one.id for one in fresh) if number == 1 else ()
    about = (unit, str(number))
    seat = seat_of(position, unit)
    return Ask(seat, FALLING, CLAUSE, options=options, says=("Allocate",), about=about)


def ask_allocate(position: Position, unit: str, models: Sequence[Piece], number: int) -> Ask:
    """Which model takes the next wound, or which take the next ones."""
    options = tuple(one.id for one in models)
    about = (unit, str(min(number, MOST_DICE)))
    seat = seat_of(position, unit)
    return Ask(seat, ALLOCATE, CLAUSE, options=options, says=("Allocate",), about=about)


def named(frame: Script, window: str) -> tuple[str, ...]:
    """The models that an answer names; none where none was given."""
    said = frame.heard(window)
    if isinstance(said, Choose):
        return (said.option,)
    return said.models if isinstance(said, Allocate) else ()


def of_frame(position: Position, frame: Script, queue: Sequence[str]) -> tuple[str, ...]:
    """The models named for the wounds to come, in this script or before it, that still stand."""
    every = named(frame, ALLOCATE) or tuple(queue)
    return tuple(name for name in every if left(position, position.pieces[name]) > 0)


# ── judging and choosing ─────────────────────────────────────────────────────
def judge_allocate(
    _: Book, position: Position, __: Seat, ask: Ask | None, said: Allocate
) -> Verdict:
    """They are of the unit and unhurt; those that fall are as many as fall, each once. [SK-60]"""
    assert ask is not None
    unit, number = ask.about
    models = {one.id: one for one in standing(position, unit)}
    if not models:
        return Verdict()  # its owner gave up meanwhile: nobody is left to name
    strange = next((name for name in said.models if name not in models), None)
    if strange is not None:
        return no("sk.60.stranger", {"model": strange, "unit": unit})
    wounded = hurt(position, tuple(models.values()))
    if wounded is not None and wounded.id in said.models:
        return no("sk.60.wounded", {"model": wounded.id})
    if ask.window == FALLING:
        if len(set(said.models)) != int(number) or len(said.models) != int(number):
            return no("sk.60.number", {"number": int(number)})
    elif not 1 <= len(said.models) <= int(number):
        return no("sk.60.most", {"number": int(number)})
    return Verdict()


def no(key: str, params: dict[str, str | int]) -> Verdict:
    """Not so, and why."""
    return Verdict(refusals=(Refusal(CLAUSE, key, params),))


def sample(_: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """Any models, as many as may be named."""
    unit, number = ask.about
    models = unhurt(position, unit)
    if not models:
        return Allocate(())
    if ask.window == FALLING:
        chosen = random.sample(models, int(number))
    else:
        chosen = [random.choice(models) for _ in range(int(number))]
    return Allocate(tuple(one.id for one in chosen))


def salient(_: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """The least of the unit first, those farthest from the enemy before others; then in turn."""
    unit, number = ask.about
    models = unhurt(position, unit)
    if not models:
        yield Allocate(())
        return
    for order in (worth_order(position, models), models[::-1]):
        every = [one.id for one in order]
        if ask.window != FALLING:
            every = every * (1 + int(number) // len(every))
        yield Allocate(tuple(every[: int(number)]))


def unhurt(position: Position, unit: str) -> list[Piece]:
    """The models of a unit that have all their wounds."""
    return [one for one in standing(position, unit) if left(position, one) == whole(position, one)]


def worth_order(position: Position, models: Sequence[Piece]) -> list[Piece]:
    """Models by what they are worth to their unit, the least first, the farthest before others."""
    here = field(position)
    far = sorted(models, key=lambda one: -here.nearest_enemy(here.models[one.id]))
    return by_worth(position, far)


def by_worth(position: Position, models: Sequence[Piece]) -> list[Piece]:
    """Models by what they are worth to their unit, the least first: common ones, then leaders."""
    kinds = [one.type for one in models]

    def worth(one: Piece) -> tuple[int, int]:
        return -kinds.count(one.type), profile(position, one).Ld

    return sorted(models, key=worth)


MENU = Menu(sample, salient)
MENUS = {ALLOCATE: MENU, FALLING: MENU}
JUDGES: dict[type[Action], Judge] = {Allocate: judge_allocate}
