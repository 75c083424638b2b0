"""With how many dice a bot undoes a spell in ranked battles."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Choose
from condotta.rules.ranked.magic.casting_odds import undoing
from condotta.rules.ranked.magic.winds import PASS, attempt_of
from condotta.rules.ranked.reading.regiment import Field

SURE, FOUGHT = 0.6, 0.25  # how likely a dispelling must be, and what is tried at all


def dispelling(here: Field, ask: Ask) -> Action:
    """With as few dice as are likely to do; with all where none are; not at all if hopeless."""
    strength = ask.needed.least if ask.needed is not None else 0
    tries = sorted(attempts(here, ask, strength))
    for _, chance, option in tries:
        if chance >= SURE:
            return Choose(option)
    best = max(tries, key=lambda one: (one[1], -one[0]), default=None)
    if best is None or best[1] < FOUGHT:
        return Choose(PASS if PASS in ask.options else ask.options[0])
    return Choose(best[2])


def attempts(here: Field, ask: Ask, strength: int) -> Iterator[tuple[int, float, str]]:
    """Every way to dispel: the dice, how likely it does, and the option."""
    for option in ask.options:
        if ":" in option:
            _, dice, bonus = attempt_of(here, option)
            yield dice, undoing(dice, bonus, strength), option
