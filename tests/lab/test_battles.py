"""Whole battles of bots over shipped armies, every invariant looked at after every event."""

import pytest
from msgspec.structs import replace

from condotta.bots.chancer import Chancer
from condotta.bots.runner import conduct, seated
from condotta.kernel.events import Counted, Moved, Placed, Removed, Step
from condotta.kernel.evolving import evolve_position
from condotta.lab import league
from condotta.lab.battles import (
    EAGER,
    KEEN,
    USUAL_ORDER,
    Figures,
    Report,
    Task,
    bots_of,
    fight,
    main,
)
from condotta.lab.inspecting import Broken, Inspector, places, worth
from condotta.lab.inspecting_bills import BillInspector
from condotta.lab.league import fixtures, seats_of, standing
from condotta.lab.matches import (
    MANY_OF_THEM,
    Field,
    card_of,
    drawn,
    foes_of,
    has,
    match,
    pairing,
    rosters,
)
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS
from condotta.rules.triumph.names import WORTH


@pytest.fixture(scope="module")
def fought():
    """A battle of random bots at its end, and who watched it."""
    rules = book("triumph")
    battle = match(rules, pairing(7), "1/7")
    inspector = Inspector(battle)
    bots = seated({"red": "random", "blue": "random"}, rules, "1/7")
    result = conduct(battle, bots, watch=inspector.watch)
    return battle, inspector, result


@pytest.mark.slow
def test_random_battles_over_varied_rosters_neither_break_nor_hang():
    step = len(rosters()) // 6
    reports = [fight(Task(number * step, 5)) for number in range(6)]
    assert [report.fault for report in reports] == [""] * 6
    assert all(report.clause in {"TC-10.1", "TC-10.4"} for report in reports)
    assert all(report.events > report.decisions > 50 for report in reports)


def test_the_same_seed_gives_the_same_battle():
    one, two = fight(Task(11, 3, inspect=False)), fight(Task(11, 3, inspect=False))
    assert (one.decisions, one.turns, one.clause) == (two.decisions, two.turns, two.clause)


def test_what_each_seat_mustered_is_somewhere_at_the_end(fought):
    battle, inspector, result = fought
    position = battle.state.position
    assert result.ended is not None
    for seat in position.seats():
        assert sum(places(position, seat).values()) == inspector.mustered[seat] == 96


def test_the_inspector_sees_an_overlap(fought):
    battle, _, _ = fought
    inspector = Inspector(battle)
    one, two, *_ = [piece for piece in battle.state.position.at("table") if piece.type != "CAMP"]
    with pytest.raises(Broken, match="overlaps"):
        inspector.watch(battle.state, (Moved((Step(one.id, two.pose),)),))


def test_the_inspector_sees_points_go_missing(fought):
    battle, _, _ = fought
    inspector = Inspector(battle)
    piece = next(battle.state.position.at("table"))
    with pytest.raises(Broken, match="mustered"):
        inspector.watch(battle.state, (Counted(piece.id, WORTH, 99),))


def test_the_inspector_sees_a_fold_that_differs(fought):
    battle, _, _ = fought
    inspector = Inspector(battle)
    piece = next(piece for piece in battle.state.position.at("table") if piece.type != "CAMP")
    with pytest.raises(Broken, match="fold"):
        inspector.watch(battle.state, (Removed(piece.id),))


def test_the_inspector_tries_what_menus_offer():
    report = fight(Task(3, 2))
    assert report.fault == ""
    assert report.offers > 50


def test_the_inspector_sees_an_offer_that_is_refused():
    rules = book("triumph")
    battle = match(rules, pairing(1), "1/1")
    ask = battle.waiting()[0]
    bogus = replace(ask, options=(*ask.options, "nothing of the kind"))
    with pytest.raises(Broken, match="nothing of the kind"):
        Inspector(battle).try_offers(bogus)


def test_every_roster_meets_others_and_never_itself():
    count = len(rosters())
    pairs = [pairing(number) for number in range(2 * count)]
    assert all(one is not two for one, two in pairs)
    assert {one.id for one, _ in pairs[:count]} == {roster.id for roster in rosters()}
    assert len({(one.id, two.id) for one, two in pairs}) == len(pairs)


