"""Hold the hill, claim the relic, free-for-all. TT-13.4, TT-13.5"""

import pytest

from condotta.kernel.events import Marked
from condotta.kernel.records import Mark
from condotta.rules.ranked import names as ranked
from condotta.rules.treachery import names
from condotta.rules.treachery.turns import Begin, GameTurnEnd
from tests.rules.treachery.treachery_setting import HOSTS, OVER_RANKED, OVER_TRIUMPH, Plot, setting

UNIT = {OVER_RANKED: "line-infantry 10x5", OVER_TRIUMPH: "HFT"}
MIDDLE = {OVER_RANKED: (36, 24), OVER_TRIUMPH: (32, 24)}


def said(system: str, *units: tuple[str, float, float, str]) -> str:
    """Units by id, their place from the middle of the table, and more words."""
    x, y = MIDDLE[system]
    kind = UNIT[system]
    found = []
    for name, dx, dy, more in units:
        star = "*" if more == "general" and system == OVER_TRIUMPH else ""
        words = "" if star else more
        found.append(f"{name}{star} {kind} {x + dx} {y + dy} 0 {words}".strip())
    return "; ".join(found)


def ended(system: str, scenario: str, *units: tuple[str, float, float, str], **more) -> Plot:
    """The end of a game turn."""
    more.setdefault("settings", {"scenario": scenario})
    return setting(system, said(system, *units), then=(GameTurnEnd(),), **more)


@pytest.mark.parametrize("system", HOSTS)
def test_free_for_all_has_no_rules_of_its_own(system: str):
    """[TT-13.5]"""
    plot = ended(system, "free-for-all", ("R1", 0, 0, ""), ("B1", 20, 0, ""), ("G1", -20, 0, ""))
    assert [plot.tokens(seat) for seat in ("red", "blue", "green")] == [100, 100, 100]


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("near", "gains"), [
    ((("R1", 0, 0), ("B1", 20, 0), ("G1", -20, 0)), "red"),
    ((("R1", 0, 14), ("B1", 20, 0), ("G1", 0, -5)), "green"),
    ((("R1", 4, 0), ("B1", -4, 0), ("G1", 20, 0)), ""),
    ((("R1", 20, 0), ("B1", -20, 0), ("G1", 20, 10)), ""),
])  # fmt: skip
def test_hold_the_hill(system: str, near, gains: str):
    """[TT-13.5] A copper for the most models within 6 inches of the middle; ties none."""
    plot = ended(system, "hill", *((*one, "") for one in near))
    seats = ("red", "blue", "green")
    assert [plot.tokens(seat) - 100 for seat in seats] == [50 * (seat == gains) for seat in seats]


def test_a_hero_alone_is_no_ranked_unit_and_holds_no_hill():
    """[TT-13.5]"""
    rest = "; B1 line-infantry 10x5 60 8 0; G1 line-infantry 10x5 12 8 0"
    for unit, gain in (("captain 1x1", 0), ("line-infantry 5x5", 50)):
        plot = setting(OVER_RANKED, f"R1 {unit} 36 24 0{rest}", then=(GameTurnEnd(),),
                       settings={"scenario": "hill"})  # fmt: skip
        assert plot.tokens("red") == 100 + gain


def test_who_flees_holds_no_hill():
    """[TT-13.5]"""
    plot = ended(OVER_RANKED, "hill", ("R1", 0, 0, "fleeing"), ("B1", 4, 4, ""), ("G1", 20, 0, ""))
    assert plot.tokens("blue") == 150


@pytest.mark.parametrize("system", HOSTS)
def test_the_relic_lies_in_the_middle(system: str):
    """[TT-13.4] From the start of the battle."""
    plot = setting(system, icons=False, then=(Begin(),), settings={"scenario": "relic"})
    plot.draw(*names.ICONS[:3])
    pose = plot.pose("relic")
    assert (pose.x / 10_000, pose.y / 10_000) == MIDDLE[system]


@pytest.mark.parametrize("system", HOSTS)
@pytest.mark.parametrize(("away", "gains"), [
    ((("R1", 5), ("B1", 10)), "red"),
    ((("R1", 10), ("B1", 5)), "blue"),
    ((("R1", 8), ("B1", -8)), ""),
])  # fmt: skip
def test_the_nearest_general_wins_the_prize(system: str, away, gains: str):
    """[TT-13.4, TT-13.11] 500 at the end; ties score nothing, nobody has a copper more."""
    units = [(name, far, 0, "general") for name, far in away]
    plot = setting(
        system,
        said(system, *units, ("G1", 0, 15, "")),
        icons=False,
        settings={"scenario": "relic", "gameTurns": 1},
        counters={names.TABLE: {names.GAME_TURN: 0}},
        then=(Begin(),),
    )
    plot.draw(*names.ICONS[:3])
    for _ in range(400):
        if plot.position.ended or not plot.asks():
            break
        ask = plot.proceed("the end")
        if ask is None:
            break
        done = next((one for one in ask.options if one in ("done", "end")), None)
        plot.choose(ask.seat, done or ask.options[0])
    assert plot.position.ended
    told = (*plot.rulings("TT-13.4"), *plot.rulings("TT-13.11"))
    said_ = {one.key: one.params for one in told}
    assert "tt.13-4.prize" not in said_  # nobody holds it
    if gains:
        assert said_["tt.13-4.nearest"]["seat"] == gains
    else:
        assert said_["tt.13-11.equal"]["seats"] == ("red", "blue")


def test_a_unit_carries_the_relic_and_drops_it():
    """[TT-13.11] Taken in contact, it goes with its carrier; who flees drops it."""
    plot = setting(
        OVER_RANKED,
        said(OVER_RANKED, ("R1", 0, 0, ""), ("B1", 20, 0, ""), ("G1", -20, 0, "")),
        icons=False,
        settings={"scenario": "relic"},
        then=(Begin(),),
    )
    plot.draw(*names.ICONS[:3])
    assert plot.piece("relic").command == ""
    until_ruled(plot, "tt.13-4.taken")
    assert plot.piece("relic").command == "R1"
    plot.battle.correct((Marked("R1", Mark(ranked.FLEEING)),), "it runs")
    until_ruled(plot, "tt.13-11.dropped")
    assert plot.piece("relic").command == ""


def until_ruled(plot: Plot, key: str) -> None:
    """Do nothing until that is ruled."""
    for _ in range(100):
        if key in plot.ruled:
            return
        ask = plot.proceed("designation")
        assert ask is not None
        done = next((one for one in ask.options if one in ("done", "end")), ask.options[0])
        plot.choose(ask.seat, done)
    raise AssertionError(f"never {key}")
