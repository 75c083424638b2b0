"""`condotta odds`: the exact chances of a combat, by the resolver that settles real ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from condotta.cli import odds_chains, odds_skirmish
from condotta.cli.army_words import print_json
from condotta.errors import PlainError, nearest
from condotta.positions import answers, telling, triumph_combats
from condotta.positions.building import battle, set_up
from condotta.positions.reading import load
from condotta.rules.library import book
from condotta.rules.triumph.combat.foretelling import Meaning
from condotta.rules.triumph.combat.odds import DEGREES, Odds, chances, odds, odds_of_types
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.tables import CAMP, TABLES
from condotta.table import Edge
from condotta.words import say

Side = Literal["attacker", "defender"]
ONE_WAY = odds_skirmish.Attacks()
WINS = ("beats", "doubles")
FATAL = ("shattered", "destroyed", "sacked")
SIDES: dict[str, Side] = {"a": "attacker", "b": "defender"}


def command(
    one: str = "",
    other: str = "",
    *,
    file: Path | None = None,
    do: tuple[str, ...] = (),
    until: str = "",
    shot: bool = False,
    edge: Edge = "front",
    difficult: bool = False,
    general: tuple[Literal["A", "B", "attacker", "defender"], ...] = (),
    attacks: Annotated[odds_skirmish.Attacks, Parameter(name="*")] = ONE_WAY,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Tell the odds of a combat out of 36, and what each result would mean.

    Two troop types (KNT SPR), two totals without dice (4 2), or two stands of a position file.
    Of two skirmish units (line_infantry militia) it tells how many models fall to an attack.
    Of a position file of any system alone it tells the exact chances of what it asks, or of --do.

    Parameters
    ----------
    one
        The attacker or shooter: a troop type, a number, or with --file a stand.
    other
        Whom it fights or shoots at.
    file
        A position file in which both stand, or that asks for chances.
    do
        What a seat chooses, such as "red R1>B1"; several are said one after another.
    until
        The phase with whose end it ends.
    shot
        The first shoots at the second.
    edge
        The edge of the second that is struck.
    difficult
        Both stand in difficult terrain.
    general
        Whose stand is the general's: A (the first) or B; may be given twice.
    attacks
        How a skirmish unit attacks.
    as_json
        Print JSON instead of text.
    """
    if file is not None and not one:
        odds_skirmish.refuse(attacks)
        printed(*odds_chains.told(file, do, until), as_json=as_json)
        return 0
    if do or until:
        raise PlainError("--do and --until are for a position file alone: name one with --file.")
    if not one or not other:
        raise PlainError(
            f"condotta odds needs {'OTHER' if one else 'ONE'}. See condotta odds --help."
        )
    if file is None and odds_skirmish.is_skirmish(one, other):
        data, text = odds_skirmish.told(one, other, attacks)
        printed(data, text, as_json=as_json)
        return 0
    odds_skirmish.refuse(attacks)
    if file is not None:
        found = in_file(file, one, other, ranged=shot)
    elif number(one) is not None and number(other) is not None:
        found = chances(number(one) or 0, number(other) or 0)
    else:
        sides = tuple(SIDES.get(each.lower(), each) for each in general)
        codes = troop(one), troop(other)
        if shot:
            may_be_shot(*codes)
        found = odds_of_types(
            book("triumph", {}),
            *codes,
            kind="ranged" if shot else "close",
            edge=edge,
            difficult=difficult,
            generals=sides,
        )
    printed(plain(found), lines(found, one, other), as_json=as_json)
    return 0


def printed(data: dict[str, Any], text: list[str], *, as_json: bool) -> None:
    """The answer as JSON or as lines."""
    if as_json:
        print_json(data)
    else:
        print("\n".join(text))


def number(word: str) -> int | None:
    """The whole number that a word is, if it is one."""
    try:
        return int(word)
    except ValueError:
        return None


