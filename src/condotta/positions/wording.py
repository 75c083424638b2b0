"""What was said and asked in the words of whoever reads, and the words that answers are told in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from condotta.kernel.asks import Ask
from condotta.kernel.position import Position
from condotta.positions.games import Game
from condotta.positions.plain_actions import name_of
from condotta.report.naming import seat_name
from condotta.report.options import option_said
from condotta.words import has, mu, say
from condotta.words.numbers import decimal

if TYPE_CHECKING:
    from condotta.positions.running import Turn

GROUPS = (
    *("edge", "role", "weapon", "spell", "card", "terrain", "option", "place", "icon"),
    *("setting.value", "unit", "troop", "type", "treachery", "rule.word"),
)
"""Where a word of an answer may stand, the first that has it first."""


def percent(share: float) -> str:
    """A chance for people.

    >>> percent(0.8333), percent(1.0)
    ('83.3 %', '100 %')
    """
    text = decimal(100 * share, 1)
    return say("rule.percent", {"number": text[:-2] if text.endswith("0") else text})


def number(value: float) -> str:
    """A number without idle noughts, in the language that is spoken."""
    text = decimal(value, 2).rstrip("0")
    return text if text[-1:].isdigit() else text[:-1]


class Asking:
    """The words for a position: who is called what, and how values of answers are said."""

    def __init__(self, position: Position, known: Game, asks: Sequence[Ask] = ()) -> None:
        self.position = position
        self.known = known
        self.asks = asks
        self.seats = position.seats()

    def length(self, units: float) -> str:
        """A length of an answer with its unit."""
        return mu(round(units * self.known.quanta))

    def word(self, value: str) -> str:
        """A word of an answer: a seat, a piece, or whatever the catalogues have for it."""
        if value in self.seats:
            return seat_name(value)
        if value in self.position.pieces:
            return value
        slug = value.replace(" ", "-")
        for group in GROUPS:
            for key in (f"{group}.{slug}", f"{group}.{value}"):
                if has(key):
                    return say(key)
        left, found, right = value.partition(">")
        return f"{self.word(left)} → {self.word(right)}" if found else value

    # ── what was said or asked ───────────────────────────────────────────────
    def title(self, turn: Turn) -> str:
        """The question in words, or what a seat said."""
        if turn.seat:
            said = self.act(turn.seat, turn.what, turn.argument)
            return say("rule.said", {"seat": seat_name(turn.seat), "what": said})
        head = say(f"web.referee.asked.{turn.what}")
        about = self.about(turn.what, turn.argument)
        if head.endswith("?"):
            return f"{head} {about}".strip()
        return say("rule.asked", {"what": head, "about": about}) if about else head

    def about(self, name: str, argument: Any) -> str:
        """What a question is about."""
        if not isinstance(argument, dict):
            return "" if argument == "all" else self.word(str(argument))
        if "between" in argument:
            pair = " → ".join(map(self.word, argument["between"]))
            return ", ".join((pair, *self.rest(argument)))
        if "seats" in argument:
            return ", ".join(map(self.word, argument["seats"]))
        if name == "chances":
            return ", ".join(map(self.acted, argument.get("do", ())))
        if name == "may":
            seat, acts = argument["seat"], [key for key in argument if key != "seat"]
            said = self.act(seat, acts[0], argument[acts[0]])
            return say("rule.said", {"seat": self.word(seat), "what": said})
        if argument.get("seat") and "stands" not in argument:
            return ", ".join((self.word(argument["seat"]), *self.rest(argument)))
        if "roster" in argument:
            return str(argument["roster"]) if isinstance(argument["roster"], str) else ""
        return ", ".join(self.details(argument))

    def acted(self, one: Mapping[str, Any]) -> str:
        """One act of a chain: what a seat says, or what is offered to it."""
        acts = [key for key in one if key not in ("seat", "window", "offered")]
        said = self.act(one["seat"], acts[0], one[acts[0]]) if acts else say("rule.offered")
        return say("rule.said", {"seat": self.word(one["seat"]), "what": said})

    def rest(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """The other fields of a question that say anything."""
        if fields.get("limit") is not None:
            yield say("rule.within", {"far": self.length(fields["limit"])})
        if fields.get("kind"):
            yield self.word(fields["kind"])
        if fields.get("weapon"):
            yield self.word(fields["weapon"])
        if fields.get("words"):
            yield ", ".join(fields["words"])

    def act(self, seat: str, name: str, argument: Any) -> str:
        """What a seat says, in words."""
        match name, argument:
            case "choose", str():
                windows = (ask.window for ask in self.asks if ask.seat == seat)
                return option_said(argument, next(windows, ""), self.position)
            case "speak", str():
                return f"“{argument}”"
            case "record", {"kind": kind}:
                rest = {key: one for key, one in argument.items() if key != "kind"}
                return self.act(seat, name_of(kind), rest)
        head = say(f"rule.act.{name}")
        details = ", ".join(self.details(argument))
        return say("rule.asked", {"what": head, "about": details}) if details else head

    def details(self, argument: Any) -> Iterator[str]:
        """Whom something said names, by which legs it goes, and its numbers."""
        if not isinstance(argument, dict):
            yield from (self.word(str(one)) for one in each(argument))
            return
        for key, value in argument.items():
            if value in ("", None, False, (), [], {}):
                continue
            if key == "legs":
                yield from (self.leg(one) for one in value)
            elif key in ("trails", "shares"):
                yield say("rule.models", {"count": len(value)})
            elif value is True:
                yield say(f"rule.flag.{key}")
            elif isinstance(value, int | float):
                yield say("web.referee.line", {"name": say(f"rule.number.{key}"),
                                               "value": number(value)})  # fmt: skip
            elif isinstance(value, dict):
                yield ", ".join(map(self.word, value))
            elif (key in ("pose", "at") and value) or (
                isinstance(value, list | tuple) and value and isinstance(value[0], int | float)
            ):
                yield self.place(value)
            else:
                yield ", ".join(self.word(str(one)) for one in each(value))

    def leg(self, leg: Mapping[str, Any]) -> str:
        """A leg of a way."""
        (kind, value), *_ = leg.items()
        match kind, value:
            case "to", (x, y, *_):
                return self.place([x, y, *value[2:]])
            case "meet", {"stand": stand, **rest}:
                edge = self.word(str(rest.get("edge", "front")))
                return say("rule.leg.meet", {"stand": stand, "edge": edge})
            case "wheel", {"side": side}:
                by = float(value.get("by", value.get("to", 0)))
                params = {"side": self.word(side), "by": number(by)}
                return say("rule.leg.wheel", params)
            case "turn", _:
                return say("rule.leg.turn", {"by": number(float(value))})
            case "oblique", (ahead, right):
                return say("rule.leg.oblique", {"far": self.length(ahead),
                                                "aside": self.length(right)})  # fmt: skip
        if value < 0 and kind in ("slide", "advance"):
            kind, value = ("slide-left" if kind == "slide" else "back"), -value
        return say(f"rule.leg.{kind}", {"far": self.length(value)})

    def place(self, at: Sequence[float]) -> str:
        """A place, and the facing there."""
        x, y, *turn = at
        params = {"x": number(x), "y": number(y), "turn": number(turn[0]) if turn else ""}
        return say("rule.pose" if turn else "rule.point", params)


def each(value: Any) -> Iterable[Any]:
    """The members of a list, or one thing alone."""
    return value if isinstance(value, list | tuple) else (value,)
