"""Noninterference: what a seat may not know changes no byte of anything it is given.

Two worlds differ only in a secret; answers that are legal in both are said in both; after every
step every output for every watcher is compared. For any book: pass the battles in.

    one, two = Battle(book, opening(secret="a"), cup()), Battle(book, opening(secret="b"), cup())
    assert not walk(one, two, watchers=("red", SPECTATORS), random=Random(1), steps=200)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.errors import Illegal
from condotta.kernel.log import Header, dump, encode
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.views import fold_view
from condotta.report.story import Line
from condotta.server.rooms.telling import Teller, unit_of
from condotta.words import languages

Probes = Callable[[Seat], Iterator[Action]]
"""Things a seat may try at any time, legal or not: each is judged, and nothing is changed."""


class Leak(NamedTuple):
    """Where two worlds that must look alike to a watcher do not."""

    step: int
    watcher: Seat
    output: str
    one: bytes
    two: bytes


def no_probes(_: Seat) -> Iterator[Action]:
    """Nothing besides what is asked."""
    return iter(())


def outputs(battle: Battle, seat: Seat, probes: Probes = no_probes) -> dict[str, bytes]:
    """Every byte that a seat, or the spectators, can get out of a battle now, by name."""
    view = battle.view(seat)
    stream = battle.stream(seat)
    header = Header(1, "0", battle.book.system, seat=seat)
    found = {
        "view": encode(view),
        "stream": encode(stream),
        "late join": encode(fold_view(seat, stream)),
        "numbering": str(len(stream)).encode(),
        "export": dump(header, stream),
        "who is asked": encode([(ask.id, ask.seat, ask.window) for ask in battle.waiting()]),
        "may undo": encode(battle.may_undo(seat)),
        **{f"told {lang}": encode(lines(battle, seat, lang)) for lang in languages()},
    }
    for ask in view.mine():
        found[f"menu {ask.window}"] = encode(list(answers(battle, seat, ask, Random(5))))
    for number, (said, asked) in enumerate(attempts(battle, seat, probes)):
        verdict = battle.judge(seat, said, asked)
        found[f"verdict {number} {type(said).__name__}"] = encode(verdict)
        if not verdict.ok:
            found[f"refusal {number} {type(said).__name__}"] = refused(battle, seat, said, asked)
    return found


def lines(battle: Battle, seat: Seat, lang: str) -> list[Line]:
    """What a seat is told in sentences of all that happened."""
    teller = Teller(lang, unit_of(battle))
    teller.hear(battle.stream(seat))
    return teller.lines


def answers(battle: Battle, seat: Seat, ask: Ask, random: Random) -> Iterator[Action]:
    """Every option of a question, and a few of its open answers."""
    for option in ask.options:
        yield Choose(option)
    menu = battle.book.menus.get(ask.window)
    if menu is None or not ask.says:
        return
    seen = battle.view(seat).position
    for number, action in enumerate(menu.salient(battle.book, seen, ask)):
        yield action
        if number > 20:
            break
    for _ in range(3):
        action = menu.sample(battle.book, seen, ask, random)
        if action is not None:
            yield action


def attempts(
    battle: Battle, seat: Seat, probes: Probes = no_probes
) -> Iterator[tuple[Action, int | None]]:
    """What a seat may try: answers, wrong answers, others' questions, old ones, any-time acts."""
    yield Choose("nothing on offer"), 0
    yield Choose("nothing on offer"), None
    for ask in battle.view(seat).asks:
        yield Choose("nothing on offer"), ask.id
        if ask.seat == seat:
            for action in answers(battle, seat, ask, Random(5)):
                yield action, ask.id
            for action in probes(seat):
                yield action, ask.id
    for action in probes(seat):
        yield action, None


def refused(battle: Battle, seat: Seat, said: Action, asked: int | None) -> bytes:
    """The refusal as the seat gets it. Nothing may have changed: asserted."""
    before, length = battle.state, len(battle.log)
    try:
        battle.say(seat, said, asked)
    except Illegal as why:
        assert battle.state is before
        assert len(battle.log) == length
        return encode((why.refusals, str(why)))
    raise AssertionError(f"{said} was refused when judged and accepted when said")


def leaks(
    one: Battle, two: Battle, watchers: tuple[Seat, ...], step: int = 0, probes: Probes = no_probes
) -> list[Leak]:
    """Every output in which the two worlds differ for a watcher."""
    found = []
    for watcher in watchers:
        first, second = outputs(one, watcher, probes), outputs(two, watcher, probes)
        for name in sorted(first.keys() | second.keys()):
            left, right = first.get(name, b"absent"), second.get(name, b"absent")
            if left != right:
                found.append(Leak(step, watcher, name, left, right))
    return found


def common_answers(one: Battle, two: Battle, random: Random) -> list[tuple[Seat, Action, int]]:
    """Answers to open questions that are legal in both worlds, in an order made by chance."""
    found = []
    theirs = {(ask.seat, ask.id) for ask in two.waiting()}
    for ask in one.waiting():
        if ask.seat == CHANCE or (ask.seat, ask.id) not in theirs:
            continue
        mine = next(own for own in one.view(ask.seat).asks if own.id == ask.id)
        for action in answers(one, ask.seat, mine, random):
            both = (world.judge(ask.seat, action, ask.id) for world in (one, two))
            if all(isinstance(verdict, Verdict) and verdict.ok for verdict in both):
                found.append((ask.seat, action, ask.id))
    random.shuffle(found)
    return found


def walk(
    one: Battle,
    two: Battle,
    *,
    watchers: tuple[Seat, ...],
    random: Random,
    steps: int,
    avoid: Callable[[Seat, Action], bool] = lambda _, __: False,
    probes: Probes = no_probes,
) -> list[Leak]:
    """The first leaks on a random way through both worlds; none, if all is well.

    `avoid` names what would rightly show the secret: worlds may differ after that.
    """
    for step in range(steps):
        found = leaks(one, two, watchers, step, probes)
        if found:
            return found
        said = next(
            (one_of for one_of in common_answers(one, two, random) if not avoid(*one_of[:2])), None
        )
        if said is None:
            return []
        for world in (one, two):
            world.say(*said)
    return leaks(one, two, watchers, steps, probes)


def everybody_but(battle: Battle, *seats: Seat) -> tuple[Seat, ...]:
    """The watchers of a secret that those seats share."""
    others = tuple(seat for seat in battle.state.position.seats() if seat not in seats)
    return (*others, SPECTATORS)