def troop(word: str) -> str:
    """The code of a troop type from its code or name; case does not matter."""
    codes = {kind.code.casefold(): kind.code for kind in TABLES.troops}
    names = {kind.name.casefold(): kind.code for kind in TABLES.troops}
    code = {**names, **codes}.get(word.casefold())
    if code is None:
        known = (*codes.values(), *(kind.name for kind in TABLES.troops))
        hint = nearest(word, known) or f" It may be {', '.join(codes.values())}, or a whole number."
        raise PlainError(f"There is no troop type {word}.{hint}")
    return code


def may_be_shot(shooter: str, target: str) -> None:
    """Only some types shoot, and nobody shoots at a camp. [TC-6.2, TC-6.5]"""
    shooters = [kind.code for kind in TABLES.troops if kind.shoots]
    if shooter not in shooters:
        listed = ", ".join(shooters)
        raise PlainError(f"{shooter} does not shoot [TC-6.2]: leave --shot out, or name {listed}.")
    if target == CAMP:
        raise PlainError("Nobody shoots at a camp [TC-6.5]: leave --shot out.")


def in_file(path: Path, one: str, other: str, *, ranged: bool) -> Odds:
    """The odds between two stands as a position file has them."""
    found = battle(set_up(load(path), str(path)), still=True)
    position = found.state.position
    here = field(found.book, position)
    for name in (one, other):
        if here.find(name) is None:
            stands = [stand.id for stand in here.stands]
            hint = nearest(name, stands) or f" There are {', '.join(stands)}."
            raise PlainError(f"{name} is not on the table in {path}.{hint}")
    return odds(found.book, position, one, other, "ranged" if ranged else "close")


def plain(found: Odds) -> dict[str, Any]:
    """The odds as JSON: out of 36, what each means, both totals with their reasons."""
    return {
        "attacker": found.attacker,
        "defender": found.defender,
        "way": found.way,
        "out_of": telling.WIDTH,
        "odds": {degree: found.of(degree) for degree in DEGREES},
        "meanings": {
            degree: triumph_combats.plain(meaning) for degree, meaning in found.meanings.items()
        },
        "scores": [answers.tally(score) for score in found.scores],
    }


def lines(found: Odds, one: str, other: str) -> list[str]:
    """The odds for people: totals, a bar of 36, and what each result means."""
    told = [f"{one} against {other}"]
    for score, name in zip(found.scores, (one, other), strict=False):
        parts = ", ".join(f"{part['says']} {part['value']:+d} [{part['clause']}]"
                          for part in answers.tally(score)["parts"])  # fmt: skip
        told.append(f"{name}: {score.total} and a die ({parts})")
    counts: dict[str, int] = {degree: found.of(degree) for degree in DEGREES}
    told.extend(telling.bar(counts))
    for degree in DEGREES:
        meaning = found.meanings.get(degree)
        if meaning is not None and counts[degree]:
            share = f"{100 * counts[degree] / telling.WIDTH:.0f}%"
            what = say(f"outcome.{meaning.outcome.replace(' ', '-')}")
            loser = "" if meaning.outcome == "none" else f"{(one, other)[degree in WINS]} "
            more = "".join(f"; {each}" for each in besides(found, meaning, degree, one, other))
            told.append(f"{degree:<8} {share:>4}  {loser}{what} [{meaning.clause}]{more}")
    return told


def besides(found: Odds, meaning: Meaning, degree: str, one: str, other: str) -> Iterator[str]:
    """Who is lost besides the word of the result, and who pursues, each with its clause."""
    winner = one if degree in WINS else other
    names = {found.attacker: one, found.defender: other}
    for stand, clause in meaning.lost.items():
        if meaning.outcome not in FATAL or clause != meaning.clause:
            yield f"{say('pursuit.lost', {'stands': names.get(stand, stand)})} [{clause}]"
    if meaning.pursues:
        stops = f" ({say('pursuit.stops')} [{', '.join(meaning.unless)}])" if meaning.unless else ""
        why = ", ".join(meaning.pursuit)
        yield f"{say('pursuit.yes', {'who': winner})} [{why}]{stops}"
