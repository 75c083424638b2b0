"""How likely everything is that may come of what seats say: exact fractions, and a number beside.

Either what a file asks to be told, or everything that is uncertain: where pieces end, their marks,
what is counted of them, and what is ruled on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from condotta.errors import PlainError, nearest
from condotta.kernel.battle import Battle
from condotta.kernel.events import Event, Ruled, Veiled
from condotta.kernel.rulings import Param
from condotta.positions import answers
from condotta.positions.branches import (
    ASKED_FOR,
    ENDS,
    NOT_ASKED,
    REFUSED,
    Branches,
    Facts,
    Spread,
    Watch,
    chance_of,
    facts_of,
)
from condotta.positions.faults import going_on
from condotta.positions.forms import Chain
from condotta.positions.games import Game, game
from condotta.positions.matching import differences
from condotta.positions.wording import Asking
from condotta.report.naming import seat_name
from condotta.report.options import window_said
from condotta.words import say

RULED, STATE, VALUE = "ruled", "state", "value"
PLACES, MARKS = "places", "marks"
UNTOLD = ("poses", "types", "waiting", "turn", "phase", "active", "lost", "ended")
"""What of a position at the end is not told unless it is asked for."""
VARIES = "…"
"""What stands in a sentence for a number, which may differ from way to way."""
NOTHING_THERE = "none"
EXACT = 1e-9

Plain: TypeAlias = dict[str, Any]


def told(battle: Battle, chain: Chain) -> Plain:
    """Every outcome with its chance, the means of what is counted, and how the ways end."""
    known = game(battle.book.system)
    asked = chain.asked
    told_of = Wanted(battle, known, asked.tell) if asked.tell else Everything(battle, known)
    branches = Branches(chain, Watch(told_of.happened, told_of.ended), asked.most)
    lacking = "The rules cannot play on from here, as something that they need is not in the file"
    with going_on(lacking):
        spread = branches.spread(battle)
    found: Plain = {"outcomes": {}}
    for row in (*acts(chain, spread), *told_of.rows(spread)):
        found["outcomes"][row.name] = {**number(row.chance), "says": row.says}
    if means := {name: number(mean) for name, mean in told_of.means(spread)}:
        found["means"] = means
    ends = sorted(fact[1] for fact in facts_of(spread) if fact[0] == ENDS)
    found["ends"] = {
        what: {**number(chance_of(spread, (ENDS, what))), "says": end_said(what)} for what in ends
    }
    return {**found, "results": branches.played}


def end_said(what: str) -> str:
    """How a way ends, for people: somebody is asked for something, or something is over."""
    seat, asked, window = what.partition(ASKED_FOR)
    if not asked:
        return say(f"chances.{what.replace(' ', '-')}")
    return say("chances.asked", {"seat": seat_name(seat), "window": window_said(window)})


def number(chance: Fraction) -> Plain:
    """A chance, or a mean, as an exact fraction and as a number.

    >>> number(Fraction(6, 36))
    {'exact': '1/6', 'chance': 0.166667}
    """
    return {"exact": str(chance), "chance": round(float(chance), 6)}


class Row(NamedTuple):
    """An outcome: its name in a file, its chance, its sentence."""

    name: str
    chance: Fraction
    says: str


def acts(chain: Chain, spread: Spread) -> Iterator[Row]:
    """The acts that may not be said any more: refused then, or never asked for."""
    for fact in facts_of(spread):
        if fact[0] not in (REFUSED, NOT_ASKED):
            continue
        seat, _, act = chain.acts[fact[1]]
        which = "refused" if fact[0] == REFUSED else "not-asked"
        clauses = f" [{', '.join(fact[2])}]" if fact[0] == REFUSED and fact[2] else ""
        what = "" if act is None else act.name
        if act is not None and isinstance(act.argument, str):
            what = f"{what} {act.argument}"
        sentence = say(f"chances.{which}", {"seat": seat, "act": what}) + clauses
        chance = chance_of(spread, fact)
        yield Row(f"do[{fact[1]}] {fact[0]}{clauses}", chance, sentence)


# ── everything that is uncertain ─────────────────────────────────────────────
class Everything:
    """Where pieces end, their marks, what is counted of them, and what is ruled on the way."""

    def __init__(self, battle: Battle, known: Game) -> None:
        self.known = known
        self.words = Asking(battle.state.position, known)
        pieces = battle.state.position.pieces
        self.models = {one.id for one in pieces.values() if one.id.startswith(f"{one.command}.")}
        self.start = self.standing(battle)

    def happened(self, events: Iterable[Event]) -> Facts:
        """Each ruling by its key and by whom it names, whatever the numbers in it."""
        return frozenset((RULED, one.clause, one.key, names_in(one)) for one in rulings(events))

    def ended(self, battle: Battle) -> Facts:
        """What is otherwise than at the start."""
        return self.standing(battle) - self.start

    def standing(self, battle: Battle) -> frozenset[tuple[Any, ...]]:
        """A position as facts; the models of a unit are told by their number alone."""
        facts = standing(answers.state(battle, self.known))
        return frozenset(fact for fact in facts if fact[1] not in self.models)

    def rows(self, spread: Spread) -> Iterator[Row]:
        """Every outcome that is not certain, and of the certain ones what has changed."""
        listed = facts_of(spread)
        seen = [fact for fact in listed if fact[0] not in (RULED, ENDS, REFUSED, NOT_ASKED)]
        for place in sorted({fact[:2] for fact in seen}, key=rank):
            mine = sorted(
                (fact for fact in seen if fact[:2] == place), key=lambda fact: order(fact[2])
            )
            left = Fraction(1)
            for fact in mine:
                chance = chance_of(spread, fact)
                left -= chance
                yield Row(name_of(fact), chance, sentence_of(fact, self.words))
            same = [fact for fact in self.start if fact[:2] == place and counted(fact[2])]
            if same and left:
                yield Row(name_of(same[0]), left, sentence_of(same[0], self.words))
        for fact in sorted((one for one in listed if one[0] == RULED), key=repr):
            _, clause, key, names = fact
            chance = chance_of(spread, fact)
            if chance < 1:
                told = " ".join((key, *(f"{what}={joined(value)}" for what, value in names)))
                sentence = say(key, Unsaid(names))
                yield Row(told, chance, f"{sentence} [{clause}]")

    def means(self, spread: Spread) -> Iterator[tuple[str, Fraction]]:
        """The mean of whatever is counted and may differ."""
        counts: dict[tuple[Any, ...], Fraction] = {}
        starts = {fact[:2]: fact[2] for fact in self.start if counted(fact[2])}
        for fact in facts_of(spread):
            if len(fact) == 3 and counted(fact[2]):
                chance = chance_of(spread, fact)
                more = Fraction(fact[2]) - Fraction(starts.get(fact[:2], 0))
                counts[fact[:2]] = counts.get(fact[:2], Fraction(0)) + chance * more
        for (field, who), more in sorted(counts.items()):
            yield f"{who} {field}", Fraction(starts.get((field, who), 0)) + more


def standing(state: Plain) -> frozenset[tuple[Any, ...]]:
    """A position at its end as facts: field, whose, and each value that is a word or a number."""
    found = set()
    for field, row in state.items():
        if field in UNTOLD or not isinstance(row, dict):
            continue
        for who, value in row.items():
            for one in value if isinstance(value, list) else (value,):
                if isinstance(one, str | int | float):
                    found.add((field, str(who), one))
    return frozenset(found)


def counted(value: object) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float)


def rank(place: tuple[Any, ...]) -> tuple[Any, ...]:
    """Where pieces are comes first, then their marks, then what is counted."""
    return (place[0] != PLACES, place[0] != MARKS, *place)


def order(value: Any) -> tuple[bool, Any]:
    """Numbers before words."""
    return isinstance(value, str), value


def name_of(fact: tuple[Any, ...]) -> str:
    """The name of an outcome in a file: `B1 lost`, `B1 fleeing`, `B1 models 17`."""
    field, who, value = fact
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{who} {shown}" if field in (PLACES, MARKS) else f"{who} {field} {shown}"


def sentence_of(fact: tuple[Any, ...], words: Asking) -> str:
    """The outcome for people."""
    field, who, value = fact
    shown = f"{value:g}" if isinstance(value, float) else words.word(str(value))
    if field in (PLACES, MARKS):
        return say(f"chances.{field}", {"who": who, "value": shown})
    return say("chances.counted", {"who": who, "field": words.word(field), "value": shown})


class Unsaid(dict[str, Param]):
    """What a ruling says in words; every number of it is told as one that varies."""

    def __contains__(self, key: object) -> bool:
        """Everything is told somehow."""
        return True

    def __missing__(self, key: str) -> Param:
        """What stands for a number."""
        return VARIES


def names_in(one: Ruled) -> tuple[tuple[str, Param], ...]:
    """What a ruling says in words: whom it is about. Its numbers may be those of another way."""
    words = ((key, value) for key, value in one.params.items() if not counted(value))
    return tuple((key, value) for key, value in words if value)


def joined(value: Param) -> str:
    """A word, or several."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def rulings(events: Iterable[Event]) -> Iterator[Ruled]:
    """The rulings among events, what only one side is told as well."""
    for event in events:
        one = event.inside if isinstance(event, Veiled) else event
        if isinstance(one, Ruled):
            yield one