def test_a_fault_is_told_with_the_armies_of_its_battle(monkeypatch, capsys):
    def broken(*_: object) -> None:
        raise Broken("R1 overlaps R2")

    monkeypatch.setattr("condotta.lab.battles.match", broken)
    assert main(["--battles", "2", "--seed", "4"]) == 1
    first, second = (roster.label for roster in pairing(1))
    assert f"battle 1 of seed 4: {first} against {second}" in capsys.readouterr().out


def test_numbers_of_seats_take_turns(monkeypatch):
    found = []

    def fought(task):
        found.append(task.field.seats)
        return Report(task)

    monkeypatch.setattr("condotta.lab.battles.fight", fought)
    words = ["--battles", "5", "--first", "1", "--system", "grand", "--seats", "2,4,6"]
    assert main(words) == 0
    assert found == [4, 6, 2, 4, 6]


def test_figures_add_up():
    figures = Figures()
    figures.add(fight(Task(0, 9, inspect=False)))
    lines = "\n".join(figures.lines())
    assert figures.battles == 1
    assert f"decisions    {figures.decisions}" in lines
    assert "ended by" in lines


def test_a_league_swaps_seats_with_the_same_armies_and_dice():
    one, two = fixtures(("steward", "random"), 2, 1)
    assert (one.number, one.dice) == (two.number, two.dice)
    assert [seats_of("steward", task) for task in (one, two)] == [{"red"}, {"blue"}]


def test_a_league_of_the_large_game_rates_a_bot_in_all_seats_of_its_army():
    one, two = fixtures(("steward", "random"), 2, 1, Field("grand", 6))
    assert seats_of("steward", one) == {"red", "amber", "rose"}
    assert seats_of("steward", two) == {"blue", "green", "slate"}
    report = Report(two, ("", ""), winners=("blue", "green", "slate"), clause="GT-9.1")
    assert standing(("steward", "random"), [report]).won == 1


def test_a_fault_in_a_league_is_told_with_what_fights_it_again(monkeypatch, capsys):
    def broken(*_: object) -> None:
        raise Broken("R1 overlaps R2")

    def tasks(_, task, *__):
        fought.extend(task)
        return ()

    monkeypatch.setattr("condotta.lab.battles.match", broken)
    assert league.main(["--battles", "4", "--system", "grand", "--seed", "3"]) == 1
    told = capsys.readouterr().out.splitlines()
    again = [line.removeprefix("again        ") for line in told if line.startswith("again")]
    assert len(again) == 4
    fought: list[Task] = []
    monkeypatch.setattr("condotta.lab.hunting.fought", tasks)
    for line in again:
        main(line.split()[3:])
    assert fought == list(fixtures(("steward", "random"), 4, 3, Field("grand", 2)))


@pytest.mark.parametrize(
    ("number", "cards"), [(18, "many"), (90, "many"), (105, "some"), (132, "many")]
)
def test_where_no_list_with_a_card_fields_a_large_army_another_list_does(number, cards):
    fielded = drawn(Field("grand", 2, cards), number)
    assert len(fielded) == 2
    assert all(SYSTEMS["grand"].takes(roster) for roster in fielded)


@pytest.mark.parametrize("number", range(4))
def test_al_16_6_large_armies_of_battles_with_cards_are_in_commands(number):
    fielded = drawn(Field("grand", 2, "many"), number)
    assert [len(roster.split) for roster in fielded] == [3, 3]
    assert any(roster.army_cards or roster.troop_cards for roster in fielded)


@pytest.fixture(scope="module")
def large():
    """Two large armies with cards as they are mustered, and their inspector."""
    field = Field("grand", 2, "many")
    fielded = drawn(field, 1)
    battle = match(book("grand"), fielded, 3, field)
    inspector = BillInspector(battle)
    inspector.brought(fielded, None)
    return battle, inspector


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Counted("south", "total", 99), "counts 99 and paid"),
        (Placed("R3", "lost"), "are lost, or were"),
        (Counted("R.1", "total", 40), "its stands cost otherwise"),
    ],
)
def test_gt_10_8_the_inspector_sees_points_that_are_not_on_the_bill(large, wrong, said):
    battle, inspector = large
    inspector.position = evolve_position(battle.state.position, wrong)
    with pytest.raises(Broken, match=said):
        inspector.settled()


