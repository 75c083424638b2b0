"""One-line forms of pieces and of ground.

`R1* KNT 20 10 0 moved`, `R1 line-infantry 20x5 20 10 0 standard`, `woods ellipse 24 16 8 6 30`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from condotta.errors import nearest
from condotta.positions.counters import GOES_ON, is_among
from condotta.positions.faults import Faults
from condotta.positions.games import Game
from condotta.positions.records import GroundSaid, PieceSaid

MOST = 1_000_000
PLACES = ("reserve", "hand", "aside", "undeployed", "gone", "lost")


def piece(text: str, game: Game, where: str, faults: Faults) -> PieceSaid | None:
    """A piece from its id (with * for the general), type, pose if any, and further words.

    The words are traits and marks of the game, and the place of a piece that is off the table.
    """
    words = text.split()
    if len(words) < 2:
        faults.add(where, f"{text!r} is no piece: write its id and type, then x y degrees")
        return None
    name, kind, *rest = words
    if "*" in name[:-1]:
        faults.add(where, f"{name!r} is no name: the star of a general stands at its end")
        return None
    models, files, rest = _models(rest) if game.counted else (None, None, rest)
    at, rest = _numbers(rest, 3)
    if strange := next((one for one in rest[:1] if one[0].isdigit() and not numeric(one)), ""):
        first = "20x5, then " if game.counted else ""
        faults.add(where, f"{strange!r} is no number: write {first}20.5 10 0")
        return None
    if len(at) not in (0, 3):
        faults.add(where, f"{text!r} needs {wanted(game)}, or none if off the table")
        return None
    traits, marks, place, inside = [], [], None, ""
    further = iter(rest)
    for word in further:
        if word in PLACES:
            place = word
        elif word == "in" and game.counted:
            inside = next(further, "")
        elif is_trait(word, game):
            traits.append(word)
        elif _phrase(word) in game.traits:
            traits.append(_phrase(word))
        elif is_mark(mark := _mark(word, game), game):
            marks.append(mark)
        else:
            known = (*game.traits, *marks_like(word, game), *PLACES)
            hint = nearest(word, (_word(one) for one in known))
            page = f" docs/positions/{game.name}.md has the traits and marks."
            faults.add(where, f"there is no word {word!r}.{hint or page}")
    return PieceSaid(
        id=name.rstrip("*"),
        type=kind,
        at=(at[0], at[1], at[2]) if at else None,
        place=place,  # type: ignore[arg-type]  # one of PLACES
        general=name.endswith("*"),
        traits=tuple(traits),
        marks=tuple(marks),
        models=models,
        files=files,
        inside=inside,
    )


def named(said: str | PieceSaid) -> str:
    """The id of a piece, written as a line or as an object."""
    return said.partition(" ")[0].rstrip("*") if isinstance(said, str) else said.id


def wanted(game: Game) -> str:
    """The numbers of a piece in a line."""
    if game.counted:
        return "how many models it has (20, or 20x5 in files), then three numbers, x y degrees"
    return "three numbers, x y degrees"


def is_mark(mark: str, known: Game) -> bool:
    """Whether a game has such a mark; some end in a word, such as `declared B1`."""
    return is_among(mark, known.marks)


def marks_like(mark: str, known: Game) -> Iterator[str]:
    """The marks of a game; one that goes on does so as the given one."""
    rest = re.split(r"[ :-]", mark, maxsplit=1)[1:] or [""]
    for one in known.marks:
        yield f"{one}{rest[0] or '…'}" if one.endswith(GOES_ON) else one


def is_trait(trait: str, known: Game) -> bool:
    """Whether a game has such a trait; some have a detail behind a colon or in brackets."""
    plain = trait.partition(":")[0].partition("(")[0]
    return trait in known.traits or plain in known.traits


def _mark(word: str, known: Game) -> str:
    """The mark that a word is; what one goes on with is kept as it is.

    It may be the name of a piece: `declared-B1`.
    """
    ends = (one for one in known.marks if one.endswith(GOES_ON))
    start = next((one for one in ends if word.startswith(_word(one))), "")
    return start + word[len(start) :] if start else _phrase(word)


def numeric(word: str) -> bool:
    """Whether a word is a number."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def _models(words: list[str]) -> tuple[int | None, int | None, list[str]]:
    """How many models, in how many files, and the words after them: `20x5`, or `10` alone."""
    found = re.fullmatch(r"(\d+)(?:x(\d+))?", words[0]) if words else None
    if found is None:
        return None, None, words
    files = int(found[2]) if found[2] else None
    return int(found[1]), files, words[1:]


def ground(text: str, where: str, faults: Faults) -> GroundSaid | None:
    """Ground from its type, `ellipse` or `box`, x y length depth and a turn if any; or a strip.

    A strip is `stream strip 1  10 0  12 16  10 32`: its width, then its points.
    """
    kind, shape, *rest = (*text.split(), "", "")[: max(2, len(text.split()))]
    numbers, left = _numbers(rest, len(rest))
    match shape:
        case "ellipse" | "box" if len(numbers) in (4, 5) and not left:
            outline = (numbers[0], numbers[1], numbers[2], numbers[3])
            turn = numbers[4] if len(numbers) == 5 else 0
            if shape == "box":
                return GroundSaid(type=kind, box=outline, turn=turn)
            return GroundSaid(type=kind, ellipse=outline, turn=turn)
        case "strip" if len(numbers) >= 5 and len(numbers) % 2 and not left:
            points = tuple(zip(numbers[1::2], numbers[2::2], strict=True))
            return GroundSaid(type=kind, strip=points, width=numbers[0])
    faults.add(
        where,
        f"{text!r} is no ground: write its type, then `box` or `ellipse` and x y length depth "
        "and perhaps a turn, or `strip`, its width and its points",
    )
    return None


def _numbers(words: list[str], most: int) -> tuple[list[float], list[str]]:
    """The numbers that a list of words begins with, and the words after them."""
    found: list[float] = []
    for word in words[:most]:
        try:
            number = float(word)
        except ValueError:
            break
        if not abs(number) <= MOST:
            break
        found.append(number)
    return found, words[len(found) :]


def _phrase(word: str) -> str:
    return word.replace("-", " ")


def _word(phrase: str) -> str:
    return phrase.replace(" ", "-")
