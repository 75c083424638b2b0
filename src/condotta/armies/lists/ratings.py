"""Which rating or home holds, as far as its note can tell. [AL-2.5, AL-2.6, TC-11.8]"""

from collections.abc import Callable, Mapping

from condotta.armies.records import Home, Rating, Variant
from condotta.armies.text import plain
from condotta.armies.years import years_of

DEFAULTS = frozenset(
    {"normally", "otherwise", "others", "all others", "afterwards", "other tribes"}
    | {"all other tribes", "other states"}
)
"""Notes that say: in every other case."""

CONDITIONS: Mapping[str, Callable[[frozenset[str]], bool]] = {
    "if no foot stands": lambda codes: "foot" not in codes,
    "if any horde included": lambda codes: "HRD" in codes,
    "without horde": lambda codes: "HRD" not in codes,
}
"""Notes about what the army has, answered from the codes and categories in it."""


def rating(
    ratings: tuple[Rating, ...],
    year: int,
    question: Variant | None,
    variant: str | None,
    codes: frozenset[str],
) -> Rating:
    """The rating that holds: the surest note first, then the list's default, then the first.

    # RULING AL-2.11: a note that names a commander, a place or a campaign is the players' to
    # claim; left to itself the program takes the rating for all other cases.
    """
    if not ratings:
        return Rating(0)
    ranked = [(_rank(one.note, year, question, variant, codes), one) for one in ratings]
    best = max(rank for rank, _ in ranked)
    return next(one for rank, one in ranked if rank == best)


def homes(
    groups: tuple[Home, ...], year: int, question: Variant | None, variant: str | None
) -> tuple[Home, ...]:
    """The home groups the owner may choose from: those surely meant, else all not ruled out."""
    ranked = [(_rank(home.note, year, question, variant, frozenset()), home) for home in groups]
    sure = tuple(home for rank, home in ranked if rank >= 4)
    return sure or tuple(home for rank, home in ranked if rank > 0) or groups


def _rank(
    note: str,
    year: int,
    question: Variant | None,
    variant: str | None,
    codes: frozenset[str],
) -> int:
    """How sure a note is to hold: 5 and 4 surely, 3 always, 2 by default, 1 unknown, 0 not now."""
    spans, rest = years_of(note)
    held = any(span.hold(year) for span in spans)
    if spans and not held:
        return 0
    if question and (named := _named(rest, question)):
        return 5 if variant in named else 0
    if plain(note) in CONDITIONS:
        return 5 if CONDITIONS[plain(note)](codes) else 0
    if spans and (not rest or "(" in note):
        return 4
    if not note:
        return 3
    return 2 if plain(rest) in DEFAULTS else 1


def _named(note: str, question: Variant) -> set[str]:
    """The answers whose names the note speaks."""
    return {answer.id for answer in question.variants if plain(answer.name) in plain(note)}
