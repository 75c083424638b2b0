"""Settings: named choices with a default, checked when a battle is set up.

A rule asks for a setting by its id and by the type it expects. Adding one is adding a section to
the game's `settings.toml`; nothing else changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from condotta.data import quanta, toml
from condotta.errors import UNREADABLE, PlainError, nearest
from condotta.kernel.book import Book
from condotta.words import MU, either, measured_in, say, with_unit

Value = bool | int | str | tuple[str, ...] | None


class Setting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One choice: its type, its default and the clause it decides.

    `allowed` lists the words, or gives the least and the most of a number or of a length in MU,
    or in the `unit` of its game.
    """

    type: Literal["flag", "number", "points", "word", "words", "length"]
    clause: str
    says: str
    default: Any = None
    allowed: tuple[Any, ...] = ()
    none: bool = False
    unit: str = MU


class SettingShown(Setting, frozen=True, kw_only=True):
    """A setting with its name, as a page offers it."""

    name: str


def settings_shown(known: Mapping[str, Setting]) -> tuple[SettingShown, ...]:
    """Settings as a page offers them, by name."""
    return tuple(
        SettingShown(name=name, **msgspec.structs.asdict(one))
        for name, one in sorted(known.items())
    )


class Settings(Mapping[str, Value]):
    """The settings of one battle, all of them; JSON values, a length in MU."""

    __slots__ = ("_lengths", "_values")

    def __init__(self, values: Mapping[str, Value], lengths: Mapping[str, int]) -> None:
        self._values = dict(values)
        self._lengths = dict(lengths)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values

    def flag(self, name: str) -> bool:
        """A setting that is on or off."""
        value = self._values[name]
        assert isinstance(value, bool), name
        return value

    def number(self, name: str) -> int:
        """A setting that is a whole number."""
        value = self._values[name]
        assert type(value) is int, name
        return value

    def half_points(self, name: str) -> int:
        """A setting that is a number of points, in halves."""
        return 2 * self.number(name)

    def word(self, name: str) -> str:
        """A setting that is one of a few words."""
        value = self._values[name]
        assert isinstance(value, str), name
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A setting that is a list of codes."""
        value = self._values[name]
        assert isinstance(value, tuple), name
        return value

    def length(self, name: str) -> int | None:
        """A setting that is a length, in quanta; None where it is switched off."""
        assert name in self._values, name
        return self._lengths.get(name)


class Choices:
    """The settings of one game or layer: what its `settings.toml` declares, what was chosen."""

    def __init__(
        self, data: str, lists: Mapping[str, tuple[str, ...]] = {}, unit: str = MU
    ) -> None:
        self._known = declared(toml(data, "settings.toml"), lists, unit)
        self._key = f"{data}: settings"
        self.defaults = self.chosen({})

    def declarations(self) -> Mapping[str, Setting]:
        """Every setting with its default, its clause and the values it may take."""
        return self._known

    def chosen(self, profile: Mapping[str, Any]) -> Settings:
        """The settings of a battle: the defaults with the profile's choices laid over them."""
        return chosen(self._known, profile)

    def of(self, book: Book) -> Settings:
        """The settings that a book is played with: those declared here, worked out once."""
        kept = book.memo.get(self._key)
        if kept is None:
            mine = {name: value for name, value in book.settings.items() if name in self._known}
            kept = book.memo[self._key] = self.chosen(mine)
        assert isinstance(kept, Settings)
        return kept


def declared(
    table: dict[str, Any], lists: Mapping[str, tuple[str, ...]], unit: str = MU
) -> dict[str, Setting]:
    """The settings of a game's file; `allowed` may name one of the lists, lengths are in `unit`."""
    out: dict[str, Setting] = {}
    for name, row in table.items():
        allowed = row.get("allowed", ())
        listed = lists[allowed] if isinstance(allowed, str) else allowed
        out[name] = msgspec.convert({**row, "allowed": listed, "unit": unit}, Setting)
    return out


def chosen(known: Mapping[str, Setting], profile: Mapping[str, Any]) -> Settings:
    """The defaults with the profile's choices; a wrong name or value is a PlainError."""
    for name in profile:
        if name not in known:
            raise PlainError(f"There is no setting called {name} here.{offered(name, known)}")
    values = {
        name: _checked(name, setting, profile.get(name, setting.default))
        for name, setting in sorted(known.items())
    }
    lengths = {
        name: quanta(value)
        for name, value in values.items()
        if known[name].type == "length" and value is not None
    }
    return Settings(values, lengths)


def offered(name: str, known: Mapping[str, Setting]) -> str:
    """The setting that somebody may have meant, or all that there are, and where to read of them.

    >>> offered("turns", {"rounds": Setting(type="flag", clause="X-1", says="")})
    ' Only rounds may be set; `condotta clause --settings` says what it does.'
    """
    near, names = nearest(name, known), sorted(known)
    if near or not names:
        return near
    if len(names) == 1:
        return f" Only {names[0]} may be set; `condotta clause --settings` says what it does."
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f" There are {listed}; `condotta clause --settings` says what each does."


def _checked(name: str, setting: Setting, value: Any) -> Any:
    if setting.type == "words" and isinstance(value, list | tuple):
        value = tuple(value)
    if not _fits(setting, value):
        told = {"name": name, "clause": setting.clause, "value": _shown(value)}
        raise PlainError(say("settings.wrong", {**told, "wanted": _wanted(setting)}))
    return value


def _fits(setting: Setting, value: Any) -> bool:
    if value is None:
        return setting.none
    match setting.type:
        case "flag":
            return isinstance(value, bool)
        case "word":
            return isinstance(value, str) and value in setting.allowed
        case "words":
            return isinstance(value, tuple) and all(word in setting.allowed for word in value)
        case "number" | "points" | "length":
            least, most = setting.allowed
            return type(value) is int and least <= value <= most


def _wanted(setting: Setting) -> str:
    match setting.type:
        case "flag":
            return say("settings.flag")
        case "word":
            return say("settings.word", {"words": either(setting.allowed)})
        case "words":
            return say("settings.words", {"words": ", ".join(setting.allowed)})
        case "number" | "points" | "length":
            least, most = setting.allowed
            with measured_in(setting.unit):
                told = with_unit(most) if setting.type == "length" else str(most)
            params = {"least": least, "most": told}
            return say("settings.number-none" if setting.none else "settings.number", params)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def profile(said: Sequence[str]) -> dict[str, Any]:
    """Settings from `NAME=VALUE`; a value is JSON if it reads as JSON, else a word."""
    found: dict[str, Any] = {}
    for one in said:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise PlainError(f'Write a setting as NAME=VALUE, not "{one}".')
        try:
            found[name.strip()] = msgspec.json.decode(value)
        except UNREADABLE:
            found[name.strip()] = value.strip()
    return found