# ── what is asked for ────────────────────────────────────────────────────────
class Wanted:
    """The outcomes that a file names: patterns of the end and of rulings, and values."""

    def __init__(
        self, battle: Battle, known: Game, tell: Mapping[str, str | Mapping[str, Any]]
    ) -> None:
        self.known = known
        self.paths = {name: one for name, one in tell.items() if isinstance(one, str)}
        patterns = {name: one for name, one in tell.items() if not isinstance(one, str)}
        self.on_the_way = {name: one[RULED] for name, one in patterns.items() if RULED in one}
        self.at_the_end = {
            name: {key: each for key, each in one.items() if key != RULED}
            for name, one in patterns.items()
            if set(one) != {RULED}
        }
        self.names = tuple(patterns)
        for name, how in self.on_the_way.items():
            if not isinstance(how, dict) or any(counted(value) for value in how.values()):
                raise PlainError(
                    f"`tell` {name!r}: a ruling is told by its `clause`, its `key` and whom it "
                    "names, not by numbers."
                )
        fields = answers.state(battle, known)
        for name, one in (*self.paths.items(), *self.at_the_end.items()):
            for key in (one.partition(".")[0],) if isinstance(one, str) else one:
                if key not in fields:
                    hint = nearest(key, fields) or f" There is {', '.join(fields)}."
                    raise PlainError(f"`tell` {name!r}: a position has no {key!r}.{hint}")

    def happened(self, events: Iterable[Event]) -> Facts:
        """The patterns of rulings that are met."""
        found = set()
        for one in rulings(events) if self.on_the_way else ():
            said = {"clause": one.clause, "key": one.key, "cites": list(one.cites)}
            words = (
                (what, [*word] if isinstance(word, tuple) else word) for what, word in names_in(one)
            )
            plain = {**said, **dict(words)}
            found |= {(RULED, name) for name, how in self.on_the_way.items() if fits(how, plain)}
        return frozenset(found)

    def ended(self, battle: Battle) -> Facts:
        """The patterns of the end that are met, and the values there."""
        state = answers.state(battle, self.known)
        met = {(STATE, name) for name, how in self.at_the_end.items() if fits(how, state)}
        values = {(VALUE, name, at_path(state, path)) for name, path in self.paths.items()}
        return frozenset(met | values)

    def rows(self, spread: Spread) -> Iterator[Row]:
        """Each outcome that was asked for, whether it may come or not."""
        for name in self.names:
            parts = ((RULED, self.on_the_way), (STATE, self.at_the_end))
            needs = tuple((kind, name) for kind, those in parts if name in those)
            yield Row(name, chance_of(spread, *needs), name)
        values = [fact for fact in facts_of(spread) if fact[0] == VALUE]
        for name, path in self.paths.items():
            if all(fact[2] == NOTHING_THERE for fact in values if fact[1] == name):
                raise PlainError(f"`tell` {name!r}: there is never anything at {path!r}.")
        for fact in sorted(values, key=lambda fact: (fact[1], order(fact[2]))):
            shown = say("web.referee.none") if fact[2] == NOTHING_THERE else fact[2]
            yield Row(f"{fact[1]} {fact[2]}", chance_of(spread, fact), f"{fact[1]} {shown}")

    def means(self, spread: Spread) -> Iterator[tuple[str, Fraction]]:
        """The mean of each value that is always a number."""
        for name in self.paths:
            mean = Fraction(0)
            for fact in facts_of(spread):
                if fact[:2] == (VALUE, name):
                    if not counted(fact[2]):
                        break
                    chance = chance_of(spread, fact)
                    mean += Fraction(fact[2]) * chance
            else:
                yield name, mean


def fits(pattern: Any, plain: Any) -> bool:
    """Whether something is as a pattern says."""
    return not any(True for _ in differences(pattern, plain, EXACT))


def at_path(state: Plain, path: str) -> Any:
    """A word or number of a position, by the names on the way to it; `none` where nothing is."""
    value: Any = state
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, str | int | float) else NOTHING_THERE
