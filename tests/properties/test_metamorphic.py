"""What must follow when a book changes: more refusals, fewer moves; a card unused, nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.bots.runner import conduct, seated
from condotta.kernel.asks import Ask
from condotta.kernel.book import Book, Layer
from condotta.kernel.errors import Corrupt
from condotta.kernel.log import encode
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Modifier, Refusal, Waiver
from condotta.kernel.seams import Refuse, Seam, Sole, Stack, Sum, Union
from condotta.rules import library
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.duel import Fighter, duel, volley
from condotta.rules.triumph.combat.odds import DEGREES, Odds, odds_between
from condotta.rules.triumph.combat.pairing import pairs
from condotta.rules.triumph.deployment.deploying import ALL, Deploy, judge_deploy
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.shooting.gunnery import shots
from condotta.rules.triumph.stands.field import Field, Stand, field
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, battle, moments, opened
from tests.properties.scenes import Scene, scenes, the_book
from tests.properties.test_symmetry import moves
from tests.properties.wild import wild_steps

LOTS = st.integers(0, 2**32).map(Random)


def with_layer(*hooks: tuple[Seam[Any, Any], Callable[..., Any], str]) -> Book:
    """TRIUMPH! as it is played, with one card more."""
    return Book("triumph", (*the_book().layers, Layer("card", 2, hooks=hooks)))


# ── refusals and waivers ─────────────────────────────────────────────────────
def only_some_may_move(_: Field, path: Path) -> Refusal | None:
    refused = any(stand.base.x % 3 for stand in path.stands)
    return Refusal("TC-5.1", "tc.5-1.body") if refused else None


def everybody_may_move(_: Field, __: Path) -> Waiver:
    return Waiver("TC-5.1", "TC-5.2")


def zones_are_waived(_: Field, __: Stand) -> Waiver:
    return Waiver("TC-8.2", "TC-8.7")


@looking(25)
@given(scenes(), LOTS)
def test_a_refusal_more_never_enlarges_what_is_legal(scene: Scene, random: Random) -> None:
    stern = with_layer((seams.MAY_MOVE, only_some_may_move, "TC-5.1"))
    lenient = Book(
        "triumph",
        (
            *the_book().layers,
            Layer("stern", 2, hooks=((seams.MAY_MOVE, only_some_may_move, "TC-5.1"),)),
            Layer("lenient", 3, hooks=((seams.MAY_MOVE, everybody_may_move, "TC-5.2"),)),
        ),
    )
    position = scene.position()
    for move in moves(scene, random):
        plain, less, more = (
            judge_move(rules, position, scene.active, None, move)
            for rules in (the_book(), stern, lenient)
        )
        assert plain.ok or not less.ok
        assert all(refusal in less.refusals for refusal in plain.refusals)
        assert more.ok or not less.ok
        assert more.refusals == plain.refusals


@pytest.mark.parametrize("number", seeds(2))
def test_a_waiver_never_shrinks_what_is_legal(number: int) -> None:
    fought = battle(number)
    moment = next(moments(fought.log, lambda s: any(a.window == ALL for a in s.asks)))
    ask = next(ask for ask in moment.state.asks if ask.window == ALL)
    waived = with_layer((seams.MAY_DEPLOY, zones_are_waived, "TC-8.7"))
    random, more = Random(number), 0
    for _ in range(150):
        said = Deploy(wild_steps(random, moment.state.position)[:1])
        plain, eased = (
            deployed(rules, moment.state.position, ask, said) for rules in (the_book(), waived)
        )
        assert eased or not plain
        more += eased and not plain
    assert more > 5


def deployed(rules: Book, position: Any, ask: Ask, said: Deploy) -> bool:
    return judge_deploy(rules, position, ask.seat, ask, said).ok


# ── a card that nobody uses ──────────────────────────────────────────────────
def says_nothing(seam: Seam[Any, Any]) -> Callable[..., Any]:
    """What a card says at a seam where it has nothing to say."""
    match seam:
        case Sum() | Sole() | Refuse():
            return lambda *_: None
        case Union():
            return lambda *_: ()
        case Stack():
            return lambda below, *args: below(*args)
        case _:
            raise AssertionError(seam)


def every_seam() -> dict[str, Seam[Any, Any]]:
    """All that the base game declares, by name."""
    return {name: seam for name, seam in vars(seams).items() if isinstance(seam, Seam)}


def test_a_card_that_says_nothing_at_any_seam_changes_no_byte() -> None:
    hooks = [(seam, says_nothing(seam), "TC-1.1") for seam in every_seam().values()]
    assert len(hooks) > 30
    silent = with_layer(*hooks)
    for number in seeds(1):
        logs = []
        for rules in (the_book(), silent):
            fought = opened(number, rules)
            conduct(fought, seated(dict.fromkeys(SEATS, "random"), rules, number))
            logs.append(encode(fought.log))
        assert logs[0] == logs[1]


# ── one more on the die ──────────────────────────────────────────────────────
def one_more(seat: Seat) -> Callable[[Fighter, Fighter], Modifier | None]:
    def lucky(us: Fighter, _: Fighter) -> Modifier | None:
        return Modifier(1, "factor.general", "TC-2.10") if us.stand.seat == seat else None

    return lucky


def at_least(odds: Odds, degree: int) -> int:
    """The chance, out of 36, of this degree or a better one for the attacker."""
    return sum(odds.of(name) for name in DEGREES[degree:])


def sorted_odds(plain: Odds, lucky: Odds, *, ours: bool) -> None:
    """One more never lowers the chance of any degree or better, nor raises the foe's."""
    for degree in range(len(DEGREES)):
        less, more = (plain, lucky) if ours else (lucky, plain)
        assert at_least(less, degree) <= at_least(more, degree)
    assert sum(lucky.of(name) for name in DEGREES) == 36


@looking(40)
@given(scenes(), st.sampled_from(SEATS))
def test_tc_3_1_one_more_never_lowers_the_chance_to_win(scene: Scene, seat: Seat) -> None:
    rules = with_layer(
        (seams.CLOSE_COMBAT, one_more(seat), "TC-2.10"),
        (seams.SHOOTER, one_more(seat), "TC-2.10"),
        (seams.TARGET, one_more(seat), "TC-2.10"),
    )
    position = scene.position()
    plain, lucky = field(the_book(), position), field(rules, position)
    assert pairs(plain) == pairs(lucky)
    for pair in pairs(plain):
        both = pair.attacker, pair.defender
        ours = plain.stand(pair.attacker).seat == seat
        found = (odds_between(*duel(here, *both)) for here in (plain, lucky))
        sorted_odds(*found, ours=ours)
    for shooter, targets in shots(plain).items():
        ours = plain.stand(shooter).seat == seat
        for target in targets:
            found = (odds_between(*volley(here, shooter, target)) for here in (plain, lucky))
            sorted_odds(*found, ours=ours)


# ── the register ─────────────────────────────────────────────────────────────
def test_a_layer_that_cites_an_unknown_clause_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def worthless(_: Piece) -> int | None:
        return None

    wrong = Layer("triumph", 0, hooks=((seams.WORTH, worthless, "TC-none"),))
    game = library.GAMES["triumph"]._replace(layers=(wrong,))
    monkeypatch.setitem(library.GAMES, "triumph", game)
    with pytest.raises(Corrupt, match="TC-none"):
        library.book("triumph")