def test_gt_10_8_the_inspector_sees_an_army_that_is_not_what_was_paid_for(large):
    battle, _ = large
    fielded = drawn(Field("grand", 2, "many"), 1)
    (first, *others) = fielded[0].split
    poorer = replace(first, stands={key: {} for key in first.stands})
    with pytest.raises(Broken, match="paid"):
        BillInspector(battle).brought(
            (replace(fielded[0], commands=(poorer, *others)), fielded[1]), None
        )


def test_worth_is_counted_by_who_brought_it(fought):
    battle, _, _ = fought
    assert worth(battle.state.position, "red") == 96


@pytest.mark.slow
def test_the_steward_beats_chance_over_varied_lists_with_seats_swapped():
    bots = ("steward", "random")
    tasks = [
        task
        for number in range(6)
        for task in (
            Task(number * 11, 2, bots, inspect=False),
            Task(number * 11, 2, (bots[1], bots[0]), inspect=False),
        )
    ]
    found = standing(bots, map(fight, tasks))
    assert found.faults == 0
    assert found.won >= 11


CARDS = Field("triumph", 2, "many")


def about(card: str) -> list[int]:
    """The first numbers of battles that are about a card."""
    return [number for number in range(120) if card_of(CARDS, number) == card]


@pytest.mark.parametrize("card", ["HL", "SB", "LC"])
def test_a_battle_with_cards_is_about_one_that_its_first_army_has(card):
    fielded = [drawn(CARDS, number)[0] for number in about(card)]
    assert len(fielded) > 2
    assert sum(has(roster, card) for roster in fielded) > len(fielded) // 2


def test_a_card_meets_armies_that_are_rich_in_troops_against_which_it_acts():
    """Camels unsettle Knights, Elephants and Cataphracts. [BC-4.4]"""
    rich = foes_of("", "LC")
    horse = {"KNT", "ELE", "CAT"}
    assert 0 < len(rich) <= MANY_OF_THEM
    for army in rich:
        assert any(horse.issuperset(option.types) for option in army.troop_options)
    assert foes_of("", "HL") == ()
    assert all(
        roster.list_key in {army.key for army in rich}
        for roster in (drawn(CARDS, number)[1] for number in about("LC"))
    )


def test_of_battles_with_cards_random_bots_have_an_appetite_in_every_other():
    numbers = [number for number in range(12) if card_of(CARDS, number) not in ("FC", "HD")]
    for number in numbers:
        bots = bots_of(Task(number, 1, field=CARDS), book("triumph"))
        eager = [bot.appetite > 0 for bot in bots.values() if isinstance(bot, Chancer)]
        assert eager == [number % EAGER == 0] * 2
        assert bots_of(Task(number, 1), book("triumph"))["red"].appetite == 0


def test_the_enemies_of_a_fortified_camp_are_after_it():
    """A bank helps who is attacked in it only. [BC-17.1]"""
    (number, *_) = about("FC")
    bots = bots_of(Task(number, 1, field=CARDS), book("triumph"))
    assert [bot.after for bot in bots.values()] == ["", "CAMP"]
    assert bots["red"].appetite == 0
    assert bots["blue"].appetite >= KEEN


def test_hoplites_keep_their_ranks_and_everybody_is_eager():
    """A second rank helps only who stands before it. [BC-11.1]"""
    for number in about("HD"):
        bots = bots_of(Task(number, 1, field=CARDS), book("triumph"))
        assert [bot.order for bot in bots.values()] == [1.0, USUAL_ORDER]
        assert bots["red"].appetite >= KEEN
        assert bots["blue"].appetite > 0


def test_bots_that_think_keep_their_seats_in_battles_with_cards():
    (number, *_) = about("FC")
    bots = bots_of(Task(number, 1, ("random", "steward"), field=CARDS), book("triumph"))
    assert not isinstance(bots["blue"], Chancer)
