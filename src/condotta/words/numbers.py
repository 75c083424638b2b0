"""Numbers as people write them: lengths in the unit of a game, points in halves, modifiers."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from condotta.words.catalogue import catalogue, spoken

QUANTUM_DIGITS = 4
"""A quantum is the fourth decimal of a movement unit, or of an inch."""

MU, INCH = "mu", "inch"
"""The units that lengths are written in: movement units, and inches in ranked battles."""

_unit: ContextVar[str] = ContextVar("unit", default=MU)


@contextmanager
def measured_in(unit: str) -> Iterator[None]:
    """While it holds, lengths are written in that unit.

    >>> with measured_in(INCH):
    ...     mu(49_000)
    '4.9″'
    """
    before = _unit.set(unit)
    try:
        yield
    finally:
        _unit.reset(before)


def with_unit(number: object, lang: str = "") -> str:
    """A number of the units that lengths are written in now; a sign stands close to it.

    >>> with_unit(48)
    '48 MU'
    """
    unit = catalogue(lang or spoken())[f"number.{_unit.get()}"]
    return f"{number}{' ' if unit.isalpha() else ''}{unit}"


def mu(quanta: int, lang: str = "", *, unlike: int | None = None) -> str:
    """A length with one decimal; two for a length like 0.75 MU. See `measured_in`.

    With `unlike`, as many decimals as tell the two lengths apart, so that nobody reads
    "3.0 MU is more than 3.0 MU".

    >>> mu(49_000), mu(7_500), mu(30_001), mu(30_001, unlike=30_000)
    ('4.9 MU', '0.75 MU', '3.0 MU', '3.0001 MU')
    """
    digits = 2 if quanta % 500 == 0 and quanta % 1_000 else 1
    if unlike is not None and unlike != quanta:
        while digits < QUANTUM_DIGITS and _decimal(quanta, digits) == _decimal(unlike, digits):
            digits += 1
    words = catalogue(lang or spoken())
    number = _decimal(quanta, digits).replace(".", words["number.decimal"])
    return with_unit(number, lang)


def decimal(value: float, digits: int) -> str:
    """A plain number with so many decimals, in the language that is spoken now.

    >>> decimal(3.456, 2)
    '3.46'
    """
    return f"{value:.{digits}f}".replace(".", catalogue(spoken())["number.decimal"])


def points(half_points: int) -> str:
    """Points with the half as a fraction.

    >>> points(8), points(7), points(1), points(-3), points(0)
    ('4', '3½', '½', '−1½', '0')
    """
    whole, half = divmod(abs(half_points), 2)
    sign = "−" if half_points < 0 else ""
    return f"{sign}{whole or ('' if half else 0)}{'½' if half else ''}"


def signed(value: int) -> str:
    """A modifier with its sign; a true minus.

    >>> signed(1), signed(-2), signed(0)
    ('+1', '−2', '0')
    """
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def tenths(value: int, lang: str = "") -> str:
    """A number that is given in tenths; a true minus.

    >>> tenths(13), tenths(-4), tenths(0)
    ('1.3', '−0.4', '0.0')
    """
    whole, tenth = divmod(abs(value), 10)
    mark = catalogue(lang or spoken())["number.decimal"]
    return f"{'−' if value < 0 else ''}{whole}{mark}{tenth}"


def gained(value: int, lang: str = "") -> str:
    """The same with its sign.

    >>> gained(13), gained(-4), gained(0)
    ('+1.3', '−0.4', '0.0')
    """
    return f"{'+' if value > 0 else ''}{tenths(value, lang)}"


def single(half_points: int, lang: str = "") -> bool:
    """Whether a number, given in halves, takes the singular of what is counted.

    >>> single(2), single(3), single(0)
    (True, False, False)
    """
    return points(abs(half_points)) in catalogue(lang or spoken())["number.singular"].split()


def _decimal(quanta: int, digits: int) -> str:
    scale = 10 ** (QUANTUM_DIGITS - digits)
    steps = (2 * abs(quanta) + scale) // (2 * scale)
    whole, rest = divmod(steps, 10**digits)
    return f"{'−' if quanta < 0 and steps else ''}{whole}.{rest:0{digits}d}"
