"""What came of what was said and asked, in the words of whoever reads: for the desk and the page.

`telling` writes for terminals in English; here every word stands in the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from condotta.positions.plain_actions import name_of
from condotta.positions.running import Run
from condotta.positions.scenes import Scene
from condotta.positions.wording import Asking, number, percent
from condotta.report.naming import kind_name, named, seat_name, stand_name, type_name
from condotta.report.options import option_said, window_said
from condotta.report.story import RULES, Narrator
from condotta.report.story import shown as told_at
from condotta.rules.clauses import register
from condotta.rules.library import declarations
from condotta.words import has, say, signed, spoken
from condotta.words.catalogue import catalogue

LENGTHS = ("distance", "limit", "farthest", "far", "depths")
CHANCES = ("chance", "passes", "destroyed")
SKIPPED = (
    *("accepted", "clauses", "modifiers", "via", "poses", "sketches", "kinds", "next", "windows"),
    *("refusals", "window", "words", "findings", "data_version", "rules_version"),
)
UNLESS = ("cost", "limit", "contacts", "behind", "areas", "slows", "order", "happens")
"""Fields that say nothing where they are empty or none."""
TOLD_APART = ("turn", "phase", "active", "poses", "places", "types", "marks", "waiting", "lost")
"""Of a position at its end, what has a line of its own."""
ASIDE = "aside"
"""Where pieces lie that nobody sees on the table: datasheets, rosters."""
SHARE = 0.0005
"""A share of chance that is told as none."""


class Words(Asking):
    """The words for an answer over a position."""

    # ── what came of it ──────────────────────────────────────────────────────
    def answer(self, scene: Scene) -> Iterator[str]:
        """The answer, line by line; clauses stand in brackets."""
        answer = scene.turn.answer
        if "accepted" in answer and scene.turn.seat and answer["accepted"]:
            yield from self.prices(answer)
            yield from followed(scene)
            return
        yield from (self.why(one) for one in answer.get("refusals", ()))
        if scene.turn.seat:
            return
        yield from self.fields(answer)

    def prices(self, answer: Mapping[str, Any]) -> Iterator[str]:
        """What something said cost, and how far it went."""
        if answer["cost"]:
            yield self.line("cost", answer["cost"])
        if answer["limit"]:
            params = {"far": round(answer["distance"] * self.known.quanta),
                      "limit": round(answer["limit"] * self.known.quanta)}  # fmt: skip
            yield self.named("distance", say("figure.way", params))

    def fields(self, answer: Mapping[str, Any]) -> Iterator[str]:  # noqa: C901 - one case a field
        """The fields of an answer, each by its name."""
        for key, value in answer.items():
            if key in SKIPPED or (key in UNLESS and not value):
                continue
            if key == "distance" and "contacts" in answer and not value:
                continue
            match key, value:
                case "unanswered", str():
                    yield value
                case "odds", dict():
                    yield self.named(key, ", ".join(
                        say("rule.odds", {"degree": say(f"degree.{name}"), "count": count})
                        for name, count in value.items()))  # fmt: skip
                case "outcomes" | "ends" | "means" | "pieces", dict():
                    yield from self.rows(key, value)
                case "parts", dict():
                    yield from (self.named(who, parts_said(parts)) for who, parts in value.items())
                case "parts", list():
                    yield self.named(key, parts_said(value))
                case "happens", list():
                    yield from (self.why(one) for one in value)
                case "meanings", dict():
                    yield from (self.named(say(f"degree.{name}"), self.meant(one))
                                for name, one in value.items())  # fmt: skip
                case "asked", list():
                    yield from (self.question(one) for one in value)
                case "offers", [_, *_]:
                    yield from (self.offer(one) for one in value)
                case _:
                    yield self.line(key, value)

    def rows(self, key: str, value: Mapping[str, Any]) -> Iterator[str]:
        """A line for each outcome of a chain, for each mean, for each piece that a seat sees."""
        for name, one in value.items():
            if key == "means":
                yield say("chances.mean", {"what": name, "mean": number(one["chance"])})
            elif key != "pieces":
                yield self.named(one["says"], percent(one["chance"]))
            elif one["place"] != ASIDE:
                told = [self.word(one["place"]), self.word(one["command"])]
                told += [self.word("general")] * bool(one["general"])
                called = f"{self.kind(name, one['type'])} {name}"
                yield self.named(called, ", ".join(filter(None, told)))

    def why(self, one: Mapping[str, Any]) -> str:
        """A reason with its clause and its names for people; whether it is ours beside it."""
        clause = one["clause"]
        params = named(one.get("params", {}), self.position)
        says = say(one["key"], params) if "key" in one else str(one["says"])
        if clause == "kernel":
            return says
        found = register().get(clause)
        ours = f" ({say('mark.D')})" if found is not None and found.ours else ""
        return f"[{clause}] {says}{ours}"

    def line(self, key: str, value: Any) -> str:
        """One field with its name."""
        label = f"web.referee.field.{key.replace('_', '-')}"
        return self.named(say(label) if has(label) else self.word(key), self.value(key, value))

    def named(self, name: str, value: str) -> str:
        """A name and what stands behind it."""
        label = f"web.referee.field.{name.replace('_', '-')}"
        return say("web.referee.line", {"name": say(label) if has(label) else name, "value": value})

    def value(self, key: str, value: Any) -> str:  # noqa: C901, PLR0912 - one case a kind of value
        """A value of an answer in words."""
        match value:
            case bool():
                return say("web.yes" if value else "web.no")
            case None | "" | "none":
                return say("web.referee.none")
            case int() | float() if key in LENGTHS:
                return self.length(value)
            case str() if key == "reactions":
                return option_said(value, "charge reaction", self.position)
            case float() if key in CHANCES:
                return percent(value)
            case int() | float():
                return number(value)
            case str() if key == "score":
                return say(f"score.unit.{value}")
            case str() if key == "window":
                return window_said(value)
            case str():
                return self.word(value)
            case [*listed] if key in ("slain", "flee") and listed:
                return self.ladder(key, listed)
            case [str() as one, str() as other, str() as edge] if key == "contacts":
                return f"{one} → {other} ({self.word(edge)})"
            case [str() as one, str() as other] if key in ("combats", "contacts", "engaged"):
                return f"{one} – {other}"
            case dict() if key == "price":
                return ", ".join(f"{say(name)} {signed(part)}" for name, part in value.items())
            case dict():
                told = (self.pair(key, name, one) for name, one in value.items())
                return ", ".join(told) or say("web.referee.none")
            case [*listed]:
                return ", ".join(self.value(key, one) for one in listed) or say("web.referee.none")
        return str(value)

    def pair(self, key: str, name: str, value: Any) -> str:
        """One of several values by who or what has it."""
        said = self.kind(name, value) if key == "types" else self.value(key, value)
        label = f"rule.stat.{name}"
        return f"{say(label) if has(label) else self.word(name)} {said}"

    def kind(self, name: str, type_: str) -> str:
        """What a piece is, as it is seen: by its unit where its type has no name."""
        piece = self.position.pieces.get(name)
        return type_name(type_) if piece is None or piece.type != type_ else kind_name(piece)

    def ladder(self, key: str, listed: list[Any]) -> str:
        """What may come, one number after another: chances of so many, or so many on each pip."""
        first = 0 if key == "slain" else 1
        shown = ((place, one) for place, one in enumerate(listed, first)
                 if key != "slain" or one >= SHARE)  # fmt: skip
        return ", ".join(
            say(f"rule.{key}", {"place": place,
                                "what": percent(one) if key == "slain" else number(one)})
            for place, one in shown
        )  # fmt: skip

    def meant(self, one: Mapping[str, Any]) -> str:
        """What a result of a combat would mean."""
        outcome = f"outcome.{one['outcome'].replace(' ', '-')}"
        told = [f"{say(outcome)} [{one['clause']}]"]
        told += [say("rule.lost", {"who": name, "clause": f"[{clause}]"})
                 for name, clause in one["lost"].items()]  # fmt: skip
        if one["pursuit"]:
            cited = f"[{', '.join(one['pursuit'])}]"
            told.append(f"{say('rule.pursues' if one['pursues'] else 'rule.no-pursuit')} {cited}")
            if one["unless"]:
                told.append(say("rule.unless", {"clauses": f"[{', '.join(one['unless'])}]"}))
        return ", ".join(told)

    def question(self, ask: Mapping[str, Any]) -> str:
        """An open question: to whom, what for, and what may answer it."""
        options = [option_said(one, ask["window"], self.position) for one in ask["options"]]
        acts = [say(f"rule.act.{name_of(one)}") for one in ask["says"]]
        dice = say("rule.dice", {"count": ask["dice"]}) if ask["dice"] else ""
        rest = ", ".join((*options, *acts)) or dice or say("web.referee.none")
        params = {"seat": self.word(ask["seat"]), "window": window_said(ask["window"]),
                  "rest": rest}  # fmt: skip
        clause = "" if ask["clause"] == "kernel" else f" [{ask['clause']}]"
        return say("web.referee.open-question", params) + clause

    def offer(self, one: Mapping[str, Any]) -> str:
        """A legal answer."""
        name, argument = next((key, said) for key, said in one.items() if key != "window")
        if name == "choose":
            return option_said(str(argument), one["window"], self.position)
        return self.act("", name, argument)

    def reading(self, run: Run) -> str:
        """A run by its case, and by what its settings decide."""
        chosen = (
            say("web.referee.line", {"name": self.setting(name), "value": self.chosen(name, value)})
            for name, value in run.settings.items()
        )
        return "; ".join(filter(None, (run.case, *chosen)))

    def chosen(self, name: str, value: Any) -> str:
        """The value of a setting in words."""
        key = f"rule.value.{value}"
        return say(key) if isinstance(value, str) and has(key) else self.value(name, value)

    def setting(self, name: str) -> str:
        """What a setting decides."""
        known = declarations(self.known.name)
        usual = known[name].says if name in known else name
        return catalogue(spoken()).get(f"setting.{name}", usual).rstrip(".")

    # ── how it ends ──────────────────────────────────────────────────────────
    def ending(self, run: Run) -> Iterator[str]:
        """The position at the end, line by line."""
        state = run.state
        phase = f"story.phase.{state['phase']}"
        yield say("rule.turn", {
            "turn": state["turn"],
            "phase": say(phase) if has(phase) else window_said(state["phase"]),
            "seats": tuple(map(seat_name, state["active"])) or say("web.referee.none"),
        })  # fmt: skip
        for name, at in state["poses"].items():
            notes = (f"note.{one.replace(' ', '-')}" for one in state["marks"].get(name, ()))
            told = "".join(f", {say(note)}" for note in notes if has(note))
            yield self.named(self.called(name), self.place(at)) + told
        for name, place in state["places"].items():
            if name in self.position.pieces and self.position.pieces[name].shape is not None:
                yield self.named(self.called(name), self.word(place))
        yield from (self.question(ask) for ask in state["waiting"])
        for key, value in state.items():
            if key not in TOLD_APART and value not in (None, [], {}):
                yield from self.ended(value) if key == "ended" else (self.line(key, value),)

    def ended(self, how: Mapping[str, Any]) -> Iterator[str]:
        """That the battle is over."""
        winners = tuple(self.word(one) for one in how["winners"]) or say("web.referee.none")
        yield say("rule.ended", {"winners": winners, "clause": f"[{how['clause']}]"})

    def called(self, name: str) -> str:
        """A piece by its type and id."""
        piece = self.position.pieces.get(name)
        return name if piece is None else stand_name(piece)


def parts_said(parts: Iterable[Mapping[str, Any]]) -> str:
    """The reasons of a number."""
    said = (f"{say(one['key'])} {signed(one['value'])} [{one['clause']}]" for one in parts)
    return "; ".join(said) or say("web.referee.none")


def followed(scene: Scene) -> Iterator[str]:
    """What followed from something said, as the story tells it with all rulings."""
    narrator = Narrator()
    narrator.position = scene.moment.position
    for event in scene.moment.made:
        yield from (str(line) for line in narrator.hear(event) if told_at(line, RULES))
    yield from (str(line) for line in narrator.flush() if told_at(line, RULES))
