"""The dice and cards of a position file as they will fall, in a row or by whose they are.

A number is the next die, whoever it is for. An object is one whole throw: `{"R1": 4, "B1": 1}`
gives each its die by name (a piece or a seat), `{"melee dice": [4, 1]}` all dice of a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from condotta.kernel.asks import Action, Ask, Draw, Roll
from condotta.kernel.chance import Cup

Throw: TypeAlias = int | dict[str, int | tuple[int, ...]]


SEAL = "seal"
"""The window of dice that salt a seal: they decide nothing, so a file need not throw them."""


class WrittenCup:
    """Dice and draws as a file writes them; when they run out, people are asked."""

    def __init__(
        self, dice: Iterable[Throw], draws: Iterable[str] = (), then: Cup | None = None
    ) -> None:
        self._then = then
        self._dice = list(dice)
        self._draws = list(draws)
        self.wrong: list[str] = []

    def answer(self, ask: Ask) -> Action | None:
        """The next dice or names; nothing where those that come next are for something else."""
        if not ask.dice:
            return self._drawn(ask)
        if ask.window == SEAL and not self._throws(SEAL):
            return Roll((1,) * ask.dice)
        if not self._dice or self.wrong:
            return None if self._then is None or self.wrong else self._then.answer(ask)
        if isinstance(self._dice[0], Mapping):
            pips = fitting(self._dice[0], ask)
            if len(pips) != ask.dice:
                self.wrong.append(
                    f"{plain(self._dice[0])} does not fit what is rolled: {told(ask)}"
                )
                return None
            del self._dice[0]
            return Roll(pips)
        row = [one for one in self._dice[: ask.dice] if isinstance(one, int)]
        if len(row) < ask.dice:
            return None
        del self._dice[: ask.dice]
        return Roll(tuple(row))

    def _throws(self, window: str) -> bool:
        """Whether the next throw is for a request of that window by name."""
        return bool(self._dice) and isinstance(self._dice[0], Mapping) and window in self._dice[0]

    def _drawn(self, ask: Ask) -> Action | None:
        if len(self._draws) < ask.count or self.wrong:
            return None if self._then is None else self._then.answer(ask)
        taken = self._draws[: ask.count]
        if strange := [one for one in taken if one not in ask.draw]:
            known = ", ".join(dict.fromkeys(ask.draw))
            self.wrong.append(f"{strange[0]} is not drawn for {ask.window}: there is {known}")
            return None
        self._draws = self._draws[ask.count :]
        return Draw(tuple(taken))

    def unlike(self) -> tuple[str, ...]:
        """What of the dice was not as the file says: never rolled, or for something else."""
        left = [f"dice {plain(one)}" for one in self._dice] + [f"draw {one}" for one in self._draws]
        unused = (f"never rolled or drawn: {', '.join(left)}",) if left else ()
        return (*self.wrong, *unused)


def fitting(throw: Mapping[str, int | tuple[int, ...]], ask: Ask) -> tuple[int, ...]:
    """The pips of a throw in the order in which a request names whose dice they are.

    >>> fitting({"B1": 1, "R1": 4}, Ask("chance", "melee dice", "", about=("R1", "B1"), dice=2))
    (4, 1)
    """
    order = (
        (ask.window,) if ask.window in throw else tuple(one for one in ask.about if one in throw)
    )
    if len(order) != len(throw):
        return ()
    rows = (throw[one] for one in order)
    return tuple(pip for row in rows for pip in ((row,) if isinstance(row, int) else row))


def plain(throw: Throw) -> str:
    """A throw as people write it."""
    if isinstance(throw, int):
        return str(throw)
    return ", ".join(f"{who} {pips}" for who, pips in throw.items())


def told(ask: Ask) -> str:
    """A request to chance in words."""
    about = f" of {', '.join(ask.about)}" if ask.about else ""
    return f"{ask.window}{about}, {ask.dice} {'die' if ask.dice == 1 else 'dice'}"
