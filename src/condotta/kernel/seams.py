"""The named places where a layer speaks, and the laws by which what is said combines.

The kernel owns the laws; a base game declares the names. Adding a seam is adding a name:

    CLOSE_COMBAT = Sum[[Fighter, Fighter]]("close combat")      # what is added to this total?
    OUTCOME = Sole[[Result], str]("outcome")                    # what does this result become?

No law depends on the order in which layers are given, except `Stack`, whose order is the tiers';
two layers at one tier of one stack are refused when the book is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

from condotta.kernel.errors import Clash
from condotta.kernel.rulings import Modifier, Refusal, Waiver

P = ParamSpec("P")
R = TypeVar("R")


class Hook:
    """One thing a layer says at a seam: a function, the tier it speaks from, its clause."""

    __slots__ = ("clause", "says", "tier")

    def __init__(self, says: Callable[..., Any], tier: int, clause: str) -> None:
        self.says = says
        self.tier = tier
        self.clause = clause


class Seam(Generic[P, R]):
    """A question that layers may answer. `name` reads after "what"."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<seam {self.name}>"


class Sum(Seam[P, "Modifier | None"]):
    """Modifiers add up; of those that share a group only the largest in size counts."""

    def combine(
        self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Modifier, ...]:
        """Every modifier that applies, sorted by clause and key, groups reduced to their best."""
        said = [part for hook in hooks if (part := hook.says(*args, **kwargs)) is not None]
        return best_of_groups(said) if said else ()


class Sole(Seam[P, "R | None"], Generic[P, R]):
    """One claim holds: that of the highest tier. Two different claims at one tier clash."""

    def combine(self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs) -> R | None:
        """The claim of the highest tier, or None where nobody claims."""
        found = self.claim(hooks, *args, **kwargs)
        return None if found is None else found[0]

    def claim(
        self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[R, str] | None:
        """That claim with the clause it is made by."""
        claims = [
            (hook, said) for hook in hooks if (said := hook.says(*args, **kwargs)) is not None
        ]
        if not claims:
            return None
        top = max(hook.tier for hook, _ in claims)
        best = [(hook, said) for hook, said in claims if hook.tier == top]
        if any(said != best[0][1] for _, said in best):
            raise Clash(self.name, tuple(sorted(hook.clause for hook, _ in best)))
        chosen: R = best[0][1]
        return chosen, best[0][0].clause


class Refuse(Seam[P, "Refusal | Waiver | None"]):
    """Legal is no refusal left unwaived. Refusals and waivers are sets: order never matters."""

    def combine(
        self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Refusal, ...]:
        """The refusals that no waiver lifts, sorted by clause and key."""
        said = [one for hook in hooks if (one := hook.says(*args, **kwargs)) is not None]
        if not said:
            return ()
        lifted = {one.lifts for one in said if isinstance(one, Waiver)}
        refusals = [one for one in said if isinstance(one, Refusal)]
        left = [one for one in refusals if one.clause not in lifted]
        return tuple(sorted(left, key=lambda one: (one.clause, one.key)))

    def waivers(
        self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Waiver, ...]:
        """The waivers that lift a refusal here, sorted by clause."""
        said = [one for hook in hooks if (one := hook.says(*args, **kwargs)) is not None]
        refused = {one.clause for one in said if isinstance(one, Refusal)}
        lifting = [one for one in said if isinstance(one, Waiver) and one.lifts in refused]
        return tuple(sorted(lifting, key=lambda one: one.clause))


class Union(Seam[P, "tuple[R, ...]"], Generic[P, R]):
    """Everything said counts: more forms, more options, more consequences."""

    def combine(self, hooks: tuple[Hook, ...], *args: P.args, **kwargs: P.kwargs) -> tuple[R, ...]:
        """All that was said, lower tiers first, hooks of one tier by clause."""
        return tuple(item for hook in hooks for item in hook.says(*args, **kwargs))


class Stack(Seam[P, R]):
    """A layer may replace what is below and may call it: its hook is given `below` first."""

    def piled(self, hooks: tuple[Hook, ...]) -> Callable[P, R]:
        """What the top layer says, as a function: put together once, called many times."""

        def nothing(*_: P.args, **__: P.kwargs) -> R:
            raise LookupError(f"nothing lies below at {self!r}")

        top: Callable[P, R] = nothing
        for hook in hooks:
            top = partial(hook.says, top)
        return top


def best_of_groups(said: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """The modifiers that count, sorted by clause and key.

    >>> one, two = Modifier(1, "a", "X-1", "same"), Modifier(2, "b", "X-2", "same")
    >>> best_of_groups([one, two]) == (two,)
    True
    """
    best: dict[str, Modifier] = {}
    alone: list[Modifier] = []
    for part in sorted(said, key=_place):
        if not part.group:
            alone.append(part)
        elif part.group not in best or abs(part.value) > abs(best[part.group].value):
            best[part.group] = part
    return tuple(sorted((*alone, *best.values()), key=_place))


def _place(part: Modifier) -> tuple[str, str, int]:
    return part.clause, part.key, part.value
